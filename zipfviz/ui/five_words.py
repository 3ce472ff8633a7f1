"""The worked example's table and its numbers in LaTeX; the words of the centroid map."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from zipfviz import links
from zipfviz.figures.plane import plane_limit, plane_step
from zipfviz.plane import EXAMPLE, STEPS, Worked, check_rows, worked_example
from zipfviz.projection import sample_rows
from zipfviz.space import WordSpace
from zipfviz.ui import furniture, zoom

__all__ = ["STEP_TITLES", "edit", "map_rows", "steps"]

STEP_TITLES = {
    "vectors": (
        "1 · The average word",
        "Each word’s area is its weight; the star is the mean.",
        r"\mu = \sum_i q_i\, w_i",
    ),
    "centred": (
        "2 · Centring",
        "All words move so that the mean is at the origin.",
        r"\bar w_i = w_i - \mu",
    ),
    "ellipse": (
        "3 · The ellipse",
        "One standard deviation in every direction: where the weight lies.",
        r"\Sigma = \sum_i q_i\, \bar w_i \bar w_i^{\top} = V \Lambda V^{\top}",
    ),
    "rotated": ("4 · Rotation", "The ellipse’s axes become x and y.", r"\bar w_i V"),
    "scaled": (
        "5 · Scaling",
        "Both axes get length 1: the ellipse is a circle. Look who is far out now.",
        r"\widetilde w_i = \bar w_i V \Lambda^{-1/2}",
    ),
}
TABLE, BEGAN, NOW, LINK = "five_table", "five_began", "five_now", "five"
PRIORS = {"uniform": r"q_i = \tfrac1n", "zipfian": r"q_i = p(w_i)"}


def edit() -> tuple[list[str], Worked, Worked]:
    """The example's words under both priors, from a table that can be typed in; it is in the URL.

    The editor keeps what is typed as changes to the table it began with, so that one must stay.
    """
    column = st.column_config
    if TABLE not in st.session_state:
        linked = links.rows_of(st.query_params.get(LINK, ""))
        st.session_state[BEGAN] = linked or st.session_state.get(NOW, EXAMPLE)
    rows = st.data_editor(
        [
            dict(zip(("word", "count", "x", "y"), row, strict=True))
            for row in st.session_state[BEGAN]
        ],
        column_config={
            "word": column.TextColumn(max_chars=20),
            "count": column.NumberColumn(min_value=0, help="How often it occurs in a text."),
            "x": column.NumberColumn(format="%.1f"),
            "y": column.NumberColumn(format="%.1f"),
        },
        num_rows="dynamic",
        key=TABLE,
        alt="The example's words with their counts and places; every cell can be changed",
    )
    table = [[row.get(name) for row in rows] for name in ("word", "count", "x", "y")]
    words, points, counts = check_rows(*table)
    numbers = zip(words, counts.tolist(), *points.T.tolist(), strict=True)
    _keep([(word, float(n), x, y) for word, n, x, y in numbers])
    return words, *worked_example(points, counts)


def _keep(rows: list[links.Row]) -> None:
    """The table for this session's next visit and, where it is not the example, for the link."""
    st.session_state[NOW] = rows
    if rows == [(w, float(n), x, y) for w, n, x, y in EXAMPLE]:
        st.query_params.pop(LINK, None)
    else:
        st.query_params[LINK] = links.rows_text(rows)


def steps(words: Sequence[str], columns: tuple[Worked, Worked]) -> list[go.Figure]:
    """Each step drawn under both priors side by side, with its formula and its numbers."""
    figures: list[go.Figure] = []
    keys = iter(zoom.chart_keys("five-words", len(STEPS) * len(columns)))
    for step in STEPS:
        title, look_for, formula = STEP_TITLES[step]
        st.markdown(f"##### {title}")
        st.caption(look_for)
        limit = plane_limit(columns, step)
        for place, worked in zip(st.columns(2), columns, strict=True):
            figure = plane_step(worked, step, words, limit=limit)
            figures.append(figure)
            with place:
                furniture.show(
                    figure,
                    next(keys),
                    f"{title}, {worked.prior} prior: mean at "
                    f"({worked.mean[0]:.2f}, {worked.mean[1]:.2f})",
                )
                weights = rf",\quad {PRIORS[worked.prior]}" if step == "vectors" else ""
                st.latex(f"{formula}{_told(worked, step)}{weights}")
    return figures


def _told(worked: Worked, step: str) -> str:
    """The step's numbers in LaTeX."""
    if step == "vectors":
        return f" = ({worked.mean[0]:.2f},\\ {worked.mean[1]:.2f})"
    if step == "ellipse":
        a, b = (" & ".join(f"{value:.2f}" for value in row) for row in worked.covariance)
        return rf" = \begin{{pmatrix}} {a} \\ {b} \end{{pmatrix}}"
    if step == "rotated":
        a, b = (" & ".join(f"{value:.2f}" for value in row) for row in worked.axes)
        return rf",\quad V = \begin{{pmatrix}} {a} \\ {b} \end{{pmatrix}}"
    if step == "scaled":
        return rf",\quad \Lambda = \mathrm{{diag}}({worked.values[0]:.2f},\ {worked.values[1]:.2f})"
    return ""


def map_rows(space: WordSpace, k: int = 1_000) -> np.ndarray:
    """Rows of the words drawn on the centroid map: k from the list and k from running text."""
    both = [sample_rows(space, k, by) for by in ("types", "tokens")]
    return np.unique(np.concatenate(both))
