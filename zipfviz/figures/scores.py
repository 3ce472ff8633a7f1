"""What each method is worth: scores by task, and pairs under both priors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.style.palette import Mode, Prior, method_style
from zipfviz.figures.style.sheet import Draw, Sheet, padded
from zipfviz.figures.style.text import escape, number, signed

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "score_chart",
    "score_charts",
    "score_headline",
    "uniform_zipfian_pairs",
]

HATCH = {"fillmode": "overlay", "size": 7, "solidity": 0.25}


def score_chart(
    table: pd.DataFrame,
    paper: pd.DataFrame | None = None,
    *,
    columns: int | None = None,
    span: Sequence[float] | None = None,
    mode: Mode = "live",
    height: int | None = None,
) -> go.Figure:
    """A panel a task, a row a method, a line from the raw vectors' score to the method's.

    `table` and `paper` hold methods × tasks, scores × 100 (nan where undefined); the paper's are
    open rings. `columns` panels stand side by side (4 by default; 1 or 2 on phones); `span` is the
    range of all their score axes.
    """
    tasks = list(table.columns)
    columns = min(columns or 4, len(tasks))
    rows = -(-len(tasks) // columns)
    sheet = Sheet(
        mode,
        height or 40 + rows * (70 + 30 * len(table)),
        panels=len(tasks),
        columns=columns,
        gap=(0.12 / columns, 0.3 / rows),
        shared_y=True,
    )
    for i, task in enumerate(tasks):
        _add_task(sheet, i, table[task])
        if paper is not None and task in paper:
            _add_paper(sheet, i, paper[task].reindex(table.index))
        sheet.title(i, str(task))
    sheet.name_rows([method_style(str(m)).label for m in table.index])
    sheet.x(nticks=5, matches="x", range=span)
    sheet.in_print(x="score × 100")
    sheet.legend_above()
    sheet.layout["showlegend"] = paper is not None
    return sheet.figure()


def score_charts(
    table: pd.DataFrame, paper: pd.DataFrame | None = None, *, per_figure: int = 1
) -> list[Draw]:
    """Draw the panels of `score_chart` over one range, `per_figure` in each, one below the other.

    Side by side the figures fold on phones; a browser draws few of many panels in half the time of
    many, and a figure a task finds its place on a printed page.
    """
    span = padded(table.to_numpy(dtype=float))
    parts = [table.iloc[:, i : i + per_figure] for i in range(0, table.shape[1], per_figure)]
    return [partial(score_chart, part, paper, columns=1, span=span) for part in parts]


def score_headline(table: pd.DataFrame) -> str:
    """One sentence: what Zipfian whitening does to the raw score, task by task, in plain text."""
    if not {"raw", "zipfian_whitening"} <= set(table.index):
        mean = table.mean(axis=1).dropna()
        if not len(mean):
            return "Every score is undefined here."
        best = method_style(str(mean.idxmax())).label
        return f"{best} scores highest on average: {number(mean.max(), 1)}."
    gain = (table.loc["zipfian_whitening"] - table.loc["raw"]).dropna()
    if not len(gain):
        return "Zipfian whitening cannot be compared with the raw vectors: a score is undefined."
    parts = ", ".join(f"{signed(v)} on {task}" for task, v in gain.items())
    return f"Zipfian whitening against the raw vectors: {parts}."


def uniform_zipfian_pairs(
    table: pd.DataFrame,
    *,
    operation: str = "whitening",
    mode: Mode = "live",
    height: int = 360,
) -> go.Figure:
    """A pair of bars a task: the same `operation` under the uniform and the Zipfian prior."""
    sheet = Sheet(mode, height)
    c = sheet.colours
    pairs: tuple[tuple[Prior, str], ...] = (("uniform", "/"), ("zipfian", ""))
    for prior, shape in pairs:
        method = f"{prior}_{operation}"
        name, scores = method_style(method).label, table.loc[method]
        sheet.add(
            "bar",
            x=[escape(str(task)) for task in table.columns],
            y=scores.to_numpy(dtype=float),
            text=[number(v, 1) for v in scores],
            textposition="outside",
            marker={"color": c.of(prior), "pattern": {**HATCH, "shape": shape, "fgcolor": c.paper}},
            hovertemplate="%{x}<br>%{text}<extra>" + name + "</extra>",
            name=name,
            cliponaxis=False,
        )
    sheet.x(type="category", showgrid=False)
    sheet.y(title="score × 100", rangemode="tozero")
    sheet.layout |= {"bargap": 0.35, "bargroupgap": 0.08}
    sheet.layout["uniformtext"] = {"minsize": 9, "mode": "hide"}  # a phone's table tells them
    return sheet.figure()


def _add_task(sheet: Sheet, panel: int, scores: pd.Series) -> None:
    """A line a method from the raw score, the lines of one colour as one trace with gaps."""
    raw = float(scores.get("raw", float("nan")))
    styles = [method_style(str(method)) for method in scores.index]
    for prior in dict.fromkeys(style.prior for style in styles):
        rows = [i for i, style in enumerate(styles) if style.prior == prior]
        hover = [_hover(styles[i].label, str(scores.index[i]), scores.iloc[i], raw) for i in rows]
        sheet.add(
            "scatter",
            panel,
            x=[x for i in rows for x in (raw, float(scores.iloc[i]), None)],
            y=[y for i in rows for y in (i, i, None)],
            customdata=[text for text in hover for _ in range(3)],
            mode="lines+markers",
            line={"color": sheet.colours.of(prior), "width": 2.5},
            marker={
                "symbol": [styles[i].symbol for i in rows for _ in range(3)],
                "size": [0, 11, 0] * len(rows),
                "color": sheet.colours.of(prior),
                "opacity": 1,
                "line": {"width": 0},
            },
            hovertemplate="%{customdata}<extra></extra>",
            showlegend=False,
            cliponaxis=False,  # a mark at the end of a narrow panel is whole
            name=escape(", ".join(styles[i].label for i in rows)),
        )


def _hover(label: str, method: str, score: float, raw: float) -> str:
    change = "" if method == "raw" else f"<br>{signed(score - raw)} against raw"
    return f"<b>{escape(label)}</b><br>{number(score)}{change}"


def _add_paper(sheet: Sheet, panel: int, scores: pd.Series) -> None:
    ring = {"width": 1.5}
    sheet.add(
        "scatter",
        panel,
        x=scores.to_numpy(dtype=float),
        y=np.arange(len(scores)),
        mode="markers",
        marker={"symbol": "circle-open", "size": 13, "color": sheet.colours.text, "line": ring},
        hovertemplate="paper %{x:.2f}<extra></extra>",
        showlegend=not any(trace.get("legendgroup") == "paper" for trace in sheet.traces),
        legendgroup="paper",
        name="printed in the paper",
    )
