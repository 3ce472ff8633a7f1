"""Theorem 1 as charts: length against divergence, in a family and on a corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zipfviz.figures.style.palette import LIGHT, Medium, Prior
from zipfviz.figures.style.parts import add_reference, add_words
from zipfviz.figures.style.sheet import Chart, Look, Sheet
from zipfviz.figures.style.text import escape

#: Name and look of the error with each G.
SIDES: dict[str, tuple[str, dict[str, Any]]] = {
    "paper": ("the paper’s G", {"width": 2.5, "dash": "solid", "symbol": "circle"}),
    "centred": ("centred G", {"width": 1.5, "dash": "dot", "symbol": "circle-open"}),
}


@dataclass(frozen=True, eq=False)
class LawPanel:
    """Both sides of Theorem 1 for some words: `divergence` (k,) 2 KL, `length` (k,) |w|^2_G.

    `prior` is that of the centering and picks the colour, `below` a second title line of markup,
    `highlight` positions to ring and name.
    """

    title: str
    below: str
    prior: Prior
    divergence: np.ndarray
    length: np.ndarray
    words: Sequence[str]
    highlight: Sequence[int] = ()


def law_panels(
    panels: Sequence[LawPanel],
    *,
    x_title: str,
    y_title: str,
    columns: int | None = None,
    medium: Medium = LIGHT,
) -> Chart:
    """Length against divergence, a panel a centering; on the dashed line the law holds."""
    sheet = Sheet(medium, 80, each=340, panels=len(panels), columns=columns, gap=(0.2, 0.26))
    sheet.x(showgrid=False, nticks=4, title=x_title)
    sheet.y(showgrid=False, nticks=6, title=y_title)
    for i, panel in enumerate(_finite(panel) for panel in panels):
        x_range, y_range = (_from_zero(v) for v in (panel.divergence, panel.length))
        ends = [0.0, min(x_range[1], y_range[1])]
        add_reference(sheet, ends, ends, panel=i)
        told: Look = {"names": ("2 KL", "length²"), "name": escape(panel.title)}
        told |= {"found": panel.highlight, "size": 5, "opacity": 0.55}
        x, y, colour = panel.divergence, panel.length, sheet.colours.of(panel.prior)
        add_words(sheet, i, x, y, panel.words, colour, **told)
        sheet.title(i, panel.title, panel.below)
        sheet.x(i, range=x_range)
        sheet.y(i, range=y_range)
    sheet.layout |= {"margin": {"l": 70, "r": 28, "t": 56}, "showlegend": False}
    return sheet.figure()


def _finite(panel: LawPanel) -> LawPanel:
    """The panel without words for which a side is infinite, which no chart can show."""
    kept = np.flatnonzero(np.isfinite(panel.divergence) & np.isfinite(panel.length))
    if len(kept) == len(panel.words):
        return panel
    return replace(
        panel,
        divergence=panel.divergence[kept],
        length=panel.length[kept],
        words=[panel.words[int(i)] for i in kept],
        highlight=np.flatnonzero(np.isin(kept, list(panel.highlight))).tolist(),
    )


def law_errors_chart(
    scales: Sequence[float] | np.ndarray,
    errors: Mapping[tuple[str, Prior], Mapping[str, np.ndarray]],
    *,
    marked: float | None = None,
    medium: Medium = LIGHT,
) -> Chart:
    """Relative error of the law against the vectors' scale, both logarithmic.

    `errors` by (label, prior of the centering) then "paper" and "centred", each (m,); `marked` is a
    scale to point at. The thin line falls with the square of the scale.
    """
    scales = np.asarray(scales, dtype=float)
    sheet = Sheet(medium, 460)
    c = sheet.colours
    hover = "scale %{x:.3f}<br>error %{y:.2%}"
    for (label, prior), sides in errors.items():
        for side, (name, look) in SIDES.items():
            told: Look = {"hover": hover, "name": f"{label}, {name}"}
            sheet.line(scales, sides[side], colour=c.of(prior), **look, **told)
    lowest = float(np.fmin.reduce([s["centred"] for s in errors.values()], axis=None))
    squared = 0.5 * lowest * (scales / scales[0]) ** 2
    falls = "falls with the scale squared"
    sheet.line(scales, squared, colour=c.muted, width=1, dash="dash", name=falls)
    if marked is not None:
        sheet.mark_x(marked, color=c.accent, width=1.5, dash="dash")
    sheet.x(tickvals=scales, ticktext=[f"{s:g}" for s in scales])
    sheet.x(type="log", title="scale of the vectors")
    sheet.y(type="log", title="relative error of the law", tickformat=",.1~%", dtick=1)
    sheet.legend_above(4, lines=2)
    return sheet.figure()


def _from_zero(values: np.ndarray) -> list[float]:
    finite = values[np.isfinite(values)]
    top = float(np.quantile(finite, 0.995)) if finite.size else 1.0
    return [-0.04 * top, 1.15 * top or 1.0]
