"""Sampling of words from the list of types, or from running text."""

import numpy as np
import regex

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted, noun
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.moments import check_prior

LETTERS = regex.compile(r"(?:\p{L}[\p{M}\u200c\u200d]*+)++")


@accepts_positional("seed")
def sample_types(
    space: WordSpace, k: int, *, seed: int = 0, among: np.ndarray | None = None
) -> list[str]:
    """Draw `k` different words, each type equally likely (paper, Table 1 left).

    Only rows of `among` are drawn, where that is given. Raises InputError if `k` is negative or
    larger than the number of words to draw from.

    Examples
    --------
    >>> import zipfviz
    >>> words = ["the", "cat", "purrs", "zither"]
    >>> space = zipfviz.word_space(words, [[1, 0], [0, 2], [3, 1], [2, 2]], [97, 1, 1, 1])
    >>> sorted(zipfviz.sample_types(space, 4))
    ['cat', 'purrs', 'the', 'zither']
    """
    rows = np.arange(len(space)) if among is None else np.asarray(among)
    if not 0 <= k <= len(rows):
        raise InputError(
            f"cannot draw {k:,} different {noun(k, 'words')} from {len(rows):,}; "
            f"choose k between 0 and {len(rows):,}, or draw tokens, which may repeat."
        )
    rows = rows[np.random.default_rng(seed).choice(len(rows), size=k, replace=False)]
    return [space.words[i] for i in rows]


@accepts_positional("seed")
def sample_tokens(
    space: WordSpace, k: int, *, seed: int = 0, among: np.ndarray | None = None
) -> list[str]:
    """Draw `k` running words, each with its probability p; they may repeat (Table 1 right).

    Only rows of `among` are drawn, where that is given, with p renormalised over them. Raises
    InputError if `k` is negative, or where no word that may be drawn has a probability.

    Examples
    --------
    >>> import zipfviz
    >>> words = ["the", "cat", "purrs", "zither"]
    >>> space = zipfviz.word_space(words, [[1, 0], [0, 2], [3, 1], [2, 2]], [97, 1, 1, 1])
    >>> zipfviz.sample_tokens(space, 3)
    ['the', 'the', 'the']
    """
    if k < 0:
        raise InputError(f"cannot draw {counted(k, 'words')}; choose k of 0 or more.")
    rows = np.arange(len(space)) if among is None else np.asarray(among)
    q = check_prior(space.p[rows], len(rows))
    drawn = np.random.default_rng(seed).choice(len(rows), size=k, p=q)
    return [space.words[i] for i in rows[drawn]]


def alphabetic_rows(space: WordSpace) -> np.ndarray:
    """Rows of the words made of letters (and the marks that belong to them) only, in order.

    What word lists of the web have besides, such as "0.42" or "2-0", says little of a language.

    Examples
    --------
    >>> import zipfviz
    >>> words = ["the", "2-0", "नहीं", "don't"]
    >>> space = zipfviz.word_space(words, [[1, 0], [0, 2], [3, 1], [2, 2]], [9, 1, 1, 1])
    >>> alphabetic_rows(space)
    array([0, 2])
    """
    return np.flatnonzero([LETTERS.fullmatch(word) is not None for word in space.words])


def teaching_rows(space: WordSpace, top: int | None = None) -> np.ndarray:
    """Rows of words to show to people: of letters only, at most the `top` most frequent, in order.

    All rows where none is of letters only, as in a list of numbers.

    Examples
    --------
    >>> import zipfviz
    >>> words = ["the", "js03", "zither", "cat"]
    >>> space = zipfviz.word_space(words, [[1, 0], [0, 2], [3, 1], [2, 2]], [9, 1, 1, 2])
    >>> teaching_rows(space, top=2)
    array([0, 3])
    """
    rows = space.analysis.cached(("alphabetic",), lambda: alphabetic_rows(space))
    if not len(rows):
        rows = np.arange(len(space))
    if top is None or top >= len(rows):
        return rows
    return np.sort(space.by_frequency[np.isin(space.by_frequency, rows)][:top])


def expected_types(p: np.ndarray, n_tokens: np.ndarray) -> np.ndarray:
    """Expected number of different words among N tokens drawn from p: sum_w 1 - (1 - p(w))^N.

    p (n,) >= 0 in any unit, n_tokens (m,) >= 0; returns (m,) float64. Exact for independent draws.
    Raises InputError for weights or numbers of tokens that are none.

    Examples
    --------
    >>> import numpy as np
    >>> import zipfviz
    >>> zipfviz.expected_types(np.array([0.5, 0.25, 0.25]), np.array([1, 2, 100])).round(3)
    array([1.   , 1.625, 3.   ])
    """
    q = check_prior(p, np.size(p))
    assert q is not None
    draws = np.atleast_1d(np.asarray(n_tokens, np.float64))
    if not (np.isfinite(draws) & (draws >= 0)).all():
        raise InputError("n_tokens: holds what is no number of tokens; give 0 or more.")
    with np.errstate(divide="ignore"):  # a word that has all the mass comes with the first token
        log_absent = np.log1p(-q)
    return np.array([-np.expm1(N * log_absent).sum() if N > 0 else 0.0 for N in draws])
