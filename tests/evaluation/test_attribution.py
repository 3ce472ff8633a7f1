"""Why a score changed: shares and effects add up, and agree with literal loops."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import zipfviz
from zipfviz.evaluation.attribution import changed_pairs, pair_words, word_shares
from zipfviz.evaluation.scoring import task_matrix
from zipfviz.evaluation.tokenize import task_tokens
from zipfviz.io.records import Report, Task
from zipfviz.space.methods import METHODS


@pytest.fixture
def task(small_space):
    """Fifteen pairs with repeated and unknown words; one text has no known word."""
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice([*small_space.words[:20], "unknown"], 7)) for _ in range(29)]
    pairs = np.arange(30).reshape(15, 2)
    return Task(
        "toy", "sentences", ("unknown !", *texts), pairs, rng.random(15), Report("", 15, 15)
    )


def literal_shares(space, task, method):
    """Word -> share for each text, from the transformed words one by one."""
    Y = zipfviz.transform(space, method, task=task).astype(np.float64)
    for tokens in task_tokens(task):
        known = [t for t in tokens if t in space.index]
        s = sum((Y[space.index[t]] for t in known), np.zeros(Y.shape[1])) / max(len(known), 1)
        yield {
            word: (count / len(known)) * (Y[space.index[word]] @ s) / (s @ s)
            for word, count in Counter(known).items()
        }


@pytest.mark.parametrize("method", METHODS)
def test_shares_sum_to_one_and_are_those_of_the_loop(small_space, task, method):
    """A word's share of its text's squared length, under every method."""
    shares = word_shares(small_space, task, method)
    rows = task_matrix(small_space, task).rows
    np.testing.assert_allclose(shares.sum(axis=1), [0.0] + [1.0] * 29)
    for i, wanted in enumerate(literal_shares(small_space, task, method)):
        row = shares[[i]]
        got = {small_space.words[rows[j]]: v for j, v in zip(row.indices, row.data, strict=True)}
        assert got == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize("coefficient", ["spearman", "pearson"])
def test_effects_sum_to_the_change_of_the_score(small_space, task, coefficient):
    """Each pair's effect is its part of the difference of two scores; nothing is left over."""
    frame = changed_pairs(small_space, task, "raw", "zipfian_whitening", coefficient=coefficient)
    before, after = (
        getattr(zipfviz.score(small_space, task, m), coefficient)
        for m in ("raw", "zipfian_whitening")
    )
    assert frame["effect"].sum() == pytest.approx(100 * (after - before))
    columns = ["before", "after", "gold"]
    if coefficient == "spearman":
        columns = [f"rank_{name}" for name in columns]
    x, y, g = stats.zscore(frame[columns].to_numpy(dtype=float)).T
    np.testing.assert_allclose(frame["effect"], 100 * (y - x) * g / len(frame))
    assert (frame["change"].abs().diff().dropna() <= 0).all()
    np.testing.assert_allclose(frame["rank_after"] - frame["rank_before"], frame["rank_change"])


def test_carriers_are_the_words_whose_share_moved_most(small_space, task):
    """The first word listed as gained is the one that pair_words says gained most."""
    frame = changed_pairs(small_space, task, "raw", "zipfian_whitening")
    row = frame.iloc[0]
    words = pair_words(small_space, task, "raw", "zipfian_whitening", pair=int(row["pair"]))
    gain = words["share_after"] - words["share_before"]
    top = words.loc[gain.idxmax(), "word"]
    assert row["gained"].startswith(f"{top} +{100 * gain.max():.0f} %")
    bottom = words.loc[gain.idxmin(), "word"]
    assert row["lost"].startswith(f"{bottom} −{-100 * gain.min():.0f} %")


def test_a_pair_splits_into_its_words(small_space, task):
    """Over each text shares sum to 1 and parts of the cosine to the cosine; counts are counted."""
    frame = changed_pairs(small_space, task, "abtt", "sif_ccr").set_index("pair")
    words = pair_words(small_space, task, "abtt", "sif_ccr", pair=3)
    sums = words.groupby("text").sum(numeric_only=True)
    np.testing.assert_allclose(sums[["share_before", "share_after"]], 1.0)
    np.testing.assert_allclose(sums["cosine_before"], frame.loc[3, "before"])
    np.testing.assert_allclose(sums["cosine_after"], frame.loc[3, "after"])
    for when, method in (("before", "abtt"), ("after", "sif_ccr")):
        for text, wanted in zip(
            (1, 2), list(literal_shares(small_space, task, method))[6:8], strict=True
        ):
            found = words[words["text"] == text].set_index("word")[f"share_{when}"]
            assert found.to_dict() == pytest.approx(wanted, abs=1e-5)
    known = [[t for t in task_tokens(task)[i] if t in small_space.index] for i in (6, 7)]
    assert sums["count"].tolist() == [len(k) for k in known]
    empty = pair_words(small_space, task, "raw", "raw", pair=0)
    assert (empty["cosine_before"] == 0).all()
    with pytest.raises(zipfviz.ZipfvizError, match="toy has no pair 15; choose 0 to 14"):
        pair_words(small_space, task, "raw", "abtt", pair=15)


def test_constant_gold_has_no_effect_to_tell(small_space, task):
    """Where the score is undefined the effects are too, and the rest stands."""
    frame = changed_pairs(small_space, replace(task, gold=np.ones(15)), "raw", "abtt")
    assert frame["effect"].isna().all()
    assert frame["change"].notna().all()
