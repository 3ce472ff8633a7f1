"""Training on one's own text: repeatable, stoppable, and listed with its counts."""

import numpy as np
import pytest

import zipfviz
from zipfviz.common.errors import ZipfvizError
from zipfviz.corpus.train import Recipe, train
from zipfviz.io import catalogue

SMALL = Recipe(d=10, epochs=2, min_count=2)
TEXT = "The cat sat on the mat. A dog ran, and the Cat ran too!\n" * 40


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path / "none"))
    return tmp_path


@pytest.mark.parametrize("algorithm", ["word2vec", "fasttext"])
def test_vectors_and_counts_are_listed_and_fit_each_other(algorithm):
    """What was trained loads by its name, each word with its count in the text."""
    recipe = Recipe(algorithm=algorithm, d=10, epochs=1, min_count=2)
    done = train(TEXT.encode(), recipe, name="my text.txt")
    name = f"trained/my text-{algorithm}-10d"
    assert f"{name}/vectors.txt" in [e.name for e in catalogue.list_embeddings()]
    assert f"{name}/counts.tsv" in [e.name for e in catalogue.list_frequencies()]
    vectors, counts = zipfviz.load_embedding(done.vectors), zipfviz.load_frequency(done.counts)
    assert vectors.vectors.shape == (10, 10)
    assert counts.lookup(["the", "cat", "The"]).tolist() == [120, 80, 0]
    assert zipfviz.align(vectors, counts).report.n_matched == 10


def test_equal_seeds_give_equal_vectors(cache):
    """The same text, recipe and seed give the same file; another seed another one."""
    once, again = (train("lee", SMALL) for _ in range(2))
    other = train("lee", Recipe(d=10, epochs=2, min_count=2, seed=1))
    assert once.vectors == again.vectors
    assert other.vectors != once.vectors
    first, second = (zipfviz.load_embedding(done.vectors) for done in (once, other))
    assert first.words == second.words
    assert not np.allclose(first.vectors, second.vectors)


def test_progress_rises_and_can_stop(cache):
    """Every epoch is told; what the callback raises ends the training and keeps nothing."""
    heard = []
    train("lee", SMALL, progress=lambda share, what: heard.append((share, what)))
    shares = [share for share, _ in heard]
    assert shares == sorted(shares)
    assert {what for _, what in heard} >= {"Epoch 1 of 2", "Epoch 2 of 2"}

    def stop(share, what):
        if what.startswith("Epoch"):
            raise InterruptedError

    before = sorted(cache.rglob("*"))
    with pytest.raises(InterruptedError):
        train("lee", Recipe(d=10, epochs=500), progress=stop)
    assert sorted(cache.rglob("*")) == before


@pytest.mark.parametrize(
    ("text", "recipe", "sentence"),
    [
        ("one two three", {}, "lower the count floor"),
        ("a b c " * 9, {"d": 2}, "d=2: give 5 or more"),
        ("a b c " * 9, {"algorithm": "glove"}, "use 'word2vec' or 'fasttext'"),
        ("a b c " * 99, {"d": 10**12}, "raise the least count or lower the dimension"),
        ("\x00\x01", {}, "is no text"),
    ],
)
def test_what_cannot_be_trained_on_is_said(text, recipe, sentence):
    """Too little text, no words to tell apart, impossible numbers: one sentence."""
    with pytest.raises(ZipfvizError, match=sentence):
        train(text.encode(), Recipe(**recipe), name="mine.txt")
