"""Zipf's law on ranks: the exponent that fits best."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError
from zipfviz.whitening.moments import check_prior


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
    window with fewer than two ranks, or a weight that is negative or not finite.

    Examples
    --------
    >>> import zipfviz
    >>> counts = [1000, 500, 333, 250, 200]
    >>> fit = zipfviz.fit_zipf(counts, n_tokens=sum(counts))
    >>> round(fit.exponent, 2), round(fit.standard_error, 2)
    (1.0, 0.04)
    """
    given = np.asarray(p, np.float64)
    check_prior(given, given.size)
    given = np.sort(given)[::-1]
    log_p = np.log(given[given > 0])  # of any size: 1e-308 beside 1e308
    last = len(log_p) if last is None else min(last, len(log_p))
    if not 1 <= first < last:
        raise InputError(
            f"ranks {first} to {last} hold fewer than two words; choose a wider window."
        )
    if n_tokens is not None and not 0 < n_tokens < math.inf:
        raise InputError(f"n_tokens={n_tokens:g} is no number of tokens; give one above 0.")
    log_rank = np.log(np.arange(first, last + 1))
    window = log_p[first - 1 : last]
    log_mass = _log_sum(window) - _log_sum(log_p)
    log_q = window - _log_sum(window)

    s = _exponent(log_q, log_rank)
    log_z = _log_sum(-s * log_rank)
    law = np.exp(-s * log_rank - log_z)
    variance = float(law @ (log_rank - law @ log_rank) ** 2)
    kl = float(np.exp(log_q) @ (log_q + s * log_rank + log_z))
    error = math.nan
    if n_tokens is not None and variance > 0:
        error = 1 / math.sqrt(n_tokens * math.exp(log_mass) * variance)
    return ZipfFit(
        exponent=s,
        log_constant=log_mass - log_z,
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
    law = _law(ranks, fit.exponent)
    rng = np.random.default_rng(seed)
    as_far = 0
    for _ in range(n_resamples):
        drawn = np.sort(rng.multinomial(int(window.sum()), law))[::-1]
        seen = drawn[drawn > 0]
        if len(seen) < 2:
            continue
        at = ranks[: len(seen)]
        as_far += _distance(seen, at, _exponent(np.log(seen), np.log(at))) >= observed
    return Goodness(
        distance=observed,
        p_value=(as_far + 1) / (n_resamples + 1),
        n_resamples=n_resamples,
        n_as_far=as_far,
    )


def _distance(counts: np.ndarray, ranks: np.ndarray, exponent: float) -> float:
    law = _law(ranks, exponent)
    return float(np.abs(np.cumsum(counts) / counts.sum() - np.cumsum(law)).max())


def _law(ranks: np.ndarray, exponent: float) -> np.ndarray:
    """Probabilities rank^(-exponent) of a window of ranks, (m,) with sum 1."""
    law = np.exp(-exponent * np.log(ranks / ranks[0]))
    return law / law.sum()


def _log_sum(logs: np.ndarray) -> float:
    """log sum exp of logs (m,), none of which overflows."""
    largest = logs.max()
    return float(largest + np.log(np.exp(logs - largest).sum()))


def _exponent(log_q: np.ndarray, log_rank: np.ndarray) -> float:
    """The s >= 0 at which the mean of log rank under rank^(-s) is that under q, both (m,).

    q falls with the rank, so its mean is at most that of s = 0; s is bracketed by doubling. Means
    are of log rank above the first, as logarithms, so that one near 0 keeps its digits.
    """
    from scipy.optimize import brentq  # here, since its import is a large part of a first page

    above = (log_rank - log_rank[0])[1:]
    log_above = np.log(above)

    def log_mean(log_weights: np.ndarray) -> float:
        return _log_sum(log_weights[1:] + log_above) - _log_sum(log_weights)

    observed = log_mean(log_q)

    def gap(s: float) -> float:
        return log_mean(np.concatenate([[0.0], -s * above])) - observed

    if gap(0.0) <= 0:
        return 0.0
    high = 1.0
    while gap(high) > 0:
        high *= 2
    return float(brentq(gap, 0.0, high, xtol=1e-12, rtol=1e-13))
