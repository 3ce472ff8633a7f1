"""Show first rows beside the report, and offer to use or keep a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.io import catalogue
from zipfviz.ui.pages.your_data.bring_in import report_lines
from zipfviz.ui.server import jobs

ROWS = 8
KEEP = "It is not listed as it is: it needs what was chosen here, or is short running text."


def _choose(chosen: Mapping[str, str]) -> None:
    st.session_state.update(chosen)


def offer_to_use(label: str, key: str, entry: catalogue.Entry) -> None:
    """A button that chooses a listed thing in the sidebar."""
    if st.session_state.get(key) == entry.name:
        st.caption(f"In use: the sidebar shows {plain(entry.title)}.")
    else:
        st.button(
            label, type="primary", icon=":material/check:", key=f"use-{key}", on_click=_choose,
            args=({key: entry.name},),
        )  # fmt: skip


def offer_both(label: str, embedding: str, frequency: str) -> None:
    """A button that chooses vectors and the counts that belong to them in the sidebar."""
    both = {"embedding": embedding, "frequency": frequency}
    if {key: st.session_state.get(key) for key in both} == both:
        st.caption(f"In use: the sidebar shows {plain(embedding)} with {plain(frequency)}.")
    else:
        st.button(
            label, type="primary", icon=":material/check:", key="use-both", on_click=_choose,
            args=(both,),
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
        report_lines(report)


def shown(text: str) -> str:
    """Text for a table; bytes that are no UTF-8 as \\xe9."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
