"""Assemble panels as plotly has them, and lay them out in a grid on a screen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from zipfviz.figures.style.panel import Content, Panel, axis_name
from zipfviz.figures.style.theme import dressed, look

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
    place = {"xref": f"{own['x']} domain", "yref": f"{own['y']} domain"}
    return {"text": title, **place, **look("heading")}


def _in_panel(thing: Mapping[str, Any], own: Mapping[str, str]) -> dict[str, Any]:
    """A note or a shape at a place of a panel's axes; a reference "y domain" is its panel's."""
    refs = {f"{name}ref": own[name] + str(thing.get(f"{name}ref", ""))[1:] for name in "xy"}
    return {**thing, **refs}


BELOW = 46  # pixels from the lower edge of panels to a title below them


def on_screen(
    content: Content, height: int, columns: int, gap: tuple[float, float]
) -> dict[str, Any]:
    """The figure of panels in so many columns, by plotly's names; a share `gap` between two.

    Names without a ground are traces, others notes.
    """
    panels, bar = content.panels, content.bar
    whole = Assembly(panels)
    for i, panel in enumerate(panels):
        names = panel.placed_names()
        bare = [n.trace(n.on_screen()) for n in names if not n.ground]
        named = [n.notes(n.on_screen()) for n in names if n.ground]
        drawn = replace(panel, traces=[*panel.traces, *bare])
        place = _place(i, len(panels), columns, gap)
        whole.add(drawn, *place, [note for notes in named for note in notes])
    if content.below:
        whole.notes.append(footer(content.below, BELOW, content.medium.colours.muted))
    layout: dict[str, Any] = {**content.layout, "annotations": whole.notes, "height": height}
    layout["shapes"] = whole.shapes
    if bar is not None:
        layout["coloraxis"] = {"colorbar": bar.options()}
        if bar.lies:
            under = 106 if any(panel.x_title for panel in panels) else 80
            layout["margin"] = {**layout.get("margin", {}), "b": under}
    return dressed(content.medium, whole.traces, whole.axes, layout)


def _place(i: int, panels: int, columns: int, gap: tuple[float, float]) -> tuple[Span, Span]:
    """Where panel `i` lies across and up."""
    row, column = divmod(i, columns)
    rows = -(-panels // columns)
    width, height = ((1 - g * (n - 1)) / n for g, n in zip(gap, (columns, rows), strict=True))
    left, top = column * (width + gap[0]), 1 - row * (height + gap[1])
    return (left, left + width), (top - height, top)
