"""Symmetry measures against closed forms and literal loops."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import zipfviz
from zipfviz.evaluation.scoring import symmetry
from zipfviz.evaluation.tables import symmetry_points
from zipfviz.space.methods import METHODS


@given(
    arrays(
        np.float64,
        st.tuples(st.integers(2, 9), st.integers(1, 4)),
        elements=st.integers(-3, 3).map(float),
    )
)
@settings(deadline=None)
def test_average_cosine_is_the_all_pairs_loop(X):
    """Exact in one pass, a cosine with a zero vector being 0."""

    def cosine(a, b):
        size = np.linalg.norm(a) * np.linalg.norm(b)
        return a @ b / size if size else 0.0

    loop = np.mean([cosine(a, b) for a, b in itertools.combinations(X, 2)])
    assert zipfviz.average_cosine(X) == pytest.approx(loop, abs=1e-12)


def test_isoscore_is_the_published_algorithm():
    """The eigenvalue form equals Rudman et al.'s steps, worked out one by one."""
    rng = np.random.default_rng(3)
    for n, d in [(40, 6), (5, 8), (30, 2)]:
        X = rng.normal(size=(n, d)) * rng.uniform(0.1, 3, d)
        lam = np.linalg.eigvalsh(np.cov(X.T, ddof=0))
        lam_hat = math.sqrt(d) * lam / np.linalg.norm(lam)
        defect = np.linalg.norm(lam_hat - 1) / math.sqrt(2 * (d - math.sqrt(d)))
        phi = (d - defect**2 * (d - math.sqrt(d))) ** 2 / d**2
        assert zipfviz.isoscore(X) == pytest.approx((d * phi - 1) / (d - 1), abs=1e-12)


def test_closed_forms_of_a_cross():
    """Four points on two axes: every measure by hand, uniform and weighted."""
    X = np.array([[2.0, 0], [-2, 0], [0, 1], [0, -1]])
    lam = np.array([2.0, 0.5])
    np.testing.assert_allclose(zipfviz.spectrum(X), lam)
    share = lam / lam.sum()
    assert zipfviz.sym2(X) == pytest.approx(-(share * np.log(share)).sum() / math.log(2))
    assert zipfviz.effective_rank(lam) == pytest.approx(np.exp(-(share * np.log(share)).sum()))
    assert zipfviz.sym1(X) == 1.0
    p = np.array([3.0, 1, 2, 2])
    # mean (0.5, 0), mean norm (4 * 2 + 4 * 1) / 8 = 1.5
    assert zipfviz.sym1(X, p) == pytest.approx(1 - 0.5 / 1.5)
    assert zipfviz.average_cosine(X) == pytest.approx(-2 / 6)


@pytest.mark.parametrize(
    ("X", "undefined"),
    [
        (np.ones((5, 3)), ["sym2", "isoscore"]),
        (np.zeros((5, 3)), ["sym1", "sym2", "isoscore"]),
        (np.arange(4.0)[:, None], ["sym2", "isoscore"]),
        (np.ones((1, 2)), ["sym2", "isoscore", "average_cosine"]),
    ],
    ids=["constant rows", "zero rows", "one dimension", "one row"],
)
def test_undefined_is_nan_and_nothing_warns(X, undefined):
    """What cannot be measured is nan, the rest is a number."""
    for name in ("sym1", "sym2", "isoscore", "average_cosine"):
        assert math.isnan(getattr(zipfviz, name)(X)) == (name in undefined), name


def test_fewer_rows_than_columns():
    """n < d has values: the missing directions have variance 0."""
    X = np.eye(3, 7)
    assert zipfviz.spectrum(X).shape == (7,)
    assert 0 < zipfviz.isoscore(X) < zipfviz.sym2(X) < 1


@pytest.mark.parametrize("prior", ["uniform", "zipfian"])
def test_whitening_of_too_few_directions_has_one_symmetry_in_both_rotations(prior):
    """log k / log d of rank k in d dimensions: in the engine, of a matrix, and of spectra."""
    rng = np.random.default_rng(5)
    p = rng.random(40)
    X = rng.normal(size=(40, 3)) @ rng.normal(size=(3, 7))
    space = zipfviz.word_space([f"w{i}" for i in range(40)], X, p)
    q = None if prior == "uniform" else space.p
    pca, zca = (
        zipfviz.Whitening(rotation=turn).fit(X, sample_weight=q).transform(X)
        for turn in ("pca", "zca")
    )
    assert (pca.shape, zca.shape) == ((40, 3), (40, 7))
    wanted = math.log(3) / math.log(7)
    found = getattr(symmetry(space, f"{prior}_whitening"), f"sym2_{prior}")
    assert [found, zipfviz.sym2(zca, q), zipfviz.sym2(pca, q, d=7)] == pytest.approx([wanted] * 3)
    assert zipfviz.sym2(pca, q) == pytest.approx(1.0)
    spectrum = space.analysis.spectra(f"{prior}_whitening")[prior == "zipfian"]
    np.testing.assert_allclose(spectrum, [1, 1, 1, 0, 0, 0, 0], atol=1e-5)
    assert symmetry(space, "uniform_whitening").isoscore == pytest.approx(2 / 6)
    with pytest.raises(zipfviz.InputError, match="less than the 3 columns"):
        zipfviz.sym2(pca, d=2)


@pytest.mark.parametrize("method", METHODS)
def test_engine_agrees_with_the_matrix_functions(small_space, method):
    """What is had from moments equals what the transformed matrix itself gives, for each method."""
    p = small_space.p
    task = toy_task(small_space)
    Y = zipfviz.transform(small_space, method, task=task).astype(np.float64)
    got = symmetry(small_space, method, task=task)
    want = (
        zipfviz.sym1(Y), zipfviz.sym2(Y), zipfviz.sym1(Y, p), zipfviz.sym2(Y, p),
        zipfviz.average_cosine(Y), zipfviz.isoscore(Y),
    )  # fmt: skip
    np.testing.assert_allclose(tuple(vars(got).values()), want, atol=1e-5)
    (row,) = symmetry_points(small_space, task, [method]).to_dict("records")
    assert [row[name] for name in vars(got)] == pytest.approx(want, abs=1e-5)
    if method != "sif_ccr":
        norms = np.linalg.norm(Y, axis=1)
        np.testing.assert_allclose(small_space.analysis.lengths(method), norms, rtol=1e-5)


def toy_task(space):
    from zipfviz.io.records import Report, Task

    rng = np.random.default_rng(0)
    texts = tuple(" ".join(rng.choice(space.words, 4)) for _ in range(30))
    pairs = np.arange(30).reshape(15, 2)
    return Task("toy", "sentences", texts, pairs, rng.random(15), Report("toy", 15, 15))


def published_isoscore_star(X, zeta, target):
    """The authors' published steps, one by one."""
    n = X.shape[1]
    pcs = np.linalg.svd((1 - zeta) * np.cov(X.T) + zeta * target, compute_uv=False)
    pcs = pcs * np.sqrt(n) / np.linalg.norm(pcs)
    defect = np.linalg.norm(pcs - 1) / np.sqrt(2 * (n - np.sqrt(n)))
    return ((n - defect**2 * (n - np.sqrt(n))) ** 2 - n) / (n * (n - 1))


@pytest.mark.parametrize("zeta", [0, 0.2, 0.7, 1])
def test_isoscore_star_is_as_published(zeta):
    rng = np.random.default_rng(1)
    X, more = rng.normal(size=(7, 5)) * [5, 2, 1, 1, 0.1], rng.normal(size=(90, 5))
    for target in (np.eye(5), np.cov(more.T)):
        found = zipfviz.isoscore_star(X, zeta, target)
        assert found == pytest.approx(published_isoscore_star(X, zeta, target))
    assert zipfviz.isoscore_star(X, zeta) == pytest.approx(
        published_isoscore_star(X, zeta, np.eye(5))
    )
    assert zipfviz.isoscore_star(X, 0) == pytest.approx(zipfviz.isoscore(X), rel=1e-12)


@pytest.mark.parametrize(
    ("zeta", "target"),
    [(-0.1, None), (1.1, None), (np.nan, None), (0.5, np.eye(2)), (0.5, -np.eye(3)),
     (0.5, [[1, 9, 0], [0, 1, 0], [0, 0, 1]]), (0.5, np.full((3, 3), np.nan))],
)  # fmt: skip
def test_isoscore_star_tells_what_it_does_not_take(zeta, target):
    with pytest.raises(zipfviz.ZipfvizError, match=r"zeta|target"):
        zipfviz.isoscore_star(np.eye(4)[:, :3], zeta, target)


def test_second_moment_is_split_exactly():
    rng = np.random.default_rng(2)
    X, p = rng.normal(size=(50, 4)) + 3, rng.random(50)
    for q in (None, p):
        found = zipfviz.second_moment(X, q)
        assert found.total == pytest.approx(np.average((X**2).sum(axis=1), weights=q))
        assert found.of_mean == pytest.approx((np.average(X, axis=0, weights=q) ** 2).sum())
        assert found.share == pytest.approx(found.of_mean / found.total)
    assert np.isnan(zipfviz.second_moment(np.zeros((3, 2))).share)
