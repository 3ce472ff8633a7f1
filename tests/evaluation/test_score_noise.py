"""Scores of noise: the protocol on draws, and the values of the default frequencies."""

import numpy as np
import pytest

import zipfviz
from zipfviz.evaluation import score_nulls
from zipfviz.evaluation.scoring import task_matrix
from zipfviz.io.records import Report, Task
from zipfviz.space.methods import METHODS
from zipfviz.space.noise import NOISES, draw_noise


def test_a_null_is_the_score_of_draws(space):
    """Also of several tasks, which share their draws; the words of all others are not kept.

    Shuffled vectors are the same ones however many are kept; of Gaussian ones only the moments of
    the others are drawn, so the draw is rebuilt here from the words of the tasks.
    """
    small = space.top(3_000)
    tasks = [zipfviz.load_task(name) for name in ("lee50", "wordsim353")]
    some = [*METHODS, "usif", "model2vec"]  # of today's, each is drawn by itself
    found = score_nulls(small, tasks, some, coefficient="pearson", draws=2, seed=5)
    rows = np.unique(np.concatenate([task_matrix(small, task).rows for task in tasks]))
    for noise in NOISES:
        kept = rows if noise == "gaussian" else None
        drawn = [draw_noise(small, noise, i, rows=kept, seed=5) for i in range(2)]
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


def test_averages_over_subsets_have_their_null(small_space):
    """Those of `summed_scores` on each draw."""
    words, rng = small_space.words, np.random.default_rng(0)
    texts = [" ".join(rng.choice(words, 3)) for _ in range(40)]
    pairs, gold = np.arange(40).reshape(20, 2), rng.random(20)
    parts = (("a", 0, 8), ("b", 8, 20))
    report = Report("years", 20, 20)
    task = Task("years", "sentences", tuple(texts), pairs, gold, report, subsets=parts)
    for summary in ("mean", "weighted mean"):
        found = score_nulls(small_space, [task], ["raw", "abtt"], summary=summary, draws=3)
        drawn = [draw_noise(small_space, "shuffled", i) for i in range(3)]
        for method in ("raw", "abtt"):
            wanted = [
                zipfviz.summed_scores(d, [task], [method], summary=summary).iat[0, 0] for d in drawn
            ]
            values = found["years", method, "shuffled"].values
            np.testing.assert_allclose(values, wanted, atol=1e-3)
    with pytest.raises(zipfviz.InputError, match="summary"):
        score_nulls(small_space, [task], summary="median")


@pytest.mark.slow
def test_noise_with_the_frequencies_of_english_scores(space, data_dir):
    """300-d Gaussian vectors and wordfreq score 66 on STS-B after Zipfian whitening."""
    task = zipfviz.load_task(data_dir / "sts/STSBenchmark/sts-test.csv")
    methods = ["raw", "uniform_whitening", "zipfian_whitening"]
    found = score_nulls(space, [task], methods, d=300, draws=3)
    means = [found[task.name, method, "gaussian"].mean for method in methods]
    assert means == pytest.approx([47.7, 47.7, 66.1], abs=1.5)
