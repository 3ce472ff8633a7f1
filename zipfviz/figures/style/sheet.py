"""A figure in the making: plain dictionaries, handed to plotly once.

Plotly checks every property at every update; a figure of many panels built by updates takes a
second on a busy machine, built at once a tenth of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.style.palette import PALETTES, Mode
from zipfviz.figures.style.text import escape
from zipfviz.figures.style.theme import LEGEND, canvas, merged

__all__ = ["Draw", "Sheet", "padded"]

Draw = Callable[..., go.Figure]
"""Draws a figure when it is called, for the medium it is given."""


class Sheet:
    """`panels` panels in `columns` columns, row by row; panels are counted from 0.

    `gap` is the space between columns and between rows as a share of the whole. `shared_y` writes
    the labels of the y axes in the first column only and moves the axes together.
    """

    def __init__(
        self,
        mode: Mode,
        height: int,
        *,
        panels: int = 1,
        columns: int = 1,
        gap: tuple[float, float] = (0.1, 0.2),
        shared_y: bool = False,
    ) -> None:
        self.mode = mode
        self.colours = PALETTES[mode]
        self.height = height
        self.columns = columns
        self.traces: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []
        self.layout: dict[str, Any] = {}
        self.axes = [_pair(i, panels, columns, gap) for i in range(panels)]
        if shared_y:
            self.y(matches="y")
            for i in range(panels):
                if i % columns:
                    self.y(i, showticklabels=False)

    def add(self, type: str, panel: int = 0, **trace: Any) -> None:
        """Draw a trace, by plotly's names, in a panel."""
        axes = {"xaxis": _axis("x", panel), "yaxis": _axis("y", panel)}
        self.traces.append({"type": type, **axes, **trace})

    def x(self, panel: int | None = None, /, **options: Any) -> None:
        """Set x axes, all or a panel's; `title` is text."""
        self._set(0, panel, options)

    def y(self, panel: int | None = None, /, **options: Any) -> None:
        """Set y axes, all or a panel's; `title` is text and stands in the first column only."""
        self._set(1, panel, options)

    def title(
        self, panel: int, title: str, below: str = "", *, only_in_print: bool = False
    ) -> None:
        """Title over the left edge of a panel, a quiet second line under it.

        `only_in_print`: where on the screen the page says it.
        """
        below = f"<br><span style='color:{self.colours.muted}'>{below}</span>" if below else ""
        self.notes.append(
            {
                **({"name": "print-title", "visible": False} if only_in_print else {}),
                "text": f"<b>{escape(title)}</b>{below}",
                "xref": f"{_axis('x', panel)} domain",
                "yref": f"{_axis('y', panel)} domain",
                "x": 0,
                "y": 1,
                "xanchor": "left",
                "yanchor": "bottom",
                "yshift": 6,
                "align": "left",
                "showarrow": False,
            }
        )

    def label(self, panel: int, **note: Any) -> None:
        """A text at a point of a panel; `text` is markup, so words in it are escaped."""
        at = {"xref": _axis("x", panel), "yref": _axis("y", panel)}
        self.notes.append({"showarrow": False, **at, **note})

    def name_rows(self, labels: Sequence[str]) -> None:
        """Make every y axis a list of rows 0, 1, … named at the left, the first on top."""
        self.y(tickvals=list(range(len(labels))), ticktext=[escape(label) for label in labels])
        self.y(range=[len(labels) - 0.4, -0.6], tickfont={"color": self.colours.text})
        self.y(ticks="", showline=False)

    def footer(self, text: str) -> None:
        """One title below all the panels."""
        place = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0, "yshift": -46}
        font = {"color": self.colours.muted}
        self.notes.append({"text": text, "showarrow": False, "font": font, **place})

    def legend_above(self, titles: int = 26, lines: int = 1) -> None:
        """Lift the legend over `titles` pixels of panel titles; plotly makes room for more lines.

        `lines` is how many there usually are on a page.
        """
        above = titles + LEGEND + 20 * (lines - 1)
        self.layout["legend"] = {"y": 1 + titles / max(self.height - above - 53, 40)}
        if self.mode == "live":
            self.layout["margin"] = {**self.layout.get("margin", {}), "t": above}

    def in_print(self, *, x: str = "", below: str = "") -> None:
        """What only paper says, where no page stands around: an x title, a title's second line."""
        for name, text in (("x", x), ("below", below)):
            if text:
                self.notes.append({"name": f"print-{name}", "text": text, "visible": False})

    def colour_bar_below(self, title: str) -> None:
        """The colour scale as a strip at the lower edge, beneath the x axis and its title."""
        below = 106 if any(x.get("title") for x, _ in self.axes) else 80
        self.layout["margin"] = {**self.layout.get("margin", {}), "b": below}
        place = {"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom", "ypad": 2}
        look = {"title": {"text": title, "side": "bottom"}, "len": 0.7, "nticks": 6}
        self.layout["coloraxis"] = {"colorbar": {**place, **look}}

    def figure(self) -> go.Figure:
        """Everything so far as a figure."""
        axes = {}
        for i, (x, y) in enumerate(self.axes):
            axes[_axis("xaxis", i)], axes[_axis("yaxis", i)] = x, y
        layout = {**self.layout, "annotations": self.notes}
        return canvas(self.mode, self.height, data=self.traces, axes=axes, layout=layout)

    def _set(self, which: int, panel: int | None, options: dict[str, Any]) -> None:
        title = options.pop("title", None)
        for i, pair in enumerate(self.axes):
            if panel not in (None, i):
                continue
            pair[which] = merged(pair[which], options)
            if title and (which == 0 or i % self.columns == 0):
                pair[which] = merged(pair[which], {"title": {"text": title}})


def padded(values: np.ndarray) -> list[float]:
    """An axis range with a little air around the finite values."""
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    pad = 0.06 * (high - low) or 1.0
    return [low - pad, high + pad]


def _axis(prefix: str, panel: int) -> str:
    """Plotly's name for the axis of a panel: `x`, `x2`, `x3`."""
    return prefix if panel == 0 else f"{prefix}{panel + 1}"


def _pair(i: int, panels: int, columns: int, gap: tuple[float, float]) -> list[dict[str, Any]]:
    """The x and the y axis of panel `i`: where they lie and that they belong together."""
    row, column = divmod(i, columns)
    rows = -(-panels // columns)
    width, height = ((1 - g * (n - 1)) / n for g, n in zip(gap, (columns, rows), strict=True))
    left, top = column * (width + gap[0]), 1 - row * (height + gap[1])
    return [
        {"domain": [left, min(left + width, 1)], "anchor": _axis("y", i)},
        {"domain": [max(top - height, 0), top], "anchor": _axis("x", i)},
    ]
