"""A difference to a printed number only where embedding, size, frequency and protocol match."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import zipfviz
from zipfviz.evaluation.settings_match import Printed, beside, differences
from zipfviz.gallery.published import setting_note
from zipfviz.io.records import Report, Source, Task
from zipfviz.space.methods import Options
from zipfviz.space.word_space import MatchReport

PRINTED = Printed(embedding="GloVe", frequency="enwiki")


@pytest.fixture
def task():
    pairs = np.arange(2 * 1379).reshape(1379, 2)
    texts = ("a",) * (2 * 1379)
    return Task("sts-b", "sentences", texts, pairs, np.zeros(1379), Report("", 1379, 1379))


def space(**changes):
    """A space that says it is the paper's GloVe with enwiki, but for `changes`."""
    d = changes.pop("d", 300)
    mass = 0.9 * 3_484_135_472
    told = MatchReport(
        embedding="glove.840B.300d.txt",
        frequency="frequency/enwiki_vocab_min200.txt",
        n_embedding=2_196_016,
        n_matched=3,
        n_words=3,
        matched_mass=mass,
        matched_share=0.9,
    )
    sources = {name: changes.pop(name) for name in list(changes) if name.endswith("_source")}
    told = replace(told, **changes)
    return zipfviz.word_space(["a", "b", "c"], np.ones((3, d)), [3, 2, 1], report=told, **sources)


def test_the_papers_own_setting_matches(task):
    """Name, rows within one in a thousand, dimension, list, pairs: nothing differs."""
    assert differences(space(), PRINTED, task) == ()
    assert differences(space(embedding="up/glove.840B.300d.zip"), PRINTED, task) == ()
    own = space(frequency="test set (sts-b)")
    assert differences(own, Printed(embedding="GloVe", frequency="test_set"), task) == ()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"embedding": "glove.6B.300d.txt"}, "vectors"),
        ({"embedding": "glove.840B.300d-finetuned.txt"}, "vectors"),
        ({"d": 50}, "50 dimensions"),
        ({"n_embedding": 400_000}, "number of vectors"),
        ({"frequency": "wordfreq:en"}, "frequencies"),
        ({"frequency": "test set (sts-b)"}, "frequencies"),
        ({"matched_mass": 3e9}, "counts of the list"),
        ({"fold": "both"}, "lower case"),
        ({"missing": "floor"}, "words kept"),
        ({"n_words": 2}, "words kept"),
        ({"embedding_source": Source(is_brought=True)}, "vectors (yours have that name but"),
        ({"frequency_source": Source(is_brought=True)}, "frequencies (yours have that name but"),
    ],
)
def test_one_other_thing_is_named_and_only_that(task, changes, said):
    """Each part of the setting counts on its own."""
    (found,) = differences(space(**changes), PRINTED, task)
    assert said in found


def test_pairs_tokens_settings_and_sums_count_too(task):
    """Fewer pairs, n-grams for words, a moved knob, another sum over subsets."""
    fewer = replace(task, pairs=task.pairs[:9], gold=task.gold[:9])
    assert "9 of STS-B" in differences(space(), PRINTED, fewer)[0]
    grams = replace(task, language="en+ngrams")
    assert "tokens" in differences(space(), PRINTED, grams)[0]
    assert "settings" in differences(space(), PRINTED, task, options=Options(sif_a=0.1))[0]
    years = replace(task, subsets=(("one", 0, 9), ("two", 9, 1379)))
    assert "weighted mean" in differences(space(), PRINTED, years, summary="weighted mean")[0]
    assert differences(space(), PRINTED, task, summary="mean") == ()
    with pytest.raises(zipfviz.ZipfvizError, match="no scores of 'BERT' with 'enwiki'"):
        Printed(embedding="BERT", frequency="enwiki")


def test_side_by_side_subtracts_matching_tasks_only():
    """Printed columns stand beside ours; the difference is there for what matches alone."""
    ours = pd.DataFrame({"sts-b": [50.0, 60.0], "lee50": [1.0, 2.0]}, index=["raw", "abtt"])
    theirs = pd.DataFrame({"STS-B": [46.0], "STS12": [56.0]}, index=["raw"])
    assert list(beside(ours, theirs)) == ["STS-B", "STS-B, printed", "Lee50"]
    both = beside(ours, theirs, ["sts-b"])
    assert both.loc["raw", "STS-B, difference"] == 4.0
    assert both.loc["abtt"].isna().sum() == 2


def test_nothing_is_called_the_same_where_nothing_is_printed():
    """Tasks outside the paper have no printed setting to be equal to."""
    alone = setting_note(PRINTED, {"lee50": ("the vectors",)}, 7)
    assert "no scores of GloVe on the chosen tasks" in alone
    assert "is the same" in setting_note(PRINTED, {"lee50": ("the vectors",), "sts-b": ()}, 7)
