"""One's own text against counts done by hand and laws with known answers."""

import numpy as np
import pytest

import zipfviz
from zipfviz.corpus.text_corpus import (
    INSTALLED,
    Growth,
    corpus_of,
    count_text,
    fit_heaps,
    growth_of,
    installed_corpus,
)
from zipfviz.corpus.zipf import goodness_of_fit
from zipfviz.figures.frequency import text_growth
from zipfviz.figures.headlines.frequency import exponent_sentence, growth_sentence, text_headline

RHYME = "Row, row, row your boat\ngently down the stream"


def test_a_rhyme_counted_by_hand():
    text = count_text(corpus_of(RHYME))
    assert (text.n_tokens, text.n_types, text.n_hapaxes, text.ratio) == (9, 7, 6, 7 / 9)
    np.testing.assert_array_equal(growth_of(text.corpus.tokens).types, [1, 1, 1, 2, 3, 4, 5, 6, 7])
    assert text.frame().loc["row", "count"] == 3
    assert text_headline(9, 7, 6).startswith("9 tokens are 7 types")
    assert text.doubled == 7 / 2  # row, row, row your | boat gently down the stream
    assert "came to 3.50 times" in growth_sentence(0.5, 9, text.doubled)


def test_what_is_said_of_resamples_is_their_number():
    """Not the p-value, which counts the text itself among them; and nothing where chance ranks."""

    def said(least=50.0, n_as_far=0, error=0.0004):
        rest = (0.03, n_as_far, 199)
        return exponent_sentence(0.9, error, (0.88, 0.91), (1, 132), least, *rest)

    assert "Over ranks 1 to 132, words that occur 50 times or more" in said()
    assert "power −0.900 (standard error 0.0004, 95 % interval −0.910 to −0.880)" in said()
    assert "of 199 texts drawn from it none is as far: these counts are near" in said()
    assert "drawn from it 5 are as far: a power law is in doubt" in said(n_as_far=5)
    assert "drawn from it 40 are as far: a power law may have made" in said(n_as_far=40)
    assert "as far" not in said(least=49.0)
    assert "nothing is said of the law" in said(least=1.0)


def test_a_sample_of_a_text_comes_from_it():
    types, tokens = count_text(corpus_of(RHYME)).sample(50)
    assert len(types) == len(set(types)) == 7
    assert len(tokens) == 50 and set(tokens) <= set(types)  # noqa: PT018


@pytest.mark.parametrize("text", ["", "word word", "日本語の文章には空白がない"])
def test_what_is_no_text_is_one_sentence(text, monkeypatch):
    monkeypatch.setattr("zipfviz.text.splitters._made", absent)
    with pytest.raises(zipfviz.ZipfvizError, match="your text") as caught:
        corpus_of(text)
    assert " word;" not in str(caught.value)  # “holds 0 word” is no English


def absent(*_):
    raise ImportError


def test_heaps_law_is_found_again():
    tokens = np.unique(np.geomspace(1, 1e6, 50).round())
    fit = fit_heaps(Growth(tokens, 3 * tokens**0.6))
    assert (fit.exponent, fit.constant) == pytest.approx((0.6, 3))
    assert np.isnan(fit_heaps(Growth(tokens[:2], tokens[:2])).exponent)
    assert len(text_growth(tokens, tokens, (np.nan, np.nan)).data) == 2


def test_zipf_of_tokens_drawn_from_a_power_law():
    """The exponent is met within its standard error; the fit stands, and not for a flat list."""
    rng = np.random.default_rng(0)
    law = np.arange(1, 51) ** -1.1
    counts = rng.multinomial(200_000, law / law.sum())
    fit = zipfviz.fit_zipf(counts, n_tokens=200_000)
    assert abs(fit.exponent - 1.1) < 4 * fit.standard_error
    good = goodness_of_fit(counts, fit)
    assert good.p_value > 0.05
    assert good.distance < 0.01
    two = np.repeat([1000, 10], [10, 40])
    assert goodness_of_fit(two, zipfviz.fit_zipf(two), n_resamples=99).p_value == 0.01


@pytest.mark.parametrize("name", ["lee", "dostoevsky"])
def test_installed_texts_are_there(name):
    assert count_text(installed_corpus(name)).n_types > 200
    assert name in INSTALLED
