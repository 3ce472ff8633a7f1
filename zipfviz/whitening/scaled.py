"""Compute moments of rows that are mapped or rescaled one by one before averaging."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zipfviz.common.parallel import SMALL, in_ranges
from zipfviz.whitening.affine import Affine
from zipfviz.whitening.moments import PART_ELEMENTS, SAMPLED, Moments, block_slices, moments
from zipfviz.whitening.rounding import SAFE
from zipfviz.whitening.rows import Rows


class Turned(Rows):
    """Rows scale_i (x_i - mean) A of X (n, d), made when they are read, all in float64."""

    dtype = np.dtype(np.float64)

    def __init__(self, X: np.ndarray, affine: Affine, scale: np.ndarray | None = None) -> None:
        self.shape = (X.shape[0], affine.d_out)
        self._X, self._affine, self._scale = X, affine, scale

    def __getitem__(self, rows: slice) -> np.ndarray:
        Y = self._affine.rows(self._X[rows])
        return Y if self._scale is None else Y * self._scale[rows, None]


def scaled_moments(
    X: np.ndarray, mean: np.ndarray, scale: np.ndarray, priors: Sequence[np.ndarray | None]
) -> tuple[Moments, ...]:
    """Compute moments of rows scale_i (x_i - mean) under each of several priors, in one pass.

    `scale` (n,) >= 0 and `priors` are float64, an entry None is the uniform prior. Many float32
    rows are multiplied in float32 within a block, and summed in float64 over blocks, where that
    costs no digit that a measure of a space shows: their size is far from the ends of float32, and
    their mean is no longer than they are wide. All others go through float64, and are centred
    before they are squared.
    """
    n, d = X.shape
    if X.dtype == np.float32 and n * d > SMALL:
        some = slice(None, None, max(1, n // SAMPLED))
        sample = scale[some, None] * (np.asarray(X[some]) - mean)
        spread, middle = sample.std(axis=0), np.abs(sample.mean(axis=0))
        low, high = SAFE[X.dtype]
        if low < spread.min() and spread.max() < high and (middle < 4 * spread).all():
            found = _in_float32(X, mean, scale, priors)
            if all(np.isfinite(m.covariance).all() for m in found):
                return found
    return moments(Turned(X, Affine(mean), scale), priors)


def _in_float32(
    X: np.ndarray, mean: np.ndarray, scale: np.ndarray, priors: Sequence[np.ndarray | None]
) -> tuple[Moments, ...]:
    n, d = X.shape
    near = mean.astype(np.float32)
    left = (near - mean).astype(np.float32)

    def of_range(part: slice) -> list[tuple[float, np.ndarray, np.ndarray]]:
        sums = [(np.zeros(1), np.zeros(d), np.zeros((d, d))) for _ in priors]
        product = np.empty((d, d), np.float32)
        about = weighted = np.empty((0, d), np.float32)
        with np.errstate(over="ignore", invalid="ignore"):  # told by what is not finite
            for rows in block_slices(part, d):
                size = rows.stop - rows.start
                if size > len(about):
                    about, weighted = np.empty((2, size, d), np.float32)
                for each in block_slices(size, d, PART_ELEMENTS):
                    np.subtract(X[rows][each], near, out=about[each])
                    about[each] += left
                for (weight, total, scatter), q in zip(sums, priors, strict=True):
                    root = np.ones(size) if q is None else np.sqrt(q[rows])
                    factor = (root * scale[rows]).astype(np.float32)[:, None]
                    for each in block_slices(size, d, PART_ELEMENTS):
                        np.multiply(about[each], factor[each], out=weighted[each])
                        total += root[each].astype(np.float32) @ weighted[each]
                    weight += root @ root
                    scatter += np.matmul(weighted[:size].T, weighted[:size], out=product)
        return [(float(weight[0]), total, scatter) for weight, total, scatter in sums]

    results = []
    for parts in zip(*in_ranges(n, d, of_range), strict=True):
        weight, total, scatter = (sum(values) for values in zip(*parts, strict=True))
        mean_of_scaled = total / weight
        covariance = scatter / weight - np.outer(mean_of_scaled, mean_of_scaled)
        results.append(
            Moments(
                weight=weight,
                mean=mean_of_scaled,
                covariance=(covariance + covariance.T) / 2,
                noise=np.zeros(d),
                n_rows=n,
            )
        )
    return tuple(results)
