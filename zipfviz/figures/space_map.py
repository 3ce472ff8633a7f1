"""A sample of words as a map, coloured by a number or by bands of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import numpy as np

from zipfviz.figures.style.labels import PANEL
from zipfviz.figures.style.palette import LIGHT, Medium
from zipfviz.figures.style.parts import found_words
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded
from zipfviz.figures.style.text import escape

SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross", "x")
MOST_NAMED = 12


@dataclass(frozen=True, eq=False)
class Colouring:
    """Values that colour a map: `values` (k,) along a scale with a `title`.

    With `bands` the values are places (0, 1, …) in that list of names, each a colour and a symbol.
    """

    title: str
    values: np.ndarray
    bands: Sequence[str] = ()


def space_map(
    points: np.ndarray,
    words: Sequence[str],
    colouring: Colouring,
    *,
    title: str,
    below: str = "",
    axes: tuple[str, str] = ("", ""),
    chosen: Sequence[int] = (),
    found: Sequence[int] = (),
    medium: Medium = LIGHT,
) -> Chart:
    """Words (k,) at `points` (k, 2), at most 5,000 so that all is vector.

    `chosen` positions stand out and all others step back, a few of them named; `found` ones are
    ringed and named. The customdata of every point is its position in the k. `below` is a second
    line under the title; axes without a name have no ticks (a layout's numbers mean nothing).
    """
    sheet = Sheet(medium, 460)
    shown = np.asarray(points, float)
    places = np.arange(len(words))
    stands = np.isin(places, chosen) if len(chosen) else np.ones(len(words), bool)
    for part in _parts(sheet, colouring):
        # A legend shows its trace's first point: one that stands out, not one that stepped back.
        at = places[part.pop("mask")]
        at = at[np.argsort(~stands[at], kind="stable")]
        if not colouring.bands:
            part["colour"] = part["colour"][at]
        part |= {"texts": [words[i] for i in at], "customdata": at, "many": len(words)}
        # What the lasso leaves out steps back at once, before the server has answered.
        part["unselected"] = {"marker": {"opacity": 0.12}}
        opacity = np.where(stands[at], 0.85, 0.12)
        sheet.marks(*shown[at].T, opacity=opacity, outline=(0, None), **part)
    named = list(chosen)[:MOST_NAMED]
    if named:
        texts = [words[i] for i in named]
        look: Look = {"colour": sheet.colours.text, "usual": (460, PANEL[1])}
        sheet.name_points(0, shown[named], texts, shown, **look)
    found_words(sheet, 0, shown[:, 0], shown[:, 1], words, found, width=460)
    quiet = {"showticklabels": False, "ticks": "", "showgrid": False}
    sheet.x(range=padded(shown[:, 0]), **({"title": axes[0]} if axes[0] else quiet))
    sheet.y(range=padded(shown[:, 1]), **({"title": axes[1]} if axes[1] else quiet))
    sheet.x(showgrid=False)
    sheet.y(showgrid=False, scaleanchor="x")
    sheet.title(0, title, below)
    sheet.layout |= {"margin": {"t": 56}, "dragmode": "lasso"}
    if colouring.bands:
        sheet.legend_above(44)
    else:
        sheet.colour_bar_below(colouring.title)
        sheet.layout["showlegend"] = False
    return sheet.figure()


def _parts(sheet: Sheet, colouring: Colouring) -> list[dict[str, Any]]:
    """The traces: one along a scale, or one a band with a step of the scale and a symbol."""
    values, hover = np.asarray(colouring.values, float), "<b>%{text}</b>"
    if not colouring.bands:
        hover += f"<br>{escape(colouring.title)} %{{marker.color:.2f}}"
        told: Look = {"name": "words", "hover": hover, "legend": False}
        return [{"mask": np.isfinite(values), "colour": values, **told}]
    scale, n = sheet.colours.scale, len(colouring.bands)
    steps = np.linspace(0, len(scale) - 1, n).round().astype(int)
    looks = [{"colour": scale[step], "symbol": s} for step, s in zip(steps, cycle(SYMBOLS))]
    return [
        {"mask": values == i, **look, "name": escape(band), "hover": hover, "showlegend": True}
        for i, (band, look) in enumerate(zip(colouring.bands, looks, strict=True))
        if (values == i).any()
    ]
