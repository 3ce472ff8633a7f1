"""Charts in the colours of the theme being looked at, which each run is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import plotly.graph_objects as go
import streamlit as st

from zipfviz.figures import plot_config
from zipfviz.figures.screen import for_screen
from zipfviz.ui.shell.scripts import run_script

WATCHER = "theme-watch"


def _theme() -> Literal["light", "dark"]:
    """The theme that the browser tells with each run; a browser that tells none has the light."""
    return st.context.theme.type or "light"


def follow_theme() -> None:
    """Run the page anew when its theme changes; once a run."""
    # A mapping: to see what a bare string is, streamlit would import pandas.
    run_script("theme", WATCHER, data={"theme": _theme()}, on_theme_change=lambda: None)


class _Sent(go.Figure):
    """A figure whose JSON is made already; streamlit would dress a dictionary anew."""

    def __init__(self, sent: dict[str, Any]) -> None:
        super().__init__()
        self.__dict__["sent"] = sent

    def to_dict(self) -> dict[str, Any]:
        """The JSON."""
        return self.__dict__["sent"]


def _sent(figure: go.Figure, theme: Literal["light", "dark"]) -> _Sent:
    """A figure as it is sent, made once for each theme: some figures are many visitors'."""
    made = figure.__dict__.setdefault("sent", {})
    if theme not in made:
        made[theme] = _Sent(for_screen(figure, theme))
    return made[theme]


def draw(
    figure: go.Figure, key: str, alt: str, config: Mapping[str, Any] | None = None, **picking: Any
) -> None:
    """One chart of mode "live", drawn here; `alt` tells its finding.

    `config` is added to the usual one; `picking` are streamlit's arguments for selections.
    """
    st.plotly_chart(
        _sent(figure, _theme()),
        theme=None,
        key=key,
        config={**plot_config(f"zipfviz-{key}"), **(config or {})},
        alt=alt,
        **picking,
    )
