"""Scores of noise: the protocol on draws, and the values of the default frequencies."""

import numpy as np
import pytest

import zipfviz
from zipfviz.evaluation import score_nulls
from zipfviz.space.methods import METHODS
from zipfviz.space.noise import NOISES, draw_noise


def test_a_null_is_the_score_of_draws(space):
    """Also of several tasks, which share their draws; of two words the rest is not kept."""
    small = space.top(3_000)
    tasks = [zipfviz.load_task(name) for name in ("lee50", "wordsim353")]
    some = [*METHODS, "usif", "model2vec"]  # of today's, each is drawn by itself
    found = score_nulls(small, tasks, some, coefficient="pearson", draws=2, seed=5)
    for noise in NOISES:
        drawn = [draw_noise(small, noise, i, seed=5) for i in range(2)]
        for task in tasks:
            for method in some:
                wanted = [100 * zipfviz.score(d, task, method).pearson for d in drawn]
                values = found[task.name, method, noise].values
                np.testing.assert_allclose(values, wanted, atol=1e-3)
    assert found["lee50", "raw", "gaussian"].less(
        found["lee50", "raw", "gaussian"]
    ).values.tolist() == [0, 0]
    with pytest.raises(zipfviz.InputError, match="unknown"):
        score_nulls(small, tasks, ["nothing"])


@pytest.mark.slow
def test_noise_with_the_frequencies_of_english_scores(space, data_dir):
    """300-d Gaussian vectors and wordfreq score 66 on STS-B after Zipfian whitening."""
    task = zipfviz.load_task(data_dir / "sts/STSBenchmark/sts-test.csv")
    methods = ["raw", "uniform_whitening", "zipfian_whitening"]
    found = score_nulls(space, [task], methods, d=300, draws=3)
    means = [found[task.name, method, "gaussian"].mean for method in methods]
    assert means == pytest.approx([47.7, 47.7, 66.1], abs=1.5)
