"""Pieces that several figures share: clouds of words, words looked for, the density beneath."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from zipfviz.figures.style.labels import ENOUGH, PANEL
from zipfviz.figures.style.sheet import Look, Sheet
from zipfviz.figures.style.theme import look, merged

Density = tuple[np.ndarray, np.ndarray, np.ndarray]
"""x edges (a+1,), y edges (b+1,), counts (a, b): what `numpy.histogram2d` gives, last first."""

MAX_POINTS = 90_000  # plotly.js freezes on hover from 100,000 points in one trace


def add_reference(sheet: Sheet, x: Sequence[float], y: Sequence[float], *, panel: int = 0) -> None:
    """Draw the dashed line a law says, through the points (x, y)."""
    look: Look = {"width": 1.5, "dash": "dash", "legend": False, "name": "reference"}
    sheet.line(list(x), list(y), colour=sheet.colours.muted, panel=panel, **look)


def add_words(
    sheet: Sheet,
    panel: int,
    x: np.ndarray,
    y: np.ndarray,
    words: Sequence[str],
    colour: str,
    *,
    names: tuple[str, str],
    found: Sequence[int] = (),
    width: float = PANEL[0],
    **look: Any,
) -> None:
    """Draw a point a word (k,): at most 90,000, evenly through their order, those `found` always.

    Those are ringed and named, in a panel `width` pixels wide. `names` say on hover what x and y
    are, `look` is as for `Sheet.marks`. The customdata of a point is its position in the k.
    """
    shown = _every_nth(len(x), found)
    hover = f"<b>%{{text}}</b><br>{names[0]}  %{{x:.2f}}<br>{names[1]}  %{{y:.2f}}"
    look |= {"texts": [words[i] for i in shown], "customdata": shown, "many": len(shown)}
    sheet.marks(x[shown], y[shown], colour=colour, panel=panel, hover=hover, **look)
    found_words(sheet, panel, x, y, words, found, width=width)


def found_words(
    sheet: Sheet,
    panel: int,
    x: np.ndarray,
    y: np.ndarray,
    words: Sequence[str],
    found: Sequence[int],
    *,
    width: float = PANEL[0],
) -> None:
    """Ring and name the words at positions `found`, in the accent colour; `width` of the panel."""
    if not len(found):
        return
    at = np.asarray(found, dtype=int)
    colour = sheet.colours.accent
    look: Look = {"legend": False, "cliponaxis": False, "name": "found words"}
    sheet.rings(x[at], y[at], colour=colour, size=11, panel=panel, **look)
    points = np.column_stack([x, y])
    some = points[:: max(1, len(points) // ENOUGH)]
    texts = [words[i] for i in at]
    sheet.name_points(
        panel, points[at], texts, some, colour=colour, size=13, usual=(width, PANEL[1])
    )


def add_density(sheet: Sheet, panel: int, density: Density | None) -> None:
    """Draw the vocabulary, if given, as quiet filled contours of log10(1 + words in the cell)."""
    if density is None:
        return
    x_edges, y_edges, counts = density
    z = np.log10(1.0 + np.asarray(counts, dtype=float).T)
    low, high = np.log10(2.0), max(float(z.max()), 1.0)
    x, y = ((edges[:-1] + edges[1:]) / 2 for edges in (x_edges, y_edges))
    steps = {"contours": {"start": low, "end": high, "size": (high - low) / 8}}
    scale = [(0, sheet.colours.quiet(0)), (1, sheet.colours.quiet(0.32))]
    sheet.add("contour", panel, x=x, y=y, z=z, colorscale=scale, **merged(look("density"), steps))


def _every_nth(n: int, keep: Sequence[int]) -> np.ndarray:
    if n <= MAX_POINTS:
        return np.arange(n)
    even = np.linspace(0, n - 1, MAX_POINTS - len(keep)).astype(int)
    return np.unique(np.concatenate([even, np.asarray(keep, dtype=int)]))
