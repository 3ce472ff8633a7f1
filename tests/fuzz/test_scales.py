"""Vectors in another unit: what is a share, a cosine, a rank or a score does not see it.

f(c X) beside f(X), with c a power of two near 1e-30 or 1e30, so that the inputs are the same to the
last digit; each number is also there under priors of twelve orders and with all mass on one word.
What 120 digits judge stands in `test_numbers` and `test_space_numbers`; what gives no number of
vectors, frequencies or scores is listed here with the reason.
"""

import inspect

import ml_dtypes
import numpy as np
import pandas as pd
import pytest
import test_numbers

import zipfviz
from zipfviz import corpus, evaluation, explore, theory
from zipfviz.corpus import Growth
from zipfviz.io.records import Report, Task

PARTS = (("one", 0, 12), ("two", 12, 25))
CONTEXTS = np.arange(5)
EVERY_PAIR = np.stack(np.triu_indices(9, 1), axis=1)
WORDS = [f"w{i}" for i in range(40)]
RAW, WHITE = "raw", "zipfian_whitening"
METHODS = (RAW, WHITE, "abtt", "sif_ccr")


def rows():
    return np.random.default_rng(0).normal(size=(40, 4)) * [1, 2, 4, 8] + 1


def task():
    rng = np.random.default_rng(1)
    texts = [" ".join(WORDS[i] for i in rng.integers(40, size=5)) for _ in range(30)]
    pairs = rng.integers(30, size=(25, 2))
    gold = np.arange(25.0)
    return Task("toy", "sentences", tuple(texts), pairs, gold, Report("toy", 25, 25), subsets=PARTS)


def numbers(found):
    """All numbers of a result, one after the other."""
    if isinstance(found, pd.DataFrame):
        found = found.select_dtypes("number").to_numpy()
    if isinstance(found, dict):
        found = list(found.values())
    if isinstance(found, list | tuple):
        return np.concatenate([numbers(each) for each in found]) if found else np.zeros(0)
    if hasattr(found, "__dataclass_fields__"):
        return numbers([getattr(found, name) for name in found.__dataclass_fields__])
    if isinstance(found, str) or found is None:
        return np.zeros(0)
    return np.ravel(found).astype(float)


def turned(space):
    """The same words with each other's frequencies."""
    return zipfviz.word_space(space.words, space.vectors, space.p[::-1])


#: Of a space alone: what does not see the unit of its vectors.
OF_SPACES = {
    "dimension_view": lambda s: [
        (v.words.d, v.gaussian.d, v.isoscore, v.isoscore_star)
        for v in explore.dimension_view(s, words=10)
    ],
    "prior_path": lambda s: [explore.prior_path(s).shares, explore.prior_path(s).share],
    "direction_view": lambda s: [
        (d.share, d.r, d.rho, d.low, d.high) for d in [explore.direction_view(s, 1)]
    ],
    "length_view": lambda s: [
        (v.information, v.r, v.rho, v.all_r, v.all_rho)
        for v in [explore.length_view(s, RAW, k=20), explore.length_view(s, WHITE, k=20)]
    ],
    "rank_view": lambda s: [explore.rank_view(s).p, explore.rank_view(s).fit.exponent],
    "growth_view": lambda s: explore.growth_view(s).tokens,
    "symmetry_table": lambda s: zipfviz.symmetry_table(s),
    "mapped_rows": lambda s: explore.mapped_rows(s, WHITE, rows=CONTEXTS),
    "word_similarities": lambda s: explore.word_similarities(s, WHITE, row=3)[4:],
    "move_table": lambda s: explore.move_table(
        WORDS, *(explore.word_similarities(s, method, row=3) for method in (RAW, WHITE))
    ),
    "partition_functions": lambda s: [
        (z.log_z, z.log_second_order, z.constancy)
        for method in (RAW, WHITE)
        for z in theory.partition_functions(
            s, method, contexts=CONTEXTS, scaling=theory.partition.Scaling(equal_words=True)
        ).values()
    ],
}
#: Of a space and a task.
OF_TASKS = {
    "compare_frequencies frequency_table": lambda s, t: [
        evaluation.frequency_table(
            list(evaluation.compare_frequencies({"a": s, "b": turned(s)}, [t])), ["a", "b"]
        )
    ],
    "carrying_words": lambda s, t: (
        lambda c: [c.change, c.together, c.distance, c.words.sort_values("word")]
    )(evaluation.carrying_words(s, turned(s), t, k=len(s))),
    "compare": lambda s, t: [
        (c.observed, c.added) for c in [evaluation.compare(s, t, METHODS, summary="mean")]
    ],
    "comparisons": lambda s, t: [c.added for c in evaluation.comparisons(s, [t], METHODS)],
    "compare_spaces": lambda s, t: [
        c.added for c in [evaluation.compare_spaces({"a": s}, t, METHODS)]
    ],
    "difference_table": lambda s, t: zipfviz.difference_table([evaluation.compare(s, t, METHODS)]),
    "score_intervals": lambda s, t: evaluation.score_intervals([evaluation.compare(s, t, METHODS)]),
    "changed_pairs": lambda s, t: zipfviz.changed_pairs(s, t, RAW, WHITE).sort_values("pair"),
    "pair_words": lambda s, t: zipfviz.pair_words(s, t, RAW, WHITE, pair=3),
    "word_shares": lambda s, t: evaluation.word_shares(s, t, WHITE).toarray(),
    "score_table": lambda s, t: zipfviz.score_table(s, [t]),
    "subset_scores": lambda s, t: zipfviz.subset_scores(s, t),
    "summed_scores": lambda s, t: zipfviz.summed_scores(s, [t]),
    "symmetry_points": lambda s, t: evaluation.symmetry_points(s, t),
    "correlations": lambda s, t: explore.correlations(
        evaluation.symmetry_points(s, t).assign(embedding="one")
    ),
    "length_direction_grid": lambda s, t: zipfviz.length_direction_grid(s, t),
    "curve curve_frame": lambda s, t: zipfviz.curve_frame(
        zipfviz.curve(s, t, knob="prior_strength", values=[0, 0.5, 1])
    ),
}
#: Of a matrix (n, d) and weights (n,).
OF_MATRICES = {
    "two_nn": lambda X, p: zipfviz.two_nn(X).d,
    "isoscore_star": lambda X, p: zipfviz.isoscore_star(X, 0.0),
    "second_moment": lambda X, p: zipfviz.second_moment(X, p).share,
    "deleted_lengths": zipfviz.deleted_lengths,
    "nearest": lambda X, p: explore.nearest(X, 3),
    "agreement occurrences hubness": lambda X, p: explore.agreement(X, X[:, :2], k=3),
    "pca_map": lambda X, p: explore.pca_map(X).shares,
    "centre": lambda X, p: zipfviz.sym2(theory.centre(X, p, "zipfian"), p),
    "pair_logits": lambda X, p: (lambda z: z / np.abs(z).max())(
        theory.pair_logits(X, X, CONTEXTS, CONTEXTS[::-1])
    ),
    "histogram": lambda X, p: explore.histogram(X[:, 0], X[:, 1])[2],
    "pearson spearman": lambda X, p: [
        f(X[:, 0], X[:, 1]) for f in (evaluation.pearson, evaluation.spearman)
    ],
    "resampled_coefficients": lambda X, p: list(
        evaluation.resampled_coefficients(
            X[:36, :2].T.astype(float), X[:36, 2].astype(float), EVERY_PAIR, 50
        )
    ),
    "compare_cosines": lambda X, p: [
        (c.observed, c.added, c.resampled)
        for c in [
            evaluation.compare_cosines(
                {"a": X[:36, 0].astype(float), "b": X[:36, 1].astype(float)},
                X[:36, 2].astype(float),
                "t",
                evaluation.SharedTexts(names=tuple("abcdefghi"), pairs=EVERY_PAIR, kind="words"),
                n_resamples=50,
            )
        ]
    ],
    "influences independent_intervals": lambda X, p: [
        evaluation.independent_intervals(
            X[:, :2].T.astype(float), X[:, 2].astype(float), coefficient
        )
        for coefficient in ("spearman", "pearson")
    ],
    "arora": lambda X, p: theory.arora(X, X, p).r,
    "constancy variation second_order_error": lambda X, p: theory.constancy(
        *theory.log_partition(X, X / np.square(X.astype(float)).sum(), (None, p))
    ),
}
#: Of weights alone, which are in any unit.
OF_WEIGHTS = {
    "batch_priors": lambda p: theory.batch_priors(p, [1, 10]),
    "first_updates": lambda p: theory.first_updates(p, 0.75),
    "fit_zipf": zipfviz.fit_zipf,
}
#: Judged by a definition of their own below.
LITERAL = (
    "fit_heaps goodness_of_fit agreements average total_variation law_error law_errors error_order "
    "sgns_loss"
)
#: Judged where all methods are drawn, in `test_space_numbers`.
OF_METHODS = "transform score similarities"
#: What there is nothing to compare of, by what it gives instead.
NO_NUMBERS = {
    "words, files, records of them": "adjusted align among cached_skipgram char_ngrams "
    "contexts_elsewhere "
    "corpus_from_lines corpus_of installed_corpus load_embedding load_frequency load_skipgram "
    "load_task ngram_task read_corpus save_embedding shared_texts task_frequency task_tokens "
    "tokenizer_for word_space",
    "sentences or names": "advise baselines bibtex caption differences snippet verdict",
    "draws, the same for the same seed": "draw draw_contexts draw_noise gaussian_like length_nulls "
    "length_simulation resample_counts sample_both sample_rows sample_tokens sample_types "
    "score_nulls score_simulation",
    "counts": "cooccurrence count_text growth_of updates",
    "what an optimiser ends at": "fit independent_components run train train_skipgram "
    "train_vectors umap_map",
    "a table of what another gave": "beside law_table spread worked_frame",
    "numbers of a problem it makes itself": "class_prior hubness_by_chance worked_example",
    "numbers of a trained model and its counts": "against_optimum divergences squared_lengths",
}


def priors():
    rng = np.random.default_rng(2)
    yield 1 / np.arange(1.0, 41)
    yield 10.0 ** -rng.uniform(0, 12, 40)
    yield np.where(np.arange(40) == 7, 1.0, 1e-13)


DTYPES = [np.float64, np.float32, ml_dtypes.bfloat16]


def check(f, *, of, dtypes):
    for dtype in dtypes:
        X = rows().astype(dtype)
        for p in priors():
            want = numbers(f(*of(X, p)))
            assert np.isfinite(want).any()
            for c in (2.0**-100, 2.0**100):
                scaled = X * dtype(c)
                assert scaled.dtype == dtype
                np.testing.assert_allclose(numbers(f(*of(scaled, p))), want, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", OF_SPACES)
def test_spaces_in_another_unit(name):
    check(OF_SPACES[name], of=lambda X, p: (zipfviz.word_space(WORDS, X, p),), dtypes=[np.float32])


@pytest.mark.parametrize("name", OF_TASKS)
def test_tasks_in_another_unit(name):
    check(
        OF_TASKS[name],
        of=lambda X, p: (zipfviz.word_space(WORDS, X, p), task()),
        dtypes=[np.float32],
    )


@pytest.mark.parametrize("name", OF_MATRICES)
def test_matrices_in_another_unit(name):
    check(OF_MATRICES[name], of=lambda X, p: (X, p), dtypes=DTYPES)


@pytest.mark.parametrize("name", OF_WEIGHTS)
@pytest.mark.parametrize("c", [1e-200, 1e-30, 1e200])
def test_weights_in_another_unit(name, c):
    for p in priors():
        want = numbers(OF_WEIGHTS[name](p))
        np.testing.assert_allclose(numbers(OF_WEIGHTS[name](p * c)), want, rtol=1e-5, atol=1e-9)


def test_heaps_law_is_the_line_on_log_axes():
    """numpy's own least squares, for texts up to 1e15 tokens."""
    tokens = np.geomspace(10, 1e15, 30).round().astype(np.int64)
    types = (3 * tokens**0.6).round().astype(np.int64)
    fit = corpus.fit_heaps(Growth(tokens, types))
    slope, at_0 = np.polyfit(np.log(tokens), np.log(types), 1)
    np.testing.assert_allclose([fit.exponent, fit.constant], [slope, np.exp(at_0)], rtol=1e-9)


def test_goodness_is_the_largest_gap_of_the_cumulated_shares():
    """Twelve orders of counts."""
    counts = np.array([10**12, 10**9, 10**6, 10**3, 1])
    fit = zipfviz.fit_zipf(counts)
    law = np.arange(1.0, 6) ** -fit.exponent
    gaps = np.cumsum(counts) / counts.sum() - np.cumsum(law) / law.sum()
    found = corpus.goodness_of_fit(counts, fit, n_resamples=1)
    assert found.distance == pytest.approx(np.abs(gaps).max(), rel=1e-9)


@pytest.mark.parametrize("c", [1e-30, 1e30])
def test_theory_in_another_unit(c):
    """Agreements and errors of the law, of lengths and divergences of any size."""
    x, y = np.random.default_rng(3).uniform(size=(2, 30))
    want = numbers(theory.agreements(x[None], y))
    np.testing.assert_allclose(numbers(theory.agreements(c * x[None], c * y)), want, rtol=1e-5)
    assert theory.law_error(c * x, c * y) == pytest.approx(theory.law_error(x, y), rel=1e-5)
    W, p, scales = rows(), 1 / np.arange(1.0, 41), np.array([1e-3, 0.1])
    want = numbers(theory.law_errors(W, p, scales))
    np.testing.assert_allclose(numbers(theory.law_errors(c * W, p, scales / c)), want, rtol=1e-5)
    order = theory.error_order(c * scales, np.array([1e-6, 1e-2]) * c)
    assert order == pytest.approx(2, rel=1e-9)
    joint = corpus.cooccurrence(corpus.corpus_of("a b c a b a c c b a a b"))
    W, C = rows()[:, :3][: len(joint)], rows()[:, 1:][: len(joint)]
    want = numbers(theory.sgns_loss(joint, W, C, k=2))
    np.testing.assert_allclose(numbers(theory.sgns_loss(joint, c * W, C / c, k=2)), want, rtol=1e-5)
    assert theory.total_variation(x, y) == pytest.approx(np.abs(x - y).sum() / 2, rel=1e-9)


def test_the_average_of_comparisons_is_their_mean():
    space = zipfviz.word_space(WORDS, rows() * 1e30, 1 / np.arange(1, 41))
    part = evaluation.compare(space, task(), METHODS)
    for name, values in evaluation.average([part, part]).observed.items():
        np.testing.assert_allclose(values, part.observed[name], rtol=1e-9)


def test_every_public_function_is_judged():
    """By one of these tests, or it gives no number to judge."""
    tables = (OF_SPACES, OF_TASKS, OF_MATRICES, OF_WEIGHTS, NO_NUMBERS.values())
    drawn = (*test_numbers.CHECKS.values(), LITERAL, OF_METHODS)
    listed = {name for table in (*tables, drawn) for line in table for name in line.split()}
    public = {
        name
        for room in (zipfviz, corpus, evaluation, explore, theory)
        for name in room.__all__
        if inspect.isroutine(getattr(room, name)) or hasattr(getattr(room, name), "cache_info")
    }
    assert not public - listed
