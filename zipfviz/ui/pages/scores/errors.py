"""How sure each score of the table is, in a row to open; the Python of it."""

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.evaluation.comparisons import compare
from zipfviz.evaluation.paired import Comparison, average
from zipfviz.evaluation.tables import Summary
from zipfviz.evaluation.verdicts import score_intervals
from zipfviz.figures import method_style
from zipfviz.gallery import GAIN, sure_gains
from zipfviz.report.export import About
from zipfviz.report.snippets import SpaceRecipe
from zipfviz.space.names import task_name
from zipfviz.ui.pages.scores.table import Columns, Sides, tasks_lines
from zipfviz.ui.server.jobs import stopped, work
from zipfviz.ui.server.shared_cache import shelf
from zipfviz.ui.shell import furniture

LABEL = "How sure each score is"


def error_rows(
    columns: Columns, asked: About, summary: Summary, recipe: SpaceRecipe, sides: Sides | None
) -> None:
    """A row to open: each score with its standard error and interval, made when it is opened."""
    look: dict[str, Any] = {"icon": ":material/straighten:", "type": "compact"}
    box = st.expander(LABEL, key="error_rows", on_change="rerun", bind="query-params", **look)
    if not box.open:
        return
    with box:
        parts = _parts(columns, asked, summary)
        if len(parts) < len(columns):
            st.caption("Stopped. Change any control to go on.")
            return
        if len(parts) > 1 and sides is None:
            parts["average"] = average(list(parts.values()))
        furniture.table(
            _frame(parts, asked),
            name="score-errors",
            decimals=2,
            about=asked,
            alt="Scores times 100 with their standard errors and 95 % intervals",
            code=_code(asked, summary, recipe, sides),
        )
        bases = (f"{plain(task_name(name))}: {plain(p.basis())}" for name, p in parts.items())
        st.caption("  \n".join(bases))
        st.caption(
            "All methods are scored on the same pairs, so how sure their differences are cannot be "
            "read from these: “Is the difference real?” tells that."
        )


def sure(
    columns: Columns, asked: About, summary: Summary, *, average_too: bool
) -> dict[str, tuple[float, float]] | None:
    """Ends of what Zipfian whitening gains on raw in each column, corrected for all of them.

    None where the two are not both shown, and after Stop. `average_too` adds their average.
    """
    if not set(GAIN) <= set(asked.methods) or not columns:
        return None
    parts = _parts(columns, replace(asked, methods=GAIN), summary)
    if len(parts) < len(columns):
        return None
    if average_too and len(parts) > 1:
        parts["average"] = average(list(parts.values()))
    return sure_gains(parts, asked.coefficient)


def _parts(columns: Columns, asked: About, summary: Summary) -> dict[str, Comparison]:
    """The comparison of each column's scores, by its name; after Stop those at hand."""
    found: dict[str, Comparison] = {}
    with work("errors") as told:
        for i, (name, (space, task)) in enumerate(columns.items()):
            key = (
                "comparison",
                space.digest,
                task.digest,
                task.name,
                tuple(asked.methods),
                summary,
            )
            part = shelf().get(key)
            if part is None and not stopped("errors"):

                def heard(done: int, total: int, i: int = i, name: str = name) -> None:
                    what = f"Drawing the texts of {plain(task_name(name))} again"
                    told((i + done / total) / len(columns), what)

                part = compare(space, task, asked.methods, summary=summary, progress=heard)
                shelf().put(key, part)
            if part is not None:
                found[name] = part
    return found


def _frame(parts: dict[str, Comparison], asked: About) -> pd.DataFrame:
    """Scores as read: a row a column of the table and method."""
    frames = []
    for name, part in parts.items():
        frame = score_intervals([part], coefficient=asked.coefficient)
        frames.append(frame.assign(task=task_name(name)))
    table = pd.concat(frames)
    return pd.DataFrame(
        {
            "task": table["task"],
            "method": [method_style(str(method)).label for method in table["method"]],
            "score": table["value"],
            "standard error": table["standard_error"],
            "95 % from": table["low"],
            "to": table["high"],
        }
    ).set_index("task")


def _code(asked: About, summary: Summary, recipe: SpaceRecipe, sides: Sides | None) -> str:
    """The same intervals in Python, with what they are over."""
    how = f"{list(asked.methods)!r}, summary={summary!r}"
    shown = f"print(score_intervals(parts, coefficient={asked.coefficient!r}).to_string())"
    bases = "print(*(part.basis() for part in parts), sep='\\n')"
    imported = "from zipfviz.evaluation import average, comparisons, score_intervals"
    before = [imported, *tasks_lines(asked)]
    every = f"parts = list(comparisons(space, tasks, {how}))"
    if sides:
        return recipe.each_space(*sides, every, f"print(e, f); {shown}", bases, before=before)
    last = ["parts.append(average(parts))"] if len(asked.tasks) > 1 else []
    if asked.own_words:
        line = f"parts += comparisons(space, [task], {how})"
        last = [*last, shown, bases]
        return recipe.of_task_words.each_task(line, before=[*before, "parts = []"], after=last)
    return recipe.snippet(every, *last, shown, bases, before=before)
