"""Path of the average word from the uniform mean to the Zipfian centroid.

The plane is the one that holds both: its first axis runs from the mean over types to the mean over
tokens, its second along what varies most across that, under the uniform prior.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.record import Record
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.moments import block_slices, moments, tempered
from zipfviz.whitening.spectra import eigensystem

STRENGTHS = 21


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PriorPath(Record):
    """Path of the average word as the prior q ~ p^t goes from uniform to Zipfian.

    `positions` (n, 2) float32 are all words on the plane, the apparent mean at its origin;
    `strengths` (m,) the t, from 0 to 1; `centroids` (m, 2) the mean under each, exact on the
    plane; `gap` the distance between the two ends in the whole space, and `typical` the mean
    length of a word's vector, each word counted once.
    """

    positions: np.ndarray
    strengths: np.ndarray
    centroids: np.ndarray
    gap: float
    typical: float

    @property
    def share(self) -> float:
        """The gap in units of the typical length, |mu_1 - mu_0| / mean |w|; nan if all are 0."""
        return self.gap / self.typical if self.typical > 0 else float("nan")

    @property
    def shares(self) -> np.ndarray:
        """How far each centroid is from the apparent mean on the plane, in the same unit, (m,)."""
        return np.linalg.norm(self.centroids, axis=1) / (self.typical or np.nan)

    def frame(self) -> pd.DataFrame:
        data = {"x": self.centroids[:, 0], "y": self.centroids[:, 1], "gap": self.shares}
        return pd.DataFrame(data, index=pd.Index(self.strengths, name="t"))


def prior_path(space: WordSpace, *, n_strengths: int = STRENGTHS) -> PriorPath:
    """Follow the mean of all words, mu_t under q ~ p^t, from t = 0 (uniform) to 1 (Zipfian).

    Returns a `PriorPath` of `n_strengths` even steps; its `share` is how far the two ends are
    apart in typical lengths, |mu_1 - mu_0| / mean |w|, each word counted once in that mean. Kept.

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
    positions = np.empty((len(space), 2))
    for rows in block_slices(len(space), space.d):
        positions[rows] = (space.vectors[rows] - uniform.mean) @ plane
    strengths = np.linspace(0, 1, n_strengths)
    # A mean on the plane is the mean of the words on the plane: no more passes over the vectors.
    means = moments(positions, [tempered(space.p, float(t)) for t in strengths])
    typical = float(space.analysis.lengths("raw").mean())
    return PriorPath(
        positions=positions.astype(np.float32),
        strengths=strengths,
        centroids=np.array([mean.mean for mean in means]),
        gap=gap,
        typical=typical,
    )
