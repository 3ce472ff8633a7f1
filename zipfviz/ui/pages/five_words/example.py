"""Edit the worked example's words and show each step with its numbers in LaTeX."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from zipfviz.common.nouns import counted
from zipfviz.explore.plane import EXAMPLE, STEPS, Step, Worked, check_rows, worked_example
from zipfviz.figures import Chart, Draw, number
from zipfviz.figures.plane import STEP_NAMES, plane_step
from zipfviz.ui.shell import furniture, links, zoom
from zipfviz.ui.shell.assets import texts_of

TEXTS = texts_of(__file__)
NUMBER = r"^[-\u2212]?[0-9]*\.?[0-9]+(e[-+\u2212]?[0-9]+)?$"
TABLE, BEGAN, NOW, LINK = "five_table", "five_began", "five_now", "five"
PRIORS = {"uniform": r"q_i = \tfrac1n", "zipfian": r"q_i = p(w_i)"}


def edit() -> tuple[list[str], Worked, Worked]:
    """The example's words under both priors, from a table that can be typed in; it is in the URL.

    The editor keeps what is typed as changes to the table it began with, so that one must stay.
    """
    column = st.column_config
    # As text, which can have a real minus sign.
    place = partial(column.TextColumn, alignment="right", max_chars=12, validate=NUMBER)
    if TABLE not in st.session_state:
        linked = links.rows_of(st.query_params.get(LINK, ""))
        st.session_state[BEGAN] = linked or st.session_state.get(NOW, EXAMPLE)
    # In a form: while charts are drawn anew, a browser would lose what is typed into the next cell.
    with st.form("five_form", border=False):
        rows = st.data_editor(
            _shown(st.session_state[BEGAN]),
            column_config={
                "word": column.TextColumn(max_chars=20),
                "count": column.NumberColumn(min_value=0, help="How often it occurs in a text."),
                "x": place(help="How far to the right it lies."),
                "y": place(help="How far up it lies."),
            },
            num_rows="dynamic",
            key=TABLE,
            alt="The example's words with their counts and places; every cell can be changed",
        )
        st.form_submit_button("Draw these words", icon=":material/draw:")
    words, points, counts = check_rows(
        *([row.get(name) for row in rows] for name in ("word", "count")),
        *([_typed(row.get(name)) for row in rows] for name in ("x", "y")),
    )
    begun = sum(any(value not in (None, "") for value in row.values()) for row in rows)
    if (n := begun - len(words)) > 0:
        need = counted(n, "rows are not drawn: they need", "row is not drawn: it needs")
        st.caption(f":orange[{need} a word, a count, x and y.]")
    numbers = zip(words, counts.tolist(), *points.T.tolist(), strict=True)
    _keep([(word, float(n), x, y) for word, n, x, y in numbers])
    return words, *worked_example(points, counts)


def _shown(rows: Sequence[links.Row]) -> list[dict[str, object]]:
    """The table as the editor has it: places as text, all of a column to as many decimals."""
    words, counts, *places = zip(*rows, strict=True)
    columns = zip(words, counts, *map(_aligned, places), strict=True)
    return [dict(zip(("word", "count", "x", "y"), row, strict=True)) for row in columns]


def _aligned(values: Sequence[float]) -> list[str]:
    """Numbers as they can be typed, with the one to six decimals that the longest of them needs."""
    needed = (d for d in range(1, 7) if all(float(f"{v:.6g}") == round(v, d) for v in values))
    written = f".{digits}f" if (digits := next(needed, 0)) else ".6g"
    return [format(v, written).replace("-", "\u2212") for v in values]


def _typed(cell: object) -> float | None:
    """The number of a cell, None for what is none."""
    text = str(cell)
    return float(text.replace("\u2212", "-")) if re.fullmatch(NUMBER, text) else None


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


def steps(columns: tuple[Worked, Worked]) -> list[Draw]:
    """Show each step under both priors, with its formula and its numbers."""
    stacked = furniture.on_phone()
    rows = tuple(st.session_state[NOW])
    drawn = partial(_drawn, rows, stacked=stacked)
    draws: list[Draw] = [partial(drawn, step=step, _columns=columns) for step in STEPS]
    keys = zoom.chart_keys("five-words", len(STEPS))
    for step, draw, key in zip(STEPS, draws, keys, strict=True):
        title, said = STEP_NAMES[step], TEXTS[step]
        st.markdown(f"##### {title}")
        st.caption(f"{said['look_for']} ${said['formula']}$")
        means = (f"{w.prior} prior: mean at {_pair(w.mean)}" for w in columns)
        furniture.show(draw, key, f"{title}, {'; '.join(means)}")
        if step in TOLD:
            for place, worked in zip(st.columns(len(columns)), columns, strict=True):
                whose = rf"\text{{{worked.prior}:}}\quad " if stacked else ""
                place.latex(f"{whose}{TOLD[step](worked)}")
    return draws


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
