"""Zoomed charts in the link: what a viewer zooms to is in the URL, and a link zooms there again.

streamlit hands selections of a chart back to Python, not its axes. So a script on the page hears
plotly's own event and tells the axes' ranges, which go into the address, where every run and every
export find them:

    ?zoom=norms-1_x_3_9_y_2_6__norms-2_x_…

Chart, axis, from, to, in the axis' own numbers (logarithms on a log axis), as plotly has them.
"""

import math
import re
from collections.abc import Mapping
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from zipfviz.figures import Chart, Draw, Medium
from zipfviz.ui.shell.assets import run_script

KEY = "zoom"
MARK = "zoomed"
WATCHER = "zoom-watch"
Span = tuple[float, float]


def watch() -> None:
    """Keep the zoom of every chart of the page in the address; once a run."""
    run_script("zoom", WATCHER, on_zoom_change=_heard)


def _heard() -> None:
    """Into the address with what the viewer zoomed to."""
    text = st.session_state[WATCHER].zoom
    if text:
        st.query_params[KEY] = text
    else:
        st.query_params.pop(KEY, None)


def parsed(text: str) -> dict[str, dict[str, Span]]:
    """Ranges by chart and axis ("x", "y2") from a link; what is no range is left out."""
    found: dict[str, dict[str, Span]] = {}
    for part in text.split("__"):
        chart, *rest = part.split("_")
        for axis, *ends in zip(rest[::3], rest[1::3], rest[2::3], strict=False):
            try:
                low, high = map(float, ends)
            except ValueError:
                continue
            if re.fullmatch(r"[xy]\d*", axis) and math.isfinite(high - low) and low != high:
                found.setdefault(chart, {})[axis] = (low, high)
    return found


def chart_keys(name: str, n: int) -> list[str]:
    """The keys of the `n` charts that stand side by side under one name."""
    return [name] if n == 1 else [f"{name}-{i + 1}" for i in range(n)]


def as_seen(draw: Draw, chart: str) -> Draw:
    """What draws the same for a page with the axes that the link gives the chart of that key."""
    axes = _axes(chart)
    return partial(_drawn, draw, axes) if axes else draw


def zoomed(figure: go.Figure, chart: str) -> go.Figure:
    """The figure with the axes that the link gives the chart of that key."""
    return _moved(figure, _axes(chart))


def _axes(chart: str) -> dict[str, Span]:
    return parsed(st.query_params.get(KEY, "")).get(chart, {})


def _drawn(draw: Draw, axes: Mapping[str, Span], *, medium: Medium) -> Chart:
    return Chart.on_page(draw(medium=medium).content.zoomed(axes))


def _moved(figure: go.Figure, axes: Mapping[str, Span]) -> go.Figure:
    has = figure.layout.to_plotly_json()
    moved = {
        name: {"range": list(span), "autorange": False}
        for axis, span in axes.items()
        if (name := f"{axis[0]}axis{axis[1:]}") in has
    }
    if not moved:
        return figure
    return go.Figure(figure).update_layout(moved).update_layout(meta={MARK: True})
