"""Sym₁ × Sym₂ under both priors, coloured by what the space is worth on a task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from zipfviz.figures.labels import label_points
from zipfviz.figures.palette import PALETTES, Mode, method_style
from zipfviz.figures.parts import legend_above, panel_title
from zipfviz.figures.text import escape, number
from zipfviz.figures.theme import canvas

__all__ = ["symmetry_headline", "symmetry_map"]

PANELS = (("uniform", "Uniform prior"), ("zipfian", "Zipfian prior"))
MEASURES = {"sym1": "Sym₁, how well centred", "sym2": "Sym₂, how evenly spread"}
TIE = 3  # decimals: points closer than that are drawn as rings around one another
COLOUR_TITLES = {"score": "score", "rank": "rank of score<br>in its embedding"}


def symmetry_map(
    points: pd.DataFrame,
    *,
    measure_pair: tuple[str, str] = ("sym1", "sym2"),
    colour_by: Literal["score", "rank"] = "score",
    name_own: bool = True,
    columns: int = 2,
    mode: Mode = "live",
    height: int | None = None,
) -> go.Figure:
    """The uniform panel and the Zipfian one, with the same axes; one point a space.

    `points` has columns `embedding`, `method`, `sym1_uniform`, `sym2_uniform`, `sym1_zipfian`,
    `sym2_zipfian`, `average_cosine`, `isoscore`, `score` (×100) and `own` (True: the user's, drawn
    large and named; False: the paper's). `colour_by="rank"` colours by the score's rank within each
    embedding, from 0 (worst) to 1 (best), for scores that cannot be compared across embeddings.
    `name_own` writes the user's points' names beside them. Every point's customdata is its row.
    """
    points = points.reset_index(drop=True)
    rows = -(-2 // columns)
    fig = canvas(mode, height or 90 + 400 * rows, rows, columns, horizontal_spacing=0.1)
    colours = _colours(points, colour_by)
    for i, (prior, title) in enumerate(PANELS):
        x, y = (f"{measure}_{prior}" for measure in measure_pair)
        place = {"row": 1 + i // columns, "col": 1 + i % columns}
        for rows_of_method in _by_method(points):
            fig.add_trace(_points(points, rows_of_method, x, y, colours, mode), **place)
        panel_title(fig, i, title, "", mode)
        if name_own:
            _name_own(fig, points, measure_pair, i, mode)
    _add_legend(fig, points, mode)
    x_title, y_title = (MEASURES.get(m, m) for m in measure_pair)
    fig.update_xaxes(title_text=x_title, matches="x")
    fig.update_yaxes(matches="y").update_yaxes(title_text=y_title, col=1)
    fig.update_coloraxes(colorbar={"title": {"text": COLOUR_TITLES[colour_by]}})
    legend_above(fig)
    return fig


def symmetry_headline(points: pd.DataFrame) -> str:
    """One sentence: how closely Sym₂ follows the score under each prior, in plain text."""
    known = points.dropna(subset=["score"])
    r = {prior: _pearson(known[f"sym2_{prior}"], known["score"]) for prior, _ in PANELS}
    return (
        f"Over {len(known)} spaces the score follows Sym₂ with r = {number(r['zipfian'])} under the"
        f" Zipfian prior and r = {number(r['uniform'])} under the uniform one."
    )


def _pearson(x: pd.Series, y: pd.Series) -> float:
    if len(x) < 2 or x.std() == 0 or y.std() == 0:
        return float("nan")
    return float(np.corrcoef(x, y)[0, 1])


def _colours(points: pd.DataFrame, colour_by: str) -> np.ndarray:
    if colour_by == "score":
        return points["score"].to_numpy(dtype=float)
    group = points.groupby(["own", "embedding"])["score"]
    steps = (group.transform("count") - 1).clip(lower=1)
    return ((group.rank() - 1) / steps).to_numpy(dtype=float)


def _by_method(points: pd.DataFrame) -> list[np.ndarray]:
    """Row positions of each (own, method), the user's large points first, beneath the others."""
    groups = points.groupby(["own", "method"], sort=True).indices
    return [np.asarray(groups[key]) for key in sorted(groups, key=lambda k: (not k[0], k[1]))]


def _tie_order(points: pd.DataFrame, x: str, y: str) -> np.ndarray:
    """0 for the first of the paper's points at a place, 1 for the second there, …; own ones 0."""
    at = points[["own", x, y]].round(TIE)
    return at.groupby(["own", x, y], dropna=False).cumcount().where(~points["own"], 0).to_numpy()


def _points(
    points: pd.DataFrame, rows: np.ndarray, x: str, y: str, colours: np.ndarray, mode: Mode
) -> go.Scatter:
    c = PALETTES[mode]
    part = points.iloc[rows]
    own, method = bool(part["own"].iloc[0]), str(part["method"].iloc[0])
    style = method_style(method)
    ring = _tie_order(points, x, y)[rows]
    size = 19.0 if own else np.maximum(13 - 4 * ring, 4)
    return go.Scatter(
        x=part[x],
        y=part[y],
        customdata=rows,
        mode="markers",
        marker={
            "symbol": style.symbol,
            "size": size,
            "opacity": 1,
            "color": colours[rows],
            "coloraxis": "coloraxis",
            "line": {"width": 1.5 if own else 0.75, "color": c.text},
        },
        text=[_hover(row) for row in part.to_dict("records")],
        hovertemplate="%{text}<extra></extra>",
        legendgroup=method,
        showlegend=False,
        cliponaxis=False,
        name=escape(style.label),
    )


def _places(points: pd.DataFrame, pair: tuple[str, str], prior: str) -> np.ndarray:
    return points[[f"{measure}_{prior}" for measure in pair]].to_numpy(dtype=float)


def _name_own(
    fig: go.Figure, points: pd.DataFrame, pair: tuple[str, str], panel: int, mode: Mode
) -> None:
    """Name the user's points: by method, or by embedding where there are several."""
    is_own = points["own"].to_numpy(dtype=bool)
    own = points[is_own]
    if own["embedding"].nunique() > 1:
        texts = own["embedding"].astype(str).tolist()
    else:
        texts = [method_style(str(m)).short for m in own["method"]]
    at = [_places(points, pair, prior) for prior, _ in PANELS]
    label_points(
        fig,
        at[panel][is_own],
        texts,
        at[panel],
        mode,
        frame=np.vstack(at),
        colour=PALETTES[mode].muted,
        panel=panel,
        size=11,
        gap=12,
    )


def _hover(row: dict[str, object]) -> str:
    def value(key: str, digits: int = 3) -> str:
        return number(float(row[key]), digits)  # type: ignore[arg-type]

    label = method_style(str(row["method"])).label
    name = escape(str(row["embedding"])) + ("" if row["own"] else " (paper)")
    return (
        f"<b>{name}</b><br>{escape(label)}<br>score {value('score', 1)}"
        f"<br>uniform: Sym₁ {value('sym1_uniform')}, Sym₂ {value('sym2_uniform')}"
        f"<br>Zipfian: Sym₁ {value('sym1_zipfian')}, Sym₂ {value('sym2_zipfian')}"
        f"<br>average cosine {value('average_cosine')}, IsoScore {value('isoscore')}"
    )


def _add_legend(fig: go.Figure, points: pd.DataFrame, mode: Mode) -> None:
    """A colourless entry a method; a click hides the method in both panels."""
    methods: Sequence[str] = list(dict.fromkeys(points["method"].astype(str)))
    for method in methods:
        style = method_style(method)
        fig.add_scatter(
            x=[None],
            y=[None],
            mode="markers",
            marker={"symbol": style.symbol, "size": 10, "color": PALETTES[mode].muted},
            name=escape(style.short),
            legendgroup=method,
        )
