"""Show in one line beside the numbers what loading and matching dropped or assumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from zipfviz.common.markdown import plain, thin
from zipfviz.report.directions import kept_directions
from zipfviz.report.export import About, Elsewhere
from zipfviz.space.methods import MethodLike
from zipfviz.space.word_space import WordSpace

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


def tell_about(about: About | Elsewhere) -> None:
    """Say what was left out or assumed of the tasks that numbers are about.

    And how many directions whitening keeps, where words are whitened.
    """
    tell(about.of_tasks())
    if isinstance(about, About):
        tell_directions(about.spaces or {"": about.space}, about.methods)


def tell_directions(spaces: Mapping[str, WordSpace], methods: Sequence[MethodLike]) -> None:
    """Say how many directions whitening keeps, in a line; nothing where none is among `methods`."""
    if said := kept_directions(spaces, methods):
        st.caption(f":material/info: {plain(thin(said))}")
