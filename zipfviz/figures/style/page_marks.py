"""Fit names, marks and ticks to a panel of known size on a page."""

import math
from typing import Any

import numpy as np

from zipfviz.figures.style.labels import ENOUGH, in_equal_units, sides
from zipfviz.figures.style.panel import Panel, Size

LARGE = 3.5  # pixels of a mark's radius from which on names do not touch it
USUAL = 320.0  # pixels of a panel on the screen; marks shrink with panels that are smaller
SMALLEST = 0.6
AIR = 8.0  # pixels between two tick labels
DIGIT = 6.5  # pixels of a figure of 12 pixels


def names_in(panel: Panel, size: Size) -> list[dict[str, Any]]:
    """Place the names that a screen shows; those that find no place here are left out."""
    named = [names.seen() for names in panel.placed_names()]
    if not any(len(names.texts) for names in named):
        return []
    marked = [trace for trace in panel.traces if "markers" in str(trace.get("mode"))]
    points = [_points(trace, panel) for trace in marked]
    large = [i for i, t in enumerate(marked) if _radius(t) >= LARGE and len(points[i])]
    around = np.vstack([p for p in points if len(p)] or [np.zeros((1, 2))])
    shrink = _shrink(size)
    chosen = sides(
        np.vstack([names.at for names in named]),
        [text for names in named for text in names.texts],
        around[:: max(1, len(around) // ENOUGH)],
        frame=_frame(around, panel, size),
        panel=size,
        size=max(names.size for names in named),
        gap=shrink * np.concatenate([names.gaps for names in named]),
        mark=max((_radius(marked[i]) for i in large), default=0.0),
        large=np.vstack([points[i] for i in large]) if large else None,
        exact=True,
        needed=any(names.needed or not names.mark for names in named),
    )
    notes, first = [], 0
    for names in named:
        end = first + len(names.texts)
        notes += names.notes(chosen[first:end], shrink)
        first = end
    return notes


def fit_marks(panel: Panel, size: Size) -> None:
    """Shrink marks where their panel is smaller than on a screen; in rows they have room."""
    if panel.rows:
        return
    for trace in panel.traces:
        marker = trace.get("marker") or {}
        if trace["type"] == "scatter" and "size" in marker:
            marks = np.asarray(marker["size"], dtype=float) * _shrink(size)
            trace["marker"] = {**marker, "size": marks if marks.ndim else float(marks)}


def few_ticks(panel: Panel, width: float) -> None:
    """Limit the numbers below an axis to those that stand beside each other, none turned."""
    axis = panel.x
    if axis.get("type") in ("log", "category") or axis.get("tickvals") is not None:
        return
    axis["tickangle"] = 0
    span = axis.get("range") or _data_span(panel)
    if span is None:
        return
    low, high = sorted(map(float, span))
    for n in range(int(axis.get("nticks") or 6), 2, -1):
        step = _step((high - low) / n)
        numbers = math.floor(high / step) - math.ceil(low / step) + 1
        if numbers * (_letters(low, high, step) * DIGIT + AIR) <= width:
            break
    axis["nticks"] = n


def scaled_lines(value: Any, factor: float, key: str = "") -> Any:
    """Scale every `line.width` of a trace or shape."""
    if isinstance(value, dict):
        return {k: scaled_lines(v, factor, f"{key}.{k}") for k, v in value.items()}
    return value * factor if key.endswith("line.width") else value


def _shrink(size: Size) -> float:
    return min(1.0, max(SMALLEST, math.sqrt(size[0] / USUAL)))


def _frame(around: np.ndarray, panel: Panel, size: Size) -> np.ndarray:
    """Lower left and upper right corner that a panel shows; as wide as high where units are one."""
    ends = []
    for axis, points in zip((panel.x, panel.y), around.T, strict=True):
        span = axis.get("range")
        ends.append([points.min(), points.max()] if span is None else sorted(map(float, span)))
    frame = np.array(ends).T
    return in_equal_units(frame, size) if "scaleanchor" in panel.y else frame


def _radius(trace: dict[str, Any]) -> float:
    """Pixels from the middle of a trace's largest mark to its edge."""
    return float(np.max((trace.get("marker") or {}).get("size", 6))) / 2


def _points(trace: dict[str, Any], panel: Panel) -> np.ndarray:
    """A trace's points as the axes draw them, those that are drawn."""
    points = panel.drawn_at(trace["x"], trace["y"])
    return points[np.isfinite(points).all(axis=1)]


def _data_span(panel: Panel) -> Size | None:
    """Least and greatest number drawn across; None where there is none."""
    try:
        values = np.array([x for t in panel.traces for x in t.get("x", ())], dtype=float)
    except (TypeError, ValueError):  # names
        return None
    values = values[np.isfinite(values)]
    return (float(values.min()), float(values.max())) if values.size else None


def _step(least: float) -> float:
    """The next of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … as plotly steps along an axis."""
    power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
    return next(f * power for f in (1, 2, 5, 10, 20) if f * power >= least)


def _letters(low: float, high: float, step: float) -> int:
    """Letters of the longest number of an axis in steps of about that size."""
    decimals = max(0, -math.floor(math.log10(step)))
    whole = len(str(int(max(abs(low), abs(high)))))
    return whole + (low < 0) + (1 + decimals if decimals else 0)
