"""Scores by length × direction: what each direction is worth with each length."""

from __future__ import annotations

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.style.palette import LIGHT, Medium, method_style
from zipfviz.figures.style.sheet import Chart, Look, Sheet
from zipfviz.figures.style.text import escape, number
from zipfviz.figures.style.theme import look


def grid_chart(scores: pd.DataFrame, alpha: pd.DataFrame, *, medium: Medium = LIGHT) -> Chart:
    """A cell a pair of transforms: rows give the direction, columns the length.

    `scores` is directions x lengths (x 100), `alpha` of the same shape says which cells are the
    paper's "+ α" column. The diagonal holds the plain transforms and is framed.
    """
    sheet = Sheet(medium, 140 + 46 * len(scores))
    c = sheet.colours
    values = scores.to_numpy(dtype=float)
    marked = alpha.to_numpy(dtype=bool)
    directions = [method_style(str(m)) for m in scores.index]
    lengths = [method_style(str(m)) for m in scores.columns]
    y, x = map(np.arange, values.shape)
    told: Look = {
        "text": [
            [f"<b>{number(v, 1)}</b>{'<br>α' if m else ''}" for v, m in zip(*row, strict=True)]
            for row in zip(values, marked, strict=True)
        ],
        "customdata": [
            [f"direction of {escape(d.label)}<br>length of {escape(w.label)}" for w in lengths]
            for d in directions
        ],
    }
    sheet.add("heatmap", x=x, y=y, z=values, **told, **look("heatmap", medium))
    sheet.name_methods(scores.index, short=True)
    sheet.y(range=[len(scores) - 0.45, -0.55], showgrid=False, title="direction of")
    names = [escape(w.short).replace(" ", "<br>") for w in lengths]
    sheet.x(tickvals=list(range(len(names))), ticktext=names, tickfont={"color": c.text})
    sheet.x(title="length of", range=[-0.55, len(names) - 0.45], side="top")
    sheet.x(showgrid=False, showline=False, ticks="")
    sheet.layout["coloraxis"] = {"showscale": False}  # each cell says its score
    for i in range(min(values.shape)):
        sheet.frame(i - 0.5, i + 0.5, color=c.text, width=2)
    return sheet.figure()


def grid_headline(scores: pd.DataFrame) -> str:
    """One sentence: the best cell, and how much lengths and directions matter on average."""
    values = scores.to_numpy(dtype=float)
    if not np.isfinite(values).any():
        return "The score is undefined for every pair of length and direction."
    i, j = np.unravel_index(np.nanargmax(values), values.shape)
    direction, length = (
        method_style(str(axis[k])).label for axis, k in ((scores.index, i), (scores.columns, j))
    )
    by_length = np.ptp(np.nanmean(values, axis=0))
    by_direction = np.ptp(np.nanmean(values, axis=1))
    return (
        f"Best is the direction of {direction} with the length of {length}: "
        f"{number(values[i, j], 1)}. The choice of length moves the mean score by "
        f"{number(float(by_length), 1)}, that of direction by {number(float(by_direction), 1)}."
    )
