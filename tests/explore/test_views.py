"""What charts show of a space, against scipy and literal float64."""

import numpy as np
import pytest
from scipy import stats

import zipfviz
from zipfviz.common.errors import InputError
from zipfviz.explore.views import (
    direction_view,
    growth_view,
    histogram,
    length_view,
    rank_view,
)


def whitened(X, q):
    """Literal whitening of the rows of X under weights q that sum to 1."""
    centred = X - q @ X
    values, vectors = np.linalg.eigh(centred.T @ (centred * q[:, None]))
    return centred @ vectors / np.sqrt(values)


def test_lengths_are_those_of_the_most_frequent_words(small_space):
    """r and rho are scipy's, over the words shown and over all; lengths are the definition's."""
    X, p = small_space.vectors.astype(np.float64), small_space.p
    lengths = np.linalg.norm(whitened(X, p), axis=1)
    view = length_view(small_space, "zipfian_whitening", k=20)
    shown = np.argsort(-p)[:20]
    assert view.rows.tolist() == shown.tolist()
    np.testing.assert_allclose(view.information, -np.log(p[shown]))
    np.testing.assert_allclose(view.lengths, lengths[shown], rtol=1e-5)
    for rows, r, rho in ((shown, view.r, view.rho), (slice(None), view.all_r, view.all_rho)):
        assert r == pytest.approx(stats.pearsonr(-np.log(p[rows]), lengths[rows])[0], abs=1e-6)
        assert rho == pytest.approx(stats.spearmanr(-np.log(p[rows]), lengths[rows])[0], abs=1e-9)


def test_a_transform_can_be_fitted_on_the_words_shown(small_space):
    """As in the paper's figure: moments of the shown words alone, their p renormalised."""
    shown = np.argsort(-small_space.p)[:20]
    X, p = small_space.vectors.astype(np.float64)[shown], small_space.p[shown]
    view = length_view(small_space, "zipfian_whitening", k=20, fitted_on="shown")
    lengths = np.linalg.norm(whitened(X, p / p.sum()), axis=1)
    np.testing.assert_allclose(view.lengths, lengths, rtol=1e-5)
    assert view.all_r is None
    assert view.density is None


@pytest.mark.parametrize("k", [0, 61])
def test_no_more_words_are_shown_than_there_are(small_space, k):
    with pytest.raises(InputError, match="between 1 and 60"):
        length_view(small_space, "raw", k=k)


def test_a_histogram_counts_all_but_the_longest_thousandth():
    """Each point lies in the cell numpy would put it in; x is spanned whole."""
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=5_000), rng.gamma(2, size=5_000)
    x_edges, y_edges, counts = histogram(x, y, bins=7)
    assert (x_edges[0], x_edges[-1]) == (x.min(), pytest.approx(x.max()))
    assert counts.sum() == (y <= np.percentile(y, 99.9)).sum()
    np.testing.assert_array_equal(counts, np.histogram2d(x, y, bins=(x_edges, y_edges))[0])


@pytest.mark.parametrize("prior", ["uniform", "zipfian"])
def test_a_direction_is_an_eigenvector_of_its_prior(small_space, prior):
    """Positions have mean 0 and the share of variance that their eigenvalue says."""
    X = small_space.vectors.astype(np.float64)
    q = small_space.p if prior == "zipfian" else np.full(len(X), 1 / len(X))
    view = direction_view(small_space, 1, prior=prior, n_words=3)
    assert q @ view.positions == pytest.approx(0, abs=1e-5)
    values = np.linalg.eigvalsh(np.cov(X.T, aweights=q, ddof=0))[::-1]
    assert q @ view.positions**2 == pytest.approx(values[1], rel=1e-5)
    assert view.share == pytest.approx(values[1] / values.sum(), rel=1e-6)
    assert view.r == pytest.approx(stats.pearsonr(-np.log(small_space.p), view.positions)[0])
    order = np.argsort(view.positions)
    assert view.low.tolist() == order[:3].tolist()
    assert view.high.tolist() == order[::-1][:3].tolist()


def test_growth_from_types_is_the_same_law_with_equal_weights(small_space):
    """The uniform curve is the general law at p = 1/n."""
    view = growth_view(small_space)
    np.testing.assert_allclose(
        view.types, zipfviz.expected_types(np.full(60, 1 / 60), view.draws), rtol=1e-12
    )


def test_half_of_the_text_is_so_many_words(small_space):
    """The fewest most frequent words whose mass is at least one half."""
    view = rank_view(small_space)
    p = np.sort(small_space.p)[::-1]
    assert np.all(view.p == p)
    assert p[: view.n_half].sum() >= 0.5 > p[: view.n_half - 1].sum()
