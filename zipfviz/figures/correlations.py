"""Correlation of each symmetry measure with the score."""

from __future__ import annotations

from typing import Any

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.style.palette import LIGHT, Medium, Prior
from zipfviz.figures.style.sheet import Chart, Look, Sheet
from zipfviz.figures.style.text import escape, number

MEASURES: dict[str, tuple[str, Prior]] = {
    "average_cosine": ("Average cosine", "uniform"),
    "isoscore": ("IsoScore", "uniform"),
    "sym1_uniform": ("Sym₁, uniform", "uniform"),
    "sym2_uniform": ("Sym₂, uniform", "uniform"),
    "sym1_zipfian": ("Sym₁, Zipfian", "zipfian"),
    "sym2_zipfian": ("Sym₂, Zipfian", "zipfian"),
}
COEFFICIENTS = {"pearson": ("Pearson’s r", ""), "spearman": ("Spearman’s ρ", "-open")}


def correlation_chart(
    df: pd.DataFrame, *, columns: int | None = None, medium: Medium = LIGHT
) -> Chart:
    """Correlation of each symmetry measure with the score, from −1 to 1; a panel a task.

    `df` has columns `measure` (a column of `symmetry_table`), `pearson`, `spearman`, optionally
    `task`, and the ends of intervals `pearson_low/_high`, `spearman_low/_high`.
    """
    groups = list(df.groupby("task", sort=False)) if "task" in df else [("", df)]
    measures = list(df["measure"].unique())
    each = 80 + 34 * len(measures)
    sheet = Sheet(
        medium, 50, each=each, panels=len(groups), columns=columns, gap=(0.1, 0.3), shared_y=True
    )
    for i, (task, part) in enumerate(groups):
        for coefficient, shift in (("pearson", -0.12), ("spearman", 0.12)):
            _add_correlation(sheet, i, part, coefficient, shift)
        if task:
            sheet.title(i, str(task))
    sheet.name_rows([escape(_measure(m)[0]) for m in measures])
    sheet.x(range=[-1.05, 1.05], dtick=0.5, zeroline=True, zerolinecolor=sheet.colours.line)
    sheet.x(title="correlation with the score")
    sheet.legend_above(26 if "task" in df else 8)
    return sheet.figure()


def correlation_headline(df: pd.DataFrame) -> str:
    """One sentence: which measure goes with the score most closely (Pearson), in plain text."""
    known = df.dropna(subset=["pearson"])
    if not len(known):
        return "No correlation is defined: it takes two spaces or more that differ in their scores."
    best = known.loc[known["pearson"].abs().idxmax()]
    name = _measure(best["measure"])[0]
    on = f" on {best['task']}" if "task" in df else ""
    return f"{name} follows the score most closely{on}: r = {number(best['pearson'])}."


def _measure(key: str) -> tuple[str, Prior]:
    return MEASURES.get(key, (str(key), "other"))


def _add_correlation(
    sheet: Sheet, panel: int, part: pd.DataFrame, coefficient: str, shift: float
) -> None:
    label, open_ = COEFFICIENTS[coefficient]
    priors = [_measure(m)[1] for m in part["measure"]]
    colours = [sheet.colours.of(prior) for prior in priors]
    symbols = [("diamond" if p == "zipfian" else "square") + open_ for p in priors]
    look: Look = {"symbol": symbols, "size": 10, "outline": (1.5, colours)}
    look["error_x"] = _interval(part, coefficient, sheet.colours.line)
    told: Look = {"hover": label + " = %{x:.2f}", "name": label, "legendgroup": coefficient}
    x, y = part[coefficient].to_numpy(dtype=float), np.arange(len(part)) + shift
    sheet.marks(x, y, colour=colours, panel=panel, **look, **told)


def _interval(part: pd.DataFrame, coefficient: str, colour: str) -> dict[str, Any] | None:
    if f"{coefficient}_low" not in part:
        return None
    middle = part[coefficient]
    return {
        "type": "data",
        "symmetric": False,
        "array": (part[f"{coefficient}_high"] - middle).to_numpy(dtype=float),
        "arrayminus": (middle - part[f"{coefficient}_low"]).to_numpy(dtype=float),
        "color": colour,
        "thickness": 1.5,
        "width": 0,
    }
