"""Scores by task and method, and pairs of bars under both priors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.headlines.noise import NoiseBand
from zipfviz.figures.style.palette import (
    LIGHT,
    Medium,
    MethodStyle,
    Prior,
    TokenMethod,
    method_style,
)
from zipfviz.figures.style.panel import Panel, Size
from zipfviz.figures.style.sheet import Chart, Draw, Look, Sheet, padded
from zipfviz.figures.style.text import escape, number, signed, wide

#: The band of a score with noise for vectors, by (task, method).
Noise = Mapping[tuple[str, str], NoiseBand]
HATCH = {"fillmode": "overlay", "size": 7, "solidity": 0.25}


def score_chart(
    table: pd.DataFrame,
    paper: pd.DataFrame | None = None,
    *,
    columns: int | None = None,
    span: Sequence[float] | None = None,
    noise: Noise | None = None,
    medium: Medium = LIGHT,
) -> Chart:
    """A panel a task, a row a method, a line from the raw vectors' score to the method's.

    `table` and `paper` hold methods × tasks, scores × 100 (nan where undefined); the paper's are
    open rings. `noise` has the band of a score with noise for vectors, by (task, method).
    `columns` panels stand side by side (4 by default; 1 or 2 on phones); `span` is the range of all
    their score axes.
    """
    tasks = list(table.columns)
    each = 70 + 30 * len(table)
    styles = [method_style(str(method)) for method in table.index]
    columns = columns or 4
    sheet = Sheet(
        medium, 40, each=each, panels=len(tasks), columns=columns, gap=(0.12, 0.3), shared_y=True
    )
    for i, task in enumerate(tasks):
        if noise:
            bands = [noise.get((str(task), str(method))) for method in table.index]
            _add_noise(sheet, i, bands)
        add_score_lines(sheet, i, table[task], styles)
        if paper is not None and task in paper:
            _add_paper(sheet, i, paper[task].reindex(table.index))
        sheet.title(i, str(task))
    sheet.name_methods(table.index)
    sheet.x(nticks=5, matches="x", range=span)
    if medium.is_page:  # on a screen the page says it
        sheet.x(title="score × 100")
    sheet.legend_above()
    sheet.layout["showlegend"] = paper is not None or bool(noise)
    return sheet.figure()


def score_charts(
    table: pd.DataFrame,
    paper: pd.DataFrame | None = None,
    noise: Noise | None = None,
    *,
    per_figure: int = 1,
) -> list[Draw]:
    """Draw the panels of `score_chart` over one range, `per_figure` in each, one below the other.

    Side by side the figures fold on phones; a browser draws few of many panels in half the time of
    many, and a figure a task finds its place on a printed page.
    """
    ends = [end for band in (noise or {}).values() for end in band.ends]
    span = padded(np.concatenate([table.to_numpy(dtype=float).ravel(), ends]))
    parts = [table.iloc[:, i : i + per_figure] for i in range(0, table.shape[1], per_figure)]
    return [partial(score_chart, part, paper, columns=1, span=span, noise=noise) for part in parts]


def uniform_zipfian_pairs(
    table: pd.DataFrame, *, operation: str = "whitening", medium: Medium = LIGHT, height: int = 360
) -> Chart:
    """A pair of bars a task: the same `operation` under the uniform and the Zipfian prior."""
    sheet = Sheet(medium, height)
    c = sheet.colours
    pairs: tuple[tuple[Prior, str], ...] = (("uniform", "/"), ("zipfian", ""))
    for prior, shape in pairs:
        method = f"{prior}_{operation}"
        name, scores = method_style(method).label, table.loc[method]
        x, y = [escape(str(task)) for task in table.columns], scores.to_numpy(dtype=float)
        pattern = {**HATCH, "shape": shape, "fgcolor": c.paper}
        look: Look = {"marker": {"color": c.of(prior), "pattern": pattern}, "cliponaxis": False}
        told: Look = {"text": [number(v, 1) for v in scores], "textposition": "outside"}
        told |= {"hovertemplate": f"%{{x}}<br>%{{text}}<extra>{name}</extra>", "name": name}
        sheet.add("bar", x=x, y=y, **look, **told)
    sheet.x(type="category", showgrid=False)
    sheet.y(title="score × 100", rangemode="tozero")
    sheet.layout |= {"bargap": 0.35, "bargroupgap": 0.08}
    if not medium.is_page:
        sheet.layout["uniformtext"] = {"minsize": 9, "mode": "hide"}  # a phone's table tells them
    sheet.when_sized(0, _stand_values_up)
    return sheet.figure()


def _stand_values_up(panel: Panel, size: Size) -> None:
    """Keep the size of values on bars, which plotly shrinks to the bar; stand them up if narrow."""
    bars = panel.traces
    pitch = size[0] / max(1, len(bars) * len(bars[0]["x"]))
    widest = max(wide(text) for bar in bars for text in bar["text"])
    turned = 0.75 * pitch < widest
    for bar in bars:
        bar |= {"constraintext": "none", "textfont": {"size": 11}}
        bar["textangle"] = -90 if turned else 0
    highest = float(max(np.nanmax(bar["y"]) for bar in bars))
    needed = (widest if turned else 14.0) + 8
    panel.y["range"] = [0, highest / max(1 - needed / size[1], 0.5)]


def add_score_lines(
    sheet: Sheet, panel: int, scores: pd.Series, styles: Sequence[MethodStyle | TokenMethod]
) -> None:
    """A line a method from the raw score, the lines of one colour as one trace with gaps."""
    raw = float(scores.get("raw", float("nan")))
    for prior in dict.fromkeys(style.prior for style in styles):
        rows = [i for i, style in enumerate(styles) if style.prior == prior]
        hover = [_hover(styles[i].label, str(scores.index[i]), scores.iloc[i], raw) for i in rows]
        colour = sheet.colours.of(prior)
        marker = {"color": colour, "opacity": 1, "size": [0, 11, 0] * len(rows)}
        marker["symbol"] = [styles[i].symbol for i in rows for _ in range(3)]
        marker["line"] = {"width": 0}
        told: Look = {
            "customdata": [text for text in hover for _ in range(3)],
            "hover": "%{customdata}<extra></extra>",
            "name": escape(", ".join(styles[i].label for i in rows)),
            "cliponaxis": False,  # a mark at the end of a narrow panel is whole
        }
        x = [x for i in rows for x in (raw, float(scores.iloc[i]), None)]
        y = [y for i in rows for y in (i, i, None)]
        look: Look = {"mode": "lines+markers", "marker": marker, "legend": False}
        sheet.line(x, y, colour=colour, panel=panel, **look, **told)


def _hover(label: str, method: str, score: float, raw: float) -> str:
    change = "" if method == "raw" else f"<br>{signed(score - raw)} against raw"
    return f"<b>{escape(label)}</b><br>{number(score)}{change}"


def _add_noise(sheet: Sheet, panel: int, bands: Sequence[NoiseBand | None]) -> None:
    """A grey band beneath each row, where noise would put its mark."""
    gaps, rows = np.full(len(bands), np.nan), np.arange(len(bands))
    ends = np.array([(np.nan, np.nan) if band is None else band.ends for band in bands])
    x, y = np.column_stack([ends, gaps]).ravel(), np.column_stack([rows, rows, gaps]).ravel()
    own: Look = {"legendgroup": "noise", "name": "noise with the same frequencies"}
    sheet.line(x, y, colour=sheet.colours.quiet(0.3), width=14, panel=panel, **own)


def _add_paper(sheet: Sheet, panel: int, scores: pd.Series) -> None:
    own: Look = {"legendgroup": "paper", "name": "printed in the paper", "panel": panel}
    own |= {"hover": "paper %{x:.2f}", "width": 1.5, "size": 13}
    at, rows = scores.to_numpy(dtype=float), np.arange(len(scores))
    sheet.rings(at, rows, colour=sheet.colours.text, **own)
