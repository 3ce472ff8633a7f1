"""Noise in a space's place: seeded, alike however much of it is kept, and bands that hold."""

import numpy as np
import pytest

import zipfviz
from zipfviz.space.noise import DRAWS, Null, draw_noise


@pytest.fixture(scope="module")
def long_space():
    """More words than one seed draws, so that draws are merged."""
    rng = np.random.default_rng(1)
    n = 9_000
    X = rng.normal(size=(n, 6)) * [3, 1, 1, 1, 1, 0.2] + 2
    return zipfviz.word_space([f"w{i}" for i in rng.permutation(n)], X, rng.random(n) ** 8)


METHODS = {
    "raw": {}, "uniform_centering": {}, "abtt": {}, "zipfian_whitening": {},
    "uniform_whitening": {"n_kept": 3}, "zipfian_centering": {"prior_strength": 0.5},
}  # fmt: skip


def lengths_of(space):
    """Plain and deleted lengths after every method, by name and kind."""
    found = {}
    for name, options in METHODS.items():
        method = zipfviz.Method.parse(name, zipfviz.Options(**options))
        found[name, "lengths"] = space.analysis.lengths(method)
        if space.analysis.has_deleted_lengths(method):
            found[name, "deleted"] = space.analysis.deleted_lengths(method)
    return found


def test_some_words_of_shuffled_vectors_are_those_of_the_whole_draw(long_space):
    """Vectors, and lengths after any method, which is fitted on noise for every word."""
    rows = np.sort(long_space.by_frequency[:40])
    whole = draw_noise(long_space, "shuffled", 3)
    some = draw_noise(long_space, "shuffled", 3, rows=rows, strengths=(0.0, 0.5, 1.0))
    np.testing.assert_array_equal(some.vectors, whole.vectors[rows])
    np.testing.assert_array_equal(some.p, long_space.p[rows])
    anew = zipfviz.word_space(whole.words, whole.vectors, whole.p)
    theirs, computed = lengths_of(whole), lengths_of(anew)
    for key, mine in lengths_of(some).items():
        np.testing.assert_allclose(mine, theirs[key][rows], rtol=1e-5)
        np.testing.assert_allclose(theirs[key], computed[key], rtol=1e-5)


@pytest.mark.parametrize("digits", [0, 9])
def test_some_gaussian_words_are_those_of_a_whole_draw_by_chance(digits):
    """Where many words share a p only moments are drawn: they scatter as those of all words do.

    Means of moments and of lengths over draws, and their spread, within five standard errors.
    """
    rng = np.random.default_rng(4)
    p = [float(f"{x:.{digits}e}") for x in 10 ** -rng.uniform(1, 3, 1500)]
    space = zipfviz.word_space([f"w{i}" for i in range(1500)], np.eye(1500, 5), p)
    rows, draws = np.sort(space.by_frequency[:30:2]), 300

    def told(drawn, t, kept):
        m = drawn.analysis.moments(t)
        deleted = drawn.analysis.deleted_lengths(("uniform", "zipfian")[int(t)] + "_whitening")
        assert m.n_rows == 1500
        return [*m.mean, *m.covariance[np.triu_indices(5)], *deleted[kept]]

    for t in (0.0, 1.0):
        some, whole = (
            np.array([told(draw_noise(space, "gaussian", i, rows=r), t, k) for i in range(draws)])
            for r, k in ((rows, slice(None)), (None, rows))
        )
        spread = whole.std(axis=0) + 1e-12
        apart = (some.mean(axis=0) - whole.mean(axis=0)) / spread * np.sqrt(draws / 2)
        assert np.abs(apart).max() < 5
        ratio = np.log((some.std(axis=0) + 1e-12) / spread)
        assert np.abs(ratio).max() < 5 / np.sqrt(draws)


def test_draws_are_seeded_and_differ(long_space):
    one, again, next_one, other = (
        draw_noise(long_space, "gaussian", *which).vectors for which in ((0,), (0,), (1,), (0,))
    )
    np.testing.assert_array_equal(one, again)
    assert abs(np.corrcoef(one[:, 0], next_one[:, 0])[0, 1]) < 0.05
    rows = np.arange(7)
    some = [draw_noise(long_space, "gaussian", i, rows=rows) for i in (0, 0, 1)]
    np.testing.assert_array_equal(some[0].vectors, some[1].vectors)
    assert (
        some[0].analysis.moments(1.0).mean.tolist() == some[1].analysis.moments(1.0).mean.tolist()
    )
    assert not (some[0].vectors == some[2].vectors).any()
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
