"""Word frequency against rank, the picture behind Zipf's law."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.labels import found_words
from zipfviz.figures.palette import PALETTES, Mode
from zipfviz.figures.text import count, escape, number
from zipfviz.figures.theme import canvas

__all__ = ["rank_frequency", "rank_headline", "thin_ranks"]

MAX_RANKS = 2_000
Fit = tuple[float, float, float, float]


def rank_frequency(
    ranks: np.ndarray,
    p: np.ndarray,
    *,
    words: Sequence[str] | None = None,
    fit: Fit | None = None,
    highlight: Sequence[int] = (),
    floor: float | None = None,
    mode: Mode = "live",
    height: int = 420,
) -> go.Figure:
    """Frequency against rank on log axes, thinned to at most 2,000 ranks spaced evenly in the log.

    `ranks` (n,) ascend from 1, `p` (n,) are probabilities, `words` (n,) name them on hover.
    `fit` = (exponent, intercept, first rank, last rank) draws
    log p = intercept − exponent · log rank, logarithms natural. `highlight` holds positions to ring
    and name (with `words`). `floor` is where the p axis starts at first sight; a double click shows
    what lies below.
    """
    c = PALETTES[mode]
    ranks, p = np.asarray(ranks), np.asarray(p)
    fig = canvas(mode, height)
    shown = thin_ranks(len(ranks), highlight)
    named = "<b>%{text}</b><br>" if words is not None else ""
    fig.add_scatter(
        x=ranks[shown],
        y=p[shown],
        text=None if words is None else [escape(words[i]) for i in shown],
        customdata=shown,
        mode="markers",
        marker={"size": 5, "color": c.zipfian, "opacity": 0.8},
        hovertemplate=named + "rank %{x:,}<br>p(w) = %{y:.3~g}<extra></extra>",
        name="words",
    )
    if fit is not None:
        _add_fit(fig, fit, mode)
    if words is not None:
        found_words(fig, ranks, p, words, highlight, mode, log=True, width=700)
    fig.update_xaxes(type="log", title_text="rank of the word (1 = most frequent)", dtick=1)
    fig.update_yaxes(type="log", title_text="share of running text p(w)", dtick=1)
    if floor is not None:
        fig.update_yaxes(range=[np.log10(floor) - 0.5, np.log10(p.max()) + 0.5])
    fig.update_xaxes(tickformat=",d").update_yaxes(exponentformat="power", tickfont_size=10)
    return fig.update_layout(showlegend=fit is not None)


def rank_headline(n_words: int, fit: Fit) -> str:
    """One sentence with the fitted exponent, in plain text."""
    exponent, _, first, last = fit
    return (
        f"Among {count(n_words)} words, frequency falls with rank as 1/rank^{number(exponent)}"
        f" (ranks {count(first)} to {count(last)}): a few words fill most of the text."
    )


def thin_ranks(n: int, keep: Sequence[int] = ()) -> np.ndarray:
    """Positions of at most 2,000 of `n` ranks, even in the logarithm, `keep` always among them."""
    spaced = np.geomspace(1, max(n, 1), MAX_RANKS - len(keep)).round().astype(int) - 1
    return np.unique(np.concatenate([spaced[spaced < n], np.asarray(keep, dtype=int)]))


def _add_fit(fig: go.Figure, fit: Fit, mode: Mode) -> None:
    exponent, intercept, first, last = fit
    x = np.array([first, last], dtype=float)
    fig.add_scatter(
        x=x,
        y=np.exp(intercept - exponent * np.log(x)),
        mode="lines",
        line={"color": PALETTES[mode].text, "width": 1.5, "dash": "dash"},
        hoverinfo="skip",
        name=f"p ∝ 1/rank<sup>{number(exponent)}</sup>",
    )
