"""Exponential family constructed so that Theorem 1 can be watched to hold.

Given vectors w(t) shared by both sides (weight tying), a base measure p and a scale s, the model is

    p(t'|t) = p(t') exp(s^2 <w(t'), w(t)>) / Z(t),   Z(t) = sum_t' p(t') exp(s^2 <w(t'), w(t)>)

(paper, Eq. gen_model_zipf). With theta = s^2 <w(.), w(t)> as a random variable under p, whose
cumulants are k1, k2, k3, ..., and psi(x) = log E_p[exp(x theta)]:

    2 KL(p || p(.|t))           = 2 (psi(1) - psi'(0))   = k2 + k3/3 + O(theta^4)
    2 KL(p(.|t) || p)           = 2 (psi'(1) - psi(1))   = k2 + 2 k3/3 + O(theta^4)
    |s w(t)|^2_G, G centred     = psi''(1)               = k2 + k3 + O(theta^4)
    |s w(t)|^2_G, the paper's G = psi''(1) + psi'(1)^2   = k2 + k3 + (k1 + k2)^2 + O(theta^4)

so all four agree to second order when k1 = s^2 <mu, w(t)> is 0, that is for Zipf-centred vectors,
and the relative error falls with s^2. Without centering the paper's G keeps k1^2, which is as large
as k2: the law fails however short the vectors are. The centred G does not see the mean at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.parallel import one_blas_thread
from zipfviz.common.record import Record
from zipfviz.whitening.moments import check_prior, moments

MAX_WORDS = 4_000
"""A family of n words holds an n x n matrix."""
SMALL_LOGITS = 0.5
"""Below this, fourteen terms of a series hold all digits."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class FamilyPoint(Record):
    """Both sides of the law for each word t of the family at one scale; arrays (n,), nats.

    `forward` 2 KL(p || p(.|t)), `reverse` 2 KL(p(.|t) || p); `paper` |w(t)|^2_G with the paper's
    G = E_t[c c^T], `centred` with G = Cov_t[c] (the Hessian of the log-partition function).
    """

    scale: float
    forward: np.ndarray
    reverse: np.ndarray
    paper: np.ndarray
    centred: np.ndarray


def law_at(W: np.ndarray, p: np.ndarray | None, scale: float) -> FamilyPoint:
    """Compute both sides of Theorem 1, |s w(t)|^2_G and 2 KL(p || p(.|t)), exactly.

    W (n, d) are the vectors, p (n,) the base measure of p(t'|t) ~ p(t') exp(s^2 <w(t'), w(t)>), s
    the scale. Returns a `FamilyPoint`: `forward` 2 KL(p || p(.|t)), `reverse` 2 KL(p(.|t) || p),
    `paper` and `centred` the squared length w^T G w with G = sum_t' p(t'|t) w(t') w(t')^T, and with
    the covariance in its place.

    Raises InputError for more words than MAX_WORDS, or weights that are none.
    """
    n = len(W)
    if n > MAX_WORDS:
        raise InputError(
            f"a family of {n:,} words is too large to write down; choose {MAX_WORDS:,} or fewer."
        )
    q = check_prior(p, n)
    q = np.full(n, 1 / n) if q is None else q
    X = scale * np.asarray(W, dtype=np.float64)
    # Row t: the logits of all t', without their mean under p. That changes no probability and makes
    # psi(1) - psi'(0) one number instead of a difference of two large ones.
    (m,) = moments(X, (q,))
    theta = X @ (X - m.mean).T
    first = X @ m.mean
    top = theta[:, q > 0].max(axis=1, keepdims=True)
    with np.errstate(over="ignore"):  # of words without mass, which 0 takes out again
        weights = q * np.exp(np.minimum(theta - top, 0.0))
    total = weights.sum(axis=1, keepdims=True)
    weights /= total
    psi = (np.log(total) + top)[:, 0]
    mean = (weights * theta).sum(axis=1)
    # Where logits are small psi is near 0 and the first order cancels: it is left out beforehand.
    small = np.abs(theta).max(axis=1) < SMALL_LOGITS
    psi[small] = np.log1p(_beyond_first(theta[small]) @ q)
    mean[small] = (np.expm1(theta[small]) * theta[small]) @ q / np.exp(psi[small])
    variance = (weights * (theta - mean[:, None]) ** 2).sum(axis=1)
    return FamilyPoint(
        scale=scale,
        forward=2 * psi,
        reverse=2 * (mean - psi),
        paper=variance + (mean + first) ** 2,
        centred=variance,
    )


def _beyond_first(x: np.ndarray) -> np.ndarray:
    """exp(x) - 1 - x for |x| < SMALL_LOGITS, by its series: all digits, however small x is."""
    series = np.ones_like(x)
    for k in range(14, 2, -1):
        series = 1 + series * x / k
    return series * x**2 / 2


def law_error(length: np.ndarray, divergence: np.ndarray, p: np.ndarray | None = None) -> float:
    """Compute the relative error sum p |length - divergence| / sum p divergence over words.

    `length` (n,) squared lengths, `divergence` (n,) 2 KL; p None weights words alike. nan where no
    word diverges, as where there is only one.
    """
    q = check_prior(p, len(length))
    weights = np.ones(len(length)) if q is None else q
    total = weights @ divergence
    return float(weights @ np.abs(length - divergence) / total) if total > 0 else float("nan")


def error_order(scales: Sequence[float] | np.ndarray, errors: np.ndarray) -> float:
    """Compute the order at which errors fall over the first two scales, log(e2/e1) / log(s2/s1).

    2 where half the scale has a quarter of the error, 0 where it has the same; nan where an error
    is 0 or undefined.
    """
    first, second = errors[:2]
    if not (first > 0 and second > 0):
        return float("nan")
    return float((np.log(second) - np.log(first)) / np.log(scales[1] / scales[0]))


def law_errors(
    W: np.ndarray, p: np.ndarray | None, scales: Sequence[float]
) -> dict[str, np.ndarray]:
    """Compute the law's relative error sum_t |length^2 - 2 KL| / sum_t 2 KL at each scale.

    It is the `law_error` of the squared lengths and the 2 KL(p || p(.|t)) that `law_at` gives, all
    words t weighed alike. Returns "paper" and
    "centred" (the two G), each (len(scales),) float64.
    """
    with one_blas_thread():
        points = [law_at(W, p, scale) for scale in scales]
    return {
        side: np.array([law_error(getattr(point, side), point.forward) for point in points])
        for side in ("paper", "centred")
    }
