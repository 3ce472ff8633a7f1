"""Controls that several pages share; each value is in the URL under its key."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from zipfviz.figures import method_style
from zipfviz.methods import METHODS
from zipfviz.readers.records import Task
from zipfviz.space import WordSpace
from zipfviz.ui import loaders
from zipfviz.ui.paper import task_label
from zipfviz.ui.words import plain

__all__ = ["choose_methods", "choose_task", "choose_tasks", "find_words", "powers_of_ten"]


def _titles() -> dict[str, str]:
    return {entry.name: entry.title for entry in loaders.entries()["tasks"]}


def powers_of_ten(top: int) -> list[int]:
    """1, 10, 100, … up to and with `top`."""
    return [*(10**k for k in range(len(str(top))) if 10**k < top), top]


def choose_task(key: str, label: str = "Task", preferred: str | None = None) -> Task:
    """One task of the catalogue; `preferred` is the default where it is at hand."""
    titles = _titles()
    names = list(titles)
    name = st.selectbox(
        label,
        names,
        index=names.index(preferred) if preferred in titles else 0,
        format_func=lambda n: titles[n],
        key=key,
        bind="query-params",
        help="Pairs of texts with human judgements of how similar they are.",
    )
    return loaders.load_task(name)


def choose_tasks(key: str, default: Sequence[str]) -> list[Task]:
    """Any number of tasks, read and split into words with progress."""
    titles = _titles()
    names = st.multiselect(
        "Tasks",
        list(titles),
        default=[n for n in default if n in titles],
        format_func=task_label,
        key=key,
        bind="query-params",
    )
    return [loaders.load_task(name) for name in names]


def choose_methods(
    key: str,
    default: Sequence[str],
    options: Sequence[str] = METHODS,
    label: str = "Transforms",
    at_most: int | None = None,
) -> list[str]:
    """Any number of methods by their full names."""
    return st.multiselect(
        label,
        options,
        default=default,
        format_func=lambda m: method_style(m).label,
        key=key,
        bind="query-params",
        max_selections=at_most,
    )


def find_words(key: str, space: WordSpace, shown: Sequence[int] | None = None) -> list[int]:
    """Words typed in to be found in a chart, as rows of the space; what is not there is said."""
    typed = st.text_input(
        "Find words",
        key=key,
        bind="query-params",
        placeholder="the, isotropy",
        help="Words to ring in the chart, exactly as written, separated by spaces or commas.",
    )
    words = dict.fromkeys((typed or "").replace(",", " ").split())
    rows = {word: space.index[word] for word in words if word in space.index}
    absent = [word for word in words if word not in rows]
    if absent:
        st.caption(f"Not among the words of this space: {plain(', '.join(absent))}")
    if shown is not None:
        hidden = [word for word, row in rows.items() if row not in set(shown)]
        if hidden:
            st.caption(f"In the space, but not among the words shown: {plain(', '.join(hidden))}")
    return list(rows.values())
