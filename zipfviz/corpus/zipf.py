"""Zipf's law on ranks: the exponent that fits best."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError


@dataclass(frozen=True, kw_only=True)
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


@accepts_positional("first", "last", "n_tokens")
def fit_zipf(
    p: ArrayLike, *, first: int = 1, last: int | None = None, n_tokens: float | None = None
) -> ZipfFit:
    """Fit p ~ rank^(-s) over a window of ranks by maximum likelihood.

    `p` (n,) >= 0 in any order and unit; ranks are by descending p. The likelihood of s has one
    maximum, where the fitted mean of log rank equals the observed one (Clauset et al. 2009 for a
    bounded support). `n_tokens`, where known, gives a standard error. Raises InputError for a
    window with fewer than two ranks.

    Examples
    --------
    >>> import zipfviz
    >>> counts = [1000, 500, 333, 250, 200]
    >>> fit = zipfviz.fit_zipf(counts, n_tokens=sum(counts))
    >>> round(fit.exponent, 2), round(fit.standard_error, 2)
    (1.0, 0.04)
    """
    q = np.sort(np.asarray(p, np.float64))[::-1]
    q = q[q > 0] / q.sum()
    last = len(q) if last is None else min(last, len(q))
    if not 1 <= first < last:
        raise InputError(
            f"ranks {first} to {last} hold fewer than two words; choose a wider window."
        )
    log_rank = np.log(np.arange(first, last + 1))
    window = q[first - 1 : last]
    mass = float(window.sum())
    q = window / mass
    observed = float(q @ log_rank)

    s = _exponent(q, log_rank)
    weight = np.exp(-s * log_rank)
    z = float(weight.sum())
    log_z, mean = math.log(z), float(weight @ log_rank) / z
    variance = float(weight @ log_rank**2) / z - mean**2
    kl = float(q @ np.log(np.maximum(q, 1e-300))) + s * observed + log_z
    error = 1 / math.sqrt(n_tokens * mass * variance) if n_tokens and variance > 0 else math.nan
    return ZipfFit(
        exponent=s,
        log_constant=math.log(mass) - log_z,
        first=first,
        last=last,
        kl=max(kl, 0.0),
        standard_error=error,
    )


@dataclass(frozen=True, kw_only=True)
class Goodness:
    """How well counts follow a fitted power law.

    `distance` is Kolmogorov and Smirnov's: the largest gap between the cumulated shares of the
    ranks and those of the fit, 0 to 1. `p_value` is the share of texts drawn from the fit itself
    that lie as far from their own fit, 1/(n+1) or more for `n_resamples` n; `n_as_far` is how many
    of the n do.
    """

    distance: float
    p_value: float
    n_resamples: int
    n_as_far: int


def goodness_of_fit(
    counts: np.ndarray, fit: ZipfFit, *, n_resamples: int = 99, seed: int = 0
) -> Goodness:
    """Test `counts` (n,) against a fitted power law: distance and parametric bootstrap p-value.

    Each resample draws as many tokens from the fit as lie in its window, ranks its words anew and
    refits (Clauset et al. 2009): ranking by the same counts that are fitted makes texts lie nearer
    to a power law than independent draws would, and resamples share that.
    """
    window = np.sort(np.asarray(counts, np.int64))[::-1][fit.first - 1 : fit.last]
    ranks = np.arange(fit.first, fit.first + len(window), dtype=np.float64)
    observed = _distance(window, ranks, fit.exponent)
    law = ranks**-fit.exponent
    law /= law.sum()
    rng = np.random.default_rng(seed)
    as_far = 0
    for _ in range(n_resamples):
        drawn = np.sort(rng.multinomial(int(window.sum()), law))[::-1]
        seen = drawn[drawn > 0]
        if len(seen) < 2:
            continue
        at = ranks[: len(seen)]
        as_far += _distance(seen, at, _exponent(seen / seen.sum(), np.log(at))) >= observed
    return Goodness(
        distance=observed,
        p_value=(as_far + 1) / (n_resamples + 1),
        n_resamples=n_resamples,
        n_as_far=as_far,
    )


def _distance(counts: np.ndarray, ranks: np.ndarray, exponent: float) -> float:
    law = ranks**-exponent
    return float(np.abs(np.cumsum(counts) / counts.sum() - np.cumsum(law) / law.sum()).max())


def _exponent(q: np.ndarray, log_rank: np.ndarray) -> float:
    """The s at which the mean of log rank under rank^(-s) is that under q, both (m,)."""
    from scipy.optimize import brentq  # here, since its import is a large part of a first page

    observed = float(q @ log_rank)

    def gap(s: float) -> float:
        weight = np.exp(-s * log_rank)
        return float(weight @ log_rank / weight.sum()) - observed

    return float(brentq(gap, -20.0, 40.0, xtol=1e-10))
