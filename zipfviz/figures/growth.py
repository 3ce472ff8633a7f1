"""Vocabulary growth: expected number of different words among draws."""

from __future__ import annotations

import numpy as np

from zipfviz.figures.style.palette import LIGHT, PRIOR_STYLES, Medium, Prior
from zipfviz.figures.style.sheet import Chart, Sheet
from zipfviz.figures.style.text import count, number
from zipfviz.figures.style.theme import POWERS

CURVES: tuple[tuple[Prior, str], ...] = (
    ("uniform", "drawn from types"),
    ("zipfian", "drawn from tokens"),
)


def vocabulary_growth(
    draws: np.ndarray,
    types: np.ndarray,
    tokens: np.ndarray,
    *,
    medium: Medium = LIGHT,
    height: int = 380,
) -> Chart:
    """Expected different words (m,) after `draws` (m,) from types and from tokens, log axes."""
    sheet = Sheet(medium, height)
    for (prior, name), y in zip(CURVES, (types, tokens), strict=True):
        sheet.line(
            np.asarray(draws),
            np.asarray(y),
            colour=sheet.colours.of(prior),
            dash=PRIOR_STYLES[prior].dash,
            hover="%{x:,.0f} draws<br>%{y:,.0f} different words<extra>" + name + "</extra>",
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
