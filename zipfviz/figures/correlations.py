"""Correlation of each symmetry measure with the score."""

from __future__ import annotations

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.style.palette import LIGHT, Medium, Prior
from zipfviz.figures.style.sheet import Chart, Look, Sheet
from zipfviz.figures.style.text import escape

MEASURES: dict[str, tuple[str, Prior]] = {
    "average_cosine": ("Average cosine", "uniform"),
    "isoscore": ("IsoScore", "uniform"),
    "sym1_uniform": ("Sym₁, uniform", "uniform"),
    "sym2_uniform": ("Sym₂, uniform", "uniform"),
    "sym1_zipfian": ("Sym₁, Zipfian", "zipfian"),
    "sym2_zipfian": ("Sym₂, Zipfian", "zipfian"),
}
COEFFICIENTS = {"pearson": ("Pearson’s r", ""), "spearman": ("Spearman’s ρ", "-open")}


#: What is left out one at a time: its name, the columns' part, width and place of its line.
LEFT_OUT = {
    "without one embedding": ("", 4.0, 0.0),
    "without one method": ("_method", 1.5, 0.11),
}


def correlation_chart(
    df: pd.DataFrame, *, columns: int | None = None, medium: Medium = LIGHT
) -> Chart:
    """Correlation of each symmetry measure with the score, from −1 to 1; a panel a task.

    `df` has columns `measure` (a column of `symmetry_table`), `pearson`, `spearman`, optionally
    `task`, and what `zipfviz.explore.correlations` gives with one embedding or one method left out:
    thick and thin lines, ranges of sensitivity and no intervals of confidence.
    """
    groups = list(df.groupby("task", sort=False)) if "task" in df else [("", df)]
    measures = list(df["measure"].unique())
    each = 80 + 40 * len(measures)
    sheet = Sheet(
        medium, 50, each=each, panels=len(groups), columns=columns, gap=(0.1, 0.3), shared_y=True
    )
    for i, (task, part) in enumerate(groups):
        for coefficient, shift in (("pearson", -0.22), ("spearman", 0.14)):
            _add_correlation(sheet, i, part, coefficient, shift)
        if task:
            sheet.title(i, str(task))
    sheet.name_rows([escape(_measure(m)[0]) for m in measures])
    sheet.x(range=[-1.05, 1.05], dtick=0.5, zeroline=True, zerolinecolor=sheet.colours.line)
    sheet.x(title="correlation with the score")
    sheet.legend_above(26 if "task" in df else 8)
    return sheet.figure()


def _measure(key: str) -> tuple[str, Prior]:
    return MEASURES.get(key, (str(key), "other"))


def _add_correlation(
    sheet: Sheet, panel: int, part: pd.DataFrame, coefficient: str, shift: float
) -> None:
    label, open_ = COEFFICIENTS[coefficient]
    priors = [_measure(m)[1] for m in part["measure"]]
    colours = [sheet.colours.of(prior) for prior in priors]
    symbols = [("diamond" if p == "zipfian" else "square") + open_ for p in priors]
    y = np.arange(len(part)) + shift
    for name, (of, width, below) in LEFT_OUT.items():
        ends = [f"{coefficient}{of}_{end}" for end in ("low", "high")]
        if set(ends) <= set(part) and part[ends].notna().to_numpy().any():
            gaps = np.full(len(part), np.nan)
            x = np.column_stack([part[ends].to_numpy(dtype=float), gaps]).ravel()
            level = np.column_stack([y + below, y + below, gaps]).ravel()
            own: Look = {"name": name, "legendgroup": name, "width": width}
            sheet.line(x, level, colour=sheet.colours.line, panel=panel, **own)
    look: Look = {"symbol": symbols, "size": 10, "outline": (1.5, colours)}
    told: Look = {"hover": label + " = %{x:.2f}", "name": label, "legendgroup": coefficient}
    x = part[coefficient].to_numpy(dtype=float)
    sheet.marks(x, y, colour=colours, panel=panel, **look, **told)
