"""Figures for print: the chart on the screen at a paper's width, as SVG, PDF or PNG.

>>> from zipfviz.figures import norm_panels
>>> from zipfviz.figures.print_export import PrintOptions, picture
>>> pdf = picture([norm_panels(panels)], "pdf", PrintOptions("acl", font="times"))

`print_figure` is pure: figures of the app in, one figure out, in real colours and without what only
a screen has (hover, sliders, WebGL). It is laid out in the app's own pixels and then scaled as a
whole, so that its letters come out in the points asked for. `picture` makes bytes of it through
kaleido, which drives a Chrome or Chromium.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args

import plotly.graph_objects as go

from zipfviz.errors import InputError, MissingExtraError
from zipfviz.figures.beside import beside, make_room
from zipfviz.figures.for_paper import for_paper
from zipfviz.figures.page_plan import Plan, plan, room
from zipfviz.figures.relabel import relabel
from zipfviz.figures.render import missing, render
from zipfviz.figures.text import escape
from zipfviz.figures.tidy import few_ticks, inner_texts, stand_bar, upright_values

__all__ = [
    "FONTS",
    "FORMATS",
    "PRESETS",
    "Format",
    "Preset",
    "PrintOptions",
    "check",
    "letter_share",
    "missing",
    "picture",
    "print_figure",
]

Format = Literal["pdf", "svg", "png"]
FORMATS: tuple[Format, ...] = get_args(Format)
Ranges = Mapping[str, tuple[float, float]]

PX = 96.0  # CSS pixels in an inch
POINT = 72.0
SCREEN_SIZE = 13.0  # pixels of a chart's text in the app
LINE, LETTER = 17.5, 6.5  # pixels of its lines and, about, of its letters
EDGE = 8.0  # pixels beside a title


@dataclass(frozen=True)
class Preset:
    """A place a figure goes to: its size in inches (no `height`: as the figure needs) and font.

    `most` is the height of the text on its page.
    """

    label: str
    width: float
    height: float | None
    size: float
    font: str
    most: float


PRESETS: dict[str, Preset] = {
    "neurips": Preset("NeurIPS, text width", 5.5, None, 8, "times", 9.0),
    "neurips-half": Preset("NeurIPS, half the width", 2.65, None, 8, "times", 9.0),
    "acl": Preset("ACL, one column", 3.03, None, 8, "times", 9.69),
    "acl-page": Preset("ACL, both columns", 6.3, None, 8, "times", 9.69),
    "slide": Preset("Slide, 16:9", 40 / 3, 7.5, 22, "helvetica", 7.5),
}

# Each ends in the free fonts of the same widths; all of these are TrueType, which Chrome embeds.
FONTS: dict[str, str] = {
    "times": "'Times New Roman', Times, 'Liberation Serif', 'DejaVu Sans', serif",
    "helvetica": "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif",
    "palatino": "'Palatino Linotype', Palatino, 'TeX Gyre Pagella', 'Liberation Serif', serif",
}


@dataclass(frozen=True)
class PrintOptions:
    """How a figure is printed.

    Parameters
    ----------
    preset : a name of `PRESETS`.
    font : a name of `FONTS` or any font's own name; None is the preset's.
    size : of the text in points; None is the preset's.
    height : in inches; None is the preset's or what the figure needs.
    line_width : of lines and marks' outlines, times what the app draws.
    black_white : greys only; dashes, symbols and hatching tell what colours told.
    title : written above the figure; none as a rule, since a caption stands below.
    ranges : where axes start and end, in their own units, by plotly's names ("x2"); "x" and "y"
        are all of them.
    dpi : dots an inch of a PNG.
    """

    preset: str = "neurips"
    font: str | None = None
    size: float | None = None
    height: float | None = None
    line_width: float = 1.0
    black_white: bool = False
    title: str = ""
    ranges: Ranges | None = None
    dpi: float = 300.0

    def place(self) -> Preset:
        """The preset with this size, font and height; InputError for what cannot be printed."""
        if self.preset not in PRESETS:
            raise InputError(f"preset={self.preset!r} is unknown; use {', '.join(PRESETS)}.")
        known = PRESETS[self.preset]
        size, height = self.size or known.size, self.height or known.height
        for name, value, low, high in (
            ("size", size, 3, 96),
            ("height", height or 1, 0.5, 40),
            ("line_width", self.line_width, 0.1, 10),
            ("dpi", self.dpi, 36, 1200),
        ):
            if not low <= value <= high:
                raise InputError(f"{name}={value:g} cannot be printed; use {low:g} to {high:g}.")
        font = self.font or known.font
        if font not in FONTS and not re.fullmatch(r"[\w .-]+", font):
            raise InputError(f"font={font!r} is no font's name; use {', '.join(FONTS)} or another.")
        return replace(known, size=size, height=height, font=font)


def print_figure(figures: Sequence[go.Figure], options: PrintOptions | None = None) -> go.Figure:
    """One figure for print of what the app shows side by side, in the app's pixels.

    `figures` are of mode "live" or "print". `figure.layout.meta["scale"]` is what turns its pixels
    into those of the printed page (96 an inch).
    """
    options = options or PrintOptions()
    page = _Page.of(figures, options)
    drawn = _drawn(figures, options)
    planned, lines = page.planned(drawn, options.title)
    width = page.width / planned.factor
    whole = beside(drawn, width, planned.columns, planned.height)
    inside = room(drawn, width, planned.columns).inside(width, planned.height)
    if lines:
        free = page.height and page.height / planned.factor - planned.height
        _title(whole, lines, free or _title_room(lines))
    layout = whole["layout"] | {
        "meta": {"scale": page.scale * planned.factor, "factor": planned.factor}
    }
    whole["layout"] = layout
    for axis, (low, high) in (options.ranges or {}).items():
        _zoom(layout, axis, low, high)
    relabel(whole, inside)
    for tidy in (few_ticks, upright_values, inner_texts):
        tidy(whole, inside)
    return go.Figure(whole)


def letter_share(figures: Sequence[go.Figure], options: PrintOptions | None = None) -> float:
    """The share of the asked size that letters keep: below 1 where not all fits otherwise."""
    options = options or PrintOptions()
    page = _Page.of(figures, options)
    return page.planned(_drawn(figures, options), options.title)[0].factor


@dataclass(frozen=True)
class _Page:
    """A page in the app's pixels: its width, its fixed height or the most it may have."""

    width: float
    height: float | None
    most: float
    scale: float

    @classmethod
    def of(cls, figures: Sequence[go.Figure], options: PrintOptions) -> _Page:
        place = options.place()
        scale = place.size * PX / POINT / _base_size(figures[0])
        width, most = (inches * PX / scale for inches in (place.width, place.most))
        return cls(width, place.height and place.height * PX / scale, most, scale)

    def planned(self, drawn: Sequence[dict[str, Any]], title: str) -> tuple[Plan, list[str]]:
        """How figures stand here, and a title's lines; smaller letters are more in a line."""
        factor, lines = 1.0, list[str]()
        for _ in range(2):
            letters = int((self.width / factor - 2 * EDGE) / LETTER)
            lines = textwrap.wrap(_tied(title), max(20, letters), break_on_hyphens=False)
            room = _title_room(lines) * factor
            height = None if self.height is None else self.height - room
            found = plan(drawn, self.width, height, self.most - room)
            factor = found.factor
        return found, lines


def _drawn(figures: Sequence[go.Figure], options: PrintOptions) -> list[dict[str, Any]]:
    """The figures as paper shows them."""
    place = options.place()
    family = FONTS.get(place.font) or f"'{place.font}', {FONTS['times']}"
    width, grey = options.line_width, options.black_white
    drawn = [for_paper(f.to_dict(), family, width, black_white=grey) for f in figures]
    for figure in drawn:
        if place.height:
            stand_bar(figure)
    return drawn


def _title_room(lines: Sequence[str]) -> float:
    return LINE * len(lines) + 8 * bool(lines)


def _tied(text: str) -> str:
    """The text with no-break spaces where a line must not end: r = 0.5, log Z, 10 %."""
    text = re.sub(r" ([=<>≈±×∝]) ", "\u00a0\\1\u00a0", text)
    return re.sub(r"\b(log) (?=\w)|(?<=\d) (?=%)", lambda m: f"{m[1] or ''}\u00a0", text)


def picture(
    figures: Sequence[go.Figure], format: Format, options: PrintOptions | None = None
) -> bytes:
    """The figures on one page, as the bytes of a PDF, SVG or PNG file.

    Raises MissingExtraError without kaleido or a Chrome, InputError for a format or an option that
    is unknown and for a font that a PDF would hold as Type 3, which conferences refuse.
    """
    check(format)
    options = options or PrintOptions()
    figure = print_figure(figures, options)
    scale = figure.layout.meta["scale"] * (options.dpi / PX if format == "png" else 1)
    made = render(figure, format, scale)
    if format == "pdf" and b"/Type3" in made:
        raise InputError(
            f"the font {options.place().font!r} comes out as Type 3, which conferences refuse; "
            f"use {' or '.join(FONTS)}."
        )
    return made


def check(format: str) -> Format:
    """The format, if `picture` can make it; else what that would raise, before any work is done."""
    if format not in FORMATS:
        raise InputError(f"format={format!r} is unknown; use {', '.join(FORMATS)}.")
    if trouble := missing():
        raise MissingExtraError(trouble)
    return cast(Format, format)


def _base_size(figure: go.Figure) -> float:
    """Pixels of a figure's text, as its layout or its template says."""
    return float(figure.layout.font.size or figure.layout.template.layout.font.size or SCREEN_SIZE)


def _title(figure: dict[str, Any], lines: Sequence[str], room: float) -> None:
    """A title over the whole figure, above its legend, `room` pixels added for it."""
    make_room(figure, room)
    layout = figure["layout"]
    layout["title"] = {
        "text": "<br>".join(escape(line) for line in lines),
        "font": {"size": SCREEN_SIZE},
        "x": 0,
        "xref": "container",
        "xanchor": "left",
        "y": 1 - 0.75 * LINE / layout["height"],
        "yref": "container",
        "yanchor": "auto",
        "pad": {"l": 4},
    }


def _zoom(layout: dict[str, Any], axis: str, low: float, high: float) -> None:
    """Let an axis, or all of "x" or "y", run from `low` to `high` of its own unit."""
    numbered = {k: k.replace("axis", "") for k in layout if re.fullmatch(r"[xy]axis\d*", k)}
    chosen = [k for k, name in numbered.items() if axis in (name, name[0])]
    if not chosen:
        known = ", ".join(sorted(numbered.values()))
        raise InputError(f"this figure has no axis {axis!r}; it has {known}.")
    for name in chosen:
        span = [low, high]
        if layout[name].get("type") == "log":
            if min(span) <= 0:
                raise InputError(f"axis {axis} is logarithmic and cannot reach {min(span):g}.")
            span = [math.log10(value) for value in span]
        layout[name] = {**layout[name], "range": span, "autorange": False}
