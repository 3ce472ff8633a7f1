"""What each method is worth: scores by task, pairs under both priors, ties to symmetry."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from zipfviz.figures.palette import PALETTES, Mode, Prior, method_style
from zipfviz.figures.parts import legend_above, panel_title
from zipfviz.figures.text import escape, number, signed
from zipfviz.figures.theme import canvas

__all__ = [
    "correlation_chart",
    "correlation_headline",
    "score_chart",
    "score_charts",
    "score_headline",
    "uniform_zipfian_pairs",
]

MEASURES: dict[str, tuple[str, Prior]] = {
    "average_cosine": ("Average cosine", "uniform"),
    "isoscore": ("IsoScore", "uniform"),
    "sym1_uniform": ("Sym₁, uniform", "uniform"),
    "sym2_uniform": ("Sym₂, uniform", "uniform"),
    "sym1_zipfian": ("Sym₁, Zipfian", "zipfian"),
    "sym2_zipfian": ("Sym₂, Zipfian", "zipfian"),
}
HATCH = {"fillmode": "overlay", "size": 7, "solidity": 0.25}
COEFFICIENTS = {"pearson": ("Pearson’s r", ""), "spearman": ("Spearman’s ρ", "-open")}


def score_chart(
    table: pd.DataFrame,
    paper: pd.DataFrame | None = None,
    *,
    columns: int | None = None,
    mode: Mode = "live",
    height: int | None = None,
) -> go.Figure:
    """A panel a task, a row a method, a line from the raw vectors' score to the method's.

    `table` and `paper` hold methods × tasks, scores × 100 (nan where undefined); the paper's are
    open rings. `columns` panels stand side by side (at most 4; 1 or 2 on phones).
    """
    tasks = list(table.columns)
    columns = min(columns or 4, len(tasks))
    rows = -(-len(tasks) // columns)
    fig = canvas(
        mode,
        height or 40 + rows * (70 + 30 * len(table)),
        rows,
        columns,
        shared_yaxes=True,
        horizontal_spacing=0.12 / columns,
        vertical_spacing=0.3 / rows,
    )
    for i, task in enumerate(tasks):
        row, col = 1 + i // columns, 1 + i % columns
        _add_task(fig, table[task], mode, row, col)
        if paper is not None and task in paper:
            _add_paper(fig, paper[task].reindex(table.index), mode, row, col, i == 0)
        panel_title(fig, i, str(task), "", mode)
    labels = [escape(method_style(str(m)).label) for m in table.index]
    fig.update_yaxes(tickvals=list(range(len(labels))), ticktext=labels, ticks="", showline=False)
    fig.update_yaxes(range=[len(labels) - 0.4, -0.6], tickfont={"color": PALETTES[mode].text})
    fig.update_xaxes(nticks=5, matches="x")
    legend_above(fig)
    return fig.update_layout(showlegend=paper is not None)


def score_charts(table: pd.DataFrame, *, mode: Mode = "live") -> list[go.Figure]:
    """The panels of `score_chart` as a figure each, over one range: they fold on phones."""
    values = table.to_numpy(dtype=float)
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    room = 0.08 * max(high - low, 1.0)
    charts = [score_chart(table[[task]], mode=mode) for task in table.columns]
    return [chart.update_xaxes(range=[low - room, high + room]) for chart in charts]


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
    c = PALETTES[mode]
    fig = canvas(mode, height)
    pairs: tuple[tuple[Prior, str], ...] = (("uniform", "/"), ("zipfian", ""))
    for prior, pattern in pairs:
        method = f"{prior}_{operation}"
        scores = table.loc[method]
        fig.add_bar(
            x=[escape(str(task)) for task in table.columns],
            y=scores,
            text=[number(v, 1) for v in scores],
            textposition="outside",
            marker={
                "color": c.of(prior),
                "pattern": {
                    "shape": pattern,
                    "fillmode": "overlay",
                    "fgcolor": c.paper,
                    "size": 7,
                    "solidity": 0.25,
                },
            },
            hovertemplate="%{x}<br>%{text}<extra>" + method_style(method).label + "</extra>",
            name=method_style(method).label,
            cliponaxis=False,
        )
    fig.update_xaxes(type="category", showgrid=False)
    fig.update_yaxes(title_text="score × 100", rangemode="tozero")
    return fig.update_layout(bargap=0.35, bargroupgap=0.08)


def correlation_chart(
    df: pd.DataFrame, *, columns: int | None = None, mode: Mode = "live", height: int | None = None
) -> go.Figure:
    """How each measure of symmetry goes with the score, from −1 to 1; a panel a task.

    `df` has columns `measure` (a column of `symmetry_table`), `pearson`, `spearman`, optionally
    `task`, and the ends of intervals `pearson_low/_high`, `spearman_low/_high`.
    """
    groups = list(df.groupby("task", sort=False)) if "task" in df else [("", df)]
    columns = min(columns or len(groups), len(groups))
    rows = -(-len(groups) // columns)
    n = df["measure"].nunique()
    fig = canvas(
        mode,
        height or 50 + rows * (80 + 34 * n),
        rows,
        columns,
        shared_yaxes=True,
        horizontal_spacing=0.1 / columns,
    )
    for i, (task, part) in enumerate(groups):
        for k, coefficient in enumerate(COEFFICIENTS):
            _add_correlation(fig, part, coefficient, 0.12 * (2 * k - 1), mode, i, columns)
        panel_title(fig, i, str(task), "", mode)
    labels = [MEASURES.get(m, (escape(str(m)), ""))[0] for m in df["measure"].unique()]
    fig.update_yaxes(tickvals=list(range(n)), ticktext=labels, ticks="", showline=False)
    fig.update_yaxes(range=[n - 0.4, -0.6], tickfont={"color": PALETTES[mode].text})
    fig.update_xaxes(
        range=[-1.05, 1.05], dtick=0.5, zeroline=True, zerolinecolor=PALETTES[mode].line
    )
    fig.update_xaxes(title_text="correlation with the score")
    legend_above(fig, 26 if "task" in df else 8)
    return fig


def correlation_headline(df: pd.DataFrame) -> str:
    """One sentence: which measure goes with the score most closely (Pearson), in plain text."""
    best = df.loc[df["pearson"].abs().idxmax()]
    name = MEASURES.get(best["measure"], (str(best["measure"]), ""))[0]
    on = f" on {best['task']}" if "task" in df else ""
    return f"{name} follows the score most closely{on}: r = {number(best['pearson'])}."


def _add_task(fig: go.Figure, scores: pd.Series, mode: Mode, row: int, col: int) -> None:
    c = PALETTES[mode]
    raw = scores.get("raw", float("nan"))
    for y, (method, score) in enumerate(scores.items()):
        style = method_style(str(method))
        colour = c.of(style.prior)
        change = "" if method == "raw" else f"<br>{signed(score - raw)} against raw"
        fig.add_trace(
            go.Scatter(
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
            ),
            row,
            col,
        )


def _add_paper(
    fig: go.Figure, scores: pd.Series, mode: Mode, row: int, col: int, in_legend: bool
) -> None:
    c = PALETTES[mode]
    fig.add_trace(
        go.Scatter(
            x=scores,
            y=list(range(len(scores))),
            mode="markers",
            marker={"symbol": "circle-open", "size": 13, "color": c.text, "line": {"width": 1.5}},
            hovertemplate="paper %{x:.2f}<extra></extra>",
            showlegend=in_legend,
            legendgroup="paper",
            name="printed in the paper",
        ),
        row,
        col,
    )


def _add_correlation(
    fig: go.Figure,
    part: pd.DataFrame,
    coefficient: str,
    shift: float,
    mode: Mode,
    i: int,
    columns: int,
) -> None:
    c = PALETTES[mode]
    label, open_ = COEFFICIENTS[coefficient]
    priors: list[Prior] = [MEASURES.get(m, ("", "other"))[1] for m in part["measure"]]
    colours = [c.of(p) for p in priors]
    symbols = [("diamond" if p == "zipfian" else "square") + open_ for p in priors]
    error = None
    if f"{coefficient}_low" in part:
        error = {
            "type": "data",
            "symmetric": False,
            "array": part[f"{coefficient}_high"] - part[coefficient],
            "arrayminus": part[coefficient] - part[f"{coefficient}_low"],
            "color": c.line,
            "thickness": 1.5,
            "width": 0,
        }
    fig.add_trace(
        go.Scatter(
            x=part[coefficient],
            y=[k + shift for k in range(len(part))],
            error_x=error,
            mode="markers",
            marker={
                "symbol": symbols,
                "size": 10,
                "color": colours,
                "line": {"width": 1.5, "color": colours},
            },
            hovertemplate=label + " = %{x:.2f}<extra></extra>",
            name=label,
            legendgroup=coefficient,
            showlegend=i == 0,
        ),
        1 + i // columns,
        1 + i % columns,
    )
