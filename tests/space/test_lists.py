"""One vocabulary under several lists: shared words, mixtures, a floor."""

import numpy as np
import pytest

import zipfviz
from zipfviz.space.lists import adjusted, floored, mixed, on_shared_words

VECTORS = np.random.default_rng(0).normal(size=(6, 3)).astype(np.float32)
WORDS = ["the", "of", "cat", "dog", "sat", "isotropy"]


def space(p, words=range(6)):
    words = list(words)
    return zipfviz.word_space([WORDS[i] for i in words], VECTORS[words], p)


def test_shared_words_keep_their_vectors_and_the_ratios_of_their_p():
    """In the first space's order, whatever that of the others; vectors are held once."""
    one, other = space([32, 16, 8, 4, 2], range(5)), space([1, 2, 3, 4], [5, 3, 2, 0])
    found = on_shared_words({"one": one, "other": other})
    for shared in found.values():
        assert shared.words == ("the", "cat", "dog")
        assert shared.vectors is found["one"].vectors
        np.testing.assert_array_equal(shared.vectors, VECTORS[[0, 2, 3]])
    np.testing.assert_allclose(found["one"].p, np.array([32, 8, 4]) / 44)
    np.testing.assert_allclose(found["other"].p, np.array([4, 3, 2]) / 9)
    assert found["one"].digest != one.digest
    with pytest.raises(zipfviz.MatchError, match="no word in common"):
        on_shared_words({1: space([1, 1], [0, 1]), 2: space([1, 1], [2, 3])})


def test_a_mixture_is_that_of_its_weights():
    """Over the words of either list; a word of one alone has its part of that one."""
    one, other = space([6, 4], [0, 1]), space([5, 3, 2], [0, 2, 5])
    made = mixed(one, other, 0.25)
    p = dict(zip(made.words, made.p, strict=True))
    want = {"the": 0.75 * 0.6 + 0.25 * 0.5, "of": 0.3, "cat": 0.075, "isotropy": 0.05}
    assert p == pytest.approx(want)
    np.testing.assert_array_equal(made.vectors, VECTORS[[0, 1, 2, 5]])
    assert made.report.frequency == "75% in memory + 25% in memory"
    for share in (0, 1, -0.5):
        with pytest.raises(zipfviz.InputError, match="between 0 and 1"):
            mixed(one, other, share)


def test_a_floor_lifts_rare_words():
    """0 changes nothing; above the largest p all words count alike."""
    one = space([32, 16, 8, 4, 2, 1])
    assert floored(one, 0) is one
    raised = np.maximum(one.p, 0.1)
    np.testing.assert_allclose(floored(one, 0.1).p, raised / raised.sum())
    np.testing.assert_allclose(floored(one, 0.9).p, 1 / 6)
    with pytest.raises(zipfviz.InputError, match="no probability"):
        floored(one, 1.0)


def test_adjusted_cuts_mixes_and_lifts_in_this_order():
    """The mixture is one list more, by its name."""
    spaces = {"a": space([32, 16, 8, 4, 2], range(5)), "b": space([1, 2, 3], [0, 1, 2])}
    found = adjusted(spaces, mixture=("a", "b", 0.5), floor=0.2)
    assert list(found) == ["a", "b", "50% a + 50% b"]
    cut = on_shared_words(spaces)
    want = floored(mixed(cut["a"], cut["b"], 0.5), 0.2)
    np.testing.assert_allclose(found["50% a + 50% b"].p, want.p)
    own = adjusted(spaces, shared=False)
    assert [len(each) for each in own.values()] == [5, 3]
    with pytest.raises(zipfviz.InputError, match="'c' needs that list"):
        adjusted(spaces, mixture=("a", "c", 0.5))
