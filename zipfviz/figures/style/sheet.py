"""Draw a figure as plain dictionaries, handed to plotly once.

Plotly checks every property at every update; a figure of many panels built by updates takes a
second on a busy machine, built at once a tenth of it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.style.assembly import on_screen
from zipfviz.figures.style.labels import Names
from zipfviz.figures.style.page import Page
from zipfviz.figures.style.palette import PRIOR_STYLES, Medium, Prior, method_style
from zipfviz.figures.style.panel import ColourBar, Content, Panel, Size
from zipfviz.figures.style.text import escape
from zipfviz.figures.style.theme import LEGEND, merged

HOVER = ("hovertemplate", "hoverinfo", "hoverlabel", "hovertext", "customdata")
Values = np.ndarray | Sequence[Any]
Look = dict[str, Any]
"""What `line` and `marks` take by keyword."""
SVG_POINTS = 1_000
EDGES = 100.0  # pixels of a figure's height that are no panel's, about


class Chart(go.Figure):
    """A figure whose `content` a page can place anew, together with that of others."""

    _content: Content

    @classmethod
    def of(cls, figure: dict[str, Any], content: Content) -> Self:
        """The figure of that dictionary."""
        chart = cls(figure)
        chart._content = content
        return chart

    @classmethod
    def on_page(cls, content: Content) -> Self:
        """Lay out panels for the page that they were drawn for."""
        return cls.of(Page.of([content], content.medium).figure(content.medium), content)

    @property
    def content(self) -> Content:
        """What it consists of."""
        return self._content


Draw = Callable[..., Chart]
"""Draws a figure when it is called, for the `medium` it is given; without one, for a screen."""


class Sheet:
    """`panels` panels in at most `columns`, by default all in a row; they are counted from 0.

    It is `height` pixels high and `each` more for each row; `gap` / n is the space between n
    columns or rows as a share of the whole. `shared_y` writes the labels of the y axes in the first
    column only and moves the axes together. On a page columns are as many as it holds; panels that
    belong `together` stay side by side.
    """

    def __init__(
        self,
        medium: Medium,
        height: int,
        *,
        each: int = 0,
        panels: int = 1,
        columns: int | None = None,
        gap: tuple[float, float] = (0.2, 0.2),
        shared_y: bool = False,
        together: bool = False,
    ) -> None:
        self.medium = medium
        self.colours = medium.colours
        self.columns = panels if medium.is_page else min(columns or panels, panels)
        rows = -(-panels // self.columns)
        self.height = height + each * rows
        self.gap = (gap[0] / self.columns, gap[1] / rows)
        drawn, group = (self.height - EDGES) / rows, object()
        self.content = Content(
            medium,
            [Panel(drawn, group, near=together and i > 0) for i in range(panels)],
            together=panels if together else 1,
        )
        self.layout = self.content.layout
        if shared_y:
            self.y(matches="y")
            for i in range(panels):
                if i % self.columns:
                    self.y(i, showticklabels=medium.is_page)

    def add(self, type: str, panel: int = 0, **trace: Any) -> None:
        """Draw a trace, by plotly's names, in a panel; on a page without what only a screen has."""
        trace = {"type": type, **trace}
        if self.medium.is_page:
            shows_text = type == "bar" or "text" in trace.get("mode", "") or "texttemplate" in trace
            hidden = HOVER if shows_text else (*HOVER, "text")
            trace = {key: value for key, value in trace.items() if key not in hidden}
        self.content.panels[panel].traces.append(trace)

    def line(
        self, x: Values, y: Values, *, colour: str, panel: int = 0, width: float = 2.5,
        dash: str = "solid", symbol: str = "", size: Any = 7, hover: str = "",
        legend: bool = True, **trace: Any,
    ) -> None:  # fmt: skip
        """Draw a line through points, with marks where there is a `symbol`.

        `hover`, plotly's markup, has the name beside it if it says no other; without it the line is
        not pointed at.
        """
        look = {"color": colour, "width": width, "dash": dash}
        said = {"mode": "lines", "line": look, **_said(hover, legend, trace.get("name", ""))}
        if symbol:
            marker = {"symbol": symbol, "size": size, "color": colour, "opacity": 1}
            said |= {"mode": "lines+markers", "marker": marker}
        self.add("scatter", panel, x=x, y=y, **{**said, **trace})

    def stroke(self, prior: Prior) -> dict[str, Any]:
        """Colour and dash of a line that stands for a prior, as `line` takes them."""
        return {"colour": self.colours.of(prior), "dash": PRIOR_STYLES[prior].dash}

    def marks(
        self, x: Values, y: Values, *, colour: Any, panel: int = 0, symbol: Any = "circle",
        size: Any = 6, opacity: Any = 1, outline: tuple[float, Any] | None = None,
        hover: str = "", texts: Sequence[str] | None = None, legend: bool = True,
        many: int = 0, **trace: Any,
    ) -> None:  # fmt: skip
        """Draw a mark at each point, its `outline` so wide and in that colour, None its own.

        `colour` is one of all or of each; numbers are colours of the scale. `hover` as for `line`,
        with no name beside; it shows the `texts`, as typed, as %{text}. `many` is how many points
        there are in all where these may be thousands.
        """
        look = {"color": colour, "symbol": symbol, "size": size, "opacity": opacity}
        if isinstance(colour, np.ndarray) and colour.dtype.kind == "f":
            look["coloraxis"] = "coloraxis"
        if outline:
            look["line"] = {"width": outline[0]} | ({"color": outline[1]} if outline[1] else {})
        said = {"mode": "markers", "marker": look, **_said(hover, legend)}
        if texts is not None:
            said["text"] = [escape(text) for text in texts]
        self.add(dots(self.medium, many), panel, x=x, y=y, **{**said, **trace})

    def rings(self, x: Values, y: Values, *, colour: str, size: float, **rest: Any) -> None:
        """Draw a ring around each point; `rest` as for `marks`."""
        outline = (rest.pop("width", 2), None)
        self.marks(x, y, colour=colour, symbol="circle-open", size=size, outline=outline, **rest)

    def x(self, panel: int | None = None, /, **options: Any) -> None:
        """Set x axes, all or a panel's; `title` is text."""
        self._set("x", panel, options)

    def y(self, panel: int | None = None, /, **options: Any) -> None:
        """Set y axes, all or a panel's; `title` is text and stands in the first column only."""
        self._set("y", panel, options)

    def title(self, panel: int, title: str, below: str = "") -> None:
        """Write a title over the left edge of a panel, a quiet second line of markup under it."""
        below = f"<br><span style='color:{self.colours.muted}'>{below}</span>" if below else ""
        self.content.panels[panel].title = f"<b>{escape(title)}</b>{below}"

    def name_points(
        self, panel: int, at: np.ndarray, texts: Sequence[str], around: np.ndarray,
        *, ground: bool = True, **look: Any,
    ) -> None:  # fmt: skip
        """Write `texts` beside the points `at` (m, 2) of a panel, on a `ground`; see `Names`.

        Points are in the axes' own units.
        """
        paper = self.colours.paper if ground else ""
        names = Names(at=at, texts=texts, around=around, ground=paper, **look)
        self.content.panels[panel].names.append(names)

    def mark_x(self, value: float, **line: Any) -> None:
        """Draw a line across the first panel at a value of its x axis."""
        span = {"x0": value, "x1": value, "yref": "y domain", "y0": 0, "y1": 1}
        self.content.panels[0].shapes.append({"type": "line", **span, "line": line})

    def frame(self, low: float, high: float, **line: Any) -> None:
        """Draw a frame in the first panel around the square from `low` to `high`."""
        span = {"x0": low, "x1": high, "y0": low, "y1": high}
        self.content.panels[0].shapes.append({"type": "rect", **span, "line": line})

    def name_rows(self, labels: Sequence[str], *, rows: int | None = None) -> None:
        """Make every y axis a list of rows 0, 1, … named at the left in markup, the first on top.

        `rows` is for how many there is room, if for more than are named.
        """
        self.y(tickvals=list(range(len(labels))), ticktext=list(labels))
        self.y(range=[(rows or len(labels)) - 0.4, -0.6], tickfont={"color": self.colours.text})
        self.y(ticks="", showline=False)

    def name_methods(self, methods: Sequence[object], *, short: bool = False) -> None:
        """Name rows by their methods, on a page or if so asked by their `short` names."""
        styles = [method_style(str(method)) for method in methods]
        short = short or self.medium.is_page
        self.name_rows([escape(style.short if short else style.label) for style in styles])

    def footer(self, text: str) -> None:
        """Write one title below all the panels."""
        if self.medium.is_page:
            self.x(title=text)
        else:
            self.content.below = text

    def legend_above(self, titles: int = 26, lines: int = 1) -> None:
        """Lift the legend over `titles` pixels of panel titles; plotly makes room for more lines.

        `lines` is how many there usually are on a page.
        """
        if self.medium.is_page:
            return
        above = titles + LEGEND + 20 * (lines - 1)
        self.layout["legend"] = {"y": 1 + titles / max(self.height - above - 53, 40)}
        self.layout["margin"] = {**self.layout.get("margin", {}), "t": above}

    def colour_bar(self, title: str, **look: Any) -> None:
        """Explain colours by a strip at the right of the panels."""
        self.content.bar = ColourBar(title, look=look)

    def colour_bar_below(self, title: str) -> None:
        """Explain colours by a strip at the lower edge, beneath the x axis and its title.

        On a slide, where height is what is scarce, it stands at the right.
        """
        is_flat = self.medium.height is not None
        self.content.bar = ColourBar(title, lies=not is_flat, along=is_flat)

    def when_sized(self, panel: int, do: Callable[[Panel, Size], None]) -> None:
        """Let `do` change a panel once its width and height on a page are known."""
        self.content.panels[panel].sized.append(do)

    def figure(self) -> Chart:
        """Lay out everything so far as a figure."""
        if self.medium.is_page:
            return Chart.on_page(self.content)
        placed = on_screen(self.content, self.height, self.columns, self.gap)
        return Chart.of(placed, self.content)

    def _set(self, name: str, which: int | None, options: dict[str, Any]) -> None:
        title = options.pop("title", None)
        for i, panel in enumerate(self.content.panels):
            if which not in (None, i):
                continue
            axis = merged(getattr(panel, name), options)
            everywhere = name == "x" or (self.medium.is_page and not panel.near)
            if title and (everywhere or i % self.columns == 0):
                axis = merged(axis, {"title": {"text": title}})
            setattr(panel, name, axis)


def dots(medium: Medium, n: int) -> str:
    """Plotly's trace for `n` points: SVG for a thousand and on a page, WebGL above.

    A browser takes a second or two for each thousand points of SVG; a page is all vectors.
    """
    return "scatter" if n <= SVG_POINTS or medium.is_page else "scattergl"


def _said(hover: str, legend: bool, name: str = "") -> dict[str, Any]:
    """What is said where something is pointed at, a name beside it, and in the legend."""
    if hover and "<extra>" not in hover:
        hover += f"<extra>{name}</extra>"
    said: dict[str, Any] = {"hovertemplate": hover} if hover else {"hoverinfo": "skip"}
    return said if legend else {**said, "showlegend": False}


def padded(values: np.ndarray) -> list[float]:
    """An axis range with a little air around the finite values."""
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    pad = 0.06 * (high - low) or 1.0
    return [low - pad, high + pad]
