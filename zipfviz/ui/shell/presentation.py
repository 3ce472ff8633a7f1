"""Presentation: the page alone, in large type, with keys for the next and the previous one.

The switch is in the URL. Type is enlarged on the page by CSS, in charts by their own sizes, since
plotly's hover would miss its points on a page that is zoomed as a whole.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from streamlit.navigation.page import Page

from zipfviz.ui.shell.assets import HERE

KEY = "present"
FACTOR = 1.45


def mend_looks() -> None:
    """What streamlit's looks lack here: legible primary colour, room in pop-overs, large scores."""
    st.html(HERE / "looks.css")


def mark_open_group(groups: Mapping[str, Sequence[Page]], page: Page) -> None:
    """Mark the group of the open page in the bar on top, or the one that holds what has no room.

    Streamlit marks a page's link only, which a group shows when it is unfolded. The group "" is
    links of its own.
    """
    names = list(groups)
    at = next(i for i, name in enumerate(names) if page in groups[name])
    if not names[at]:
        return
    place = 1 + sum(1 if name else len(groups[name]) for name in names[:at])
    item = f".rc-overflow-item:nth-child({place})"
    bar = '[data-testid="stTopNav"]'
    st.html(
        f"<style>{bar} > {item} button, "
        f"{bar}:has(> {item}[aria-hidden]) > .rc-overflow-item-rest button "
        "{ font-weight: 600; box-shadow: inset 0 -2px currentColor; border-radius: 0; }</style>"
    )


def is_on() -> bool:
    """Whether pages are being presented."""
    return bool(st.session_state.get(KEY, False))


def switch() -> None:
    """The switch, for the sidebar; its value is in the URL."""
    hint = "Large type and nothing but the page. ← and → turn pages, P ends it."
    st.toggle("Presentation", key=KEY, bind="query-params", help=hint)


def navigate(pages: Sequence[Page], page: Page) -> None:
    """While presenting: the page's look and the keys ← → and P."""
    if not is_on():
        return
    st.html(HERE / "presentation.css")
    at = pages.index(page)
    with st.container(horizontal=True, key="present-keys"):
        for to, label, way in ((at - 1, "Previous page", "back"), (at + 1, "Next page", "forward")):
            there = pages[min(max(to, 0), len(pages) - 1)]
            st.page_link(there, label=label, icon=f":material/arrow_{way}:", disabled=there is page)
        look: dict[str, Any] = {"icon": ":material/close:", "type": "tertiary"}
        st.button("End", key="present-end", shortcut="P", on_click=_end, **look)
    keys = (HERE / "turn_pages.js").read_text("utf-8")
    st.html(f"<script>{keys}</script>", unsafe_allow_javascript=True)


def enlarged(figure: go.Figure) -> go.Figure:
    """A chart for the back row: text, marks and lines larger, and the chart taller."""
    return go.Figure(_scaled(figure.to_dict()))


def _end() -> None:
    st.session_state[KEY] = False


def _scaled(value: Any, key: str = "") -> Any:
    """Sizes of text and marks, widths of lines, margins, shifts and heights times the factor."""
    if isinstance(value, dict) and "bdata" not in value:
        return {k: _scaled(v, f"{key}.{k}") for k, v in value.items()}
    if isinstance(value, list):
        return [_scaled(v, key) for v in value]
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    last = key.rsplit(".", 1)[-1]
    is_length = (
        (last == "size" and ("font" in key or "marker" in key))
        or (last == "width" and key.endswith("line.width"))
        or last in ("xshift", "yshift")
        or ".margin." in key
        or key == ".layout.height"
    )
    return value * FACTOR if is_length else value
