"""What each frequency list changes, with paired intervals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.style.palette import LIGHT, Medium
from zipfviz.figures.style.sheet import Chart, Draw, Look, Sheet, padded
from zipfviz.figures.style.text import escape, number, signed


def frequency_charts(
    table: pd.DataFrame, by: Literal["task", "method"], against: str
) -> list[Draw]:
    """Draw a figure a task or method: a row a list, its difference to the list `against`.

    `table` as `zipfviz.evaluation.frequency_table` gives it, tasks and methods as they are shown.
    Thick lines are intervals of one difference alone, thin ones hold for all of them together; an
    open mark does not stand. All figures have one range.
    """
    ends = table[["low_corrected", "high_corrected"]].to_numpy(dtype=float).ravel()
    span = padded(np.append(ends, 0.0))
    return [
        partial(_frequency_chart, part, str(name), against, span)
        for name, part in table.groupby(by, sort=False)
    ]


def _frequency_chart(
    part: pd.DataFrame, title: str, against: str, span: Sequence[float], *, medium: Medium = LIGHT
) -> Chart:
    rows = part[part["source"] != against]
    sources = list(rows["source"])
    sheet = Sheet(medium, 110 + 38 * max(len(sources), 1))
    colour = sheet.colours.zipfian
    y = np.arange(len(sources), dtype=float)
    gaps = np.full(len(sources), np.nan)
    level = np.column_stack([y, y, gaps]).ravel()
    for low, high, width in (("low_corrected", "high_corrected", 1), ("low", "high", 4)):
        ends = np.column_stack([rows[low], rows[high], gaps]).astype(float).ravel()
        sheet.line(ends, level, colour=colour, width=width, legend=False, name="interval")
    symbols = ["diamond" if stands else "diamond-open" for stands in rows["stands"]]
    look: Look = {"symbol": symbols, "size": 11, "outline": (2, colour), "legend": False}
    texts = [_hover(row, against) for row in rows.to_dict("records")]
    x = rows["change"].to_numpy(dtype=float)
    sheet.marks(x, y, colour=colour, hover="%{text}", text=texts, name="difference", **look)
    sheet.title(0, title)
    sheet.name_rows([escape(source).replace(" + ", "<br>+ ") for source in sources])
    sheet.x(range=span, zeroline=True, zerolinecolor=sheet.colours.line, zerolinewidth=2)
    sheet.x(title="difference, points × 100")
    sheet.legend_above()
    return sheet.figure()


def _hover(row: dict[str, Any], against: str) -> str:
    def value(key: str) -> str:
        return number(float(row[key]), 1)

    verdict = "stands" if row["stands"] else "does not stand"
    return (
        f"<b>{escape(str(row['source']))}</b>: {value('score')}"
        f"<br>against {escape(against)}: {signed(float(row['change']))}"
        f"<br>alone {value('low')} to {value('high')}"
        f"<br>corrected {value('low_corrected')} to {value('high_corrected')}: {verdict}"
    )
