"""Character n-grams of tokens, as in the authors' fastText-subword rows.

Each token is replaced by itself and the n-grams of "<token>" as fastText's `get_subwords` lists
them; those that are words of the space are averaged, each as often as it comes. This is not
fastText's own composition of a word from n-grams: an n-gram stands for the *word* that is spelled
like it.

>>> char_ngrams("cats", 3, 4)
['cats', 'ca', 'cat', 'cat', 'cats', 'ats', 'ats', 'ts']
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence

__all__ = ["char_ngrams", "split_into_ngrams"]

N_MIN, N_MAX = 3, 6  # those of the crawl-300d-2M-subword model


def char_ngrams(token: str, n_min: int = N_MIN, n_max: int = N_MAX) -> list[str]:
    """Split a token into itself and the n-grams of "<token>", n_min <= n <= n_max, left to right.

    Punctuation at the ends of an n-gram, the marks "<" and ">" among it, is taken off: the authors'
    look-up strips what it does not find. What is nothing else is left out.
    """
    marked = f"<{token}>"
    grams = (
        marked[start : start + n]
        for start in range(len(marked))
        for n in range(n_min, min(n_max, len(marked) - start) + 1)
    )
    return [token, *(kept for gram in grams if (kept := gram.strip(string.punctuation)))]


def split_into_ngrams(tokens: Iterable[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Replace the tokens of texts by their n-grams; each kind of token is split once."""
    grams: dict[str, list[str]] = {}
    texts = []
    for text in tokens:
        found: list[str] = []
        for token in text:
            if token not in grams:
                grams[token] = char_ngrams(token)
            found += grams[token]
        texts.append(tuple(found))
    return tuple(texts)
