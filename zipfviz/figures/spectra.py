"""How the variance of a space is spread over its directions, and what a direction pulls apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.labels import found_words
from zipfviz.figures.palette import PALETTES, PRIOR_STYLES, Mode, method_style
from zipfviz.figures.parts import Density, cloud, density_trace, every_nth
from zipfviz.figures.text import escape, number
from zipfviz.figures.theme import canvas

__all__ = [
    "SpectrumLine",
    "component_against_log_p",
    "component_headline",
    "component_words",
    "eigenspectrum",
    "spectrum_headline",
]


@dataclass(frozen=True)
class SpectrumLine:
    """One spectrum: `eigenvalues` (d,) of the covariance under `prior`, largest first.

    `method` is the transform the space went through, `effective_rank` exp of its entropy.
    """

    eigenvalues: np.ndarray
    prior: Literal["uniform", "zipfian"]
    effective_rank: float
    method: str = "raw"


def eigenspectrum(
    spectra: Mapping[str, SpectrumLine],
    *,
    cumulative: bool = False,
    scale: Literal["log", "linear"] = "log",
    mode: Mode = "live",
    height: int = 420,
) -> go.Figure:
    """Share of variance by direction (or summed up to it), a line a label, effective rank marked.

    Grey dashes are the uniform prior, blue the Zipfian one; the symbol tells the method. `scale` is
    that of the variance axis and is linear when `cumulative`.
    """
    fig = canvas(mode, height)
    for label, line in spectra.items():
        _add_spectrum(fig, label, line, cumulative, mode)
    d = max(len(line.eigenvalues) for line in spectra.values())
    even = np.arange(1, d + 1) / d if cumulative else np.full(d, 1 / d)
    fig.add_scatter(
        x=np.arange(1, d + 1),
        y=even,
        mode="lines",
        line={"color": PALETTES[mode].muted, "width": 1, "dash": "dot"},
        hoverinfo="skip",
        name="perfectly even",
    )
    fig.update_xaxes(title_text="direction, from widest to narrowest", range=[0.4, d + 0.6])
    title = "share of variance up to here" if cumulative else "share of variance"
    fig.update_yaxes(title_text=title, tickformat=".0%" if cumulative else ".1~p")
    if not cumulative and scale == "log":
        fig.update_yaxes(type="log", dtick="D2")
    return fig


def spectrum_headline(spectra: Mapping[str, SpectrumLine]) -> str:
    """One sentence: how many directions each spectrum really uses, in plain text."""
    parts = [
        f"{number(s.effective_rank, 1)} of {len(s.eigenvalues)} ({label})"
        for label, s in spectra.items()
    ]
    return f"Directions in use (effective rank): {'; '.join(parts)}."


def component_words(
    words_low: Sequence[str],
    values_low: np.ndarray,
    words_high: Sequence[str],
    values_high: np.ndarray,
    *,
    mode: Mode = "live",
    height: int | None = None,
) -> go.Figure:
    """The words at both ends of one direction, as bars from its middle; lowest at the bottom."""
    c = PALETTES[mode]
    words = [*words_low, *words_high]
    values = np.concatenate([values_low, values_high])
    order = np.argsort(values, kind="stable")
    fig = canvas(mode, height or 90 + 22 * len(words))
    fig.add_bar(
        x=values[order],
        y=np.arange(len(words)),
        orientation="h",
        text=[escape(words[i]) for i in order],
        textposition="none",
        customdata=order,
        marker={"color": c.other},
        hovertemplate="<b>%{text}</b><br>position %{x:.2f}<extra></extra>",
        showlegend=False,
    )
    labels = [escape(words[i]) for i in order]
    fig.update_yaxes(tickvals=np.arange(len(words)), ticktext=labels, ticks="", showgrid=False)
    fig.update_yaxes(showline=False, tickfont={"color": c.text})
    fig.update_xaxes(
        title_text="position along this direction", zeroline=True, zerolinecolor=c.line
    )
    return fig.update_layout(bargap=0.35)


def component_against_log_p(
    log_p_neg: np.ndarray,
    values: np.ndarray,
    words: Sequence[str],
    density: Density | None = None,
    *,
    highlight: Sequence[int] = (),
    mode: Mode = "live",
    height: int = 380,
) -> go.Figure:
    """Position of each word (k,) along one direction against −log p (k,); vocabulary beneath."""
    x, y = np.asarray(log_p_neg), np.asarray(values)
    fig = canvas(mode, height)
    if density is not None:
        fig.add_trace(density_trace(density))
    shown = every_nth(len(x), highlight)
    fig.add_trace(
        cloud(mode, len(shown))(
            x=x[shown],
            y=y[shown],
            text=[escape(words[i]) for i in shown],
            customdata=shown,
            mode="markers",
            marker={"size": 5, "color": PALETTES[mode].other, "opacity": 0.75},
            hovertemplate="<b>%{text}</b><br>−log p  %{x:.2f}<br>position  %{y:.2f}<extra></extra>",
            name="words",
        )
    )
    found_words(fig, x, y, words, highlight, mode, width=700)
    fig.update_xaxes(title_text="information content −log p(w)", showgrid=False)
    fig.update_yaxes(title_text="position along this direction", showgrid=False)
    return fig.update_layout(showlegend=False)


def component_headline(
    index: int, share: float, pearson: float, words_low: Sequence[str], words_high: Sequence[str]
) -> str:
    """One sentence on direction `index` (from 1): its variance, its tie to log p, its ends."""
    low, high = ", ".join(words_low[:3]), ", ".join(words_high[:3])
    return (
        f"Direction {index} holds {number(100 * share, 1)} % of the variance and runs from"
        f" {low} to {high}; with −log p it has r = {number(pearson)}."
    )


def _add_spectrum(
    fig: go.Figure, label: str, line: SpectrumLine, cumulative: bool, mode: Mode
) -> None:
    c, style = PALETTES[mode], method_style(line.method)
    values = np.asarray(line.eigenvalues, dtype=float)
    share = values / values.sum()
    y = np.cumsum(share) if cumulative else share
    x = np.arange(1, len(y) + 1)
    colour = c.of(line.prior)
    fig.add_scatter(
        x=x,
        y=y,
        mode="lines+markers",
        line={"color": colour, "width": 2, "dash": PRIOR_STYLES[line.prior].dash},
        marker={"symbol": style.symbol, "size": 7, "color": colour, "maxdisplayed": 12},
        hovertemplate="direction %{x}<br>%{y:.2%} of the variance<extra>"
        + escape(label)
        + "</extra>",
        name=f"{escape(label)}: effective rank {number(line.effective_rank, 1)}",
        legendgroup=label,
    )
    rank = line.effective_rank
    if np.isfinite(rank):
        fig.add_scatter(
            x=[rank],
            y=[np.interp(rank, x, y)],
            mode="markers",
            marker={"symbol": "line-ns-open", "size": 20, "color": colour, "line": {"width": 3}},
            hovertemplate=f"effective rank {number(rank, 1)}<extra>{escape(label)}</extra>",
            showlegend=False,
            legendgroup=label,
        )
