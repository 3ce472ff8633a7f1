"""The three transformers: scikit-learn's own suite and the properties the paper rests on."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.utils.estimator_checks import parametrize_with_checks

import zipfviz
from zipfviz import AllButTheTop, Centering, Whitening

ALL = [Centering(), Whitening(), Whitening(rotation="zca"), AllButTheTop(n_components=2)]


@parametrize_with_checks(ALL)
def test_scikit_learn_conformance(estimator, check):
    """scikit-learn's suite, whole: nothing skipped, nothing expected to fail."""
    check(estimator)


@st.composite
def weighted_rows(draw, min_rows=4, max_rows=25, max_d=5):
    """(X, p): rows on a grid, so that ties, copies and rank deficiency are common, and weights."""
    n = draw(st.integers(min_rows, max_rows))
    d = draw(st.integers(1, max_d))
    X = draw(arrays(np.float64, (n, d), elements=st.integers(-8, 8).map(lambda v: v / 2)))
    p = draw(arrays(np.float64, n, elements=st.integers(0, 6).map(float)))
    X[0], X[1], p[:2] = 0.0, 1.0, [1.0, 2.0]  # something always varies
    offset = draw(st.sampled_from([0.0, 1.0, 1000.0]))
    return X + offset, p


def weighted_covariance(X, p):
    q = p / p.sum()
    centred = X - q @ X
    return (centred * q[:, None]).T @ centred


@given(weighted_rows())
@settings(deadline=None)
def test_whitened_covariance_is_identity_on_kept_directions(data):
    """Under the prior it was fitted with, PCA output has covariance I and mean 0."""
    X, p = data
    fitted = Whitening().fit(X, sample_weight=p)
    Y = fitted.transform(X)
    assert (
        Y.shape[1]
        == fitted.n_components_
        == np.linalg.matrix_rank((X - (p / p.sum()) @ X)[p > 0], tol=1e-6)
    )
    np.testing.assert_allclose(weighted_covariance(Y, p), np.eye(Y.shape[1]), atol=1e-7)
    np.testing.assert_allclose((p / p.sum()) @ Y, 0, atol=1e-7)


@given(weighted_rows())
@settings(deadline=None)
def test_symmetry_is_perfect_after_the_transform_of_the_same_prior(data):
    """sym1 = 1 after centering, sym2 = 1 after whitening; sym2 does not move under centering."""
    X, p = data
    centred = Centering().fit(X, sample_weight=p).transform(X)
    assert zipfviz.sym1(centred, p) == pytest.approx(1.0, abs=1e-9)
    np.testing.assert_allclose(zipfviz.sym2(centred, p), zipfviz.sym2(X, p), atol=1e-6)
    white = Whitening().fit(X, sample_weight=p).transform(X)
    if white.shape[1] > 1:
        assert zipfviz.sym2(white, p) == pytest.approx(1.0, abs=1e-9)
    else:
        assert np.isnan(zipfviz.sym2(white, p))


@given(weighted_rows())
@settings(deadline=None)
def test_cosines_do_not_change_under_rotation(data):
    """PCA and ZCA whitening differ by a rotation: same norms and inner products."""
    X, p = data
    A = Whitening("pca").fit(X, sample_weight=p).transform(X)
    B = Whitening("zca").fit(X, sample_weight=p).transform(X)
    np.testing.assert_allclose(A @ A.T, B @ B.T, atol=1e-5)


@pytest.mark.parametrize("estimator", ALL, ids=str)
@given(data=weighted_rows(), scale=st.sampled_from([1e-6, 0.5, 3.0, 1e9]))
@settings(deadline=None, max_examples=40)
def test_weights_mean_what_they_say(estimator, data, scale):
    """Scaling p, dropping weight-0 words, repeating words, fit_transform: all the same map."""
    X, p = data
    want = estimator.fit(X, sample_weight=p).transform(X)
    close = {"atol": 1e-6 * max(1.0, np.abs(want).max())}
    np.testing.assert_allclose(estimator.fit_transform(X, sample_weight=p), want, **close)
    np.testing.assert_allclose(
        estimator.fit(X, sample_weight=p * scale).transform(X), want, **close
    )
    far = np.where((p == 0)[:, None], X + 1e6, X)  # wherever they are
    np.testing.assert_allclose(estimator.fit(far, sample_weight=p).transform(X), want, **close)
    repeated = np.repeat(X, p.astype(int), axis=0)
    if isinstance(estimator, AllButTheTop):  # equal eigenvalues leave the directions open
        kept = estimator.fit(repeated).components_
        assert np.allclose(kept @ kept.T, np.eye(len(kept)))
    else:
        np.testing.assert_allclose(estimator.fit(repeated).transform(X), want, **close)


def test_copied_columns_report_their_rank():
    """Rank 2 in 4 columns, also in float32 far from the origin: two directions, all finite."""
    rng = np.random.default_rng(0)
    base = rng.normal(size=(500, 2))
    for dtype, offset in [(np.float64, 0.0), (np.float32, 0.0), (np.float32, 1000.0)]:
        X = (np.hstack([base, base]) + offset).astype(dtype)
        fitted = Whitening().fit(X)
        assert fitted.n_components_ == 2
        assert np.isfinite(fitted.transform(X)).all()


def test_float32_rank_fifty_of_three_hundred_far_from_zero():
    """Rounding noise of a float32 product is no direction, and no root of a negative is taken."""
    rng = np.random.default_rng(1)
    X = (rng.normal(size=(4000, 50)) @ rng.normal(size=(50, 300)) + 50).astype(np.float32)
    assert Whitening().fit(X).n_components_ == 50


def test_sums_are_float64():
    """The mean of three million float32 rows of 0.1 is exact to 1e-7."""
    X = np.full((3_000_000, 1), 0.1, np.float32)
    assert Centering().fit(X).mean_[0] == pytest.approx(float(np.float32(0.1)), abs=1e-12)


def test_mean_far_from_zero_costs_no_digits():
    """Covariance of rows at 1e8 is that of the same rows at 0, to float64's resolution there."""
    rng = np.random.default_rng(2)
    X = np.round(rng.normal(size=(20_000, 3)) * 1024) / 1024
    near, far = Whitening().fit(X), Whitening().fit(X + 2.0**26)
    np.testing.assert_allclose(far.eigenvalues_, near.eigenvalues_, rtol=1e-9)


def test_negative_weight_is_named():
    """A negative weight is an error that gives its place and the way out."""
    with pytest.raises(ZipfvizError := zipfviz.ZipfvizError, match=r"-1 at position 2.*>= 0"):
        Whitening().fit(np.eye(4), sample_weight=[1, 1, -1, 1])
    assert issubclass(ZipfvizError, ValueError)
