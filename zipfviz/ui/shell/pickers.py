"""Controls that several pages share; each value is in the URL under its key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from mimetypes import guess_type
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.figures import count, method_style
from zipfviz.io.records import Task
from zipfviz.space.methods import ALL_METHODS, METHODS_OF_TODAY
from zipfviz.space.names import COEFFICIENTS, task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import jobs, loaders

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

TASK_KEYS = "task_keys"
K = TypeVar("K")


def _titles() -> dict[str, str]:
    return {entry.name: entry.title for entry in loaders.entries()["tasks"]}


def choose(
    label: str, titles: Mapping[K, str], key: str, default: K | None = None, *, place: Any = st,
    **more: Any,
) -> K:  # fmt: skip
    """One of what `titles` names, from a list; by default the first."""
    names = list(titles)
    index = 0 if default is None else names.index(default)
    return place.selectbox(label, names, index=index, **_bound(titles, key), **more)


def switch(
    label: str, titles: Mapping[K, str] | Sequence[K], key: str, default: K | None = None, *,
    place: Any = st, **more: Any,
) -> K:  # fmt: skip
    """One of what `titles` names, side by side; by default the first."""
    titles = titles if isinstance(titles, Mapping) else {each: str(each) for each in titles}
    default = next(iter(titles)) if default is None else default
    more |= {"default": default, "required": True}
    chosen = place.segmented_control(label, list(titles), **_bound(titles, key), **more)
    return default if chosen is None else chosen  # a link can leave the value empty


def several(
    label: str, titles: Mapping[K, str], key: str, default: Iterable[K], **more: Any
) -> list[K]:
    """Any number of what `titles` names; at first those of `default` that it has."""
    first = [name for name in default if name in titles]
    return st.multiselect(label, list(titles), first, wrap=True, **_bound(titles, key), **more)


def _bound(titles: Mapping[K, str], key: str) -> dict[str, Any]:
    """What binds a control to the link, under the titles that it shows."""
    return {"format_func": titles.__getitem__, "key": key, "bind": "query-params"}


def pop_over(label: str, icon: str, key: str) -> DeltaGenerator | None:
    """A pop-over whose inside is made when it is opened; None while it is shut."""
    box = st.popover(label, icon=icon, type="tertiary", key=key, on_change="rerun")
    return box if box.open else None


MIME = {"bib": "application/x-bibtex", "tex": "application/x-tex", "md": "text/markdown"}


def download(label: str, make: Any, file_name: str, key: str, icon: str, **more: Any) -> None:
    """A button for a file: its text or bytes, or what makes them when it is clicked."""
    ending = file_name.rpartition(".")[2]
    mime = MIME.get(ending) or guess_type(file_name, strict=False)[0] or "application/octet-stream"
    look = {"icon": f":material/{icon}:", "on_click": "ignore", **more}
    content = jobs.while_here(make) if callable(make) else make
    st.download_button(label, content, file_name, mime, key, **look)


def powers_of_ten(top: int) -> list[int]:
    """1, 10, 100, … up to and with `top`."""
    return [*(10**k for k in range(len(str(top))) if 10**k < top), top]


def choose_number(
    label: str, options: Sequence[int], default: Any, key: str, place: Any = st,
    shown: Callable[[int], str] = count, help: str | None = None,
) -> Any:  # fmt: skip
    """One of the whole numbers, or a first and a last one where `default` is a pair.

    The slider shows them as charts do, thousands set apart, and the link holds them plain:
    streamlit's own binding would write the labels into it, so that restyling them breaks links.
    """
    linked = _linked(key, default)
    first = linked if set(_each(linked)) <= set(options) else default
    chosen = place.select_slider(label, options, first, key=key, format_func=shown, help=help)
    if chosen == default:
        st.query_params.pop(key, None)
    else:
        st.query_params[key] = [str(number) for number in _each(chosen)]
    return chosen


def _linked(key: str, default: Any) -> Any:
    """What the link says, also one with the labels that older versions wrote."""
    digits = [re.sub(r"\D", "", text) for text in st.query_params.get_all(key)]
    numbers = tuple(sorted(int(text) for text in digits if text))
    if len(numbers) != len(_each(default)):
        return default
    return numbers if isinstance(default, tuple) else numbers[0]


def _each(chosen: Any) -> tuple[int, ...]:
    return tuple(chosen) if isinstance(chosen, (tuple, list)) else (chosen,)


def choose_task(key: str, label: str = "Task", preferred: str | None = None) -> Task:
    """One task of the catalogue; `preferred` is the default where it is at hand."""
    titles = _titles()
    first = preferred if preferred in titles else None
    hint = "Pairs of texts with human judgements of how similar they are."
    name = choose(label, titles, key, first, help=hint)
    record_tasks(key)
    return loaders.load_task(name)


def record_tasks(key: str) -> None:
    """Note that the control `key` chooses tasks of this page, for the page's manifest."""
    st.session_state.setdefault(TASK_KEYS, []).append(key)


def recorded_tasks() -> list[str]:
    """The keys of the controls that chose tasks since the page began to run."""
    return st.session_state.setdefault(TASK_KEYS, [])


def begin_page() -> list[str]:
    """Record anew; returns what the run before this one recorded."""
    return st.session_state.pop(TASK_KEYS, [])


def choose_tasks(key: str, default: Sequence[str]) -> list[Task]:
    """Any number of tasks, read and split into words with progress."""
    names = several("Tasks", {name: task_name(name) for name in _titles()}, key, default)
    record_tasks(key)
    return [loaders.load_task(name) for name in names]


def choose_methods(
    key: str, default: Sequence[str], options: Sequence[str] = ALL_METHODS,
    label: str = "Transforms", at_most: int | None = None,
) -> list[str]:  # fmt: skip
    """Any number of methods by their full names, the paper's first."""
    shown: dict[str, Any] = {"max_selections": at_most, "help": _help_on(options)}
    return several(label, method_titles(options), key, default, **shown)


def choose_method(label: str, key: str, default: str, options: Sequence[str] = ALL_METHODS) -> str:
    """One method by its full name, the paper's first."""
    return choose(label, method_titles(options), key, default=default, help=_help_on(options))


def method_titles(methods: Iterable[str]) -> dict[str, str]:
    """Methods as lists show them: those of today, outside the paper, as a group of their own."""
    labels = {m: method_style(m).label for m in methods}
    return {m: f"Today: {label}" if m in METHODS_OF_TODAY else label for m, label in labels.items()}


def _help_on(methods: Iterable[str]) -> str | None:
    today = set(METHODS_OF_TODAY).intersection(methods)
    return "Those under “Today” are methods in use now, outside the paper." if today else None


def choose_coefficient() -> Coefficient:
    """The coefficient of every score, one choice for all pages."""
    known: tuple[Coefficient, ...] = ("spearman", "pearson")
    titles = {c: COEFFICIENTS[c].replace("’s", "") for c in known}
    return switch("Coefficient", titles, "coefficient")


def choose_embeddings(key: str, default: str) -> list[str]:
    """Any number of embeddings at hand."""
    names = {entry.name: entry.name for entry in loaders.entries()["embeddings"]}
    return several("Embeddings", names, key, [default])


def choose_frequencies(key: str, default: str) -> list[str]:
    """Any number of frequency sources at hand."""
    names = {entry.name: entry.name for entry in loaders.entries()["frequencies"]}
    return several("Word frequencies", names, key, [default])


def find_words(key: str, space: WordSpace, shown: Sequence[int] | None = None) -> list[int]:
    """Words typed in to be found in a chart, as rows of the space; what is not there is said."""
    hint = "Words to ring in the chart, exactly as written, separated by spaces or commas."
    shown_at: dict[str, Any] = {"placeholder": "the, isotropy", "help": hint}
    typed = st.text_input("Find words", key=key, bind="query-params", **shown_at)
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
