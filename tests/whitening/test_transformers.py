"""The three transformers: scikit-learn's own suite and the properties the paper rests on."""

import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn import config_context
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

import zipfviz
from zipfviz import AllButTheTop, Centering, EmbedFilter, Whitening

ALL = [Centering(), Whitening(), Whitening(rotation="zca"), AllButTheTop(n_components=2)]
SOME_DIRECTIONS = [
    Whitening(n_components=0.8),
    Whitening(n_components=1, rotation="zca"),
    Whitening(epsilon=0.3),
    EmbedFilter(),
]


@parametrize_with_checks([*ALL, *SOME_DIRECTIONS])
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
    A = Whitening(rotation="pca").fit(X, sample_weight=p).transform(X)
    B = Whitening(rotation="zca").fit(X, sample_weight=p).transform(X)
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


@pytest.fixture(scope="module")
def rows():
    """(X, p): 200 rows in 6 columns of uneven variance, far from the origin; Zipfian weights."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 6)) @ np.diag([5, 3, 2, 1, 0.5, 0.2]) @ rng.normal(size=(6, 6)) + 9
    return X, 1 / np.arange(1.0, 201)


def test_uniform_whitening_is_that_of_pca(rows):
    """Directions, variances and their shares are PCA's, but for its normaliser n - 1."""
    X, _ = rows
    n = len(X)
    for kept in (None, 1, 4, 6, 0.5, 0.8, 0.99):
        ours, theirs = Whitening(kept).fit(X), PCA(kept, whiten=True).fit(X)
        assert ours.n_components_ == theirs.n_components_
        pairs = [
            (ours.mean_, theirs.mean_),
            (ours.components_, theirs.components_),
            (ours.explained_variance_, theirs.explained_variance_ * (n - 1) / n),
            (ours.explained_variance_ratio_, theirs.explained_variance_ratio_),
            (ours.transform(X), theirs.transform(X) * np.sqrt(n / (n - 1))),
            (
                ours.inverse_transform(ours.transform(X)),
                theirs.inverse_transform(theirs.transform(X)),
            ),
        ]
        for got, want in pairs:
            np.testing.assert_allclose(got, want, atol=1e-9)


def test_kept_directions_are_those_of_most_variance_under_the_prior(rows):
    """With weights, k directions are the first k of all, and their shares add up to the whole."""
    X, p = rows
    whole = Whitening().fit(X, sample_weight=p)
    values, vectors = np.linalg.eigh(weighted_covariance(X, p))
    np.testing.assert_allclose(whole.explained_variance_, values[::-1], rtol=1e-9)
    np.testing.assert_allclose(whole.eigenvalues_, whole.explained_variance_)
    np.testing.assert_allclose(whole.explained_variance_ratio_.sum(), 1)
    np.testing.assert_allclose(np.abs(whole.components_ @ vectors[:, ::-1]), np.eye(6), atol=1e-8)
    for k in (1, 3):
        some = Whitening(k).fit(X, sample_weight=p)
        np.testing.assert_allclose(some.transform(X), whole.transform(X)[:, :k])
        assert some.explained_variance_.shape == some.explained_variance_ratio_.shape == (k,)
        share = whole.explained_variance_ratio_[:k].sum()
        assert Whitening(float(share) - 1e-6).fit(X, sample_weight=p).n_components_ == k
        turned = Whitening(k, rotation="zca").fit(X, sample_weight=p).transform(X)
        np.testing.assert_allclose(turned, some.transform(X) @ some.components_, atol=1e-9)


@pytest.mark.parametrize("kept", [0, 7, -1, 0.0, 1.0, 1.5, "mle", np.nan])
def test_a_wrong_number_of_directions_is_named(rows, kept):
    """What is neither None, a count of columns nor a share is an error that says what may stand."""
    with pytest.raises(zipfviz.ZipfvizError, match=r"n_components=.*from 1 to n_features=6"):
        Whitening(n_components=kept).fit(rows[0])


def test_a_rotation_in_the_first_place_is_told_its_own(rows):
    """The first argument was `rotation` in 0.1; the error says how it is given now."""
    with pytest.raises(zipfviz.ZipfvizError, match="rotation='zca'"):
        Whitening("zca").fit(rows[0])


def test_more_directions_than_there_are_keep_the_rank():
    """Two independent columns of four: three asked for, two kept, all finite."""
    X = np.random.default_rng(0).normal(size=(50, 2)) @ np.array([[1, 0, 1, 0], [0, 1, 0, 1.0]])
    assert Whitening(n_components=3).fit(X).transform(X).shape == (50, 2)
    assert Whitening(n_components=0.999999).fit(X).n_components_ == 2


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("estimator", [*ALL, *SOME_DIRECTIONS], ids=str)
def test_inverse_gives_the_nearest_rows_that_map_to_the_same(rows, estimator, dtype):
    """Back and forth changes nothing more; what is lost lies along what was dropped, from the mean.

    All of it comes back where nothing was dropped.
    """
    X, p = rows[0].astype(dtype), rows[1]
    fitted = clone(estimator).fit(X, sample_weight=p)
    Y = fitted.transform(X)
    back = fitted.inverse_transform(Y)
    close = {"atol": 1e-9 if dtype == np.float64 else 2e-3}
    assert back.dtype == dtype
    np.testing.assert_allclose(fitted.transform(back), Y, **close)
    if isinstance(estimator, Centering) or (
        isinstance(estimator, Whitening) and estimator.n_components is None
    ):
        np.testing.assert_allclose(back, X, **close)
    else:
        V = fitted.components_
        origin = 0 if isinstance(estimator, EmbedFilter) else fitted.mean_
        lost, of_components = X - back, (X - origin) @ V.T @ V
        if isinstance(estimator, AllButTheTop):
            np.testing.assert_allclose(lost, of_components, **close)
        else:
            np.testing.assert_allclose(lost, X - origin - of_components, **close)
    with pytest.raises(zipfviz.ZipfvizError, match="7 columns"):
        fitted.inverse_transform(np.zeros((2, 7)))


def test_pandas_come_out_as_they_went_in(rows):
    """`set_output`: the index stays; columns are named by direction, or as in X where they are."""
    X, p = rows
    frame = pd.DataFrame(X, columns=list("abcdef"), index=[f"w{i}" for i in range(len(X))])
    for estimator, columns in [
        (Centering(), list("abcdef")),
        (Whitening(), [f"whitening{i}" for i in range(6)]),
        (Whitening(n_components=2), ["whitening0", "whitening1"]),
        (Whitening(n_components=2, rotation="zca"), list("abcdef")),
        (AllButTheTop(), list("abcdef")),
    ]:
        out = estimator.set_output(transform="pandas").fit_transform(frame, sample_weight=p)
        assert list(out.columns) == columns == list(estimator.get_feature_names_out())
        assert list(out.index) == list(frame.index)
        plain = clone(estimator).set_output(transform="default").fit(X, sample_weight=p)
        np.testing.assert_allclose(out.to_numpy(), plain.transform(X), atol=1e-9)
        with pytest.raises(ValueError, match="feature names"):
            estimator.transform(frame[list("fedcba")])


def test_weights_reach_a_step_of_a_pipeline(rows):
    """By the step's name, or routed as metadata where the step asks for them, and only there."""
    X, p = rows
    want = Whitening().fit(X, sample_weight=p)
    named = Pipeline([("white", Whitening()), ("centre", Centering())])
    named.fit(X, white__sample_weight=p)
    np.testing.assert_array_equal(named["white"].mean_, want.mean_)
    np.testing.assert_allclose(named["centre"].mean_, want.transform(X).mean(axis=0))
    with config_context(enable_metadata_routing=True):
        routed = make_pipeline(
            Whitening().set_fit_request(sample_weight=True),
            Centering().set_fit_request(sample_weight=False),
        )
        out = routed.fit_transform(X, sample_weight=p)
        alone = Whitening().set_fit_request(sample_weight=True).fit_transform(X, sample_weight=p)
    np.testing.assert_array_equal(routed[0].mean_, want.mean_)
    np.testing.assert_allclose(routed[1].mean_, want.transform(X).mean(axis=0))
    np.testing.assert_allclose(out, routed.transform(X))
    np.testing.assert_array_equal(alone, want.transform(X))


def test_weights_are_routed_through_a_search(rows):
    """In two processes: each fold whitens with weights of its own rows, the best with all."""
    X, p = rows
    y = X @ np.arange(6) + np.random.default_rng(5).normal(size=len(X))
    grid = {"white__n_components": [1, 3, 0.9], "white__rotation": ["pca", "zca"]}
    folds = KFold(3)
    with config_context(enable_metadata_routing=True):
        steps = [
            ("white", Whitening().set_fit_request(sample_weight=True)),
            (
                "ridge",
                Ridge().set_fit_request(sample_weight=False).set_score_request(sample_weight=True),
            ),
        ]
        search = GridSearchCV(Pipeline(steps), grid, cv=folds, n_jobs=2)
        search.fit(X, y, sample_weight=p)
    best = search.best_estimator_["white"]
    np.testing.assert_array_equal(best.mean_, Whitening().fit(X, sample_weight=p).mean_)
    scores = []
    for train, test in folds.split(X):
        white = Whitening(n_components=1).fit(X[train], sample_weight=p[train])
        ridge = Ridge().fit(white.transform(X[train]), y[train])
        scores.append(ridge.score(white.transform(X[test]), y[test], sample_weight=p[test]))
    assert search.cv_results_["mean_test_score"][0] == pytest.approx(np.mean(scores))
    assert best.n_components == 3


@pytest.mark.parametrize("estimator", [*ALL, *SOME_DIRECTIONS], ids=str)
def test_fitted_ones_are_kept_and_sent(rows, estimator, tmp_path):
    """Pickle and joblib's file give back the same map; `clone` forgets it."""
    X, p = rows
    fitted = clone(estimator).fit(X, sample_weight=p)
    want = fitted.transform(X)
    joblib.dump(fitted, tmp_path / "fitted.joblib")
    for again in (pickle.loads(pickle.dumps(fitted)), joblib.load(tmp_path / "fitted.joblib")):
        np.testing.assert_array_equal(again.transform(X), want)
        np.testing.assert_array_equal(again.inverse_transform(want), fitted.inverse_transform(want))
    bare = clone(fitted)
    assert bare.get_params() == estimator.get_params()
    assert not hasattr(bare, "mean_")


def test_soft_whitening_divides_by_each_eigenvalue_and_a_share_of_their_mean(rows):
    """As by a full eigensystem; 0 is whitening, and at ZCA a huge epsilon only centres."""
    X, p = rows
    q = p / p.sum()
    centred = X - q @ X
    values, V = np.linalg.eigh(centred.T @ (centred * q[:, None]))
    want = centred @ V / np.sqrt(values + 0.3 * values.mean()) @ V.T
    found = Whitening(rotation="zca", epsilon=0.3).fit(X, sample_weight=p).transform(X)
    np.testing.assert_allclose(found, want, atol=1e-9)
    most = Whitening(rotation="zca", epsilon=1e9).fit(X, sample_weight=p).transform(X)
    np.testing.assert_allclose(most * np.sqrt(1e9 * values.mean()), centred, atol=1e-5)
    for wrong in (-0.1, np.nan, "much"):
        with pytest.raises(zipfviz.ZipfvizError, match="epsilon="):
            Whitening(epsilon=wrong).fit(X)


def test_embed_filter_keeps_the_middle_singular_vectors(rows):
    """Those of the rows as they are by a full SVD, also for rows it was not fitted on."""
    X = rows[0] + 1.0
    text = X[::3] - 2.0
    axes = np.linalg.svd(X, full_matrices=False)[2]
    for ratio, middle in [(2, axes[1:4]), (3, axes[2:4]), (6, axes[2:3])]:  # of six
        found = EmbedFilter(ratio).fit(X).transform(text)
        np.testing.assert_allclose(found @ found.T, text @ middle.T @ middle @ text.T, atol=1e-9)
    np.testing.assert_array_equal(EmbedFilter(1).fit(X).transform(text), text)
    for wrong in (7, 0, 1.5, True):
        with pytest.raises(zipfviz.ZipfvizError, match="ratio"):
            EmbedFilter(wrong).fit(X)
