"""The data page: what every preview has: its rows beside its report, and taking it into use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.io import catalogue
from zipfviz.io.classify import Kind, classify
from zipfviz.io.files.opened import OpenedFile, open_file
from zipfviz.io.peek import matrices, peek
from zipfviz.ui.pages.your_data import data
from zipfviz.ui.server import jobs
from zipfviz.ui.server.shared_cache import shared_cache

LISTERS: dict[Kind, Callable[[], list[catalogue.Entry]]] = {
    "embedding": catalogue.list_embeddings,
    "frequency": catalogue.list_frequencies,
    "task": catalogue.list_tasks,
}
ROWS = 8
KEEP = "It is not listed as it is: it needs what was chosen here, or is short running text."


def listed_entry(path: Path, kind: Kind) -> catalogue.Entry | None:
    """The entry by which a file is listed, if it is."""
    real = path.resolve()
    for entry in LISTERS[kind]():
        if entry.path is not None and entry.path.resolve() in (real, real.parent):
            return entry
    return None


def _choose(key: str, name: str) -> None:
    st.session_state[key] = name


def offer_to_use(label: str, key: str, entry: catalogue.Entry) -> None:
    """A button that chooses a listed thing in the sidebar."""
    if st.session_state.get(key) == entry.name:
        st.caption(f"In use: the sidebar shows {plain(entry.title)}.")
    else:
        st.button(
            label, type="primary", icon=":material/check:", key=f"use-{key}", on_click=_choose,
            args=(key, entry.name),
        )  # fmt: skip


def offer_to_keep(label: str, keep: Callable[[], Path]) -> None:
    """A button that keeps what was read as a file of its own, which is listed."""
    st.button(
        label, type="primary", icon=":material/save:", key="keep", disabled=jobs.running("keep"),
        on_click=jobs.start, args=("keep", label, lambda heard: keep()),
    )  # fmt: skip


def show_rows(frame: pd.DataFrame, alt: str, report: Sequence[tuple[str, str]]) -> None:
    """A table of first rows beside the report of reading them."""
    left, right = st.columns([2, 1])
    left.dataframe(frame, hide_index=True, height="content", alt=alt)
    with right:
        data.report_lines(report)


def shown(text: str) -> str:
    """Text for a table; bytes that are no UTF-8 as \\xe9."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def opened(path: Path) -> OpenedFile:
    """What a file is, looked into once for all that is shown of it, until it changes."""
    return _opened(str(path), stamp(path))


@shared_cache(8, False)
def _opened(path: str, stamp: str) -> OpenedFile:
    return open_file(path)


guessed = shared_cache(8, False)(classify)
peeked = shared_cache(8, False)(peek)
matrices_in = shared_cache(8, False)(matrices)


def stamp(path: Path) -> str:
    stat = path.stat()
    return f"{stat.st_size}-{stat.st_mtime_ns}"
