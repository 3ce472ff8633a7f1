"""Words by rank and their growth: of a space, and of a text."""

from __future__ import annotations

import math

from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, finer, interval, number, order, percent, told

Fit = tuple[float, float, float, float]


def rank_headline(n_words: int, fit: Fit, n_half: int) -> str:
    """One sentence with the fitted exponent, in plain text.

    `fit` is (exponent, intercept, first rank, last rank); `n_half` is how many of the most frequent
    words make up half of the text.
    """
    exponent, _, first, last = fit
    few = f"{count(n_half)} most frequent words fill" if n_half > 1 else "most frequent word fills"
    return (
        f"Among {count(n_words)} {noun(n_words, 'words')}, {_power(exponent, 2)} (ranks "
        f"{count(first)} to {count(last)}); the {few} at least half of the text."
    )


def _power(exponent: float, digits: int) -> str:
    """How frequency goes with rank; of an exponent that reads as 0 not that it falls."""
    goes = "falls" if order(exponent, 0.0, digits) == 1 else "goes"
    return f"frequency {goes} as rank to the power {number(-exponent, digits)}"


def growth_headline(n_draws: float, types: float, tokens: float) -> str:
    """Different words among so many draws from types and from tokens, in plain text."""
    share = percent(tokens / types) if types > 0 else "none"
    words, draws = noun(round(types), "words"), noun(n_draws, "draws")
    return (
        f"Among {count(n_draws)} {draws} you meet {count(types)} different {words} when drawing "
        f"from types, and {count(tokens)} when drawing from tokens: {share}."
    )


def text_headline(n_tokens: int, n_types: int, n_hapaxes: int) -> str:
    """The counts of a text, in plain text."""
    once = (
        f"{count(n_hapaxes)} {noun(n_hapaxes, 'types')}, {percent(n_hapaxes / n_types)} of all, "
        f"{noun(n_hapaxes, 'occur', 'occurs')} only once."
    )
    return (
        f"{count(n_tokens)} {noun(n_tokens, 'tokens are', 'token is')} {count(n_types)} "
        f"{noun(n_types, 'types')}: {number(n_types / n_tokens)} types a token. "
        f"{once if n_hapaxes else 'No type occurs only once.'}"
    )


def exponent_sentence(
    exponent: float,
    error: float,
    ends: tuple[float, float],
    ranks: tuple[int, int],
    least: float,
    distance: float,
    n_as_far: int,
    n_resamples: int,
) -> str:
    """Zipf's exponent with its interval, by which ranks, and what speaks against a power law.

    `ranks` are the first and last of the fit and `least` the count of the last; `ends` and the
    `n_as_far` of `n_resamples` are of texts drawn from the fit. Plain text.
    """
    often = noun(least, f"{count(least)} times or more", "once or more")
    sure = [] if math.isnan(error) else [f"standard error {finer(error, 3)}"]
    if not math.isnan(ends[0]):
        sure.append(f"95 % interval {interval(-ends[1], -ends[0], 3)}")
    brackets = f" ({', '.join(sure)})" if sure else ""
    start = (
        f"Over ranks {count(ranks[0])} to {count(ranks[1])}, words that occur {often}, "
        f"{_power(exponent, 3)}{brackets}"
    )
    if least < 50:
        return (
            f"{start}. Words of fewer than 50 occurrences stand in an order of chance, so this "
            "exponent comes out too small, and nothing is said of the law."
        )
    as_far = {0: "none is", 1: "one is"}.get(n_as_far, f"{count(n_as_far)} are")
    share = (n_as_far + 1) / (n_resamples + 1)
    verdict = "a power law may have made these counts"
    if math.isnan(ends[0]):
        verdict = "these counts are more alike than chance would leave them under a power law"
    elif n_as_far == 0:
        verdict = "these counts are near a power law, but hardly drawn from one"
    elif share <= 0.1:
        verdict = "a power law is in doubt"
    gap = percent(distance, 1)
    return (
        f"{start}. The law is {gap} of their tokens away at most; of {count(n_resamples)} texts "
        f"drawn from it {as_far} as far: {verdict}."
    )


def too_short(n_words: int, least: float) -> str:
    """What is said where too few words occur often enough for a fit."""
    who = {0: "No word occurs", 1: "Only one word occurs"}.get(
        n_words, f"Only {count(n_words)} words occur"
    )
    return (
        f"{who} {count(least)} times or more: too little text for an exponent; choose a lower "
        "count, or more text."
    )


def growth_sentence(exponent: float, n_tokens: int, doubled: float) -> str:
    """Growth of the vocabulary, in plain text; a text too short says so.

    `doubled` is how many times the different words of its first half the whole text has.
    """
    if not math.isfinite(exponent):
        tokens = f"{count(n_tokens)} {noun(n_tokens, 'tokens')}"
        return f"With {tokens} the text is too short for Heaps’ law."
    return (
        f"Read from its start, the text’s vocabulary grows about as tokens to the power "
        f"{number(exponent)}. By that law twice the text would have {told(2**exponent)} times the "
        f"words; from its first half to the whole, it came to {told(doubled)} times."
    )
