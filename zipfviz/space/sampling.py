"""Drawing words: from the list of types, or from running text."""

from __future__ import annotations

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted, noun
from zipfviz.common.positional import accepts_positional
from zipfviz.space.word_space import WordSpace

__all__ = ["expected_types", "sample_tokens", "sample_types"]


@accepts_positional("seed")
def sample_types(space: WordSpace, k: int, *, seed: int = 0) -> list[str]:
    """`k` different words, each type equally likely (paper, Table 1 left).

    Raises InputError if `k` is negative or larger than the vocabulary.
    """
    if not 0 <= k <= len(space):
        raise InputError(
            f"cannot draw {k:,} different {noun(k, 'words')} from {len(space):,}; "
            f"choose k between 0 and {len(space):,}, or draw tokens, which may repeat."
        )
    rows = np.random.default_rng(seed).choice(len(space), size=k, replace=False)
    return [space.words[i] for i in rows]


@accepts_positional("seed")
def sample_tokens(space: WordSpace, k: int, *, seed: int = 0) -> list[str]:
    """`k` running words, each drawn with its probability p; words may repeat (Table 1 right).

    Raises InputError if `k` is negative.
    """
    if k < 0:
        raise InputError(f"cannot draw {counted(k, 'words')}; choose k of 0 or more.")
    rows = np.random.default_rng(seed).choice(len(space), size=k, p=space.p)
    return [space.words[i] for i in rows]


def expected_types(p: np.ndarray, n_tokens: np.ndarray) -> np.ndarray:
    """Expected number of different words among N tokens drawn from p: sum_w 1 - (1 - p(w))^N.

    p (n,) with sum 1, n_tokens (m,) >= 0; returns (m,) float64. Exact for independent draws.
    """
    log_absent = np.log1p(-np.minimum(p, np.nextafter(1.0, 0.0)))
    return np.array([-np.expm1(N * log_absent).sum() for N in np.asarray(n_tokens, np.float64)])
