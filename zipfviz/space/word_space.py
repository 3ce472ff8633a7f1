"""Word spaces: the words an embedding and a frequency source share, their vectors and p(w)."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.common.record import html_rows
from zipfviz.io.records import Source, content_digest
from zipfviz.space.analysis import Analysis
from zipfviz.space.match_report import MatchReport
from zipfviz.whitening.moments import check_prior


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class WordSpace:
    """Words with their vectors and probabilities: all that the methods see.

    Made by `align` from an embedding and a frequency source, or by `word_space` from arrays.

    >>> word_space(["the", "cat"], [[1.0, 0.0], [0.0, 1.0]], p=[3, 1])
    <WordSpace of 2 words, 2 dimensions: in memory with in memory>

    `words` in the embedding's order; `vectors` (n, d) float32 read-only; `p` (n,) float64 > 0 with
    sum 1, read-only; `digest` names content and policies, the key of every cache.
    """

    words: tuple[str, ...]
    vectors: np.ndarray
    p: np.ndarray
    report: MatchReport
    digest: str
    embedding_source: Source = field(default_factory=Source)
    frequency_source: Source = field(default_factory=Source)

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return (
            f"<WordSpace of {counted(len(self), 'words')}, {counted(self.d, 'dimensions')}: "
            f"{self.report.embedding} with {self.report.frequency}>"
        )

    def _repr_html_(self) -> str:
        return html_rows([*self.report.lines(), ("dimensions", self.d)])

    @property
    def d(self) -> int:
        return int(self.vectors.shape[1])

    @cached_property
    def index(self) -> dict[str, int]:
        """Row of each word."""
        return dict(zip(self.words, range(len(self.words)), strict=True))

    @cached_property
    def by_frequency(self) -> np.ndarray:
        """Rows from the most to the least frequent word; ties in the embedding's order."""
        return np.argsort(-self.p, kind="stable")

    def top(self, k: int) -> WordSpace:
        """Keep the `k` most frequent words only, p renormalised over them."""
        if not 1 <= k <= len(self):
            raise InputError(
                f"cannot keep the {k:,} most frequent of {counted(len(self), 'words')}; "
                f"choose a number between 1 and {len(self):,}."
            )
        if k == len(self):
            return self
        rows = np.sort(self.by_frequency[:k])
        return word_space(
            [self.words[i] for i in rows],
            self.vectors[rows],
            self.p[rows],
            report=replace(self.report, n_words=k),
            digest=content_digest(self.digest, f"top {k}"),
            embedding_source=self.embedding_source,
            frequency_source=self.frequency_source,
        )

    @cached_property
    def information(self) -> np.ndarray:
        """Information content -log p(w) in nats, (n,) float64."""
        return -np.log(self.p)

    @property
    def analysis(self) -> Analysis:
        """Engine that computes and caches everything about the space."""
        with _ANALYSIS_LOCK:
            found = self.__dict__.get("_analysis")
            if found is None:
                found = self.__dict__["_analysis"] = Analysis(self.vectors, self.p)
            return found


_ANALYSIS_LOCK = threading.Lock()


def word_space(
    words: Sequence[str],
    vectors: np.ndarray,
    p: Sequence[float] | np.ndarray,
    *,
    report: MatchReport | None = None,
    digest: str | None = None,
    embedding_source: Source = Source(),  # noqa: B008 - a frozen record
    frequency_source: Source = Source(),  # noqa: B008
) -> WordSpace:
    """Make a word space of words (n,), vectors (n, d) and weights p (n,) >= 0 in any unit.

    Words of weight 0 are left out, p is renormalised. Raises InputError if shapes disagree, a
    word stands twice, a weight is negative, or a vector is not finite (the word is named).

    Examples
    --------
    >>> import zipfviz
    >>> space = zipfviz.word_space(["the", "cat", "purrs"], [[1, 0], [0, 2], [3, 1]], [8, 1, 1])
    >>> space.p
    array([0.8, 0.1, 0.1])
    >>> space.vectors.dtype
    dtype('float32')
    """
    weights = check_prior(p, len(words))
    vectors = np.asarray(vectors)
    if vectors.ndim != 2 or len(vectors) != len(words) or vectors.shape[1] == 0:
        raise InputError(
            f"vectors: got shape {vectors.shape} for {counted(len(words), 'words')}; "
            "give one row of at least one number per word."
        )
    assert weights is not None
    keep = np.flatnonzero(weights)
    kept_words = tuple(map(words.__getitem__, keep.tolist()))
    if len(set(kept_words)) < len(kept_words):
        twice = Counter(kept_words).most_common(1)[0][0]
        raise InputError(f"the word {twice!r} stands twice; give each word once.")
    X = np.ascontiguousarray(vectors[keep], dtype=np.float32)
    finite = np.isfinite(X.sum(axis=1, dtype=np.float64))
    if not finite.all():
        word = kept_words[int(np.flatnonzero(~finite)[0])]
        raise InputError(f"the vector of {word!r} is not finite; leave the word out or mend it.")
    q = weights[keep] / weights[keep].sum()
    X.setflags(write=False)
    q.setflags(write=False)
    return WordSpace(
        words=kept_words,
        vectors=X,
        p=q,
        report=report or MatchReport.of_arrays("in memory", len(words), len(keep)),
        digest=digest or content_digest(X, q, kept_words),
        embedding_source=embedding_source,
        frequency_source=frequency_source,
    )
