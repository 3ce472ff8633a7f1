"""How many dimensions words fill, and how their squared length splits into mean and variance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from zipfviz.figures.style.palette import LIGHT, Medium
from zipfviz.figures.style.sheet import Chart, Sheet, padded
from zipfviz.figures.style.text import escape, number


@dataclass(frozen=True, kw_only=True)
class DimensionRow:
    """One way of drawing words: its dimension with an interval, and a Gaussian's; see `name`.

    `mean_share` of the mean squared length under `prior` is that of the mean vector, the rest is
    variance. What is undefined is nan.
    """

    name: str
    prior: Literal["uniform", "zipfian"]
    d: float
    low: float
    high: float
    gaussian: float
    gaussian_low: float
    gaussian_high: float
    mean_share: float


def dimension_chart(
    rows: Sequence[DimensionRow], *, medium: Medium = LIGHT, height: int = 240
) -> Chart:
    """A row a way of drawing words: their dimension, and a Gaussian's of the same covariance."""
    sheet = Sheet(medium, height)
    marks = (("these words", "circle", 0.0), ("Gaussian of the same covariance", "diamond-open", 1))
    seen = []
    for name, symbol, which in marks:
        for i, row in enumerate(rows):
            found = [row.d, row.low, row.high]
            if which:
                found = [row.gaussian, row.gaussian_low, row.gaussian_high]
            seen += found
            d, low, high = found
            colour = sheet.colours.muted if which else sheet.colours.of(row.prior)
            level = i + 0.18 * (2 * which - 1)
            sheet.line([low, high], [level, level], colour=colour, width=2, legend=False)
            hover = f"{escape(row.name)}<br>{name}: {number(d, 1)}"
            hover += f" ({number(low, 1)} to {number(high, 1)})"
            sheet.marks(
                [d], [level], colour=colour, symbol=symbol, size=11, hover=hover, name=name,
                legend=i == len(rows) - 1, legendgroup=name,
            )  # fmt: skip
    sheet.name_rows([escape(row.name) for row in rows])
    sheet.x(title="intrinsic dimension (TwoNN)", range=padded(np.array(seen)))
    sheet.legend_above(8)
    return sheet.figure()


def split_chart(
    rows: Sequence[DimensionRow], *, medium: Medium = LIGHT, height: int = 240
) -> Chart:
    """A bar a prior: the shares of E‖x‖² that are the mean's and the variance's."""
    sheet = Sheet(medium, height)
    parts = (("‖E x‖², common to all", sheet.colours.muted), ("variance", sheet.colours.other))
    names = {"uniform": "uniform prior", "zipfian": "Zipfian prior"}
    for which, (name, colour) in enumerate(parts):
        shares = [row.mean_share if not which else 1 - row.mean_share for row in rows]
        hover = f"{name}: %{{x:.1%}} of E‖x‖²<extra></extra>"
        sheet.add(
            "bar", x=shares, y=list(range(len(rows))), orientation="h", name=name, width=0.45,
            marker={"color": colour}, hovertemplate=hover,
        )  # fmt: skip
    sheet.name_rows([names[row.prior] for row in rows])
    sheet.x(title="share of the mean squared length", tickformat=".0%", range=[0, 1])
    sheet.layout["barmode"] = "stack"
    sheet.legend_above(8)
    return sheet.figure()
