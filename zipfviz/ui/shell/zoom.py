"""Zoomed charts in the link: what a viewer zooms to is in the URL, and a link zooms there again.

streamlit hands selections of a chart back to Python, not its axes. So a script on the page hears
plotly's own event and tells the axes' ranges, which go into the address, where every run and every
export find them:

    ?zoom=norms-1_x_3_9_y_2_6__norms-2_x_…

Chart, axis, from, to, in the axis' own numbers (logarithms on a log axis), as plotly has them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st

KEY = "zoom"
MARK = "zoomed"
WATCHER = "zoom-watch"
Span = tuple[float, float]

WATCH = """
const param = "KEY";
function read() {
  const zooms = new Map();
  for (const part of (new URL(location).searchParams.get(param) || "").split("__")) {
    const [chart, ...rest] = part.split("_");
    const axes = {};
    for (let i = 0; i + 2 < rest.length; i += 3) axes[rest[i]] = rest.slice(i + 1, i + 3);
    if (chart) zooms.set(chart, axes);
  }
  return zooms;
}
function written(zooms) {
  return [...zooms].map(([chart, axes]) => [chart,
    ...Object.entries(axes).flatMap(([axis, span]) => [axis, ...span])].join("_")).join("__");
}
function chartOf(plot) {
  const named = plot.closest('[class*="st-key-"]');
  return named && [...named.classList].find(c => c.startsWith("st-key-")).slice(7);
}
function isFirst(axis) {
  const [from, to] = [axis._rangeInitial0, axis._rangeInitial1];
  if (from === undefined && to === undefined) return axis.autorange === true;
  return axis.range[0] === from && axis.range[1] === to;
}
export default function ({setTriggerValue}) {
  const heard = new WeakSet();
  const attach = () => document.querySelectorAll(".js-plotly-plot").forEach(plot => {
    if (!plot._ev || heard.has(plot._ev) || !plot._fullLayout) return;
    heard.add(plot._ev);
    plot.on("plotly_relayout", event => {
      const chart = chartOf(plot), axisMoved = /^[xy]axis\\d*\\.(auto)?range/;
      if (!chart || !Object.keys(event).some(key => axisMoved.test(key))) return;
      const zooms = read(), layout = plot._fullLayout;
      const came = (layout.meta || {}).MARK ? zooms.get(chart) || {} : {};
      const axes = Object.keys(layout).filter(key => /^[xy]axis\\d*$/.test(key));
      const moved = axes.filter(key => !isFirst(layout[key]));
      const kept = {};
      for (const key of axes) {
        const name = key.replace("axis", "");
        if (moved.includes(key) || (moved.length && name in came))
          kept[name] = layout[key].range.map(v => String(+Number(v).toPrecision(5)));
      }
      if (moved.length) zooms.set(chart, kept); else zooms.delete(chart);
      setTriggerValue("zoom", written(zooms));
    });
  });
  const timer = setInterval(attach, 400);
  return () => clearInterval(timer);
}
""".replace("KEY", KEY).replace("MARK", MARK)


def watch() -> None:
    """Keep the zoom of every chart of the page in the address; once a run."""
    st.html(f"<style>.st-key-{WATCHER} {{ position: absolute; }}</style>")
    _component()(key=WATCHER, height=1, on_zoom_change=_heard)


@st.cache_resource
def _component() -> Any:
    return st.components.v2.component("zipfviz_zoom", js=WATCH)


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


def carried(
    figures: Sequence[go.Figure], keys: Sequence[str], printed: Sequence[go.Figure]
) -> list[go.Figure]:
    """`printed`, one for each panel of `figures` in their order, with the panels' axes as zoomed.

    `keys` are those of the charts on the page.
    """
    spans: list[dict[str, Span]] = []
    for figure, key in zip(figures, keys, strict=True):
        axes = parsed(st.query_params.get(KEY, "")).get(key, {})
        for number in (name[5:] for name in figure.layout.to_plotly_json() if name[:5] == "xaxis"):
            spans.append({a: axes[a + number] for a in "xy" if a + number in axes})
    return [_moved(figure, span) for figure, span in zip(printed, spans, strict=True)]


def zoomed(figure: go.Figure, chart: str) -> go.Figure:
    """The figure with the axes that the link gives the chart of that key."""
    return _moved(figure, parsed(st.query_params.get(KEY, "")).get(chart, {}))


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
