"""Compare methods, task by task as they come; advise."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.comparisons import compare
from zipfviz.evaluation.paired import Comparison, average
from zipfviz.evaluation.scoring import score
from zipfviz.evaluation.tables import score_table
from zipfviz.evaluation.verdicts import Advice, advise, baselines, difference_table, verdict
from zipfviz.figures import method_style
from zipfviz.figures.headlines.differences import difference_headline
from zipfviz.figures.uncertainty import difference_charts
from zipfviz.report.export import About
from zipfviz.space.names import task_name
from zipfviz.ui.server.jobs import Told, stopped, work
from zipfviz.ui.server.shared_cache import shelf
from zipfviz.ui.shell import screen
from zipfviz.ui.shell.assets import texts_of

TEXTS: dict[str, str] = texts_of(__file__)["differences"]


def with_baselines(methods: Sequence[str]) -> tuple[str, ...]:
    """The methods and what each is measured against, the raw vectors first."""
    needed = [b for m in methods for b in baselines(m)]
    return tuple(dict.fromkeys(["raw", *needed, *methods]))


def parts(asked: About) -> list[Comparison]:
    """A comparison of each task, with progress, shown as they arrive; after Stop those at hand.

    The average over all tasks ends the list where there are several and all are there.
    """
    found: list[Comparison] = []
    space, tasks, place = asked.space, asked.tasks, st.empty()
    with work("comparison") as told:
        sizes = [score(space, task).n_pairs for task in tasks]
        for i, task in enumerate(tasks):
            of = space.digest, task.digest, task.name
            key = ("comparison", *of, tuple(asked.methods), "all")
            part = shelf().get(key)
            if part is None and not stopped("comparison"):
                if found:
                    with place.container():
                        _arriving(found, asked.coefficient)
                name = f"Drawing the texts of {plain(task_name(task.name))} again"
                heard = _heard(told, name, sizes[i], sum(sizes[:i]), sum(sizes))
                part = compare(space, task, asked.methods, progress=heard)
                shelf().put(key, part)
            if part is not None:
                found.append(part)
    place.empty()
    if len(found) < len(tasks):
        st.caption(f"Stopped with {len(found)} of {len(tasks)} tasks. Change any control to go on.")
    elif len(found) > 1:
        found.append(average(found))
    return found


def _heard(told: Told, what: str, size: int, before: int, whole: int) -> Callable[[int, int], None]:
    """Progress of one task as that of all: it has `size` of `whole` pairs, after `before`."""
    return lambda done, total: told((before + size * done / total) / max(whole, 1), what)


def _arriving(found: Sequence[Comparison], coefficient: Coefficient) -> None:
    """What has come so far, without the furniture of the finished page."""
    table = named(difference_table(found, coefficient=coefficient))
    st.markdown(f"**{plain(difference_headline(table))}**")
    columns = st.columns(2)
    for j, draw in enumerate(difference_charts(table)):
        with columns[j % 2]:
            screen.draw(
                draw(medium=screen.medium()), f"arriving-{len(found)}-{j}", "Differences so far"
            )


def named(table: pd.DataFrame) -> pd.DataFrame:
    """The same table with its tasks as they are called."""
    return table.assign(task=[task_name(str(t)) for t in table["task"]])


def shown_table(table: pd.DataFrame) -> pd.DataFrame:
    """The differences as read: names in full, what stands in a word."""
    return pd.DataFrame(
        {
            "task": table["task"],
            "method": [method_style(m).label for m in table["method"]],
            "against": [method_style(m).label for m in table["baseline"]],
            "difference": table["value"],
            "standard error": table["standard_error"],
            "95 % from": table["low"],
            "to": table["high"],
            "corrected from": table["low_corrected"],
            "corrected to": table["high_corrected"],
            "stands": ["stands" if s else "does not stand" for s in table["stands"]],
        }
    ).set_index("task")


def bases(found: Sequence[Comparison]) -> str:
    """What was drawn again, or over what errors are, a line a task; markdown."""
    return "  \n".join(f"{plain(task_name(part.task))}: {plain(part.basis())}" for part in found)


def tell(found: Sequence[Comparison], methods: Sequence[str], coefficient: Coefficient) -> None:
    """Each difference as a sentence: one method's in sight, the others' behind a click."""
    n = len(difference_table(found, coefficient=coefficient))
    first = "zipfian_whitening" if "zipfian_whitening" in methods else methods[-1]
    _listed(_sentences(found, first, coefficient, n))
    others = [s for m in methods if m != first for s in _sentences(found, m, coefficient, n)]
    if others:
        label = f"{len(others)} more differences in words"
        with st.expander(label, icon=":material/notes:", type="compact"):
            _listed(others)


def _sentences(
    found: Sequence[Comparison], method: str, coefficient: Coefficient, n: int
) -> list[str]:
    return [
        verdict(part.difference(method, baseline, coefficient=coefficient, n_comparisons=n))
        for part in found
        for baseline in baselines(method)
        if method in part.methods and baseline in part.methods
    ]


def _listed(sentences: Sequence[str]) -> None:
    st.markdown("\n".join(f"- {plain(sentence)}" for sentence in sentences))


def advice(asked: About) -> Advice | None:
    """Which transform with which frequency, with progress; None after Stop."""
    digests = [(name, space.digest) for name, space in asked.spaces.items()]
    tasks = [(task.digest, task.name) for task in asked.tasks]
    key = ("advice", *digests, *tasks, *asked.methods, asked.coefficient)
    found = shelf().get(key)
    if found is None and not stopped("advice"):
        with work("advice") as told:

            def heard(done: int, total: int) -> None:
                told(done / total, "Drawing texts again under each frequency")

            how: dict[str, Any] = {"coefficient": asked.coefficient, "progress": heard}
            found = advise(asked.spaces, asked.tasks, asked.methods, **how)
        shelf().put(key, found)
    return found


def choices_frame(asked: About) -> pd.DataFrame:
    """Mean score over the tasks of each method under each frequency, methods x frequencies."""
    scored = partial(score_table, coefficient=asked.coefficient)
    tables = {n: scored(space, asked.tasks, asked.methods) for n, space in asked.spaces.items()}
    return pd.DataFrame({name: t.mean(axis=1, skipna=False) for name, t in tables.items()})
