"""How symmetric a word space is: Sym1, Sym2 (paper, section 3.2), average cosine, IsoScore.

Measures come in two layers: functions of a matrix (`sym1(X, p)`), and the formulas they share
with the engine, which take moments or eigenvalues. Undefined values are nan. A matrix may be a
dask array (extra `[dask]`): it is then computed block by block where the blocks are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.parallel import in_ranges
from zipfviz.whitening.affine import Affine, eigenvalues, identity, working_dtype
from zipfviz.whitening.moments import check_prior, is_dask, moments

__all__ = [
    "Lengths",
    "average_cosine",
    "effective_rank",
    "isoscore",
    "participation_ratio",
    "spectrum",
    "sym1",
    "sym2",
]


def _matrix(X: Any) -> Any:
    if is_dask(X):
        return X
    X = np.asarray(X)
    if X.ndim != 2 or X.shape[0] == 0 or X.shape[1] == 0:
        raise InputError(
            f"X: got shape {X.shape}, expected (n words, d dimensions) with n, d >= 1."
        )
    return X if np.issubdtype(X.dtype, np.floating) else X.astype(np.float64)


def _prior(p: Any, X: Any) -> Any:
    return p if is_dask(X) else check_prior(p, len(X))


def sym1(X: np.ndarray, p: np.ndarray | None = None) -> float:
    """Degree of centrality 1 - |sum q x| / sum q |x|, in [0, 1]; 1 if and only if the mean is 0.

    X is (n, d), p (n,) weights or None for the uniform prior. nan if every vector is 0.
    """
    X = _matrix(X)
    q = _prior(p, X)
    (m,) = moments(X, (q,))
    return sym1_of(m.mean, lengths(X, q).mean)


def sym1_of(mean: np.ndarray, mean_norm: float) -> float:
    return 1.0 - float(np.linalg.norm(mean)) / mean_norm if mean_norm > 0 else math.nan


def sym2(X: np.ndarray, p: np.ndarray | None = None) -> float:
    """Degree of isotropy H(lambda / sum lambda) / log d, in [0, 1]; 1 iff the covariance is c I.

    lambda are the eigenvalues of the covariance of X (n, d) under p (None is uniform), H the
    Shannon entropy. nan for d = 1 or no variance.
    """
    return sym2_of(spectrum(X, p))


def sym2_of(eigenvalues: np.ndarray) -> float:
    if len(eigenvalues) < 2 or eigenvalues.sum() <= 0:
        return math.nan
    return math.log(effective_rank(eigenvalues)) / math.log(len(eigenvalues))


def spectrum(X: np.ndarray, p: np.ndarray | None = None) -> np.ndarray:
    """Eigenvalues (d,) float64 of the covariance of X under p, descending, >= 0."""
    X = _matrix(X)
    (m,) = moments(X, (_prior(p, X),))
    return eigenvalues(m)


def effective_rank(eigenvalues: np.ndarray) -> float:
    """exp of the entropy of the normalised eigenvalues (Roy & Vetterli 2007); in [1, d]."""
    share = eigenvalues[eigenvalues > 0] / eigenvalues.sum()
    return float(np.exp(-(share * np.log(share)).sum())) if share.size else math.nan


def participation_ratio(eigenvalues: np.ndarray) -> float:
    """(sum lambda)^2 / sum lambda^2; in [1, d]."""
    square = float((eigenvalues**2).sum())
    return float(eigenvalues.sum()) ** 2 / square if square > 0 else math.nan


def isoscore(X: np.ndarray) -> float:
    """IsoScore of Rudman et al. (2022) on the uniform covariance of X (n, d); in [0, 1].

    Its published steps reduce to (PR - 1) / (d - 1) with PR the participation ratio.
    nan for d = 1 or no variance.
    """
    return isoscore_of(spectrum(X))


def isoscore_of(eigenvalues: np.ndarray) -> float:
    d = len(eigenvalues)
    return (participation_ratio(eigenvalues) - 1) / (d - 1) if d > 1 else math.nan


def average_cosine(X: np.ndarray) -> float:
    """Mean of cos(x_i, x_j) over all pairs i < j of rows of X (n, d); exact, in one pass.

    A cosine with a zero vector is 0. nan for fewer than two rows.
    """
    return average_cosine_of(lengths(_matrix(X)))


def average_cosine_of(lengths: Lengths) -> float:
    n = lengths.n
    if n < 2:
        return math.nan
    return float(lengths.unit_sum @ lengths.unit_sum - lengths.n_nonzero) / (n * (n - 1))


@dataclass(frozen=True)
class Lengths:
    """What the measures need of `n` rows: their weighted lengths and their unit vectors, summed.

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
        """The mean length under the prior."""
        return self.weighted_sum / self.weight

    def merge(self, other: Lengths) -> Lengths:
        """Those of both sets of rows together."""
        return Lengths(
            self.n + other.n,
            self.n_nonzero + other.n_nonzero,
            self.weight + other.weight,
            self.weighted_sum + other.weighted_sum,
            self.unit_sum + other.unit_sum,
        )


def lengths(X: Any, q: Any = None) -> Lengths:
    """Lengths of the rows of X (n, d), an array or a dask array, under the weights q (n,)."""
    if is_dask(X):
        from zipfviz.whitening import dask_moments

        return dask_moments.lengths(X, q)
    return Lengths.of(*row_statistics(X, identity(X.shape[1])), q)


def row_statistics(
    X: np.ndarray, affine: Affine, scale: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Norms (n,) float64 of the mapped rows, and the sum (k,) of their unit vectors.

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
