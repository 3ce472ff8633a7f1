"""Charts in the colours of the theme being looked at, which each run is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import plotly.graph_objects as go
import streamlit as st

from zipfviz.figures import plot_config
from zipfviz.figures.screen import for_screen

WATCHER = "theme-watch"
# streamlit runs no script when the theme is changed, by hand or by the system at dusk. Each theme
# is asked for once, so that a server that goes on to tell another is not asked for ever.
WATCH = """
let asked;
export default function ({data, setTriggerValue}) {
  const app = document.querySelector('[data-testid="stApp"]');
  const look = () => {
    const now = getComputedStyle(app).colorScheme;
    if (now === data.theme) asked = undefined;
    else if (now !== asked) setTriggerValue("theme", asked = now);
  };
  const observer = new MutationObserver(look);
  observer.observe(app, {attributes: true, attributeFilter: ["class"]});
  look();
  return () => observer.disconnect();
}
"""


def _theme() -> Literal["light", "dark"]:
    """The theme that the browser tells with each run; a browser that tells none has the light."""
    return st.context.theme.type or "light"


def follow_theme() -> None:
    """Run the page anew when its theme changes; once a run."""
    st.html(f"<style>.st-key-{WATCHER} {{ position: absolute; }}</style>")
    # A mapping: to see what a bare string is, streamlit would import pandas.
    _component()(key=WATCHER, data={"theme": _theme()}, height=1, on_theme_change=lambda: None)


@st.cache_resource
def _component() -> Any:
    return st.components.v2.component("zipfviz_theme", js=WATCH)


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
