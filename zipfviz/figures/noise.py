"""Numbers above the bands that noise of the same frequencies puts them in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zipfviz.figures.headlines.noise import Beside
from zipfviz.figures.style.palette import LIGHT, Medium, method_style
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded
from zipfviz.figures.style.text import escape

#: Name, place in its row and width of the band of each kind of noise.
KINDS = {
    "gaussian": ("Gaussian vectors", -0.2, 9.0),
    "shuffled": ("its vectors, shuffled over words", 0.2, 9.0),
}


def noise_chart(
    items: Sequence[Beside], *, title: str, digits: int = 2, medium: Medium = LIGHT
) -> Chart:
    """A row a number: its mark, above the bands that noise of both kinds would put it in."""
    sheet = Sheet(medium, 96 + 44 * len(items))
    grey = sheet.colours.quiet(0.45), sheet.colours.quiet(0.22)
    gaps = np.full(len(items), np.nan)
    seen = [np.array([item.value for item in items])]
    for (kind, (name, shift, width)), colour in zip(KINDS.items(), grey, strict=True):
        ends = np.array([getattr(item.band, kind, None) or (np.nan, np.nan) for item in items])
        level = np.arange(len(items)) + shift
        x, y = np.column_stack([ends, gaps]).ravel(), np.column_stack([level, level, gaps]).ravel()
        sheet.line(x, y, colour=colour, width=width, name=name)
        seen.append(ends.ravel())
    colours = [sheet.colours.of(method_style(item.method).prior) for item in items]
    symbols = [method_style(item.method).symbol for item in items]
    look: Look = {"symbol": symbols, "size": 12, "outline": (1.5, sheet.colours.paper)}
    texts = [f"{item.name}: {item.text(digits)}" for item in items]
    sheet.marks(
        seen[0], np.arange(len(items)), colour=colours, hover="%{text}", texts=texts,
        name="these vectors", legend=False, cliponaxis=False, **look,
    )  # fmt: skip
    sheet.name_rows([escape(item.name) for item in items])
    sheet.x(title=title, range=padded(np.concatenate(seen)), zeroline=True)
    sheet.x(zerolinecolor=sheet.colours.line)
    sheet.legend_above(8)
    return sheet.figure()
