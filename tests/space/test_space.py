"""Where embedding and frequencies meet: an entry's mass is given once, nothing is lost silently."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zipfviz
from zipfviz.io.records import Embedding, Frequency, Report

REPORT = Report("made up", 0, 0)


def embedding(*words, d=2):
    rng = np.random.default_rng(len(words))
    return Embedding("emb", words, rng.normal(size=(len(words), d)).astype(np.float32), REPORT)


def frequency(**counts):
    return Frequency("list", tuple(counts), np.array(list(counts.values()), float), REPORT)


def p_of(space):
    return dict(zip(space.words, space.p.round(12), strict=True))


def test_words_meet_as_written():
    """By default "The" is not "the"; p is renormalised over the overlap, the mass said before."""
    space = zipfviz.align(embedding("the", "The", "cat"), frequency(the=6, cat=2, dog=2))
    assert p_of(space) == {"the": 0.75, "cat": 0.25}
    assert space.report.matched_mass == 8
    assert space.report.matched_share == pytest.approx(0.8)
    assert space.report.unmatched == ("The",)


def test_fold_list_adds_counts_up():
    """The list's forms come together under the lower-cased word; the embedding stays as written."""
    space = zipfviz.align(
        embedding("the", "The", "cat"), frequency(the=5, The=3, THE=2, cat=10), fold="list"
    )
    assert p_of(space) == {"the": 0.5, "cat": 0.5}


def test_fold_both_gives_an_entry_to_the_form_as_written():
    """Words that meet in one entry: the form the list has takes it whole."""
    space = zipfviz.align(embedding("paris", "Paris", "a"), frequency(Paris=3, a=1), fold="both")
    assert p_of(space) == {"Paris": 0.75, "a": 0.25}


def test_fold_both_shares_by_written_counts_or_equally():
    """Several written forms share by their own counts; where the list has none, equally."""
    space = zipfviz.align(
        embedding("us", "US", "Ab", "aB"), frequency(us=6, US=2, ab=4), fold="both"
    )
    assert p_of(space) == {"us": 0.5, "US": pytest.approx(1 / 6), "Ab": pytest.approx(1 / 6),
                           "aB": pytest.approx(1 / 6)}  # fmt: skip


WORDS = st.text("aAbBcC", min_size=1, max_size=3)


@given(
    st.lists(WORDS, min_size=1, max_size=12, unique=True),
    st.dictionaries(WORDS, st.integers(1, 9), min_size=1, max_size=12),
)
@settings(deadline=None)
def test_one_entry_s_mass_is_given_once(words, counts):
    """Folding both sides, the matched mass is that of the entries that words fold to, no more."""
    masses = frequency(**counts).masses(words, "both")
    folded = {w.lower() for w in words}
    assert masses.sum() == pytest.approx(
        sum(n for w, n in counts.items() if w.lower() in folded), abs=1e-9
    )


def test_missing_words_by_policy():
    """Unlisted words are dropped, or kept at the floor or a fixed share of the list, and said."""
    e, f = embedding("the", "cat", "qzx"), frequency(the=7, cat=1, dog=2)
    assert set(zipfviz.align(e, f).words) == {"the", "cat"}
    floor = zipfviz.align(e, f, missing="floor")
    assert p_of(floor)["qzx"] == pytest.approx(1 / 9)
    assert floor.report.n_missing_kept == 1
    fixed = zipfviz.align(e, f, missing=0.01)
    assert p_of(fixed)["qzx"] == pytest.approx(0.1 / 8.1)
    assert "kept" in fixed.report.sentence()


def test_most_frequent_words_keep_their_order():
    """max_words cuts by frequency and keeps the embedding's order; top() of a space is the same."""
    e, f = embedding("a", "b", "c", "d"), frequency(a=1, b=4, c=3, d=2)
    space = zipfviz.align(e, f, max_words=2)
    assert space.words == ("b", "c")
    again = zipfviz.align(e, f).top(2)
    assert again.words == space.words
    np.testing.assert_allclose(again.p, space.p)
    np.testing.assert_array_equal(again.vectors, space.vectors)


def test_rank_is_an_assumption_that_is_said():
    """1/rank in the embedding's own order, labelled as assumed."""
    space = zipfviz.align(embedding("a", "b", "c"), zipfviz.load_frequency("rank"))
    np.testing.assert_allclose(space.p, np.array([6, 3, 2]) / 11)
    assert space.report.assumption
    assert not np.isfinite(space.report.matched_share)


def test_arrays_cannot_be_changed_in_place():
    """What caches share is read-only, results of the engine included."""
    space = zipfviz.align(embedding("a", "b", "c"), frequency(a=1, b=2, c=3))
    for array in (space.vectors, space.p, space.analysis.lengths("raw")):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_digest_follows_content_and_policies():
    """Other vectors, counts or policies are another space; the same ones are the same."""
    e, f = embedding("a", "b", "A"), frequency(a=1, b=2)
    digests = {
        zipfviz.align(e, f).digest,
        zipfviz.align(e, f, fold="both").digest,
        zipfviz.align(e, f, max_words=1).digest,
        zipfviz.align(e, frequency(a=1, b=3)).digest,
        zipfviz.align(embedding("a", "b", "C"), f).digest,
    }
    assert len(digests) == 5
    assert zipfviz.align(e, f).digest in digests
