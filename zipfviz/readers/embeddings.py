"""Load any embedding: a name, a path, bytes, an upload or an object in memory.

    emb = load_embedding("glove.6B.50d")
    emb = load_embedding("crawl-300d-2M.vec.zip", limit=100_000)
    emb = load_embedding(keyed_vectors)
    print(emb.report)

The format comes from the content, never from the name of the file.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any

from zipfviz.errors import InputError
from zipfviz.readers.containers import MAX_UNPACKED, Unpacked, members, open_stream
from zipfviz.readers.formats import (
    arrays,
    fasttext,
    gensim_file,
    tables,
    tensors,
    text,
    word2vec_binary,
)  # fmt: skip
from zipfviz.readers.formats.glove_package import GLOVE, GLOVE_NAME, read_glove_package
from zipfviz.readers.formats.memory import from_memory
from zipfviz.readers.formats.places import (
    Archive,
    Folder,
    Place,
    main_file,
    read_spacy_in,
    shard_of,
    stay_inside,
)  # fmt: skip
from zipfviz.readers.formats.rows import Notes, RowStore
from zipfviz.readers.formats.vocabulary import beside
from zipfviz.readers.records import Embedding

__all__ = ["FORMATS", "load_embedding"]

FORMATS = (
    "word2vec", "glove", "word2vec-binary", "fasttext", "npy", "npz", "csv", "tsv", "parquet",
    "arrow", "safetensors",
)  # fmt: skip
Found = tuple[RowStore, Notes]


@dataclass(frozen=True)
class Options:
    """What load_embedding was asked for besides the source."""

    limit: int | None
    format: str | None
    member: str | None
    tensor: str | None
    words: Any
    word_column: str | None
    dim: int | None
    compose: tuple[str, ...]
    partial: bool
    trust: bool
    max_bytes: int
    root: Path | None

    def opening(self, label: str) -> dict[str, Any]:
        """The part of it that open_stream takes."""
        return {"max_bytes": self.max_bytes, "partial": self.partial, "name": label or None}


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
        "glove.6B.50d"; a path (a file or folder: word2vec, GloVe, fastText, npy, npz, csv, tsv,
        parquet, feather, safetensors, spaCy, each plain or in gz, bz2, xz, zip, tar); the name of
        an installed spaCy package; the bytes of a file or a binary file object (an upload); or in
        memory a gensim or spaCy object, a dict, a pair of words and array, a data frame.
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
    if isinstance(source, str) and source == GLOVE_NAME:
        store, notes = read_glove_package(limit)
        return store.finish(name or GLOVE_NAME, notes, GLOVE)
    if isinstance(source, (str, os.PathLike)):
        store, notes = _from_path(_existing(source), options)
    elif isinstance(source, (bytes, bytearray, memoryview)) or hasattr(source, "read"):
        store, notes = _from_file(_rereadable(source), name or "", options)
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
    return store.finish(name or store.label, notes)


def _existing(source: str | os.PathLike[str]) -> Path:
    """The path that is meant, or the folder of an installed spaCy package."""
    path = Path(source)
    try:
        if path.exists():
            return path
    except (OSError, ValueError):
        pass
    package = _spacy_package(str(source))
    if package is not None:
        return package
    if len(path.parts) > 1 or path.suffix[1:2].isalpha():
        raise InputError(f"{path.name}: no such file; check the path {str(source)!r}.")
    raise InputError(
        f"no embedding is called {str(source)!r} and no file is there; `zipfviz list` shows the "
        f"names, {GLOVE_NAME!r} is always there."
    )


def _spacy_package(name: str) -> Path | None:
    """The folder of an installed package that carries a spaCy vocabulary; nothing is imported."""
    module = name.replace("-", "_")
    spec = find_spec(module) if module.isidentifier() else None
    for folder in (spec.submodule_search_locations or []) if spec else []:
        if any(Path(folder).glob("*/vocab/key2row")):
            return Path(folder)
    return None


def _rereadable(source: Any) -> Any:
    """Bytes or a binary file that can be read from the start again."""
    if hasattr(source, "read") and not (hasattr(source, "seekable") and source.seekable()):
        return io.BytesIO(source.read())
    return source


def _from_path(path: Path, options: Options) -> Found:
    stay_inside(path, options.root)
    if path.is_dir():
        return _from_place(Folder(path, options.root), options)
    return _from_file(path, path.name, options)


def _from_file(source: Any, label: str, options: Options) -> Found:
    """A file that may be an archive of several, or have its words in a file beside it."""
    names = members(source)
    if len(names) > 1 and not all(name.endswith(".npy") for name in names):
        return _from_place(Archive(source, label, names), options)
    beside = Folder(source.parent, options.root) if isinstance(source, Path) else None
    allow = ("pickle",) if options.trust and isinstance(source, Path) else ()
    with open_stream(source, options.member, allow=allow, **options.opening(label)) as stream:
        return _from_stream(stream, beside, label, options)


def _from_place(place: Place, options: Options) -> Found:
    """A folder or archive: its one embedding, or the member that was asked for."""
    main = options.member or main_file(place)
    if main is not None and main.endswith("/"):
        return read_spacy_in(place, main, options.limit)
    if main is not None and main.endswith(".index.json"):
        main, tensor = shard_of(place, main, options.tensor)
        options = replace(options, tensor=tensor)
    with place.open(main, **options.opening(place.label)) as stream:
        return _from_stream(stream, place, main or "", options)


def _from_stream(stream: Unpacked, place: Place | None, main: str, options: Options) -> Found:
    """Read a stream by what it holds; the words of arrays come from `place`, beside `main`."""
    kind = options.format or _kind(stream)
    if options.compose and kind != "fasttext":
        raise InputError(f"{stream.label}: only fastText models compose words from n-grams.")
    limit, tensor = options.limit, options.tensor
    if kind == "fasttext":
        return fasttext.read_fasttext(stream, limit=limit, compose=options.compose)
    if kind in ("npy", "safetensors"):
        words = _words(stream, place, main, options)
        if kind == "npy":
            return arrays.read_npy(stream, words, limit=limit, partial=options.partial)
        return tensors.read_safetensors(stream, words, limit=limit, tensor=tensor)
    if kind == "npz":
        return arrays.read_npz(
            stream, options.words, limit=limit, tensor=tensor,
            trust=options.trust and stream.path is not None, max_bytes=options.max_bytes,
        )  # fmt: skip
    if kind in ("parquet", "arrow"):
        return tables.read_table(
            stream, limit=limit, tensor=tensor, word_column=options.word_column
        )
    if kind == "pickle":
        return gensim_file.read_gensim_file(stream, limit=limit, compose=options.compose)
    if kind == "word2vec-binary":
        return word2vec_binary.read_word2vec_binary(stream, limit=limit, partial=options.partial)
    return text.read_text(
        stream, limit=limit, partial=options.partial, format=options.format, dim=options.dim,
        word_column=options.word_column,
    )  # fmt: skip


def _kind(stream: Unpacked) -> str:
    """What the content is: sniff's word, or which of the formats without a magic number."""
    if stream.kind not in ("text", "binary"):
        return stream.kind
    if word2vec_binary.looks_like_word2vec_binary(stream.head):
        return "word2vec-binary"
    if stream.kind == "binary" and fasttext.looks_like_old_fasttext(stream.head):
        return "fasttext"
    return "text"


def _words(stream: Unpacked, place: Place | None, main: str, options: Options) -> Any:
    """The words given, or the file beside the vectors that lists them, opened."""
    if options.words is not None:
        if isinstance(options.words, (str, os.PathLike)):
            return stay_inside(Path(options.words), options.root)
        return options.words
    name = beside(place.has, main) if place is not None else None
    if place is None or name is None:
        stem = PurePosixPath(main).stem or "vectors"
        raise InputError(
            f"{stream.label} names no words; put them beside it as {stem}.vocab.txt, one a line, "
            "or give them with words=."
        )
    return place.open(name, name=PurePosixPath(name).name)
