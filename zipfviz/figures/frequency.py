"""Word frequency against rank, and vocabulary growth: of a space's words and of a text."""

from collections.abc import Sequence

import numpy as np

from zipfviz.common.nouns import noun
from zipfviz.figures.style.palette import LIGHT, Medium, Prior
from zipfviz.figures.style.parts import found_words
from zipfviz.figures.style.sheet import Chart, Look, Sheet
from zipfviz.figures.style.text import count, number
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


def growth_headline(draws: np.ndarray, types: np.ndarray, tokens: np.ndarray) -> str:
    """One sentence at the number of draws nearest to 10,000, in plain text."""
    at = int(np.argmin(np.abs(np.log(np.asarray(draws) / 10_000))))
    return (
        f"Among {count(draws[at])} draws you meet {count(types[at])} different words when drawing "
        f"from types, and {count(tokens[at])} when drawing from tokens: "
        f"{number(100 * tokens[at] / types[at], 0)} %."
    )


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
    made, near = "a power law may have made this text", "close to a power law, but not one"
    verdict = made if share > 0.1 else near
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
