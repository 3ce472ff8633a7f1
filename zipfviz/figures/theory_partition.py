"""Partition functions as charts: how constant they are, and their second-order form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from zipfviz.figures.style.palette import LIGHT, Medium, method_style
from zipfviz.figures.style.parts import add_reference
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded
from zipfviz.figures.style.text import number

if TYPE_CHECKING:
    from zipfviz.theory.space_partition import Partition

PRIOR_TITLES = {
    "uniform": ("Uniform prior", "log Z<sub>u</sub>(c), every word weighted alike"),
    "zipfian": ("Zipfian prior", "log Z<sub>z</sub>(c), words weighted by p"),
}
GOLDEN = 0.6180339887498949  # multiples of it, mod 1, spread evenly: a jitter that repeats


def partition_strips(
    found: Mapping[str, Mapping[str, Partition]],
    prior: str,
    words: Sequence[str],
    *,
    medium: Medium = LIGHT,
) -> Chart:
    """log Z of one prior: a row a transform, a dot a context, a line from -1 to +1 std at its mean.

    `found` by method, then by prior; `words` (k,) name the contexts of all.
    """
    partitions = [both[prior] for both in found.values()]
    sheet = Sheet(medium, 110 + 62 * len(partitions))
    c = sheet.colours
    jitter = 0.5 * (np.arange(len(words)) * GOLDEN % 1.0 - 0.5)
    for row, part in enumerate(partitions):
        style = method_style(part.method)
        beside = f"<extra>{style.label}</extra>"
        told: Look = {"texts": words, "name": style.label}
        told["hover"] = "<b>%{text}</b><br>log Z  %{x:.3f}" + beside
        look: Look = {"symbol": style.symbol, "size": 5, "opacity": 0.5}
        sheet.marks(part.log_z, row + jitter, colour=c.of(style.prior), **look, **told)
        mean, std = float(part.log_z.mean()), part.constancy.std_log
        ends: Look = {"symbol": "line-ns-open", "size": [10, 16, 10], "color": c.text}
        ends["line"] = {"width": 2.5}
        told = {"hover": f"mean {number(mean)}, spread {number(std, 3)}{beside}", "marker": ends}
        told |= {"mode": "lines+markers", "name": "mean ± spread"}
        sheet.line([mean - std, mean, mean + std], [row] * 3, colour=c.text, **told)
    labels = [
        f"{method_style(part.method).short}<br><span style='color:{c.muted}'>spread "
        f"{number(part.constancy.std_log)}</span>"
        for part in partitions
    ]
    sheet.title(0, *PRIOR_TITLES[prior])
    sheet.name_rows(labels)
    sheet.y(showgrid=False)
    sheet.x(title="log Z of a context", nticks=6)
    sheet.layout |= {"margin": {"t": 52}, "showlegend": False}
    return sheet.figure()


def second_order_chart(
    found: Mapping[str, Mapping[str, Partition]],
    prior: str,
    words: Sequence[str],
    *,
    medium: Medium = LIGHT,
) -> Chart:
    """Second-order log Z against the exact one, a mark a context; on the line they are equal."""
    partitions = [both[prior] for both in found.values()]
    sheet = Sheet(medium, 400)
    both = np.concatenate([a for p in partitions for a in (p.log_z, p.log_second_order)])
    add_reference(sheet, padded(both), padded(both))
    for part in partitions:
        style = method_style(part.method)
        hover = "<b>%{text}</b><br>exact  %{x:.3f}<br>second order  %{y:.3f}"
        hover += f"<extra>{style.label}</extra>"
        look: Look = {"symbol": style.symbol, "opacity": 0.6, "name": style.short}
        x, y, colour = part.log_z, part.log_second_order, sheet.colours.of(style.prior)
        sheet.marks(x, y, colour=colour, texts=words, hover=hover, **look)
    sheet.title(0, *PRIOR_TITLES[prior])
    sheet.x(title="log Z, exact sum", showgrid=False)
    sheet.y(title="log Z, second order", showgrid=False)
    sheet.legend_above(44)
    return sheet.figure()
