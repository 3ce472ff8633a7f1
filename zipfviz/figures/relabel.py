"""Names beside points, placed anew where a figure's panels became smaller than on the screen."""

from __future__ import annotations

import html
import math
from typing import Any

import numpy as np

from zipfviz.figures.labels import X_ANCHORS, Y_ANCHORS, sides

__all__ = ["relabel"]

ENOUGH = 4_000  # points tell where a cloud is
MARGINS = (70.0, 100.0)  # pixels of a figure's width and height that are at least no panel's
USUAL = 320.0  # pixels of a panel on the screen; marks shrink with panels that are smaller
SMALLEST = 0.6
Figure = dict[str, Any]


def relabel(figure: Figure) -> None:
    """Move each name to the side where it hides least, and make marks fit their panel."""
    layout = figure["layout"]
    margin = layout.get("margin") or {}
    above_below = max(MARGINS[1], margin.get("t", 0) + margin.get("b", 0))
    inside = layout["width"] - MARGINS[0], layout["height"] - above_below
    for pair in {(t.get("xaxis", "x"), t.get("yaxis", "y")) for t in figure["data"]}:
        axes = [layout.get(f"{a[0]}axis{a[1:]}", {}) for a in pair]
        spans = [axis.get("domain") or (0, 1) for axis in axes]
        panel = tuple(
            max(size * (s[1] - s[0]), 40.0) for size, s in zip(inside, spans, strict=True)
        )
        traces = [t for t in figure["data"] if (t.get("xaxis", "x"), t.get("yaxis", "y")) == pair]
        notes = [n for n in layout.get("annotations") or [] if _is_name(n, pair)]
        shrink = min(1.0, max(SMALLEST, math.sqrt(panel[0] / USUAL)))
        if axes[1].get("ticktext") is None:  # marks in a row of their own have their room
            for trace in traces:
                _shrink(trace, shrink)
        if notes:
            _place(notes, traces, axes, panel, shrink)


def _is_name(note: dict[str, Any], pair: tuple[str, str]) -> bool:
    """Whether a note names a point: it stands in a panel's data, off the point by a shift."""
    at = (note.get("xref"), note.get("yref")) == pair
    return at and not note.get("showarrow", True) and "xshift" in note


def _place(
    notes: list[dict[str, Any]],
    traces: list[Figure],
    axes: list[dict[str, Any]],
    panel: tuple[float, ...],
    shrink: float,
) -> None:
    points = [_points(trace, axes) for trace in traces if "markers" in str(trace.get("mode"))]
    around = np.vstack([p for p in points if len(p)] or [np.zeros((1, 2))])
    at = np.array([[float(n["x"]), float(n["y"])] for n in notes])
    ranges: list[Any] = [axis.get("range") for axis in axes]
    frame = np.array(
        [
            [low, high] if r is None else sorted(map(float, r))
            for r, low, high in zip(ranges, around.min(axis=0), around.max(axis=0), strict=True)
        ]
    ).T
    texts = [html.unescape(str(note["text"])) for note in notes]
    size = max(float((note.get("font") or {}).get("size", 12)) for note in notes)
    gap = shrink * max(abs(float(n.get(k) or 0)) for n in notes for k in ("xshift", "yshift"))
    some = around[:: max(1, len(around) // ENOUGH)]
    chosen = sides(at, texts, some, frame=frame, panel=(panel[0], panel[1]), size=size, gap=gap)
    for note, side in zip(notes, chosen, strict=True):
        if side is None:
            continue
        right, up = side
        note |= {"xanchor": X_ANCHORS[right], "yanchor": Y_ANCHORS[up]}
        note |= {"xshift": gap * right, "yshift": gap * up}


def _points(trace: Figure, axes: list[dict[str, Any]]) -> np.ndarray:
    """A trace's points as their axes draw them; log10 where these are logarithmic."""
    columns = []
    for name, axis in zip("xy", axes, strict=True):
        try:
            values = np.asarray(trace.get(name, ()), dtype=float)
        except (TypeError, ValueError):  # categories
            return np.empty((0, 2))
        with np.errstate(divide="ignore", invalid="ignore"):
            columns.append(np.log10(values) if axis.get("type") == "log" else values)
    if len(columns[0]) != len(columns[1]):
        return np.empty((0, 2))
    points = np.column_stack(columns)
    return points[np.isfinite(points).all(axis=1)]


def _shrink(trace: Figure, factor: float) -> None:
    marker = trace.get("marker")
    if trace.get("type", "scatter") != "scatter" or not marker or "size" not in marker:
        return
    size = np.asarray(marker["size"], dtype=float) * factor
    trace["marker"] = {**marker, "size": size if size.ndim else float(size)}
