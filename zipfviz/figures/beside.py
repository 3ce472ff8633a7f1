"""Several figures as one, side by side or one below the other: how a row of charts is printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Plan", "beside", "make_room", "plan"]

NARROW = 170.0  # pixels under which a panel says too little
LITTLE = 95.0  # the same for rows of marks
ROOM = 45.0  # pixels between two panels, roughly, while their number in a row is chosen
FLAT = 110.0  # pixels of height under which it does as well
SMALLEST = 0.5  # letters are never smaller than this share of what was asked for
CHROME = 100.0  # pixels of a figure's height that are not its panels'
BAR = 56.0  # pixels of a colour bar beneath the panels
BELOW = 80.0  # pixels between two rows: tick labels, a title, the next heading
LINE = 19.0  # pixels of a line of the legend
LETTER = 6.6  # pixels of a letter of a tick label
_AXIS = re.compile(r"([xy])axis(\d*)")
_REF = re.compile(r"([xy]\d*)( domain)?")
Figure = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """How figures stand on a page: `columns`, `height` in pixels, letters times `factor`."""

    columns: int
    height: float
    factor: float


def plan(figures: Sequence[Figure], width: float, height: float | None = None) -> Plan:
    """As many columns as leave panels readable within `width` (and a fixed `height`, if given).

    Where nothing fits, `factor` is what all pixels must be multiplied with so that it does.
    """
    n = len(figures)
    room, narrow = ROOM, NARROW
    names = 0.0
    if _common(figures, _row_names):  # named once, and rows of marks say enough in little room
        room, narrow = 12.0, LITTLE
        names = LETTER * max(map(len, _row_names(figures[0])))
    best = Plan(1, 0.0, 0.0)
    for columns in sorted({-(-n // rows) for rows in range(1, n + 1)}, reverse=True):
        panel = (width - names - room * (columns - 1)) / columns
        wanted = narrow * max(_grid(figure)[0] for figure in figures)
        rows = [figures[i : i + columns] for i in range(0, n, columns)]
        chrome = CHROME + BELOW * (len(rows) - 1) + _legend_height(figures, width - names)
        chrome += BAR * any(map(_has_bar_below, figures))
        ideal = chrome + sum(max(_inside(f, panel, len(rows)) for f in row) for row in rows)
        least = chrome + sum(max(_least(figure) for figure in row) for row in rows)
        factor = max(min(1.0, panel / wanted, (height or least) / least), SMALLEST)
        if factor > best.factor:
            best = Plan(columns, height / factor if height else ideal, factor)
    return best


def beside(figures: Sequence[Figure], width: float, columns: int, height: float) -> Figure:
    """One figure of `figures` (as dictionaries), `width` and `height` in pixels.

    What says the same in all of them (a footer, the names of rows, an entry of the legend, a
    colour bar) is said once.
    """
    before = float(figures[0]["layout"].get("height") or height)
    whole: Figure = {"data": list(figures[0]["data"]), "layout": dict(figures[0]["layout"])}
    if len(figures) > 1:
        gap = max((_gap(f, figures) for i, f in enumerate(figures) if i % columns), default=0.0)
        n_rows = -(-len(figures) // columns)
        # Cells as shares of what the margins leave.
        across, down = gap / width, (BELOW / (height - CHROME)) * (n_rows > 1)
        size = (1 - across * (columns - 1)) / columns, (1 - down * (n_rows - 1)) / n_rows
        joined = _Joined(figures)
        for i, figure in enumerate(figures):
            row, column = divmod(i, columns)
            corner = (column * (size[0] + across), 1 - size[1] - row * (size[1] + down))
            joined.add(figure, corner, size, first=column == 0)
        whole = joined.figure()
    whole["layout"]["width"] = width
    _settle(whole["layout"], before, height)
    return whole


class _Joined:
    """A figure in the making; axes are numbered on, notes and shapes move with their panel."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        first = figures[0]["layout"]
        self.layout = {k: v for k, v in first.items() if not _AXIS.fullmatch(k)}
        self.layout |= {"annotations": [], "shapes": [], "images": [], "showlegend": True}
        self.traces: list[Figure] = []
        self.named: set[str] = set()
        self.bars = {_bar_title(figures[0]): "coloraxis"}
        self.footer = _common(figures, _footer)
        self.y_title = _common(figures, _y_title)
        self.rows = _common(figures, _row_names)
        if self.footer:
            notes = first["annotations"]
            self.layout["annotations"].append(next(n for n in notes if _is_footer(n)))

    def add(
        self,
        figure: Figure,
        corner: tuple[float, float],
        size: tuple[float, float],
        *,
        first: bool,
    ) -> None:
        """Put a figure into the cell of that lower left `corner` and `size`; `first` in its row."""
        cell = dict(zip("xy", zip(corner, size, strict=True), strict=True))
        ids = self._new_ids(figure)
        for name in "xy":
            for number, axis in _axes(figure, name).items():
                placed = _placed_axis(axis, cell[name], ids)
                if name == "y" and not first:
                    placed |= {"showticklabels": False} if self.rows else {}
                    placed |= {"title": {"text": ""}} if self.y_title else {}
                self.layout[f"{name}axis{ids[name + number][1:]}"] = placed
        for kind in ("annotations", "shapes", "images"):
            for note in figure["layout"].get(kind) or []:
                if not (self.footer and _is_footer(note)):
                    self.layout[kind].append(_placed_note(note, cell, ids))
        coloraxis = self._coloraxis(figure, corner, size)
        legend = _has_legend(figure)
        for trace in figure["data"]:
            self.traces.append(self._placed_trace(trace, ids, coloraxis, legend))

    def figure(self) -> Figure:
        return {"data": self.traces, "layout": self.layout}

    def _new_ids(self, figure: Figure) -> dict[str, str]:
        """What a figure's axes ("x", "x2") are called in the whole."""
        ids = {}
        for name in "xy":
            taken = len(_axes({"layout": self.layout}, name))
            for i, number in enumerate(_axes(figure, name), taken + 1):
                ids[name + number] = name + (str(i) if i > 1 else "")
        return ids

    def _coloraxis(
        self, figure: Figure, corner: tuple[float, float], size: tuple[float, float]
    ) -> str:
        """The colour axis of a figure: one for all of one title, else its own at its right."""
        title = _bar_title(figure)
        if title not in self.bars:
            name = self.bars[title] = f"coloraxis{len(self.bars) + 1}"
            axis = figure["layout"]["coloraxis"]
            bar = {**axis.get("colorbar", {}), "x": corner[0] + size[0], "xanchor": "left"}
            self.layout[name] = {**axis, "colorbar": bar}
        return self.bars[title]

    def _placed_trace(
        self, trace: Figure, ids: dict[str, str], coloraxis: str, legend: bool
    ) -> Figure:
        placed = {**trace, **{f"{n}axis": ids.get(trace.get(f"{n}axis", n), n) for n in "xy"}}
        if "coloraxis" in placed:
            placed["coloraxis"] = coloraxis
        if "coloraxis" in (trace.get("marker") or {}):
            placed["marker"] = {**trace["marker"], "coloraxis": coloraxis}
        entry = str(trace.get("name", ""))
        if not legend or entry in self.named:
            placed["showlegend"] = False
        elif trace.get("showlegend", True):
            self.named.add(entry)
        return placed


def _settle(layout: dict[str, Any], before: float, after: float) -> None:
    """Keep the legend as far above the panels, and the colour bar beside them, at a new height."""
    layout["height"] = after
    # Plotly's own margins leave a title's lowest pixels out.
    titled = any(
        (axis.get("title") or {}).get("text") for axis in _axes({"layout": layout}, "x").values()
    )
    margin = layout.get("margin") or {}
    layout["margin"] = {**margin, "b": max(margin.get("b", 0), 52 if titled else 30)}
    inside = max(after - CHROME, 40.0)
    legend = dict(layout.get("legend") or {})
    if legend.get("y", 0) > 1 and legend.get("yref", "paper") == "paper":
        layout["legend"] = {**legend, "y": 1 + (legend["y"] - 1) * 0.72 * before / inside}
    for name, axis in layout.items():
        bar = axis.get("colorbar") if name.startswith("coloraxis") else None
        if bar and bar.get("lenmode") == "pixels":
            # A share of the panels: one longer than they are would push the lower margin down.
            share = min(bar["len"] / inside, 1.0)
            layout[name] = {**axis, "colorbar": {**bar, "len": share, "lenmode": "fraction"}}


def _inside(figure: Figure, width: float, stacked: int) -> float:
    """Pixels of height for a figure's panels: rows as drawn, others as the eye likes them.

    Of several figures, one below the other, each is flatter.
    """
    drawn = float(figure["layout"].get("height") or 420) - CHROME
    if _has_rows(figure):
        return drawn
    columns, rows = _grid(figure)
    panel = width / columns
    liked = 0.35 * panel + 130 if stacked * rows == 1 else max(0.45 * panel, FLAT + 20)
    return min(drawn, rows * min(0.9 * panel, liked))


def _least(figure: Figure) -> float:
    """The same under which rows run into each other or panels say nothing."""
    if _has_rows(figure):
        return 0.85 * (float(figure["layout"].get("height") or 420) - CHROME)
    return _grid(figure)[1] * FLAT


def _has_rows(figure: Figure) -> bool:
    """Whether a y axis names its rows, which then need their height."""
    return any(_labels(axis) for axis in _axes(figure, "y").values())


def _grid(figure: Figure) -> tuple[int, int]:
    """Columns and rows of panels within a figure."""
    x, y = (
        {tuple(round(v, 4) for v in axis.get("domain") or (0, 1)) for axis in axes.values()}
        for axes in (_axes(figure, "x"), _axes(figure, "y"))
    )
    return max(len(x), 1), max(len(y), 1)


def _axes(figure: Figure, name: str) -> dict[str, dict[str, Any]]:
    """The axes called `name`, by their numbers ("", "2", …)."""
    found = {_AXIS.fullmatch(key): value for key, value in figure["layout"].items()}
    return {m[2]: value for m, value in found.items() if m and m[1] == name}


def _labels(axis: dict[str, Any]) -> list[str]:
    labels = axis.get("ticktext")
    return [] if labels is None else list(labels)


def _gap(figure: Figure, figures: Sequence[Figure]) -> float:
    """Pixels that a figure's row names and y title need at its left."""
    rows = 0 if _common(figures, _row_names) else max(map(len, _row_names(figure)), default=5)
    title = 0 if _common(figures, _y_title) or not _y_title(figure) else 24
    return 20 + LETTER * rows + title


def _common(figures: Sequence[Figure], of: Callable[[Figure], Any]) -> bool:
    """Whether all figures say the same, and something."""
    values = [of(figure) for figure in figures]
    return bool(values[0]) and all(value == values[0] for value in values)


def _y_title(figure: Figure) -> str:
    title = _axes(figure, "y").get("", {}).get("title") or {}
    return str(title.get("text") or "")


def _row_names(figure: Figure) -> list[str]:
    return _labels(_axes(figure, "y").get("", {}))


def _bar_title(figure: Figure) -> str:
    bar = (figure["layout"].get("coloraxis") or {}).get("colorbar") or {}
    return str((bar.get("title") or {}).get("text") or "")


def _has_bar_below(figure: Figure) -> bool:
    bar = (figure["layout"].get("coloraxis") or {}).get("colorbar") or {}
    return bar.get("orientation") == "h"


def _footer(figure: Figure) -> str:
    """The title below all panels of a figure."""
    notes = figure["layout"].get("annotations") or []
    return next((str(note["text"]) for note in notes if _is_footer(note)), "")


def _is_footer(note: dict[str, Any]) -> bool:
    return note.get("xref") == "paper" and note.get("yref") == "paper" and note.get("y") == 0


def make_room(figure: Figure, room: float) -> None:
    """Add `room` pixels above all that a figure of known size has, its legend included."""
    layout = figure["layout"]
    margin, legend = dict(layout["margin"]), dict(layout.get("legend") or {})
    lines = _legend_lines([figure], layout["width"])
    offset = (legend.get("y", 1) - 1) * (layout["height"] - CHROME)
    above = max(margin.get("t", 32), offset + LINE * lines + 8 if lines else 0)
    layout["height"] += room
    layout["margin"] = {**margin, "t": above + room}
    inside = layout["height"] - above - room - margin["b"]
    layout["legend"] = {**legend, "y": 1 + offset / max(inside, 40.0)}


def _legend_height(figures: Sequence[Figure], width: float) -> float:
    """Pixels a legend needs beyond its first line."""
    return LINE * max(0, _legend_lines(figures, width) - 1)


def _legend_lines(figures: Sequence[Figure], width: float) -> int:
    """Lines of a legend, whose entries stand in columns of one width."""
    entries = {
        re.sub(r"<[^>]*>", "", str(trace.get("name", "")))
        for figure in figures
        if _has_legend(figure)
        for trace in figure["data"]
        if trace.get("showlegend", True)
    }
    widest = 45 + LETTER * max(map(len, entries), default=0)
    in_a_line = max(1, int((width - ROOM) / widest))
    return -(-len(entries) // in_a_line)


def _has_legend(figure: Figure) -> bool:
    """Whether plotly draws a legend: as told, else for more than one entry."""
    told = figure["layout"].get("showlegend")
    entries = sum(bool(trace.get("showlegend", True)) for trace in figure["data"])
    return entries > 1 if told is None else bool(told)


def _placed_axis(
    axis: dict[str, Any], place: tuple[float, float], ids: dict[str, str]
) -> dict[str, Any]:
    """An axis within its cell, its ties to other axes renumbered."""
    start, length = place
    names = [name for name in ("anchor", "matches", "overlaying", "scaleanchor") if name in axis]
    ties: dict[str, Any] = {name: ids.get(axis[name], axis[name]) for name in names}
    domain = [start + length * v for v in axis.get("domain") or (0, 1)]
    return {**axis, **ties, "domain": [min(max(v, 0.0), 1.0) for v in domain]}


def _placed_note(
    note: dict[str, Any], cell: dict[str, tuple[float, float]], ids: dict[str, str]
) -> dict[str, Any]:
    """A note, shape or image in its cell."""
    placed = dict(note)
    for name in "xy":
        ref = str(note.get(f"{name}ref", "paper"))
        if match := _REF.fullmatch(ref):
            placed[f"{name}ref"] = ids.get(match[1], match[1]) + (match[2] or "")
            continue
        start, length = cell[name]
        placed |= {
            key: start + length * note[key] for key in (name, f"{name}0", f"{name}1") if key in note
        }
    return placed
