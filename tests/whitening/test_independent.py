"""ICA under a prior against scikit-learn, and weights against repeated rows."""

import numpy as np
import pytest
from sklearn.decomposition import FastICA

import zipfviz
from zipfviz import independent_components

RNG = np.random.default_rng(0)
SOURCES = np.column_stack([
    RNG.exponential(size=4000), RNG.laplace(size=4000), RNG.uniform(size=4000),
    RNG.gamma(2, size=4000), RNG.choice([0.0, 1.0], 4000, p=[0.8, 0.2]),
])  # fmt: skip
MIXED = SOURCES @ RNG.normal(size=(5, 5)) + 9


def best_match(A, B):
    """The smallest over columns of A of the largest |r| with one of B."""
    r = np.corrcoef(A.T, B.T)[: A.shape[1], A.shape[1] :]
    assert len(set(np.abs(r).argmax(axis=1))) == A.shape[1]
    return np.abs(r).max(axis=1).min()


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_uniform_is_scikit_learns(kind):
    X = MIXED.astype(kind)
    found = independent_components(X, tolerance=1e-7)
    assert found.converged
    theirs = FastICA(random_state=1, tol=1e-7, max_iter=500, whiten="unit-variance")
    assert best_match((X - found.mean) @ found.axes, theirs.fit_transform(MIXED)) > 0.999


def test_weights_are_repeated_rows():
    """A word of weight 3 is the word three times; components are white and skewed under p."""
    times = RNG.integers(1, 5, len(MIXED))
    found = independent_components(MIXED, times, tolerance=1e-8)
    repeated = independent_components(np.repeat(MIXED, times, axis=0), tolerance=1e-8)
    np.testing.assert_allclose(found.axes, repeated.axes, atol=1e-6)
    S = (MIXED - found.mean) @ found.axes
    np.testing.assert_allclose(np.cov(S.T, aweights=times, ddof=0), np.eye(5), atol=1e-9)
    skewness = np.average(S**3, axis=0, weights=times)
    np.testing.assert_allclose(found.skewness, skewness, atol=1e-9)
    assert (np.diff(skewness) <= 0).all()
    assert (skewness >= 0).all()


def test_repeats_and_drops_null_directions():
    X = np.column_stack([MIXED, MIXED[:, 0], np.ones(len(MIXED))])
    one, other = independent_components(X), independent_components(X)
    assert one.axes.shape == (7, 5)
    np.testing.assert_array_equal(one.axes, other.axes)


def test_progress_ends_it():
    class Stop(Exception):  # noqa: N818
        pass

    heard = []

    def progress(share, text):
        heard.append(share)
        if len(heard) == 2:
            raise Stop

    with pytest.raises(Stop):
        independent_components(MIXED, progress=progress, tolerance=1e-15)
    assert heard == [1 / 200, 2 / 200]
    told = independent_components(MIXED, max_steps=1)
    assert (told.steps, told.converged) == (1, False)


@pytest.mark.parametrize(
    ("X", "asked"),
    [(np.ones((5, 3)), {}), (np.ones(3), {}), (MIXED, {"p": [1, 2]}), (MIXED, {"max_steps": 0}),
     (MIXED, {"tolerance": 0})],
)  # fmt: skip
def test_bad_input_is_told(X, asked):
    with pytest.raises(zipfviz.ZipfvizError):
        independent_components(X, **asked)
