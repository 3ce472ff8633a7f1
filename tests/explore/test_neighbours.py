"""Neighbours by cosine against the literal definition."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import zipfviz
from zipfviz.explore.neighbours import (
    agreement,
    hubness,
    hubness_by_chance,
    move_table,
    nearest,
    occurrences,
    word_similarities,
)
from zipfviz.explore.projection import mapped_rows


def literal(X):
    unit = X / np.linalg.norm(X, axis=1, keepdims=True)
    similar = unit @ unit.T
    np.fill_diagonal(similar, -np.inf)
    return similar


def test_nearest_is_the_sorted_similarity_matrix(small_space):
    X = small_space.vectors.astype(np.float64)
    want = np.argsort(-literal(X), axis=1)[:, :7]
    np.testing.assert_array_equal(nearest(X, 7), want)


def test_ties_and_zero_vectors_go_by_row():
    X = np.array([[1.0, 0], [1, 0], [2, 0], [0, 0]])
    np.testing.assert_array_equal(nearest(X, 2), [[1, 2], [0, 2], [0, 1], [0, 1]])
    with pytest.raises(zipfviz.ZipfvizError, match="do not exist"):
        nearest(X, 4)


def test_the_same_space_agrees_with_itself_and_a_turn_changes_nothing(small_space):
    X = small_space.vectors
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(5, 5)))[0]
    same = agreement(X, X @ turn, k=5)
    assert same.overlap == 1
    assert same.hubness[0] == same.hubness[1]
    assert same.hubs_before.sum() == 60 * 5


def test_overlap_by_hand():
    """On a line 0, 1, 3, 7 and then 0, 1, 7, 3: the last two words change one of two neighbours."""
    before, after = (
        np.column_stack([np.cos(angle), np.sin(angle)])
        for angle in (np.array([0, 0.1, 0.3, 0.7]), np.array([0, 0.1, 0.7, 0.3]))
    )
    found = agreement(before, after, k=2)
    np.testing.assert_array_equal(found.before, [[1, 2], [0, 2], [1, 0], [2, 1]])
    np.testing.assert_array_equal(found.after, [[1, 3], [0, 3], [3, 1], [1, 0]])
    assert found.shared.tolist() == [1, 1, 1, 1]
    assert found.overlap == 0.5


@pytest.mark.parametrize("k", [1, 2, 3])
def test_by_chance_is_the_mean_overlap_over_all_shuffles(k):
    """Over the 120 orders of five words in the second space, exactly: each keeps k / (n - 1)."""
    X, Y = np.random.default_rng(1).normal(size=(2, 5, 3))
    found = [agreement(X, Y[list(order)], k=k) for order in permutations(range(5))]
    assert np.mean([each.overlap for each in found]) == pytest.approx(found[0].by_chance)
    assert found[0].by_chance == k / 4


def test_hubness_is_the_skewness_of_a_bernoulli():
    """k-occurrences that are 0 or 1 with share q: (1 - 2q) / sqrt(q (1 - q))."""
    counts = np.repeat([1, 0], [10, 90])
    assert hubness(counts) == pytest.approx(0.8 / 0.3)
    assert np.isnan(hubness(np.full(5, 3)))


def test_hubness_by_chance_is_that_of_neighbours_drawn_at_random():
    """A binomial's skewness; of 60 draws few lie farther from it than is said."""
    rng, n, k = np.random.default_rng(0), 400, 10
    expected, reach = hubness_by_chance(n, k)
    assert expected == pytest.approx(stats.binom(n - 1, k / (n - 1)).stats("s"))
    others = [np.delete(np.arange(n), i) for i in range(n)]
    drawn = [
        hubness(occurrences(np.array([rng.choice(each, k, replace=False) for each in others])))
        for _ in range(60)
    ]
    assert np.mean(drawn) == pytest.approx(expected, abs=3 * reach / 1.96 / np.sqrt(60))
    assert np.mean(np.abs(np.array(drawn) - expected) < reach) > 0.85


def test_similarities_to_the_whole_space_in_blocks(small_space):
    X = mapped_rows(small_space, "zipfian_whitening", rows=np.arange(60)).astype(np.float64)
    found = word_similarities(small_space, "zipfian_whitening", row=4)
    np.testing.assert_allclose(found, literal(X)[4], atol=1e-6)


def test_what_moved_around_a_word():
    words = list("abcde")
    before = np.array([-np.inf, 0.9, 0.8, 0.1, 0.0])
    after = np.array([-np.inf, 0.2, 0.9, 0.8, 0.0])
    table = move_table(words, before, after, k=2).set_index("word")
    assert table["moved"].to_dict() == {"c": "stayed", "d": "came", "b": "left"}
    assert table.loc["b", ["rank_before", "rank_after"]].tolist() == [1, 3]
    assert list(table.index) == ["c", "d", "b"]


LEVELS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=40)


@settings(deadline=None)
@given(LEVELS, st.integers(1, 45))
def test_ranks_among_equal_ones_are_those_of_counting(levels, k):
    """Many words as near as each other: the first rows are taken, the rank counts nearer ones."""
    before, after = np.array(levels, np.float32).T
    before[0] = after[0] = -np.inf
    words = [f"w{i}" for i in range(len(levels))]
    table = move_table(words, before, after, k=k)
    k = min(k, len(words) - 1)
    near = [set(np.argsort(-each, kind="stable")[:k]) for each in (before, after)]
    assert {words[i] for i in near[0] | near[1]} == set(table["word"])
    for row in table.itertuples():
        i = words.index(row.word)
        assert (row.rank_before, row.rank_after) == (
            1 + (before > before[i]).sum(),
            1 + (after > after[i]).sum(),
        )
        assert row.moved == {(True, True): "stayed", (False, True): "came", (True, False): "left"}[
            i in near[0], i in near[1]
        ]  # fmt: skip
