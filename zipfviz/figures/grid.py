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
