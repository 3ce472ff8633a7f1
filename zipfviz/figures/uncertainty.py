"""Differences of scores with their intervals, and whether they stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.style.palette import LIGHT, Medium, Prior, method_style
from zipfviz.figures.style.sheet import Chart, Draw, Look, Sheet, padded
from zipfviz.figures.style.text import escape, number, signed

# What a method is measured against: name, colour, symbol, place in its row.
AGAINST: dict[str, tuple[str, Prior, str, float]] = {
    "raw": ("against raw", "none", "circle", -0.14),
    "uniform": ("against its uniform twin", "uniform", "square", 0.14),
}


def difference_charts(table: pd.DataFrame) -> list[Draw]:
    """Draw a figure a task over one range: a row a method, its difference to raw and to uniform.

    `table` has columns `task` (as shown), `method`, `baseline`, `value`, `low`, `high`,
    `low_corrected`, `high_corrected` (points x 100), `stands` and `n_comparisons`, as
    `zipfviz.difference_table` gives them. Thick lines are intervals of one difference alone, thin
    ones hold for all shown together; an open mark does not stand.
    """
    ends = table[["low_corrected", "high_corrected"]].to_numpy(dtype=float).ravel()
    span = padded(np.append(ends, 0.0))
    return [
        partial(_difference_chart, part, str(task), span)
        for task, part in table.groupby("task", sort=False)
    ]


def _difference_chart(
    part: pd.DataFrame, task: str, span: Sequence[float], *, medium: Medium = LIGHT
) -> Chart:
    methods = list(dict.fromkeys(part["method"]))
    sheet = Sheet(medium, 90 + 38 * len(methods))
    for kind in AGAINST:
        is_raw = part["baseline"] == "raw"
        rows = part[is_raw if kind == "raw" else ~is_raw]
        if len(rows):
            _add_kind(sheet, rows, kind, [methods.index(m) for m in rows["method"]])
    sheet.title(0, task)
    sheet.name_methods(methods)
    sheet.x(range=span, zeroline=True, zerolinecolor=sheet.colours.line, zerolinewidth=2)
    sheet.x(title="difference, points × 100")
    sheet.legend_above()
    return sheet.figure()


def _add_kind(sheet: Sheet, rows: pd.DataFrame, kind: str, places: Sequence[int]) -> None:
    label, prior, symbol, shift = AGAINST[kind]
    colour = sheet.colours.of(prior)
    y = np.array(places) + shift
    gaps = np.full(len(rows), np.nan)
    level = np.column_stack([y, y, gaps]).ravel()
    own: Look = {"legendgroup": kind, "name": label}
    for low, high, width in (("low_corrected", "high_corrected", 1), ("low", "high", 4)):
        ends = np.column_stack([rows[low], rows[high], gaps]).astype(float).ravel()
        sheet.line(ends, level, colour=colour, width=width, legend=False, **own)
    symbols = [symbol if stands else f"{symbol}-open" for stands in rows["stands"]]
    look: Look = {"symbol": symbols, "size": 11, "outline": (2, colour)}
    texts = [_hover(row) for row in rows.to_dict("records")]
    x = rows["value"].to_numpy(dtype=float)
    sheet.marks(x, y, colour=colour, hover="%{text}", text=texts, **look, **own)


def _hover(row: dict[str, Any]) -> str:
    def value(key: str) -> str:
        return number(float(row[key]), 1)

    method, baseline = (escape(method_style(str(row[k])).label) for k in ("method", "baseline"))
    verdict = "stands" if row["stands"] else "does not stand"
    return (
        f"<b>{method}</b><br>against {baseline}: {signed(float(row['value']))}"
        f"<br>alone {value('low')} to {value('high')}"
        f"<br>corrected {value('low_corrected')} to {value('high_corrected')}: {verdict}"
    )
