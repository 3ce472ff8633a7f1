"""Figures for print: the chart on the screen at a paper's width, as SVG, PDF or PNG.

>>> from zipfviz.figures import PrintOptions, norm_panels, picture
>>> pdf = picture([norm_panels(panels)], "pdf", PrintOptions("acl", font="times"))

`print_figure` is pure: figures of the app in, one figure out, in real colours and without what only
a screen has (hover, sliders, WebGL). It is laid out in the app's own pixels and then scaled as a
whole, so that its letters come out in the points asked for. `picture` makes bytes of it through
kaleido, which drives a Chrome or Chromium.
"""

from __future__ import annotations

import io
import math
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go

from zipfviz.common.errors import InputError, MissingExtraError
from zipfviz.figures.paper.anatomy import Figure
from zipfviz.figures.paper.beside import beside, make_room
from zipfviz.figures.paper.for_paper import for_paper
from zipfviz.figures.paper.page_plan import Plan, plan, room
from zipfviz.figures.paper.print_options import (
    FONTS,
    FORMATS,
    PRESETS,
    Format,
    Preset,
    PrintOptions,
)
from zipfviz.figures.paper.relabel import relabel
from zipfviz.figures.paper.render import missing, render
from zipfviz.figures.paper.tidy import few_ticks, inner_texts, stand_bar, upright_values
from zipfviz.figures.style.text import escape

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
    "page_count",
    "picture",
    "pictures",
    "print_figure",
    "print_figures",
]

PX = 96.0  # CSS pixels in an inch
POINT = 72.0
SCREEN_SIZE = 13.0  # pixels of a chart's text in the app
LINE, LETTER = 17.5, 6.5  # pixels of its lines and, about, of its letters
EDGE = 8.0  # pixels beside a title


def print_figure(figures: Sequence[go.Figure], options: PrintOptions | None = None) -> go.Figure:
    """One figure for print of what the app shows side by side, in the app's pixels.

    `figures` are of mode "live" or "print". `figure.layout.meta["scale"]` is what turns its pixels
    into those of the printed page (96 an inch).
    """
    return print_figures(figures, replace(options or PrintOptions(), together=True))[0]


def print_figures(
    figures: Sequence[go.Figure], options: PrintOptions | None = None
) -> list[go.Figure]:
    """The same page by page: one, or as many slides as leave letters the size asked for."""
    options = options or PrintOptions()
    page = _Page.of(figures, options)
    return [_printed(part, page, options) for part in page.parts(_drawn(figures, options))]


def page_count(figures: Sequence[go.Figure], options: PrintOptions | None = None) -> int:
    """How many pages `print_figures` makes."""
    options = options or PrintOptions()
    return len(_Page.of(figures, options).parts(_drawn(figures, options)))


def letter_share(figures: Sequence[go.Figure], options: PrintOptions | None = None) -> float:
    """The share of the asked size that letters keep: below 1 where not all fits otherwise."""
    options = options or PrintOptions()
    page = _Page.of(figures, options)
    return page.share(page.parts(_drawn(figures, options)))


def _printed(drawn: Sequence[Figure], page: _Page, options: PrintOptions) -> go.Figure:
    """One page."""
    planned, lines = page.planned(drawn)
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


@dataclass(frozen=True)
class _Page:
    """A page in the app's pixels: its width, its fixed height or the most it may have."""

    width: float
    height: float | None
    most: float
    scale: float
    title: str
    slides: bool

    @classmethod
    def of(cls, figures: Sequence[go.Figure], options: PrintOptions) -> _Page:
        place = options.place()
        scale = place.size * PX / POINT / _base_size(figures[0])
        width, most = (inches * PX / scale for inches in (place.width, place.most))
        height = place.height and place.height * PX / scale
        slides = place.slides and not options.together
        return cls(width, height, most, scale, options.title, slides)

    def parts(self, drawn: Sequence[Figure]) -> list[Sequence[Figure]]:
        """The figures of each page: on slides evenly, on the fewest that leave letters largest."""
        best, kept = [drawn], 0.0
        for pages in range(1, len(drawn) + 1 if self.slides else 2):
            ends = [-(-i * len(drawn) // pages) for i in range(pages + 1)]
            parts = [drawn[a:b] for a, b in pairwise(ends)]
            share = self.share(parts)
            if share > kept:
                best, kept = parts, share
            if share == 1:
                break
        return best

    def share(self, parts: Sequence[Sequence[Figure]]) -> float:
        """The share of the asked size that letters keep on the fullest page."""
        return min(self.planned(part)[0].factor for part in parts)

    def planned(self, drawn: Sequence[Figure]) -> tuple[Plan, list[str]]:
        """How figures stand here, and a title's lines; smaller letters are more in a line."""
        factor, lines = 1.0, list[str]()
        for _ in range(2):
            letters = int((self.width / factor - 2 * EDGE) / LETTER)
            lines = textwrap.wrap(_tied(self.title), max(20, letters), break_on_hyphens=False)
            room = _title_room(lines) * factor
            height = None if self.height is None else self.height - room
            found = plan(drawn, self.width, height, self.most - room)
            factor = found.factor
        return found, lines


def _drawn(figures: Sequence[go.Figure], options: PrintOptions) -> list[Figure]:
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
    """The figures on one page, as the bytes of a PDF, SVG or PNG file; raises like `pictures`."""
    return pictures(figures, format, replace(options or PrintOptions(), together=True))[0]


def pictures(
    figures: Sequence[go.Figure], format: Format, options: PrintOptions | None = None
) -> list[bytes]:
    """The same page by page: a file a page, or one PDF of all pages.

    Raises MissingExtraError without kaleido or a Chrome, InputError for a format or an option that
    is unknown and for a font that a PDF would hold as Type 3, which conferences refuse.
    """
    check(format)
    options = options or PrintOptions()
    dots = options.dpi / PX if format == "png" else 1
    pages = [
        render(figure, format, dots * figure.layout.meta["scale"])
        for figure in print_figures(figures, options)
    ]
    if format == "pdf" and any(b"/Type3" in page for page in pages):
        raise InputError(
            f"the font {options.place().font!r} comes out as Type 3, which conferences refuse; "
            f"use {' or '.join(FONTS)}."
        )
    return [_bound(pages)] if format == "pdf" and len(pages) > 1 else pages


def _bound(pages: Sequence[bytes]) -> bytes:
    """One PDF of several."""
    from pypdf import PdfWriter

    whole, book = PdfWriter(), io.BytesIO()
    for page in pages:
        whole.append(io.BytesIO(page))
    whole.write(book)
    return book.getvalue()


def check(format: str) -> Format:
    """The format, if `picture` can make it; else what that would raise, before any work is done."""
    if format not in FORMATS:
        raise InputError(f"format={format!r} is unknown; use {', '.join(FORMATS)}.")
    if trouble := missing():
        raise MissingExtraError(trouble)
    return format


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
