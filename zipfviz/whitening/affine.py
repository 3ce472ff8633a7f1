"""Affine maps x -> (x - mean) A of centering, whitening and all-but-the-top.

Each constructor takes the moments under one prior and nothing else: the uniform and the Zipfian
transform differ only in the moments handed in. `row_statistics` takes lengths and unit vectors of
the mapped rows.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.parallel import in_ranges, one_blas_thread
from zipfviz.common.record import Record
from zipfviz.whitening.moments import Moments, block_slices

# Blocks of mapped rows are smaller than those of moments: all steps then stay in the caches.
MAPPED_ELEMENTS = 1 << 17

Rotation = Literal["pca", "zca"]


def working_dtype(X: np.ndarray) -> np.dtype:
    """Dtype that rows of `X` are mapped in: its own if float32 or float64, else float64."""
    return X.dtype if X.dtype in (np.float32, np.float64) else np.dtype(np.float64)


@dataclass(frozen=True, repr=False)
class Affine(Record):
    """Affine map x -> (x - mean) @ matrix of rows.

    `mean` is (d,) float64, `matrix` (d, k) float64 or None for the identity.

    `removed` (d, few) float64 orthonormal columns, or None: where the matrix is I - removed
    removed^T, rows are mapped by two thin products instead.
    """

    mean: np.ndarray
    matrix: np.ndarray | None = None
    removed: np.ndarray | None = None

    @property
    def d_out(self) -> int:
        return len(self.mean) if self.matrix is None else self.matrix.shape[1]

    def rows(self, block: np.ndarray) -> np.ndarray:
        """Map a float64 block, all in float64."""
        centred = block - self.mean
        return centred if self.matrix is None else centred @ self.matrix

    def __call__(self, X: np.ndarray) -> np.ndarray:
        """Map the rows of `X` (n, d) to (n, k) in the dtype of `X` (float32 or float64)."""
        out = np.empty((len(X), self.d_out), working_dtype(X))

        def of_range(part: slice) -> None:
            for rows, _, mapped in self.blocks(X, part):
                out[rows] = mapped

        in_ranges(len(X), X.shape[1], of_range)
        return out

    def blocks(self, X: np.ndarray, part: slice) -> Iterator[tuple[slice, np.ndarray, np.ndarray]]:
        """Map the rows `part` in blocks; yields (rows, X[rows] - near, mapped rows).

        `near` is the mean in that dtype; what its rounding leaves out of the mean is added after,
        so vectors far from the origin lose no digits. Both arrays are overwritten by the next
        block; `X` (n, d) may be a memory map.
        """
        dtype = working_dtype(X)
        near = self.mean.astype(dtype)
        left = near - self.mean
        if self.matrix is not None:
            left = left @ self.matrix
        left = left.astype(dtype) if left.any() else None
        matrix, removed = (
            None if each is None else each.astype(dtype) for each in (self.matrix, self.removed)
        )
        centred = mapped = np.empty((0, 0), dtype)
        for rows in block_slices(part, X.shape[1], MAPPED_ELEMENTS):
            size = rows.stop - rows.start
            if size > len(centred):
                centred = np.empty((size, X.shape[1]), dtype)
                mapped = np.empty((size, self.d_out), dtype)
            C, Y = centred[:size], mapped[:size]
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
            yield rows, C, Y

    def moments(self, m: Moments) -> Moments:
        """Moments of the mapped rows, from the moments of the rows."""
        mean, A = self.rows(m.mean), self.matrix
        if A is None:
            return replace(m, mean=mean)
        return Moments(weight=m.weight, mean=mean, covariance=A.T @ m.covariance @ A)


@dataclass(frozen=True, kw_only=True, repr=False)
class Eigensystem(Record):
    """Eigenvalues and eigenvectors of a covariance matrix.

    `values` (d,) in descending order, >= 0; `vectors` (d, d) as columns. `rank` counts the
    eigenvalues above the null level. The largest component of each
    eigenvector is positive, so results repeat.
    """

    values: np.ndarray
    vectors: np.ndarray
    rank: int


def eigensystem(m: Moments) -> Eigensystem:
    """Solve for the eigenvalues and eigenvectors of the covariance (d, d)."""
    with one_blas_thread():
        values, vectors = np.linalg.eigh(m.covariance)
    values, vectors = values[::-1], vectors[:, ::-1]
    largest = np.abs(vectors).argmax(axis=0)
    signs = np.where(vectors[largest, np.arange(len(values))] < 0, -1.0, 1.0)
    rank = int((values > m.null_level).sum())
    # What eigh leaves below zero is rounding.
    return Eigensystem(
        values=np.maximum(values, 0.0), vectors=np.ascontiguousarray(vectors * signs), rank=rank
    )


def eigenvalues(m: Moments) -> np.ndarray:
    """Solve for the eigenvalues alone, in a third of the time of `eigensystem`."""
    with one_blas_thread():
        return np.maximum(np.linalg.eigvalsh(m.covariance)[::-1], 0.0)


def identity(d: int) -> Affine:
    """Identity of d dimensions."""
    return Affine(np.zeros(d))


def centering(m: Moments) -> Affine:
    """Centering, x -> x - mu."""
    return Affine(m.mean)


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
        raise InputError(
            "all vectors are equal under this prior, so there is no direction to whiten; "
            "give at least two different vectors with weight."
        )
    kept = system.rank if n_kept is None else min(n_kept, system.rank)
    V = system.vectors[:, :kept]
    matrix = V / np.sqrt(system.values[:kept])
    if rotation == "zca":
        matrix = matrix @ V.T
    elif rotation != "pca":
        raise InputError(f"rotation={rotation!r} is unknown; use 'pca' or 'zca'.")
    return Affine(m.mean, matrix)


def all_but_the_top(
    m: Moments, n_components: int = 3, *, system: Eigensystem | None = None
) -> Affine:
    """All-but-the-top: centre, then remove leading principal directions (Mu & Viswanath 2018)."""
    if n_components < 0:
        raise InputError(f"n_components={n_components} is negative; give 0 or more directions.")
    top = (system or eigensystem(m)).vectors[:, :n_components]
    return Affine(m.mean, np.eye(m.d) - top @ top.T, top)


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

    def of_range(part: slice) -> tuple[np.ndarray, float]:
        # sum_i u_i = (sum_i (x_i - mean) / norm_i) A: the unit vectors themselves are not needed.
        centred_sum, inverse_sum = np.zeros(X.shape[1]), 0.0
        for rows, centred, mapped in affine.blocks(X, part):
            norm = norms[rows]
            np.sqrt(np.einsum("ij,ij->i", mapped, mapped), out=norm)
            has_unit = norm > 0 if scale is None else (norm > 0) & (scale[rows] > 0)
            inverse = np.divide(1.0, norm, out=np.zeros_like(norm), where=has_unit)
            centred_sum += inverse.astype(centred.dtype) @ centred
            inverse_sum += float(inverse.sum())
            if scale is not None:
                norm *= scale[rows]
        return centred_sum, inverse_sum

    parts = in_ranges(len(X), X.shape[1], of_range)
    # The blocks are centred on the mean as their dtype rounds it.
    near = affine.mean.astype(working_dtype(X))
    total = sum(part[0] for part in parts) + sum(part[1] for part in parts) * (near - affine.mean)
    return norms, total if affine.matrix is None else total @ affine.matrix
