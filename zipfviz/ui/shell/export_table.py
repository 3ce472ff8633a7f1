"""A table to take away: CSV, LaTeX with its caption, BibTeX, and Python that repeats a cell."""

from __future__ import annotations

import streamlit as st

from zipfviz.common.lazy import pd
from zipfviz.report.about import About
from zipfviz.report.export import table_csv
from zipfviz.report.latex import table_latex
from zipfviz.space.methods import METHODS
from zipfviz.space.names import method_name, task_name
from zipfviz.ui.shell import snippets
from zipfviz.ui.shell.selection import current
from zipfviz.ui.shell.typeset import show_table


def table(frame: pd.DataFrame, about: About, *, name: str, alt: str, code: str = "") -> None:
    """A table with aligned decimals and its way out, behind a click.

    `frame` has methods as its index where `about.tasks` are given: rows are shown under their full
    names, and a cell can be repeated in Python. `code` is offered where there is no such cell.
    """
    show_table(frame.rename(index=_row_name), f"{name}-frame", alt, about.decimals)
    pop = st.popover(
        "Take the table away",
        icon=":material/download:",
        type="tertiary",
        key=f"{name}-out",
        on_change="rerun",
    )
    if pop.open:
        with pop:
            _ways_out(frame, about, name, code)


TITLES = {
    "article": "LaTeX’s article",
    "neurips": "NeurIPS, text width",
    "acl": "ACL, one column",
    "acl-page": "ACL, both columns",
}


def _ways_out(frame: pd.DataFrame, about: About, name: str, code: str) -> None:
    place = st.selectbox(
        "LaTeX made for", list(TITLES), format_func=lambda p: TITLES[p], key=f"{name}-place"
    )
    tex = table_latex(
        frame,
        about.caption(),
        f"tab:{name}",
        decimals=about.decimals,
        best=about.best,
        row_name=_row_name,
        place=place,
    )
    files = {
        "CSV": (table_csv(frame), "csv", "text/csv", ":material/table:"),
        "LaTeX": (tex, "tex", "application/x-tex", ":material/function:"),
        "BibTeX": (about.bibtex(), "bib", "application/x-bibtex", ":material/menu_book:"),
    }
    with st.container(horizontal=True):
        for label, (text, ending, mime, icon) in files.items():
            st.download_button(
                label,
                text.encode("utf-8", "replace"),
                file_name=f"zipfviz-{name}.{ending}",
                mime=mime,
                key=f"{name}-{ending}",
                on_click="ignore",
                icon=icon,
            )
    st.caption("The table in LaTeX (needs booktabs); the best of each column in bold:")
    st.code(tex, language="latex", height=180)
    cells = [m for m in frame.index if m in about.methods]
    if about.tasks and about.plain_cells and cells:
        st.caption("One cell in Python. Pasted into a fresh interpreter, it prints the number:")
        left, right = st.columns(2)
        method = left.selectbox(
            "Method",
            cells,
            index=cells.index("zipfian_whitening") if "zipfian_whitening" in cells else 0,
            format_func=method_name,
            key=f"{name}-cell-method",
        )
        task = right.selectbox(
            "Task", [t.name for t in about.tasks], format_func=task_name, key=f"{name}-cell-task"
        )
        st.code(snippets.with_notes(about.cell(current(), task, method)), language="python")
    elif code:
        st.caption("The same numbers in Python:")
        st.code(snippets.with_notes(code), language="python")


def _row_name(row: str) -> str:
    return method_name(row) if row in METHODS else str(row)
