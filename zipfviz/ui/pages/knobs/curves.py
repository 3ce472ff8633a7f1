"""Curves over the paper's settings, drawn point by point as they come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.evaluation import published
from zipfviz.evaluation.curves import KNOBS, CurvePoint, curve, curve_frame
from zipfviz.evaluation.grid import length_direction_grid
from zipfviz.evaluation.settings_match import Printed, differences
from zipfviz.figures import method_style
from zipfviz.figures.curves import knob_curve
from zipfviz.gallery.symmetry import MEASURE_LABELS
from zipfviz.io.records import Task
from zipfviz.space.methods import METHODS
from zipfviz.space.names import COEFFICIENTS, task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server.shared_cache import cached_table
from zipfviz.ui.server.work import shelf, stopped, work
from zipfviz.ui.shell import screen

Coefficient = Literal["spearman", "pearson"]
SECTIONS = {
    "t": "Prior strength t",
    "a": "SIF’s a",
    "D": "ABTT’s D",
    "kept": "Directions kept",
    "words": "Vocabulary",
    "grid": "Length × direction",
}
KNOB_OF = {
    "t": "prior_strength",
    "a": "sif_a",
    "D": "abtt_components",
    "kept": "n_kept",
    "words": "n_words",
}
COLUMNS = {**COEFFICIENTS, **MEASURE_LABELS}
DEFAULTS = {
    "n_kept": ["uniform_whitening", "zipfian_whitening"],
    "n_words": ["raw", "uniform_whitening", "zipfian_whitening"],
}


def choices(section: str) -> tuple[str, list[str], list[str]]:
    """The knob of a section, the methods that it moves, those drawn by default."""
    knob = KNOBS[KNOB_OF[section]]
    return (
        knob.name,
        [m for m in METHODS if knob.moves_method(m)],
        DEFAULTS.get(knob.name, [knob.method]),
    )


def curves(
    space: WordSpace,
    task: Task,
    name: str,
    methods: Sequence[str],
    coefficient: Coefficient,
    with_symmetry: bool,
) -> dict[str, pd.DataFrame]:
    """A curve of each method, drawn point by point; after Stop the points at hand."""
    knob = KNOBS[name]
    values = knob.values(space)
    have: dict[str, dict[float, CurvePoint]] = {}
    for method in methods:
        key = ("curve", space.digest, task.digest, name, method, with_symmetry)
        have[method] = shelf().get(key) or {}
        shelf().put(key, have[method])
    place, n = st.empty(), len(values) * len(methods)
    with work("curve") as told:
        for method, points in have.items():
            missing = [v for v in values if v not in points]
            if not missing or stopped("curve"):
                continue
            for point in curve(
                space, task, knob=name, values=missing, method=method, with_symmetry=with_symmetry
            ):
                points[point.value] = point
                done = sum(map(len, have.values()))
                told(done / n, f"{method_style(method).label}: {len(points)} of {len(values)}")
                with place:
                    screen.draw(
                        knob_curve(
                            _frames(have), knob.label, values=values, coefficient=coefficient
                        ),
                        f"arriving-{name}-{done}-{coefficient}",
                        "The curve so far",
                    )
    place.empty()
    if sum(map(len, have.values())) < n:
        st.caption("Stopped before the last point. Change any control to go on.")
    return _frames(have)


def _frames(have: dict[str, dict[float, CurvePoint]]) -> dict[str, pd.DataFrame]:
    return {
        method: curve_frame(points[v] for v in sorted(points))
        for method, points in have.items()
        if points
    }


@cached_table(32, "Every length with every direction …")
def grid(space: WordSpace, task: Task) -> pd.DataFrame:
    """The length × direction grid of a space and a task."""
    return length_direction_grid(space, task)


def grid_table(grid: pd.DataFrame, task: Task, coefficient: Coefficient) -> pd.DataFrame:
    """The paper's cells of the grid, computed, beside the printed ones where it prints them."""
    cells = grid[grid["in_paper"]].set_index("method")
    table = pd.DataFrame({f"yours on {task_name(task.name)}": cells[coefficient]})
    if task.name == "sts-b" and coefficient == "pearson":
        printed = published.mixed_norms().set_index("method")["STS-B"]
        table["printed (GloVe)"] = printed.reindex(table.index)
    return table


def printed_note(space: WordSpace, task: Task) -> str:
    """Where the paper prints the grid's cells, and what differs in our setting; markdown."""
    printed = Printed(embedding="GloVe", frequency="enwiki")
    what = differences(space, printed, task)
    beside = (
        "Settings match, so the two may be compared cell by cell."
        if not what
        else f"No difference is computed, since these are other ones: {plain('; '.join(what))}."
    )
    return (
        f"The paper prints Pearson’s r on STS-B: {printed.sentence()} {beside} "
        f"{published.REMARKS['mixed_norms']}"
    )


def joined(curves: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """The curves as one table: a row a value, coefficients (and symmetry) of each method."""
    frames = []
    for method, frame in curves.items():
        named = frame.drop(columns="is_paper").set_index("value").rename(columns=COLUMNS)
        if len(curves) > 1:
            named = named.add_prefix(f"{method_style(method).short}, ")
        frames.append(named)
    table = pd.concat(frames, axis=1).sort_index()
    paper = {v for f in curves.values() for v in f.loc[f["is_paper"], "value"]}
    table.insert(0, "setting", ["the paper’s" if v in paper else "" for v in table.index])
    return table


LOOK_FOR = {
    "prior_strength": "Left every word counts once, right as often as it occurs. Where does the "
    "curve get flat: is all of Zipf’s law needed, or a part of it?",
    "sif_a": "Left only the rarest words count, right all count alike. Is there a range of a that "
    "makes no difference?",
    "abtt_components": "How many directions may go before meaning goes with them?",
    "n_kept": "Directions with little variance are stretched most by whitening. Does the score "
    "fall when they are dropped?",
    "n_words": "Rare words on the list are seen by the uniform average alone. Which curve bends "
    "when they come in?",
}
SEEING = {
    "prior_strength": "t tempers the prior between the paper’s two: 0 is uniform, 1 Zipfian.",
    "sif_a": "SIF weighs each word by a/(a + p) before the average, and removes one common "
    "direction after it. The paper takes a = 0.001.",
    "abtt_components": "All-but-the-top centres under the uniform prior and removes the top D "
    "principal directions. Its authors suggest D ≈ d/100; the paper takes 3.",
    "n_kept": "Whitening keeps the k directions of greatest variance under its prior; the paper "
    "keeps all of them.",
    "n_words": "The space is cut to its most frequent words and p renormalised; texts see these "
    "words only. The paper takes all that embedding and list share.",
}
FORMULAS = {
    "prior_strength": r"q_i \propto p_i^{\,t}",
    "sif_a": r"\mathrm{weight}(w) = \frac{a}{a + p(w)}",
    "abtt_components": r"\widetilde{w} = (w - \mu) - \sum_{j \le D} \langle w-\mu, v_j\rangle v_j",
    "n_kept": r"\widetilde{w} = (w - \mu)\, V_{[1..k]} \Lambda_{[1..k]}^{-1/2}",
    "n_words": r"p_i \leftarrow \frac{p_i}{\sum_{j \le n} p_j}",
}
