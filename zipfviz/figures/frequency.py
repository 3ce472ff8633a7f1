"""Word frequency against rank, and vocabulary growth: of a space's words and of a text."""

from collections.abc import Sequence

import numpy as np

from zipfviz.figures.style.palette import LIGHT, Medium, Prior
from zipfviz.figures.style.parts import found_words
from zipfviz.figures.style.sheet import Chart, Look, Sheet
from zipfviz.figures.style.text import number
from zipfviz.figures.style.theme import POWERS

MAX_RANKS = 300  # more lie on top of each other
Fit = tuple[float, float, float, float]
CURVES: dict[Prior, str] = {"uniform": "drawn from types", "zipfian": "drawn from tokens"}


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
    hover = "<b>%{text}</b><br>" * bool(names) + "rank %{x:,}<br>p(w) = %{y:.3~g}"
    told: Look = {"hover": hover, "texts": names, "customdata": shown, "name": "words"}
    sheet.marks(x, y, colour=sheet.colours.zipfian, size=5, opacity=0.8, **told)
    if fit is not None:
        exponent, intercept, *ends = fit
        ranked = np.array(ends, dtype=float)
        power = np.exp(intercept - exponent * np.log(ranked))
        _add_law(sheet, ranked, power, f"p ∝ 1/rank<sup>{number(exponent)}</sup>")
    if names:
        found = np.searchsorted(shown, highlight).tolist()
        found_words(sheet, 0, x, y, names, found, width=700)
    sheet.x(type="log", title="rank of the word (1 = most frequent)", dtick=1, tickformat=",d")
    sheet.y(type="log", title="share of running text p(w)", **POWERS)
    if floor is not None:
        sheet.y(range=[np.log10(floor), np.log10(p.max()) + 0.5])
    sheet.layout["showlegend"] = fit is not None
    return sheet.figure()


def thin_ranks(n: int, keep: Sequence[int] = ()) -> np.ndarray:
    """Positions of at most 300 of `n` ranks, even in the logarithm, `keep` always among them."""
    spaced = np.geomspace(1, max(n, 1), MAX_RANKS - len(keep)).round().astype(int) - 1
    return np.unique(np.concatenate([spaced[spaced < n], np.asarray(keep, dtype=int)]))


def _add_law(sheet: Sheet, x: np.ndarray, y: np.ndarray, name: str) -> None:
    sheet.line(x, y, colour=sheet.colours.text, width=1.5, dash="dash", name=name)


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
    x, hover = np.asarray(draws), "%{x:,.0f} draws<br>%{y:,.0f} different words"
    for (prior, name), y in zip(CURVES.items(), (types, tokens), strict=True):
        sheet.line(x, np.asarray(y), **sheet.stroke(prior), hover=hover, name=name)
    sheet.x(type="log", title="words drawn", **POWERS)
    sheet.y(type="log", title="different words", **POWERS)
    return sheet.figure()


def text_growth(
    tokens: np.ndarray, types: np.ndarray, fit: tuple[float, float], *, medium: Medium = LIGHT
) -> Chart:
    """Different words (m,) after so many tokens (m,) on log axes, with V = K N^beta dashed.

    `fit` is (beta, K); nan draws no line. The thin line is a text that never repeats a word.
    """
    sheet = Sheet(medium, 380)
    x, (beta, constant) = np.asarray(tokens, float), fit
    ends, hover = x[[0, -1]], "%{x:,.0f} tokens<br>%{y:,.0f} types<extra></extra>"
    sheet.line(ends, ends, colour=sheet.colours.line, width=1, name="no word twice")
    sheet.line(x, np.asarray(types), colour=sheet.colours.zipfian, hover=hover, name="this text")
    if np.isfinite(beta):
        law = f"V = {number(constant, 1)} · N<sup>{number(beta)}</sup>"
        _add_law(sheet, x, constant * x**beta, law)
    sheet.x(type="log", title="tokens read", **POWERS)
    sheet.y(type="log", title="different words met", **POWERS)
    return sheet.figure()
