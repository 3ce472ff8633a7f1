"""Theorem 1 in families whose cumulants are known, and priors of batches in closed form."""

from itertools import product

import numpy as np
import pytest

import zipfviz
from zipfviz.theory.batches import batch_prior, batch_priors, total_variation
from zipfviz.theory.family import error_order, law_at, law_error, law_errors


@pytest.fixture
def family():
    """Forty skewed vectors with a Zipfian base measure, Zipf-centred."""
    rng = np.random.default_rng(3)
    p = 1 / np.arange(1, 41)
    p /= p.sum()
    W = rng.exponential(size=(40, 4))
    return W - p @ W, p


def slope(scales, errors):
    return np.diff(np.log(errors)) / np.diff(np.log(scales))


def test_both_sides_by_their_definitions(family):
    """2 KL both ways and both lengths, summed term by term as the paper writes them."""
    W, p = family
    point = law_at(W, p, 0.8)
    for t in (0, 7, 39):
        given = p * np.exp(0.64 * W @ W[t])
        given /= given.sum()
        w = 0.8 * W[t]
        second = 0.64 * (W.T * given) @ W
        mean = 0.8 * given @ W
        assert point.forward[t] == pytest.approx(2 * (p * np.log(p / given)).sum())
        assert point.reverse[t] == pytest.approx(2 * (given * np.log(given / p)).sum())
        assert point.paper[t] == pytest.approx(w @ second @ w)
        assert point.centred[t] == pytest.approx(w @ (second - np.outer(mean, mean)) @ w)


@pytest.mark.parametrize("side", ["paper", "centred"])
def test_the_error_falls_with_the_square_of_the_scale(family, side):
    W, p = family
    scales = np.geomspace(0.01, 0.04, 4)
    errors = law_errors(W, p, scales)[side]
    assert slope(scales, errors) == pytest.approx(2, abs=0.05)
    assert error_order(scales, errors) == pytest.approx(slope(scales, errors)[0])


def test_the_leading_error_is_that_of_the_third_cumulant(family):
    """|w|^2_G - 2 KL is 2/3 k3 forward and 1/3 k3 in Oyama's direction, up to fourth order."""
    W, p = family
    point = law_at(W, p, 0.03)
    k3 = ((0.03**2 * W @ W.T) ** 3) @ p
    for divergence, part in ((point.forward, 2 / 3), (point.reverse, 1 / 3)):
        off = point.centred - divergence
        assert np.abs(off - part * k3).max() < 0.03 * np.abs(off).max()


def test_a_symmetric_family_is_one_order_better():
    """Words in pairs +w, -w have no third cumulant: the error falls with the fourth power."""
    half = np.random.default_rng(5).normal(size=(15, 3))
    scales = np.geomspace(0.1, 0.2, 3)
    errors = law_errors(np.vstack([half, -half]), None, scales)
    assert slope(scales, errors["centred"]) == pytest.approx(4, abs=0.15)


def test_without_centering_the_papers_metric_fails_at_every_scale(family):
    """The paper's G keeps <mu, w>^2 / k2; the centred G never sees the mean."""
    W, p = family
    shifted = W + 1.0
    theta = shifted @ shifted.T
    k1 = theta @ p
    k2 = (theta - k1[:, None]) ** 2 @ p
    errors = law_errors(shifted, p, [0.01, 0.02])
    assert errors["paper"] == pytest.approx((k1**2).sum() / k2.sum(), rel=0.01)
    assert errors["centred"].max() < 0.02


def test_the_order_of_an_error_is_the_power_of_the_scale_it_falls_with():
    assert error_order([0.1, 0.3, 1], 7 * np.array([0.1, 0.3, 1]) ** 1.5) == pytest.approx(1.5)
    assert error_order([0.1, 0.2], np.array([3.0, 3.0])) == 0
    assert np.isnan(error_order([0.1, 0.2], np.array([0.0, 3.0])))


def test_the_error_is_a_share_of_the_divergence():
    assert law_error(np.array([2.0, 5.0]), np.array([1.0, 4.0])) == pytest.approx(2 / 5)
    assert law_error(np.array([2.0, 5.0]), np.array([1.0, 4.0]), np.array([3, 1])) == pytest.approx(
        4 / 7
    )


def test_a_family_too_large_is_refused():
    with pytest.raises(zipfviz.InputError, match="4,000"):
        law_at(np.zeros((4001, 1)), None, 1.0)


def test_a_batch_of_one_follows_p_and_a_large_one_is_uniform():
    p = np.array([0.6, 0.3, 0.1])
    assert batch_prior(p, 1) == pytest.approx(p, rel=1e-14)
    assert batch_prior(p, 2) == pytest.approx(np.array([0.84, 0.51, 0.19]) / 1.54)
    assert batch_prior(p, 1e6) == pytest.approx(1 / 3)
    with pytest.raises(zipfviz.InputError, match="1 or more"):
        batch_prior(p, 0.5)


def test_total_variation_is_the_greatest_difference_of_an_event():
    """Over all sets of words; the distances of `batch_priors` are those of q ~ 1 - (1 - p)^B."""
    p = np.array([0.6, 0.3, 0.1])
    q = np.array([0.84, 0.51, 0.19]) / 1.54
    sets = np.array(list(product([0, 1], repeat=3)))
    found = batch_priors(p, [2])
    for distance, r in ((found.to_zipfian, p), (found.to_uniform, np.full(3, 1 / 3))):
        assert distance == pytest.approx((sets @ (q - r)).max())
        assert total_variation(q, r) == pytest.approx(distance[0])
    assert found.words == pytest.approx(1.54)


def test_batches_move_from_one_prior_to_the_other():
    """Distances to p grow and to uniform fall with B; they cross at the turning point."""
    p = 1 / np.arange(1, 1001)
    p /= p.sum()
    found = batch_priors(p, np.geomspace(1, 1e4, 17))
    assert np.all(np.diff(found.to_zipfian) > 0)
    assert np.all(np.diff(found.to_uniform) < 0)
    assert found.to_zipfian[0] == pytest.approx(0, abs=1e-14)
    assert found.words[0] == pytest.approx(1)
    at = batch_prior(p, found.turning_point)
    assert total_variation(at, p) == pytest.approx(
        total_variation(at, np.full(1000, 1e-3)), rel=0.02
    )
    assert np.isnan(batch_priors(p, [1, 2]).turning_point)
