"""Lengths of the rows of a matrix after an affine map, and the sum of their unit vectors."""

from __future__ import annotations

import operator
from typing import NamedTuple

import numpy as np

from zipfviz.common.parallel import in_ranges
from zipfviz.whitening.affine import Affine, identity, working_dtype


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


def lengths(X: np.ndarray, q: np.ndarray | None = None) -> Lengths:
    """Compute lengths of the rows of X (n, d) under weights q (n,), None for uniform."""
    return Lengths.of(*row_statistics(X, identity(X.shape[1])), q)


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
