"""What is zero up to rounding is zero, whatever the unit: by columns, by weights, by dtype."""

import ml_dtypes
import numpy as np
import pytest

import zipfviz
from zipfviz import AllButTheTop, Centering, InputError, Whitening
from zipfviz.common import parallel
from zipfviz.whitening import affine, scaled
from zipfviz.whitening.affine import Affine, row_statistics


@pytest.fixture
def rows():
    return np.random.default_rng(0).normal(size=(60, 5))


@pytest.mark.parametrize("scale", [1e-30, 1e-20, 1e30])
def test_measures_do_not_see_the_scale(rows, scale):
    """float32 rows whose squares float32 does not have: as at scale 1."""
    X = (rows * scale).astype(np.float32)
    for measure in (zipfviz.sym1, zipfviz.sym2, zipfviz.average_cosine, zipfviz.isoscore):
        assert measure(X) == pytest.approx(measure(rows), rel=1e-5), measure.__name__
    np.testing.assert_allclose(zipfviz.spectrum(X), zipfviz.spectrum(rows) * scale**2, rtol=1e-5)


@pytest.mark.parametrize("scale", [1e-30, 1.0, 1e30])
def test_many_rows_of_any_size_are_mapped_alike(monkeypatch, scale):
    """Where float32 is too coarse or too short, blocks go through float64: one short row, too."""
    monkeypatch.setattr(affine, "SMALL", 0)
    monkeypatch.setattr(scaled, "SMALL", 0)
    monkeypatch.setattr(parallel, "SMALL", 1 << 12)
    rng = np.random.default_rng(1)
    X = (rng.normal(size=(3000, 20)) * np.geomspace(1, 1e4, 20) * scale).astype(np.float32)
    X[7] *= np.float32(1e-7)
    for fitted in (Whitening().fit(X), Centering().fit(X), AllButTheTop().fit(X)):
        want = fitted._map.rows(X)
        lengths = np.linalg.norm(want, axis=1)
        norms, unit_sum = row_statistics(X, fitted._map)
        np.testing.assert_allclose(norms, lengths, rtol=1e-5)
        np.testing.assert_allclose(unit_sum, (want / lengths[:, None]).sum(axis=0), atol=1e-2)
    norms, _ = row_statistics(X, Affine(np.zeros(20)))
    np.testing.assert_allclose(norms, np.linalg.norm(X.astype(np.float64), axis=1), rtol=1e-5)


def test_a_huge_constant_column_hides_no_other(rows):
    """Null is told for each direction by itself: rank 5 beside a column of 3e7 in float32."""
    X = np.column_stack([rows, np.full(60, 3e7)]).astype(np.float32)
    fitted = Whitening().fit(X)
    assert fitted.n_components_ == 5
    np.testing.assert_allclose(np.cov(fitted.transform(X).T, ddof=0), np.eye(5), atol=1e-5)
    X[:, 5] = 1e30
    assert Whitening().fit(X).n_components_ == 5


def test_columns_of_any_unit_keep_the_rank(rows):
    """Twenty orders of magnitude between columns: the same rank, lengths and cosines."""
    want = Whitening().fit_transform(rows)
    X = (rows * 10.0 ** np.array([-10, 10, 0, -5, 5])).astype(np.float32)
    got = Whitening().fit_transform(X).astype(float)
    assert got.shape == want.shape
    np.testing.assert_allclose(got @ got.T, want @ want.T, atol=1e-5)


def test_directions_whose_variance_the_covariance_does_not_hold(rows):
    """A million times shorter than another and turned: found in a second pass over the rows."""
    turn = np.linalg.qr(np.random.default_rng(2).normal(size=(5, 5)))[0]
    want = Whitening().fit_transform(rows * [1e7, 1, 1, 1, 1])
    got = Whitening().fit_transform(rows * [1e7, 1, 1, 1, 1] @ turn)
    np.testing.assert_allclose(got @ got.T, want @ want.T, atol=1e-5)


@pytest.mark.parametrize("scale", [1e-30, 1e-10, 1.0, 1e30])
def test_two_words_lie_on_one_line(scale):
    """Their other directions vary by rounding alone, and perfectly alike: none is taken for it."""
    for seed in range(40):
        X = (np.random.default_rng(seed).normal(size=(2, 3)) * scale).astype(np.float32)
        space = zipfviz.word_space(["a", "b"], X, [1, 1])
        lengths = np.linalg.norm(zipfviz.transform(space, "uniform_whitening"), axis=1)
        np.testing.assert_allclose(lengths, 1, rtol=1e-5)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32])
def test_rank_is_told_by_the_dtype_given(dtype):
    """Rank 3 of 6 but for rounding to a short dtype, which numpy's checks turn into float64."""
    rng = np.random.default_rng(3)
    X = (rng.normal(size=(400, 3)) @ rng.normal(size=(3, 6))).astype(dtype)
    assert Whitening().fit(X).n_components_ == 3
    assert Whitening().fit(X.astype(np.float64)).n_components_ == 6


def test_a_torch_bfloat16_is_read():
    """numpy has no bfloat16 of its own."""
    torch = pytest.importorskip("torch")
    X = torch.arange(12, dtype=torch.bfloat16).reshape(6, 2) ** 2
    want = Whitening().fit_transform(X.float().numpy())
    np.testing.assert_allclose(Whitening().fit_transform(X), want, rtol=1e-5)
    assert zipfviz.sym1(X) == pytest.approx(zipfviz.sym1(X.float().numpy()))


@pytest.mark.parametrize("weight", [1e308, 1e-308, 5e-324])
def test_weights_near_the_ends_of_float64(rows, weight):
    """Their sum overflows or their digits are few: as equal weights all the same."""
    want = Whitening().fit(rows)
    got = Whitening().fit(rows, sample_weight=np.full(60, weight))
    np.testing.assert_allclose(got.eigenvalues_, want.eigenvalues_, rtol=1e-12)
    assert zipfviz.sym1(rows, np.full(60, weight)) == pytest.approx(zipfviz.sym1(rows))


@pytest.mark.parametrize("bad", [1e200, 1e-200])
def test_squares_that_float64_cannot_hold_are_said(rows, bad):
    """One sentence with a factor that mends it."""
    with pytest.raises(InputError, match=r"multiply all by 2.0\*\*") as told:
        Whitening().fit(rows * bad)
    factor = eval(str(told.value).split("multiply all by ")[1].split(" ")[0])
    assert Whitening().fit(rows * bad * factor).n_components_ == 5


def test_what_everything_is_taken_out_of_is_zero(rows):
    """All-but-the-top of the whole rank, rows at the mean: exact zeros, undefined symmetry."""
    flat = rows[:, :2] @ np.random.default_rng(4).normal(size=(2, 5))
    left = AllButTheTop(2).fit_transform(flat)
    assert not left.any()
    assert np.isnan(zipfviz.sym1(left))
    five = np.random.default_rng(5).normal(size=(5, 3))
    X = np.vstack([five, five.mean(axis=0)])
    assert not Centering().fit_transform(X)[5].any()
