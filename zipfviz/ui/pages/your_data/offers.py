"""Show first rows beside the report, and offer to use or keep a file."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.ui.pages.your_data.bring_in import report_lines
from zipfviz.ui.server import jobs

ROWS = 8
KEEP = "Kept as it is read here, it is a file of its own that every page lists."


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


def offer_to_keep(label: str, name: str, keep: Callable[..., Path], key: str = "keep") -> None:
    """A button that keeps what was read of the file `name` as a file of its own, which is listed.

    `keep` takes `max_loss` where that is answered: unreadable rows may show only then.
    """
    title = f"{label}: {name}"
    st.button(
        label, type="primary", icon=":material/save:", key=key, disabled=jobs.running("keep"),
        on_click=jobs.start, args=("keep", title, lambda heard: keep()),
    )  # fmt: skip
    if jobs.loses_rows("keep", title):
        st.button(
            "Go on without them", icon=":material/check:", key=f"{key}-less",
            on_click=jobs.start, args=("keep", title, lambda heard: keep(max_loss=1.0)),
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
