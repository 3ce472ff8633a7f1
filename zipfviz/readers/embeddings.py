"""Load any embedding: a name, a path, bytes, an upload or an object in memory.

    emb = load_embedding("glove.6B.50d")
    emb = load_embedding("crawl-300d-2M.vec.zip", limit=100_000)
    emb = load_embedding(keyed_vectors)
    print(emb.report)

The format comes from the content, never from the name of the file.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from zipfviz.errors import InputError
from zipfviz.readers.containers import MAX_UNPACKED, Unpacked, open_stream
from zipfviz.readers.formats.glove_package import GLOVE, GLOVE_NAME, read_glove_package
from zipfviz.readers.formats.rows import Notes, RowStore
from zipfviz.readers.records import Embedding

__all__ = ["load_embedding"]


def load_embedding(
    source: str | os.PathLike[str] | bytes | Any,
    *,
    limit: int | None = None,
    format: str | None = None,
    member: str | None = None,
    dim: int | None = None,
    partial: bool = False,
    max_bytes: int = MAX_UNPACKED,
    name: str | None = None,
) -> Embedding:
    if limit is not None and limit < 1:
        raise InputError(f"limit={limit}: ask for at least one word.")
    if isinstance(source, str) and source == GLOVE_NAME:
        store, notes = read_glove_package(limit)
        return store.finish(GLOVE_NAME, notes, GLOVE)
    if isinstance(source, str) and not Path(source).exists():
        raise InputError(
            f"no embedding is called {source!r} and no file is there; `zipfviz list` shows the "
            f"names, {GLOVE_NAME!r} is always there."
        )
    with open_stream(source, member, max_bytes=max_bytes, partial=partial, name=name) as stream:
        store, notes = _read_stream(stream, limit, format, dim, partial)
        return store.finish(name or stream.label, notes)


def _read_stream(
    stream: Unpacked, limit: int | None, format: str | None, dim: int | None, partial: bool
) -> tuple[RowStore, Notes]:
    from zipfviz.readers.formats.text import read_text
    from zipfviz.readers.formats.word2vec_binary import (
        looks_like_word2vec_binary,
        read_word2vec_binary,
    )

    if format == "word2vec-binary" or (format is None and looks_like_word2vec_binary(stream.head)):
        return read_word2vec_binary(stream, limit=limit, partial=partial)
    return read_text(stream, limit=limit, partial=partial, format=format, dim=dim)
