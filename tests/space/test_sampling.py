"""Drawing words, against closed forms."""

from collections import Counter

import numpy as np
import pytest

import zipfviz


def test_types_are_different_and_tokens_follow_p(small_space):
    """Types never repeat; 20,000 tokens come with their probabilities, to three standard errors."""
    types = zipfviz.sample_types(small_space, 60, seed=3)
    assert sorted(types) == sorted(small_space.words)
    drawn = Counter(zipfviz.sample_tokens(small_space, 20_000, seed=3))
    for word, p in zip(small_space.words, small_space.p, strict=True):
        assert abs(drawn[word] / 20_000 - p) < 4 * np.sqrt(p / 20_000)


def test_only_chosen_rows_are_drawn(small_space):
    """Each of them as a type, and as a token by its share of their mass."""
    rows = small_space.by_frequency[3:7]
    words = {small_space.words[i] for i in rows}
    assert set(zipfviz.sample_types(small_space, 4, among=rows)) == words
    drawn = Counter(zipfviz.sample_tokens(small_space, 20_000, among=rows))
    q = small_space.p[rows] / small_space.p[rows].sum()
    for row, share in zip(rows, q, strict=True):
        assert abs(drawn[small_space.words[row]] / 20_000 - share) < 4 * np.sqrt(share / 20_000)
    with pytest.raises(zipfviz.ZipfvizError, match="between 0 and 4"):
        zipfviz.sample_types(small_space, 5, among=rows)


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
