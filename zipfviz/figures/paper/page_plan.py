"""How figures stand on a page: in how many columns, how high, and what their texts leave them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zipfviz.figures.paper.anatomy import (
    Figure,
    axes_of,
    bar_of,
    bare,
    common,
    equal_units,
    fits,
    footer,
    grid,
    heading_notes,
    legend_lines,
    lines_of,
    row_names,
    title_of,
    wide,
    x_title,
    y_title,
)

__all__ = ["LEGEND_LINE", "TICKS", "Plan", "Room", "bar_below", "fitted", "plan", "room"]

NARROW = 130.0  # pixels under which a panel says too little
LITTLE = 72.0  # the same for rows of marks and for thumbnails
FLAT = 105.0  # pixels of height under which it does as well
SMALLEST = 0.6  # letters are never smaller than this share of what was asked for
LEGEND_LINE, HEADING_LINE, ROW_LINE = 19.0, 17.0, 15.0
SOLID = 12.8  # pixels between names of a line each, where there is no more
USUAL = 320.0  # pixels of height that most charts' panels have on the screen
TICKS, TITLE = 26.0, 26.0  # pixels of the labels below an axis and of a line of its title
BAR_BELOW, BAR_BESIDE = 54.0, 62.0  # pixels of a colour bar; BAR_TITLE: of a title along it
BAR_TITLE = 12.0


@dataclass(frozen=True)
class Room:
    """Pixels around panels: at the left of each column, above, below, and between two rows."""

    lefts: tuple[float, ...]
    right: float
    top: float
    headings: float
    bottom: float
    between: float
    rows: int
    panel: float

    @property
    def outside(self) -> float:
        """Pixels of height that are no panel's."""
        return self.top + self.bottom + self.between * (self.rows - 1)

    def inside(self, width: float, height: float) -> tuple[float, float]:
        """Pixels of width and height that the margins leave."""
        return width - self.lefts[0] - self.right, max(height - self.top - self.bottom, 40.0)


@dataclass(frozen=True)
class Plan:
    """How figures stand on a page: `columns`, `height` in pixels, letters times `factor`."""

    columns: int
    height: float
    factor: float


def plan(
    figures: Sequence[Figure], width: float, height: float | None = None, most: float = 1e9
) -> Plan:
    """As many columns as leave panels readable within `width`, and within a fixed `height` if given
    or at `most` so high.

    Where nothing fits, `factor` is what all pixels must be multiplied with so that it does.
    """
    n = len(figures)
    best, most_kept = Plan(1, 0.0, 0.0), 0.0
    for columns in sorted({-(-n // rows) for rows in range(1, n + 1)}, reverse=True):
        factor = 1.0
        for _ in range(3):  # smaller letters leave more room for panels
            around = room(figures, width / factor, columns)
            narrow = LITTLE if common(figures, row_names) or all(map(bare, figures)) else NARROW
            wanted = narrow * max(grid(figure)[0] for figure in figures)
            needed = width / factor + columns * max(0.0, wanted - around.panel)
            rows = [figures[i : i + columns] for i in range(0, n, columns)]
            least = around.outside + sum(max(map(_least, row)) for row in rows)
            kept = min(1.0, width / needed, (height or most) / least)
            factor = max(kept, SMALLEST)
        if kept > most_kept + 0.02:
            most_kept = kept
            around = room(figures, width / factor, columns)
            ideal = around.outside + sum(
                max(_inside(f, around.panel, len(rows)) for f in row) for row in rows
            )
            best = Plan(columns, (height or min(ideal * factor, most)) / factor, factor)
    return best


def room(figures: Sequence[Figure], width: float, columns: int) -> Room:
    """What texts need around the panels of figures in so many columns over `width` pixels."""
    lefts = [
        max(_left(figures, figure, first=column == 0) for figure in figures[column::columns])
        for column in range(min(columns, len(figures)))
    ]
    bars = [bar for bar in map(bar_of, figures) if bar is not None]
    flat = any(map(bar_below, bars))
    along = any(bar.get("title", {}).get("side") == "right" for bar in bars)
    right = 14.0 + (BAR_BESIDE + BAR_TITLE * along) * (bool(bars) and not flat)
    panel = max((width - sum(lefts) - right) / len(lefts), 30.0)
    fits_panel = [fitted(figure, panel) for figure in figures]
    headings = max((_heading(figure) for figure in fits_panel), default=0.0)
    legend = LEGEND_LINE * legend_lines(figures, width - sum(lefts[:1]) - right)
    titles = max(_x_title_lines(figure) for figure in fits_panel)
    one = common(figures, x_title) or common(figures, footer)
    ticks = TICKS if any(_is_labelled(figure) for figure in figures) else 8.0
    below = ticks + TITLE * (titles > 0) + 15.0 * max(0, titles - 1)
    bottom = ticks + TITLE if one else below
    return Room(
        tuple(lefts),
        right,
        headings + legend + 10,
        headings,
        bottom + BAR_BELOW * flat,
        (ticks if one else below) + headings + 12,
        -(-len(figures) // columns),
        panel,
    )


def fitted(figure: Figure, panel: float) -> Figure:
    """The figure with headings and x titles in as many lines as panels of that width need; names
    above columns stand upright where they are wider than these.
    """
    across = panel / grid(figure)[0] - (14 if grid(figure)[0] > 1 else 0)
    layout = dict(figure["layout"])
    heads = {id(note) for note in heading_notes(figure)}
    layout["annotations"] = [
        {**note, "text": fits(str(note["text"]), across + 8)} if id(note) in heads else note
        for note in layout.get("annotations") or []
    ]
    for number, axis in axes_of(figure, "x").items():
        if title_of(axis):
            title = {**axis["title"], "text": fits(title_of(axis), across + 24)}
            layout[f"xaxis{number}"] = axis = {**axis, "title": title}
        if axis.get("side") == "top" and (names := _names(axis)):
            turned = max(map(wide, names)) > across / len(names)
            layout[f"xaxis{number}"] = {**axis, "tickangle": -90 if turned else 0}
    return {**figure, "layout": layout}


def bar_below(bar: dict[str, Any]) -> bool:
    return bar.get("orientation") == "h"


def _left(figures: Sequence[Figure], figure: Figure, *, first: bool) -> float:
    """Pixels of row names or numbers and of a y title at the left of a figure."""
    axis = axes_of(figure, "y").get("", {})
    names = row_names(figure)
    title = 24.0 if y_title(figure) and (first or not common(figures, y_title)) else 0.0
    air = 0.0 if first else 14.0
    if not first and names and common(figures, row_names):
        return air
    if not axis.get("showticklabels", True):
        return title + air
    numbers = 46.0 if str(axis.get("tickformat", "")).endswith(("%", "p")) else 34.0
    return title + air + (9 + max(map(wide, names)) if names else numbers)


def _heading(figure: Figure) -> float:
    """Pixels above a panel: its title, or labels where the axis is drawn there."""
    notes = heading_notes(figure)
    above = 8 + HEADING_LINE * max(len(lines_of(n["text"])) for n in notes) if notes else 0.0
    for axis in _x_axes(figure, "top"):
        names = _names(axis) or [""]
        lines = max(len(lines_of(name)) for name in names)
        upright = max(map(wide, names)) if axis.get("tickangle") else ROW_LINE * lines
        above += TICKS - ROW_LINE + upright + TITLE * bool(title_of(axis))
    return above


def _x_axes(figure: Figure, side: str) -> list[Figure]:
    axes = axes_of(figure, "x").values()
    return [axis for axis in axes if (axis.get("side") or "bottom") == side]


def _is_labelled(figure: Figure) -> bool:
    """Whether numbers or names stand below its panels."""
    return any(axis.get("showticklabels", True) for axis in _x_axes(figure, "bottom"))


def _names(axis: Figure) -> list[str]:
    names = axis.get("ticktext")
    return [] if names is None else [str(name) for name in names]


def _x_title_lines(figure: Figure) -> int:
    titles = [title_of(axis) for axis in _x_axes(figure, "bottom")]
    return max([len(lines_of(t)) for t in titles if t] + [1 if footer(figure) else 0])


def _inside(figure: Figure, width: float, stacked: int) -> float:
    """Pixels of height for a figure's panels: rows as drawn, others as the eye likes them.

    Of several figures, one below the other, each is flatter; where a chart is higher than others on
    the screen or a unit is as long across as up, it is less so. A y title finds its length.
    """
    drawn = _drawn(figure)
    if row_names(figure):
        return max(drawn, _least(figure))
    columns, rows = grid(figure)
    panel = width / columns
    share = 0.65 if equal_units(figure) else 0.45 * max(1.0, drawn / rows / USUAL)
    flat = max(share * panel, FLAT + 20, min(wide(y_title(figure)), 160.0))
    liked = 0.35 * panel + 130 if stacked * rows == 1 else flat
    return max(min(drawn, rows * min(0.9 * panel, liked)), _least(figure))


def _least(figure: Figure) -> float:
    """The same under which rows run into each other or panels say nothing."""
    if names := row_names(figure):
        lines = [len(lines_of(name)) for name in names]
        return max(0.4 * _drawn(figure), sum(SOLID + ROW_LINE * (n - 1) for n in lines))
    return grid(figure)[1] * FLAT


def _drawn(figure: Figure) -> float:
    """Pixels of its panels on the screen."""
    return float(figure["layout"].get("height") or 420) - 100.0
