"""What each method is worth: scores by task, and pairs under both priors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from zipfviz.figures.palette import Mode, Prior, method_style
from zipfviz.figures.sheet import Sheet, padded
from zipfviz.figures.text import escape, number, signed

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
    sheet.legend_above()
    sheet.layout["showlegend"] = paper is not None
    return sheet.figure()


def score_charts(table: pd.DataFrame, *, mode: Mode = "live") -> list[go.Figure]:
    """The panels of `score_chart` as a figure each, over one range: they fold on phones."""
    span = padded(table.to_numpy(dtype=float))
    return [score_chart(table[[task]], span=span, mode=mode) for task in table.columns]


def score_headline(table: pd.DataFrame) -> str:
    """One sentence: what Zipfian whitening does to the raw score, task by task, in plain text."""
    if not {"raw", "zipfian_whitening"} <= set(table.index):
        mean = table.mean(axis=1)
        best = method_style(str(mean.idxmax())).label
        return f"{best} scores highest on average: {number(mean.max(), 1)}."
    gain = (table.loc["zipfian_whitening"] - table.loc["raw"]).dropna()
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
    return sheet.figure()


def _add_task(sheet: Sheet, panel: int, scores: pd.Series) -> None:
    raw = float(scores.get("raw", float("nan")))
    for y, (method, score) in enumerate(scores.items()):
        style = method_style(str(method))
        colour = sheet.colours.of(style.prior)
        change = "" if method == "raw" else f"<br>{signed(score - raw)} against raw"
        sheet.add(
            "scatter",
            panel,
            x=[raw, score],
            y=[y, y],
            mode="lines+markers",
            line={"color": colour, "width": 2.5},
            marker={
                "symbol": style.symbol,
                "size": [0, 11],
                "color": colour,
                "opacity": 1,
                "line": {"width": 0},
            },
            hovertemplate=f"<b>{escape(style.label)}</b><br>{number(score)}{change}<extra></extra>",
            showlegend=False,
            name=escape(style.label),
        )


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
