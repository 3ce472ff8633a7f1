"""Presentation: the page alone, in large type, with keys for the next and the previous one.

The switch is in the URL. Type is enlarged on the page by CSS, in charts by their own sizes, since
plotly's hover would miss its points on a page that is zoomed as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from streamlit.navigation.page import Page

KEY = "present"
FACTOR = 1.45
# The header, the sidebar and every pop-over are furniture; the bar of keys is always in reach.
STYLE = """<style>
html { font-size: 23px; }
[data-testid="stSidebar"], [data-testid="stHeader"], [data-testid="stExpandSidebarButton"],
[data-testid="stMain"] [data-testid="stPopover"] { display: none; }
[data-testid="stMainBlockContainer"] { padding-top: 1rem !important; max-width: 100%; }
[data-testid="stMain"] h1 { padding-top: 0; }
.st-key-present-keys { position: fixed; right: 0.5rem; bottom: 0.4rem; width: auto; z-index: 100;
  padding: 0 0.6rem; border-radius: 0.4rem; background: light-dark(#ffffff, #14171c); zoom: 0.6; }
</style>"""

# Links and not buttons turn pages, since only links keep what widgets wrote into the URL.
KEYS = """<script>
document.removeEventListener("keydown", window.zipfvizKeys);
window.zipfvizKeys = event => {
  const at = ["ArrowLeft", "ArrowRight"].indexOf(event.key);
  const busy = "input, textarea, [role=slider], [role=tab], [role=radio], [contenteditable]";
  if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest && event.target.closest(busy)) return;
  const link = document.querySelectorAll(".st-key-present-keys a")[at];
  if (link && link.getAttribute("aria-disabled") !== "true") link.click();
};
document.addEventListener("keydown", window.zipfvizKeys);
</script>"""

# Streamlit writes white on the primary colour, which in the dark theme must be light to be read as
# text itself (WCAG AA), and pales small print, which leaves coloured text too little. The colours
# are the backgrounds of .streamlit/config.toml. And a pop-over opens where there is room for it
# before what it holds has come: near the window's lower edge that was a slit to scroll in.
MENDED = """<style>
[data-testid="stApp"] :is([data-tag], [data-testid="stBaseButton-primary"]),
[data-testid="stApp"] :is([data-tag], [data-testid="stBaseButton-primary"]) * {
  color: light-dark(#ffffff, #14171c) !important; }
[data-testid="stCaptionContainer"]:has(.stMarkdownColoredText) { opacity: 1; }
[data-testid="stPopoverBody"]:is([aria-label="Take it away"], [aria-label="Take the table away"],
  [aria-label="What the words mean"], [aria-label="Save or open a view"]) {
  min-height: min(22rem, 40vh); }
[class*="st-key-claim-"] strong { font-size: 1.7rem; margin-right: 0.4rem; }
</style>"""


def mend_looks() -> None:
    """What streamlit's looks lack here: legible primary colour, room in pop-overs, large scores."""
    st.html(MENDED)


def is_on() -> bool:
    """Whether pages are being presented."""
    return bool(st.session_state.get(KEY, False))


def switch() -> None:
    """The switch, for the sidebar; its value is in the URL."""
    st.toggle(
        "Presentation",
        key=KEY,
        bind="query-params",
        help="Large type and nothing but the page. ← and → turn pages, P ends it.",
    )


def navigate(pages: Sequence[Page], page: Page) -> None:
    """While presenting: the page's look and the keys ← → and P."""
    if not is_on():
        return
    st.html(STYLE)
    at = pages.index(page)
    with st.container(horizontal=True, key="present-keys"):
        st.page_link(
            pages[max(at - 1, 0)],
            label="Previous page",
            icon=":material/arrow_back:",
            disabled=at == 0,
        )
        st.page_link(
            pages[min(at + 1, len(pages) - 1)],
            label="Next page",
            icon=":material/arrow_forward:",
            disabled=at + 1 == len(pages),
        )
        st.button(
            "End",
            key="present-end",
            shortcut="P",
            icon=":material/close:",
            on_click=_end,
            type="tertiary",
        )
    st.html(KEYS, unsafe_allow_javascript=True)


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
