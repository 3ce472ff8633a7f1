"""Subsets of a task and three ways to sum them up; tokens as n-grams that are words."""

import string
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import zipfviz
from zipfviz.evaluation.scoring import sentence_vectors, similarities
from zipfviz.evaluation.tables import SUMMARIES, subset_scores, summed_scores
from zipfviz.evaluation.tokenize import (
    char_ngrams,
    is_ngram_task,
    ngram_task,
    task_tokens,
    tokenizer_for,
)
from zipfviz.io.records import Report, Task


@pytest.fixture
def task(small_space):
    """Thirty pairs in three subsets, one of them with constant gold."""
    rng = np.random.default_rng(0)
    texts = tuple(" ".join(rng.choice(small_space.words, 6)) for _ in range(60))
    gold = rng.random(30)
    gold[12:16] = 1.0
    subsets = (("first", 0, 12), ("flat", 12, 16), ("last", 16, 30))
    pairs = np.arange(60).reshape(30, 2)
    return Task("toy", "sentences", texts, pairs, gold, Report("toy", 30, 30), subsets)


@pytest.mark.parametrize("coefficient", ["spearman", "pearson"])
def test_subsets_are_scored_on_their_own_pairs(small_space, task, coefficient):
    """Each row is scipy's coefficient of its slice; the undefined one is left out of the means."""
    method = "zipfian_whitening"
    found = subset_scores(small_space, task, [method], coefficient=coefficient)
    cosines = similarities(small_space, task, method)
    measure = getattr(stats, f"{coefficient}r")
    first, last = (100 * measure(cosines[s], task.gold[s])[0] for s in (slice(12), slice(16, 30)))
    assert found["pairs"].tolist() == [30, 30, 30, 12, 4, 14]
    scores = found[method]
    assert scores[["first", "last"]].tolist() == pytest.approx([first, last])
    assert np.isnan(scores["flat"])
    assert scores["mean"] == pytest.approx((first + last) / 2)
    assert scores["weighted mean"] == pytest.approx((12 * first + 14 * last) / 26)
    whole = getattr(zipfviz.score(small_space, task, method), coefficient)
    assert scores["all"] == pytest.approx(100 * whole)


def test_tables_sum_up_as_asked(small_space, task):
    """Tasks with subsets follow the choice, others and SICK stay; "all" is the table itself."""
    single = replace(task, name="single", subsets=(), gold=task.gold[::-1])
    tables = {
        s: summed_scores(
            small_space, [task, single], ["raw", "abtt"], coefficient="pearson", summary=s
        )
        for s in SUMMARIES
    }
    plain = zipfviz.score_table(small_space, [task, single], ["raw", "abtt"], coefficient="pearson")
    assert tables["all"].equals(plain)
    parts = subset_scores(small_space, task, ["raw", "abtt"], coefficient="pearson")
    assert tables["mean"]["toy"].tolist() == parts.loc["mean", ["raw", "abtt"]].tolist()
    assert tables["mean"]["single"].equals(plain["single"])
    sick = replace(task, name="sick-r")
    whole = summed_scores(
        small_space, [sick], ["raw"], coefficient="pearson", summary="weighted mean"
    )
    assert whole.loc["raw", "sick-r"] == plain.loc["raw", "toy"]
    with pytest.raises(zipfviz.ZipfvizError, match="'median' is unknown; use one of all"):
        summed_scores(small_space, [task], summary="median")


def test_ngrams_are_those_of_fasttext():
    """The token, then every n-gram of "<token>" as gensim lists them, punctuation taken off."""
    inner = pytest.importorskip("gensim.models.fasttext_inner")
    for token in ("cats", "a", "1,000", "naïve"):
        want = [gram.strip(string.punctuation) for gram in inner.compute_ngrams(token, 3, 6)]
        assert Counter(char_ngrams(token)) == Counter([token, *want])


def test_sentences_are_averages_of_the_ngrams_that_are_words(small_space):
    """A cat is five times cat (itself, cat, <cat, cat>, <cat>), and ca and at."""
    X = np.random.default_rng(1).normal(size=(4, 3))
    space = zipfviz.word_space(["cat", "ca", "at", "dog"], X, [4, 3, 2, 1])
    toy = Task(
        "toy", "sentences", ("cat!", "dog"), np.array([[0, 1]]), np.ones(1), Report("", 1, 1)
    )
    grams = ngram_task(toy)
    s, t = 5 * X[0] + X[1] + X[2], X[3]
    cosine = s @ t / np.sqrt((s @ s) * (t @ t))
    assert similarities(space, grams, "raw")[0] == pytest.approx(cosine, abs=1e-6)
    assert is_ngram_task(grams)
    assert grams.digest != toy.digest
    assert dict(zip(*_counts(grams), strict=True))["cat"] == 5
    with pytest.raises(zipfviz.ZipfvizError, match="need sentences"):
        ngram_task(replace(toy, kind="words"))


def test_ngrams_are_made_again_where_they_were_forgotten(task):
    """The protocol knows the split by the task's language, not only by what is remembered."""
    grams = ngram_task(task)
    kept = task_tokens(grams)
    split = tokenizer_for(grams.language)
    assert tuple(tuple(split(text)) for text in grams.texts) == kept


def _counts(task):
    frequency = zipfviz.task_frequency(task)
    return frequency.words, frequency.values


def test_a_word_is_looked_up_as_written_then_folded():
    """German nouns find cased vectors, lower-cased and capitalised ones too; the score says so."""
    pairs = b"Word1,Word2,Average\nHund,Katze,3\nFluss,Ufer,3.7\nalt,Neu,1\nfehlt,alt,2\n"
    task = zipfviz.load_task(pairs, name="pairs.csv")
    vectors = np.random.default_rng(0).normal(size=(6, 3))
    for spelled, folded in ((str, 1), (str.lower, 5), (str.upper, 6)):
        words = list(map(spelled, ["Hund", "Katze", "Fluss", "Ufer", "alt", "neu"]))
        embedding = zipfviz.load_embedding(dict(zip(words, vectors, strict=True)))
        space = zipfviz.align(embedding, zipfviz.task_frequency(task, embedding.words))
        found = zipfviz.score(space, task)
        assert (found.n_pairs, found.n_left_out, found.n_folded) == (3, 1, folded)
        assert len(space) == 6


@pytest.mark.parametrize(("language", "known"), [("de", 8), ("en", 4)])
def test_german_nouns_of_sentences_find_cased_vectors(language, known):
    """English keeps to the paper's protocol, in which tokens are in lower case and nothing else."""
    rows = "der Hund bellt laut\tDer Fluss\t1\nFluss\tder Hund\t2\n"
    task = zipfviz.load_task(rows.encode(), name="rows.tsv", kind="sentences", language=language)
    words = ["der", "Hund", "Fluss", "bellt"]
    embedding = zipfviz.load_embedding(dict(zip(words, np.eye(4), strict=True)))
    space = zipfviz.align(embedding, zipfviz.task_frequency(task, embedding.words), missing="drop")
    found = zipfviz.score(space, task)
    assert found.n_folded == (2 if language == "de" else 0)
    assert sum(space.p > 0) == (4 if language == "de" else 2)
    assert found.coverage == pytest.approx(known / 9)


def test_of_two_spellings_the_written_one_counts():
    """ "Polish" and "polish" are two words where the space has both."""
    task = zipfviz.load_task(b"Polish\tFBI\t1\npolish\tfbi\t2\n", name="pairs.tsv", kind="words")
    space = zipfviz.word_space(["Polish", "polish", "fbi"], [[1.0, 0], [0, 1], [1, 1]], [1, 1, 1])
    looked_up = dict(zip(task.texts, sentence_vectors(space, task, "raw").tolist(), strict=True))
    assert looked_up == {"Polish": [1, 0], "polish": [0, 1], "FBI": [1, 1], "fbi": [1, 1]}
