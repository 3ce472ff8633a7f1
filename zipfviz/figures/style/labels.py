"""Place names beside points, each on the side where it covers least."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zipfviz.figures.style.text import escape
from zipfviz.figures.style.theme import look, merged

Side = tuple[int, int] | None

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
X_ANCHORS = {1: "left", 0: "center", -1: "right"}
Y_ANCHORS = {1: "bottom", 0: "middle", -1: "top"}
ABOVE = {1: "top", 0: "middle", -1: "bottom"}
BESIDE = {1: "right", 0: "center", -1: "left"}
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
) -> list[Side]:
    """For each text at `at` (m, 2) the side (right, up) where it hides least of `around` (n, 2).

    The axes span the points `frame`, by default those of `around`. Where points are large marks
    (all, or those of `large`), `mark` pixels from the middle to the edge, none may be touched: a
    text that finds no free side has none, and is better left out. Where `panel` is `exact`,
    so is a text that would leave it or cross another. `needed` ones may touch a mark. `gap` is the
    way from a point to its text in pixels, of all or of each (m,).
    """
    frame = around if frame is None else frame
    corner = np.nanmin(frame, axis=0)
    scale = panel / np.maximum(np.nanmax(frame, axis=0) - corner, 1e-12)
    large = np.empty((0, 2)) if not mark else around if large is None else large
    at, around, large = ((points - corner) * scale for points in (at, around, large))
    gaps = np.broadcast_to(gap, len(at))
    taken: list[np.ndarray] = []
    chosen: list[Side] = []
    for i, (point, text) in enumerate(zip(at, texts, strict=True)):
        extent = size * np.array([_letters_wide(text), 1.3])
        centres = point + np.array(SIDES) * (gaps[i] + extent / 2)
        low, high = centres - extent / 2, centres + extent / 2
        others = np.array(taken).reshape(-1, 2, 2)
        cost = _cost(low, high, around, others, panel) + _doubt(low, high, at, i)
        if mark or exact:
            free = _in_panel(low, high, panel, mark, exact)
            free &= ~_crossing(low - AIR, high + AIR, others).any(axis=1)
            marks = large[np.any(np.abs(large - point) > 1, axis=1)]
            clear = free & ~_within(marks, low - mark, high + mark).any(axis=1)
            free = free if needed and not clear.any() else clear
            if not free.any():
                chosen.append(None)
                continue
            cost = np.where(free, cost, np.inf)
        best = int(np.argmin(cost))
        taken.append(np.stack([low[best], high[best]]))
        chosen.append(SIDES[best])
    return chosen


@dataclass(frozen=True, eq=False, kw_only=True)
class Names:
    """Texts (as typed) to write beside the points `at` (m, 2), as the axes draw them.

    `around` (n, 2) are the points they should not hide, `frame` the corners that the axes span, if
    not those of `around`; `usual` is the panel's size on most screens. With `mark`, the radius of
    large marks, a text that would touch one is left out, unless it is `needed`. Its `ground` keeps
    a text readable over points; without (on linear axes), what lies under it is seen.
    """

    at: np.ndarray
    texts: Sequence[str]
    around: np.ndarray
    colour: str
    ground: str = ""
    size: int = 12
    frame: np.ndarray | None = None
    usual: tuple[float, float] = PANEL
    gap: float | np.ndarray = 9
    mark: float = 0
    needed: bool = False

    @property
    def gaps(self) -> np.ndarray:
        """Pixels from each point (m,) to its text."""
        return np.broadcast_to(self.gap, len(self.at))

    def on_screen(self) -> list[Side]:
        """The side of each in a panel of the usual size."""
        return sides(
            self.at, self.texts, self.around, frame=self.frame, panel=self.usual, size=self.size,
            gap=self.gap, mark=self.mark, needed=self.needed,
        )  # fmt: skip

    def seen(self) -> Names:
        """Those that have a place on a screen."""
        kept = [i for i, side in enumerate(self.on_screen()) if side is not None]
        texts = [self.texts[i] for i in kept]
        return replace(self, at=self.at[kept], texts=texts, gap=self.gaps[kept])

    def notes(self, chosen: Sequence[Side], shrink: float = 1.0) -> list[dict[str, Any]]:
        """Plotly's annotations of those that have a side, gaps times `shrink`."""
        usual = look("note") | {"font": {"color": self.colour, "size": self.size}}
        usual |= {"bgcolor": self.ground} if self.ground else {}
        gaps = (shrink * self.gaps).tolist()
        return [
            {"x": x, "y": y, "text": escape(text), **_beside(*side, gap), **usual}
            for (x, y), text, side, gap in zip(self.at, self.texts, chosen, gaps, strict=True)
            if side is not None
        ]

    def trace(self, chosen: Sequence[Side]) -> dict[str, Any]:
        """The same without ground as a trace of text, which plotly draws ten times as fast.

        Unseen marks hold the texts off their points.
        """
        named = [i for i, side in enumerate(chosen) if side is not None]
        places = [side for side in chosen if side is not None]
        own = {
            "x": self.at[named, 0],
            "y": self.at[named, 1],
            "text": [escape(self.texts[i]) for i in named],
            "textposition": [f"{ABOVE[up]} {BESIDE[right]}" for right, up in places],
            "textfont": {"color": self.colour, "size": self.size},
            "marker": {"size": 1.6 * (self.gaps[named] - 1)},  # to plotly's rule
        }
        return merged(look("names"), own)


def _beside(right: int, up: int, gap: float) -> dict[str, Any]:
    """Where a note stands: at a side of its point, so many pixels away."""
    anchors = {"xanchor": X_ANCHORS[right], "yanchor": Y_ANCHORS[up]}
    return {**anchors, "xshift": gap * right, "yshift": gap * up}


def in_equal_units(frame: np.ndarray, panel: tuple[float, float]) -> np.ndarray:
    """The corners (2, 2) a panel shows of `frame` where a unit is as long across as up."""
    half = np.array(panel) * (np.ptp(frame, axis=0) / panel).max() / 2
    return frame.mean(axis=0) + np.stack([-half, half])


def _letters_wide(text: str) -> float:
    """About how wide a text is, in its letters' height: capitals are wider."""
    return 0.54 * len(text) + 0.15 * sum(map(str.isupper, text))


def _within(points: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Which of the points (n, 2) lie in each box from `low` to `high` (k, 2): (k, n)."""
    return np.all((points > low[:, None]) & (points < high[:, None]), axis=2)


def _crossing(low: np.ndarray, high: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Which of the boxes (n, 2, 2) each one from `low` to `high` (k, 2) crosses: (k, n)."""
    return np.all((low[:, None] < boxes[:, 1]) & (boxes[:, 0] < high[:, None]), axis=2)


def _in_panel(
    low: np.ndarray, high: np.ndarray, panel: tuple[float, float], mark: float, exact: bool
) -> np.ndarray:
    """Which boxes cross no edge; the lower and upper ones count where the panel is exact."""
    inside = (low[:, 0] >= -mark) & (high[:, 0] <= panel[0] + mark)
    return inside & (low[:, 1] >= -2) & (high[:, 1] <= panel[1] + 4) if exact else inside


def _cost(
    low: np.ndarray,
    high: np.ndarray,
    around: np.ndarray,
    others: np.ndarray,
    panel: tuple[float, float],
) -> np.ndarray:
    """Share of the points hidden, other names crossed (dear), pixels outside the panel."""
    hidden = _within(around, low - 4, high + 4).mean(axis=1)
    crossed = _crossing(low + 2, high - 2, others).sum(axis=1)
    outside = (np.clip(-low, 0, None) + np.clip(high - panel, 0, None)).sum(axis=1)
    return 200 * hidden + 100 * crossed + 1.5 * outside


def _doubt(low: np.ndarray, high: np.ndarray, at: np.ndarray, own: int) -> np.ndarray:
    """How many other named points lie as near to each text as its own, number `own` of `at`."""
    apart = np.maximum(np.maximum(low[:, None] - at, at - high[:, None]), 0)
    away = np.hypot(apart[..., 0], apart[..., 1])
    return 25.0 * ((away <= away[:, [own]] + 1).sum(axis=1) - 1)
