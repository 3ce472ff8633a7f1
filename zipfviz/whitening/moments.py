"""Weighted first and second moments of the rows of a matrix, in one pass over blocks.

Everything in the paper is an expected value under a prior q over words (q_i = 1/n or q_i = p_i):

    mean         mu    = sum_i q_i w_i
    covariance   Sigma = sum_i q_i (w_i - mu)(w_i - mu)^T

This module is the only place where such sums over words are made. Sums are float64 whatever the
vectors are. Each block is centred on its own mean before its products are taken and blocks are
merged by the pairwise update of Chan, Golub & LeVeque (1983), so a mean far from zero costs no
digits and batches, files and workers can be merged in any order.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.common.parallel import in_ranges
from zipfviz.common.record import Record

# A float64 block of about 4 MB: large enough for BLAS, small enough to stay near the caches.
BLOCK_ELEMENTS = 1 << 19
# What is done number by number goes in parts of 256 KB: every step after the first finds them in
# the nearest caches.
PART_ELEMENTS = 1 << 15


def block_slices(n: int | slice, d: int, elements: int = BLOCK_ELEMENTS) -> Iterator[slice]:
    """Yield slices of `n` rows, or of a range, of about `elements` numbers, never under 64 rows."""
    part = n if isinstance(n, slice) else slice(0, n)
    rows = max(64, elements // max(d, 1))
    for start in range(part.start, part.stop, rows):
        yield slice(start, min(start + rows, part.stop))


def check_prior(
    p: np.ndarray | Sequence[float] | None, n: int, what: str = "p"
) -> np.ndarray | None:
    """Validate and normalise the weights of `n` words: float64 with sum 1, or None for uniform.

    Raises InputError for a wrong length, a negative or non-finite weight, or no mass at all.
    """
    if p is None:
        return None
    q = np.asarray(p, dtype=np.float64)
    if q.shape != (n,):
        raise InputError(
            f"{what}: got shape {q.shape}, expected one weight for each of {counted(n, 'rows')}."
        )
    bad = np.flatnonzero(~np.isfinite(q) | (q < 0))
    if bad.size:
        raise InputError(
            f"{what}: weight {q[bad[0]]:g} at position {bad[0]} is not a frequency; "
            "give finite weights >= 0."
        )
    total = q.sum()
    if total <= 0:
        raise InputError(f"{what}: all weights are 0; give at least one word some mass.")
    return q / total


def tempered(p: np.ndarray, strength: float) -> np.ndarray:
    """Temper a prior: q proportional to p^t, from uniform (t = 0) to Zipfian (t = 1); sums to 1.

    `p` is (n,) float64 with sum 1. Words of weight 0 keep weight 0 for t > 0.
    """
    if not 0.0 <= strength <= 1.0:
        raise InputError(f"prior strength {strength:g} is outside 0 (uniform) to 1 (Zipfian).")
    q = p**strength
    return q / q.sum()


@dataclass(frozen=True, kw_only=True, repr=False)
class Moments(Record):
    """Mean and covariance of rows under one prior.

    `weight` is the total weight merged so far (1 for a complete prior), `mean` (d,) float64,
    `covariance` (d, d) float64 with the normaliser sum q = 1 (ddof 0). `resolution` is the
    variance below which a direction is rounding noise of the input's dtype (see `null_level`).
    """

    weight: float
    mean: np.ndarray
    covariance: np.ndarray
    resolution: float = 0.0

    @property
    def d(self) -> int:
        return len(self.mean)

    @property
    def null_level(self) -> float:
        """Level at or below which an eigenvalue is a null direction, never to be divided by.

        The larger of the rounding error of the eigenproblem (d eps64 lambda_max, bounded by the
        trace) and the variance that rounding the input to its dtype alone puts in every direction.
        """
        eps = float(np.finfo(np.float64).eps)
        return max(self.d * eps * float(np.trace(self.covariance)), self.resolution)

    def merge(self, other: Moments) -> Moments:
        """Merge with the moments of other rows (Chan, Golub & LeVeque 1983)."""
        weight = self.weight + other.weight
        if weight == 0:
            return self
        share = other.weight / weight
        delta = other.mean - self.mean
        between = np.outer(delta, delta) * (share * (1 - share))
        return Moments(
            weight=weight,
            mean=self.mean + share * delta,
            covariance=(1 - share) * self.covariance + share * other.covariance + between,
            resolution=max(self.resolution, other.resolution),
        )


class _Running:
    """Weight, mean and scatter about that mean of the rows met so far, under one prior."""

    def __init__(self, d: int) -> None:
        self.weight = 0.0
        self.mean = np.zeros(d)
        self.scatter = np.zeros((d, d))
        self._product = np.empty((d, d))

    def add(self, block: np.ndarray, q: np.ndarray | None, buffer: np.ndarray) -> bool:
        """Take in one block (rows, d) with weights q (rows,); False if a value is not finite.

        The block is centred near its mean: on the mean so far, unless the block outweighs all that
        came before it, then on its own. What is left of its mean is taken off the products, so
        the rounding stays that of sums about the final mean.
        """
        ones = np.ones(len(block))
        root = ones if q is None else np.sqrt(q)
        weight = float(len(block)) if q is None else float(q.sum())
        near = self.mean
        if weight > self.weight:
            near = ((ones if q is None else q) / weight) @ block.astype(np.float64, copy=False)
        left = np.zeros_like(near)
        for part in block_slices(len(block), block.shape[1], PART_ELEMENTS):
            centred = buffer[part]
            np.copyto(centred, block[part])
            centred -= near
            if q is not None:
                centred *= root[part, None]
            left += root[part] @ centred
        if not np.isfinite(left).all():
            return False
        if weight > 0:
            centred = buffer[: len(block)]
            np.matmul(centred.T, centred, out=self._product)
            self._merge(weight, near, left / weight)
        return True

    def _merge(self, weight: float, near: np.ndarray, left: np.ndarray) -> None:
        """Merge a block of mean near + left whose scatter about `near` is in `_product`."""
        total = self.weight + weight
        delta = near + left - self.mean
        self.scatter += self._product
        if near is self.mean:  # both scatters are about one point: move it to the mean of all
            self._add_outer(left, -weight * weight / total)
        else:
            self._add_outer(left, -weight)
            self._add_outer(delta, self.weight * weight / total)
        self.mean = self.mean + delta * (weight / total)
        self.weight = total

    def _add_outer(self, x: np.ndarray, factor: float) -> None:
        self.scatter += np.multiply.outer(x, x * factor, out=self._product)

    def finished(self, dtype: np.dtype) -> Moments:
        covariance = self.scatter / self.weight if self.weight else self.scatter
        covariance = (covariance + covariance.T) / 2
        eps = float(np.finfo(dtype).eps) if np.issubdtype(dtype, np.floating) else 0.0
        power = float(np.trace(covariance) + self.mean @ self.mean)
        return Moments(
            weight=self.weight, mean=self.mean, covariance=covariance, resolution=eps**2 * power
        )


def moments(X: np.ndarray, priors: Sequence[np.ndarray | None] = (None,)) -> tuple[Moments, ...]:
    """Compute moments of the rows of `X` under each of several priors, in one pass.

    Parameters
    ----------
    X : (n, d) array of floats, also a memory map; read in blocks, never copied whole.
    priors : for each result None (uniform) or (n,) float64 weights >= 0 in any unit.

    Raises InputError that names the first row holding a value that is not finite.
    """
    if len(X) == 0:
        raise InputError("there is no row to take moments of; give at least one vector.")
    return complete(partial_moments(X, priors))


def complete(results: tuple[Moments, ...]) -> tuple[Moments, ...]:
    """Check that moments are those of rows of some weight; InputError otherwise."""
    if any(m.weight == 0 for m in results):
        raise InputError("all weights are 0; give at least one word some mass.")
    return results


def partial_moments(
    X: np.ndarray, priors: Sequence[np.ndarray | None], first: int = 0
) -> tuple[Moments, ...]:
    """Compute moments of some of the rows, to be merged: they may weigh nothing.

    `first` is the number of the first row in messages.
    """
    n, d = X.shape

    def of_range(part: slice) -> list[Moments]:
        running = [_Running(d) for _ in priors]
        buffer = np.empty((0, 0))
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite is told below
            for rows in block_slices(part, d):
                block = np.asarray(X[rows])
                buffer = buffer if buffer.size else np.empty(block.shape)
                for each, q in zip(running, priors, strict=True):
                    if not each.add(block, q if q is None else q[rows], buffer):
                        _raise_not_finite(block, first + rows.start)
        return [each.finished(X.dtype) for each in running]

    by_prior = zip(*in_ranges(n, d, of_range), strict=True)
    return tuple(functools.reduce(Moments.merge, parts) for parts in by_prior)


def scaled_moments(
    X: np.ndarray, mean: np.ndarray, scale: np.ndarray, priors: Sequence[np.ndarray | None]
) -> tuple[Moments, ...]:
    """Compute moments of rows scale_i (x_i - mean) under each of several priors, in one pass.

    These measure a space and are divided by nothing, so products are made in the dtype of `X`
    (n, d) within a block, and summed in float64 over blocks. `scale` (n,) >= 0 and `priors` are
    float64, an entry None is the uniform prior. Nothing is centred a second time.
    """
    n, d = X.shape
    dtype = np.dtype(np.float32 if X.dtype == np.float32 else np.float64)
    near = mean.astype(dtype)
    left = (near - mean).astype(dtype)

    def of_range(part: slice) -> list[tuple[float, np.ndarray, np.ndarray]]:
        sums = [(np.zeros(1), np.zeros(d), np.zeros((d, d))) for _ in priors]
        product = np.empty((d, d), dtype)
        about = weighted = np.empty((0, d), dtype)
        for rows in block_slices(part, d):
            size = rows.stop - rows.start
            if size > len(about):
                about, weighted = np.empty((2, size, d), dtype)
            for each in block_slices(size, d, PART_ELEMENTS):
                np.subtract(X[rows][each], near, out=about[each])
                about[each] += left
            for (weight, total, scatter), q in zip(sums, priors, strict=True):
                root = np.ones(size) if q is None else np.sqrt(q[rows])
                factor = (root * scale[rows]).astype(dtype)[:, None]
                for each in block_slices(size, d, PART_ELEMENTS):
                    np.multiply(about[each], factor[each], out=weighted[each])
                    total += root[each].astype(dtype) @ weighted[each]
                weight += root @ root
                scatter += np.matmul(weighted[:size].T, weighted[:size], out=product)
        return [(float(weight[0]), total, scatter) for weight, total, scatter in sums]

    results = []
    for parts in zip(*in_ranges(n, d, of_range), strict=True):
        weight, total, scatter = (sum(values) for values in zip(*parts, strict=True))
        mean_of_scaled = total / weight
        covariance = scatter / weight - np.outer(mean_of_scaled, mean_of_scaled)
        results.append(
            Moments(weight=weight, mean=mean_of_scaled, covariance=(covariance + covariance.T) / 2)
        )
    return tuple(results)


def _raise_not_finite(block: np.ndarray, first: int) -> None:
    bad = np.flatnonzero(~np.isfinite(block).all(axis=1))
    if bad.size:
        raise InputError(
            f"row {first + bad[0]} of the vectors holds a value that is not finite (NaN or "
            "inf); leave the word out or mend its vector."
        )
    raise InputError("the vectors are so large that their sum overflows; scale them down first.")
