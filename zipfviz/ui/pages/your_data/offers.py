"""Show first rows beside the report, and offer to use or keep a file."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.ui.pages.your_data.bring_in import report_lines
from zipfviz.ui.server import jobs

ROWS = 8
KEEP = "It is not listed as it is: it needs what was chosen here, or is short running text."


def _choose(chosen: Mapping[str, str]) -> None:
    st.session_state.update(chosen)


def offer_to_use(label: str, shown: str, **chosen: str) -> None:
    """A button that chooses listed things in the sidebar, called `shown` once they are in use.

    `chosen` are their names by the sidebar's keys: `embedding`, `frequency` or both.
    """
    if {key: st.session_state.get(key) for key in chosen} == chosen:
        st.caption(f"In use: the sidebar shows {shown}.")
    else:
        st.button(
            label, type="primary", icon=":material/check:", key=f"use-{'-'.join(chosen)}",
            on_click=_choose, args=(chosen,),
        )  # fmt: skip


def offer_both(label: str, embedding: str, frequency: str) -> None:
    """The same for vectors and the counts that belong to them."""
    shown = f"{plain(embedding)} with {plain(frequency)}"
    offer_to_use(label, shown, embedding=embedding, frequency=frequency)


def offer_to_keep(label: str, keep: Callable[[], Path], key: str = "keep") -> None:
    """A button that keeps what was read as a file of its own, which is listed."""
    st.button(
        label, type="primary", icon=":material/save:", key=key, disabled=jobs.running("keep"),
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
