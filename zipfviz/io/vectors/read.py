"""Read an embedding from a path, bytes, an opened file or an object in memory.

    read_embedding("crawl-300d-2M.vec.zip", max_words=100_000)
    read_embedding(keyed_vectors)

The format comes from the content, never from the name of the file.
"""

import os
import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.opened import MAX_UNPACKED, OpenedFile, open_file
from zipfviz.io.files.places import Folder, Place, stay_inside
from zipfviz.io.files.unpackers import ARCHIVES
from zipfviz.io.records import Embedding, Source
from zipfviz.io.tables.account import MAX_LOSS, check_max_loss
from zipfviz.io.tables.columns import Column
from zipfviz.io.vectors import (
    arrays,
    fasttext,
    floret,
    gguf_tables,
    text,
    token_tables,
    word2vec_binary,
)
from zipfviz.io.vectors import columnar as tables
from zipfviz.io.vectors.memory import from_memory, read_gensim_file
from zipfviz.io.vectors.places import choose_main, model_settings, read_spacy_in, shard_of
from zipfviz.io.vectors.rows import RowStore
from zipfviz.io.vectors.vocabulary import MAX_BYTES, beside

FORMATS = (
    "word2vec",
    "glove",
    "word2vec-binary",
    "fasttext",
    "npy",
    "npz",
    "csv",
    "tsv",
    "parquet",
    "arrow",
    "safetensors",
    "gguf",
    "floret",
)


@dataclass(frozen=True, kw_only=True)
class ReadOptions:
    """What can be chosen about a source, by the names of `load_embedding`.

    Raises InputError for a number below one and an unknown format.
    """

    max_words: int | None = None
    format: str | None = None
    member: str | None = None
    tensor: str | None = None
    words: Any = None
    word_column: Column = None
    separator: str | None = None
    encoding: str | None = None
    dim: int | None = None
    compose: Collection[str] = ()
    partial: bool = False
    max_loss: float = MAX_LOSS
    trust: bool = False
    max_bytes: int = MAX_UNPACKED
    root: Path | None = None

    def __post_init__(self) -> None:
        check_max_loss(self.max_loss)
        if self.max_words is not None and self.max_words < 1:
            raise InputError(f"max_words={self.max_words}: ask for at least one word.")
        if self.dim is not None and self.dim < 1:
            raise InputError(f"dim={self.dim}: a word has at least one number.")
        if self.format is not None and self.format not in FORMATS:
            raise InputError(f"format={self.format!r} is unknown; use one of {', '.join(FORMATS)}.")


def read_embedding(
    source: str | os.PathLike[str] | bytes | OpenedFile | Any,
    *,
    name: str | None = None,
    about: Source | None = None,
    **options: Any,
) -> Embedding:
    """Read words and their vectors from a file, a folder, an upload or an object in memory.

    `options` are those of ReadOptions, explained at `zipfviz.load_embedding`, which takes names and
    web addresses too; `about` is the source's title and licence where they are known. Raises
    InputError.
    """
    started = time.perf_counter()
    wanted = ReadOptions(**options)
    store = _read(source, name, wanted)
    store.account.started, store.account.max_loss = started, wanted.max_loss
    return store.finish(name, about)


def _read(source: Any, name: str | None, options: ReadOptions) -> RowStore:
    opening: dict[str, Any] = {
        "max_bytes": options.max_bytes, "partial": options.partial, "encoding": options.encoding,
    }  # fmt: skip
    if isinstance(source, (str, os.PathLike)):
        source, name = stay_inside(Path(source), options.root), None
        if source.is_dir():
            folder = Folder(source, options.root, opening)
            return _read_in(folder, options.member or choose_main(folder), options)
    elif not isinstance(source, (bytes, bytearray, memoryview, OpenedFile)) and not hasattr(
        source, "read"
    ):
        return _in_memory(source, name or type(source).__name__, options)
    inner = options.member if options.member and not options.member.endswith("/") else None
    opened = open_file(source, member=inner, name=name, **opening)
    if opened.kind in ARCHIVES:
        return _read_in(opened, options.member or choose_main(opened), options)
    if opened.archive is not None and opened.inner.endswith(".index.json"):
        return _read_in(opened.archive, opened.inner, options)
    return _read_opened(opened, options)


def _in_memory(source: Any, label: str, options: ReadOptions) -> RowStore:
    found = from_memory(source, label, limit=options.max_words, compose=options.compose)
    if found is None:
        raise InputError(
            f"got a {type(source).__name__}; give a name, a path, bytes, a gensim object, a "
            "dict of word to vector, or a pair of words and array."
        )
    return found


def _read_in(place: Place, main: str, options: ReadOptions) -> RowStore:
    """Read the embedding `main` of a folder or archive."""
    if main.endswith("/"):
        return read_spacy_in(place, main, options.max_words)
    if main.endswith(".index.json"):
        main, tensor = shard_of(place, main, options.tensor)
        options = replace(options, tensor=tensor)
    return _read_opened(place.member(main), options)


def _read_opened(opened: OpenedFile, options: ReadOptions) -> RowStore:
    """Read a file by what it holds."""
    trust = options.trust and opened.path is not None
    with opened.open(allow=("pickle",) if trust else ()) as stream:
        kind = options.format or _kind(stream)
        if options.compose and kind not in ("fasttext", "floret", "pickle"):
            raise InputError(
                f"{opened.name}: only fastText models and floret tables compose words from "
                "n-grams; leave compose= out."
            )
        limit, tensor, partial = options.max_words, options.tensor, options.partial
        if kind == "fasttext":
            return fasttext.read_fasttext(stream, limit=limit, compose=options.compose)
        if kind == "npy":
            words = _words(opened, options)
            return arrays.read_npy(stream, words, limit=limit, partial=partial)
        if kind == "safetensors":
            words = _words(opened, options)
            place, main = _place_of(opened, options)
            settings = model_settings(place, main) if place is not None else {}
            return token_tables.read_safetensors(
                stream, words, limit=limit, tensor=tensor, settings=settings
            )
        if kind == "gguf":
            return gguf_tables.read_gguf(stream, options.words, limit=limit, tensor=tensor)
        if kind == "floret":
            return floret.read_floret(stream, options.compose, limit=limit)
        if kind == "npz":
            return arrays.read_npz(
                opened, options.words, limit=limit, tensor=tensor, trust=trust and not opened.steps
            )
        if kind in ("parquet", "arrow"):
            return tables.read_table(
                stream, limit=limit, tensor=tensor, word_column=options.word_column
            )
        if kind == "pickle":
            return read_gensim_file(stream, limit=limit, compose=options.compose)
        if kind == "word2vec-binary":
            return word2vec_binary.read_word2vec_binary(stream, limit=limit, partial=partial)
        return text.read_text(
            stream, limit=limit, partial=partial, format=options.format, dim=options.dim,
            word_column=options.word_column, separator=options.separator,
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


def _place_of(opened: OpenedFile, options: ReadOptions) -> tuple[Place | None, str]:
    """The folder or archive that a file lies in, None for uploads, and its name there."""
    if opened.archive is not None:
        return opened.archive, opened.inner
    if opened.path is None:
        return None, opened.name
    return Folder(opened.path.parent, options.root), opened.path.name


def _words(opened: OpenedFile, options: ReadOptions) -> Any:
    """The words given, or the file beside the vectors that lists them."""
    if options.words is not None:
        if isinstance(options.words, (str, os.PathLike)):
            return stay_inside(Path(options.words), options.root)
        return options.words
    place, main = _place_of(opened, options)
    name = beside(place.has, main) if place is not None else None
    if place is None or name is None:
        stem = PurePosixPath(main).stem or "vectors"
        raise InputError(
            f"{opened.name} names no words; put them beside it as {stem}.vocab.txt, one a line, "
            "or give them with words=."
        )
    words = place.member(name, label=PurePosixPath(name).name)
    return replace(words, max_bytes=min(options.max_bytes, MAX_BYTES))
