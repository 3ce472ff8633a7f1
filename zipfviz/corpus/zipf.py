"""Zipf's law on ranks: the exponent that fits best, and whether a power law made the counts.

Ranks are made by the counts that are fitted. Words of few occurrences stand in an order of chance,
those that did not occur in none: a fit that reaches down to them, or ends where they do, finds
that texts drawn from an exact power law are none. So counts are fitted over the ranks whose words
occur 50 times or more (`ENOUGH`), within which the likelihood asks nothing of the others.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.whitening.moments import check_prior

ENOUGH = 50
"""Occurrences from which on a word's rank is its own."""
RESAMPLES = 499
_MOST_RANKS = 1_000_000


@dataclass(frozen=True, kw_only=True)
class ZipfFit:
    """p(rank) = C rank^(-exponent) over ranks first..last.

    `log_constant` is log C for probabilities within the whole list; `kl` the Kullback-Leibler
    divergence (nats) of the observed ranks from the fit, 0 for a perfect one; `standard_error`
    of the exponent for `n_tokens` independent tokens, nan where the count is unknown. `min_count`
    is the count that the ranks were chosen by, None where they were given.
    """

    exponent: float
    log_constant: float
    first: int
    last: int
    kl: float
    standard_error: float
    min_count: float | None = None


@accepts_positional("first", "last", "n_tokens")
def fit_zipf(
    p: ArrayLike,
    *,
    first: int = 1,
    last: int | None = None,
    min_count: float | None = None,
    n_tokens: float | None = None,
) -> ZipfFit:
    """Fit p ~ rank^(-s) over a window of ranks by maximum likelihood.

    `p` (n,) >= 0 in any order and unit; ranks are by descending p. The likelihood of s has one
    maximum, where the fitted mean of log rank equals the observed one (Clauset et al. 2009 for a
    bounded support). `min_count` ends the window at the last word that has so much: 50 for counts
    of a text. `n_tokens`, where known, gives a standard error. Raises InputError for a
    window with fewer than two ranks, or a weight that is negative or not finite.

    Examples
    --------
    >>> import zipfviz
    >>> counts = [1000, 500, 333, 250, 200, 30, 2, 1, 1]
    >>> fit = zipfviz.fit_zipf(counts, min_count=50, n_tokens=sum(counts))
    >>> round(fit.exponent, 2), round(fit.standard_error, 2), fit.last
    (1.0, 0.04, 5)
    """
    given = np.asarray(p, np.float64)
    check_prior(given, given.size)
    given = np.sort(given)[::-1]
    log_p = np.log(given[given > 0])  # of any size: 1e-308 beside 1e308
    last = len(log_p) if last is None else min(last, len(log_p))
    if min_count is not None:
        last = min(last, int((given >= min_count).sum()))
        if not 1 <= first < last:
            raise InputError(
                f"{counted(max(last - first + 1, 0), 'words')} from rank {first} on occur "
                f"{min_count:g} times or more, and a law takes two; give a lower min_count, or "
                "more text."
            )
    if len(log_p) < 2:
        raise InputError("a power law takes two words or more; give a longer list.")
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
        min_count=min_count,
    )


@dataclass(frozen=True, kw_only=True)
class Goodness:
    """How well counts follow a fitted power law.

    `distance` is Kolmogorov and Smirnov's: the largest gap between the cumulated shares of the
    ranks and those of the fit, 0 to 1. `p_value` is the share of texts drawn from the fit itself
    that lie as far from their own fit, 1/(n+1) or more for `n_resamples` n; `n_as_far` is how many
    of the n do. `low` and `high` are the ends of a 95 % interval of the exponent by the same texts:
    as theirs scatter about the one they were drawn with, which is a little more (Davison & Hinkley
    1997, basic bootstrap). Where words are about equally frequent ranking alone makes an exponent;
    then they are the ends of the laws whose texts have the exponent found among the middle 95 % of
    theirs, 0 where a flat law does, and nan where even that hardly ever comes out as flat.
    """

    distance: float
    p_value: float
    n_resamples: int
    n_as_far: int
    low: float
    high: float


def goodness_of_fit(
    counts: np.ndarray, fit: ZipfFit, *, n_resamples: int = RESAMPLES, seed: int = 0
) -> Goodness:
    """Test `counts` (n,) against a fitted power law: distance and parametric bootstrap p-value.

    Each resample draws a text whose words follow the law, also below the window, where it goes on
    until no word can come into it any more; then it is ranked, cut by the same rule and refitted
    (Clauset et al. 2009): ranking by the same counts that are fitted makes texts lie nearer to a
    power law than independent draws would, and resamples share that. Words above the window are
    drawn as they are.
    """
    ranked = np.sort(np.asarray(counts, np.int64))[::-1]
    window = ranked[fit.first - 1 : fit.last]
    observed = _distance(window, np.arange(fit.first, fit.last + 1.0), fit.exponent)
    expected = _expected(ranked, fit)
    exponents, as_far = [], 0
    for seen, at, exponent in _refitted(expected, fit, n_resamples, seed):
        exponents.append(exponent)
        as_far += _distance(seen, at, exponent) >= observed
    low, high = math.nan, math.nan
    if len(exponents) > 1:
        high, low = 2 * fit.exponent - np.quantile(exponents, [0.025, 0.975])
        if _may_be_flat(window) or not low <= fit.exponent <= high:
            low, high = _inverted(ranked, fit, min(n_resamples, 99), seed)
    return Goodness(
        distance=observed,
        p_value=(as_far + 1) / (n_resamples + 1),
        n_resamples=n_resamples,
        n_as_far=as_far,
        low=float(low),
        high=float(high),
    )


def _refitted(
    expected: np.ndarray, fit: ZipfFit, n: int, seed: int
) -> Iterator[tuple[np.ndarray, np.ndarray, float]]:
    """Texts drawn from expected counts: those in the window, their ranks and their exponent."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        drawn = np.sort(rng.poisson(expected))[::-1]
        last = fit.last if fit.min_count is None else int((drawn >= fit.min_count).sum())
        seen = drawn[fit.first - 1 : last]
        seen = seen[seen > 0]
        if len(seen) > 1:
            at = np.arange(fit.first, fit.first + len(seen), dtype=np.float64)
            yield seen, at, _exponent(np.log(seen), np.log(at))


def _may_be_flat(counts: np.ndarray) -> bool:
    """Whether chance may have made counts (m,) of equally frequent words, by their variance."""
    expected = counts.mean()
    excess = float(((counts - expected) ** 2).sum() / expected) - (len(counts) - 1)
    return excess <= 5 * math.sqrt(2 * (len(counts) - 1))  # five standard deviations


def _inverted(ranked: np.ndarray, fit: ZipfFit, n: int, seed: int) -> tuple[float, float]:
    """Least and largest exponent whose texts have the one found among the middle 95 % of theirs.

    Theirs rise with the exponent they are drawn with, and lie above it. To a 32nd of the one found.
    Words beside the window are drawn as they are.
    """
    above_it, below_it = ranked[: fit.first - 1], ranked[fit.last :]
    total = float(ranked[fit.first - 1 : fit.last].sum())

    def middle(exponent: float) -> tuple[float, float]:
        law = _law(np.arange(fit.first, fit.last + 1.0), exponent) * total
        drawn = _refitted(np.concatenate([above_it, law, below_it]), fit, n, seed)
        low, high = np.quantile([found for *_, found in drawn] or [math.inf], [0.025, 0.975])
        return float(low), float(high)

    def edge(is_below: Callable[[float], bool]) -> float:
        below, above = 0.0, max(fit.exponent, 1e-3)
        while is_below(above):
            below, above = above, 2 * above
        for _ in range(5):
            half = (below + above) / 2
            below, above = (half, above) if is_below(half) else (below, half)
        return (below + above) / 2

    least, most = middle(0.0)
    if least > fit.exponent:
        return math.nan, math.nan
    low = 0.0 if most >= fit.exponent else edge(lambda s: middle(s)[1] < fit.exponent)
    return low, edge(lambda s: middle(s)[0] <= fit.exponent)


def _expected(ranked: np.ndarray, fit: ZipfFit) -> np.ndarray:
    """Expected counts by rank: as they are above the window, by the law in it and below.

    Below it ends where a word would have to come to six standard deviations more than is expected
    of it to be among the last of the window, or where it would hold more tokens than the whole text
    has: a flat law goes on for ever.
    """
    total = float(ranked[fit.first - 1 : fit.last].sum())
    inside = _law(np.arange(fit.first, fit.last + 1.0), fit.exponent) * total
    least = float(inside[-1])
    reach = max(least - 6 * math.sqrt(least), 0.5)
    farther = max(0.0, math.log(least / reach)) / max(fit.exponent, 1e-3)  # a logarithm
    end = int(min(fit.last * math.exp(min(farther, 14.0)), fit.last + _MOST_RANKS))
    beyond = least * (np.arange(fit.last + 1.0, end + 1.0) / fit.last) ** -fit.exponent
    beyond = beyond[: np.searchsorted(np.cumsum(beyond), ranked.sum())]
    return np.concatenate([ranked[: fit.first - 1].astype(np.float64), inside, beyond])


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
