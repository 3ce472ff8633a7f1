"""Zipf's law on ranks: the exponent that fits best."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from zipfviz.errors import InputError

__all__ = ["ZipfFit", "fit_zipf"]


@dataclass(frozen=True)
class ZipfFit:
    """p(rank) = C rank^(-exponent) over ranks first..last.

    `log_constant` is log C for probabilities within the whole list; `kl` the Kullback-Leibler
    divergence (nats) of the observed ranks from the fit, 0 for a perfect one; `standard_error`
    of the exponent for `n_tokens` independent tokens, nan where the count is unknown.
    """

    exponent: float
    log_constant: float
    first: int
    last: int
    kl: float
    standard_error: float


def fit_zipf(
    p: np.ndarray, first: int = 1, last: int | None = None, n_tokens: float | None = None
) -> ZipfFit:
    """Maximum-likelihood exponent of p ~ rank^(-s) over a window of ranks.

    `p` (n,) >= 0 in any order and unit; ranks are by descending p. The likelihood of s has one
    maximum, where the fitted mean of log rank equals the observed one (Clauset et al. 2009 for a
    bounded support). Raises InputError for a window with fewer than two ranks.
    """
    p = np.sort(np.asarray(p, np.float64))[::-1]
    p = p[p > 0] / p.sum()
    last = len(p) if last is None else min(last, len(p))
    if not 1 <= first < last:
        raise InputError(f"ranks {first} to {last} hold no two words; choose a wider window.")
    log_rank = np.log(np.arange(first, last + 1))
    window = p[first - 1 : last]
    mass = float(window.sum())
    q = window / mass
    observed = float(q @ log_rank)

    def moments(s: float) -> tuple[float, float, float]:
        """log normaliser, mean and variance of log rank under the fit."""
        weight = np.exp(-s * log_rank)
        z = weight.sum()
        mean = float(weight @ log_rank) / z
        return math.log(z), mean, float(weight @ log_rank**2) / z - mean**2

    s = float(brentq(lambda s: moments(s)[1] - observed, -20.0, 40.0, xtol=1e-10))
    log_z, _, variance = moments(s)
    kl = float(q @ np.log(np.maximum(q, 1e-300))) + s * observed + log_z
    error = 1 / math.sqrt(n_tokens * mass * variance) if n_tokens and variance > 0 else math.nan
    return ZipfFit(s, math.log(mass) - log_z, first, last, max(kl, 0.0), error)
