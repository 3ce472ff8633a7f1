"""Intrinsic dimension against known shapes and its literal definition; its interval by coverage."""

import numpy as np
import pytest
from scipy.spatial import cKDTree

import zipfviz
from zipfviz.explore import dimension_view, gaussian_like, sample_rows, two_nn

RNG = np.random.default_rng(0)


def literal(X):
    r = cKDTree(X).query(X, k=3)[0]
    return len(X) / np.log(r[:, 2] / r[:, 1]).sum()


def test_is_its_definition():
    X = RNG.normal(size=(300, 6))
    assert two_nn(X).d == pytest.approx(literal(X))
    assert two_nn((1e3 + X).astype(np.float32)).d == pytest.approx(literal(X), rel=1e-2)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_flat_sheets_in_a_large_space(d):
    """A cloud of d dimensions, turned into 40, has d of them, whatever its size and place."""
    rng = np.random.default_rng(d)
    turn = np.linalg.qr(rng.normal(size=(40, 40)))[0][:d]
    found = two_nn(1e-3 * rng.normal(size=(1500, d)) @ turn + 7)
    assert found.low < d < found.high
    assert found.d == pytest.approx(d, rel=0.1)


def test_interval_holds_the_truth_as_often_as_it_says():
    """In planes, where neighbours share distances, an interval of n / d² would hold in 90 %."""
    rng = np.random.default_rng(4)
    holds = [two_nn(rng.normal(size=(250, 2))) for _ in range(200)]
    assert 0.9 <= np.mean([f.low <= 2 <= f.high for f in holds]) <= 0.99
    mean = np.mean([f.d for f in holds])
    assert np.std([f.d for f in holds]) > 1.1 * mean / np.sqrt(250)


def test_words_that_are_the_same_are_left_out():
    X = RNG.normal(size=(200, 3)).astype(np.float32)
    found = two_nn(np.concatenate([X, X[:20], X[:1] * (1 + 1e-7)]))
    assert (found.n, found.n_same) == (200, 21)
    assert found.d == pytest.approx(two_nn(X).d)


@pytest.mark.parametrize(
    "X", [np.ones((9, 4)), np.eye(2), np.zeros((0, 3)), np.arange(3.0)[:, None], np.eye(5)]
)
def test_undefined(X):
    """Fewer than three different rows, or none nearer than another."""
    if len(X) == 3:  # the middle of three has two alike; its neighbours do not
        assert two_nn(X).d == pytest.approx(3 / (2 * np.log(2)))
    else:
        assert np.isnan([two_nn(X).d, two_nn(X).low, two_nn(X).high]).all()


def test_wrong_shapes_and_numbers_are_told():
    for X in (np.ones(3), np.full((4, 2), np.nan)):
        with pytest.raises(zipfviz.ZipfvizError, match="X:"):
            two_nn(X)


def test_gaussian_has_the_covariance():
    X = RNG.normal(size=(4000, 3)) @ np.diag([5, 1, 0.1]) + 9
    drawn = gaussian_like(X)
    assert drawn.shape == X.shape
    spreads = np.linalg.eigvalsh(np.cov(drawn.T)) / np.linalg.eigvalsh(np.cov(X.T))
    np.testing.assert_allclose(spreads, 1, atol=0.1)


def test_view_of_types_and_tokens():
    """Each line draws its own words; the split is over all words, under the prior it stands for."""
    X = RNG.normal(size=(600, 8)) + 1
    p = 1 / np.arange(1, 601)
    X[300:, 2:] = 1  # rare words fill a plane
    space = zipfviz.word_space([f"w{i}" for i in range(600)], X, p)
    types, tokens = dimension_view(space, words=200, zeta=0.3)
    for view, q in ((types, None), (tokens, space.p)):
        drawn = space.vectors[np.sort(sample_rows(space, 200, by=view.by))]
        assert view.words == two_nn(drawn)
        assert view.gaussian == two_nn(gaussian_like(drawn))
        assert view.second.of_mean == pytest.approx(zipfviz.second_moment(X, q).of_mean, rel=1e-5)
        assert view.isoscore == pytest.approx(zipfviz.isoscore(drawn))
        all_words = np.cov(space.vectors.T, aweights=q, ddof=0)
        assert view.isoscore_star == pytest.approx(zipfviz.isoscore_star(drawn, 0.3, all_words))
    assert types.words.d < tokens.words.d
    assert (types.rank, tokens.rank) == (8, 8)
    for wrong in ({"words": 3}, {"zeta": -0.1}, {"method": "sif_ccr"}):
        with pytest.raises(zipfviz.ZipfvizError):
            dimension_view(space, **wrong)


def test_default_words(space):
    """List and text of the default data: 20.6 against 11.4 in an independent computation.

    Of other draws: two differ by no more than the root of two of their intervals.
    """
    types, tokens = dimension_view(space)
    for found, elsewhere in ((types.words, 20.6), (tokens.words, 11.4)):
        half = np.log(found.high / found.low) / 2
        assert abs(np.log(found.d / elsewhere)) < np.sqrt(2) * half
    assert types.words.low > tokens.words.high
    assert types.gaussian.d < types.rank == 50
