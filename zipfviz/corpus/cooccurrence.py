"""Windowed co-occurrences of a corpus: N(t, c), p(t), p(c | t), PMI.

Every probability of the corpus part comes from the same joint p(t, c) = N(t, c) / N, so that
p(c) = sum_t p(t) p(c | t) holds exactly. N is symmetric, and p is a word's share of all windows:
its share of the text but for the ends of pieces.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from zipfviz.common.errors import InputError, MatchError
from zipfviz.common.nouns import counted, noun
from zipfviz.common.record import Record, Vocabulary
from zipfviz.corpus.corpora import Corpus
from zipfviz.io.records import content_digest


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Cooccurrence(Vocabulary, Record):
    """Counts N(t, c) of words within a window of each other.

    `words` (n,) from most to least frequent, `counts` (n, n) scipy CSR float64, symmetric, with
    sorted indices and without stored zeros; `window` in words, `shrink` whether a pair at distance
    j counts (window - j + 1) / window, the chance that gensim's random window reaches it.
    """

    words: tuple[str, ...]
    counts: sparse.csr_matrix
    window: int
    shrink: bool
    digest: str

    @cached_property
    def marginal(self) -> np.ndarray:
        """N(t) = sum_c N(t, c), (n,) float64."""
        return np.asarray(self.counts.sum(axis=1)).ravel()

    @cached_property
    def total(self) -> float:
        """N = sum_t N(t)."""
        return float(self.marginal.sum())

    @cached_property
    def p(self) -> np.ndarray:
        """p(t) = N(t) / N, (n,) float64 with sum 1."""
        return self.marginal / self.total

    @cached_property
    def log_p(self) -> np.ndarray:
        """log p(t), (n,) float64."""
        return np.log(self.p)

    @cached_property
    def cells(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(t, c, N(t, c)) of the pairs that co-occur, each (nnz,), in row order."""
        rows = np.repeat(np.arange(len(self)), np.diff(self.counts.indptr))
        return rows, self.counts.indices, self.counts.data

    def pmi(self) -> np.ndarray:
        """log p(t, c) / (p(t) p(c)) of the pairs in `cells`, (nnz,) float64, nats."""
        rows, columns, N = self.cells
        return np.log(N) - np.log(self.total * self.p[rows] * self.p[columns])


def among(joint: Cooccurrence, words: Collection[str]) -> Cooccurrence:
    """Restrict co-occurrences to the words that are among `words`.

    Raises MatchError where fewer than two are.
    """
    known = set(words)
    rows = np.array([i for i, word in enumerate(joint.words) if word in known], dtype=np.int64)
    if len(rows) == len(joint):
        return joint
    counts = joint.counts[rows][:, rows]
    if len(rows) < 2 or (np.diff(counts.indptr) == 0).any():
        raise MatchError(
            f"{len(rows)} of the corpus’s {len(joint):,} words {noun(len(rows), 'have', 'has')} a "
            "vector there, too few to meet each other; choose an embedding of the corpus’s "
            "language."
        )
    counts.sort_indices()
    kept = tuple(joint.words[i] for i in rows)
    digest = content_digest(joint.digest, kept)
    return Cooccurrence(
        words=kept, counts=counts, window=joint.window, shrink=joint.shrink, digest=digest
    )


def cooccurrence(corpus: Corpus, window: int = 5, shrink: bool = True) -> Cooccurrence:
    """Count pairs of words at most `window` apart in the same piece, in both directions.

    `shrink` weights a pair at distance j by (window - j + 1) / window: the expected count when the
    window is drawn anew for each word from 1 to `window`, as gensim does by default. A word that
    meets no other is left out. Raises InputError for a window below 1 or a text without any pair.
    """
    if window < 1:
        raise InputError(
            f"a window of {counted(window, 'words')} reaches no neighbour; give 1 or more."
        )
    n = len(corpus)
    piece = np.repeat(np.arange(len(corpus.ends)), np.diff(corpus.ends, prepend=0))
    counts = sparse.csr_matrix((n, n), dtype=np.float64)
    for distance in range(1, min(window, len(corpus.tokens) - 1) + 1):
        together = piece[:-distance] == piece[distance:]
        left, right = corpus.tokens[:-distance][together], corpus.tokens[distance:][together]
        weight = (window - distance + 1) / window if shrink else 1.0
        counts += sparse.coo_matrix(
            (np.full(len(left), weight), (left, right)), shape=(n, n)
        ).tocsr()
    counts = (counts + counts.T).tocsr()
    if not counts.nnz:
        raise InputError(f"{corpus.name}: no two words stand within {window} of each other.")
    met = np.flatnonzero(np.diff(counts.indptr))
    if len(met) < n:
        counts = counts[met][:, met]
    counts.sort_indices()
    return Cooccurrence(
        words=tuple(corpus.words[i] for i in met),
        counts=counts,
        window=window,
        shrink=shrink,
        digest=content_digest(corpus.digest, f"window {window} shrink {shrink}"),
    )
