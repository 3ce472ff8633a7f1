"""Load any embedding: a name, a path, bytes, an upload or an object in memory.

    emb = load_embedding("glove.6B.50d")
    emb = load_embedding("crawl-300d-2M.vec.zip", limit=100_000)
    emb = load_embedding(keyed_vectors)
    print(emb.report)

The format comes from the content, never from the name of the file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import MAX_UNPACKED
from zipfviz.io.records import Embedding, Source
from zipfviz.io.vectors.dispatch import FORMATS, Options, read_file, read_path
from zipfviz.io.vectors.glove_package import GLOVE, GLOVE_NAME, read_glove_package
from zipfviz.io.vectors.memory import from_memory

__all__ = ["FORMATS", "load_embedding"]


def load_embedding(
    source: str | os.PathLike[str] | bytes | Any,
    *,
    limit: int | None = None,
    format: str | None = None,
    member: str | None = None,
    tensor: str | None = None,
    words: Any = None,
    tokenizer: Any = None,
    word_column: str | None = None,
    dim: int | None = None,
    compose: Iterable[str] = (),
    partial: bool = False,
    trust: bool = False,
    max_bytes: int = MAX_UNPACKED,
    root: str | os.PathLike[str] | None = None,
    name: str | None = None,
) -> Embedding:
    """Load words and their vectors, with a report of what was read.

    >>> load_embedding("glove.6B.50d", limit=3).words
    ('the', ',', '.')

    Parameters
    ----------
    source
        "glove.6B.50d" or another name of the catalogue; a path (a file or folder: word2vec,
        GloVe, fastText, npy, npz, csv, tsv, parquet, feather, safetensors, spaCy, each plain or in
        gz, bz2, xz, zip, tar); an http(s) address; the name of an installed spaCy package; the
        bytes of a file or a binary file object (an upload); or in memory a gensim or spaCy
        object, a dict, a pair of words and array, a data frame.
    limit
        Stop after this many words.
    format
        One of FORMATS, where the content misleads.
    member, tensor, word_column
        Which file of an archive, which matrix of a npz, safetensors or parquet file, which column
        of a table, where several could be meant.
    words, tokenizer
        The words of an array or tensor: a sequence, or a file (one word a line, JSON,
        tokenizer.json). Looked for beside the file when not given.
    dim
        Numbers a row of a headerless text.
    compose
        Words to compose from character n-grams (fastText models).
    partial
        Load the complete rows of a file cut short.
    trust
        Unpickle a local file of your own (gensim's .kv, .model). It can run any code.
    max_bytes
        The most that may come out of a packed file.
    root
        A folder that paths, links in them included, must not leave.
    name
        What to call it; the file's name by default.

    Returns
    -------
    Embedding
        `words`: n unique str in the order of the source; words that are no UTF-8 keep their bytes
        as lone surrogates. `vectors`: (n, d) float32, C order, finite, read-only.

    Raises
    ------
    InputError
        Unknown name, no such file, damaged, unclear or dangerous content; the message says what
        to do.
    """
    started = time.perf_counter()
    if limit is not None and limit < 1:
        raise InputError(f"limit={limit}: ask for at least one word.")
    if dim is not None and dim < 1:
        raise InputError(f"dim={dim}: a word has at least one number.")
    if format is not None and format not in FORMATS:
        raise InputError(f"format={format!r} is unknown; use one of {', '.join(FORMATS)}.")
    options = Options(
        limit, format, member, tensor, words if words is not None else tokenizer, word_column,
        dim, tuple(compose), partial, trust, max_bytes, None if root is None else Path(root),
    )  # fmt: skip
    known = Source()
    if isinstance(source, str) and source == GLOVE_NAME:
        store, notes = read_glove_package(limit)
        known = GLOVE
    elif isinstance(source, (str, os.PathLike)):
        path = _existing(source)
        if Path(source) != path:
            options = replace(options, trust=False)  # fetched, not the caller's own
        store, notes = read_path(path, options)
        if Path(source) != path:
            name, known = name or str(source), _source_of(str(source))
    elif isinstance(source, (bytes, bytearray, memoryview)) or hasattr(source, "read"):
        store, notes = read_file(source, name or "", options)
    else:
        found = from_memory(
            source, name or type(source).__name__, limit=limit, compose=options.compose
        )
        if found is None:
            raise InputError(
                f"got a {type(source).__name__}; give a name, a path, bytes, a gensim object, a "
                "dict of word to vector, or a pair of words and array."
            )
        store, notes = found
    store.started = started
    return store.finish(name or store.label, notes, known)


def _existing(source: str | os.PathLike[str]) -> Path:
    """The path that is meant: itself, what an address leads to, or what a name stands for."""
    text = str(source)
    if text.startswith(("http://", "https://")):
        from zipfviz.io.fetch.entries import fetch_url

        return fetch_url(text)
    try:
        if text and Path(source).exists():
            return Path(source)
    except (OSError, ValueError):
        pass
    package = _spacy_package(text)
    if package is not None:
        return package
    from zipfviz.io.catalogue import locate
    from zipfviz.io.fetch.fetchable import FETCHABLE

    try:
        return locate(text, "embedding")
    except InputError:
        if text.lower() not in FETCHABLE:
            raise
    raise InputError(f"{text!r} is not fetched yet; run `zipfviz fetch {text.lower()}`.")


def _source_of(name: str) -> Source:
    """Title and licence of what is fetched by a name, empty for anything else."""
    from zipfviz.io.fetch.fetchable import FETCHABLE

    entry = FETCHABLE.get(name.lower())
    return Source(entry.title, entry.licence, url=entry.about) if entry else Source()


def _spacy_package(name: str) -> Path | None:
    """The folder of an installed package that carries a spaCy vocabulary; nothing is imported."""
    module = name.replace("-", "_")
    spec = find_spec(module) if module.isidentifier() else None
    for folder in (spec.submodule_search_locations or []) if spec else []:
        if any(Path(folder).glob("*/vocab/key2row")):
            return Path(folder)
    return None
