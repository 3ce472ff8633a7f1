"""Length of a word's vector against the information the word carries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.labels import axis_name, found_words
from zipfviz.figures.palette import PALETTES, Mode, method_style
from zipfviz.figures.parts import (
    Density,
    cloud,
    density_trace,
    every_nth,
    note,
    padded,
    panel_title,
)
from zipfviz.figures.text import escape, number
from zipfviz.figures.theme import canvas

__all__ = ["NormPanel", "norm_headline", "norm_panels", "norm_small"]

X_TITLE = "information content −log p(w)"
QUIET = {"showticklabels": False, "ticks": "", "showgrid": False}
HOVER = "<b>%{text}</b><br>−log p  %{x:.2f}<br>length  %{y:.2f}<extra></extra>"


@dataclass(frozen=True)
class NormPanel:
    """What one transform does to lengths.

    `log_p_neg` (k,) is −log p of the shown words in nats, `norms` (k,) their vectors' lengths and
    `words` (k,) the words as typed; `pearson` and `spearman` belong to the first two.
    `density` is the whole vocabulary as `(x edges (a+1,), y edges (b+1,), counts (a, b))`;
    `highlight` holds positions in the k words to ring and name.
    """

    title: str
    method: str
    log_p_neg: np.ndarray
    norms: np.ndarray
    words: Sequence[str]
    pearson: float
    spearman: float
    density: Density | None = None
    highlight: Sequence[int] = ()


def norm_panels(
    panels: Sequence[NormPanel],
    *,
    mode: Mode = "live",
    height: int | None = None,
    columns: int | None = None,
    view: Literal["words", "vocabulary"] = "words",
) -> go.Figure:
    """Panels side by side (`columns=1` stacks them, for phones), their x axes moving together.

    `view` is what the axes span at first: the shown words, or all of the vocabulary's density.
    """
    columns = min(columns or len(panels), len(panels))
    rows = -(-len(panels) // columns)
    fig = canvas(
        mode,
        height or 80 + 340 * rows,
        rows,
        columns,
        horizontal_spacing=0.2 / columns,
        vertical_spacing=0.26 / rows,
    )
    for i, panel in enumerate(panels):
        _draw(fig, panel, mode, row=1 + i // columns, col=1 + i % columns)
        found_words(fig, panel.log_p_neg, panel.norms, panel.words, panel.highlight, mode, panel=i)
        if view == "words":
            fig.layout[axis_name("yaxis", i)].range = padded(panel.norms)
        panel_title(fig, i, panel.title, _agreement(panel), mode)
    if view == "words":
        fig.update_xaxes(range=padded(np.concatenate([p.log_p_neg for p in panels])))
    fig.update_xaxes(matches="x", showgrid=False, nticks=6).update_yaxes(showgrid=False, nticks=6)
    fig.update_yaxes(title_text="length of the vector ‖w‖", col=1)
    note(fig, X_TITLE, mode, xref="paper", yref="paper", x=0.5, y=0, yshift=-46)
    fig.update_layout(margin={"t": 56, "b": 56}, showlegend=False)
    return fig


def norm_small(panel: NormPanel, *, mode: Mode = "live", height: int = 150) -> go.Figure:
    """One panel as a thumbnail: the shape of the cloud, no numbers on its axes."""
    fig = canvas(mode, height)
    _draw(fig, panel, mode, row=1, col=1)
    fig.update_xaxes(title_text="rarer words →", range=padded(panel.log_p_neg))
    fig.update_yaxes(title_text="longer →", range=padded(panel.norms))
    fig.update_xaxes(QUIET).update_yaxes(QUIET)
    fig.update_layout(margin={"l": 4, "r": 4, "t": 4, "b": 4}, showlegend=False)
    return fig


def norm_headline(panels: Sequence[NormPanel]) -> str:
    """One sentence: where rarer words are longer, in plain text."""
    best = max(panels, key=lambda panel: np.nan_to_num(panel.pearson, nan=-2.0))
    others = [f"{number(p.pearson)} ({p.title})" for p in panels if p is not best]
    claim = f"Length follows information content best in “{best.title}”: r = {number(best.pearson)}"
    return f"{claim}, against {' and '.join(others)}." if others else f"{claim}."


def _agreement(panel: NormPanel) -> str:
    return f"r = {number(panel.pearson)}   ρ = {number(panel.spearman)}"


def _draw(fig: go.Figure, panel: NormPanel, mode: Mode, *, row: int, col: int) -> None:
    style = method_style(panel.method)
    x, y = np.asarray(panel.log_p_neg), np.asarray(panel.norms)
    if panel.density is not None:
        fig.add_trace(density_trace(panel.density), row, col)
    shown = every_nth(len(x), panel.highlight)
    fig.add_trace(
        cloud(mode, len(shown))(
            x=x[shown],
            y=y[shown],
            text=[escape(panel.words[i]) for i in shown],
            customdata=shown,
            mode="markers",
            marker={
                "symbol": style.symbol,
                "size": 5,
                "color": PALETTES[mode].of(style.prior),
                "opacity": 0.75,
            },
            hovertemplate=HOVER,
            name=escape(panel.title),
        ),
        row,
        col,
    )
