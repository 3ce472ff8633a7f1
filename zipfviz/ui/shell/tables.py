"""Tables on the page: numbers set as in charts, and the way out as CSV, LaTeX and Python."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from zipfviz.common.lazy import pd
from zipfviz.figures.style.text import DASH, number, signed
from zipfviz.report.export import About, table_csv
from zipfviz.report.latex import table_latex
from zipfviz.space.methods import ALL_METHODS
from zipfviz.space.names import method_name, task_name
from zipfviz.ui.shell.pickers import download, pop_over
from zipfviz.ui.shell.python import show_python, with_notes
from zipfviz.ui.shell.selection import current

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler


def typeset(
    frame: pd.DataFrame, decimals: Mapping[str, int] | int = 2, changes: Collection[str] = ()
) -> Styler:
    """`frame` for `st.dataframe`, which shows these texts and still sorts by the numbers.

    Whole numbers have no decimals; others `decimals`, which is one number, or one for each column
    that differs from 2. Columns of `changes` have their sign always written. Missing is a dash.
    A column that streamlit is given a number format for would show that instead.
    """
    each = decimals if isinstance(decimals, Mapping) else {}
    usual = 2 if isinstance(decimals, Mapping) else decimals
    formats = {}
    for column in frame.select_dtypes("number").columns:
        whole = frame[column].dtype.kind in "iu"
        digits = each.get(str(column), 0 if whole else usual)
        formats[column] = partial(signed if column in changes else number, digits=digits)
    return frame.style.format(formats, na_rep=DASH)


def show_table(
    frame: pd.DataFrame, key: str, alt: str, decimals: Mapping[str, int] | int = 2
) -> None:
    """The frame on the page, as high as it is; `alt` tells what it holds."""
    typed = typeset(frame, decimals)
    st.dataframe(typed, placeholder=DASH, alt=alt, key=key, height="content")


def table(frame: pd.DataFrame, about: About, *, name: str, alt: str, code: str = "") -> None:
    """A table with aligned decimals and its way out, behind a click.

    `frame` has methods as its index where `about.tasks` are given: rows are shown under their full
    names, and a cell can be repeated in Python. `code` is offered where there is no such cell.
    """
    show_table(frame.rename(index=_row_name), f"{name}-frame", alt, about.decimals)
    box = pop_over("Take the table away", ":material/download:", f"{name}-out")
    if box is not None:
        with box:
            _ways_out(frame, about, name, code)


TITLES = {
    "article": "LaTeX’s article",
    "neurips": "NeurIPS, text width",
    "acl": "ACL, one column",
    "acl-page": "ACL, both columns",
}


def _ways_out(frame: pd.DataFrame, about: About, name: str, code: str) -> None:
    titles = TITLES.__getitem__
    place = st.selectbox("LaTeX made for", list(TITLES), 0, titles, key=f"{name}-place")
    look: dict[str, Any] = {"decimals": about.decimals, "best": about.best, "place": place}
    tex = table_latex(frame, about.caption(), f"tab:{name}", row_name=_row_name, **look)
    files = {
        "CSV": (table_csv(frame), "csv", "table"),
        "LaTeX": (tex, "tex", "function"),
        "BibTeX": (about.bibtex(), "bib", "menu_book"),
    }
    with st.container(horizontal=True):
        for label, (text, ending, icon) in files.items():
            content, key = text.encode("utf-8", "replace"), f"{name}-{ending}"
            download(label, content, f"zipfviz-{name}.{ending}", key, icon)
    st.caption("The table in LaTeX (needs booktabs); the best of each column in bold:")
    st.code(tex, language="latex", height=180)
    cells = [m for m in frame.index if m in about.methods]
    if about.tasks and about.plain_cells and cells:
        st.caption("One cell in Python. Pasted into a fresh interpreter, it prints the number:")
        left, right = st.columns(2)
        first = cells.index("zipfian_whitening") if "zipfian_whitening" in cells else 0
        method = left.selectbox("Method", cells, first, method_name, key=f"{name}-cell-method")
        tasks = [task.name for task in about.tasks]
        task = right.selectbox("Task", tasks, 0, task_name, key=f"{name}-cell-task")
        st.code(with_notes(about.cell(current(), task, method)), language="python")
    elif code:
        show_python(code)


def _row_name(row: str) -> str:
    return method_name(row) if row in ALL_METHODS else str(row)
