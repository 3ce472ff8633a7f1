"""Plan a page: in how many columns panels stand, how high, and what texts leave them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, NamedTuple

from zipfviz.figures.style.panel import Content, Panel, title_of
from zipfviz.figures.style.text import LETTER, fits, lines_of, wide

NARROW = 130.0  # pixels under which a panel says too little
LITTLE = 72.0  # the same for rows of marks and for thumbnails
FLAT = 105.0  # pixels of height under which it does as well
SMALLEST = 0.6  # letters are never smaller than this share of what was asked for
LEGEND_LINE, HEADING_LINE, ROW_LINE = 19.0, 17.0, 15.0
SOLID = 12.8  # pixels between names of a line each, where there is no more
USUAL = 320.0  # pixels of height that most charts' panels have on the screen
NEAR = 22.0  # pixels between panels that belong together
TICKS, TITLE = 26.0, 26.0  # pixels of the labels below an axis and of a line of its title
BAR_BELOW, BAR_BESIDE = 54.0, 62.0  # pixels of a colour bar; BAR_TITLE: of a title along it
BAR_TITLE = 12.0


@dataclass(frozen=True)
class Shared:
    """Titles and row names common to all panels, said once; "" and False if they differ."""

    x_title: str = ""
    y_title: str = ""
    rows: bool = False

    @classmethod
    def by(cls, panels: Sequence[Panel]) -> Shared:
        """What these panels share."""
        first = panels[0]
        x, y, rows = (
            all(getattr(panel, name) == getattr(first, name) for panel in panels)
            for name in ("x_title", "y_title", "rows")
        )
        return cls(first.x_title * x, first.y_title * y, bool(first.rows) and rows)


class Room(NamedTuple):
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


class Plan(NamedTuple):
    """Layout of a page: `columns`, `height` in pixels, letters times `factor`."""

    columns: int
    height: float
    factor: float


def panels_of(parts: Sequence[Content], columns: int) -> list[tuple[int, int, Panel]]:
    """Place panels row by row: (row, column, panel); those that stay together share a row."""
    steps = max(part.together for part in parts)
    found = []
    for i, part in enumerate(parts):
        row, column = divmod(i, columns // steps)
        found += [(row, column * steps + j, panel) for j, panel in enumerate(part.panels)]
    return found


def plan(
    parts: Sequence[Content], width: float, height: float | None = None, most: float = inf
) -> Plan:
    """Choose as many columns as leave panels readable within `width`.

    They also fit a fixed `height`, if given, or are at `most` so high.
    Where nothing fits, `factor` is what all pixels must be multiplied with so that it does.
    """
    n, together = len(parts), max(part.together for part in parts)
    panels = [panel for part in parts for panel in part.panels]
    little = Shared.by(panels).rows or all(panel.is_bare for panel in panels)
    best, most_kept = Plan(together, 0.0, 0.0), 0.0
    for columns in sorted({-(-n // rows) * together for rows in range(1, n + 1)}, reverse=True):
        rows = _rows(parts, columns)
        factor = 1.0
        for _ in range(3):  # smaller letters leave more room for panels
            around = room(parts, width / factor, columns)
            short = max(0.0, (LITTLE if little else NARROW) - around.panel)
            least = around.outside + sum(max(map(_least, row)) for row in rows)
            kept = min(1.0, width / (width / factor + columns * short), (height or most) / least)
            factor = max(kept, SMALLEST)
        if kept > most_kept + 0.02:
            most_kept = kept
            around = room(parts, width / factor, columns)
            ideal = around.outside + sum(
                max(_liked(panel, around.panel, len(rows)) for panel in row) for row in rows
            )
            best = Plan(columns, (height or min(ideal * factor, most)) / factor, factor)
    return best


def room(parts: Sequence[Content], width: float, columns: int) -> Room:
    """Measure the room of texts around panels in so many columns over `width` pixels."""
    stands = panels_of(parts, columns)
    panels = [panel for *_, panel in stands]
    said = Shared.by(panels)
    lefts = [
        max(_left(panel, said, first=j == 0) for _, column, panel in stands if column == j)
        for j in range(1 + max(column for _, column, _ in stands))
    ]
    bars = [part.bar for part in parts if part.bar is not None]
    stand = bool(bars) and not any(bar.lies for bar in bars)
    right = 14.0 + (BAR_BESIDE + BAR_TITLE * any(bar.along for bar in bars)) * stand
    panel_width = max((width - sum(lefts) - right) / len(lefts), 30.0)
    wrapped = [fitted(panel, panel_width) for panel in panels]
    headings = max(map(_heading, wrapped))
    legend = LEGEND_LINE * legend_lines(parts, width - lefts[0] - right)
    lines = max(len(lines_of(p.x_title)) if p.x_title else 0 for p in wrapped)
    ticks = TICKS if any(_is_labelled(panel) for panel in panels) else 8.0
    below = ticks + TITLE * (lines > 0) + 15.0 * max(0, lines - 1)
    once = said.x_title and len(panels) > 1
    return Room(
        tuple(lefts),
        right,
        headings + legend + 10,
        headings,
        (ticks + TITLE if once else below) + BAR_BELOW * any(bar.lies for bar in bars),
        (ticks if once else below) + headings + 12,
        1 + max(row for row, *_ in stands),
        panel_width,
    )


def fitted(panel: Panel, width: float) -> Panel:
    """Wrap a panel's heading and x title to its width; names above columns stand upright where they
    are wider than these.
    """
    x = dict(panel.x)
    if title_of(x):
        x["title"] = {**x["title"], "text": fits(title_of(x), width + 24)}
    if x.get("side") == "top" and (names := _names(x)):
        x["tickangle"] = -90 if max(map(wide, names)) > width / len(names) else 0
    return replace(panel, x=x, title=fits(panel.title, width + 8))


def legend_lines(parts: Sequence[Content], width: float) -> int:
    """Lines of a legend: entries stand in columns of one width, groups one after the other."""
    entries = {
        lines_of(trace.get("name", ""))[0]: bool(trace.get("legendgroup"))
        for part in parts
        if part.tells_legend
        for panel in part.panels
        for trace in panel.traces
        if trace.get("showlegend", True)
    }
    widths = [45 + LETTER * len(name) for name in entries]
    if not any(entries.values()):
        widths = [max(widths, default=0.0)] * len(widths)
    lines, free = 0, 0.0
    for needed in widths:
        if needed > free:
            lines, free = lines + 1, width
        free -= needed
    return lines


def _rows(parts: Sequence[Content], columns: int) -> list[list[Panel]]:
    rows: dict[int, list[Panel]] = {}
    for row, _, panel in panels_of(parts, columns):
        rows.setdefault(row, []).append(panel)
    return list(rows.values())


def _left(panel: Panel, said: Shared, *, first: bool) -> float:
    """Pixels of row names or numbers and of a y title at the left of a panel."""
    if panel.near:
        return NEAR
    title = 24.0 if panel.y_title and (first or not said.y_title) else 0.0
    air = 0.0 if first else 14.0
    if said.rows and not first:
        return air
    if not panel.y.get("showticklabels", True):
        return title + air
    numbers = 46.0 if str(panel.y.get("tickformat", "")).endswith(("%", "p")) else 34.0
    return title + air + (9 + max(map(wide, panel.rows)) if panel.rows else numbers)


def _heading(panel: Panel) -> float:
    """Pixels above a panel: its title, or labels where the axis is drawn there."""
    above = 8 + HEADING_LINE * len(lines_of(panel.title)) if panel.title else 0.0
    if panel.x.get("side") == "top":
        names = _names(panel.x) or [""]
        lines = max(len(lines_of(name)) for name in names)
        upright = max(map(wide, names)) if panel.x.get("tickangle") else ROW_LINE * lines
        above += TICKS - ROW_LINE + upright + TITLE * bool(title_of(panel.x))
    return above


def _is_labelled(panel: Panel) -> bool:
    """Whether numbers or names stand below it."""
    return panel.x.get("side") != "top" and panel.x.get("showticklabels", True)


def _names(axis: dict[str, Any]) -> list[str]:
    names = axis.get("ticktext")
    return [] if names is None else [str(name) for name in names]


def _liked(panel: Panel, width: float, stacked: int) -> float:
    """Pixels of height for a panel: rows as drawn, others as the eye likes them.

    Of several, one below the other, each is flatter; where a chart is higher than others on the
    screen or a unit is as long across as up, it is less so. A y title finds its length.
    """
    if panel.rows:
        return max(panel.drawn, _least(panel))
    share = 0.65 if "scaleanchor" in panel.y else 0.45 * max(1.0, panel.drawn / USUAL)
    flat = max(share * width, FLAT + 20, min(wide(panel.y_title), 160.0))
    liked = 0.35 * width + 130 if stacked == 1 else flat
    return max(min(panel.drawn, 0.9 * width, liked), _least(panel))


def _least(panel: Panel) -> float:
    """The same under which rows run into each other or a panel says nothing."""
    if panel.rows:
        lines = [len(lines_of(name)) for name in panel.rows]
        return max(0.4 * panel.drawn, sum(SOLID + ROW_LINE * (n - 1) for n in lines))
    return FLAT
