"""Several figures as one, side by side or one below the other: how a row of charts is printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from zipfviz.figures.paper.anatomy import (
    Figure,
    axes_of,
    bar_of,
    common,
    footer,
    is_footer,
    row_names,
    tells_legend,
    title_of,
    x_title,
    y_title,
)
from zipfviz.figures.paper.page_plan import TICKS, Room, fitted, room

__all__ = ["beside", "make_room"]

_AXIS = re.compile(r"([xy])axis(\d*)")
_REF = re.compile(r"([xy]\d*)( domain)?")


def beside(figures: Sequence[Figure], width: float, columns: int, height: float) -> Figure:
    """One figure of `figures` (as dictionaries), `width` and `height` in pixels.

    What says the same in all of them (a footer, the names of rows, an axis' title, an entry of the
    legend, a colour bar) is said once.
    """
    around = room(figures, width, columns)
    shown = [fitted(figure, around.panel) for figure in figures]
    whole: Figure = {"data": list(shown[0]["data"]), "layout": dict(shown[0]["layout"])}
    if len(figures) > 1:
        joined = _Joined(shown, like=figures)
        for figure, (row, column) in zip(shown, _places(len(shown), around), strict=True):
            joined.add(figure, *_cell(around, row, column, width, height), first=column == 0)
        whole = joined.figure()
    whole["layout"] |= {"width": width, "height": height}
    _settle(whole["layout"], around)
    return whole


def make_room(figure: Figure, more: float) -> None:
    """Add `more` pixels above all that a figure of known size has, its legend included."""
    layout = figure["layout"]
    layout["height"] += more
    layout["margin"] = {**layout["margin"], "t": layout["margin"]["t"] + more}


def _places(n: int, around: Room) -> list[tuple[int, int]]:
    """Row and column of each of `n` figures."""
    return [divmod(i, len(around.lefts)) for i in range(n)]


def _cell(
    around: Room, row: int, column: int, width: float, height: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Lower left corner and size of a cell, as shares of what the margins leave."""
    across, down = around.inside(width, height)
    high = (down - around.between * (around.rows - 1)) / around.rows
    left = around.panel * column + sum(around.lefts[1 : column + 1])
    below = down - (row + 1) * high - row * around.between
    return (left / across, below / down), (around.panel / across, high / down)


class _Joined:
    """A figure in the making; axes are numbered on, notes and shapes move with their panel."""

    def __init__(self, figures: Sequence[Figure], *, like: Sequence[Figure]) -> None:
        first = figures[0]["layout"]
        self.layout = {k: v for k, v in first.items() if not _AXIS.fullmatch(k)}
        self.layout |= {"annotations": [], "shapes": [], "images": [], "showlegend": True}
        self.traces: list[Figure] = []
        self.named: set[str] = set()
        self.bars = {_bar_title(figures[0]): "coloraxis"}
        self.footer = common(like, footer)
        self.x_title = common(like, x_title)
        self.y_title = common(like, y_title)
        self.rows = common(like, row_names)
        if self.footer:
            notes = first["annotations"]
            self.layout["annotations"].append(next(n for n in notes if is_footer(n)))
        elif self.x_title:
            self.layout["annotations"].append(_footer_of(like[0]))

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
            for number, axis in axes_of(figure, name).items():
                placed = _placed_axis(axis, cell[name], ids)
                if name == "y" and not first and self.rows:
                    placed["showticklabels"] = False
                if self.x_title if name == "x" else self.y_title and not first:
                    placed["title"] = {"text": ""}
                self.layout[f"{name}axis{ids[name + number][1:]}"] = placed
        for kind in ("annotations", "shapes", "images"):
            for note in figure["layout"].get(kind) or []:
                if not (self.footer and is_footer(note)):
                    self.layout[kind].append(_placed_note(note, cell, ids))
        coloraxis = self._coloraxis(figure, corner, size)
        legend = tells_legend(figure)
        for trace in figure["data"]:
            self.traces.append(self._placed_trace(trace, ids, coloraxis, legend))

    def figure(self) -> Figure:
        return {"data": self.traces, "layout": self.layout}

    def _new_ids(self, figure: Figure) -> dict[str, str]:
        """What a figure's axes ("x", "x2") are called in the whole."""
        ids = {}
        for name in "xy":
            taken = len(axes_of({"layout": self.layout}, name))
            for i, number in enumerate(axes_of(figure, name), taken + 1):
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


def _settle(layout: dict[str, Any], around: Room) -> None:
    """Margins as planned, the legend above the headings, colour bars as long as their panels."""
    layout["margin"] = {
        **(layout.get("margin") or {}),
        "t": around.top,
        "b": around.bottom,
        "r": 12,
    }
    inside = around.inside(layout["width"], layout["height"])[1]
    legend = dict(layout.get("legend") or {})
    if legend.get("yref", "paper") == "paper":
        layout["legend"] = {**legend, "y": 1 + (around.headings + 4) / inside}
    for name, axis in layout.items():
        bar = axis.get("colorbar") if name.startswith("coloraxis") else None
        if bar and bar.get("lenmode") == "pixels":
            # A share of the panels: one longer than they are would push the lower margin down.
            share = min(bar["len"] / inside, 1.0)
            layout[name] = {**axis, "colorbar": {**bar, "len": share, "lenmode": "fraction"}}


def _footer_of(figure: Figure) -> Figure:
    """The x title of all panels as one below them."""
    axis = axes_of(figure, "x")[""]
    below = TICKS * bool(axis.get("showticklabels", True)) + 20
    place = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0, "yshift": -below}
    return {"text": title_of(axis), "showarrow": False, "font": axis["title"].get("font"), **place}


def _bar_title(figure: Figure) -> str:
    return title_of(bar_of(figure) or {})


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
