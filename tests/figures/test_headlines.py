"""What is said of a chart is so, also of undefined, equal and opposite numbers."""

import re

import numpy as np
import pandas as pd
import pytest

from zipfviz import figures
from zipfviz.explore.views import rank_view
from zipfviz.figures import theory_skipgram
from zipfviz.figures import token_embeddings as token_figures
from zipfviz.figures.curves import curve_headline
from zipfviz.space.word_space import word_space
from zipfviz.theory.information import Arora

NAN = float("nan")


def norm_panel(title, r):
    return figures.NormPanel(title, "raw", np.ones(2), np.ones(2), ["a", "b"], r, r)


@pytest.mark.parametrize(
    ("rs", "said"),
    [
        ([NAN, NAN], "No correlation is defined"),
        ([NAN, 0.4], r"best in “1”: r = 0\.40, .*– \(0\)"),
        ([0.4], r"^Length follows information content in “0”: r = 0\.40"),
        ([-0.3, -0.1], r"none.* rarer words longer: r = −0\.10 \(1\), −0\.30 \(0\)"),
        ([-0.3], r"not longer here: r = −0\.30 \(0\)"),
    ],
)
def test_rarer_words_are_longer_only_where_they_are(rs, said):
    assert re.search(said, figures.norm_headline([norm_panel(str(i), r) for i, r in enumerate(rs)]))


def test_scores_that_are_undefined_are_not_compared():
    table = pd.DataFrame({"a": [1.0, NAN], "b": [NAN, 2.0]}, index=["raw", "zipfian_whitening"])
    assert "cannot be compared" in figures.score_headline(table)
    assert figures.score_headline(table.loc[["raw"], ["b"]]).startswith("Every score is undefined")
    frame = pd.DataFrame({"measure": ["sym1_uniform"] * 2, "pearson": [NAN, NAN]})
    assert figures.correlation_headline(frame).startswith("No correlation is defined")
    frame.loc[1, "pearson"] = -0.5
    assert figures.correlation_headline(frame).endswith("r = −0.50.")
    points = pd.DataFrame({"score": [50.0], "sym2_zipfian": [1.0], "sym2_uniform": [1.0]})
    assert figures.symmetry_headline(points).startswith("Over 1 space no correlation")


def test_a_flat_curve_has_no_highest_value():
    frame = pd.DataFrame({"value": [1.0, 2.0], "spearman": [40.0, 40.0], "is_paper": [True, False]})
    assert curve_headline(frame, "abtt").endswith(" scores 40.0 at every value.")


def test_half_of_the_text_is_counted():
    """A flat list needs half of its words for that."""
    words = [f"w{i}" for i in range(10)]
    flat = rank_view(word_space(words, np.eye(10), np.ones(10)))
    assert flat.n_half == 5
    steep = rank_view(word_space(words, np.eye(10), 2.0 ** -np.arange(10)))
    assert steep.n_half == 1
    fit = (1.0, 0.0, 1, 10)
    said = figures.rank_headline(10, fit, 1)
    assert said.endswith("; the most frequent word fills half of the text.")
    assert "the 5 most frequent words fill half" in figures.rank_headline(10, fit, 5)


def test_theory_says_nothing_of_undefined_numbers():
    nothing = Arora(d=2, log_z=NAN, squared=np.ones(2), predicted=np.ones(2), r=NAN, slope=NAN)
    assert "cannot be looked at" in theory_skipgram.arora_headline(nothing)
    cosines = {"zipfian": 0.3, "uniform": 0.2}
    assert "elsewhere than the mean token" in token_figures.moment_headline(cosines, cosines)
