"""A sample of words as a map, coloured by a number or by bands of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zipfviz.figures.style.labels import PANEL
from zipfviz.figures.style.palette import LIGHT, Medium
from zipfviz.figures.style.parts import dots, found_words
from zipfviz.figures.style.sheet import Chart, Sheet, padded
from zipfviz.figures.style.text import escape, number

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
        at = places[part["mask"]]
        _add(sheet, shown, words, at, np.where(stands[at], 0.85, 0.12), colouring, part)
    named = list(chosen)[:MOST_NAMED]
    if named:
        texts = [words[i] for i in named]
        look: dict[str, Any] = {"colour": sheet.colours.text, "usual": (460, PANEL[1])}
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


def space_map_headline(
    before: str, after: str, overlap: float, k: int, by_chance: float, hubness: tuple[float, float]
) -> str:
    """One sentence: how many neighbours stay from one space to the other, and whether hubs do.

    Where each word is near to all others there are no hubs, their skewness nan and not told.
    """
    stays = (
        f"Of the {k} nearest words {number(k * overlap, 1)} stay the same from “{before}” to "
        f"“{after}” (by chance {number(k * by_chance, 1)})"
    )
    if not np.isfinite(hubness).all():
        return f"{stays}."
    was, now = map(number, hubness)
    change = "stay" if was == now else "fade" if hubness[1] < hubness[0] else "grow"
    return f"{stays}; hubs {change}: skewness {was} before, {now} after."


def _parts(sheet: Sheet, colouring: Colouring) -> list[dict[str, Any]]:
    """The traces: one along a scale, or one a band with a step of the scale and a symbol."""
    values = np.asarray(colouring.values, float)
    if not colouring.bands:
        marker = {"color": values, "coloraxis": "coloraxis", "symbol": "circle"}
        return [{"mask": np.isfinite(values), "marker": marker, "name": "words", "legend": False}]
    scale, n = sheet.colours.scale, len(colouring.bands)
    steps = np.linspace(0, len(scale) - 1, n).round().astype(int)
    return [
        {
            "mask": values == i,
            "marker": {"color": scale[steps[i]], "symbol": SYMBOLS[i % len(SYMBOLS)]},
            "name": escape(band),
            "legend": True,
        }
        for i, band in enumerate(colouring.bands)
        if (values == i).any()
    ]


def _add(
    sheet: Sheet,
    points: np.ndarray,
    words: Sequence[str],
    at: np.ndarray,
    opacity: np.ndarray,
    colouring: Colouring,
    part: dict[str, Any],
) -> None:
    # A legend shows its trace's first point: one that stands out, not one that stepped back.
    order = np.argsort(-opacity, kind="stable")
    at, opacity = at[order], opacity[order]
    marker = {**part["marker"], "size": 6, "opacity": opacity, "line": {"width": 0}}
    hover = "<b>%{text}</b>"
    if not colouring.bands:
        marker["color"] = part["marker"]["color"][at]
        hover += f"<br>{escape(colouring.title)} %{{marker.color:.2f}}"
    sheet.add(
        dots(sheet.medium, len(words)),
        x=points[at, 0],
        y=points[at, 1],
        text=[escape(words[i]) for i in at],
        customdata=at,
        mode="markers",
        marker=marker,
        hovertemplate=f"{hover}<extra></extra>",
        name=part["name"],
        showlegend=part["legend"],
        # What the lasso leaves out steps back at once, before the server has answered.
        unselected={"marker": {"opacity": 0.12}},
    )
