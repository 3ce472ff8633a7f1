"""Path of the average word from the uniform mean to the Zipfian centroid.

The plane is the one that holds both: its first axis runs from the mean over types to the mean over
tokens, its second along what varies most across that, under the uniform prior.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.record import Record
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.moments import block_slices, tempered_means
from zipfviz.whitening.spectra import eigensystem

STRENGTHS = 51
NEAREST = 10


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PriorPath(Record):
    """Path of the average word as the prior q ~ p^t goes from uniform to Zipfian.

    `positions` (n, 2) float32 are all words on the plane, the apparent mean at its origin, and
    `plane` (d, 2) its two directions, of length 1;
    `strengths` (m,) the t, from 0 to 1; `centroids` (m, 2) the mean under each, exact on the
    plane; `gaps` (m,) how far it is from the apparent mean in the whole space, and `typical` the
    mean length of a word's vector, each word counted once. `nearest` (m, k) are the rows of the k
    words whose vectors are nearest to each mean in the whole space, nearest first, and
    `distances` (m, k) how far they are.
    """

    positions: np.ndarray
    plane: np.ndarray
    strengths: np.ndarray
    centroids: np.ndarray
    gaps: np.ndarray
    typical: float
    nearest: np.ndarray
    distances: np.ndarray

    @property
    def gap(self) -> float:
        """Distance of the two ends, |mu_1 - mu_0|."""
        return float(self.gaps[-1])

    @property
    def share(self) -> float:
        """The gap in units of the typical length, |mu_1 - mu_0| / mean |w|; nan if all are 0."""
        return float(self.shares[-1])

    @property
    def shares(self) -> np.ndarray:
        """How far each mean is from the apparent mean, in units of the typical length, (m,)."""
        return self.in_lengths(self.gaps)

    def in_lengths(self, distance: np.ndarray) -> np.ndarray:
        """Distances in units of the typical length; nan if all vectors are 0."""
        return distance / (self.typical or np.nan)

    def frame(self, words: Sequence[str] | None = None) -> pd.DataFrame:
        """Tabulate t, place and gap; with the words of the space also the nearest, in one cell."""
        data: dict[str, Any] = {"x": self.centroids[:, 0], "y": self.centroids[:, 1]}
        data["gap"] = self.shares
        if words is not None:
            data["nearest"] = [" ".join(words[i] for i in row) for row in self.nearest]
        return pd.DataFrame(data, index=pd.Index(self.strengths, name="t"))


def prior_path(space: WordSpace, *, n_strengths: int = STRENGTHS) -> PriorPath:
    """Follow the mean of all words, mu_t under q ~ p^t, from t = 0 (uniform) to 1 (Zipfian).

    Returns a `PriorPath` of `n_strengths` even steps; its `share` is how far the two ends are
    apart in typical lengths, |mu_1 - mu_0| / mean |w|, each word counted once in that mean, and
    its `nearest` the ten words nearest to each mean by |w - mu_t|. Kept.

    Raises InputError for a space of one dimension, which has no plane.
    """
    if space.d < 2:
        raise InputError("vectors of one number have no plane; choose an embedding with more.")
    return space.analysis.cached(("prior path", n_strengths), lambda: _path(space, n_strengths))


def _path(space: WordSpace, n_strengths: int) -> PriorPath:
    uniform, zipfian = (space.analysis.moments(s) for s in (0.0, 1.0))
    delta = zipfian.mean - uniform.mean
    gap = float(np.linalg.norm(delta))
    if gap <= np.linalg.norm(uniform.mean_error + zipfian.mean_error):
        gap = 0.0  # the two priors are one, up to rounding
    system = space.analysis.eigensystem(0.0, exact=True)
    first = delta / gap if gap > 0 else system.vectors[:, 1]
    across = np.eye(space.d) - np.outer(first, first)
    rest = replace(uniform.as_exact(), covariance=across @ uniform.covariance @ across)
    second = eigensystem(rest).vectors[:, 0]
    plane = np.column_stack([first, second - first * (first @ second)])
    strengths = np.linspace(0, 1, n_strengths)
    means = tempered_means(space.vectors, space.p, strengths, origin=uniform.mean)
    means[strengths == 0] = 0.0
    means[strengths == 1] = delta
    if gap == 0:
        means[:] = 0.0
    positions = np.empty((len(space), 2), np.float32)
    near = _Nearest(means, min(NEAREST, len(space)))
    for rows in block_slices(len(space), max(space.d, n_strengths)):
        centred = space.vectors[rows] - uniform.mean
        positions[rows] = centred @ plane
        near.look(centred, rows.start)
    return PriorPath(
        positions=positions,
        plane=plane,
        strengths=strengths,
        centroids=means @ plane,
        gaps=np.linalg.norm(means, axis=1),
        typical=float(space.analysis.lengths("raw").mean()),
        nearest=near.rows,
        distances=np.sqrt(near.squares),
    )


class _Nearest:
    """The k rows nearest to each of m points (m, d), of the blocks of rows looked at."""

    def __init__(self, points: np.ndarray, k: int) -> None:
        self.k, self.points, self.own = k, points, np.square(points).sum(axis=1)
        self.rows = np.empty((len(points), 0), np.intp)
        self.squares = np.empty((len(points), 0))

    def look(self, X: np.ndarray, first: int) -> None:
        """Look at rows (n, d) of which `first` is the first one's number."""
        squares = np.square(X).sum(axis=1) - 2 * (self.points @ X.T) + self.own[:, None]
        numbers = np.broadcast_to(np.arange(first, first + len(X)), squares.shape)
        k = min(self.k, squares.shape[1])
        found = np.argpartition(squares, k - 1, axis=1)[:, :k]
        both = (
            np.hstack([self.squares, np.take_along_axis(squares, found, axis=1)]),
            np.hstack([self.rows, np.take_along_axis(numbers, found, axis=1)]),
        )
        order = np.lexsort((both[1], both[0]), axis=1)[:, : self.k]
        self.squares, self.rows = (np.take_along_axis(part, order, axis=1) for part in both)
        np.maximum(self.squares, 0.0, out=self.squares)
