"""Numbers of any size: what every public function of the core gives is what 120 digits give.

`drawn` says which matrices and priors, `exact` has the definitions word for word.
"""

import exact
import numpy as np
import pytest
from drawn import EPS, MANY, cases, same
from exact import floats
from hypothesis import assume, given

import zipfviz
from zipfviz.theory import batch_prior, inclusion, law_at, log_partition, second_order
from zipfviz.whitening.moments import moments
from zipfviz.whitening.symmetry import participation_ratio


def check_measures(c):
    for measure in ("sym1", "sym2"):
        same(getattr(zipfviz, measure)(c.X, c.p), getattr(exact, measure)(c.exact, c.q), size=1)
    for measure in ("isoscore", "average_cosine"):
        same(getattr(zipfviz, measure)(c.X), getattr(exact, measure)(c.exact), size=1)


def check_spectrum(c):
    want = exact.spectrum(c.exact, c.q)
    got = zipfviz.spectrum(c.X, c.p)
    same(got, want)
    same(zipfviz.effective_rank(got), exact.effective_rank(want))
    total = floats(want / want.sum()) if want.sum() else np.zeros(c.d)
    same(participation_ratio(got), 1 / (total @ total) if total.any() else np.nan)
    mean, covariance = exact.moments(c.exact, c.q)
    (m,) = moments(c.X, (floats(c.q),))
    same(m.mean, mean)
    same(m.covariance, covariance)


def check_centering(c):
    fitted = zipfviz.Centering().fit(c.X, sample_weight=c.p)
    want = exact.centred(c.exact, c.q)
    got = fitted.transform(c.X)
    same(got, want)
    np.testing.assert_array_equal(got.any(axis=1), exact.lengths(want) > 0)
    same(fitted.inverse_transform(got), c.exact)


def check_whitening(c):
    matrix, margins = exact.whitening(c.exact, c.q, EPS[c.dtype])
    assume(all(margin < 0.1 or margin > 10 for margin in margins))
    rank = matrix.shape[1]
    if rank == 0:
        with pytest.raises(zipfviz.InputError, match="no direction to whiten"):
            zipfviz.Whitening().fit(c.X, sample_weight=c.p)
        return
    want = exact.centred(c.exact, c.q) @ matrix
    sizes = exact.lengths(want)
    sizes = floats(sizes + (sizes == 0))
    # A row near the mean, as the one with nearly all the mass is, has few digits left.
    off = 4 * exact.last_digit(c.exact, c.q, matrix) / sizes
    slack = np.outer(sizes, sizes) * (1 + 1e6 * np.add.outer(off, off))
    for rotation in ("pca", "zca"):
        fitted = zipfviz.Whitening(rotation=rotation).fit(c.X, sample_weight=c.p)
        assert fitted.n_components_ == rank
        Y = fitted.transform(c.X).astype(float)
        same(np.linalg.norm(Y, axis=1), exact.lengths(want))
        same(Y @ Y.T / slack, floats(want @ want.T) / slack, size=1, atol=1e-6)


def check_all_but_the_top(c):
    D = c.d // 2
    values = floats(exact.spectrum(c.exact, c.q))
    assume(D == 0 or values[D - 1] > 1.1 * values[D])  # else any directions may be taken
    matrix = exact.top_removed(c.exact, c.q, D)
    centred = exact.centred(c.exact, c.q)
    want = exact.cleared(centred @ matrix, exact.lengths(centred))
    got = zipfviz.AllButTheTop(D).fit(c.X, sample_weight=c.p).transform(c.X)
    same(got, want, atol=1e-6)


def check_zipf(c):
    p = np.abs(c.X[:, 0].astype(float))
    logs = np.log(np.sort(p[p > 0])[::-1])
    if len(logs) < 2:
        with pytest.raises(zipfviz.InputError, match="fewer than two"):
            zipfviz.fit_zipf(p)
        return
    fit = zipfviz.fit_zipf(p)
    ranks = exact.exact(np.arange(1, len(logs) + 1))
    q = exact.weights(np.sort(p[p > 0])[::-1], len(logs))
    law = np.array([r ** -exact.mpf(fit.exponent) for r in ranks], object)
    log_ranks = np.array([exact.mpmath.log(r) for r in ranks], object)
    same((law / law.sum()) @ log_ranks, q @ log_ranks)
    same(fit.log_constant, -exact.mpmath.log(law.sum()))


def check_growth(c):
    draws = np.array([0, 1, 7, 1e12])
    want = [sum(1 - (1 - q) ** int(N) for q in c.q) for N in draws]
    p = np.ones(c.n) if c.p is None else c.p
    same(zipfviz.expected_types(p, draws), np.array(want, object))
    included = np.array([1 - (1 - q) ** 7 for q in c.q], object)
    same(inclusion(p, 7), included)
    same(batch_prior(p, 7), included / included.sum())


def check_partition(c):
    size = exact.lengths(c.exact).max()
    C = np.eye(c.d) / (float(size) or 1.0)
    logits = c.exact @ exact.exact(C)
    for q, got in zip((None, c.q), log_partition(c.X, C, (None, floats(c.q))), strict=True):
        total = sum((1 if q is None else q[i]) * np.array(list(map(exact.mpmath.exp, row)), object)
                    for i, row in enumerate(logits))  # fmt: skip
        same(got, np.array(list(map(exact.mpmath.log, total)), object))
    (m,) = moments(c.X, (floats(c.q),))
    first, square = c.q @ logits, c.q @ (logits * logits)
    same(
        second_order(m, C),
        [exact.mpmath.log(1 + a + b / 2) for a, b in zip(first, square, strict=True)],
    )


def check_law(c):
    unit = 1e-3 / float(exact.lengths(c.exact).max() or 1)
    found = law_at(c.X.astype(float), floats(c.q), unit)
    X = c.exact * exact.mpf(unit)
    theta = X @ X.T
    w = np.array([[c.q[j] * exact.mpmath.exp(v) for j, v in enumerate(row)] for row in theta])
    z = w.sum(axis=1)
    w = w / z[:, None]
    psi = np.array([exact.mpmath.log(v) for v in z]) - theta @ c.q
    mean = (w * theta).sum(axis=1)
    reverse = 2 * (mean - theta @ c.q - psi)
    centred = (w * (theta - mean[:, None]) ** 2).sum(axis=1)
    for got, want in ((found.forward, 2 * psi), (found.reverse, reverse), (found.centred, centred)):
        same(got, want * (abs(want) > exact.NOTHING))


CHECKS = {
    check_measures: "sym1 sym2 isoscore average_cosine",
    check_spectrum: "spectrum effective_rank participation_ratio moments",
    check_centering: "Centering",
    check_whitening: "Whitening",
    check_all_but_the_top: "AllButTheTop",
    check_zipf: "fit_zipf",
    check_growth: "expected_types inclusion batch_prior",
    check_partition: "log_partition second_order",
    check_law: "law_at",
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@MANY
@given(case=cases())
def test_matrices_of_any_size(check, case):
    """Functions of a matrix, its moments and its prior."""
    check(case)
