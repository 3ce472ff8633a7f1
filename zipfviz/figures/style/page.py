"""Place the panels of one figure or of several for the width of a page."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from zipfviz.figures.style.assembly import Assembly, footer
from zipfviz.figures.style.page_marks import few_ticks, fit_marks, names_in, scaled_lines
from zipfviz.figures.style.page_plan import TICKS, Plan, Room, Shared, fitted, panels_of, plan, room
from zipfviz.figures.style.palette import Medium
from zipfviz.figures.style.panel import ColourBar, Content, Panel, axis_name
from zipfviz.figures.style.text import escape
from zipfviz.figures.style.theme import MARGIN, dressed, look

LINE, LETTER = 17.5, 6.5  # pixels of a title's lines and, about, of its letters
EDGE = 8.0  # pixels beside it
RIGHT = 12  # pixels of the right margin; plotly finds more for a colour bar


class Page(NamedTuple):
    """A page in the making: parts of figures, their plan, and the lines of a title above."""

    parts: Sequence[Content]
    plan: Plan
    title: Sequence[str]

    @classmethod
    def of(cls, contents: Sequence[Content], medium: Medium, title: str = "") -> Page:
        """Plan a page; smaller letters are more in a line of the title."""
        parts = [part for content in contents for part in content.parted()]
        width, factor = medium.width or 0.0, 1.0
        for _ in range(2):
            letters = int((width / factor - 2 * EDGE) / LETTER)
            lines = textwrap.wrap(_tied(title), max(20, letters), break_on_hyphens=False)
            above = _title_room(lines) * factor
            height = None if medium.height is None else medium.height - above
            found = plan(parts, width, height, medium.most - above)
            factor = found.factor
        return cls(parts, found, lines)

    def figure(self, medium: Medium) -> dict[str, Any]:
        """The figure as plotly has it; `layout.meta["scale"]` turns its pixels into the page's."""
        factor = self.plan.factor
        width, height = (medium.width or 0.0) / factor, self.plan.height
        around = room(self.parts, width, self.plan.columns)
        placing = _Placing(self.parts, around, self.plan.columns, around.inside(width, height))
        layout = placing.layout(medium) | {"width": width, "height": height}
        margin = {"l": MARGIN["l"], "r": RIGHT, "t": around.top, "b": around.bottom}
        if self.title:
            free = medium.height and medium.height / factor - height
            above = free or _title_room(self.title)
            layout |= {"height": height + above, "title": _title(self.title, height + above)}
            margin["t"] += above
        layout |= {"margin": margin, "meta": {"scale": medium.scale * factor, "factor": factor}}
        traces = [scaled_lines(trace, medium.line_width) for trace in placing.whole.traces]
        return dressed(medium, traces, placing.whole.axes, layout)


class _Placing:
    """Panels, each in its place."""

    def __init__(
        self, parts: Sequence[Content], around: Room, columns: int, inside: tuple[float, float]
    ) -> None:
        self.parts, self.around, self.inside = parts, around, inside
        stands = panels_of(parts, columns)
        panels = [panel for *_, panel in stands]
        self.said = Shared.by(panels) if len(panels) > 1 else Shared()
        self.high = (inside[1] - around.between * (around.rows - 1)) / around.rows
        self.whole = Assembly(panels)
        self.bars: dict[str, dict[str, Any]] = {}
        of = {id(panel): part for part in parts for panel in part.panels}
        for row, column, panel in stands:
            self._add(row, column, panel, of[id(panel)])

    def layout(self, medium: Medium) -> dict[str, Any]:
        """The layout of the whole, its legend above the headings; axes and sizes apart."""
        layout: dict[str, Any] = {}
        for part in reversed(self.parts):
            layout |= part.layout
        if self.said.x_title:
            labelled = self.whole.axes["xaxis"].get("showticklabels", True)
            below = TICKS * labelled + 20
            self.whole.notes.append(footer(self.said.x_title, below, medium.colours.muted))
        layout |= {"annotations": self.whole.notes, **self.bars}
        layout["shapes"] = [scaled_lines(shape, medium.line_width) for shape in self.whole.shapes]
        layout["legend"] = {"y": 1 + (self.around.headings + 4) / self.inside[1]}
        layout["showlegend"] = any(part.tells_legend for part in self.parts)
        return layout

    def _add(self, row: int, column: int, panel: Panel, part: Content) -> None:
        """Place a panel of a part in its row and column; what all say is not said again."""
        size = (max(self.around.panel, 40.0), max(self.high, 40.0))
        coloraxis = self._coloraxis(part.bar, column) if part.bar else "coloraxis"
        untold = {} if part.tells_legend else {"showlegend": False}
        traces = [{**_coloured(trace, coloraxis), **untold} for trace in panel.traces]
        panel = replace(fitted(panel, self.around.panel), traces=traces)
        panel.x, panel.y = dict(panel.x), dict(panel.y)
        few_ticks(panel, size[0])
        for do in panel.sized:
            do(panel, size)
        fit_marks(panel, size)
        names = names_in(panel, size)
        if self.said.x_title:
            panel.x["title"] = {"text": ""}
        if column and self.said.y_title:
            panel.y["title"] = {"text": ""}
        if column and self.said.rows:
            panel.y["showticklabels"] = False
        left = self.around.panel * column + sum(self.around.lefts[1 : column + 1])
        below = self.inside[1] - (row + 1) * self.high - row * self.around.between
        across, up = (
            (start / whole, (start + length) / whole)
            for start, length, whole in zip(
                (left, below), (self.around.panel, self.high), self.inside, strict=True
            )
        )
        self.whole.add(panel, across, up, names)

    def _coloraxis(self, bar: ColourBar, column: int) -> str:
        """The colour axis of a bar: one for all of one title, else its own at its panel's right."""
        names = {axis["colorbar"]["title"]["text"]: name for name, axis in self.bars.items()}
        if bar.title in names:
            return names[bar.title]
        name = axis_name("coloraxis", len(self.bars))
        look = bar.options()
        if self.bars:
            right = self.around.panel * (column + 1) + sum(self.around.lefts[1 : column + 1])
            look |= {"x": right / self.inside[0], "xanchor": "left"}
        self.bars[name] = {"colorbar": look}
        return name


def _coloured(trace: Mapping[str, Any], coloraxis: str) -> dict[str, Any]:
    """A trace that takes its colours from that axis, if from any."""
    coloured = dict(trace)
    if "coloraxis" in coloured:
        coloured["coloraxis"] = coloraxis
    if "coloraxis" in (coloured.get("marker") or {}):
        coloured["marker"] = {**coloured["marker"], "coloraxis": coloraxis}
    return coloured


def _title_room(lines: Sequence[str]) -> float:
    return LINE * len(lines) + 8 * bool(lines)


def _tied(text: str) -> str:
    """The text with no-break spaces where a line must not end: r = 0.5, log Z, 10 %."""
    text = re.sub(r" ([=<>≈±×∝]) ", "\u00a0\\1\u00a0", text)
    return re.sub(r"\b(log) (?=\w)|(?<=\d) (?=%)", lambda m: f"{m[1] or ''}\u00a0", text)


def _title(lines: Sequence[str], height: float) -> dict[str, Any]:
    """A title over a figure of that height, above its legend."""
    text = "<br>".join(escape(line) for line in lines)
    return {"text": text, "y": 1 - 0.75 * LINE / height, **look("title")}
