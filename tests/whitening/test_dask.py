"""The engine on a dask array: two worker processes get the in-memory result."""

import os
import sys
from types import ModuleType
from unittest.mock import patch

import numpy as np
import pytest

import zipfviz
from zipfviz import AllButTheTop, Centering, Whitening
from zipfviz.whitening.dispatch import moments

distributed = pytest.importorskip("dask.distributed")
da = pytest.importorskip("dask.array")

CLOSE = {"rtol": 1e-10, "atol": 1e-10}


@pytest.fixture(scope="module")
def cluster():
    """Two processes on this machine, as a cluster would have them elsewhere.

    Each runs the file that __main__ says it is, and a test of a page leaves its own there.
    """
    with (
        patch.dict(sys.modules, {"__main__": ModuleType("__main__")}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def rows():
    """Rows (n, d) in uneven blocks, one of them of no weight, columns cut as well; Zipfian p."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(5000, 12)) * np.linspace(3, 0.2, 12) + 5
    X[17] = 0
    p = 1 / np.arange(1.0, 5001)
    p[1000:1700] = 0
    return X, p, da.from_array(X, chunks=((1000, 700, 3300), (5, 7)))


def test_two_processes_get_the_moments(cluster, rows):
    """Both priors in one computation that ran in both processes; p in any unit, numpy or dask."""
    X, p, blocks = rows
    assert len(set(cluster.run(os.getpid).values())) == 2
    for weights in (p, 7 * p, da.from_array(p, chunks=900)):
        for got, want in zip(moments(blocks, (None, weights)), moments(X, (None, p)), strict=True):
            np.testing.assert_allclose(got.mean, want.mean, **CLOSE)
            np.testing.assert_allclose(got.covariance, want.covariance, **CLOSE)


@pytest.mark.parametrize(
    "estimator", [Whitening(), Whitening(rotation="zca"), Centering(), AllButTheTop(2)]
)
def test_transformers_fit_and_map(cluster, rows, estimator):
    """`fit` learns the same map; `transform` and its inverse hand back dask arrays, same rows."""
    X, p, blocks = rows
    want = estimator.fit(X, sample_weight=p).transform(X)
    fitted = estimator.fit(blocks, sample_weight=p)
    assert fitted.n_features_in_ == 12
    got = fitted.transform(blocks)
    assert isinstance(got, da.Array)
    assert got.shape == want.shape
    np.testing.assert_allclose(got.compute(), want, **CLOSE)
    back = fitted.inverse_transform(got)
    assert isinstance(back, da.Array)
    assert back.shape == X.shape
    np.testing.assert_allclose(back.compute(), fitted.inverse_transform(want), **CLOSE)


@pytest.mark.parametrize("weighted", [False, True])
def test_measures_agree(cluster, rows, weighted):
    """Sym1, Sym2 and the spectrum under both priors; average cosine and IsoScore."""
    X, p, blocks = rows
    q = p if weighted else None
    for measure in (zipfviz.sym1, zipfviz.sym2, zipfviz.spectrum):
        np.testing.assert_allclose(measure(blocks, q), measure(X, q), **CLOSE)
    for measure in (zipfviz.average_cosine, zipfviz.isoscore):
        np.testing.assert_allclose(measure(blocks), measure(X), **CLOSE)


def test_blocks_of_unknown_size(rows):
    """After a filter dask knows no sizes: uniform works, weights need blocks like X's."""
    X, p, blocks = rows
    keep = X[:, 0] > 5
    some = blocks[da.from_array(keep, chunks=((1000, 700, 3300),))]
    np.testing.assert_allclose(zipfviz.spectrum(some), zipfviz.spectrum(X[keep]), **CLOSE)
    with pytest.raises(zipfviz.ZipfvizError, match="compute_chunk_sizes"):
        zipfviz.sym1(some, p[keep])
    weights = da.from_array(p, chunks=((1000, 700, 3300),))[
        da.from_array(keep, chunks=((1000, 700, 3300),))
    ]
    np.testing.assert_allclose(zipfviz.sym1(some, weights), zipfviz.sym1(X[keep], p[keep]), **CLOSE)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda X, p: X.__setitem__((1234, 3), np.nan), "row 1234 "),
        (lambda X, p: p.__setitem__(2000, -1.0), "not a frequency"),
        (lambda X, p: p.__setitem__(slice(None), 0.0), "all weights are 0"),
    ],
)
def test_what_is_wrong_is_told(rows, spoil, message):
    """The same sentences as in memory, from wherever a block was computed."""
    X, p = rows[0].copy(), rows[1].copy()
    spoil(X, p)
    with pytest.raises(zipfviz.ZipfvizError, match=message):
        Whitening().fit(da.from_array(X, chunks=(700, 12)), sample_weight=p)


def test_wrong_number_of_weights(rows):
    """One weight a row."""
    with pytest.raises(zipfviz.ZipfvizError, match="one weight for each of 5,000 rows"):
        zipfviz.sym2(rows[2], rows[1][:-1])
