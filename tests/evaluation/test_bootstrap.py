"""The paired bootstrap: exact on each resample, the same for every method, honest in words."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import zipfviz
from zipfviz.evaluation.bootstrap import bootstrap, bootstraps
from zipfviz.evaluation.paired import average, paired_bootstrap
from zipfviz.evaluation.resampling import resample_counts, resampled_coefficients
from zipfviz.evaluation.verdicts import advise, baselines, difference_table, verdict
from zipfviz.figures.style.palette import METHOD_STYLES
from zipfviz.io.records import Report, Task
from zipfviz.space.methods import METHODS
from zipfviz.space.names import method_name


def made_task(space, n_pairs=40, name="toy", seed=0):
    """Sentences of four words whose gold follows Zipfian whitening, with noise and ties."""
    rng = np.random.default_rng(seed)
    texts = tuple(" ".join(rng.choice(space.words, 4)) for _ in range(2 * n_pairs))
    pairs = np.arange(2 * n_pairs).reshape(n_pairs, 2)
    task = Task(name, "sentences", texts, pairs, np.zeros(n_pairs), Report(name, n_pairs, n_pairs))
    cosines = zipfviz.similarities(space, task, "zipfian_whitening")
    return replace(task, gold=np.round(5 * cosines + rng.normal(size=n_pairs), 0))


@pytest.mark.parametrize("n_pairs", [2, 5, 300])
def test_coefficients_are_those_of_the_drawn_pairs(n_pairs):
    """Counted ranks equal scipy on explicit resamples, also with ties; nan where constant."""
    rng = np.random.default_rng(n_pairs)
    x = rng.normal(size=(3, n_pairs))
    x[1], x[2] = np.round(x[1]), 0.3
    y = np.round(2 * x[0] + rng.normal(size=n_pairs))
    counts = np.hstack(list(resample_counts(n_pairs, 40, seed=5)))
    rho, r = next(resampled_coefficients(x, y, 40, seed=5))
    assert (counts.sum(axis=0) == n_pairs).all()
    for b in range(40):
        drawn = np.repeat(np.arange(n_pairs), counts[:, b].astype(int))
        for i in range(3):
            a, g = x[i, drawn], y[drawn]
            if np.ptp(a) == 0 or np.ptp(g) == 0:
                assert np.isnan([rho[i, b], r[i, b]]).all()
                continue
            assert rho[i, b] == pytest.approx(stats.spearmanr(a, g).statistic, abs=1e-13)
            assert r[i, b] == pytest.approx(stats.pearsonr(a, g).statistic, abs=1e-12)


def test_resamples_are_shared_by_methods_calls_and_spaces(small_space):
    """A method's resampled scores do not depend on what it is compared with, or when."""
    task = made_task(small_space)
    told = []
    both = bootstrap(small_space, task, ["raw", "abtt"], n_resamples=2500,
                     progress=lambda done, total: told.append((done, total)))  # fmt: skip
    alone = bootstrap(small_space, task, ["abtt"], n_resamples=2500)
    np.testing.assert_array_equal(both.resampled["spearman"][1], alone.resampled["spearman"][0])
    assert told == [(1000, 2500), (2000, 2500), (2500, 2500)]
    other = bootstrap(small_space, task, ["abtt"], n_resamples=2500, seed=1)
    assert (other.resampled["spearman"] != alone.resampled["spearman"]).any()
    score = zipfviz.score(small_space, task, "abtt")
    assert both.observed["spearman"][1] == score.spearman
    assert both.observed["pearson"][1] == score.pearson


def test_interval_is_the_percentiles_of_the_differences(small_space):
    """Low, high, share and Bonferroni's interval, worked out from the resampled scores."""
    part = bootstrap(small_space, made_task(small_space), ["raw", "zipfian_whitening"])
    d = part.difference("zipfian_whitening", "raw", coefficient="pearson", n_comparisons=5)
    draws = 100 * (part.resampled["pearson"][1] - part.resampled["pearson"][0])
    assert (d.low, d.high) == pytest.approx(np.quantile(draws, [0.025, 0.975]))
    assert (d.low_corrected, d.high_corrected) == pytest.approx(np.quantile(draws, [0.005, 0.995]))
    assert d.share == (draws > 0).mean()
    assert d.stands == (d.low_corrected > 0)
    assert part.difference("raw", "zipfian_whitening", coefficient="pearson").value == -d.value


def test_table_is_corrected_for_all_its_rows(small_space):
    """Tasks come one by one; each method meets raw and its uniform twin, all rows corrected."""
    tasks = [made_task(small_space, name=f"t{i}", seed=i) for i in range(2)]
    told = []
    parts = list(bootstraps(small_space, tasks, ["raw", "uniform_whitening", "zipfian_whitening"],
                            n_resamples=500, progress=lambda *now: told.append(now)))  # fmt: skip
    table = difference_table([*parts, average(parts)])
    assert len(table) == 3 * 3
    assert set(table["n_comparisons"]) == {9}
    (row,) = table.query(
        "task == 't0' and method == 'zipfian_whitening' and baseline == 'raw'"
    ).to_dict("records")
    spearman = parts[0].resampled["spearman"]
    draws = 100 * (spearman[2] - spearman[0])
    assert (row["low"], row["high"]) == pytest.approx(np.quantile(draws, [0.025, 0.975]))
    assert told[-1] == (40_000, 40_000)
    mean = table[table["task"] != "average"].groupby(["method", "baseline"])["value"].mean()
    of_average = table[table["task"] == "average"].set_index(["method", "baseline"])["value"]
    np.testing.assert_allclose(of_average.sort_index(), mean.sort_index())
    assert baselines("uniform_whitening_norm_zipfian") == ("raw", "uniform_whitening")
    assert baselines("zipfian_centering") == ("raw", "uniform_centering")
    assert [baselines(m) for m in ("raw", "abtt", "uniform_whitening")] == [(), ("raw",), ("raw",)]


def test_verdicts_read_as_sentences():
    """A difference that stands, one that does not, one that is none, one that is undefined."""
    gold = np.arange(60.0)
    rng = np.random.default_rng(0)
    cosines = {
        "zipfian_whitening": gold + rng.normal(size=60),
        "uniform_whitening": rng.normal(size=60),
        "abtt": gold + rng.normal(size=60),
        "raw": np.zeros(60),
    }
    part = paired_bootstrap(cosines, gold, "sts-b", n_resamples=1000)
    clear = part.difference("zipfian_whitening", "uniform_whitening")
    assert verdict(clear) == (
        "Zipfian whitening beats uniform whitening on STS-B in 100 % of resamples "
        f"(+{clear.value:.1f}, 95 % interval {clear.low:.1f} to {clear.high:.1f})."
    )
    unsure = verdict(part.difference("abtt", "zipfian_whitening", n_comparisons=3))
    assert unsure.startswith("All-but-the-top against Zipfian whitening on STS-B: ")
    assert "corrected for 3 comparisons" in unsure
    assert unsure.endswith("the difference does not stand.")
    assert "score the same" in verdict(part.difference("abtt", "abtt"))
    assert "a score is undefined" in verdict(part.difference("abtt", "raw"))
    with pytest.raises(zipfviz.ZipfvizError, match="'sif_ccr' was not resampled on sts-b"):
        part.difference("sif_ccr", "raw")


def test_advice_names_the_best_of_all_choices(small_space):
    """The transform and frequency with the highest mean score, against raw and the next best."""
    uniform = zipfviz.word_space(small_space.words, small_space.vectors, np.ones(60))
    tasks = [made_task(small_space, 80, f"t{i}", i) for i in range(2)]
    spaces = {"counts": small_space, "no counts": uniform}
    advice = advise(spaces, tasks, ["zipfian_whitening", "abtt"], n_resamples=500)
    assert (advice.method, advice.source) == ("zipfian_whitening", "counts")
    assert advice.gain.n_comparisons == 4
    gains = [zipfviz.score(small_space, t, "zipfian_whitening").spearman
             - zipfviz.score(small_space, t, "raw").spearman for t in tasks]  # fmt: skip
    assert advice.gain.value == pytest.approx(100 * np.mean(gains))
    assert "on the average of 2 tasks" in advice.sentence()


@pytest.mark.parametrize("method", METHODS)
def test_methods_have_one_name(method):
    """Sentences and tables call a method what the figures call it."""
    assert method_name(method) == METHOD_STYLES[method].label


@pytest.mark.data
def test_sts_b_agrees_with_an_independent_bootstrap(enwiki_space, data_dir):
    """Zipfian against uniform whitening with enwiki: +12.0, from 9.0 or 9.1 to 15.0, always."""
    task = zipfviz.load_task(data_dir / "sts/STSBenchmark/sts-test.csv")
    part = bootstrap(enwiki_space, task, ["uniform_whitening", "zipfian_whitening"])
    d = part.difference("zipfian_whitening", "uniform_whitening")
    assert (d.value, d.low, d.high) == pytest.approx((12.01, 9.06, 14.97), abs=0.12)
    assert d.share == 1
    assert d.stands


@pytest.mark.parametrize("far", [1e5, 1e7, 1e30])
def test_one_far_score_hides_no_other(far):
    """Resamples without it have the coefficient of the rest, as numpy has it."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(1, 12)), np.append(far, rng.normal(size=11))
    ((_, r),) = resampled_coefficients(x, y, 100)
    (counts,) = resample_counts(12, 100)
    drawn = [np.repeat(np.arange(12), k.astype(int)) for k in counts.T]
    want = [np.corrcoef(x[0, rows], y[rows])[0, 1] for rows in drawn]
    np.testing.assert_allclose(r[0], want, rtol=1e-6, atol=1e-9)
