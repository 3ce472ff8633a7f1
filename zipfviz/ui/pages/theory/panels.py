"""The theory page's parts: contexts, Z by method, families."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from zipfviz.evaluation.scoring import transform
from zipfviz.figures import method_style
from zipfviz.figures.theory_law import LawPanel
from zipfviz.space.methods import Prior
from zipfviz.space.word_space import WordSpace
from zipfviz.theory import family
from zipfviz.theory.partition import Scaling
from zipfviz.theory.space_partition import Partition, draw_contexts, partition_functions
from zipfviz.ui.server.work import Told, work_or_stop
from zipfviz.ui.shell import furniture, pickers

CENTERINGS = {
    "raw": "raw",
    "uniform_centering": "uniform-centred",
    "zipfian_centering": "Zipf-centred",
}
SCALES = (0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.0)
FACTORS = (0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0)
DRAWN: dict[Any, str] = {"tokens": "from text", "types": "from the list", "listed": "typed"}
PRIORS: dict[Prior, str] = {"uniform": "Uniform Z", "zipfian": "Zipfian Z"}
Errors = dict[tuple[str, str], dict[str, np.ndarray]]


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
            furniture.nothing("Type the words whose Z you want to see.")
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


def _family(space: WordSpace, k: int, method: str) -> tuple[WordSpace, np.ndarray]:
    """The `k` most frequent words and their vectors after a centering fitted on them."""
    top = space.analysis.cached(("top", k), lambda: space.top(k))
    return top, transform(top, method).astype(np.float64)


def family_errors(space: WordSpace, k: int) -> Errors:
    """Relative error of the law at SCALES, by (centering, its prior) and G."""

    def compute() -> Errors:
        found: Errors = {}
        for method, label in CENTERINGS.items():
            top, W = _family(space, k, method)
            found[label, method_style(method).prior] = family.law_errors(W, top.p, SCALES)
        return found

    return space.analysis.cached(("family", k), compute)


def family_panels(
    space: WordSpace, k: int, scale: float, metric: str, found: Sequence[int]
) -> list[LawPanel]:
    """Both sides of the law at one scale, a panel a centering; `found` are rows of the space."""
    panels = []
    wanted = {space.words[i] for i in found}
    for method, label in CENTERINGS.items():
        top, W = _family(space, k, method)
        point = family.law_at(W, top.p, scale)
        panels.append(
            LawPanel(
                label[0].upper() + label[1:],
                "",
                method_style(method).prior,
                point.forward,
                getattr(point, metric),
                top.words,
                [i for i, word in enumerate(top.words) if word in wanted],
            )
        )
    return panels


def family_off(panels: Sequence[LawPanel]) -> dict[str, float]:
    """Relative error of the law in each panel, by its title."""
    return {panel.title: family.law_error(panel.length, panel.divergence) for panel in panels}


def error_frame(errors: Errors) -> pd.DataFrame:
    """Relative error of the law by scale, a column a centering and G."""
    return pd.DataFrame(
        {
            f"{label}, {side} G": values
            for (label, _), sides in errors.items()
            for side, values in sides.items()
        },
        index=pd.Index(SCALES, name="scale"),
    )


def family_frame(panels: Sequence[LawPanel]) -> pd.DataFrame:
    """Both sides for every word of the family, two columns a centering."""
    columns = {}
    for panel in panels:
        columns[f"{panel.title} 2 KL"] = panel.divergence
        columns[f"{panel.title} length²"] = panel.length
    return pd.DataFrame(columns, index=pd.Index(panels[0].words, name="word"))
