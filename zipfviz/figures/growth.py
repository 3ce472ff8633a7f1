"""How many different words are met as draws go on."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.style.palette import PRIOR_STYLES, Mode, Prior
from zipfviz.figures.style.sheet import Sheet
from zipfviz.figures.style.text import count, number
from zipfviz.figures.style.theme import POWERS

__all__ = ["growth_headline", "vocabulary_growth"]

CURVES: tuple[tuple[Prior, str], ...] = (
    ("uniform", "drawn from types"),
    ("zipfian", "drawn from tokens"),
)


def vocabulary_growth(
    draws: np.ndarray,
    types: np.ndarray,
    tokens: np.ndarray,
    *,
    mode: Mode = "live",
    height: int = 380,
) -> go.Figure:
    """Expected different words (m,) after `draws` (m,) from types and from tokens, log axes."""
    sheet = Sheet(mode, height)
    for (prior, name), y in zip(CURVES, (types, tokens), strict=True):
        sheet.add(
            "scatter",
            x=np.asarray(draws),
            y=np.asarray(y),
            mode="lines",
            line={
                "color": sheet.colours.of(prior),
                "width": 2.5,
                "dash": PRIOR_STYLES[prior].dash,
            },
            hovertemplate="%{x:,.0f} draws<br>%{y:,.0f} different words<extra>" + name + "</extra>",
            name=name,
        )
    sheet.x(type="log", title="words drawn", **POWERS)
    sheet.y(type="log", title="different words", **POWERS)
    return sheet.figure()


def growth_headline(draws: np.ndarray, types: np.ndarray, tokens: np.ndarray) -> str:
    """One sentence at the number of draws nearest to 10,000, in plain text."""
    at = int(np.argmin(np.abs(np.log(np.asarray(draws) / 10_000))))
    return (
        f"Among {count(draws[at])} draws you meet {count(types[at])} different words when drawing "
        f"from types, and {count(tokens[at])} when drawing from tokens: "
        f"{number(100 * tokens[at] / types[at], 0)} %."
    )
