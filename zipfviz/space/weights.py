"""Weights of words: what a method scales each word by, from its p alone."""

from __future__ import annotations

import numpy as np

from zipfviz.space.methods import Method


def word_weights(method: Method, p: np.ndarray) -> np.ndarray | None:
    """Compute what a method scales the words by, (n,) float64 > 0; None where it scales none.

    `p` is (n,) > 0 with sum 1, in the order of the vocabulary, which decides between words alike.
    """
    weighting, options = method.direction.weighting, method.options
    if weighting == "sif":
        return options.sif_a / (options.sif_a + p)
    if weighting == "model2vec by rank":
        return options.model2vec_a / (options.model2vec_a + rank_prior(p))
    if weighting == "model2vec by p":
        return options.model2vec_a / (options.model2vec_a + p)
    if weighting == "usif":
        return _usif(p, options.usif_length)
    return None


def rank_prior(p: np.ndarray) -> np.ndarray:
    """The frequencies that Model2Vec assumes: q ~ 1/(r + 2) for the word of rank r from 0, by p.

    >>> rank_prior(np.array([0.2, 0.7, 0.1])) * (1 / 2 + 1 / 3 + 1 / 4)
    array([0.33333333, 0.5       , 0.25      ])
    """
    q = np.empty(len(p))
    q[np.argsort(-p, kind="stable")] = 1 / np.arange(2.0, len(p) + 2)
    return q / q.sum()


def _usif(p: np.ndarray, length: int) -> np.ndarray:
    """uSIF's weight b/(b/2 + p), with b = (1 - alpha) / (alpha n/2) for a vocabulary of n words.

    alpha is the share of words that a random walk of `length` words meets more often than one in
    n does. Where no word is that frequent b is infinite: all words then weigh 2.
    """
    n = len(p)
    # 1 - (1 - 1/n)^length, to all digits
    threshold = -np.expm1(length * np.log1p(-1 / n)) if n > 1 else 1.0
    alpha = np.count_nonzero(p > threshold) / n
    if alpha == 0:
        return np.full(n, 2.0)
    b = (1 - alpha) / (alpha * n / 2)
    return b / (b / 2 + p)
