"""Assemble panels as plotly has them: axes, traces, notes and shapes with their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zipfviz.figures.style.panel import Panel, axis_name

Span = tuple[float, float]


class Assembly:
    """`panels` put together one by one, in their order.

    What the legend tells once is not told again.
    """

    def __init__(self, panels: Sequence[Panel]) -> None:
        self.axes: dict[str, dict[str, Any]] = {}
        self.traces: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []
        self.shapes: list[dict[str, Any]] = []
        self._leads = {id(p.group): i for i, p in reversed(list(enumerate(panels)))}
        self._told: set[str] = set()

    def add(
        self, panel: Panel, across: Span, up: Span, names: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        """Put a panel where it lies, as shares of the whole, with the notes of its `names`."""
        i = len(self.axes) // 2
        own = {name: axis_name(name, i) for name in "xy"}
        for name, axis, span in (("x", panel.x, across), ("y", panel.y, up)):
            # The axis that moves along: that of the first panel of its group, or its own panel's.
            leaders = {"matches": self._leads[id(panel.group)], "scaleanchor": i}
            ties = {key: axis_name(axis[key], j) for key, j in leaders.items() if key in axis}
            domain = [min(max(end, 0.0), 1.0) for end in span]
            place = {"domain": domain, "anchor": own[{"x": "y", "y": "x"}[name]]}
            self.axes[axis_name(f"{name}axis", i)] = axis | ties | place
        if panel.title:
            self.notes.append(_heading(panel.title, own))
        self.notes += [_in_panel(note, own) for note in names]
        self.shapes += [_in_panel(shape, own) for shape in panel.shapes]
        for trace in panel.traces:
            name = str(trace.get("name", ""))
            again = {"showlegend": False} if name in self._told else {}
            if trace.get("showlegend", True):
                self._told.add(name)
            axes = {"xaxis": own["x"], "yaxis": own["y"]}
            self.traces.append({**trace, **axes, **again})


def footer(text: str, below: float, colour: str) -> dict[str, Any]:
    """A title below all panels, so many pixels from their lower edge."""
    place = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0, "yshift": -below}
    return {"text": text, "showarrow": False, "font": {"color": colour}, **place}


def _heading(title: str, own: Mapping[str, str]) -> dict[str, Any]:
    """The note over the left edge of a panel."""
    return {
        "text": title,
        "xref": f"{own['x']} domain",
        "yref": f"{own['y']} domain",
        "x": 0,
        "y": 1,
        "xanchor": "left",
        "yanchor": "bottom",
        "yshift": 6,
        "align": "left",
        "showarrow": False,
    }


def _in_panel(thing: Mapping[str, Any], own: Mapping[str, str]) -> dict[str, Any]:
    """A note or a shape at a place of a panel's axes; a reference "y domain" is its panel's."""
    refs = {f"{name}ref": own[name] + str(thing.get(f"{name}ref", ""))[1:] for name in "xy"}
    return {**thing, **refs}
