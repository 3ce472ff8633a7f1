"""Score and symmetry as curves over one setting; the paper's setting is marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.style.palette import LIGHT, Medium, Prior, method_style
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded
from zipfviz.figures.style.text import escape, number
from zipfviz.figures.style.theme import POWERS

Curve = tuple[str, Prior, str, str]
"""Name, colour, symbol and dash of a curve."""

SYMMETRY: dict[str, Curve] = {
    "sym1_uniform": ("Sym₁, uniform", "uniform", "triangle-down", "dash"),
    "sym2_uniform": ("Sym₂, uniform", "uniform", "square", "dash"),
    "sym1_zipfian": ("Sym₁, Zipfian", "zipfian", "triangle-up", "solid"),
    "sym2_zipfian": ("Sym₂, Zipfian", "zipfian", "diamond", "solid"),
}


def knob_curve(
    curves: Mapping[str, pd.DataFrame],
    label: str,
    *,
    values: Sequence[float] = (),
    coefficient: str = "spearman",
    medium: Medium = LIGHT,
) -> Chart:
    """A line a method: score x 100 against the knob's value.

    `curves` maps methods to frames with columns `value`, `spearman`, `pearson`, `is_paper`, as
    `zipfviz.curve_frame` gives them, complete or not. `values` are all that will come: the axis
    spans them from the first point on. Values over more than two powers of ten stand on a log axis.
    """
    sheet = Sheet(medium, 380)
    for method, frame in curves.items():
        style = method_style(method)
        _add_line(sheet, frame, coefficient, (style.label, style.prior, style.symbol, style.dash))
    _value_axis(sheet, label, values or [v for f in curves.values() for v in f["value"]])
    sheet.y(title="score × 100")
    sheet.legend_above(8)
    return sheet.figure()


def knob_symmetry(
    frame: pd.DataFrame, label: str, *, values: Sequence[float] = (), medium: Medium = LIGHT
) -> Chart:
    """Sym₁ and Sym₂ under both priors against the knob's value; `frame` as in `knob_curve`."""
    sheet = Sheet(medium, 380)
    for measure, look in SYMMETRY.items():
        _add_line(sheet, frame, measure, look)
    _value_axis(sheet, label, values or list(frame["value"]))
    sheet.y(title="symmetry", range=[-0.04, 1.04])
    sheet.legend_above(8)
    return sheet.figure()


def curve_headline(frame: pd.DataFrame, method: str, coefficient: str = "spearman") -> str:
    """One sentence: where the curve is highest and what the paper's setting gives."""
    known = frame.dropna(subset=[coefficient])
    if not len(known):
        return "The score is undefined for every value."
    best = known.loc[known[coefficient].idxmax()]
    if known[coefficient].nunique() == 1 < len(known):
        score = number(best[coefficient], 1)
        return f"{method_style(method).label} scores {score} at every value."
    paper = known[known["is_paper"]]
    text = f"{method_style(method).label} scores highest at {_short(best['value'])}"
    if not len(paper):
        return f"{text}: {number(best[coefficient], 1)}."
    there = paper.iloc[0]
    if there["value"] == best["value"]:
        return f"{text}, the paper’s setting: {number(best[coefficient], 1)}."
    return (
        f"{text}: {number(best[coefficient], 1)}; the paper’s setting, "
        f"{_short(there['value'])}, gives {number(there[coefficient], 1)}."
    )


def _add_line(sheet: Sheet, frame: pd.DataFrame, column: str, look: Curve) -> None:
    name, prior, symbol, dash = look
    x, y = (frame[c].to_numpy(dtype=float) for c in ("value", column))
    paper = frame["is_paper"].to_numpy(dtype=bool)
    told: Look = {
        "hover": f"<b>{escape(name)}</b><br>%{{x:.4~g}}: %{{y:.3f}}<extra></extra>",
        "name": escape(name),
    }
    colour = sheet.colours.of(prior)
    sheet.line(x, y, colour=colour, width=2, dash=dash, symbol=symbol, size=8, **told)
    at: Look = {"legendgroup": "paper", "name": "the paper’s setting"}
    sheet.rings(x[paper], y[paper], colour=sheet.colours.text, size=17, **at)


def _value_axis(sheet: Sheet, label: str, values: Sequence[float]) -> None:
    """The knob's axis: linear, or logarithmic where its values span two powers of ten."""
    all_ = np.array(list(values), dtype=float)
    if all_.size and all_.min() > 0 and all_.max() / all_.min() >= 100:
        sheet.x(type="log", range=padded(np.log10(all_)), **POWERS)
    elif all_.size:
        sheet.x(range=padded(all_))
    sheet.x(title=label)


def _short(value: float) -> str:
    """A knob's value as written in a sentence: 0.001, 3, 253 970."""
    return number(value, 0) if value >= 1 and value == int(value) else f"{value:g}"
