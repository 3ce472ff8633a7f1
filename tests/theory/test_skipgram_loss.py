"""Skip-gram's loss against sums written out, and its least value against other vectors."""

import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit

import zipfviz
from zipfviz.corpus.cooccurrence import Cooccurrence
from zipfviz.theory.skipgram_loss import sgns_loss, updates

K, EXPONENT = 3, 0.75


@pytest.fixture
def joint():
    """Six words, symmetric; some never meet."""
    N = np.random.default_rng(0).integers(0, 5, size=(6, 6)).astype(float)
    N = N + N.T + np.diag([40.0, 20, 9, 5, 2, 1])
    words = tuple("abcdef")
    return Cooccurrence(
        words=words, counts=sparse.csr_matrix(N), window=1, shrink=False, digest="by hand"
    )


def test_the_loss_is_the_sum_over_pairs_and_negatives(joint):
    rng = np.random.default_rng(1)
    W, C = rng.normal(size=(6, 3)), rng.normal(size=(6, 3))
    N, q = joint.counts.toarray(), joint.p**EXPONENT
    q /= q.sum()
    pulled = pushed = 0.0
    for w in range(6):
        for c in range(6):
            pair = N[w, c] / N.sum()
            pulled -= pair * np.log(expit(W[w] @ C[c]))
            for other in range(6):
                pushed -= pair * K * q[other] * np.log(expit(-W[other] @ C[c]))
    found = sgns_loss(joint, W, C, k=K, exponent=EXPONENT)
    assert (found.pulled, found.pushed) == pytest.approx((pulled, pushed))
    assert joint.p @ found.pull == pytest.approx(pulled)
    assert K * q @ found.push == pytest.approx(pushed)
    zero = sgns_loss(joint, 0 * W, C, k=K)
    assert zero.value == pytest.approx(zero.at_zero) == pytest.approx(4 * np.log(2))


def test_the_optimum_has_the_least_loss(joint):
    """Levy and Goldberg's products, as an identity's rows, have it; any others have more."""
    q = joint.p**EXPONENT / (joint.p**EXPONENT).sum()
    with np.errstate(divide="ignore"):
        best = np.log(joint.counts.toarray() / joint.total) - np.log(K * np.outer(q, joint.p))
    best = np.maximum(best, -60.0)
    found = sgns_loss(joint, best, np.eye(6), k=K, exponent=EXPONENT)
    assert found.value == pytest.approx(found.lowest)
    rng = np.random.default_rng(2)
    for size in (1e-2, 1.0):
        other = best + size * rng.normal(size=(6, 6))
        assert sgns_loss(joint, other, np.eye(6), k=K, exponent=EXPONENT).value > found.lowest


def test_updates_are_counted(joint):
    """Pulls are a word's pairs; with q = p a word is pushed k times as often as pulled."""
    found = updates(joint, k=K)
    np.testing.assert_allclose(found.pulls, joint.counts.toarray().sum(axis=1))
    np.testing.assert_allclose(found.ratio, K)
    assert found.pushes.sum() == pytest.approx(K * joint.total) == pytest.approx(6 * found.even)
    flatter = updates(joint, k=K, exponent=EXPONENT)
    order = np.argsort(joint.p)
    assert (np.diff(flatter.ratio[order]) <= 1e-9).all()
    assert flatter.ratio.max() > K > flatter.ratio.min()
    for call in (updates, lambda j, k: sgns_loss(j, np.eye(6), np.eye(6), k=k)):
        with pytest.raises(zipfviz.InputError, match="k=0 draws no negatives"):
            call(joint, k=0)
