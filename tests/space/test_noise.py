"""Noise in a space's place: seeded, alike however much of it is kept, and bands that hold."""

import numpy as np
import pytest

import zipfviz
from zipfviz.space.noise import DRAWS, NOISES, Null, draw_noise


@pytest.fixture(scope="module")
def long_space():
    """More words than one seed draws, so that draws are merged."""
    rng = np.random.default_rng(1)
    n = 9_000
    X = rng.normal(size=(n, 6)) * [3, 1, 1, 1, 1, 0.2] + 2
    return zipfviz.word_space([f"w{i}" for i in rng.permutation(n)], X, rng.random(n) ** 8)


@pytest.mark.parametrize("noise", NOISES)
def test_some_words_of_a_draw_are_those_of_the_whole_draw(long_space, noise):
    """Vectors, and lengths after any method, which is fitted on noise for every word."""
    rows = np.sort(long_space.by_frequency[:40])
    whole = draw_noise(long_space, noise, 3)
    some = draw_noise(long_space, noise, 3, rows=rows, strengths=(0.0, 0.5, 1.0))
    np.testing.assert_array_equal(some.vectors, whole.vectors[rows])
    np.testing.assert_array_equal(some.p, long_space.p[rows])
    for name, options in {
        "raw": {}, "uniform_centering": {}, "abtt": {}, "zipfian_whitening": {},
        "uniform_whitening": {"n_kept": 3}, "zipfian_centering": {"prior_strength": 0.5},
    }.items():  # fmt: skip
        method = zipfviz.Method.parse(name, zipfviz.Options(**options))
        for kind in ("lengths", "deleted_lengths"):
            if kind == "lengths" or whole.analysis.has_deleted_lengths(method):
                mine, theirs = (getattr(s.analysis, kind)(method) for s in (some, whole))
                np.testing.assert_allclose(mine, theirs[rows], rtol=1e-5)


def test_draws_are_seeded_and_differ(long_space):
    one, again, next_one, other = (
        draw_noise(long_space, "gaussian", *which).vectors for which in ((0,), (0,), (1,), (0,))
    )
    np.testing.assert_array_equal(one, again)
    assert abs(np.corrcoef(one[:, 0], next_one[:, 0])[0, 1]) < 0.05
    seeded = draw_noise(long_space, "gaussian", 0, seed=1).vectors
    assert not (seeded == other).any()
    assert one.mean() == pytest.approx(0, abs=0.02)
    assert one.std() == pytest.approx(1, abs=0.02)
    dealt = draw_noise(long_space, "shuffled").vectors
    assert sorted(dealt[:, 0].tolist()) == sorted(long_space.vectors[:, 0].tolist())
    assert draw_noise(long_space, "gaussian", d=3).vectors.shape == (len(long_space), 3)
    for wrong in ({"noise": "white"}, {"noise": "shuffled", "d": 3}):
        with pytest.raises(zipfviz.InputError):
            draw_noise(long_space, **wrong)


@pytest.mark.parametrize("scale", ["plain", "correlation", "ratio"])
def test_another_draw_lies_in_the_band_as_often_as_it_says(scale):
    """95 %, and all of ten together 95 %, also where values crowd near their bound."""
    back = {"plain": lambda x: x, "correlation": np.tanh, "ratio": np.exp}[scale]
    drawn = back(np.random.default_rng(0).normal(1.5, 0.3, size=(2_000, DRAWS + 10)))
    nulls = [Null(values=row[:DRAWS], scale=scale) for row in drawn]
    alone = np.mean([null.beyond(row[-1]) == 0 for null, row in zip(nulls, drawn, strict=True)])
    assert alone == pytest.approx(0.95, abs=0.015)
    together = [
        all(null.beyond(value, 10) == 0 for value in row[DRAWS:])
        for null, row in zip(nulls, drawn, strict=True)
    ]
    assert 0.935 < np.mean(together) < 0.985


def test_bands_of_what_is_not_known():
    assert np.isnan(Null(values=np.array([0.1, np.nan]), scale="correlation").band()).all()
    assert Null(values=np.array([0.1, np.nan])).beyond(5.0) == 0
    two_words = Null(values=np.array([1.0, -1.0, 1.0]), scale="correlation")
    assert two_words.band() == (-1.0, 1.0)
    assert two_words.beyond(1.0) == 0
