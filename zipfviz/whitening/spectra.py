"""Eigendecompose covariances to high relative accuracy, and determine their rank.

Columns may differ by any factor. A covariance whose columns differ much is solved as D B D, with D
their standard deviations and B their correlations, by one-sided Jacobi on D times a Cholesky factor
of B: that gives each eigenvalue to as many digits as B allows, however small it is beside the
largest (Demmel & Veselić 1992; Drmač & Veselić 2008), where a plain solver is off by eps times the
largest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zipfviz.common.parallel import one_blas_thread
from zipfviz.common.record import Record
from zipfviz.whitening.moments import Moments
from zipfviz.whitening.rounding import EPS

#: Columns whose standard deviations are within this factor are solved for as they are.
ALIKE = 100.0
#: A variance below this share of that of the columns it lies along has lost digits.
SHARP = 1e-9
#: axes (d, k) -> moments of (x - mean) @ axes, from another pass over the rows.
Look = Callable[[np.ndarray], Moments]


@dataclass(frozen=True, kw_only=True, repr=False)
class Eigensystem(Record):
    """Eigenvalues and eigenvectors of a covariance matrix.

    `values` (d,) >= 0, descending, those of null directions after all others; `vectors` (d, d) as
    columns. `rank` counts the directions that are not null. The largest component of each
    eigenvector is positive, so results repeat.

    A direction v is null where its variance is no more than rounding puts there,
    sum_j v_j^2 eps^2 E x_j^2 with eps that of the input's dtype: each column's error by its own
    size, so one huge column hides no other. To this comes the rounding of v^T x in float64 itself.
    """

    values: np.ndarray
    vectors: np.ndarray
    rank: int
    whitener: np.ndarray
    """(d, rank): V Lambda^(-1/2) of the directions that are not null, as sharp as columns allow."""


def eigensystem(m: Moments, look: Look | None = None) -> Eigensystem:
    """Solve for the eigenvalues and eigenvectors of the covariance (d, d), and for its rank.

    A covariance in float64 knows a variance only to eps times those of the columns it lies along.
    Where one is so small that this costs digits, `look`, another pass over the rows in the axes
    found, measures it; without it those below the rounding of the covariance are null.
    """
    # A column that varies no more than its digits round is constant: it turns no other direction.
    live = m.variances > m.noise
    rows = np.flatnonzero(live)
    known = m.covariance[np.ix_(rows, rows)]
    solved = _solve(known)
    along = np.square(solved.vectors).T
    blurred = EPS * (16 * m.d + np.sqrt(m.n_rows)) * _blur(along, known)
    if look is not None and _are_alike(known) and (solved.values < SHARP * np.trace(known)).any():
        first, sharper = solved.vectors, (16 * m.d * EPS) ** 2 * m.variances[rows]
        known = look(np.eye(m.d)[:, rows] @ first).covariance
        # What varies along an axis by rounding alone correlates with the rest by chance, up to 1.
        varies = np.diagonal(known) > along @ sharper
        solved = _solve(np.where(np.outer(varies, varies), known, 0.0))
        solved = _Solved(solved.values, first @ solved.vectors, first @ solved.whitener)
        along = np.square(solved.vectors).T
        blurred = along @ sharper
    kept = np.flatnonzero(solved.values > along @ m.noise[rows] + blurred)
    null = np.setdiff1d(np.arange(len(rows)), kept)
    vectors = np.zeros((m.d, m.d))
    vectors[rows, : len(rows)] = solved.vectors[:, [*kept, *null]]
    vectors[~live, len(rows) :] = np.eye(m.d - len(rows))
    whitener = np.zeros((m.d, len(kept)))
    whitener[rows] = solved.whitener[:, kept]
    values = np.concatenate([solved.values[kept], solved.values[null], m.variances[~live]])
    order = np.concatenate([np.arange(len(kept)), len(kept) + np.argsort(-values[len(kept) :])])
    vectors = vectors[:, order]
    signs = np.where(vectors[np.abs(vectors).argmax(axis=0), np.arange(m.d)] < 0, -1.0, 1.0)
    return Eigensystem(
        values=values[order],
        vectors=np.ascontiguousarray(vectors * signs),
        rank=len(kept),
        whitener=whitener * signs[: len(kept)],
    )


def eigenvalues(m: Moments) -> np.ndarray:
    """Solve for the eigenvalues alone, (d,) descending, in a third of the time of `eigensystem`."""
    if not _are_alike(m.covariance):
        return _solve(m.covariance).values
    with one_blas_thread():
        return np.maximum(np.linalg.eigvalsh(m.covariance)[::-1], 0.0)


class _Solved(NamedTuple):
    """Eigenvalues (k,) >= 0, descending, eigenvectors and V Lambda^(-1/2) as columns.

    Of a variance of 0 the last is 0.
    """

    values: np.ndarray
    vectors: np.ndarray
    whitener: np.ndarray


def _are_alike(covariance: np.ndarray) -> bool:
    """Whether all columns have standard deviations of one size."""
    variances = np.diagonal(covariance)
    return bool((variances.max(initial=0.0) <= ALIKE**2 * variances).all())


def _blur(along: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """What rounding of the covariance and its solver is relative to, along each axis, (k,).

    The variance the columns have there, were they uncorrelated; a plain solver knows no less than
    the largest.
    """
    own = along @ np.diagonal(covariance)
    return np.maximum(own, np.trace(covariance)) if _are_alike(covariance) else own


def _solve(covariance: np.ndarray) -> _Solved:
    if _are_alike(covariance):
        with one_blas_thread():
            values, vectors = np.linalg.eigh(covariance)
        values, vectors = np.maximum(values[::-1], 0.0), vectors[:, ::-1]
        root = np.sqrt(values)
        return _Solved(values, vectors, vectors * np.divide(1, root, out=0 * root, where=root > 0))
    rows = np.flatnonzero(np.diagonal(covariance) > 0)
    constant = np.setdiff1d(np.arange(len(covariance)), rows)
    k = len(rows)
    found = _Solved(np.zeros(len(covariance)), *np.zeros((2, *covariance.shape)))
    with one_blas_thread():
        found.values[:k], found.vectors[rows, :k], found.whitener[rows, :k] = _jacobi(
            covariance[np.ix_(rows, rows)]
        )
    found.vectors[constant, np.arange(k, len(covariance))] = 1.0
    return found


def _jacobi(covariance: np.ndarray) -> _Solved:
    """Eigenvalues and eigenvectors, each to the digits that the correlations allow.

    With C = D L L^T D and the singular values of D L = U S W^T, the whitener U S^(-1) is
    D^(-1) L^(-T) W, which has the digits of each row by itself.
    """
    from scipy.linalg import lapack, solve_triangular  # rarely needed, and slow to import

    k = len(covariance)
    deviations = np.sqrt(np.diagonal(covariance))
    # Of columns alike but for rounding the largest is the pivot: within a factor of 2, by size.
    deviations[np.argsort(-deviations, kind="stable")] *= 1 + np.arange(k) / k
    correlations = covariance / deviations / deviations[:, None]
    factor, order, rank, _ = lapack.dpstrf(correlations, lower=1)
    order, factor = order - 1, np.tril(factor)[:, :rank]
    root = np.empty((k, rank))
    root[order] = factor
    # Row scaling by D, columns by Cholesky's pivots: joba=2 asks for the digits of both.
    sizes, left, right, work, _, failed = lapack.dgejsv(deviations[:, None] * root, joba=2)
    if failed:
        raise np.linalg.LinAlgError(f"Jacobi's method ended with code {failed}")
    values = np.zeros(k)
    values[:rank] = (sizes * (work[0] / work[1])) ** 2
    # Directions without variance: any that complete the others.
    vectors = np.linalg.qr(np.hstack([left, np.eye(k)]))[0][:, :k]
    vectors[:, :rank] = left
    pivots = order[:rank]
    whitener = np.zeros((k, k))
    turned = solve_triangular(factor[:rank].T, right, lower=False)
    whitener[pivots, :rank] = turned / deviations[pivots, None]
    return _Solved(values, vectors, whitener)
