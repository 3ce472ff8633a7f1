"""Sentences whose words cancel have the vector 0; settings out of range are refused."""

import numpy as np
import pytest

import zipfviz
from zipfviz.evaluation.scoring import sentence_vectors

PAIRS = b"sentence1,sentence2,score\na b c d e,a,1\na b,c d,2\nb e,d,3\n"


@pytest.mark.parametrize("scale", [1e-30, 1.0, 1e30])
def test_the_centroid_is_an_empty_sentence(scale):
    """Five words, p uniform: all of them are the mean, so cosine 0 and counted, at any scale."""
    X = np.random.default_rng(0).normal(size=(5, 3)) * scale
    space = zipfviz.word_space(list("abcde"), X, np.ones(5))
    task = zipfviz.load_task(PAIRS)
    for method in ("uniform_centering", "zipfian_centering", "zipfian_whitening"):
        assert not sentence_vectors(space, task, method)[0].any()
        assert zipfviz.similarities(space, task, method)[0] == 0
        assert zipfviz.score(space, task, method).n_empty == 1
    assert zipfviz.score(space, task, "raw").n_empty == 0


@pytest.mark.parametrize(
    "setting",
    [
        {"sif_a": np.inf}, {"sif_a": np.nan}, {"sif_a": 0}, {"n_kept": 0}, {"n_kept": 2.5},
        {"abtt_components": -1}, {"prior_strength": np.nan}, {"prior_strength": -1},
        {"sif_centred_pca": "no"},
    ],
    ids=str,
)  # fmt: skip
def test_options_out_of_range_are_refused(setting):
    """At once, in a sentence that names the setting."""
    with pytest.raises(zipfviz.InputError, match=next(iter(setting))):
        zipfviz.Options(**setting)
