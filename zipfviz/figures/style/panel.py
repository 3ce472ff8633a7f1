"""Panels of a figure before anything has its place, and what they share."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from zipfviz.figures.style.labels import Names
from zipfviz.figures.style.palette import Medium

Size = tuple[float, float]


@dataclass(eq=False)
class Panel:
    """One pair of axes with what is drawn in it.

    `x` and `y` are plotly's options of the axes, `title` the markup above, `drawn` the pixels of
    height it has on a screen. `group` is shared by panels whose axes may move together; one that
    is `near` belongs to the panel at its left. What depends on the panel's size on a page is done
    by the functions in `sized`.
    """

    drawn: float
    group: object
    near: bool = False
    x: dict[str, Any] = field(default_factory=dict)
    y: dict[str, Any] = field(default_factory=dict)
    title: str = ""
    traces: list[dict[str, Any]] = field(default_factory=list)
    names: list[Names] = field(default_factory=list)
    shapes: list[dict[str, Any]] = field(default_factory=list)
    sized: list[Callable[[Panel, Size], None]] = field(default_factory=list)

    def placed_names(self) -> list[Names]:
        """Its names with their points as the axes draw them."""
        return [
            replace(names, at=self.drawn_at(*names.at.T), around=self.drawn_at(*names.around.T))
            for names in self.names
        ]

    def drawn_at(self, x: ArrayLike, y: ArrayLike) -> np.ndarray:
        """Points (n, 2) as the axes draw them: log10 where these are logarithmic."""
        columns = []
        for values, axis in ((x, self.x), (y, self.y)):
            column = np.asarray(values, dtype=float)
            with np.errstate(divide="ignore", invalid="ignore"):
                columns.append(np.log10(column) if axis.get("type") == "log" else column)
        return np.column_stack(columns)

    @property
    def x_title(self) -> str:
        """The text below, "" where the axis is above."""
        return "" if self.x.get("side") == "top" else title_of(self.x)

    @property
    def y_title(self) -> str:
        """The text at the left."""
        return title_of(self.y)

    @property
    def rows(self) -> list[str]:
        """What its y axis calls its rows, [] where it has numbers."""
        names = self.y.get("ticktext")
        return [] if names is None else [str(name) for name in names]

    @property
    def is_bare(self) -> bool:
        """Whether no axis has labels, as in a thumbnail."""
        return not any(axis.get("showticklabels", True) for axis in (self.x, self.y))


class ColourBar(NamedTuple):
    """Colour bar: a strip that stands at the right of panels or lies below.

    `along` has the title of a standing one turned beside it instead of above.
    """

    title: str
    lies: bool = False
    along: bool = False
    look: Mapping[str, Any] = {}

    def options(self) -> dict[str, Any]:
        """It as plotly has it."""
        if self.along:
            return {"title": {"text": self.title, "side": "right"}, "nticks": 6}
        if not self.lies:
            return {"title": {"text": self.title}, **self.look}
        place = {"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom", "ypad": 2}
        return {**place, "title": {"text": self.title, "side": "bottom"}, "len": 0.7, "nticks": 6}


@dataclass(eq=False)
class Content:
    """Parts of a figure: panels, the layout of the whole by plotly's names, a colour bar.

    On a page panels are placed one by one, but for `together` of them, which stay in a row. `below`
    is a title below all panels on a screen.
    """

    medium: Medium
    panels: list[Panel] = field(default_factory=list)
    layout: dict[str, Any] = field(default_factory=dict)
    bar: ColourBar | None = None
    together: int = 1
    below: str = ""

    @property
    def tells_legend(self) -> bool:
        """Whether plotly draws a legend: as told, else for more than one entry."""
        traces = [trace for panel in self.panels for trace in panel.traces]
        entries = {trace.get("name") for trace in traces if trace.get("showlegend", True)}
        told = self.layout.get("showlegend")
        return len(entries) > 1 if told is None else bool(told)

    def parted(self) -> list[Self]:
        """The same in parts of as many panels as stay together."""
        starts = range(0, len(self.panels), self.together)
        return [self._of(self.panels[i : i + self.together]) for i in starts]

    def zoomed(self, spans: Mapping[str, tuple[float, float]]) -> Self:
        """The same with axes ("x", "y2", …) over these spans, logarithms on log axes."""
        panels = []
        for i, panel in enumerate(self.panels):
            x, y = (
                {**axis, "range": list(spans[key]), "autorange": False} if key in spans else axis
                for axis, key in ((panel.x, axis_name("x", i)), (panel.y, axis_name("y", i)))
            )
            panels.append(replace(panel, x=x, y=y))
        return self._of(panels)

    def _of(self, panels: list[Panel]) -> Self:
        part = copy.copy(self)
        part.panels = panels
        return part


def title_of(axis: Mapping[str, Any]) -> str:
    """The text of an axis' title."""
    return str((axis.get("title") or {}).get("text") or "")


def axis_name(prefix: str, panel: int) -> str:
    """Plotly's name for the axis of a panel: `x`, `x2`, `x3`."""
    return prefix if panel == 0 else f"{prefix}{panel + 1}"
