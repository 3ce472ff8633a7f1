"""Drawing words, vocabulary growth and Zipf's exponent, against closed forms."""

from collections import Counter

import numpy as np
import pytest

import zipfviz
from zipfviz.corpus.zipf import fit_zipf
from zipfviz.explore.views import correlations, direction_view, growth_view, histogram, length_view


def test_types_are_different_and_tokens_follow_p(small_space):
    """Types never repeat; 20,000 tokens come with their probabilities, to three standard errors."""
    types = zipfviz.sample_types(small_space, 60, seed=3)
    assert sorted(types) == sorted(small_space.words)
    drawn = Counter(zipfviz.sample_tokens(small_space, 20_000, seed=3))
    for word, p in zip(small_space.words, small_space.p, strict=True):
        assert abs(drawn[word] / 20_000 - p) < 4 * np.sqrt(p / 20_000)


def test_the_same_seed_draws_the_same(small_space):
    """Samples repeat by seed and differ between seeds."""
    for sample in (zipfviz.sample_types, zipfviz.sample_tokens):
        assert sample(small_space, 20, seed=1) == sample(small_space, 20, seed=1)
        assert sample(small_space, 20, seed=1) != sample(small_space, 20, seed=2)


def test_expected_types_in_closed_form():
    """Two fair words: after N draws 2 - 2^(1 - N) different ones; none after no draw."""
    n = np.array([0, 1, 2, 10])
    np.testing.assert_allclose(
        zipfviz.expected_types(np.array([0.5, 0.5]), n), np.where(n > 0, 2 - 2.0 ** (1 - n), 0)
    )
    assert zipfviz.expected_types(np.array([1.0]), np.array([5]))[0] == pytest.approx(1)


def test_growth_from_types_is_the_same_law_with_equal_weights(small_space):
    """The uniform curve is the general law at p = 1/n."""
    view = growth_view(small_space)
    np.testing.assert_allclose(
        view.types, zipfviz.expected_types(np.full(60, 1 / 60), view.draws), rtol=1e-12
    )


@pytest.mark.parametrize("s", [0.7, 1.0, 1.6])
def test_zipf_fit_finds_the_exponent_of_a_power_law(s):
    """Exact on exact data, over the whole list and over a window; its error shrinks with tokens."""
    p = np.arange(1, 5001, dtype=float) ** -s
    whole, window = fit_zipf(p), fit_zipf(p, first=10, last=1000, n_tokens=1e6)
    assert whole.exponent == pytest.approx(s, abs=1e-8)
    assert window.exponent == pytest.approx(s, abs=1e-8)
    assert whole.kl == pytest.approx(0, abs=1e-9)
    np.testing.assert_allclose(
        np.exp(window.log_constant - s * np.log([10, 1000])), (p / p.sum())[[9, 999]]
    )
    assert fit_zipf(p, first=10, last=1000, n_tokens=4e6).standard_error == pytest.approx(
        window.standard_error / 2
    )


def test_length_view_of_all_words_is_the_transformed_matrix(small_space):
    """Lengths, r and rho over shown and over all words come from the same norms."""
    view = length_view(small_space, "zipfian_whitening", k=10)
    Y = zipfviz.transform(small_space, "zipfian_whitening")
    norms = np.linalg.norm(Y, axis=1)
    np.testing.assert_allclose(view.lengths, norms[view.rows], rtol=1e-5)
    assert view.all_r == pytest.approx(np.corrcoef(small_space.information, norms)[0, 1], abs=1e-6)
    alone = length_view(small_space, "zipfian_whitening", k=10, fitted_on="shown")
    assert alone.density is None
    Z = zipfviz.transform(small_space.top(10), "zipfian_whitening")
    np.testing.assert_allclose(alone.lengths, np.linalg.norm(Z, axis=1), rtol=1e-5)


def test_directions_are_those_of_whitening(small_space):
    """Positions along a direction have its eigenvalue as variance under its prior, and mean 0."""
    for prior, q in (("uniform", np.full(60, 1 / 60)), ("zipfian", small_space.p)):
        view = direction_view(small_space, 1, prior=prior)
        eigenvalues = zipfviz.spectrum(small_space.vectors, q)
        assert q @ view.positions == pytest.approx(0, abs=1e-5)
        assert q @ view.positions**2 == pytest.approx(eigenvalues[1], rel=1e-5)
        assert view.share == pytest.approx(eigenvalues[1] / eigenvalues.sum())
        assert view.positions[view.low].max() <= view.positions[view.high].min()


def test_histogram_counts_every_point_below_its_top():
    """Cells hold what numpy's histogram2d counts over the same edges."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 5000))
    xs, ys, counts = histogram(x, y, bins=12)
    np.testing.assert_array_equal(counts, np.histogram2d(x, y, bins=[xs, ys])[0])


def test_correlations_leave_one_embedding_out():
    """The interval spans the coefficient over all points and over each rest."""
    import pandas as pd

    points = pd.DataFrame(
        {
            "embedding": list("aabbcc"),
            "isoscore": [1, 2, 3, 5, 4, 0],
            "score": [1.0, 2, 3, 4, 5, 9],
        }
    )
    row = correlations(points, measures=["isoscore"]).iloc[0]
    rests = [
        np.corrcoef(rest["isoscore"], rest["score"])[0, 1]
        for rest in (points[points["embedding"] != e] for e in "abc")
    ]
    assert row["pearson"] == pytest.approx(np.corrcoef(points["isoscore"], points["score"])[0, 1])
    assert (row["pearson_low"], row["pearson_high"]) == pytest.approx(
        (min(*rests, row["pearson"]), max(*rests, row["pearson"]))
    )
