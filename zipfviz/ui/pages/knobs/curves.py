"""Compute curves over the paper's settings, drawn point by point as they come."""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.evaluation import published
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.curves import KNOBS, CurvePoint, curve, curve_frame
from zipfviz.evaluation.grid import length_direction_grid
from zipfviz.evaluation.settings_match import Printed, differences
from zipfviz.figures import method_style
from zipfviz.figures.curves import knob_curve
from zipfviz.gallery.symmetry import MEASURE_LABELS
from zipfviz.io.records import Task
from zipfviz.space.methods import ALL_METHODS
from zipfviz.space.names import COEFFICIENTS, task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server.jobs import stopped, work
from zipfviz.ui.server.shared_cache import cached_table, shelf
from zipfviz.ui.shell import pickers, screen
from zipfviz.ui.shell.assets import texts_of

SECTIONS = {
    "t": "Prior strength t",
    "a": "SIF’s a",
    "D": "ABTT’s D",
    "kept": "Directions kept",
    "words": "Vocabulary",
    "grid": "Length × direction",
    "today": "Methods of today",
}
TODAY = {
    "epsilon": "Soft whitening’s ε",
    "model2vec": "Model2Vec’s a",
    "sentence": "uSIF’s sentence length",
    "common": "uSIF’s common directions",
    "filter": "EmbedFilter’s ratio",
}
KNOB_OF = {
    "t": "prior_strength",
    "a": "sif_a",
    "D": "abtt_components",
    "kept": "n_kept",
    "words": "n_words",
    "epsilon": "soft_epsilon",
    "model2vec": "model2vec_a",
    "sentence": "usif_length",
    "common": "usif_components",
    "filter": "filter_ratio",
}
TEXTS = texts_of(__file__)
COLUMNS = {**COEFFICIENTS, **MEASURE_LABELS}
CHANGE = {
    "change": "change",
    "error": "standard error",
    "low": "corrected from",
    "high": "to",
}
DEFAULTS = {
    "soft_epsilon": ["uniform_soft_whitening", "zipfian_soft_whitening"],
    "model2vec_a": ["model2vec", "model2vec_p"],
    "n_kept": ["uniform_whitening", "zipfian_whitening"],
    "n_words": ["raw", "uniform_whitening", "zipfian_whitening"],
}


def choose_section() -> str:
    """Which knob; those of the methods of today are behind one name."""
    section = pickers.switch("Knob", SECTIONS, "knob", "t")
    return pickers.switch("Its setting", TODAY, "knob_today") if section == "today" else section


def choices(section: str) -> tuple[str, list[str], list[str]]:
    """The knob of a section, the methods that it moves, those drawn by default."""
    knob = KNOBS[KNOB_OF[section]]
    possible = [m for m in ALL_METHODS if knob.moves_method(m)]
    return knob.name, possible, DEFAULTS.get(knob.name, [knob.method])


def texts(name: str) -> dict[str, Any]:
    """What is said of a knob's curve, and of its band; as `furniture.chart` takes it."""
    told = TEXTS[name]
    return told | {"seeing": f"{told['seeing']} {TEXTS['band']['seeing']}"}


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
    asked: dict[str, Any] = {"knob": name, "with_symmetry": with_symmetry}
    shown: dict[str, Any] = {"values": values, "coefficient": coefficient}
    drawn = count()  # others may add points to the same curve meanwhile
    with work("curve") as told:
        for method, points in have.items():
            if len(points) == len(values) or stopped("curve"):
                continue
            for point in curve(space, task, method=method, known=list(points), **asked):
                points[point.value] = point
                done = sum(map(len, have.values()))
                told(done / n, f"{method_style(method).label}: {len(points)} of {len(values)}")
                figure = knob_curve(_frames(have), knob.label, medium=screen.medium(), **shown)
                at = f"arriving-{name}-{next(drawn)}-{coefficient}"
                with place:
                    screen.draw(figure, at, "The curve so far")
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


grid = cached_table(32, "Every length with every direction …")(length_direction_grid)
"""The length × direction grid of a space and a task."""


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
    beside = "Settings match, so the two may be compared cell by cell."
    if what:
        beside = f"No difference is computed, since these are other ones: {plain('; '.join(what))}."
    return (
        f"The paper prints Pearson’s r on STS-B: {printed.sentence()} {beside} "
        f"{published.REMARKS['mixed_norms']}"
    )


def joined(curves: dict[str, pd.DataFrame], coefficient: Coefficient) -> pd.DataFrame:
    """The curves as one table: a row a value, coefficients (and symmetry) of each method.

    Of `coefficient` its change from the paper's setting and the ends of that, too.
    """
    columns = COLUMNS | {f"{coefficient}_{name}": told for name, told in CHANGE.items()}
    frames = []
    for method, frame in curves.items():
        named = frame.set_index("value").rename(columns=columns)
        named = named[[column for column in columns.values() if column in named]]
        if len(curves) > 1:
            named = named.add_prefix(f"{method_style(method).short}, ")
        frames.append(named)
    table = pd.concat(frames, axis=1).sort_index()
    paper = {v for f in curves.values() for v in f.loc[f["is_paper"], "value"]}
    table.insert(0, "setting", ["the paper’s" if v in paper else "" for v in table.index])
    return table
