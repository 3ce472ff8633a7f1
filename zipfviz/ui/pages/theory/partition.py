"""Choose contexts, sum over all words for each, tell how constant Z is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from zipfviz.figures import method_style
from zipfviz.space.methods import Prior
from zipfviz.space.word_space import WordSpace
from zipfviz.theory.partition import Scaling
from zipfviz.theory.space_partition import Partition, draw_contexts, partition_functions
from zipfviz.ui.server.jobs import Told, work_or_stop
from zipfviz.ui.shell import messages, pickers

FACTORS = (0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0)
DRAWN: dict[Any, str] = {"tokens": "from text", "types": "from the list", "listed": "typed"}
PRIORS: dict[Prior, str] = {"uniform": "Uniform Z", "zipfian": "Zipfian Z"}


def part(told: Told, i: int, n: int) -> Callable[[float], None]:
    """Progress of the `i`-th of `n` equal parts as progress of the whole."""
    return lambda share: told((i + share) / n)


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
        words = tuple(space.words[i] for i in rows)
        return Contexts(rows, words, f"contexts = [space.index[w] for w in {list(words)!r}]")
    k = middle.slider("How many", 20, 500, 200, 20, key="z_number", bind="query-params")
    seed = right.number_input("Seed", 0, 9999, 0, key="z_seed", bind="query-params")
    k = min(k, len(space)) if by == "types" else k
    rows = draw_contexts(space, k, by=by, seed=seed)
    return Contexts(
        rows,
        tuple(space.words[i] for i in rows),
        f"contexts = draw_contexts(space, {k}, by={by!r}, seed={seed})",
    )


def choose_scaling() -> Scaling:
    """How long vectors are before Z is taken."""
    left, middle, right = st.columns(3, vertical_alignment="bottom")
    unit = left.toggle("Contexts of length 1", True, key="z_unit", bind="query-params")
    equal = middle.toggle(
        "Words of equal size",
        False,
        key="z_equal",
        bind="query-params",
        help="Multiplies all words of a transform by one number, so that their mean squared length "
        "is the number of dimensions. No transform can win by shrinking vectors then.",
    )
    factor = right.select_slider(
        "Contexts multiplied by", FACTORS, 1.0, key="z_factor", bind="query-params"
    )
    return Scaling(unit, factor, equal)


def partitions(
    space: WordSpace, methods: Sequence[str], contexts: Contexts, scaling: Scaling
) -> dict[str, dict[Prior, Partition]]:
    """Z under both priors by method, computed with a bar and kept with the space."""
    found = {}
    with work_or_stop("Summing over all words") as told:
        for i, method in enumerate(methods):
            found[method] = partition_functions(
                space,
                method,
                contexts=contexts.rows,
                scaling=scaling,
                context_vectors=contexts.vectors,
                progress=part(told, i, len(methods)),
            )
    return found


def partition_table(found: Mapping[str, Mapping[Prior, Partition]]) -> pd.DataFrame:
    """How constant Z is and how far its second-order form is off, a row a prior and transform."""
    rows = pd.DataFrame(
        {
            f"{PRIORS[prior]}, {method_style(method).label}": {
                "spread of log Z": both[prior].constancy.std_log,
                "variation of Z": both[prior].constancy.variation,
                "min/max Z": both[prior].constancy.min_max,
                "2nd order off, %": 100 * both[prior].error,
            }
            for prior in PRIORS
            for method, both in found.items()
        }
    ).T
    return rows.rename_axis("prior, vectors")


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
