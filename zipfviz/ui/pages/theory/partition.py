"""Choose contexts and their vectors, sum over all words for each, tell how constant Z is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.figures import method_style
from zipfviz.figures.style.text import count
from zipfviz.io.fetch.keep import keep_files
from zipfviz.io.folders import word_limit
from zipfviz.io.records import Embedding
from zipfviz.space.methods import Prior
from zipfviz.space.word_space import WordSpace
from zipfviz.theory.partition import Scaling, part_of
from zipfviz.theory.space_partition import (
    Partition,
    contexts_elsewhere,
    draw_contexts,
    partition_functions,
)
from zipfviz.ui.server import brought, loaders, uploads, visitor
from zipfviz.ui.server.jobs import work_or_stop
from zipfviz.ui.server.shared_cache import held_cache, shared_cache
from zipfviz.ui.server.uploads import Upload
from zipfviz.ui.shell import files, messages, pickers

FACTORS = (0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0)
DRAWN: dict[Any, str] = {"tokens": "from text", "types": "from the list", "listed": "typed"}
PRIORS: dict[Prior, str] = {"uniform": "Uniform Z", "zipfian": "Zipfian Z"}


@dataclass(frozen=True, eq=False)
class Contexts:
    """Context words: `rows` (k,) of the space, and the Python that draws them.

    `vectors` (k, d) float64 are theirs in a second matrix called `second`, else None and "".
    """

    rows: np.ndarray
    words: tuple[str, ...]
    code: str
    vectors: np.ndarray | None = None
    second: str = ""


def choose_contexts(space: WordSpace) -> Contexts:
    """Contexts drawn by tokens, by types, or typed in."""
    left, middle, right = st.columns([2, 2, 1], vertical_alignment="bottom")
    by = pickers.switch("Contexts drawn", DRAWN, "z_contexts", place=left)
    if by == "listed":
        with middle:
            rows = np.array(pickers.find_words("z_words", space), dtype=np.int64)
        if not rows.size:
            messages.stop_with_hint("Type the words whose Z you want to see.")
        code = f"[space.index[w] for w in {[space.words[i] for i in rows]!r}]"
    else:
        k = middle.slider("How many", 20, 500, 200, 20, key="z_number", bind="query-params")
        seed = right.number_input("Seed", 0, 9999, 0, key="z_seed", bind="query-params")
        k = min(k, len(space)) if by == "types" else k
        rows = draw_contexts(space, k, by=by, seed=seed)
        code = f"draw_contexts(space, {k}, by={by!r}, seed={seed})"
    return Contexts(rows, tuple(space.words[i] for i in rows), f"contexts = {code}")


def choose_scaling() -> Scaling:
    """How long vectors are before Z is taken."""
    left, middle, right = st.columns(3, vertical_alignment="bottom")
    unit = left.toggle("Contexts of length 1", True, key="z_unit", bind="query-params")
    bound: dict[str, Any] = {"bind": "query-params", "help": EQUAL_HELP}
    equal = middle.toggle("Words of equal size", False, key="z_equal", **bound)
    bound = {"key": "z_factor", "bind": "query-params"}
    factor = right.select_slider("Contexts multiplied by", FACTORS, 1.0, **bound)
    return Scaling(unit, factor, equal)


EQUAL_HELP = (
    "Multiplies all words of a transform by one number, so that their mean squared length is the "
    "number of dimensions. No transform can win by shrinking vectors then."
)


def partitions(
    space: WordSpace, methods: Sequence[str], contexts: Contexts, scaling: Scaling
) -> dict[str, dict[Prior, Partition]]:
    """Z under both priors by method, computed with a bar and kept with the space."""
    asked: dict[str, Any] = {"contexts": contexts.rows, "context_vectors": contexts.vectors}
    found = {}
    with work_or_stop("Summing over all words") as told:
        for i, method in enumerate(methods):
            heard = part_of(told, i, len(methods))
            found[method] = partition_functions(
                space, method, scaling=scaling, progress=heard, **asked
            )
    return found


def partition_table(found: Mapping[str, Mapping[Prior, Partition]]) -> pd.DataFrame:
    """How constant Z is and how far its second-order form is off, a row a prior and transform."""
    columns = ["spread of log Z", "variation of Z", "min/max Z", "2nd order off, %"]
    rows = {
        f"{PRIORS[prior]}, {method_style(method).label}": (
            *vars(both[prior].constancy).values(),
            100 * both[prior].error,
        )
        for prior in PRIORS
        for method, both in found.items()
    }
    return pd.DataFrame(rows, index=columns).T.rename_axis("prior, vectors")


def partition_frame(
    found: Mapping[str, Mapping[Prior, Partition]], words: Sequence[str]
) -> pd.DataFrame:
    """The data behind the charts: every context's log Z, exact and to second order."""
    return pd.DataFrame(
        {
            f"{method} {prior} {kind}": getattr(part, kind)
            for method, both in found.items()
            for prior, part in both.items()
            for kind in ("log_z", "log_second_order")
        },
        index=pd.Index(words, name="context"),
    )


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
    hint = "It needs as many dimensions as the words have."
    name = pickers.choose("Second matrix", titles, "z_second", help=hint)
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
    path = _keep(file, visitor.me())
    entry = files.listed_entry(path, "embedding")
    return (str(path) if entry is None else entry.name), path


@shared_cache(64, "Keeping your file …")
def _keep(file: Upload, owner: str) -> Path:
    with visitor.bringing_for(owner):
        [path] = keep_files("uploads", {file.name: file.open()})
    loaders.forget_entries()
    return path


def _choose_side(path: Path | None) -> str | None:
    """The matrix chosen in a .npz that holds several, None where there is no choice."""
    if path is None or not path.is_file():
        return None
    seen = files.glanced(path)
    found = list(seen.matrices) if seen.file.kind == "npz" else []
    if len(found) < 2:
        return None
    first = found.index("outputs") if "outputs" in found else 0
    return st.selectbox("Matrix", found, index=first, key="z_second_side", bind="query-params")


@held_cache(3, "Reading the second matrix …")
def _read(name: str, path: Path | None, tensor: str | None) -> Embedding:
    """Read anew when the file at `path` has changed."""
    if tensor is None:
        return loaders.embedding_of(name)
    found: Embedding = brought.load("embedding", name, tensor=tensor, max_words=word_limit())
    return found
