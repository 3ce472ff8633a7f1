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
from dataclasses import dataclass, replace

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.common.parallel import in_ranges
from zipfviz.common.record import Record
from zipfviz.whitening.rounding import EPS, spacing
from zipfviz.whitening.rows import Rows

# A float64 block of about 4 MB: large enough for BLAS, small enough to stay near the caches.
BLOCK_ELEMENTS = 1 << 19
# What is done number by number goes in parts of 256 KB: every step after the first finds them in
# the nearest caches.
PART_ELEMENTS = 1 << 15
#: Numbers below the one, and sums of squares below the other, have lost digits of their squares.
SMALLEST, VANISHED = 1e-145, 1e-280
#: So many rows, evenly through all, tell how large rows are.
SAMPLED = 512
#: The strongest prior q ~ p^t there is: twenty words of English then hold nine tenths of it.
STRONGEST = 2.0
TOO_LARGE = "the vectors are so large that their squares overflow; multiply all by 2.0**-500 first."


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
    try:
        q = np.asarray(p, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            f"{what}: holds more than numbers that float64 has; give one finite weight a row."
        ) from None
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
    largest = q.max(initial=0.0)
    if largest <= 0:
        raise InputError(f"{what}: all weights are 0; give at least one word some mass.")
    q = q / largest  # a sum of weights near 1e308 would overflow
    return q / q.sum()


def tempered(p: np.ndarray, strength: float) -> np.ndarray:
    """Temper a prior: q proportional to p^t, uniform at t = 0, Zipfian at t = 1; sums to 1.

    `p` is (n,) float64 with sum 1; t in [0, STRONGEST], beyond 1 steeper than Zipf's law. Words of
    weight 0 keep weight 0 for t > 0.
    """
    if not 0.0 <= strength <= STRONGEST:
        raise InputError(
            f"prior strength {strength:g} is outside 0 (uniform) to {STRONGEST:g}; 1 is Zipfian."
        )
    q = (p / p.max()) ** strength
    return q / q.sum()


def tempered_means(
    X: np.ndarray, p: np.ndarray, strengths: np.ndarray, *, origin: np.ndarray
) -> np.ndarray:
    """Mean of the rows of `X` (n, d) from `origin` (d,) under q ~ p^t for each t: (m, d) float64.

    One pass over the rows for all `strengths` (m,), each in [0, STRONGEST]; `p` (n,) sums to 1.
    """
    total, sums = np.zeros(len(strengths)), np.zeros((len(strengths), X.shape[1]))
    scaled = p / p.max()
    for rows in block_slices(len(p), max(X.shape[1], len(strengths))):
        weights = scaled[rows, None] ** strengths
        total += weights.sum(axis=0)
        sums += weights.T @ (X[rows] - origin)
    return sums / total[:, None]


@dataclass(frozen=True, kw_only=True, repr=False)
class Moments(Record):
    """Mean and covariance of rows under one prior.

    `weight` is the total weight merged so far (1 for a complete prior), `mean` (d,) float64,
    `covariance` (d, d) float64 with the normaliser sum q = 1 (ddof 0). `noise` (d,) is the variance
    that rounding the input to its dtype alone puts in each column, eps^2 E x_j^2; `n_rows` how many
    rows were added up.
    """

    weight: float
    mean: np.ndarray
    covariance: np.ndarray
    noise: np.ndarray
    n_rows: int

    @property
    def d(self) -> int:
        return len(self.mean)

    @property
    def variances(self) -> np.ndarray:
        """Variance of each column, (d,)."""
        return np.maximum(np.diagonal(self.covariance), 0.0)

    @property
    def mean_error(self) -> np.ndarray:
        """How far rounding may have put each entry of `mean` off, (d,).

        Its last digit, and the rounding of a sum of what is left about it: errors of n additions
        that do not lean one way grow as sqrt(n) (Higham & Mary 2019).
        """
        varies = self.variances > 0  # else the mean is exact
        return EPS * (np.abs(self.mean) * varies + np.sqrt(self.n_rows * self.variances))

    def as_exact(self) -> Moments:
        """The same, with the rows taken as they are: no variance is put down to their digits."""
        return replace(self, noise=np.zeros(self.d))

    def merge(self, other: Moments) -> Moments:
        """Merge with the moments of other rows (Chan, Golub & LeVeque 1983)."""
        weight, n_rows = self.weight + other.weight, self.n_rows + other.n_rows
        if weight == 0:
            return replace(self, n_rows=n_rows)
        share = other.weight / weight
        delta = other.mean - self.mean
        between = np.outer(delta, delta) * (share * (1 - share))
        return Moments(
            weight=weight,
            mean=self.mean + share * delta,
            covariance=(1 - share) * self.covariance + share * other.covariance + between,
            noise=(1 - share) * self.noise + share * other.noise,
            n_rows=n_rows,
        )


class _Running:
    """Weight, mean and scatter about that mean of the rows met so far, under one prior."""

    def __init__(self, d: int) -> None:
        self.weight, self.n_rows = 0.0, 0
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
            # Where all are equal the mean is that value itself, not as a sum of parts rounds.
            first = block[0 if q is None else int(q.argmax())].astype(np.float64)
            near = np.where(np.abs(first - near) <= EPS * len(block) * np.abs(near), first, near)
        left = np.zeros_like(near)
        for part in block_slices(len(block), block.shape[1], PART_ELEMENTS):
            centred = buffer[part]
            np.copyto(centred, block[part])
            centred -= near
            if q is not None:
                centred *= root[part, None]
            left += root[part] @ centred
        self.n_rows += len(block)
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

    def finished(self, spacing: float) -> Moments:
        covariance = self.scatter / self.weight if self.weight else self.scatter
        covariance = (covariance + covariance.T) / 2
        with np.errstate(over="ignore"):  # told with the covariance
            power = np.maximum(np.diagonal(covariance), 0.0) + self.mean**2
        return Moments(
            weight=self.weight,
            mean=self.mean,
            covariance=covariance,
            noise=spacing**2 * power,
            n_rows=self.n_rows,
        )


def moments(
    X: np.ndarray | Rows,
    priors: Sequence[np.ndarray | None] = (None,),
    *,
    input_spacing: float | None = None,
) -> tuple[Moments, ...]:
    """Compute moments of the rows of `X` under each of several priors, in one pass.

    Parameters
    ----------
    X : (n, d) array of floats, also a memory map; read in blocks, never copied whole.
    priors : for each result None (uniform) or (n,) float64 weights >= 0 in any unit.
    input_spacing : relative spacing of the numbers X was given in; that of its dtype by default.

    Raises InputError that names the first row holding a value that is not finite.
    """
    if len(X) == 0:
        raise InputError("there is no row to take moments of; give at least one vector.")
    found = complete(partial_moments(X, priors, input_spacing=input_spacing))
    if isinstance(X, np.ndarray) and any(m.variances.sum() < VANISHED for m in found):
        size = max((float(np.abs(X[rows]).max()) for rows in block_slices(*X.shape)), default=0.0)
        if 0 < size < SMALLEST:
            raise InputError(
                f"the largest number of the vectors is {size:.1g}, whose square float64 cannot "
                "hold; multiply all by 2.0**500 first."
            )
    return found


def complete(results: tuple[Moments, ...]) -> tuple[Moments, ...]:
    """Check that moments are those of rows of some weight, and finite; InputError otherwise."""
    if any(m.weight == 0 for m in results):
        raise InputError("all weights are 0; give at least one word some mass.")
    if not all(np.isfinite(m.covariance).all() for m in results):
        raise InputError(TOO_LARGE)
    return results


def partial_moments(
    X: np.ndarray | Rows,
    priors: Sequence[np.ndarray | None],
    first: int = 0,
    *,
    input_spacing: float | None = None,
) -> tuple[Moments, ...]:
    """Compute moments of some of the rows, to be merged: they may weigh nothing.

    `first` is the number of the first row in messages.
    """
    n, d = X.shape
    eps = spacing(X.dtype) if input_spacing is None else input_spacing

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
        return [each.finished(eps) for each in running]

    by_prior = zip(*in_ranges(n, d, of_range), strict=True)
    return tuple(functools.reduce(Moments.merge, parts) for parts in by_prior)


def _raise_not_finite(block: np.ndarray, first: int) -> None:
    bad = np.flatnonzero(~np.isfinite(block).all(axis=1))
    if bad.size:
        raise InputError(
            f"row {first + bad[0]} of the vectors holds a value that is not finite (NaN or "
            "inf); leave the word out or mend its vector."
        )
    raise InputError(TOO_LARGE)
