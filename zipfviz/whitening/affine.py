"""Affine maps x -> (x - mean) A of centering, whitening and all-but-the-top.

Each constructor takes the moments under one prior and nothing else: the uniform and the Zipfian
transform differ only in the moments handed in. `row_statistics` takes lengths and unit vectors of
the mapped rows.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.parallel import SMALL, in_ranges
from zipfviz.common.record import Record
from zipfviz.whitening.moments import SAMPLED, Moments, block_slices
from zipfviz.whitening.rounding import EPS, SAFE, row_norms, zero_level
from zipfviz.whitening.spectra import Eigensystem, eigensystem

# Blocks of mapped rows are smaller than those of moments: all steps then stay in the caches.
MAPPED_ELEMENTS = 1 << 17
# A float32 row shorter than this share of the parts it is made from has fewer than five digits.
CANCELS = 1e-3

Rotation = Literal["pca", "zca"]


def working_dtype(X: np.ndarray) -> np.dtype:
    """Dtype that mapped rows of `X` come out in: its own if float32 or float64, else float64."""
    return X.dtype if X.dtype in SAFE else np.dtype(np.float64)


@dataclass(frozen=True, repr=False)
class Affine(Record):
    """Affine map x -> (x - mean) @ matrix of rows; a row that is zero up to rounding becomes 0.

    `mean` is (d,) float64, `matrix` (d, k) float64 or None for the identity.

    `removed` (d, few) float64 columns at right angles, none longer than 1, or None: where the
    matrix is I - removed removed^T, rows are mapped by two thin products instead. `mean_error` (d,)
    is how far rounding may have put the mean off, its last digit where it is None.

    A mapped row is zero where its length is at the rounding of what it was made from: see
    `rounding.zero_level`, with |x - mean| for the parts and |matrix| for the gain, and the error of
    the mean beside it.
    """

    mean: np.ndarray
    matrix: np.ndarray | None = None
    removed: np.ndarray | None = None
    mean_error: np.ndarray | None = None

    @property
    def d_out(self) -> int:
        return len(self.mean) if self.matrix is None else self.matrix.shape[1]

    @cached_property
    def gain(self) -> np.ndarray | None:
        """Sizes of what an entry of a row is multiplied by on its way, (d, k); None for 1."""
        if self.removed is not None:
            return np.eye(len(self.mean)) + np.abs(self.removed) @ np.abs(self.removed).T
        return None if self.matrix is None else np.abs(self.matrix)

    @property
    def error(self) -> np.ndarray:
        """How far the mean may be off, (d,)."""
        return EPS * np.abs(self.mean) if self.mean_error is None else self.mean_error

    def reach(self, sizes: np.ndarray) -> float:
        """Length that entries of these sizes (d,) come to if nothing cancels."""
        return float(np.linalg.norm(sizes if self.gain is None else sizes @ self.gain))

    def rows(self, block: np.ndarray) -> np.ndarray:
        """Map rows (m, d), all in float64."""
        return self._exactly(block)[0]

    def _exactly(self, block: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rows mapped in float64, and their lengths."""
        centred = np.asarray(block, np.float64) - self.mean
        mapped = centred if self.matrix is None else centred @ self.matrix
        norms = row_norms(mapped)
        if len(block) == 0 or (self.matrix is None and not self.mean.any()):
            return mapped, norms
        off = self.reach(self.error)
        # Hardly a row is that short: only those that may be are asked about one by one.
        spread = row_norms(centred.T) / np.sqrt(len(block))
        short = np.flatnonzero(norms <= 1e-6 * self.reach(spread) + 2 * off)
        if short.size:
            level = zero_level(np.abs(centred[short]), 2, self.gain) + off
            null = short[norms[short] <= level]
            mapped[null], norms[null] = 0.0, 0.0
        return mapped, norms

    def __call__(self, X: np.ndarray) -> np.ndarray:
        """Map the rows of `X` (n, d) to (n, k) in the dtype of `X` (float32 or float64).

        Raises InputError where they are too long or too short for that dtype.
        """
        out = np.empty((len(X), self.d_out), working_dtype(X))

        def of_range(part: slice) -> float:
            longest = 0.0
            with np.errstate(over="ignore", under="ignore"):  # told by the longest
                for rows, mapped, norms in self.blocks(X, part):
                    out[rows] = mapped
                    longest = max(longest, float(norms.max(initial=0.0)))
            return longest

        longest = max(in_ranges(len(X), X.shape[1], of_range), default=0.0)
        limits = np.finfo(out.dtype)
        if longest > limits.max or 0 < longest < limits.tiny:
            raise InputError(
                f"the mapped vectors are of length {longest:.1g}, which {out.dtype} cannot hold; "
                "bring the vectors to lengths near 1 first, such as X / abs(X).max()."
            )
        return out

    def blocks(self, X: np.ndarray, part: slice) -> Iterator[tuple[slice, np.ndarray, np.ndarray]]:
        """Map the rows `part` in blocks; yields (rows, mapped rows, their lengths in float64).

        Many float32 rows are mapped in float32, blocks in which that would cost digits in float64:
        where numbers are near the ends of float32, or lengths come of parts that cancel. Mapped
        rows may be overwritten by the next block; `X` (n, d) may be a memory map.
        """
        d = X.shape[1]
        if X.dtype != np.float32 or len(X) * d <= SMALL:
            for rows in block_slices(part, d, MAPPED_ELEMENTS):
                yield rows, *self._exactly(X[rows])
            return
        low, high = SAFE[X.dtype]
        some = slice(part.start, part.stop, max(1, (part.stop - part.start) // SAMPLED))
        spread = np.asarray(X[some]) - self.mean
        low = max(low, CANCELS * self.reach(row_norms(spread.T) / np.sqrt(len(spread))))
        for rows, mapped in self._in_float32(X, part):
            with np.errstate(over="ignore", under="ignore", invalid="ignore"):
                norms = np.sqrt(np.einsum("ij,ij->i", mapped, mapped), dtype=np.float64)
            if ((norms > low) & (norms < high)).all():
                yield rows, mapped, norms
            else:
                yield rows, *self._exactly(X[rows])

    def _in_float32(self, X: np.ndarray, part: slice) -> Iterator[tuple[slice, np.ndarray]]:
        """Map the rows `part` in blocks, in float32.

        What rounding leaves out of the mean is added after, so vectors far from the origin lose no
        digits.
        """
        with np.errstate(over="ignore", under="ignore"):
            near = self.mean.astype(np.float32)
            rest = near - self.mean
            if self.matrix is not None:
                rest = rest @ self.matrix
            left = rest.astype(np.float32) if rest.any() else None
            matrix, removed = (
                None if each is None else each.astype(np.float32)
                for each in (self.matrix, self.removed)
            )
        centred = mapped = np.empty((0, 0), np.float32)
        for rows in block_slices(part, X.shape[1], MAPPED_ELEMENTS):
            size = rows.stop - rows.start
            if size > len(centred):
                centred = np.empty((size, X.shape[1]), np.float32)
                mapped = np.empty((size, self.d_out), np.float32)
            C, Y = centred[:size], mapped[:size]
            with np.errstate(over="ignore", under="ignore", invalid="ignore"):
                np.subtract(X[rows], near, out=C)
                if removed is not None:
                    np.matmul(C @ removed, removed.T, out=Y)
                    np.subtract(C, Y, out=Y)
                elif matrix is not None:
                    np.matmul(C, matrix, out=Y)
                else:
                    Y = C
                if left is not None:
                    Y = np.add(Y, left, out=mapped[:size])
            yield rows, Y

    def moments(self, m: Moments) -> Moments:
        """Moments of the mapped rows, from the moments of the rows."""
        mean, covariance = m.mean - self.mean, m.covariance
        error = m.mean_error + self.error
        if self.matrix is not None:
            mean, covariance = mean @ self.matrix, self.matrix.T @ m.covariance @ self.matrix
            varies = np.diagonal(covariance) > self._blur(m)
            covariance = np.where(np.outer(varies, varies), covariance, 0.0)
        if np.linalg.norm(mean) <= self.reach(error):
            mean = np.zeros_like(mean)
        return Moments(
            weight=m.weight,
            mean=mean,
            covariance=covariance,
            noise=np.zeros(len(mean)),
            n_rows=m.n_rows,
        )

    def keeps_digits(self, m: Moments) -> bool:
        """Whether `moments` are as sharp as those of the mapped rows themselves.

        They are not where the variance of a mapped column is what is left of some that cancel.
        """
        return bool((self._blur(m) <= 1e-6 * self.moments(m).variances).all())

    def _blur(self, m: Moments) -> np.ndarray:
        """Rounding of the variances of the mapped columns, if had from the moments, (k,)."""
        if self.gain is None:
            return np.zeros(m.d)
        reach = np.sqrt(m.variances) @ self.gain
        return EPS * (16 * m.d + np.sqrt(m.n_rows)) * reach**2


def identity(d: int) -> Affine:
    """Identity of d dimensions."""
    return Affine(np.zeros(d))


def centering(m: Moments) -> Affine:
    """Centering, x -> x - mu."""
    return Affine(m.mean, mean_error=m.mean_error)


def whitening(
    m: Moments,
    *,
    rotation: Rotation = "pca",
    system: Eigensystem | None = None,
    n_kept: int | None = None,
) -> Affine:
    """Whitening, x -> (x - mu) V Lambda^(-1/2); with rotation="zca" turned back by V^T.

    Null directions are dropped, never divided by. `n_kept` keeps only the leading directions
    (all by default). Raises InputError where no direction has any variance.
    """
    system = system or eigensystem(m)
    if system.rank == 0:
        what = "differ by no more than rounding" if m.variances.any() else "are equal"
        raise InputError(
            f"all vectors {what} under this prior, so there is no direction to whiten; "
            "give at least two different vectors with weight."
        )
    kept = system.rank if n_kept is None else min(n_kept, system.rank)
    matrix = system.whitener[:, :kept]
    if rotation == "zca":
        matrix = matrix @ system.vectors[:, :kept].T
    elif rotation != "pca":
        raise InputError(f"rotation={rotation!r} is unknown; use 'pca' or 'zca'.")
    return Affine(m.mean, matrix, mean_error=m.mean_error)


def soft_whitening(
    m: Moments,
    epsilon: float,
    *,
    rotation: Rotation = "zca",
    system: Eigensystem | None = None,
    n_kept: int | None = None,
) -> Affine:
    """Soft whitening, x -> (x - mu) V (Lambda + epsilon lambda I)^(-1/2) V^T (Diera et al. 2024).

    lambda is the mean of all d eigenvalues, so that `epsilon` >= 0 does not hang on the size of
    vectors: 0 is whitening, and much above 1 little but centering. `rotation`, null directions and
    `n_kept` as in `whitening`.
    """
    system = system or eigensystem(m)
    hard = whitening(m, rotation="pca", system=system, n_kept=n_kept)
    assert hard.matrix is not None
    kept = hard.matrix.shape[1]
    values = system.values[:kept]
    added = epsilon * system.values.sum() / len(system.values)
    matrix = hard.matrix * np.sqrt(values / (values + added))
    if rotation == "zca":
        matrix = matrix @ system.vectors[:, :kept].T
    elif rotation != "pca":
        raise InputError(f"rotation={rotation!r} is unknown; use 'pca' or 'zca'.")
    return Affine(m.mean, matrix, mean_error=m.mean_error)


def principal_axes(
    m: Moments, *, system: Eigensystem | None = None, n_kept: int | None = None
) -> Affine:
    """PCA, x -> (x - mu) V_k, as scikit-learn's: the leading directions, all without `n_kept`."""
    axes = (system or eigensystem(m.as_exact())).vectors[:, :n_kept]
    return Affine(m.mean, axes, mean_error=m.mean_error)


def embed_filter(m: Moments, ratio: int = 2) -> Affine:
    """EmbedFilter, x -> x U_k: the middle d // ratio right singular vectors (Wu et al. 2026).

    Singular vectors are those of the rows as they are, not centred, so that the widest directions
    and the narrowest ones are left out alike; of rows that do not fill all d directions, d is the
    number that they fill. `ratio` 1 keeps the rows as they are. Raises InputError where it leaves
    no direction.
    """
    if ratio == 1:
        return identity(m.d)
    system = uncentred(m)
    if not 1 <= ratio <= system.rank:
        raise InputError(
            f"a filter ratio of {ratio} keeps none of the directions that the rows fill, of which "
            f"there are {system.rank} (n_samples={m.n_rows}, n_features={m.d}); give one from 1 to "
            f"{max(system.rank, 1)}."
        )
    kept = system.rank // ratio
    start = (system.rank - kept) // 2
    return Affine(np.zeros(m.d), system.vectors[:, start : start + kept])


def uncentred(m: Moments) -> Eigensystem:
    """Solve for the eigensystem of E[x x^T], the second moments about the origin."""
    second = m.covariance + np.outer(m.mean, m.mean)
    return eigensystem(replace(m.as_exact(), mean=np.zeros(m.d), covariance=second))


def all_but_the_top(
    m: Moments, n_components: int = 3, *, system: Eigensystem | None = None
) -> Affine:
    """All-but-the-top: centre, then remove leading principal directions (Mu & Viswanath 2018)."""
    if n_components < 0:
        raise InputError(f"n_components={n_components} is negative; give 0 or more directions.")
    top = (system or eigensystem(m.as_exact())).vectors[:, :n_components]
    left = np.eye(m.d) - top @ top.T if top.shape[1] < m.d else np.zeros((m.d, m.d))
    return Affine(m.mean, left, top, m.mean_error)


class Lengths(NamedTuple):
    """Sums over `n` rows that symmetry measures are made of: weighted lengths and unit vectors.

    `weight` and `weighted_sum` are sum q and sum q |x|; `unit_sum` (k,) float64 adds the unit
    vectors of the `n_nonzero` rows that have one.
    """

    n: int
    n_nonzero: int
    weight: float
    weighted_sum: float
    unit_sum: np.ndarray

    @classmethod
    def of(cls, norms: np.ndarray, unit_sum: np.ndarray, q: np.ndarray | None = None) -> Lengths:
        n = len(norms)
        weight, total = (n, norms.sum()) if q is None else (q.sum(), q @ norms)
        return cls(n, int(np.count_nonzero(norms)), float(weight), float(total), unit_sum)

    @property
    def mean(self) -> float:
        """Mean length under the prior."""
        return self.weighted_sum / self.weight

    def merge(self, other: Lengths) -> Lengths:
        """Merge with the sums over other rows."""
        return Lengths(*map(operator.add, self, other))


def row_statistics(
    X: np.ndarray, affine: Affine, scale: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Compute lengths (n,) float64 of the mapped rows, and the sum (k,) of their unit vectors.

    The mapped rows are scale_i (x_i - mean) A, `scale` (n,) >= 0 or None for 1. They
    are made block by block and never kept. A zero row has no unit vector.
    """
    norms = np.empty(len(X))

    def of_range(part: slice) -> np.ndarray:
        unit_sum = np.zeros(affine.d_out)
        for rows, mapped, lengths in affine.blocks(X, part):
            has_unit = lengths > 0 if scale is None else (lengths > 0) & (scale[rows] > 0)
            inverse = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=has_unit)
            unit_sum += inverse.astype(mapped.dtype) @ mapped
            norms[rows] = lengths if scale is None else lengths * scale[rows]
        return unit_sum

    return norms, sum(in_ranges(len(X), X.shape[1], of_range), np.zeros(affine.d_out))
