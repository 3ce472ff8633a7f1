"""Dimensions that words fill: TwoNN's intrinsic dimension, beside what a Gaussian is told to have.

two_nn(X)                                   # of any rows: .d with its interval .low, .high
dimension_view(space, words=4_000)          # of types and of tokens, under both priors
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.common.record import Record
from zipfviz.explore.projection import By, mapped_rows, sample_rows
from zipfviz.space.methods import MethodLike, as_method
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.moments import moments
from zipfviz.whitening.rounding import as_floats, row_norms, spacing
from zipfviz.whitening.symmetry import (
    SecondMoment,
    check_shrinkage,
    isoscore_of,
    isoscore_star_of,
    second_moment_of,
)

FEWEST = 3
"""Rows that two nearest neighbours take."""
MOST = 50_000
NORMAL = 1.959963984540054

PRIORS: dict[By, Literal["uniform", "zipfian"]] = {"types": "uniform", "tokens": "zipfian"}
"""The prior that a way of drawing words stands for."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Dimension(Record):
    """Intrinsic dimension `d` of `n` different rows, and the ends of its 95 % interval.

    All nan where it is undefined. `n_same` rows were left out, since others are equal to them up to
    rounding.
    """

    d: float
    low: float
    high: float
    n: int
    n_same: int = 0


def two_nn(X: ArrayLike) -> Dimension:
    """Estimate the intrinsic dimension of rows X (n, d) by TwoNN (Facco et al. 2017).

    d = n / sum_i ln(r2_i / r1_i), r1 and r2 the Euclidean distances from row i to its nearest and
    second nearest other row: the maximum likelihood where density is even as far as r2. Rows equal
    to an earlier one up to the rounding of their dtype are left out.

    The interval (95 %, normal in log d) takes the ratios of rows that are neighbours as dependent:
    the variance of the sum is that of its terms and twice the covariances over pairs (i, j) where
    one is among the other's two nearest. Were all independent, it would be n / d^2, which is too
    little: two rows nearest to each other have one r1.

    NaN for fewer than three different rows, or where each is as far from its second neighbour as
    from its first. Raises InputError unless X is a matrix of finite numbers.

    Examples
    --------
    >>> import numpy as np
    >>> import zipfviz
    >>> sheet = np.random.default_rng(0).normal(size=(2000, 2)) @ np.eye(2, 30)
    >>> round(zipfviz.two_nn(sheet).d)  # of the 30 dimensions it lies in
    2
    """
    X = as_floats(X)
    if X.ndim != 2 or X.shape[1] == 0:
        raise InputError(f"X: got shape {X.shape}, expected (n words, d dimensions) with d >= 1.")
    if not np.isfinite(X).all():
        raise InputError("X: holds what is not finite; leave these rows out or mend them.")
    rows = np.asarray(X, np.float64)
    rounding = 4 * spacing(X.dtype) * row_norms(rows)
    rows = rows - rows.mean(axis=0) if len(rows) else rows
    rows, near, r = _different(rows, rounding)
    n = len(rows)
    undefined = Dimension(d=math.nan, low=math.nan, high=math.nan, n=n, n_same=len(X) - n)
    if n < FEWEST:
        return undefined
    logs = np.log(r[:, 1] / r[:, 0])
    if not logs.sum() > 0:
        return undefined
    d = n / float(logs.sum())
    left = logs - logs.mean()
    linked = np.unique(np.sort(np.column_stack([np.repeat(np.arange(n), 2), near.ravel()])), axis=0)
    variance = float(left @ left) + 2 * float(left[linked[:, 0]] @ left[linked[:, 1]])
    spread = NORMAL * d * math.sqrt(max(variance, 0.0)) / n
    ends = {"low": d * math.exp(-spread), "high": d * math.exp(spread)}
    return Dimension(d=d, n=n, n_same=len(X) - n, **ends)


def _different(rows: np.ndarray, rounding: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows without those equal to an earlier one; their two nearest (n, 2) and distances (n, 2)."""
    from sklearn.neighbors import NearestNeighbors

    first = np.sort(np.unique(rows, axis=0, return_index=True)[1]) if len(rows) else np.arange(0)
    rows, rounding = rows[first], rounding[first]
    while len(rows) >= FEWEST:
        known = NearestNeighbors(n_neighbors=2, algorithm="brute").fit(rows)
        near = known.kneighbors(None, return_distance=False)
        # By their differences: the library's own distances cancel where two are near.
        r = np.stack([row_norms(rows[near[:, i]] - rows) for i in range(2)], axis=1)
        order = np.argsort(r, axis=1, kind="stable")
        near, r = np.take_along_axis(near, order, 1), np.take_along_axis(r, order, 1)
        later = (r[:, 0] <= rounding) & (near[:, 0] < np.arange(len(rows)))
        if not later.any():
            return rows, near, r
        rows, rounding = rows[~later], rounding[~later]
    return rows, np.empty((len(rows), 2), int), np.empty((len(rows), 2))


def gaussian_like(X: np.ndarray, *, seed: int = 0) -> np.ndarray:
    """Draw as many Gaussian rows as X (n, d) has, of its covariance, in its principal axes: (n, d).

    Distances, which are all that an intrinsic dimension takes, do not hang on the axes.
    """
    (m,) = moments(as_floats(X))
    scale = np.sqrt(np.maximum(np.linalg.eigvalsh(m.covariance), 0.0))
    drawn = np.random.default_rng(seed).standard_normal((len(X), len(scale)))
    return drawn * scale


@dataclass(frozen=True, kw_only=True, repr=False)
class DimensionView(Record):
    """How many dimensions the words fill, drawn one way and counted under the prior it stands for.

    `words` is the intrinsic dimension of `n` different words drawn `by` types or tokens, `gaussian`
    that of as many Gaussian vectors of the same covariance, which fill `rank` dimensions: what it
    falls short of that is the estimator's bias. `second` is the exact split of the mean squared
    length of all words under `prior`. `isoscore` and `isoscore_star` are those of the drawn words,
    the latter with their covariance shrunk by `zeta` towards that of all words under `prior`.
    """

    by: By
    prior: Literal["uniform", "zipfian"]
    n: int
    words: Dimension
    gaussian: Dimension
    rank: int
    second: SecondMoment
    isoscore: float
    isoscore_star: float
    zeta: float


def dimension_view(
    space: WordSpace,
    method: MethodLike = "raw",
    *,
    words: int = 4_000,
    zeta: float = 0.2,
    seed: int = 0,
) -> tuple[DimensionView, DimensionView]:
    """Measure the dimensions that words fill after a method: of types, then of tokens.

    Both draw as many different words, `words` or all if there are fewer: types each with equal
    probability, tokens as the first different words of running text. Their vectors, and Gaussian
    ones of the same covariance, go to `two_nn`. `zeta`, 0 to 1, is IsoScore*'s shrinkage. Raises
    InputError for other numbers, and for a method that needs a task.
    """
    method = as_method(method)
    if not 4 <= words <= MOST:
        raise InputError(
            f"cannot tell a dimension from {counted(words, 'words')}; choose 4 to {MOST:,}."
        )
    check_shrinkage(zeta)

    def drawn(by: By) -> tuple[Dimension, Dimension, np.ndarray]:
        X = mapped_rows(space, method, rows=np.sort(sample_rows(space, words, by=by, seed=seed)))
        (m,) = moments(X)
        return two_nn(X), two_nn(gaussian_like(X, seed=seed)), m.covariance

    both = space.analysis.cached(
        ("second moments", method),
        lambda: space.analysis.mapped_moments(space.analysis.word_map(method)),
    )
    views = []
    for m, (by, prior) in zip(both, PRIORS.items(), strict=True):
        key = ("intrinsic dimension", method, words, seed, by)
        found, gaussian, covariance = space.analysis.cached(key, partial(drawn, by))
        n = min(words, len(space))
        values = np.linalg.eigvalsh(covariance)[::-1]
        star = isoscore_star_of(covariance * n / max(n - 1, 1), zeta, m.covariance)
        level = len(values) * float(np.finfo(np.float32).eps) * float(values[0])
        view = DimensionView(
            by=by, prior=prior, n=n, words=found, gaussian=gaussian,
            rank=int((values > level).sum()), second=second_moment_of(m),
            isoscore=isoscore_of(np.maximum(values, 0.0)), isoscore_star=star, zeta=zeta,
        )  # fmt: skip
        views.append(view)
    return views[0], views[1]
