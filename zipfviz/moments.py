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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from zipfviz.errors import InputError

__all__ = ["Moments", "block_slices", "check_prior", "moments", "tempered"]

# A float64 block of about 4 MB: large enough for BLAS, small enough to stay near the caches.
BLOCK_ELEMENTS = 1 << 19


def block_slices(n: int, d: int, elements: int = BLOCK_ELEMENTS) -> Iterator[slice]:
    """Slices that cover `n` rows in blocks of about `elements` numbers."""
    rows = max(256, elements // max(d, 1))
    for start in range(0, n, rows):
        yield slice(start, min(start + rows, n))


def check_prior(
    p: np.ndarray | Sequence[float] | None, n: int, what: str = "p"
) -> np.ndarray | None:
    """Weights of `n` words as float64 with sum 1, or None for the uniform prior.

    Raises InputError for a wrong length, a negative or non-finite weight, or no mass at all.
    """
    if p is None:
        return None
    q = np.asarray(p, dtype=np.float64)
    if q.shape != (n,):
        raise InputError(f"{what}: got shape {q.shape}, expected one weight for each of {n} rows.")
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
    """The prior q proportional to p^t, from uniform (t = 0) to Zipfian (t = 1); sums to 1.

    `p` is (n,) float64 with sum 1. Words of weight 0 keep weight 0 for t > 0.
    """
    if not 0.0 <= strength <= 1.0:
        raise InputError(f"prior strength {strength:g} is outside 0 (uniform) to 1 (Zipfian).")
    q = p**strength
    return q / q.sum()


@dataclass(frozen=True)
class Moments:
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
        """Eigenvalues at or below this are null directions: never divide by them.

        The larger of the rounding error of the eigenproblem (d eps64 lambda_max, bounded by the
        trace) and the variance that rounding the input to its dtype alone puts in every direction.
        """
        eps = float(np.finfo(np.float64).eps)
        return max(self.d * eps * float(np.trace(self.covariance)), self.resolution)

    def merge(self, other: Moments) -> Moments:
        """Moments of both sets of rows together (Chan, Golub & LeVeque 1983)."""
        weight = self.weight + other.weight
        if weight == 0:
            return self
        share = other.weight / weight
        delta = other.mean - self.mean
        between = np.outer(delta, delta) * (share * (1 - share))
        return Moments(
            weight,
            self.mean + share * delta,
            (1 - share) * self.covariance + share * other.covariance + between,
            max(self.resolution, other.resolution),
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
        centred = buffer[: len(block)]
        np.copyto(centred, block)
        root = np.ones(len(block)) if q is None else np.sqrt(q)
        weight = float(root @ root)
        if weight > self.weight:
            near = root @ (centred if q is None else centred * root[:, None]) / weight
        else:
            near = self.mean
        centred -= near
        if q is not None:
            centred *= root[:, None]
        left = root @ centred
        if not np.isfinite(left).all():
            return False
        if weight > 0:
            left /= weight
            np.matmul(centred.T, centred, out=self._product)
            self._merge(weight, near, left)
        return True

    def _merge(self, weight: float, near: np.ndarray, left: np.ndarray) -> None:
        """Merge a block of mean near + left whose scatter about `near` is in `_product`."""
        total = self.weight + weight
        self.scatter += self._product
        if near is self.mean:
            # Both scatters are about the same point: move it to the mean of all.
            delta = left * (weight / total)
            self.scatter -= np.multiply.outer(delta, delta * total, out=self._product)
        else:
            delta = near + left - self.mean
            self.scatter -= np.multiply.outer(left, left * weight, out=self._product)
            self.scatter += np.multiply.outer(
                delta, delta * (self.weight * weight / total), out=self._product
            )
            delta *= weight / total
        self.mean = self.mean + delta
        self.weight = total


def moments(
    X: np.ndarray,
    priors: Sequence[np.ndarray | None] = (None,),
    *,
    row_map: Callable[[slice, np.ndarray], np.ndarray] | None = None,
) -> tuple[Moments, ...]:
    """Moments of the rows of `X` under each of several priors, in one pass.

    Parameters
    ----------
    X : (n, d) array of floats, also a memory map; read in blocks, never copied whole.
    priors : for each result None (uniform) or (n,) float64 weights >= 0 in any unit.
    row_map : (slice, float64 block) -> float64 block; moments are then those of the mapped rows.

    Raises InputError that names the first row holding a value that is not finite.
    """
    n, d = X.shape
    if n == 0:
        raise InputError("there is no row to take moments of; give at least one vector.")
    running: list[_Running] = []
    buffer = np.empty((0, 0))
    with np.errstate(invalid="ignore", over="ignore"):  # what is not finite is told below
        for rows in block_slices(n, d):
            block = np.asarray(X[rows])
            if row_map is not None:
                block = row_map(rows, block.astype(np.float64))
            if not running:
                running = [_Running(block.shape[1]) for _ in priors]
                buffer = np.empty(block.shape)
            for each, q in zip(running, priors, strict=True):
                if not each.add(block, q if q is None else q[rows], buffer):
                    _raise_not_finite(X, rows)
    return tuple(_finished(each, X.dtype) for each in running)


def _finished(running: _Running, dtype: np.dtype) -> Moments:
    if running.weight == 0:
        raise InputError("all weights are 0; give at least one word some mass.")
    covariance = running.scatter / running.weight
    covariance = (covariance + covariance.T) / 2
    eps = float(np.finfo(dtype).eps) if np.issubdtype(dtype, np.floating) else 0.0
    power = float(np.trace(covariance) + running.mean @ running.mean)
    return Moments(running.weight, running.mean, covariance, eps**2 * power)


def _raise_not_finite(X: np.ndarray, rows: slice) -> None:
    block = np.asarray(X[rows], dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(block).all(axis=1))
    if bad.size:
        raise InputError(
            f"row {rows.start + bad[0]} of the vectors holds a value that is not finite; "
            "leave the word out or mend its vector."
        )
    raise InputError("the vectors are so large that their sum overflows; scale them down first.")
