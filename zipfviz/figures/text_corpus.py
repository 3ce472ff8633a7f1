"""Counts and vocabulary growth of a text, with Heaps' law."""

from __future__ import annotations

from typing import Any

import numpy as np

from zipfviz.common.nouns import noun
from zipfviz.figures.style.palette import LIGHT, Medium
from zipfviz.figures.style.sheet import Chart, Sheet
from zipfviz.figures.style.text import count, number
from zipfviz.figures.style.theme import POWERS


def text_growth(
    tokens: np.ndarray,
    types: np.ndarray,
    fit: tuple[float, float],
    *,
    medium: Medium = LIGHT,
    height: int = 380,
) -> Chart:
    """Different words (m,) after so many tokens (m,) on log axes, with V = K N^beta dashed.

    `fit` is (beta, K); nan draws no line. The thin line is a text that never repeats a word.
    """
    sheet = Sheet(medium, height)
    x, (beta, constant) = np.asarray(tokens, float), fit
    plain: dict[str, Any] = {"mode": "lines", "hoverinfo": "skip"}
    ends = x[[0, -1]]
    sheet.add(
        "scatter",
        x=ends,
        y=ends,
        line={"color": sheet.colours.line, "width": 1},
        name="no word twice",
        **plain,
    )
    sheet.line(
        x,
        np.asarray(types),
        colour=sheet.colours.zipfian,
        hover="%{x:,.0f} tokens<br>%{y:,.0f} types<extra></extra>",
        name="this text",
    )
    if np.isfinite(beta):
        sheet.add(
            "scatter",
            x=x,
            y=constant * x**beta,
            line={"color": sheet.colours.text, "width": 1.5, "dash": "dash"},
            name=f"V = {number(constant, 1)} · N<sup>{number(beta)}</sup>",
            **plain,
        )
    sheet.x(type="log", title="tokens read", **POWERS)
    sheet.y(type="log", title="different words met", **POWERS)
    return sheet.figure()


def text_headline(n_tokens: int, n_types: int, n_hapaxes: int) -> str:
    """The counts of a text, in plain text."""
    return (
        f"{count(n_tokens)} {noun(n_tokens, 'tokens are', 'token is')} {count(n_types)} "
        f"{noun(n_types, 'types')}: {number(n_types / n_tokens)} types a token. "
        f"{count(n_hapaxes)} {noun(n_hapaxes, 'types')}, {number(100 * n_hapaxes / n_types, 0)} % "
        f"of all, {noun(n_hapaxes, 'occur', 'occurs')} only once."
    )


def exponent_sentence(
    exponent: float, error: float, distance: float, n_as_far: int, n_resamples: int
) -> str:
    """Zipf's exponent with its standard error, and whether the law holds, in plain text."""
    share = (n_as_far + 1) / (n_resamples + 1)
    verdict = (
        "a power law may have made this text"
        if share > 0.1
        else "close to a power law, but not one"
    )
    as_far = {0: "none is", 1: "one is"}.get(n_as_far, f"{n_as_far} are")
    return (
        f"Frequency falls as rank to the power {number(-exponent)} (standard error "
        f"{number(error, 3 if error >= 0.00095 else 5)}). The fit is at most "
        f"{number(100 * distance, 1)} % of the text away; "
        f"of {n_resamples} texts drawn from it {as_far} as far: {verdict}."
    )


def growth_sentence(exponent: float, r2: float, n_tokens: int, doubled: float) -> str:
    """Growth of the vocabulary, in plain text; a text too short says so.

    `doubled` is how many times the different words of its first half the whole text has.
    """
    if not np.isfinite(exponent):
        tokens = f"{count(n_tokens)} {noun(n_tokens, 'tokens')}"
        return f"With {tokens} the text is too short for Heaps’ law."
    return (
        f"The vocabulary grows as tokens to the power {number(exponent)} (R² = {number(r2, 3)}): "
        f"twice the text would have {number(2**exponent)} times the words by this law; from its "
        f"first half to the whole, this one came to {number(doubled)} times."
    )
