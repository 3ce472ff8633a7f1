"""From a path, bytes or a file object to the reader of what is in it."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked, members, open_stream
from zipfviz.io.vectors import arrays, fasttext, gensim_file, tensors, text, word2vec_binary
from zipfviz.io.vectors import columnar as tables
from zipfviz.io.vectors.places import (
    Archive,
    Folder,
    Place,
    main_file,
    read_spacy_in,
    shard_of,
    stay_inside,
)
from zipfviz.io.vectors.rows import Notes, RowStore
from zipfviz.io.vectors.vocabulary import MAX_BYTES, beside

__all__ = ["FORMATS", "Options", "read_file", "read_path"]

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
)

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


def read_path(path: Path, options: Options) -> Found:
    """A file, or a folder with one embedding in it."""
    stay_inside(path, options.root)
    if path.is_dir():
        return _from_place(Folder(path, options.root), options)
    return read_file(path, path.name, options)


def read_file(source: Any, label: str, options: Options) -> Found:
    """A file that may be an archive of several, or have its words in a file beside it."""
    source = _rereadable(source)
    names = members(source)
    if len(names) > 1 and not all(name.endswith(".npy") for name in names):
        return _from_place(Archive(source, label, names), options)
    folder = Folder(source.parent, options.root) if isinstance(source, Path) else None
    allow = ("pickle",) if options.trust and isinstance(source, Path) else ()
    with open_stream(source, options.member, allow=allow, **options.opening(label)) as stream:
        return _from_stream(stream, folder, label, options)


def _from_place(place: Place, options: Options) -> Found:
    """A folder or archive: its one embedding, or the member that was asked for."""
    main = options.member or main_file(place)
    if main is not None and main.endswith("/"):
        return read_spacy_in(place, main, options.limit, options.max_bytes)
    if main is not None and main.endswith(".index.json"):
        main, tensor = shard_of(place, main, options.tensor)
        options = replace(options, tensor=tensor)
    with place.open(main, **options.opening(place.label)) as stream:
        return _from_stream(stream, place, main or "", options)


def _from_stream(stream: Unpacked, place: Place | None, main: str, options: Options) -> Found:
    """Read a stream by what it holds; the words of arrays come from `place`, beside `main`."""
    kind = options.format or _kind(stream)
    if options.compose and kind not in ("fasttext", "pickle"):
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
    """The words given, or the file beside the vectors that lists them, in memory."""
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
    file = io.BytesIO()
    with place.open(name, max_bytes=min(options.max_bytes, MAX_BYTES)) as stream:
        file.write(stream.read())
    file.name = PurePosixPath(name).name
    return file


def _rereadable(source: Any) -> Any:
    """Bytes or a binary file that can be read from the start again."""
    if hasattr(source, "read") and not (hasattr(source, "seekable") and source.seekable()):
        return io.BytesIO(source.read())
    return source
