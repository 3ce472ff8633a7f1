"""Lay panels out on a screen: a grid over the whole width of its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zipfviz.figures.style.assembly import Assembly, Span, footer
from zipfviz.figures.style.chart import Chart
from zipfviz.figures.style.panel import Content
from zipfviz.figures.style.theme import dressed

BELOW = 46  # pixels from the lower edge of panels to a title below them


def on_screen(
    content: Content, height: int, columns: int, gap: tuple[float, float], below: str = ""
) -> Chart:
    """The figure of panels in so many columns, a share `gap` of the whole between two.

    Names without a ground are traces, others notes; `below` is a title below all panels.
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
    if below:
        whole.notes.append(footer(below, BELOW, content.medium.colours.muted))
    layout: dict[str, Any] = {**content.layout, "annotations": whole.notes, "height": height}
    layout["shapes"] = whole.shapes
    if bar is not None:
        layout["coloraxis"] = {"colorbar": bar.options()}
        if bar.lies:
            under = 106 if any(panel.x_title for panel in panels) else 80
            layout["margin"] = {**layout.get("margin", {}), "b": under}
    return Chart.of(dressed(content.medium, whole.traces, whole.axes, layout), [content])


def _place(i: int, panels: int, columns: int, gap: tuple[float, float]) -> tuple[Span, Span]:
    """Where panel `i` lies across and up."""
    row, column = divmod(i, columns)
    rows = -(-panels // columns)
    width, height = ((1 - g * (n - 1)) / n for g, n in zip(gap, (columns, rows), strict=True))
    left, top = column * (width + gap[0]), 1 - row * (height + gap[1])
    return (left, left + width), (top - height, top)
