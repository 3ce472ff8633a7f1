"""How sure a score is where pairs share texts: influence, variances, coverage, real values."""

import itertools
from functools import partial

import numpy as np
import pytest

import zipfviz
from zipfviz.evaluation import average, compare, compare_cosines, comparisons, influences
from zipfviz.evaluation.coefficients import MEASURES
from zipfviz.evaluation.shared_texts import SharedTexts, shared_texts, text_names
from zipfviz.io.records import Report, Task

GAIN = ("zipfian_whitening", "raw")
GAIN_ON_UNIFORM = ("zipfian_whitening", "uniform_whitening")
SEVEN = ("sts12", "sts13", "sts14", "sts15", "sts16", "sts-b", "sick-r")


@pytest.mark.parametrize("coefficient", MEASURES)
def test_influence_is_what_a_pair_moves(coefficient):
    """The coefficient without a pair, also among ties, is the one that its influence foretells."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 400)).round(1)
    y = (y + x).round(0)
    (value,), (psi,) = influences(x[None], y, coefficient)
    measure = MEASURES[coefficient]
    without = [measure(np.delete(x, k), np.delete(y, k)) for k in range(400)]
    np.testing.assert_allclose(psi, 399 * (value - np.array(without)), atol=0.1)
    assert value == measure(x, y)
    assert psi.sum() == pytest.approx(0, abs=1e-10)
    constant = influences(np.ones((1, 400)), y, coefficient)
    assert np.isnan(constant[0]).all()
    assert np.isnan(constant[1]).all()


def test_a_variance_is_over_all_pairs_that_share_a_text():
    """Term by term: pairs repeated, a text on either side, a text beside itself."""
    rng = np.random.default_rng(1)
    pairs = rng.integers(0, 9, size=(40, 2))
    pairs[:3] = [[2, 5], [5, 2], [4, 4]]
    pairs[3] = pairs[2]
    shared = SharedTexts(names=tuple("abcdefghi"), pairs=pairs, kind="words")
    added = rng.normal(size=(2, 40)) + 1
    want = np.zeros(2)
    for k, m in itertools.product(range(40), repeat=2):
        if set(pairs[k]) & set(pairs[m]):
            want += added[:, k] * added[:, m]
    np.testing.assert_allclose(shared.variances(added), want)


def test_a_variance_is_no_less_than_of_independent_pairs():
    """What cancels over a text by accident makes no one sure."""
    pairs = np.stack(np.triu_indices(4, 1), axis=1)
    shared = SharedTexts(names=tuple("abcd"), pairs=pairs, kind="words")
    added = np.array([1.0, -1, 0, 0, -1, 1])
    np.testing.assert_allclose(shared.variances(added), [4.0])


def test_texts_are_one_but_for_case_and_punctuation():
    assert text_names(["A man, running.", "a man running", "Ａ man", "!?", "ก็", "กี"]) == [
        "amanrunning", "amanrunning", "aman", "!?", "ก็", "กี"
    ]  # fmt: skip
    texts = ("A dog.", "a dog", "A cat.", "Cats!")
    task = Task("t", "sentences", texts, np.array([[0, 2], [1, 3]]), np.zeros(2), Report("t", 2, 2))
    shared = shared_texts(task)
    assert shared.names == ("adog", "acat", "cats")
    assert shared.pairs.tolist() == [[0, 1], [0, 2]]
    assert not shared.are_distinct
    assert shared.of_pairs(np.array([1])).names == ("adog", "cats")


def test_texts_are_few_where_most_of_their_pairs_are_there():
    """50 documents with all pairs are; 48 words in 65 pairs, or 300 documents, are not."""
    of = partial(SharedTexts, kind="words")
    every = np.stack(np.triu_indices(50, 1), axis=1)
    assert of(names=tuple(map(str, range(50))), pairs=every).are_few
    assert not of(names=tuple(map(str, range(48))), pairs=every[:65] % 48).are_few
    many = np.stack(np.triu_indices(300, 1), axis=1)
    assert not of(names=tuple(map(str, range(300))), pairs=many).are_few
    assert not of(names=(), pairs=np.zeros((0, 2), int)).are_few


# Gold and two methods' cosines, each a sum of what is special about the two texts and the pair.
TEXTS = np.array([[1, 0.6, 0.4], [0.6, 1, 0.7], [0.4, 0.7, 1]])
PAIRS = np.array([[1, 0.5, 0.5], [0.5, 1, 0.6], [0.5, 0.6, 1]])
TRUE = {
    "spearman": lambda r: 6 / np.pi * np.arcsin(r / 2),
    "pearson": lambda r: r,
}


def simulated(pairs, share, rng, special=None):
    """Gold, method, baseline: normal, `share` of their variance what is special about texts."""
    n = pairs.max() + 1
    special = rng.normal(size=(n, 3)) @ np.linalg.cholesky(TEXTS).T if special is None else special
    own = rng.normal(size=(len(pairs), 3)) @ np.linalg.cholesky(PAIRS).T
    of_texts = special[pairs[:, 0]] + special[pairs[:, 1]]
    return (np.sqrt(share / 2) * of_texts + np.sqrt(1 - share) * own).T


def truth(share, coefficient):
    mixed = share * TEXTS + (1 - share) * PAIRS
    gold_with = TRUE[coefficient](mixed[0, 1:])
    return 100 * (gold_with[0] - gold_with[1]), 100 * gold_with[0]


def recurring(n_texts, n_pairs, rng):
    """Pairs of sentences of which some recur, as captions do: like SICK-R's, in 2.4 on average."""
    p = 1 / np.arange(50, n_texts + 50)
    pairs = rng.choice(n_texts, p=p / p.sum(), size=(2 * n_pairs, 2))
    return pairs[pairs[:, 0] != pairs[:, 1]][:n_pairs]


def shared_of(pairs, kind="sentences"):
    return SharedTexts(names=tuple(map(str, range(pairs.max() + 1))), pairs=pairs, kind=kind)


def test_errors_cover_where_sentences_recur():
    """95 % intervals of differences and scores hold the truth in 93 to 98 % of simulated tasks."""
    rng = np.random.default_rng(2)
    pairs = recurring(500, 600, rng)
    shared, runs, held = shared_of(pairs), 500, np.zeros(4)
    for _ in range(runs):
        gold, a, b = simulated(pairs, 0.5, rng)
        part = compare_cosines({"a": a, "b": b}, gold, "t", shared)
        found = [
            (part.difference("a", "b", coefficient=c), part.score("a", coefficient=c)) for c in TRUE
        ]
        ends = [(each.low, each.high) for both in found for each in both]
        true = [want for c in TRUE for want in truth(0.5, c)]
        held += [low <= want <= high for (low, high), want in zip(ends, true, strict=True)]
    assert held.min() / runs >= 0.93
    assert held.max() / runs <= 0.98


def test_the_average_covers_where_tasks_share_pairs():
    """Two tasks of which most pairs are the same; taken apart they would be far too sure."""
    rng = np.random.default_rng(2)
    pairs = recurring(500, 600, rng)
    first, second = slice(0, 400), slice(100, 600)
    parts_of = [shared_of(pairs[part]) for part in (first, second)]
    (want, _), runs = truth(0.5, "spearman"), 200
    held, held_apart = 0, 0
    for _ in range(runs):
        x = simulated(pairs, 0.5, rng)
        parts = [
            compare_cosines({"a": x[1, part], "b": x[2, part]}, x[0, part], "t", shared)
            for part, shared in zip((first, second), parts_of, strict=True)
        ]
        d = average(parts).difference("a", "b")
        apart = np.hypot(*(part.difference("a", "b").standard_error for part in parts)) / 2
        held += d.low <= want <= d.high
        held_apart += abs(d.value - want) <= 1.96 * apart
    assert 0.93 <= held / runs <= 0.98
    assert held_apart / runs < 0.9


@pytest.mark.slow
def test_documents_drawn_again_cover_where_pairs_do_not():
    """All pairs of 40 documents, like Lee50's: 93 to 98 %; errors over pairs about 60 %."""
    rng = np.random.default_rng(3)
    pairs = np.stack(np.triu_indices(40, 1), axis=1)
    shared, alone = shared_of(pairs, "documents"), np.arange(2 * len(pairs)).reshape(-1, 2)
    (want, _), runs = truth(0.55, "spearman"), 120
    held = np.zeros(3)
    for i in range(runs):
        gold, a, b = simulated(pairs, 0.55, rng)
        both = {"a": a, "b": b}
        found = [
            compare_cosines(both, gold, "t", shared, n_resamples=400, seed=i),
            compare_cosines(both, gold, "t", shared, n_resamples=0),
            compare_cosines(both, gold, "t", shared_of(alone)),
        ]
        ends = [part.difference("a", "b") for part in found]
        held += [d.low <= want <= d.high for d in ends]
    drawn, robust, over_pairs = held / runs
    assert 0.93 <= drawn <= 0.98
    assert 0.88 <= robust <= 0.98
    assert over_pairs < 0.75


# Computed apart from this project, literal float64. Points x 100.
ERRORS = {
    "sts-b": 2.47, "sick-r": 0.48, "sts12": 2.52, "sts13": 2.74, "sts14": 1.38, "sts15": 1.37,
    "sts16": 2.86, "wordsim353": 3.51, "simlex999": 2.67,
}  # fmt: skip


@pytest.mark.data
@pytest.mark.parametrize("name", ERRORS)
def test_errors_of_the_gain_on_real_tasks(space, data_dir, name):
    """Zipfian whitening against raw on the default space."""
    part = compare(space, zipfviz.load_task(name), GAIN)
    assert part.difference(*GAIN).standard_error == pytest.approx(ERRORS[name], abs=0.006)


@pytest.mark.data
def test_sts_b_s_pairs_are_those_of_the_years(space, data_dir):
    """1,006 of 1,379 lie in STS12 to 16; the average's error is .91, not the .58 of other pairs."""
    tasks = [zipfviz.load_task(name) for name in SEVEN]
    parts = list(comparisons(space, tasks, GAIN))
    pairs = [
        {frozenset(part.shared.names[i] for i in pair) for pair in part.shared.pairs}
        for part in parts
    ]
    assert len(pairs[5] & set().union(*pairs[:5])) == 1006
    d = average(parts).difference(*GAIN)
    assert d.value == pytest.approx(13.88, abs=0.01)
    assert d.standard_error == pytest.approx(0.91, abs=0.005)
    added = np.hstack([p.added["spearman"][0] - p.added["spearman"][1] for p in parts]) / 7
    assert 100 * np.sqrt((added**2).sum()) == pytest.approx(0.58, abs=0.005)


@pytest.mark.data
def test_what_no_longer_stands(enwiki_space, data_dir):
    """With enwiki Zipfian whitening is 3.88 behind raw on STS12: error 1.82, one of seven tasks."""
    d = compare(enwiki_space, zipfviz.load_task("sts12"), GAIN).difference(*GAIN, n_comparisons=7)
    assert (d.value, d.standard_error) == pytest.approx((-3.88, 1.82), abs=0.006)
    assert not d.stands


# Computed apart, by other draws: from seed to seed of 10,000 draws the ends spread by 0.15 and
# 0.27, the standard error by 0.04.
DRAWN = partial(pytest.approx, abs=0.7)


def lee50(space, against):
    part = compare(space, zipfviz.load_task("lee50"), [*GAIN_ON_UNIFORM, "raw"])
    assert part.basis().startswith("50 documents drawn again 10,000 times")
    return part.difference("zipfian_whitening", against)


def test_documents_of_lee50(space):
    """By documents 6.3 to 29.0; by pairs it was 13.5 to 22.1."""
    d = lee50(space, "raw")
    assert d.value == pytest.approx(17.70, abs=0.005)
    assert d.standard_error == pytest.approx(5.7, abs=0.15)
    assert (d.low, d.high) == DRAWN((6.3, 29.0))
    d = lee50(space, "uniform_whitening")
    assert (d.low, d.high) == DRAWN((6.6, 28.4))


@pytest.mark.data
def test_documents_of_lee50_with_enwiki(enwiki_space):
    d = lee50(enwiki_space, "raw")
    assert (d.low, d.high) == DRAWN((6.8, 28.3))


@pytest.mark.data
def test_documents_of_lee50_with_word2vec(news_space):
    """26,423 words of Google News with enwiki: no sure gain on raw, one on uniform whitening."""
    d = lee50(news_space, "raw")
    assert d.standard_error == pytest.approx(6.6, abs=0.15)
    assert (d.low, d.high) == DRAWN((-5.8, 20.4))
    assert not d.stands
    d = lee50(news_space, "uniform_whitening")
    assert (d.low, d.high) == DRAWN((3.5, 33.8))


@pytest.mark.data
def test_the_error_on_men(space, fetched):
    part = compare(space, zipfviz.load_task(fetched("MEN")), GAIN)
    assert part.difference(*GAIN).standard_error == pytest.approx(1.66, abs=0.006)


@pytest.mark.data
@pytest.mark.japanese
def test_the_error_on_jsts(fetched, data_dir):
    """GiNZA's vectors with jawiki's counts."""
    pytest.importorskip("MeCab")
    words = zipfviz.load_embedding(fetched("ja-ginza"))
    counts = zipfviz.load_frequency(data_dir / "frequency" / "ja_wiki_top_20k.txt")
    part = compare(zipfviz.align(words, counts), zipfviz.load_task("jsts"), GAIN)
    assert part.difference(*GAIN).standard_error == pytest.approx(0.90, abs=0.006)
