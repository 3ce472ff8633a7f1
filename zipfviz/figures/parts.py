"""Pieces that several figures share: panel titles, point clouds, the quiet density beneath them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.labels import axis_name
from zipfviz.figures.palette import PALETTES, Mode
from zipfviz.figures.text import escape
from zipfviz.figures.theme import MAX_POINTS, SVG_POINTS

__all__ = [
    "Density",
    "cloud",
    "density_trace",
    "every_nth",
    "legend_above",
    "note",
    "padded",
    "panel_title",
]

Density = tuple[np.ndarray, np.ndarray, np.ndarray]
"""x edges (a+1,), y edges (b+1,), counts (a, b): what `numpy.histogram2d` gives, last first."""


def note(fig: go.Figure, text: str, mode: Mode, **place: Any) -> None:
    """A line of quiet text without an arrow; `text` is markup, so words in it must be escaped."""
    font = {"color": PALETTES[mode].muted, **place.pop("font", {})}
    fig.add_annotation(text=text, showarrow=False, font=font, **place)


def panel_title(fig: go.Figure, index: int, title: str, below: str, mode: Mode) -> None:
    """Title over the left edge of the `index`-th panel, a quiet second line under it."""
    c = PALETTES[mode]
    second = f"<br><span style='color:{c.muted}'>{below}</span>" if below else ""
    fig.add_annotation(
        text=f"<b>{escape(title)}</b>{second}",
        xref=f"{axis_name('x', index)} domain",
        yref=f"{axis_name('y', index)} domain",
        x=0,
        y=1,
        xanchor="left",
        yanchor="bottom",
        yshift=6,
        align="left",
        showarrow=False,
        font={"color": c.text},
    )


def legend_above(fig: go.Figure, title_height: int = 26) -> None:
    """Lift the legend over the panels' titles; plotly makes room for its lines by itself."""
    fig.update_layout(legend={"y": 1 + title_height / (0.72 * fig.layout.height)})


def padded(values: np.ndarray) -> list[float]:
    """An axis range with a little air around the values."""
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    pad = 0.06 * (high - low) or 1.0
    return [low - pad, high + pad]


def cloud(mode: Mode, n: int) -> type[go.Scatter] | type[go.Scattergl]:
    """The trace for `n` points: SVG (vector when saved) up to 5,000 and in print, WebGL above."""
    return go.Scatter if n <= SVG_POINTS or mode == "print" else go.Scattergl


def every_nth(n: int, keep: Sequence[int] = ()) -> np.ndarray:
    """Positions of at most 90,000 of `n` points, evenly through their order, `keep` always in."""
    if n <= MAX_POINTS:
        return np.arange(n)
    room = MAX_POINTS - len(keep)
    return np.unique(np.concatenate([np.linspace(0, n - 1, room).astype(int), np.asarray(keep)]))


def density_trace(density: Density) -> go.Contour:
    """The whole vocabulary as quiet filled contours of log10(1 + words in the cell).

    Contours rather than a heatmap, which plotly would save as an embedded raster. The grey is
    half-transparent and so fits every background.
    """
    x_edges, y_edges, counts = density
    z = np.log10(1.0 + np.asarray(counts, dtype=float).T)
    low, high = np.log10(2.0), max(float(z.max()), 1.0)
    return go.Contour(
        x=(x_edges[:-1] + x_edges[1:]) / 2,
        y=(y_edges[:-1] + y_edges[1:]) / 2,
        z=z,
        contours={"coloring": "fill", "start": low, "end": high, "size": (high - low) / 8},
        autocontour=False,
        line={"width": 0},
        colorscale=[(0, "rgba(128,134,144,0)"), (1, "rgba(128,134,144,0.32)")],
        showscale=False,
        hoverinfo="skip",
        name="whole vocabulary",
    )
