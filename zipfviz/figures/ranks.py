"""Word frequency against rank, the picture behind Zipf's law."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zipfviz.common.nouns import noun
from zipfviz.figures.style.palette import LIGHT, Medium
from zipfviz.figures.style.parts import found_words
from zipfviz.figures.style.sheet import Chart, Sheet
from zipfviz.figures.style.text import count, escape, number
from zipfviz.figures.style.theme import POWERS

MAX_RANKS = 300  # more lie on top of each other
Fit = tuple[float, float, float, float]


def rank_frequency(
    ranks: np.ndarray,
    p: np.ndarray,
    *,
    words: Sequence[str] | None = None,
    fit: Fit | None = None,
    highlight: Sequence[int] = (),
    floor: float | None = None,
    medium: Medium = LIGHT,
    height: int = 420,
) -> Chart:
    """Frequency against rank on log axes, thinned to at most 300 ranks spaced evenly in the log.

    `ranks` (n,) ascend from 1, `p` (n,) are probabilities, `words` (n,) name them on hover.
    `fit` = (exponent, intercept, first rank, last rank) draws
    log p = intercept − exponent · log rank, logarithms natural. `highlight` holds positions to ring
    and name (with `words`). `floor` is where the p axis starts at first sight; a double click shows
    what lies below.
    """
    ranks, p = np.asarray(ranks), np.asarray(p)
    sheet = Sheet(medium, height)
    shown = thin_ranks(len(ranks), highlight)
    x, y, names = ranks[shown], p[shown], [words[i] for i in shown] if words is not None else []
    sheet.marks(
        x,
        y,
        colour=sheet.colours.zipfian,
        size=5,
        opacity=0.8,
        hover="<b>%{text}</b><br>" * bool(names) + "rank %{x:,}<br>p(w) = %{y:.3~g}<extra></extra>",
        text=[escape(name) for name in names],
        customdata=shown,
        name="words",
    )
    if fit is not None:
        _add_fit(sheet, fit)
    if names:
        found = np.searchsorted(shown, highlight).tolist()
        found_words(sheet, 0, x, y, names, found, width=700)
    sheet.x(type="log", title="rank of the word (1 = most frequent)", dtick=1, tickformat=",d")
    sheet.y(type="log", title="share of running text p(w)", **POWERS)
    if floor is not None:
        sheet.y(range=[np.log10(floor), np.log10(p.max()) + 0.5])
    sheet.layout["showlegend"] = fit is not None
    return sheet.figure()


def rank_headline(n_words: int, fit: Fit, n_half: int) -> str:
    """One sentence with the fitted exponent, in plain text.

    `n_half` is how many of the most frequent words make up half of the text.
    """
    exponent, _, first, last = fit
    few = f"{count(n_half)} most frequent words fill" if n_half > 1 else "most frequent word fills"
    return (
        f"Among {count(n_words)} {noun(n_words, 'words')}, frequency falls as rank to the power "
        f"{number(-exponent)} (ranks {count(first)} to {count(last)}); the {few} half of the "
        "text."
    )


def thin_ranks(n: int, keep: Sequence[int] = ()) -> np.ndarray:
    """Positions of at most 300 of `n` ranks, even in the logarithm, `keep` always among them."""
    spaced = np.geomspace(1, max(n, 1), MAX_RANKS - len(keep)).round().astype(int) - 1
    return np.unique(np.concatenate([spaced[spaced < n], np.asarray(keep, dtype=int)]))


def _add_fit(sheet: Sheet, fit: Fit) -> None:
    exponent, intercept, first, last = fit
    x = np.array([first, last], dtype=float)
    sheet.line(
        x,
        np.exp(intercept - exponent * np.log(x)),
        colour=sheet.colours.text,
        width=1.5,
        dash="dash",
        name=f"p ∝ 1/rank<sup>{number(exponent)}</sup>",
    )
