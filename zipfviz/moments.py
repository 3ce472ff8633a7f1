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


def _block_moments(block: np.ndarray, q: np.ndarray | None, buffer: np.ndarray) -> tuple:
    """(weight, mean, scatter about that mean) of one float64 block."""
    weight = float(len(block)) if q is None else float(q.sum())
    if weight == 0:
        return 0.0, np.zeros(block.shape[1]), np.zeros((block.shape[1],) * 2)
    mean = (block.sum(axis=0) if q is None else q @ block) / weight
    centred = np.subtract(block, mean, out=buffer[: len(block)])
    if q is not None:
        centred *= np.sqrt(q)[:, None]
    return weight, mean, centred.T @ centred


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
    totals: list[tuple[float, np.ndarray, np.ndarray]] | None = None
    eps = float(np.finfo(X.dtype).eps) if np.issubdtype(X.dtype, np.floating) else 0.0
    buffer = np.empty((0, 0))
    for rows in block_slices(n, d):
        block = np.asarray(X[rows], dtype=np.float64)
        if not np.isfinite(block.sum()):
            _raise_not_finite(X, rows)
        if row_map is not None:
            block = row_map(rows, block)
        if buffer.shape[0] < len(block) or buffer.shape[1:] != block.shape[1:]:
            buffer = np.empty_like(block)
        parts = [_block_moments(block, q if q is None else q[rows], buffer) for q in priors]
        totals = (
            parts if totals is None else [_merge(a, b) for a, b in zip(totals, parts, strict=True)]
        )
    assert totals is not None
    results = []
    for weight, mean, scatter in totals:
        if weight == 0:
            raise InputError("all weights are 0; give at least one word some mass.")
        covariance = scatter / weight
        covariance = (covariance + covariance.T) / 2
        power = float(np.trace(covariance) + mean @ mean)
        results.append(Moments(weight, mean, covariance, eps**2 * power))
    return tuple(results)


def _merge(a: tuple, b: tuple) -> tuple:
    """Merge (weight, mean, scatter) of two blocks without dividing the scatter."""
    (wa, ma, sa), (wb, mb, sb) = a, b
    weight = wa + wb
    if weight == 0:
        return a
    delta = mb - ma
    sa += sb
    sa += np.outer(delta, delta * (wa * wb / weight))
    return weight, ma + delta * (wb / weight), sa


def _raise_not_finite(X: np.ndarray, rows: slice) -> None:
    block = np.asarray(X[rows], dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(block).all(axis=1))
    if bad.size:
        raise InputError(
            f"row {rows.start + bad[0]} of the vectors holds a value that is not finite; "
            "leave the word out or mend its vector."
        )
    raise InputError("the vectors are so large that their sum overflows; scale them down first.")
