"""Take context vectors from the same words, or from a second matrix."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.figures.style.text import count
from zipfviz.io.fetch.keep import keep_files
from zipfviz.io.folders import word_limit
from zipfviz.io.records import Embedding
from zipfviz.space.word_space import WordSpace
from zipfviz.theory.space_partition import contexts_elsewhere
from zipfviz.ui.pages.theory.partition import Contexts
from zipfviz.ui.server import loaders, uploads
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.server.uploads import Upload
from zipfviz.ui.shell import files, pickers

IMPORTS = (
    "import zipfviz\nfrom zipfviz.theory import (\n"
    "    Scaling, contexts_elsewhere, draw_contexts, partition_functions\n)"
)
"""What the Python of a partition function imports."""
SIDES = {"same": "of the same words", "second": "from a second matrix"}
FILE = "A file of yours"
UPLOAD = "z_second_file"


def choose_vectors(space: WordSpace, contexts: Contexts) -> Contexts:
    """The contexts with the vectors chosen for them; those a second matrix lacks are left out."""
    left, middle, right = st.columns([2, 2, 1], vertical_alignment="bottom")
    side = pickers.switch(
        "Context vectors", SIDES, "z_side", place=left,
        help="Of the same words: after the same transform. From a second matrix, such as the other "
        "side of a skip-gram: taken as they are, a context’s vector is found by its word.",
    )  # fmt: skip
    if side == "same":
        uploads.set_aside(UPLOAD)
        return contexts
    with middle:
        name, path = _choose_matrix()
    with right:
        tensor = _choose_side(path)
    second = _read(name, path, tensor)
    rows, vectors = contexts_elsewhere(space, contexts.rows, second)
    missing = len(contexts.rows) - len(rows)
    if missing:
        st.caption(
            f"Left out, without a vector there: {count(missing)} of {count(len(contexts.rows))} "
            "contexts."
        )
    which = f", tensor={tensor!r}" if tensor else ""
    limit = f", max_words={k}" if (k := word_limit()) else ""
    code = (
        f"{contexts.code}\nsecond = zipfviz.load_embedding({name!r}{which}{limit})\n"
        "contexts, C = contexts_elsewhere(space, contexts, second)"
    )
    words = tuple(space.words[row] for row in rows)
    title = f"{name}, {tensor}" if tensor else name
    return replace(contexts, rows=rows, words=words, code=code, vectors=vectors, second=title)


def passed(contexts: Contexts) -> str:
    """The argument of `partition_functions` that hands the second matrix over, or nothing."""
    return "" if contexts.vectors is None else ", context_vectors=C"


def told(contexts: Contexts) -> str:
    """Where the context vectors are from, in a sentence or two of markdown."""
    if contexts.vectors is None:
        return "Contexts are words of the same space after the same transform."
    return (
        f"Contexts are vectors of {plain(contexts.second)}, as they are there; only words are "
        "transformed. Whitening keeps the words’ own axes (ZCA), so that both fit."
    )


def _choose_matrix() -> tuple[str, Path | None]:
    """(name for `load_embedding`, its file or folder) of an embedding at hand or an upload."""
    entries = {entry.name: entry for entry in loaders.entries()["embeddings"]}
    titles: dict[Any, str] = {name: entry.title for name, entry in entries.items()} | {FILE: FILE}
    name = pickers.choose(
        "Second matrix",
        titles,
        "z_second",
        help="It needs as many dimensions as the words have.",
    )
    if name != FILE:
        uploads.set_aside(UPLOAD)
        return name, entries[name].path
    file = uploads.upload(
        "Vectors, or a skip-gram saved on the corpus page", UPLOAD,
        "Upload vectors of as many dimensions as the words have.",
        help="It is kept on the server and listed among the embeddings.",
    )  # fmt: skip
    if file is None:
        st.stop()
    path = _keep(file)
    entry = files.listed_entry(path, "embedding")
    return (str(path) if entry is None else entry.name), path


@shared_cache(64, "Keeping your file …")
def _keep(file: Upload) -> Path:
    [path] = keep_files("uploads", {file.name: file.open()})
    loaders.forget_entries()
    return path


def _choose_side(path: Path | None) -> str | None:
    """The matrix chosen in a .npz that holds several, None where there is no choice."""
    if path is None or not path.is_file():
        return None
    file = files.opened(path)
    found = list(files.matrices_in(file)) if file.kind == "npz" else []
    if len(found) < 2:
        return None
    first = found.index("outputs") if "outputs" in found else 0
    return st.selectbox("Matrix", found, index=first, key="z_second_side", bind="query-params")


@shared_cache(3, "Reading the second matrix …")
def _read(name: str, path: Path | None, tensor: str | None) -> Embedding:
    """Read anew when the file at `path` has changed."""
    if tensor is None:
        return loaders.embedding_of(name)
    from zipfviz.io.load import load_embedding

    return load_embedding(name, tensor=tensor, max_words=word_limit())
