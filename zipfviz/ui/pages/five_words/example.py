"""Move the worked example's words, and show each step with its numbers in LaTeX."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from zipfviz.explore.plane import EXAMPLE, STEPS, Step, Worked, check_rows, worked_example
from zipfviz.figures import Chart, Draw, number
from zipfviz.figures.plane import STEP_NAMES, STEP_TEXTS, five_words_data, plane_step
from zipfviz.ui.shell import furniture, links, live, screen, zoom

KEY, BEGAN, NOW, LINK = "five_words", "five_began", "five_now", "five"
PRIORS = {"uniform": r"q_i = \tfrac1n", "zipfian": r"q_i = p(w_i)"}


def edit() -> tuple[list[str], Worked, Worked]:
    """The example's words under both priors, moved and typed in the browser; they are in the URL.

    The picture keeps what is done to it, and tells it; it is handed the words it began with.
    """
    if KEY not in st.session_state:
        linked = links.rows_of(st.query_params.get(LINK, ""))
        st.session_state[BEGAN] = linked or st.session_state.get(NOW, EXAMPLE)
    began: Sequence[links.Row] = st.session_state[BEGAN]
    data = {**five_words_data(began), "example": EXAMPLE, "id": links.rows_text(began)}
    told = live.show("five_words", "drawFiveWords", data, KEY, on_told_change=lambda: None).told
    words, points, counts = check_rows(*zip(*(told or began), strict=True))
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


@st.cache_resource(max_entries=160, show_spinner=False)
def _drawn(
    rows: tuple[links.Row, ...], step: Step, _columns: Sequence[Worked], **look: Any
) -> Chart:
    """One step, once for a table: a class looks at the same example."""
    return plane_step(_columns, step, [row[0] for row in rows], **look)


def draws(columns: tuple[Worked, Worked]) -> list[Draw]:
    """What draws each step under both priors, for a strip and for print."""
    drawn = partial(_drawn, tuple(st.session_state[NOW]), stacked=screen.on_phone())
    return [partial(drawn, step=step, _columns=columns) for step in STEPS]


def strip(columns: tuple[Worked, Worked]) -> None:
    """Show each step under both priors, one below the other, with its formula and its numbers."""
    stacked = screen.on_phone()
    keys = zoom.chart_keys("five-words", len(STEPS))
    for step, draw, key in zip(STEPS, draws(columns), keys, strict=True):
        title, said = STEP_NAMES[step], STEP_TEXTS[step]
        st.markdown(f"##### {title}")
        st.caption(f"{said['look_for']} ${said['formula']}$")
        means = (f"{w.prior} prior: mean at {_pair(w.mean)}" for w in columns)
        furniture.show(draw, key, f"{title}, {'; '.join(means)}")
        if step in TOLD:
            for place, worked in zip(st.columns(len(columns)), columns, strict=True):
                whose = rf"\text{{{worked.prior}:}}\quad " if stacked else ""
                place.latex(f"{whose}{TOLD[step](worked)}")


def _pair(values: np.ndarray) -> str:
    return f"({number(values[0])}, {number(values[1])})"


def _matrix(values: np.ndarray) -> str:
    rows = r" \\ ".join(" & ".join(map(number, row)) for row in values)
    return rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}"


TOLD: dict[str, Callable[[Worked], str]] = {
    "vectors": lambda w: rf"{PRIORS[w.prior]},\quad \mu = {_pair(w.mean)}",
    "ellipse": lambda w: rf"\Sigma = {_matrix(w.covariance)}",
    "rotated": lambda w: f"V = {_matrix(w.axes)}",
    "scaled": lambda w: rf"\Lambda = \mathrm{{diag}}{_pair(w.values)}",
}
"""A step's numbers in LaTeX, where it has some."""
