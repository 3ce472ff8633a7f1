"""Names beside points, placed anew where a figure's panels became smaller than on the screen."""

from __future__ import annotations

import html
import math
from typing import Any

import numpy as np

from zipfviz.figures.paper.anatomy import is_name
from zipfviz.figures.style.labels import IF_FREE, X_ANCHORS, Y_ANCHORS, in_equal_units, sides

__all__ = ["relabel"]

ENOUGH = 4_000  # points tell where a cloud is
LARGE = 3.5  # pixels of a mark's radius from which on names do not touch it
USUAL = 320.0  # pixels of a panel on the screen; marks shrink with panels that are smaller
SMALLEST = 0.6
Figure = dict[str, Any]


def relabel(figure: Figure, inside: tuple[float, float]) -> None:
    """Move each name to the side where it hides least, and make marks fit their panel.

    `inside` are the pixels that margins leave. Names that find no place are left out.
    """
    layout = figure["layout"]
    for pair in {(t.get("xaxis", "x"), t.get("yaxis", "y")) for t in figure["data"]}:
        axes = [layout.get(f"{a[0]}axis{a[1:]}", {}) for a in pair]
        spans = [axis.get("domain") or (0, 1) for axis in axes]
        panel = tuple(
            max(size * (s[1] - s[0]), 40.0) for size, s in zip(inside, spans, strict=True)
        )
        traces = [t for t in figure["data"] if (t.get("xaxis", "x"), t.get("yaxis", "y")) == pair]
        notes = [n for n in layout.get("annotations") or [] if is_name(n, pair)]
        shrink = min(1.0, max(SMALLEST, math.sqrt(panel[0] / USUAL)))
        if axes[1].get("ticktext") is None:  # marks in a row of their own have their room
            for trace in traces:
                _shrink(trace, shrink)
        if notes:
            _place(notes, traces, axes, panel, shrink)
    layout["annotations"] = [n for n in layout.get("annotations") or [] if "placeless" not in n]


def _place(
    notes: list[dict[str, Any]],
    traces: list[Figure],
    axes: list[dict[str, Any]],
    panel: tuple[float, ...],
    shrink: float,
) -> None:
    """Give each name its side; one that covers a large mark or another name has no place."""
    marked = [trace for trace in traces if "markers" in str(trace.get("mode"))]
    points = [_points(trace, axes) for trace in marked]
    around = np.vstack([p for p in points if len(p)] or [np.zeros((1, 2))])
    at = np.array([[float(n["x"]), float(n["y"])] for n in notes])
    texts = [html.unescape(str(note["text"])) for note in notes]
    size = max(float((note.get("font") or {}).get("size", 12)) for note in notes)
    gaps = [shrink * max(abs(float(n.get(k) or 0)) for k in ("xshift", "yshift")) for n in notes]
    large = [i for i, trace in enumerate(marked) if _radius(trace) >= LARGE and len(points[i])]
    chosen = sides(
        at,
        texts,
        around[:: max(1, len(around) // ENOUGH)],
        frame=_frame(around, axes, panel),
        panel=(panel[0], panel[1]),
        size=size,
        gap=np.array(gaps),
        mark=max((_radius(marked[i]) for i in large), default=0.0),
        large=np.vstack([points[i] for i in large]) if large else None,
        exact=True,
        needed=not all(note.get("name") == IF_FREE for note in notes),
    )
    for note, side, gap in zip(notes, chosen, gaps, strict=True):
        if side is None:
            note["placeless"] = True
            continue
        right, up = side
        note |= {"xanchor": X_ANCHORS[right], "yanchor": Y_ANCHORS[up]}
        note |= {"xshift": gap * right, "yshift": gap * up}


def _frame(around: np.ndarray, axes: list[dict[str, Any]], panel: tuple[float, ...]) -> np.ndarray:
    """Lower left and upper right corner that a panel shows; as wide as high where units are one."""
    ranges: list[Any] = [axis.get("range") for axis in axes]
    low, high = np.array(
        [
            [least, most] if r is None else sorted(map(float, r))
            for r, least, most in zip(ranges, around.min(axis=0), around.max(axis=0), strict=True)
        ]
    ).T
    frame = np.array([low, high])
    is_map = any("scaleanchor" in axis for axis in axes)
    return in_equal_units(frame, (panel[0], panel[1])) if is_map else frame


def _radius(trace: Figure) -> float:
    """Pixels from the middle of a trace's largest mark to its edge."""
    return float(np.max((trace.get("marker") or {}).get("size", 6))) / 2


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
