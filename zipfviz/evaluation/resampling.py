"""Spearman's and Pearson's coefficients where the texts of pairs are drawn again, exact and fast.

A resample draws as many texts as there are, with replacement; a pair of texts i and j then stands
there m_i m_j times, a text beside its own copy is no pair. A pair is kept with how often it stands
there. Ranks need no sorting then: with pairs in the order of their value and m_k of the k-th
distinct value, all of these have the mid-rank  m_1 + ... + m_(k-1) + (m_k + 1)/2. Doubled and
centred it is a whole number, so Spearman's rho of every resample is that of its own pairs, to the
last rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from zipfviz.evaluation.coefficients import correlate_finite, standardised

RESAMPLES = 10_000
# A block of counts is at most 32 MB, and a row of it stays in the first cache.
BLOCK_ELEMENTS = 1 << 22
BLOCK_RESAMPLES = 1_000


def resampled_coefficients(
    x: np.ndarray,
    y: np.ndarray,
    pairs: np.ndarray,
    n_resamples: int = RESAMPLES,
    seed: int | Sequence[int] = 0,
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Correlate each row of `x` with `y` in the same resamples of the texts of their pairs.

    `x` is (m, n_pairs), `y` (n_pairs,), float64; `pairs` (n_pairs, 2) numbers the texts from 0.
    Yields (rho, r), each (m, k), for blocks of k resamples, `n_resamples` in all; nan where a
    resample is constant. `seed` as for `numpy.random.default_rng`.
    """
    y_order, x_orders = _ascending(y), [_ascending(row) for row in x]
    products = _products(x, y)
    for counts in resample_counts(pairs, n_resamples, seed):
        ranks = _FixedRanks.of(counts, y_order)
        rho = np.array([ranks.spearman(order) for order in x_orders])
        r = _pearson(products, counts)
        # Where one far value was not drawn, what is left of the others' variance has no digits.
        for i, j in np.argwhere(np.isnan(r) & np.isfinite(rho.reshape(r.shape))):
            drawn = np.repeat(np.arange(len(y)), counts[:, j].astype(np.intp))
            r[i, j] = correlate_finite(x[i, drawn], y[drawn])
        yield rho.reshape(r.shape), r


def resample_counts(
    pairs: np.ndarray, n_resamples: int = RESAMPLES, seed: int | Sequence[int] = 0
) -> Iterator[np.ndarray]:
    """Draw texts again: how often each pair stands in each resample, blocks (n_pairs, resamples).

    `pairs` (n_pairs, 2) numbers the texts from 0. Each resample draws as many texts as there are,
    with replacement; a pair of a text with itself stands there as often as that text. Equal
    arguments give equal resamples.
    """
    rng = np.random.default_rng(seed)
    n_texts = int(pairs.max(initial=-1)) + 1
    size = min(BLOCK_RESAMPLES, max(1, BLOCK_ELEMENTS // max(len(pairs), 1)))
    first, second = pairs.T
    apart = (first != second)[:, None]
    for start in range(0, n_resamples if n_texts else 0, size):
        k = min(size, n_resamples - start)
        drawn = rng.integers(n_texts, size=(k, n_texts))
        drawn += (np.arange(k) * n_texts)[:, None]
        m = np.bincount(drawn.ravel(), minlength=k * n_texts).reshape(k, n_texts)
        m = m.T.astype(np.float64, order="C")
        yield m[first] * np.where(apart, m[second], 1.0)


def percentile_interval(draws: np.ndarray, level: float = 0.95) -> tuple[float, float]:
    """Find the central interval that holds `level` of the finite draws; nan where there is none."""
    finite = draws[np.isfinite(draws)]
    if not len(finite):
        return math.nan, math.nan
    low, high = np.quantile(finite, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _ascending(values: np.ndarray) -> list[np.ndarray]:
    """The places of each distinct value in (n_pairs,) values, from the smallest value on."""
    order = np.argsort(values, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(values[order])) + 1)


@dataclass(frozen=True, eq=False)
class _FixedRanks:
    """What is common to every row of x: y ranked in a block of resamples.

    Ranks are doubled and centred, 2 rank - (n + 1), so that they are whole and sum to 0.
    `counts` and `weighted` (the count of each pair times its rank) are (n_pairs, resamples);
    `total` (resamples,) sums the counts, `cubes` their cubes, `power` the squares of the ranks.
    """

    counts: np.ndarray
    weighted: np.ndarray
    total: np.ndarray
    cubes: np.ndarray
    power: np.ndarray

    @classmethod
    def of(cls, counts: np.ndarray, order: list[np.ndarray]) -> _FixedRanks:
        total = counts.sum(axis=0)
        weighted = np.empty_like(counts)
        below, cubes = np.zeros((2, counts.shape[1]))
        for pairs in order:
            mass = counts[pairs].sum(axis=0)
            weighted[pairs] = counts[pairs] * (2 * below + mass - total)
            cubes += mass**3
            below += mass
        own = np.einsum("ij,ij,ij->j", counts, counts, counts)
        return cls(counts, weighted, total, own, _power(total, cubes))

    def spearman(self, order: list[np.ndarray]) -> np.ndarray:
        """Rho of values in this order with y, (resamples,); nan where either is constant."""
        below, shared = np.zeros((2, len(self.power)))
        cubes = self.cubes.copy()
        ranks, product = np.empty((2, len(self.power)))
        for pairs in order:
            if len(pairs) == 1:
                mass, weighted = self.counts[pairs[0]], self.weighted[pairs[0]]
            else:
                tied = self.counts[pairs]
                mass, weighted = tied.sum(axis=0), self.weighted[pairs].sum(axis=0)
                cubes += mass**3 - (tied**3).sum(axis=0)
            # 2 below + mass; centring is left out, since the weighted ranks sum to 0.
            np.add(below, below, out=ranks)
            ranks += mass
            below += mass
            np.multiply(weighted, ranks, out=product)
            shared += product
        power = _power(self.total, cubes) * self.power
        return np.divide(shared, np.sqrt(power), out=np.full(len(power), np.nan), where=power > 0)


def _power(total: np.ndarray, cubes: np.ndarray) -> np.ndarray:
    """Sum of squares of the doubled, centred mid-ranks of n draws: (n^3 - sum of m_k^3) / 3."""
    return (total**3 - cubes) / 3


def _products(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """What Pearson's r of a resample needs: rows x, y, x^2, y^2, xy, (3 m + 2, n_pairs).

    From x (m, n_pairs) and y (n_pairs,), standardised so that no digits are lost.
    """
    both = np.array([np.nan_to_num(standardised(row)) for row in np.vstack([x, y])])
    return np.vstack([both, both**2, both[:-1] * both[-1]])


def _pearson(products: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """r of each row of x with y, (m, resamples); nan where a variance is lost in its rounding."""
    means = products @ counts / np.maximum(counts.sum(axis=0), 1.0)
    m = (len(means) - 2) // 3
    first, second, product = means[: m + 1], means[m + 1 : 2 * m + 2], means[2 * m + 2 :]
    variance = second - first**2
    # A constant resample has variance 0 but for the rounding of its mean square, and one that small
    # beside it has fewer than eight digits.
    variance[variance <= 1e-8 * np.maximum(second, 1.0)] = np.nan
    shared = product - first[:-1] * first[-1]
    return shared / np.sqrt(variance[:-1] * variance[-1])
