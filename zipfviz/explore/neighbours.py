"""Exact nearest neighbours by cosine, in two spaces of the same words.

Rows are compared with rows: `before` and `after` hold the same k words in the same order, say raw
and whitened. A word is never its own neighbour, and a zero vector has cosine 0 with all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted
from zipfviz.common.record import Record
from zipfviz.explore.projection import mapped_rows
from zipfviz.space.methods import MethodLike, Options, as_method
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.moments import block_slices
from zipfviz.whitening.rounding import row_norms


def unit_rows(X: np.ndarray) -> np.ndarray:
    """Normalise the rows of `X` (n, d) to length 1, in float32; a zero row stays zero."""
    X = np.asarray(X, np.float64)
    norms = row_norms(X)
    return (X / np.where(norms > 0, norms, 1.0)[:, None]).astype(np.float32)


def nearest(X: np.ndarray, k: int) -> np.ndarray:
    """Find the `k` nearest other rows of each row of `X` (n, d) by cosine, nearest first: (n, k).

    Ties go to the earlier row. Raises InputError unless 1 <= k < n.
    """
    n = len(X)
    if not 1 <= k < n:
        raise InputError(
            f"{counted(k, 'neighbours')} of each of {counted(n, 'words')} do not exist; give 1 to "
            f"{n - 1}."
        )
    unit = unit_rows(X)
    found = np.empty((n, k), np.intp)
    for rows in block_slices(n, n):
        similar = unit[rows] @ unit.T
        at = np.arange(rows.start, rows.stop)
        similar[np.arange(len(at)), at] = -np.inf
        # All that reach the k-th value, so that ties are broken by row and not by partition.
        floor = np.partition(similar, n - k, axis=1)[:, n - k]
        for i, row in enumerate(similar):
            near = np.flatnonzero(row >= floor[i])
            found[rows.start + i] = near[np.argsort(-row[near], kind="stable")][:k]
    return found


def occurrences(neighbours: np.ndarray) -> np.ndarray:
    """Count how often each word is among the k nearest of another: (n,) int, mean k."""
    return np.bincount(neighbours.ravel(), minlength=len(neighbours))


def hubness(counts: np.ndarray) -> float:
    """Skewness of the k-occurrences (Radovanović et al. 2010): 0 without hubs, large with few.

    Third standardised moment with normaliser n; nan where every word occurs alike.
    """
    centred = counts - counts.mean()
    spread = float(np.sqrt((centred**2).mean()))
    return float((centred**3).mean()) / spread**3 if spread > 0 else float("nan")


def hubness_by_chance(n: int, k: int) -> tuple[float, float]:
    """Expected hubness of n words whose k neighbours are drawn at random, and how far it varies.

    A word is then a neighbour as often as Binomial(n - 1, q) says, q = k / (n - 1): its skewness is
    (1 - 2 q) / sqrt(k (1 - q)). That of n such counts lies within 1.96 sqrt(6 / n) of it, the
    second number, with 95 % certainty. k < n - 1.
    """
    share = k / (n - 1)
    return (1 - 2 * share) / math.sqrt(k * (1 - share)), 1.96 * math.sqrt(6 / n)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Agreement(Record):
    """Agreement of the neighbours of n words in two spaces.

    `before` and `after` (n, k) are rows, nearest first; `shared` (n,) how many of the k are in
    both; `hubs_before` and `hubs_after` (n,) the k-occurrences.
    """

    before: np.ndarray
    after: np.ndarray
    shared: np.ndarray
    hubs_before: np.ndarray
    hubs_after: np.ndarray

    @property
    def k(self) -> int:
        return self.before.shape[1]

    @property
    def overlap(self) -> float:
        """Mean share of neighbours that are kept, 0 to 1."""
        return float(self.shared.mean()) / self.k

    @property
    def by_chance(self) -> float:
        """Expected overlap where the words of one space are shuffled, k / (n - 1)."""
        return self.k / (len(self.before) - 1)

    @property
    def hubness(self) -> tuple[float, float]:
        """Skewness of the k-occurrences before and after."""
        return hubness(self.hubs_before), hubness(self.hubs_after)

    def frame(self, words: Sequence[str], p: np.ndarray) -> pd.DataFrame:
        """Tabulate by word: p, neighbours in both spaces, number shared, k-occurrences."""

        data: dict[str, Any] = {"p": p, "shared": self.shared}
        for when, near in (("before", self.before), ("after", self.after)):
            data[f"neighbours_{when}"] = [" ".join(words[i] for i in row) for row in near]
        data |= {"occurrences_before": self.hubs_before, "occurrences_after": self.hubs_after}
        return pd.DataFrame(data, index=pd.Index(list(words), name="word"))


def agreement(before: np.ndarray, after: np.ndarray, *, k: int = 10) -> Agreement:
    """Compare neighbours of the same n words in two spaces, (n, d) and (n, d'); k at most n - 1.

    Neighbours are the k other words of greatest cosine. Returns an `Agreement`: `overlap` is the
    mean over words of the share of the k that are neighbours in both spaces, `by_chance` its
    expected value were one space's words shuffled, k / (n - 1), `hubness` the skewness of how often
    a word is among the k of another (`zipfviz.explore.hubness`), before and after.
    """
    if len(before) != len(after):
        raise InputError(
            f"got {counted(len(before), 'words')} before and {len(after)} after; give the same."
        )
    k = min(k, len(before) - 1)
    a, b = nearest(before, k), nearest(after, k)
    shared = (a[:, :, None] == b[:, None, :]).any(axis=2).sum(axis=1)
    hubs = {"hubs_before": occurrences(a), "hubs_after": occurrences(b)}
    return Agreement(before=a, after=b, shared=shared, **hubs)


def word_similarities(
    space: WordSpace, method: MethodLike, *, row: int, options: Options | None = None
) -> np.ndarray:
    """Compute cosines of one word with all words after a method, (n,) float32, itself -inf.

    In blocks: no second copy of the vectors is made. Any of WORD_METHODS.
    """
    method = as_method(method, options)
    query = unit_rows(mapped_rows(space, method, rows=np.array([row])))[0]
    found = np.empty(len(space), np.float32)
    for rows in block_slices(len(space), space.d):
        at = np.arange(rows.start, rows.stop)
        found[rows] = unit_rows(mapped_rows(space, method, rows=at)) @ query
    found[row] = -np.inf
    return found


def move_table(
    words: Sequence[str], before: np.ndarray, after: np.ndarray, *, k: int = 10
) -> pd.DataFrame:
    """Tabulate what moved around one word, from its similarities (n,) to all words in two spaces.

    A row for each word among the k nearest in either: word, rank and cosine before and after, and
    `moved`: "stayed" in the k nearest, "came" or "left". Nearest after first, then those that left.
    """
    k = min(k, len(words) - 1)
    near = [_most(similar, k) for similar in (before, after)]
    rows = np.unique(np.concatenate(near))
    ranks = [_ranks(similar, rows) for similar in (before, after)]
    was, now = np.isin(rows, near[0]), np.isin(rows, near[1])
    frame = pd.DataFrame(
        {
            "word": [words[i] for i in rows],
            "rank_before": ranks[0],
            "rank_after": ranks[1],
            "cosine_before": before[rows],
            "cosine_after": after[rows],
            "moved": np.where(was & now, "stayed", np.where(now, "came", "left")),
        }
    )
    return frame.sort_values(["rank_after", "rank_before"], kind="stable", ignore_index=True)


def _most(similar: np.ndarray, k: int) -> np.ndarray:
    """Rows (k,) of the largest, in falling order; of equal ones the first rows."""
    least = np.partition(similar, len(similar) - k)[len(similar) - k]
    rows = np.flatnonzero(similar >= least)
    return rows[np.argsort(-similar[rows], kind="stable")][:k]


def _ranks(similar: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """1 + how many of all are larger than each of `rows`, (len(rows),)."""
    marks = np.sort(similar[rows])
    passed = np.bincount(np.searchsorted(marks, similar), minlength=len(marks) + 1)
    at_least = passed[::-1].cumsum()[::-1]  # how many are larger than so many of the marks
    return 1 + at_least[np.searchsorted(marks, similar[rows], side="right")]
