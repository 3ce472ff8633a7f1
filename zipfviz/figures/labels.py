"""Names beside points, each on the side where it covers least."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.palette import PALETTES, Mode
from zipfviz.figures.text import escape

__all__ = ["axis_name", "found_words", "label_points", "sides"]

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
X_ANCHORS = {1: "left", 0: "center", -1: "right"}
Y_ANCHORS = {1: "bottom", 0: "middle", -1: "top"}
PANEL = (250.0, 300.0)
"""A panel's usual width and height in pixels; real ones vary with the window."""


def axis_name(prefix: str, panel: int) -> str:
    """Plotly's name for the axis of the `panel`-th panel, from 0: `x`, `x2`, `x3`."""
    return prefix if panel == 0 else f"{prefix}{panel + 1}"


def sides(
    at: np.ndarray,
    texts: Sequence[str],
    around: np.ndarray,
    *,
    frame: np.ndarray | None = None,
    panel: tuple[float, float] = PANEL,
    gap: float = 9,
) -> list[tuple[int, int]]:
    """For each text at `at` (m, 2) the side (right, up) where it hides least of `around` (n, 2).

    The axes span the points `frame`, by default those of `around`.
    """
    frame = around if frame is None else frame
    low = np.nanmin(frame, axis=0)
    scale = panel / np.maximum(np.nanmax(frame, axis=0) - low, 1e-12)
    at, around = (at - low) * scale, (around - low) * scale
    boxes: list[np.ndarray] = []
    chosen = []
    for point, text in zip(at, texts, strict=True):
        size = np.array([6.5 * len(text) + 4, 17.0])
        candidates = [_box(point, size, np.array(side), gap) for side in SIDES]
        costs = [_cost(box, around, boxes, np.array(panel)) for box in candidates]
        best = int(np.argmin(costs))
        boxes.append(candidates[best])
        chosen.append(SIDES[best])
    return chosen


def label_points(
    fig: go.Figure,
    at: np.ndarray,
    texts: Sequence[str],
    around: np.ndarray,
    mode: Mode,
    *,
    colour: str,
    panel: int = 0,
    size: int = 12,
    frame: np.ndarray | None = None,
    width: float = PANEL[0],
    gap: float = 9,
) -> None:
    """Write `texts` (as typed) beside the points `at` (m, 2); log10 of them on log axes."""
    size = 10 if mode == "print" else size
    places = sides(at, texts, around, frame=frame, panel=(width, PANEL[1]), gap=gap)
    for (x, y), text, (right, up) in zip(at, texts, places, strict=True):
        fig.add_annotation(
            x=x,
            y=y,
            xref=axis_name("x", panel),
            yref=axis_name("y", panel),
            text=escape(text),
            xanchor=X_ANCHORS[right],
            yanchor=Y_ANCHORS[up],
            xshift=gap * right,
            yshift=gap * up,
            showarrow=False,
            bgcolor=PALETTES[mode].paper,
            borderpad=0,
            opacity=0.9,
            font={"color": colour, "size": size},
        )


def found_words(
    fig: go.Figure,
    x: np.ndarray,
    y: np.ndarray,
    words: Sequence[str],
    found: Sequence[int],
    mode: Mode,
    *,
    panel: int = 0,
    log: bool = False,
    width: float = PANEL[0],
) -> None:
    """Ring and name the words at positions `found`, in the accent colour; `width` of the panel."""
    if not len(found):
        return
    at = np.asarray(found, dtype=int)
    colour = PALETTES[mode].accent
    ring = go.Scatter(
        x=x[at],
        y=y[at],
        mode="markers",
        marker={"symbol": "circle-open", "size": 11, "color": colour, "line": {"width": 2}},
        xaxis=axis_name("x", panel),
        yaxis=axis_name("y", panel),
        cliponaxis=False,
        showlegend=False,
        hoverinfo="skip",
        name="found words",
    )
    fig.add_trace(ring)
    points = np.column_stack([x, y])
    points = np.log10(points) if log else points
    texts = [words[i] for i in at]
    label_points(
        fig, points[at], texts, points, mode, colour=colour, panel=panel, size=13, width=width
    )


def _box(point: np.ndarray, size: np.ndarray, side: np.ndarray, gap: float) -> np.ndarray:
    """Left bottom and right top corner of a text of `size` on a `side` of `point`."""
    centre = point + side * (gap + size / 2)
    return np.stack([centre - size / 2, centre + size / 2])


def _cost(
    box: np.ndarray, around: np.ndarray, boxes: Sequence[np.ndarray], panel: np.ndarray
) -> float:
    """Points hidden, other names crossed (dear), pixels outside the panel."""
    hidden = np.sum(np.all((around > box[0] - 4) & (around < box[1] + 4), axis=1))
    crossed = sum(bool(np.all((box[0] < b[1]) & (b[0] < box[1]))) for b in boxes)
    outside = np.clip(-box[0], 0, None).sum() + np.clip(box[1] - panel, 0, None).sum()
    return float(hidden + 100 * crossed + 0.5 * outside)
