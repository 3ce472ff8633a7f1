"""What each pair adds to a coefficient: influence values of Spearman's rho and Pearson's r.

To first order a coefficient of n pairs is its true value plus the mean of n influence values psi_k,
which sum to 0; its variance follows from theirs, whatever makes pairs depend on each other
(`shared_texts`). With f = F(x) - 1/2, g = G(y) - 1/2 of the mid-ranks, c = E[fg], v = E[f^2],
E[g^2], and h(a, b) = 1(a < b) + 1(a = b)/2,

    psi_k = dc_k / sqrt(v_f v_g) - rho (dv_f,k / 2 v_f + dv_g,k / 2 v_g)
    dc_k = f_k g_k + E[g h(x_k, x)] + E[f h(y_k, y)] - 3 c
    dv_f,k = f_k^2 + 2 E[f h(x_k, x)] - 3 v_f, and dv_g,k likewise

for Spearman's rho: pair k counts itself, and moves the ranks of those above it. For Pearson's r of
standardised x, y it is x_k y_k - r (x_k^2 + y_k^2) / 2 (Devlin, Gnanadesikan & Kettenring 1975).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from zipfviz.evaluation.coefficients import MEASURES, Coefficient, fisher_interval, standardised

#: Of fewer nobody can tell how sure their coefficient is.
FEWEST = 6


def influences(
    x: np.ndarray, y: np.ndarray, coefficient: Coefficient = "spearman"
) -> tuple[np.ndarray, np.ndarray]:
    """Correlate each row of `x` (m, n) with `y` (n,): coefficients (m,), influence values (m, n).

    All float64; nan where a coefficient is undefined. It takes sorting each row once.

    >>> x, y = np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([1.0, 3.0, 2.0, 4.0])
    >>> rho, psi = influences(x, y)
    >>> rho.round(6), psi.round(6)
    (array([0.8]), array([[ 0.6, -0.6, -0.6,  0.6]]))
    """
    x = np.asarray(x, np.float64).reshape(-1, len(y))
    values = np.array([MEASURES[coefficient](row, y) for row in x])
    psi = np.full(x.shape, np.nan)
    of_y = _Ranked.of(y) if coefficient == "spearman" else standardised(y)
    for i in np.flatnonzero(np.isfinite(values)):
        if isinstance(of_y, _Ranked):
            psi[i] = _of_ranks(_Ranked.of(x[i]), of_y)
        else:
            z = standardised(x[i])
            psi[i] = z * of_y - values[i] * (z**2 + of_y**2) / 2
    return values, psi


def independent_intervals(
    x: np.ndarray, y: np.ndarray, coefficient: Coefficient = "spearman", level: float = 0.95
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Correlate each row of `x` (m, n) with `y` (n,): values, lower and upper ends, (m,) each.

    Right where the n are independent, as words are, and pairs that share texts are not. nan where
    undefined, and ends of fewer than `FEWEST`.
    """
    values, psi = influences(x, y, coefficient)
    reach = student(level, len(y) - 1) * np.sqrt(np.square(psi).sum(axis=1)) / max(len(y), 1)
    ends = [fisher_interval(*both) for both in zip(values.tolist(), reach.tolist(), strict=True)]
    low, high = np.array(ends).reshape(-1, 2).T
    return values, low, high


def student(level: float, degrees: float) -> float:
    """How many standard errors hold `level` by Student's t; nan of fewer than `FEWEST`."""
    if degrees < FEWEST - 1:
        return math.nan
    return float(special.stdtrit(degrees, (1 + level) / 2))


@dataclass(frozen=True, eq=False)
class _Ranked:
    """Values by rank: the `group` of equals of each, from the smallest on, and how many each has.

    `centred` are mid-ranks over n, less 1/2; `change` what each value adds to their variance.
    """

    group: np.ndarray
    centred: np.ndarray
    variance: float
    change: np.ndarray

    @classmethod
    def of(cls, values: np.ndarray) -> _Ranked:
        n = len(values)
        _, group, size = np.unique(values, return_inverse=True, return_counts=True)
        centred = ((np.cumsum(size) - size / 2) / n - 0.5)[group]
        variance = float(centred @ centred) / n
        change = centred**2 + 2 * _above(group, centred) - 3 * variance
        return cls(group, centred, variance, change)


def _above(group: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """E[w h(x_k, x)] of each k: the mean weight of what lies above it, equals counting half."""
    of_group = np.bincount(group, weight)
    return ((of_group.sum() - np.cumsum(of_group) + of_group / 2) / len(group))[group]


def _of_ranks(x: _Ranked, y: _Ranked) -> np.ndarray:
    covariance = float(x.centred @ y.centred) / len(x.group)
    change = x.centred * y.centred - 3 * covariance
    change += _above(x.group, y.centred) + _above(y.group, x.centred)
    of_variances = x.change / (2 * x.variance) + y.change / (2 * y.variance)
    return (change - covariance * of_variances) / np.sqrt(x.variance * y.variance)
