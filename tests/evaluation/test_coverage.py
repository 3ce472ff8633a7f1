"""What a score stands on, counted by hand: pairs, tokens known, empty texts, folded words."""

import numpy as np
import pytest

import zipfviz
from zipfviz.gallery import coverage_frame

SENTENCES = (
    "sentence1\tsentence2\tscore\n"
    "a b x a\ta x\t1\n"  # of 4 tokens 3 are known, of 2 one
    "a b x a\tc d\t2\n"  # the same text again counts again: 3 of 4, 2 of 2
    "a\ty z\t3\n"  # 1 of 1, none of 2: an empty text
    "q\te\t2\n"  # none of 1: another, 1 of 1
)
WORDS = "word1\tword2\tscore\na\tb\t1\na\tx\t2\na\tE\t3\ny\tb\t1\nc\td\t4\n"


@pytest.fixture
def space():
    return zipfviz.word_space(list("abcde"), np.random.default_rng(0).normal(size=(5, 3)), [1] * 5)


def load(rows, name):
    return zipfviz.load_task(rows.encode(), name=name, language="en")


def test_coverage_of_sentences_is_the_share_of_their_tokens(space):
    """11 of 17 tokens; no pair is left out, two texts are empty."""
    found = zipfviz.score(space, load(SENTENCES, "sentences.tsv"))
    assert found.coverage == pytest.approx(11 / 17)
    assert (found.n_pairs, found.n_left_out, found.n_empty, found.n_folded) == (4, 0, 2, 0)


def test_coverage_of_a_word_task_is_the_share_of_its_different_words(space):
    """a b c d and E, found as e, of these and x, y; two pairs hold an unknown word."""
    found = zipfviz.score(space, load(WORDS, "words.tsv"))
    assert found.coverage == pytest.approx(5 / 7)
    assert (found.n_pairs, found.n_left_out, found.n_empty, found.n_folded) == (3, 2, 0, 1)


def test_the_page_shows_what_the_scores_say(space):
    """Coverage in percent, under the task's name."""
    tasks = [load(SENTENCES, "sentences.tsv"), load(WORDS, "words.tsv")]
    frame = coverage_frame({task.name: space for task in tasks}, tasks)
    assert frame["tokens known, %"].tolist() == pytest.approx([1100 / 17, 500 / 7])
    assert frame.loc["words.tsv"].tolist()[:3] == [3, 2, 1]
    assert frame["texts without a known word"].tolist() == [2, 0]
