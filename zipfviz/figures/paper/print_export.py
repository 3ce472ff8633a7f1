"""Figures for print: drawn for a paper's width, as SVG, PDF or PNG.

>>> from functools import partial
>>> from zipfviz.figures import PrintOptions, norm_panels, picture
>>> pdf = picture([partial(norm_panels, panels)], "pdf", PrintOptions("acl", font="times"))

A figure's function is called with the page as its medium (`PrintOptions.medium`); panels of several
figures are placed as one. They are laid out in the app's own pixels and then scaled as a whole, so
that letters come out in the points asked for. `picture` makes bytes of it through kaleido, which
drives a Chrome or Chromium.
"""

from __future__ import annotations

import asyncio
import importlib.util
import io
import math
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from zipfviz.common.errors import InputError, MissingExtraError
from zipfviz.figures.paper.letters import no_font_for, without_font
from zipfviz.figures.paper.print_options import (
    FONTS,
    FORMATS,
    PX,
    Format,
    PrintOptions,
    Ranges,
)
from zipfviz.figures.style.page import Page
from zipfviz.figures.style.palette import Medium
from zipfviz.figures.style.panel import Content, axis_name
from zipfviz.figures.style.sheet import Draw

if TYPE_CHECKING:
    import kaleido


# Kaleido asks Chrome for margins of 0.1 inch, for which Chrome shrinks what is wide and cuts what
# is high; a page's own style outranks them.
NO_MARGINS = "        <style>@page { margin: 0; }</style>\n"
_LOCK = threading.Lock()


@dataclass(frozen=True, eq=False)
class Printed:
    """Figures as they stand on a page, or on as many slides as leave letters the size asked for."""

    pages: Sequence[Page]
    medium: Medium

    @classmethod
    def of(cls, draws: Sequence[Draw], options: PrintOptions | None = None) -> Printed:
        """Draw figures for the page that is asked for, and place them; InputError for figures that
        are drawn already.
        """
        if not all(map(callable, draws)):
            raise InputError(
                "a figure that is drawn already fits no page; give what draws it, "
                "such as partial(norm_panels, panels)."
            )
        options = options or PrintOptions()
        medium = options.medium()
        drawn = [part for draw in draws for part in draw(medium=medium).content.parted()]
        parts = _zoomed(drawn, options.ranges)
        one = options.together or not options.place().slides
        best: list[Page] = []
        for n in range(1, 2 if one else len(parts) + 1):
            ends = [-(-i * len(parts) // n) for i in range(n + 1)]
            pages = [Page.of(parts[a:b], medium, options.title) for a, b in pairwise(ends)]
            if not best or _share(pages) > _share(best):
                best = pages
            if _share(best) == 1:
                break
        return cls(best, medium)

    @property
    def letter_share(self) -> float:
        """The share of the asked size that letters keep: below 1 where not all fits otherwise."""
        return _share(self.pages)

    def figures(self) -> list[go.Figure]:
        """A figure a page; `layout.meta["scale"]` turns its pixels into those of the page."""
        return [go.Figure(page.figure(self.medium)) for page in self.pages]


def print_figure(draws: Sequence[Draw], options: PrintOptions | None = None) -> go.Figure:
    """Lay out figures on one page; see `Printed.figures`."""
    return Printed.of(draws, replace(options or PrintOptions(), together=True)).figures()[0]


def picture(draws: Sequence[Draw], format: Format, options: PrintOptions | None = None) -> bytes:
    """Render figures on one page to a PDF, SVG or PNG file; raises like `pictures`."""
    return pictures(draws, format, replace(options or PrintOptions(), together=True))[0]


def pictures(
    draws: Sequence[Draw], format: Format, options: PrintOptions | None = None
) -> list[bytes]:
    """Render figures page by page: a file a page, or one PDF of all pages.

    Raises MissingExtraError without kaleido or a Chrome, InputError for a format or an option that
    is unknown, for a font that a PDF would hold as Type 3, which conferences refuse, and for
    letters that no font here has, unless `options.boxes`; an SVG keeps those as text.
    """
    check(format)
    options = options or PrintOptions()
    dots = options.dpi / PX if format == "png" else 1
    figures = Printed.of(draws, options).figures()
    if format != "svg" and not options.boxes and (lost := without_font(figures)):
        raise InputError(
            f"{no_font_for(lost)}, make an SVG, which keeps letters as text, or set boxes=True "
            "(--boxes) for a box in place of each."
        )
    pages = render(figures, format, dots)
    if format == "pdf" and any(b"/Type3" in page for page in pages):
        raise InputError(
            f"the font {options.place().font!r} comes out as Type 3, which conferences refuse; "
            f"use {' or '.join(FONTS)}."
        )
    return [_bound(pages)] if format == "pdf" and len(pages) > 1 else pages


def check(format: str) -> Format:
    """The format, if `picture` can make it; else what that would raise, before any work is done."""
    if format not in FORMATS:
        raise InputError(f"format={format!r} is unknown; use {', '.join(FORMATS)}.")
    if trouble := missing():
        raise MissingExtraError(trouble)
    return format


def _share(pages: Sequence[Page]) -> float:
    """The share of the asked size that letters keep on the fullest page."""
    return min(page.plan.factor for page in pages)


def _zoomed(parts: Sequence[Content], ranges: Ranges | None) -> list[Content]:
    """Set the range of an axis, or of all called "x" or "y", in its own unit."""
    panels = [panel for part in parts for panel in part.panels]
    names = {axis_name(a, i): i for i in range(len(panels)) for a in "xy"}
    spans: dict[str, tuple[float, float]] = {}
    for axis, (low, high) in (ranges or {}).items():
        chosen = {n: i for n, i in names.items() if axis in (n, n[0])}
        if not chosen:
            known = ", ".join(sorted(names))
            raise InputError(f"this figure has no axis {axis!r}; it has {known}.")
        for name, i in chosen.items():
            is_log = getattr(panels[i], name[0]).get("type") == "log"
            if is_log and min(low, high) <= 0:
                raise InputError(f"axis {axis} is logarithmic and cannot reach {min(low, high):g}.")
            spans[name] = (math.log10(low), math.log10(high)) if is_log else (low, high)
    zoomed, first = [], 0
    for part in parts:
        here = range(len(part.panels))
        own = {axis_name(a, i): axis_name(a, first + i) for i in here for a in "xy"}
        zoomed.append(part.zoomed({n: spans[k] for n, k in own.items() if k in spans}))
        first += len(part.panels)
    return zoomed


def _bound(pages: Sequence[bytes]) -> bytes:
    """One PDF of several."""
    from pypdf import PdfWriter

    whole, book = PdfWriter(), io.BytesIO()
    for page in pages:
        whole.append(io.BytesIO(page))
    whole.write(book)
    return book.getvalue()


def missing() -> str:
    """Name what is missing to make files, in one sentence with the remedy; "" if nothing is."""
    for name in ("kaleido", "pypdf", "fontTools"):
        if importlib.util.find_spec(name) is None:
            return f"PDF and PNG files need {name}; install it with: pip install 'zipfviz[pdf]'"
    if not _chrome():
        return (
            "PDF and PNG files need Chrome or Chromium, and none was found; install one "
            "(Debian: apt install chromium) or run kaleido_get_chrome."
        )
    return ""


def render(figures: Sequence[go.Figure], format: str, dots: float) -> list[bytes]:
    """Render figures, a file each, with one Chrome of their own; one call at a time, whoever asks.

    `dots` is the number of a file's dots to a pixel of the page.
    """
    import kaleido
    from kaleido.errors import (
        BrowserClosedError,
        BrowserFailedError,
        ChromeNotFoundError,
        KaleidoError,
    )

    async def drawn() -> list[bytes]:
        async with kaleido.Kaleido(n=1, page_generator=_page(), timeout=180) as chrome:
            return [
                await chrome.calc_fig(
                    figure.to_dict(),
                    opts={
                        "format": format,
                        "width": figure.layout.width,
                        "height": figure.layout.height,
                        "scale": dots * figure.layout.meta["scale"],
                    },
                )
                for figure in figures
            ]

    try:
        # In a thread of its own, since an event loop runs already where a notebook does.
        with _LOCK, ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, drawn()).result()
    except (BrowserClosedError, BrowserFailedError, ChromeNotFoundError, TimeoutError) as error:
        raise MissingExtraError(
            "Chrome or Chromium did not start, so there is no file; try once more, or save the "
            "SVG with the camera in the chart’s corner."
        ) from error
    except KaleidoError as error:
        raise InputError(f"this chart could not be drawn as {format}: {error}.") from error


def _page() -> kaleido.PageGenerator:
    """The page that is drawn on: no formulas, no margins."""
    import kaleido

    page = kaleido.PageGenerator(mathjax=False)
    page.header += NO_MARGINS
    return page


def _chrome() -> bool:
    """Whether kaleido will find a browser."""
    from choreographer.browsers.chromium import Chromium

    return bool(Chromium.find_browser(skip_local=False))
