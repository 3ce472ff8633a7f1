"""A table to take away: CSV, LaTeX with its caption, BibTeX, and Python that repeats a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import streamlit as st

from zipfviz.export import bibtex, caption, snippet, table_csv
from zipfviz.latex import table_latex
from zipfviz.methods import METHODS
from zipfviz.names import COEFFICIENTS, method_name, task_name
from zipfviz.readers.folders import word_limit
from zipfviz.readers.records import Task
from zipfviz.space import WordSpace
from zipfviz.ui import snippets
from zipfviz.ui.selection import Selection
from zipfviz.ui.typeset import typeset

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["About", "table"]

Coefficient = Literal["spearman", "pearson"]


@dataclass(frozen=True, eq=False)
class About:
    """What a table's numbers are about: all that its caption, literature and snippet need.

    `own_words`: p is counted on each task itself. `lead` opens the caption where the numbers are no
    scores, `more` ends it. `spaces`: those of the table's columns or rows, by what these are called
    (where there are several). `plain_cells`: each cell is a score of the sidebar's space, which a
    snippet can repeat.
    """

    space: WordSpace
    chosen: Selection
    tasks: Sequence[Task] = ()
    methods: Sequence[str] = METHODS
    coefficient: Coefficient = "spearman"
    lead: str = ""
    more: str = ""
    own_words: bool = False
    plain_cells: bool = True
    spaces: Mapping[str, WordSpace] = field(default_factory=dict)
    best: Mapping[str, Literal["max", "min"] | None] | Literal["max", "min"] | None = "max"
    decimals: Mapping[str, int] = field(default_factory=dict)

    def caption(self) -> str:
        """What the numbers are, each of several spaces named; plain text."""
        if len({space.digest for space in self.spaces.values()}) < 2:
            text = caption(self.space, self.tasks, self.coefficient, lead=self.lead)
            return f"{text} {self.more}".strip()
        lead = self.lead or f"{COEFFICIENTS[self.coefficient]} × 100."
        parts = [
            caption(space, self._tasks_of(i, name), lead=f"{lead} {name}:" if not i else f"{name}:")
            for i, (name, space) in enumerate(self.spaces.items())
        ]
        return " ".join([*parts, self.more]).strip()

    def _tasks_of(self, i: int, name: str) -> Sequence[Task]:
        """The tasks told with the `i`-th space: its own one, else all of them with the first."""
        if self.own_words:
            return [task for task in self.tasks if task_name(task.name) == name]
        return () if i else self.tasks

    def snippet(self, task: str, method: str) -> str:
        """Python that prints the cell of a task and a method."""
        code = snippet(
            embedding=self.chosen.embedding,
            frequency=None if self.own_words else self.chosen.frequency,
            task=task,
            method=method,
            coefficient=self.coefficient,
            fold=self.chosen.fold,
            missing="drop" if self.own_words else self.chosen.missing,
            # The words of a task are few: no smaller selection of them is scored.
            max_words=None if self.own_words else self.chosen.max_words,
            limit=word_limit(),
        )
        return snippets.with_notes(code)


def table(frame: pd.DataFrame, about: About, *, name: str, alt: str, code: str = "") -> None:
    """A table with aligned decimals and its way out, behind a click.

    `frame` has methods as its index where `about.tasks` are given: rows are shown under their full
    names, and a cell can be repeated in Python. `code` is offered where there is no such cell.
    """
    shown = frame.rename(index=_row_name)
    st.dataframe(
        typeset(shown, about.decimals),
        placeholder="–",
        alt=alt,
        key=f"{name}-frame",
        height="content",
    )
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


def _ways_out(frame: pd.DataFrame, about: About, name: str, code: str) -> None:
    tex = table_latex(frame, about.caption(), f"tab:{name}", best=about.best, row_name=_row_name)
    files = (
        ("CSV", table_csv(frame), "csv", "text/csv", ":material/table:"),
        ("LaTeX", tex, "tex", "application/x-tex", ":material/function:"),
        (
            "BibTeX",
            bibtex(about.space, about.tasks, about.methods),
            "bib",
            "application/x-bibtex",
            ":material/menu_book:",
        ),
    )
    with st.container(horizontal=True):
        for label, text, ending, mime, icon in files:
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
        st.code(about.snippet(task, method), language="python")
    elif code:
        st.caption("The same numbers in Python:")
        st.code(code, language="python")


def _row_name(row: str) -> str:
    return method_name(row) if row in METHODS else str(row)
