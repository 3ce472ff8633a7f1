"""Comparisons of methods: values, intervals, tables, honest words."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import zipfviz
from zipfviz.evaluation import average, compare, compare_cosines, comparisons
from zipfviz.evaluation.resampling import resample_counts, resampled_coefficients
from zipfviz.evaluation.shared_texts import SharedTexts
from zipfviz.evaluation.verdicts import advise, baselines, difference_table, verdict
from zipfviz.figures.style.palette import METHOD_STYLES
from zipfviz.io.records import Report, Task
from zipfviz.space.methods import METHODS
from zipfviz.space.names import method_name

EVERY = np.stack(np.triu_indices(12, 1), axis=1)


def made_task(space, n_pairs=40, name="toy", seed=0):
    """Sentences of four words whose gold follows Zipfian whitening, with noise and ties."""
    rng = np.random.default_rng(seed)
    texts = tuple(" ".join(rng.choice(space.words, 4)) for _ in range(2 * n_pairs))
    pairs = np.arange(2 * n_pairs).reshape(n_pairs, 2)
    task = Task(name, "sentences", texts, pairs, np.zeros(n_pairs), Report(name, n_pairs, n_pairs))
    cosines = zipfviz.similarities(space, task, "zipfian_whitening")
    return replace(task, gold=np.round(5 * cosines + rng.normal(size=n_pairs), 0))


def made_documents(space, n=12, name="every pair"):
    """Documents of which every pair has a gold score."""
    rng = np.random.default_rng(1)
    pairs = np.stack(np.triu_indices(n, 1), axis=1)
    texts = tuple(" ".join(rng.choice(space.words, 9)) for _ in range(n))
    gold = rng.random(len(pairs)).round(1)
    return Task(name, "documents", texts, pairs, gold, Report(name, len(pairs), len(pairs)))


def distinct(n, kind="sentences"):
    pairs = np.arange(2 * n).reshape(n, 2)
    return SharedTexts(names=tuple(map(str, range(2 * n))), pairs=pairs, kind=kind)


@pytest.mark.parametrize("n_texts", [3, 5, 25])
def test_coefficients_are_those_of_the_pairs_of_drawn_texts(n_texts):
    """Counted ranks equal scipy on explicit resamples, also with ties; nan where constant."""
    rng = np.random.default_rng(n_texts)
    pairs = np.stack(np.triu_indices(n_texts, 1), axis=1)
    x = rng.normal(size=(3, len(pairs)))
    x[1], x[2] = np.round(x[1]), 0.3
    y = np.round(2 * x[0] + rng.normal(size=len(pairs)))
    counts = np.hstack(list(resample_counts(pairs, 40, seed=5)))
    rho, r = next(resampled_coefficients(x, y, pairs, 40, seed=5))
    for b in range(40):
        drawn = np.repeat(np.arange(len(pairs)), counts[:, b].astype(int))
        for i in range(3):
            a, g = x[i, drawn], y[drawn]
            if len(drawn) < 2 or np.ptp(a) == 0 or np.ptp(g) == 0:
                assert np.isnan([rho[i, b], r[i, b]]).all()
                continue
            assert rho[i, b] == pytest.approx(stats.spearmanr(a, g).statistic, abs=1e-12)
            assert r[i, b] == pytest.approx(stats.pearsonr(a, g).statistic, abs=1e-12)


def test_a_resample_is_of_texts_and_no_text_meets_its_copy():
    """Pair i, j stands there m_i m_j times, for m of a sum of as many texts as there are."""
    pairs = np.array([[0, 1], [0, 2], [1, 2], [2, 2]])
    (counts,) = resample_counts(pairs, 500)
    m_2 = counts[3]
    assert set(np.unique(m_2)) == {0, 1, 2, 3}
    m_0, m_1 = (np.divide(c, m_2, out=np.zeros(500), where=m_2 > 0) for c in counts[[1, 2]])
    np.testing.assert_array_equal((m_0 + m_1 + m_2)[m_2 > 0], 3)
    np.testing.assert_array_equal((m_0 * m_1)[m_2 > 0], counts[0][m_2 > 0])


def test_resamples_are_shared_by_methods_calls_and_spaces(small_space):
    """A method's resampled scores do not depend on what it is compared with, or when."""
    task, told = made_documents(small_space), []
    both = compare(small_space, task, ["raw", "abtt"], n_resamples=2500,
                   progress=lambda done, total: told.append((done, total)))  # fmt: skip
    alone = compare(small_space, task, ["abtt"], n_resamples=2500)
    np.testing.assert_array_equal(both.resampled["spearman"][1], alone.resampled["spearman"][0])
    assert told == [(1000, 2500), (2000, 2500), (2500, 2500)]
    other = compare(small_space, task, ["abtt"], n_resamples=2500, seed=1)
    assert (other.resampled["spearman"] != alone.resampled["spearman"]).any()
    for name in ("spearman", "pearson"):
        assert both.observed[name][1] == getattr(zipfviz.score(small_space, task, "abtt"), name)
    assert "12 documents drawn again 2,500 times" in both.basis()


def test_few_texts_are_drawn_again_and_their_percentiles_taken(small_space):
    """Low, high, error and Bonferroni's interval, worked out from the resampled scores."""
    part = compare(small_space, made_documents(small_space), ["raw", "zipfian_whitening"])
    d = part.difference("zipfian_whitening", "raw", coefficient="pearson", n_comparisons=5)
    draws = 100 * (part.resampled["pearson"][1] - part.resampled["pearson"][0])
    draws = draws[np.isfinite(draws)]
    assert (d.low, d.high) == pytest.approx(np.quantile(draws, [0.025, 0.975]))
    assert (d.low_corrected, d.high_corrected) == pytest.approx(np.quantile(draws, [0.005, 0.995]))
    assert d.standard_error == pytest.approx(draws.std(ddof=1))
    assert (d.n_over, d.over, d.n_pairs) == (12, "documents", 66)
    back = part.difference("raw", "zipfian_whitening", coefficient="pearson")
    assert (back.value, back.low) == pytest.approx((-d.value, -d.high))
    scored = part.score("raw")
    ends = np.nanquantile(part.resampled["spearman"][0], [0.025, 0.975])
    assert (scored.low, scored.high) == pytest.approx(100 * ends)


def test_pairs_of_other_texts_are_independent(small_space):
    """Without a text in two pairs the error is the spread of what pairs add, by Student's t."""
    task = made_task(small_space)
    part = compare(small_space, task, ["raw", "zipfian_whitening"])
    assert part.n_resamples == 0
    d = part.difference("zipfian_whitening", "raw", n_comparisons=4)
    added = part.added["spearman"][1] - part.added["spearman"][0]
    error = 100 * np.sqrt((added**2).sum())
    assert d.standard_error == pytest.approx(error)
    wide, wider = stats.t.ppf([0.975, 1 - 0.025 / 4], 39) * error
    assert (d.low, d.high) == pytest.approx((d.value - wide, d.value + wide))
    assert (d.low_corrected, d.high_corrected) == pytest.approx((d.value - wider, d.value + wider))
    assert (d.over, d.n_over) == ("pairs", 40)
    scored = part.score("zipfian_whitening")
    z = np.arctanh(np.array([scored.low, scored.value, scored.high]) / 100)
    assert z[2] - z[1] == pytest.approx(z[1] - z[0])


def test_table_is_corrected_for_all_its_rows(small_space):
    """Tasks come one by one; each method meets raw and its uniform twin, all rows corrected."""
    tasks = [made_task(small_space, name=f"t{i}", seed=i) for i in range(2)]
    methods = ["raw", "uniform_whitening", "zipfian_whitening"]
    parts = list(comparisons(small_space, tasks, methods))
    table = difference_table([*parts, average(parts)])
    assert len(table) == 3 * 3
    assert set(table["n_comparisons"]) == {9}
    row = table.query("task == 't0' and method == 'zipfian_whitening' and baseline == 'raw'")
    want = parts[0].difference("zipfian_whitening", "raw", n_comparisons=9)
    assert row["low_corrected"].item() == want.low_corrected
    assert row["stands"].item() == want.stands
    mean = table[table["task"] != "average"].groupby(["method", "baseline"])["value"].mean()
    of_average = table[table["task"] == "average"].set_index(["method", "baseline"])["value"]
    np.testing.assert_allclose(of_average.sort_index(), mean.sort_index())
    assert baselines("uniform_whitening_norm_zipfian") == ("raw", "uniform_whitening")
    assert baselines("zipfian_centering") == ("raw", "uniform_centering")
    assert [baselines(m) for m in ("raw", "abtt", "uniform_whitening")] == [(), ("raw",), ("raw",)]


def test_what_tasks_share_is_counted_once(small_space):
    """The average of a task and itself is as unsure as the task; of two others, less so."""
    methods = ["raw", "zipfian_whitening"]
    one, other = comparisons(
        small_space, [made_task(small_space, name=f"t{i}", seed=i) for i in range(2)], methods
    )
    d = one.difference(*methods)
    twice = average([one, one]).difference(*methods)
    assert (twice.value, twice.standard_error) == pytest.approx((d.value, d.standard_error))
    apart = average([one, other]).difference(*methods).standard_error
    both = np.array([part.difference(*methods).standard_error for part in (one, other)])
    assert apart == pytest.approx(np.sqrt((both**2).sum()) / 2)


def test_a_year_summed_up_has_the_error_of_its_sum(small_space):
    """Mean and weighted mean over subsets: the table's values; a subset without a score is none."""
    task = replace(made_task(small_space), subsets=(("a", 0, 10), ("b", 10, 38), ("c", 38, 39)))
    for summary in ("mean", "weighted mean"):
        part = compare(small_space, task, ["raw", "abtt"], summary=summary)
        want = zipfviz.subset_scores(small_space, task, ["raw", "abtt"]).loc[
            summary, ["raw", "abtt"]
        ]
        np.testing.assert_allclose(100 * part.observed["spearman"], want.astype(float))
        assert part.difference("abtt", "raw").standard_error > 0
    with pytest.raises(zipfviz.ZipfvizError, match="'median' is unknown"):
        compare(small_space, task, summary="median")


def test_verdicts_read_as_sentences():
    """A difference that stands, one that does not, none, an undefined one, one of few pairs."""
    gold = np.arange(60.0)
    rng = np.random.default_rng(0)
    cosines = {
        "zipfian_whitening": gold + rng.normal(size=60),
        "uniform_whitening": rng.normal(size=60),
        "abtt": gold + rng.normal(size=60),
        "raw": np.zeros(60),
    }
    part = compare_cosines(cosines, gold, "sts-b", distinct(60))
    clear = part.difference("zipfian_whitening", "uniform_whitening", n_comparisons=6)
    assert verdict(clear) == (
        f"Zipfian whitening beats uniform whitening on STS-B: +{clear.value:.1f} (95 % interval "
        f"{clear.low_corrected:.1f} to {clear.high_corrected:.1f}, corrected for 6 comparisons)."
    )
    unsure = verdict(part.difference("abtt", "zipfian_whitening", n_comparisons=3))
    assert unsure.startswith("All-but-the-top against Zipfian whitening on STS-B: ")
    assert "corrected for 3 comparisons" in unsure
    assert unsure.endswith("the difference does not stand.")
    assert "score the same" in verdict(part.difference("abtt", "abtt"))
    assert "a score is undefined" in verdict(part.difference("abtt", "raw"))
    few = {name: values[:5] for name, values in cosines.items()}
    of_few = compare_cosines(few, gold[:5], "sts-b", distinct(5))
    assert "5 pairs are too few to tell how sure that is" in verdict(
        of_few.difference("zipfian_whitening", "uniform_whitening")
    )
    assert not of_few.difference("zipfian_whitening", "uniform_whitening").stands
    with pytest.raises(zipfviz.ZipfvizError, match="'sif_ccr' was not scored on sts-b"):
        part.difference("sif_ccr", "raw")
    with pytest.raises(zipfviz.ZipfvizError, match="60 pairs of sts-b; compare"):
        compare_cosines({"raw": gold}, gold, "sts-b", distinct(59))


@pytest.mark.parametrize("value", [0.04, 0.004, -0.04])
def test_no_difference_is_told_as_nothing(value):
    """A difference that is there shows a digit that is not 0."""
    part = compare_cosines({"raw": np.arange(9.0), "abtt": np.arange(9.0)}, np.arange(9.0), "t",
                           distinct(9))  # fmt: skip
    told = verdict(replace(part.difference("abtt", "raw"), value=value, low=-1.0, standard_error=1))
    assert f"{value:+.{len(str(abs(value))) - 2}f}".replace("-", "−") in told


def test_advice_names_the_best_of_all_choices(small_space):
    """The transform and frequency with the highest mean score, against raw and the next best."""
    uniform = zipfviz.word_space(small_space.words, small_space.vectors, np.ones(60))
    tasks = [made_task(small_space, 80, f"t{i}", i) for i in range(2)]
    spaces = {"counts": small_space, "no counts": uniform}
    advice = advise(spaces, tasks, ["zipfian_whitening", "abtt"])
    assert (advice.method, advice.source) == ("zipfian_whitening", "counts")
    assert advice.gain.n_comparisons == 4
    gains = [zipfviz.score(small_space, t, "zipfian_whitening").spearman
             - zipfviz.score(small_space, t, "raw").spearman for t in tasks]  # fmt: skip
    assert advice.gain.value == pytest.approx(100 * np.mean(gains))
    assert "on the average of 2 tasks" in advice.sentence()
    assert "corrected for 4 choices" in advice.sentence()


@pytest.mark.parametrize("method", METHODS)
def test_methods_have_one_name(method):
    """Sentences and tables call a method what the figures call it."""
    assert method_name(method) == METHOD_STYLES[method].label


@pytest.mark.parametrize("far", [1e5, 1e7, 1e30])
def test_one_far_score_hides_no_other(far):
    """Resamples without it have the coefficient of the rest, as numpy has it."""
    rng = np.random.default_rng(0)
    n = len(EVERY)
    x, y = rng.normal(size=(1, n)), np.append(far, rng.normal(size=n - 1))
    ((_, r),) = resampled_coefficients(x, y, EVERY, 100)
    (counts,) = resample_counts(EVERY, 100)
    drawn = [np.repeat(np.arange(n), k.astype(int)) for k in counts.T]
    want = [np.corrcoef(x[0, rows], y[rows])[0, 1] for rows in drawn]
    np.testing.assert_allclose(r[0], want, rtol=1e-6, atol=1e-9)
