"""Charts in the colours of the theme being looked at, which each run is told."""

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from zipfviz.figures import DARK, LIGHT, Medium, plot_config
from zipfviz.figures.screen import for_screen
from zipfviz.ui.shell.assets import run_script

WATCHER = "theme-watch"


def medium() -> Medium:
    """The theme that the browser tells with each run; a browser that tells none has the light."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def follow_theme() -> None:
    """Run the page anew when its theme changes; once a run."""
    # A mapping: to see what a bare string is, streamlit would import pandas.
    run_script("theme", WATCHER, data={"theme": medium().mode}, on_theme_change=lambda: None)


class _Sent(go.Figure):
    """A figure whose JSON is made already; streamlit would dress a dictionary anew."""

    def __init__(self, sent: dict[str, Any]) -> None:
        super().__init__()
        self.__dict__["sent"] = sent

    def to_dict(self) -> dict[str, Any]:
        """The JSON."""
        return self.__dict__["sent"]


def _sent(figure: go.Figure) -> _Sent:
    """A figure as it is sent, made once: some figures are many visitors'."""
    if "sent" not in figure.__dict__:
        figure.__dict__["sent"] = _Sent(for_screen(figure))
    return figure.__dict__["sent"]


def on_phone() -> bool:
    """Whether the browser says that it is a phone's, as its makers advise to ask."""
    return "Mobi" in (st.context.headers.get("User-Agent") or "")


def draw(
    figure: go.Figure, key: str, alt: str, config: Mapping[str, Any] | None = None, **picking: Any
) -> None:
    """Show a figure drawn for the `medium` of now; `alt` tells its finding.

    `config` is added to the usual one; `picking` are streamlit's arguments for selections. On a
    phone, where nothing hovers, plotly's buttons would lie on the legend for good: they are there
    only where points are picked.
    """
    bare = {"displayModeBar": False} if on_phone() and not picking else {}
    config = {**plot_config(f"zipfviz-{key}"), **bare, **(config or {})}
    st.plotly_chart(_sent(figure), theme=None, key=key, config=config, alt=alt, **picking)
