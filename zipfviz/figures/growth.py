"""How many different words are met as draws go on."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.palette import PALETTES, PRIOR_STYLES, Mode
from zipfviz.figures.text import count, number
from zipfviz.figures.theme import canvas

__all__ = ["growth_headline", "vocabulary_growth"]

CURVES = (("uniform", "drawn from types"), ("zipfian", "drawn from tokens"))


def vocabulary_growth(
    draws: np.ndarray,
    types: np.ndarray,
    tokens: np.ndarray,
    *,
    mode: Mode = "live",
    height: int = 380,
) -> go.Figure:
    """Expected different words (m,) after `draws` (m,) from types and from tokens, log axes."""
    c = PALETTES[mode]
    fig = canvas(mode, height)
    for (prior, name), y in zip(CURVES, (types, tokens), strict=True):
        fig.add_scatter(
            x=np.asarray(draws),
            y=np.asarray(y),
            mode="lines",
            line={"color": c.of(prior), "width": 2.5, "dash": PRIOR_STYLES[prior].dash},  # type: ignore[arg-type, index]
            hovertemplate="%{x:,.0f} draws<br>%{y:,.0f} different words<extra>" + name + "</extra>",
            name=name,
        )
    fig.update_xaxes(type="log", title_text="words drawn", exponentformat="power", dtick=1)
    fig.update_yaxes(type="log", title_text="different words", exponentformat="power", dtick=1)
    return fig


def growth_headline(draws: np.ndarray, types: np.ndarray, tokens: np.ndarray) -> str:
    """One sentence at the number of draws nearest to 10,000, in plain text."""
    at = int(np.argmin(np.abs(np.log(np.asarray(draws) / 10_000))))
    return (
        f"Among {count(draws[at])} draws you meet {count(types[at])} different words when drawing "
        f"from types, and {count(tokens[at])} when drawing from tokens: "
        f"{number(100 * tokens[at] / types[at], 0)} %."
    )
