"""Sym₁ × Sym₂ under both priors, coloured by what the space is worth on a task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from zipfviz.figures.labels import label_points
from zipfviz.figures.palette import METHOD_STYLES, Mode, method_style
from zipfviz.figures.sheet import Sheet, padded
from zipfviz.figures.text import escape, number

__all__ = ["symmetry_headline", "symmetry_map"]

TITLES = {"uniform": "Uniform prior", "zipfian": "Zipfian prior"}
MEASURES = {"sym1": "Sym₁, how well centred", "sym2": "Sym₂, how evenly spread"}
TIE = 3  # decimals: points closer than that are drawn as rings around one another
COLOUR_TITLES = {"score": "score", "rank": "rank of score<br>in its embedding"}


def symmetry_map(
    points: pd.DataFrame,
    *,
    priors: Sequence[str] = ("uniform", "zipfian"),
    measure_pair: tuple[str, str] = ("sym1", "sym2"),
    colour_by: Literal["score", "rank"] = "score",
    name_own: bool = True,
    columns: int = 2,
    mode: Mode = "live",
    height: int | None = None,
) -> go.Figure:
    """A panel a prior, uniform left and Zipfian right; one point a space.

    Axes span the points under both priors also where only one of `priors` is drawn, so that two
    figures of a panel each compare like one figure of two.

    `points` has columns `embedding`, `method`, `sym1_uniform`, `sym2_uniform`, `sym1_zipfian`,
    `sym2_zipfian`, `average_cosine`, `isoscore`, `score` (×100) and `own` (True: the user's, drawn
    large and named; False: the paper's). `colour_by="rank"` colours by the score's rank within each
    embedding, from 0 (worst) to 1 (best), for scores that cannot be compared across embeddings.
    `name_own` writes the user's points' names beside them. Every point's customdata is its row.
    """
    points = points.reset_index(drop=True)
    columns = min(columns, len(priors))
    rows = -(-len(priors) // columns)
    sheet = Sheet(
        mode, height or 90 + 400 * rows, panels=len(priors), columns=columns, gap=(0.1, 0.2)
    )
    frame = np.vstack([_places(points, measure_pair, prior) for prior in TITLES])
    colours = _colours(points, colour_by)
    for i, prior in enumerate(priors):
        at = _places(points, measure_pair, prior)
        sizes = np.where(points["own"], 19, np.maximum(13 - 4 * _tie_order(points, at), 4))
        for rows_drawn in _by_method(points):
            _add_points(sheet, i, points, rows_drawn, at, sizes, colours)
        sheet.title(i, TITLES[prior])
        if name_own:
            _name_own(sheet, i, points, at, frame)
    _add_legend(sheet, points)
    x_title, y_title = (MEASURES.get(m, m) for m in measure_pair)
    sheet.x(title=x_title, range=padded(frame[:, 0]), matches="x")
    sheet.y(title=y_title, range=padded(frame[:, 1]), matches="y")
    sheet.legend_above()
    bar = {"title": {"text": COLOUR_TITLES[colour_by]}, "len": min(300, 0.6 * sheet.height)}
    bar |= {"lenmode": "pixels", "y": 1, "yanchor": "top"}
    sheet.layout["coloraxis"] = {"colorbar": bar}
    return sheet.figure()


def symmetry_headline(points: pd.DataFrame) -> str:
    """One sentence: how closely Sym₂ follows the score under each prior, in plain text."""
    known = points.dropna(subset=["score"])
    r = {prior: _pearson(known[f"sym2_{prior}"], known["score"]) for prior in TITLES}
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


def _tie_order(points: pd.DataFrame, at: np.ndarray) -> np.ndarray:
    """0 for the first of the paper's points at a place, 1 for the second there, …

    Ties are drawn as ring within ring.
    """
    places = pd.DataFrame(at.round(TIE)).assign(own=points["own"])
    return places.groupby([0, 1, "own"], dropna=False).cumcount().to_numpy()


def _add_points(
    sheet: Sheet,
    panel: int,
    points: pd.DataFrame,
    rows: np.ndarray,
    at: np.ndarray,
    sizes: np.ndarray,
    colours: np.ndarray,
) -> None:
    """The points of one method."""
    part = points.iloc[rows]
    own, method = bool(part["own"].iloc[0]), str(part["method"].iloc[0])
    style = method_style(method)
    sheet.add(
        "scatter",
        panel,
        x=at[rows, 0],
        y=at[rows, 1],
        customdata=rows,
        mode="markers",
        marker={
            "symbol": style.symbol,
            "size": sizes[rows],
            "opacity": 1,
            "color": colours[rows],
            "coloraxis": "coloraxis",
            "line": {"width": 1.5 if own else 0.75, "color": sheet.colours.text},
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
    sheet: Sheet, panel: int, points: pd.DataFrame, at: np.ndarray, frame: np.ndarray
) -> None:
    """Name the user's points: by method, or by embedding where there are several."""
    is_own = points["own"].to_numpy(dtype=bool) & np.isfinite(at).all(axis=1)
    own = points[is_own]
    if own["embedding"].nunique() > 1:
        texts = own["embedding"].astype(str).tolist()
    else:
        texts = [method_style(str(m)).short for m in own["method"]]
    label_points(
        sheet,
        panel,
        at[is_own],
        texts,
        at,
        colour=sheet.colours.muted,
        size=11,
        frame=frame,
        width=320,
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


def _add_legend(sheet: Sheet, points: pd.DataFrame) -> None:
    """A colourless entry a method; a click hides the method in both panels."""
    drawn = set(points["method"].astype(str))
    in_order = [m for m in METHOD_STYLES if m in drawn]
    for method in [*in_order, *sorted(drawn - set(in_order))]:
        style = method_style(method)
        sheet.add(
            "scatter",
            x=[None],
            y=[None],
            mode="markers",
            marker={"symbol": style.symbol, "size": 10, "color": sheet.colours.muted},
            name=escape(style.short),
            legendgroup=method,
        )
