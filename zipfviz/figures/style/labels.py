"""Names beside points, each on the side where it covers least."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zipfviz.figures.style.sheet import Sheet
from zipfviz.figures.style.text import escape

__all__ = ["IF_FREE", "found_words", "in_equal_units", "label_points", "sides"]

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
X_ANCHORS = {1: "left", 0: "center", -1: "right"}
Y_ANCHORS = {1: "bottom", 0: "middle", -1: "top"}
IF_FREE = "if free"  # what notes are called that are left out where they would touch a mark
ENOUGH = 4_000  # points tell where a cloud is
AIR = np.array([4.0, 0.0])  # pixels between one name and the next, across and up
PANEL = (250.0, 300.0)
"""A panel's usual width and height in pixels; real ones vary with the window."""


def sides(
    at: np.ndarray,
    texts: Sequence[str],
    around: np.ndarray,
    *,
    frame: np.ndarray | None = None,
    panel: tuple[float, float] = PANEL,
    size: float = 12,
    gap: float | np.ndarray = 9,
    mark: float = 0,
    large: np.ndarray | None = None,
    exact: bool = False,
    needed: bool = False,
) -> list[tuple[int, int] | None]:
    """For each text at `at` (m, 2) the side (right, up) where it hides least of `around` (n, 2).

    The axes span the points `frame`, by default those of `around`. Where points are large marks
    (all, or those of `large`), `mark` pixels from the middle to the edge, none may be touched: a
    text that finds no free side has none, and is better left out. Where `panel` is `exact`,
    so is a text that would leave it or cross another. `needed` ones may touch a mark. `gap` is the
    way from a point to its text in pixels, of all or of each (m,).
    """
    frame = around if frame is None else frame
    low = np.nanmin(frame, axis=0)
    scale = panel / np.maximum(np.nanmax(frame, axis=0) - low, 1e-12)
    large = np.empty((0, 2)) if not mark else around if large is None else large
    at, around, large = ((points - low) * scale for points in (at, around, large))
    gaps = np.broadcast_to(gap, len(at))
    boxes: list[np.ndarray] = []
    chosen: list[tuple[int, int] | None] = []
    for i, (point, text) in enumerate(zip(at, texts, strict=True)):
        rivals = np.delete(at, i, axis=0)
        extent = size * np.array([_letters_wide(text), 1.3])
        candidates = [_box(point, extent, np.array(side), gaps[i]) for side in SIDES]
        costs = [
            _cost(box, around, boxes, np.array(panel)) + _doubt(box, point, rivals)
            for box in candidates
        ]
        best = int(np.argmin(costs))
        if mark or exact:
            free = _free(candidates, point, large, boxes, mark, panel, exact)
            if needed and not any(free):
                free = _free(candidates, point, large[:0], boxes, mark, panel, exact)
            if not any(free):
                chosen.append(None)
                continue
            best = int(np.argmin(np.where(free, costs, np.inf)))
        boxes.append(candidates[best])
        chosen.append(SIDES[best])
    return chosen


def label_points(
    sheet: Sheet,
    panel: int,
    at: np.ndarray,
    texts: Sequence[str],
    around: np.ndarray,
    *,
    colour: str,
    size: int = 12,
    frame: np.ndarray | None = None,
    width: float = PANEL[0],
    height: float = PANEL[1],
    gap: float | np.ndarray = 9,
    mark: float = 0,
    needed: bool = False,
    ground: bool = True,
) -> None:
    """Write `texts` (as typed) beside the points `at` (m, 2); log10 of them on log axes.

    With `mark`, the radius of large marks, a text that would touch one is left out, unless it is
    `needed`. Its `ground` keeps a text readable over points; without, what lies under it is seen.
    """
    if sheet.mode == "print":
        size, width = 10, 0.6 * width
    places = sides(
        at, texts, around, frame=frame, panel=(width, height), size=size, gap=gap, mark=mark,
        needed=needed,
    )  # fmt: skip
    gaps = np.broadcast_to(gap, len(at)).tolist()
    for (x, y), text, side, away in zip(at, texts, places, gaps, strict=True):
        if side is None:
            continue
        right, up = side
        sheet.label(
            panel,
            x=x,
            y=y,
            text=escape(text),
            xanchor=X_ANCHORS[right],
            yanchor=Y_ANCHORS[up],
            xshift=away * right,
            yshift=away * up,
            borderpad=0,
            opacity=0.9,
            **({"name": IF_FREE} if mark and not needed else {}),
            **({"bgcolor": sheet.colours.paper} if ground else {}),
            font={"color": colour, "size": size},
        )


def found_words(
    sheet: Sheet,
    panel: int,
    x: np.ndarray,
    y: np.ndarray,
    words: Sequence[str],
    found: Sequence[int],
    *,
    log: bool = False,
    width: float = PANEL[0],
) -> None:
    """Ring and name the words at positions `found`, in the accent colour; `width` of the panel."""
    if not len(found):
        return
    at = np.asarray(found, dtype=int)
    colour = sheet.colours.accent
    sheet.add(
        "scatter",
        panel,
        x=x[at],
        y=y[at],
        mode="markers",
        marker={"symbol": "circle-open", "size": 11, "color": colour, "line": {"width": 2}},
        cliponaxis=False,
        showlegend=False,
        hoverinfo="skip",
        name="found words",
    )
    points = np.column_stack([x, y])
    points = np.log10(points) if log else points
    some = points[:: max(1, len(points) // ENOUGH)]
    texts = [words[i] for i in at]
    label_points(sheet, panel, points[at], texts, some, colour=colour, size=13, width=width)


def in_equal_units(frame: np.ndarray, panel: tuple[float, float]) -> np.ndarray:
    """The corners (2, 2) a panel shows of `frame` where a unit is as long across as up."""
    half = np.array(panel) * (np.ptp(frame, axis=0) / panel).max() / 2
    return frame.mean(axis=0) + np.stack([-half, half])


def _letters_wide(text: str) -> float:
    """About how wide a text is, in its letters' height: capitals are wider."""
    return 0.54 * len(text) + 0.15 * sum(map(str.isupper, text))


def _box(point: np.ndarray, extent: np.ndarray, side: np.ndarray, gap: float) -> np.ndarray:
    """Left bottom and right top corner of a text of an `extent` on a `side` of `point`."""
    centre = point + side * (gap + extent / 2)
    return np.stack([centre - extent / 2, centre + extent / 2])


def _free(
    candidates: Sequence[np.ndarray],
    point: np.ndarray,
    large: np.ndarray,
    boxes: Sequence[np.ndarray],
    mark: float,
    panel: tuple[float, float],
    exact: bool,
) -> list[bool]:
    """Which of the boxes are free; of an exact panel none crosses the lower or upper edge."""
    return [
        _is_free(box, point, large, boxes, mark, panel[0])
        and not (exact and (box[0, 1] < -2 or box[1, 1] > panel[1] + 4))
        for box in candidates
    ]


def _is_free(
    box: np.ndarray,
    point: np.ndarray,
    around: np.ndarray,
    boxes: Sequence[np.ndarray],
    mark: float,
    width: float,
) -> bool:
    """Whether a text touches no mark but those at its own point, no other text, and no edge."""
    if box[0, 0] < -mark or box[1, 0] > width + mark:
        return False
    others = around[np.any(np.abs(around - point) > 1, axis=1)]
    touched = np.all((others > box[0] - mark) & (others < box[1] + mark), axis=1).any()
    crossed = any(bool(np.all((box[0] - AIR < b[1]) & (b[0] < box[1] + AIR))) for b in boxes)
    return not touched and not crossed


def _cost(
    box: np.ndarray, around: np.ndarray, boxes: Sequence[np.ndarray], panel: np.ndarray
) -> float:
    """Share of the points hidden, other names crossed (dear), pixels outside the panel."""
    hidden = np.mean(np.all((around > box[0] - 4) & (around < box[1] + 4), axis=1))
    crossed = sum(bool(np.all((box[0] + 2 < b[1]) & (b[0] + 2 < box[1]))) for b in boxes)
    outside = np.clip(-box[0], 0, None).sum() + np.clip(box[1] - panel, 0, None).sum()
    return float(200 * hidden + 100 * crossed + 1.5 * outside)


def _doubt(box: np.ndarray, point: np.ndarray, rivals: np.ndarray) -> float:
    """How many other named points lie as near to the text as its own."""
    away = [np.hypot(*np.maximum(np.maximum(box[0] - p, p - box[1]), 0)) for p in (point, *rivals)]
    return 25.0 * sum(other <= away[0] + 1 for other in away[1:])
