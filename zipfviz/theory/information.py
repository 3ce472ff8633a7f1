"""Theorem 1 on a corpus: squared lengths of words against the information they give.

    |w(t)|^2_G  ~  2 KL(p || p(.|t)),     G(t) = sum_c p(c|t) c c^T          (paper, Theorem 1)

for Zipf-centred vectors. The paper's proof drops the term -E_t[c] E_t[c]^T of the Hessian; with it,
G is the centred second moment Cov_t[c] (Oyama et al. 2023). Both are computed here, and the
divergence in both directions. On counts KL(p || p(.|t)) is infinite, since a word never meets most
others, so

    p(c|t) = (N(t, c) + kappa p(c)) / (N(t) + kappa),

kappa in units of co-occurrences. The same p(c|t) is used for G. KL(p(.|t) || p) (Oyama's direction)
is finite at kappa = 0 too.
"""

from dataclasses import dataclass, fields
from math import nan
from typing import Any, Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.record import Record
from zipfviz.corpus.cooccurrence import Cooccurrence
from zipfviz.evaluation.influence import independent_intervals, student
from zipfviz.theory.optimum import pair_logits
from zipfviz.theory.partition import Scaling, log_partition
from zipfviz.whitening.moments import moments

Centre = Literal["raw", "uniform", "zipfian"]


def centre(V: np.ndarray, p: np.ndarray, how: Centre) -> np.ndarray:
    """Centre V (n, d), each word weighted alike or by p (n,); "raw" leaves it as it is."""
    if how == "raw":
        return V
    (m,) = moments(V, (None if how == "uniform" else p,))
    return V - m.mean


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Divergences(Record):
    """2 KL of each word, (n,) nats: `forward` 2 KL(p || p(.|t)), `reverse` 2 KL(p(.|t) || p)."""

    kappa: float
    forward: np.ndarray
    reverse: np.ndarray


def divergences(joint: Cooccurrence, *, kappa: float) -> Divergences:
    """Compute both divergences under smoothing `kappa`; at 0 most forward ones are infinite.

    Only cells that co-occur are visited: in all others p(c|t)/p(c) is kappa / (N(t) + kappa).
    Raises InputError for a negative kappa.
    """
    _check(kappa)
    rows, columns, N = joint.cells
    p, Nt, n = joint.p, joint.marginal, len(joint)
    expected = kappa * p[columns]
    ratio = (N + expected) / ((Nt[rows] + kappa) * p[columns])
    met = np.bincount(rows, p[columns], minlength=n)
    unmet = np.maximum(1.0 - met, 0.0)
    floor = kappa / (Nt + kappa)
    with np.errstate(divide="ignore", invalid="ignore"):
        lowest = np.log(floor)
        # 0 log 0 = 0: a word that meets every other has nothing left unmet.
        forward_rest = np.where(unmet > 1e-12, -unmet * lowest, 0.0)
        reverse_rest = np.where((unmet > 1e-12) & (floor > 0), unmet * floor * lowest, 0.0)
    log_ratio = np.log(ratio)
    forward = np.bincount(rows, -p[columns] * log_ratio, minlength=n) + forward_rest
    reverse = np.bincount(rows, p[columns] * ratio * log_ratio, minlength=n) + reverse_rest
    return Divergences(kappa=kappa, forward=2 * forward, reverse=2 * reverse)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SquaredLengths(Record):
    """|w(t)|^2_G of each word, (n,): `paper` with G = E_t[c c^T], `centred` with G = Cov_t[c]."""

    paper: np.ndarray
    centred: np.ndarray


def squared_lengths(
    joint: Cooccurrence, W: np.ndarray, C: np.ndarray, *, kappa: float
) -> SquaredLengths:
    """Compute w(t)^T G(t) w(t) = E_t[<w(t), c>^2] for words W and contexts C, (n, d) as in joint.

    E_t is under the smoothed p(c|t). Centre W and C before. Raises InputError for a negative kappa.
    """
    _check(kappa)
    rows, columns, N = joint.cells
    n, total = len(joint), joint.marginal + kappa
    # About the mean context: E_t[x^2] - E_t[x]^2 of products with contexts far from 0 has no digit.
    W, C = np.asarray(W, np.float64), np.asarray(C, np.float64)
    (of_contexts,) = moments(C, (joint.p,))
    logits = pair_logits(W, C - of_contexts.mean, rows, columns)
    of_prior = np.einsum("ij,jk,ik->i", W, of_contexts.covariance, W)
    mean = np.bincount(rows, N * logits, minlength=n) / total
    square = (np.bincount(rows, N * logits**2, minlength=n) + kappa * of_prior) / total
    centred = np.maximum(square - mean**2, 0.0)
    return SquaredLengths(paper=centred + (W @ of_contexts.mean + mean) ** 2, centred=centred)


def _check(kappa: float) -> None:
    if not (np.isfinite(kappa) and kappa >= 0):
        raise InputError(f"kappa={kappa:g} smooths nothing; give 0 or more co-occurrences.")


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """Agreement of lengths with divergences over `n` words.

    `r` Pearson's, `rho` Spearman's, `slope` that of length on divergence through the origin (the
    law says 1); each with its 95 % interval over words. nan where undefined.
    """

    r: float
    r_low: float
    r_high: float
    rho: float
    rho_low: float
    rho_high: float
    slope: float
    slope_low: float
    slope_high: float
    n: int


def agreements(lengths: np.ndarray, divergence: np.ndarray) -> list[Agreement]:
    """Correlate and regress each row of `lengths` (m, n) on `divergence` (n,), with intervals.

    Words are taken as independent (`independent_intervals`). Fewer than three words, or a
    divergence that is not finite, leave everything undefined.
    """
    n = len(divergence)
    if n < 3 or not (np.isfinite(lengths).all() and np.isfinite(divergence).all()):
        undefined: dict[str, Any] = {field.name: nan for field in fields(Agreement)}
        return [Agreement(**undefined | {"n": n}) for _ in lengths]
    xy, xx = lengths * divergence, divergence**2
    if not xx.any():  # no word tells anything, and nothing is a multiple of that
        undefined = {field.name: nan for field in fields(Agreement)}
        return [Agreement(**undefined | {"n": n}) for _ in lengths]
    slope = xy.mean(axis=1) / xx.mean()
    of_slope = (xy - np.outer(slope, xx)) / xx.mean()
    reach = student(0.95, n - 1) * np.sqrt(np.square(of_slope).sum(axis=1)) / n
    r, rho = (independent_intervals(lengths, divergence, c) for c in ("pearson", "spearman"))
    columns = [*r, *rho, slope, slope - reach, slope + reach]
    names = [field.name for field in fields(Agreement)]
    return [
        Agreement(**dict(zip(names, [*row, n], strict=True)))
        for row in np.array(columns).T.tolist()
    ]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Arora(Record):
    """Arora et al.'s relation for the uniform prior: |w|^2 ~ 2 d (log p(w) + log Z).

    `squared` (n,) are |w|^2 and `predicted` (n,) the right-hand side; `log_z` is the mean of
    log Z_u over all contexts, each set to length 1. `r` is the correlation of |w|^2 with log p and
    `r_low`, `r_high` its 95 % interval over words; `slope` is the least-squares slope on log p, for
    which the relation says 2 d.
    """

    d: int
    log_z: float
    squared: np.ndarray
    predicted: np.ndarray
    r: float
    r_low: float
    r_high: float
    slope: float


def arora(W: np.ndarray, C: np.ndarray, p: np.ndarray) -> Arora:
    """Compare |w|^2 with 2 d (log p(w) + log Z), for words W (n, d) and contexts C (m, d), p (n,).

    Returns an `Arora`: `r` Pearson's correlation of |w|^2 with log p, `slope` that of least squares
    (the relation says 2 d), `log_z` the mean of log sum_w exp<w, c> over contexts of length 1.
    """
    (log_zs,) = log_partition(W, Scaling(unit=True).contexts(C, 1.0))
    log_z = float(log_zs.mean())
    log_p, squared = np.log(p), np.square(np.asarray(W, np.float64)).sum(axis=1)
    x = log_p - log_p.mean()
    spread = float(x @ x)
    slope = float(x @ squared) / spread if spread > 0 else nan
    d = W.shape[1]
    (r,), (low,), (high,) = independent_intervals(squared[None], log_p, "pearson")
    return Arora(
        d=d,
        log_z=log_z,
        squared=squared,
        predicted=2 * d * (log_p + log_z),
        r=float(r),
        r_low=float(low),
        r_high=float(high),
        slope=slope,
    )
