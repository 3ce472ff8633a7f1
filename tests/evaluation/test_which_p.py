"""The choice of a list: scores, paired intervals, the words that carry a difference."""

import numpy as np
import pytest
from click.testing import CliRunner

import zipfviz
from zipfviz.cli.commands import main
from zipfviz.evaluation import (
    average,
    carrying_words,
    compare,
    compare_frequencies,
    frequency_table,
)
from zipfviz.space.lists import on_shared_words


@pytest.fixture(scope="module")
def lists(space):
    """The 3,000 most frequent words by wordfreq, by rank, and by the root of p."""
    one = space.top(3_000)
    by_rank = zipfviz.word_space(one.words, one.vectors, 1 / np.arange(1, len(one) + 1))
    root = zipfviz.word_space(one.words, one.vectors, np.sqrt(one.p))
    return {"wordfreq": one, "rank": by_rank, "root": root}


@pytest.fixture(scope="module")
def tasks():
    return [zipfviz.load_task(name) for name in ("simlex999", "wordsim353")]


def test_each_list_is_told_from_one_with_its_paired_interval(lists, tasks):
    """Scores are those of `score`, intervals those of a comparison, corrected for all shown."""
    parts = list(compare_frequencies(lists, tasks, ["raw", "zipfian_whitening"]))
    table = frequency_table([*parts, average(parts)], list(lists), against="rank")
    assert len(table) == 9
    for row in table[table["task"] != "average"].itertuples():
        task = next(t for t in tasks if t.name == row.task)
        found = zipfviz.score(lists[row.source], task, "zipfian_whitening")
        assert row.score == pytest.approx(100 * found.spearman)
    cell = table[(table["task"] == "simlex999") & (table["source"] == "root")].iloc[0]
    names = [f"zipfian_whitening with {name}" for name in ("root", "rank")]
    want = parts[0].difference(*names, n_comparisons=6)
    assert cell["change"] == want.value
    assert (cell["low_corrected"], cell["high_corrected"]) == (
        want.low_corrected, want.high_corrected,
    )  # fmt: skip
    assert cell["stands"] == want.stands
    assert table[table["source"] == "rank"]["change"].isna().all()
    with pytest.raises(zipfviz.InputError, match="'enwiki' is not among"):
        frequency_table(parts, list(lists), against="enwiki")


def test_what_does_not_look_at_p_is_no_comparison(lists, tasks):
    """Raw vectors on the same words differ by nothing, and correct nobody's interval."""
    (part,) = compare_frequencies(lists, tasks[:1], ["raw", "zipfian_whitening"])
    both = frequency_table([part], list(lists), ["raw", "zipfian_whitening"])
    alone = frequency_table([part], list(lists), ["zipfian_whitening"])
    assert (both[both["method"] == "raw"]["change"].dropna() == 0).all()
    white = both[both["method"] == "zipfian_whitening"].reset_index(drop=True)
    np.testing.assert_array_equal(white["low_corrected"], alone["low_corrected"])
    in_one = compare(lists["rank"], tasks[0], ["zipfian_whitening"], n_resamples=0)
    assert alone["score"].iloc[1] == 100 * in_one.observed["spearman"][0]


@pytest.mark.parametrize("method", ["zipfian_whitening", "zipfian_centering", "model2vec_p"])
def test_words_carry_what_the_moments_change_by(lists, tasks, method):
    """Swapping is fitting anew with that word's p; all words listed at once likewise."""
    one, other = lists["wordfreq"], lists["root"]
    found = carrying_words(one, other, tasks[0], method, k=3)
    scored = [100 * zipfviz.score(s, tasks[0], method).spearman for s in (one, other)]
    assert found.change == pytest.approx(scored[1] - scored[0])
    row = found.words.iloc[0]
    i = one.index[row["word"]]
    into, out = one.p.copy(), other.p.copy()
    into[i], out[i] = other.p[i], one.p[i]
    swapped = [
        100
        * zipfviz.score(zipfviz.word_space(one.words, one.vectors, p), tasks[0], method).spearman
        for p in (into, out)
    ]
    want = (swapped[0] - scored[0] + scored[1] - swapped[1]) / 2
    assert row["of_score"] == pytest.approx(want, abs=2e-3)
    rows = [one.index[word] for word in found.words["word"]]
    all_in = one.p.copy()
    all_in[rows] = other.p[rows]
    at_once = zipfviz.word_space(one.words, one.vectors, all_in)
    together = 100 * zipfviz.score(at_once, tasks[0], method).spearman - scored[0]
    assert found.together == pytest.approx(together, abs=2e-3)
    assert row["log_ratio"] == pytest.approx(np.log(other.p[i] / one.p[i]))


def test_a_share_is_the_projection_on_the_change(lists, tasks):
    """By the definition, with moments taken one word at a time about the midpoint."""
    one, other = lists["wordfreq"], lists["rank"]
    X = one.vectors.astype(np.float64)
    means = [s.p @ X for s in (one, other)]
    y, moved = X - sum(means) / 2, other.p - one.p
    change = (y * moved[:, None]).T @ y
    covariances = [np.cov(X.T, aweights=s.p, ddof=0) for s in (one, other)]
    np.testing.assert_allclose(change, covariances[1] - covariances[0], atol=1e-10)
    row = carrying_words(one, other, tasks[0], k=1).words.iloc[0]
    i = one.index[row["word"]]
    assert row["of_covariance"] == pytest.approx(
        moved[i] * y[i] @ change @ y[i] / (change**2).sum()
    )
    of_mean = moved * (y @ (means[1] - means[0])) / ((means[1] - means[0]) ** 2).sum()
    assert of_mean.sum() == pytest.approx(1)
    assert row["of_mean"] == pytest.approx(of_mean[i])


def test_the_command_prints_the_same(lists, tasks, tmp_path):
    """Lists by name, a task's own words among them, a mixture and the words that carry it."""
    file = tmp_path / "few.npy"
    zipfviz.save_embedding(lists["rank"].words, lists["rank"].vectors, file)
    asked = ["which-p", "--embedding", str(file), "--task", "simlex999", "--frequency", "rank",
             "--frequency", "wordfreq:en", "--frequency", "task"]  # fmt: skip
    mix = ["--own-words", "--mix", "rank", "wordfreq:en", "0.25", "--floor", "1e-5"]
    told = CliRunner().invoke(main, [*asked, *mix, "--carry", "wordfreq:en"])
    assert told.exit_code == 0, told.output
    emb, (task, _) = zipfviz.load_embedding(file), tasks
    counts = [zipfviz.load_frequency(name) for name in ("rank", "wordfreq:en")]
    counts.append(zipfviz.task_frequency(task, emb.words))
    named = zip(("rank", "wordfreq:en", "task"), counts, strict=True)
    spaces = {name: zipfviz.align(emb, freq) for name, freq in named}
    mixture = ("rank", "wordfreq:en", 0.25)
    spaces = zipfviz.adjusted(spaces, shared=False, mixture=mixture, floor=1e-5)
    table = frequency_table(list(compare_frequencies(spaces, [task])), list(spaces))
    assert table.round(2).to_string(index=False) in told.stdout
    found = carrying_words(spaces["rank"], spaces["wordfreq:en"], task)
    assert (
        f"{found.change:+.2f}; with the 20 words below alone {found.together:+.2f}" in told.stdout
    )
    assert f"task {len(spaces['task']):,} words" in told.stderr
    wrong = CliRunner().invoke(main, [*asked[:7], "--carry", "enwiki"])
    assert "--carry enwiki is not among the lists" in wrong.stderr


@pytest.mark.data
@pytest.mark.slow
def test_lists_move_the_mean_of_seven_tasks(space, enwiki_space, data_dir):
    """Zipfian whitening of GloVe-50d on shared words: wordfreq above enwiki, raw below both."""
    names = ("sts12", "sts13", "sts14", "sts15", "sts16", "sts-b", "sick-r")
    seven = [zipfviz.load_task(name) for name in names]
    spaces = on_shared_words({"wordfreq": space, "enwiki": enwiki_space})
    parts = list(compare_frequencies(spaces, seven, ["raw", "zipfian_whitening"]))
    table = frequency_table([average(parts)], list(spaces), ["raw", "zipfian_whitening"])
    found = dict(
        zip(zip(table["method"], table["source"], strict=True), table["score"], strict=True)
    )
    assert found["zipfian_whitening", "wordfreq"] == pytest.approx(62.4, abs=0.4)
    assert found["zipfian_whitening", "enwiki"] == pytest.approx(61.1, abs=0.4)
    assert found["raw", "enwiki"] == pytest.approx(49.2, abs=0.4)
    assert table[table["method"] == "zipfian_whitening"]["stands"].tolist() == [False, True]
