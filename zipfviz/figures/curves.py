"""Score and symmetry as curves over one setting, in bands; the paper's setting is marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.style.palette import LIGHT, Medium, Prior, method_style
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded
from zipfviz.figures.style.text import escape
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
    """A line a method, score x 100 against the knob's value, in its band.

    `curves` maps methods to frames as `zipfviz.curve_frame` gives them, complete or not. The band
    is as wide at a point as the interval of its difference to the paper's setting, where it ends.
    `values` are all that will come: the axis spans them from the first point on. Values over more
    than two powers of ten stand on a log axis.
    """
    sheet = Sheet(medium, 380)
    for method, frame in curves.items():
        style = method_style(method)
        _add_band(sheet, frame, coefficient, style.label, style.prior)
        look = (style.label, style.prior, style.symbol, style.dash)
        _add_line(sheet, frame, coefficient, look, style.setting)
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


def _add_band(sheet: Sheet, frame: pd.DataFrame, coefficient: str, name: str, prior: Prior) -> None:
    names = [f"{coefficient}_{name}" for name in ("change", "low", "high")]
    known = frame.dropna(subset=[coefficient, *names]) if set(names) <= set(frame) else frame[:0]
    if len(known) < 2:
        return
    x, y = (known[column].to_numpy(dtype=float) for column in ("value", coefficient))
    change, low, high = known[names].to_numpy(dtype=float).T
    outline = np.append(x, x[::-1]), np.append(y + high - change, (y + low - change)[::-1])
    look: Look = {"width": 0, "fill": "toself", "opacity": 0.18, "name": escape(name)}
    sheet.line(*outline, colour=sheet.colours.of(prior), legend=False, **look)


def _add_line(
    sheet: Sheet, frame: pd.DataFrame, column: str, look: Curve, ringed: str = "the paper’s setting"
) -> None:
    name, prior, symbol, dash = look
    x, y = (frame[c].to_numpy(dtype=float) for c in ("value", column))
    paper = frame["is_paper"].to_numpy(dtype=bool)
    told: Look = {
        "hover": f"<b>{escape(name)}</b><br>%{{x:.4~g}}: %{{y:.3f}}<extra></extra>",
        "name": escape(name),
    }
    colour = sheet.colours.of(prior)
    sheet.line(x, y, colour=colour, width=2, dash=dash, symbol=symbol, size=8, **told)
    at: Look = {"legendgroup": "paper", "name": ringed}
    sheet.rings(x[paper], y[paper], colour=sheet.colours.text, size=17, **at)


def _value_axis(sheet: Sheet, label: str, values: Sequence[float]) -> None:
    """The knob's axis: linear, or logarithmic where its values span two powers of ten."""
    all_ = np.array(list(values), dtype=float)
    if all_.size and all_.min() > 0 and all_.max() / all_.min() >= 100:
        sheet.x(type="log", range=padded(np.log10(all_)), **POWERS)
    elif all_.size:
        sheet.x(range=padded(all_))
    sheet.x(title=label)
