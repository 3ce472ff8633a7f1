"""Show in one line beside the numbers what loading and matching dropped or assumed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from zipfviz.common.markdown import plain, thin
from zipfviz.report.export import About, Elsewhere

ROOM = 240  # letters of a line


def tell(notices: Sequence[str], left_out: Sequence[str] = ()) -> None:
    """Say `notices` in a line, nothing where there are none.

    What finds no room, and the first rows that were `left_out`, are behind a click on it.
    """
    if not notices:
        return
    shown: list[str] = []
    room = ROOM
    for notice in notices:
        room -= len(notice)
        if shown and room < 0:
            break
        shown.append(notice.removesuffix(".") if len(notice) <= ROOM else f"{notice[:ROOM]}…")
    if (rest := len(notices) - len(shown)) > 0:
        shown.append(f"{rest} more")
    line = plain(thin(" · ".join(shown)))
    if not left_out and not rest and all(len(notice) <= ROOM for notice in notices):
        st.caption(f":material/info: {line}")
        return
    with st.expander(f":small[{line}]", icon=":material/info:", type="compact"):
        for notice in notices:
            st.markdown(f"- {plain(thin(notice))}")
        if left_out:
            st.caption("  \n".join(["Left out, for example", *map(plain, left_out)]))


def tell_tasks(about: About | Elsewhere) -> None:
    """Say what was left out or assumed of the tasks that numbers are about."""
    tell(about.of_tasks())
