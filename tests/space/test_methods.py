"""Methods as values, and the calls of 0.1 that still work."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.decomposition import PCA, TruncatedSVD

import zipfviz
from zipfviz.evaluation.scoring import sentence_vectors, task_matrix
from zipfviz.evaluation.verdicts import baselines
from zipfviz.explore.views import length_view
from zipfviz.report.export import bibtex
from zipfviz.space.methods import (
    ALL_METHODS,
    ALL_WORD_METHODS,
    BASE_METHODS,
    METHODS_OF_TODAY,
    Method,
    Options,
)
from zipfviz.space.noise import draw_noise


@pytest.mark.parametrize("name", [*ALL_METHODS, "abtt_norm_zipfian_centering", "raw_norm_zipfian"])
def test_a_method_has_the_name_it_was_parsed_from(name):
    """Names and records are two forms of one thing; settings are kept in the record."""
    method = Method.parse(name, Options(prior_strength=0.5))
    assert method.name == str(method) == name
    assert Method.parse(method.name, method.options) == method
    assert (method != Method.parse(name)) == method.depends_on("prior_strength")


def test_a_method_counts_as_its_name(small_space):
    """Public functions take either; options given beside a method replace its own."""
    half = Method.parse("zipfian_whitening", Options(prior_strength=0.5))
    by_name = zipfviz.transform(
        small_space, "zipfian_whitening", options=Options(prior_strength=0.5)
    )
    np.testing.assert_array_equal(zipfviz.transform(small_space, half), by_name)
    whole = zipfviz.transform(small_space, half, options=Options())
    np.testing.assert_array_equal(whole, zipfviz.transform(small_space, "zipfian_whitening"))
    assert (whole != by_name).any()


def test_one_method_for_direction_and_length_is_that_method():
    """A mixture of a method with itself is no mixture."""
    method = Method.parse("zipfian_whitening_norm_zipfian")
    assert method == Method.parse("zipfian_whitening")
    assert not method.is_mixed


def test_positional_options_of_0_1_warn_and_work(small_space):
    """What was positional in 0.1 is taken with a warning that names the keyword."""
    with pytest.warns(DeprecationWarning, match="sample_types: give seed= by name"):
        old = zipfviz.sample_types(small_space, 5, 3)
    assert old == zipfviz.sample_types(small_space, 5, seed=3)
    with pytest.raises(TypeError):
        zipfviz.sample_types(small_space, 5, 3, 4)


def test_records_read_on_one_screen(small_space):
    """Arrays are told by shape, long tuples by their ends; a notebook shows a small table."""
    view = length_view(small_space, "zipfian_whitening", k=10)
    assert len(repr(view)) < 500
    assert "lengths=<float64 (10,)>" in repr(view)
    assert "60 words" in repr(small_space)
    assert "in memory" in repr(small_space)
    page = small_space._repr_html_()
    assert page.startswith("<table>")
    assert "<td>60</td>" in page


def test_keywords_of_0_1_warn_and_work():
    """load_embedding's limit is max_words, as in align."""
    pair = (["a", "b"], np.eye(2))
    with pytest.warns(DeprecationWarning, match="limit= is now max_words="):
        assert zipfviz.load_embedding(pair, limit=1).words == ("a",)
    with pytest.warns(DeprecationWarning, match="limit="), pytest.raises(TypeError, match="both"):
        zipfviz.load_embedding(pair, limit=1, max_words=1)


def literal(X, p, name):
    """The words after a base method by its definition, in float64 with a full eigensystem."""
    if name in METHODS_OF_TODAY:
        return literal_of_today(X, p, name)
    q = p if name.startswith("zipfian") else np.full(len(X), 1 / len(X))
    if name == "raw":
        return X
    centred = X - q @ X
    values, V = np.linalg.eigh(centred.T @ (centred * q[:, None]))
    if name.endswith("whitening"):
        return centred @ V / np.sqrt(values)
    if name == "abtt":
        return centred @ V[:, :-3] @ V[:, :-3].T
    return centred


def literal_of_today(X, p, name):
    """The same of methods in use today, from their sources."""
    n, d = X.shape
    centred = X - X.mean(axis=0)
    if name.startswith("model2vec"):
        # model2vec's compute_weights and apply_pca, the vocabulary in the order of p
        order = np.argsort(-p, kind="stable")
        inv_rank = 1 / np.arange(2, n + 2)
        q = np.empty(n)
        q[order] = inv_rank / inv_rank.sum()
        q = p if name == "model2vec_p" else q
        return PCA(svd_solver="full").fit_transform(X) * (1e-4 / (1e-4 + q))[:, None]
    if name == "embed_filter":
        middle = np.linalg.svd(X, full_matrices=False)[2][d // 4 : d // 4 + d // 2]
        return X @ middle.T
    if name == "zipfian_whitening_sif":
        return literal(X, p, "zipfian_whitening") * (1e-3 / (1e-3 + p))[:, None]
    q = p if name.startswith("zipfian") else np.full(n, 1 / n)
    centred = X - q @ X
    values, V = np.linalg.eigh(centred.T @ (centred * q[:, None]))
    return centred @ V @ np.diag((values + 0.1 * values.mean()) ** -0.5) @ V.T


@pytest.mark.parametrize(
    "name", [*BASE_METHODS, *(m for m in ALL_WORD_METHODS if m in METHODS_OF_TODAY)]
)
def test_a_map_is_its_definition(small_space, name):
    """Products of all words agree, so all lengths and cosines do; axes are nobody's to fix."""
    Y = zipfviz.transform(small_space, name).astype(np.float64)
    Z = literal(small_space.vectors.astype(np.float64), small_space.p, name)
    np.testing.assert_allclose(Y @ Y.T, Z @ Z.T, rtol=1e-4, atol=1e-4 * np.abs(Z @ Z.T).max())


def test_a_mixed_method_has_one_direction_and_another_length(small_space):
    """Unit vectors are those of the first method, lengths those of the second."""
    X = small_space.vectors.astype(np.float64)
    Y = zipfviz.transform(small_space, "uniform_whitening_norm_zipfian").astype(np.float64)
    direction = literal(X, small_space.p, "uniform_whitening")
    lengths = np.linalg.norm(literal(X, small_space.p, "zipfian_whitening"), axis=1)
    np.testing.assert_allclose(np.linalg.norm(Y, axis=1), lengths, rtol=1e-4)
    unit = direction / np.linalg.norm(direction, axis=1, keepdims=True)
    own = Y / np.linalg.norm(Y, axis=1, keepdims=True)
    np.testing.assert_allclose(own @ own.T, unit @ unit.T, atol=1e-4)


def usif(vectors, p, texts, n=11, m=5):
    """Sentences by uSIF as kawine/usif has them, but for its scaling within each sentence.

    `texts` hold rows of the vocabulary; p sums to 1 over it.
    """
    size = float(len(p))
    threshold = 1 - (1 - 1 / size) ** n
    alpha = len([x for x in p if x > threshold]) / size
    a = (1 - alpha) / (alpha * 0.5 * size)
    sentences = np.array(
        [np.mean([a / (0.5 * a + p[i]) * vectors[i] for i in text], axis=0) for text in texts]
    )
    svd = TruncatedSVD(n_components=m, random_state=0, algorithm="arpack").fit(sentences)
    for i in range(m):
        share = svd.singular_values_[i] ** 2 / (svd.singular_values_**2).sum()
        u = svd.components_[i]
        sentences = sentences - share * np.outer(sentences @ u, u)
    return sentences


def test_usif_is_that_of_its_source(space):
    """Weights, piecewise removal and the map of words that both come to, on Lee50's documents."""
    small, task = space.top(20_000), zipfviz.load_task("lee50")
    m = task_matrix(small, task)
    texts = [
        np.repeat(
            m.rows[m.counts[[t]].indices], np.rint(m.counts[[t]].data * m.known[t]).astype(int)
        )
        for t in task.pairs.ravel()
    ]
    want = usif(small.vectors.astype(np.float64), small.p, texts)
    found = sentence_vectors(small, task, "usif")[task.pairs.ravel()]
    np.testing.assert_allclose(found, want, atol=1e-6)
    words = zipfviz.transform(small, "usif", task=task).astype(np.float64)
    means = np.array([words[text].mean(axis=0) for text in texts])
    np.testing.assert_allclose(means, want, atol=1e-5)
    with pytest.raises(zipfviz.InputError, match="transform\\(space, 'usif', task=task\\)"):
        zipfviz.transform(small, "usif")


def test_words_that_are_all_alike_weigh_alike_in_usif(small_space):
    """Where no word is frequent the weight's limit is taken, not a division by 0."""
    flat = zipfviz.word_space(small_space.words, small_space.vectors, np.ones(len(small_space)))
    weights = flat.analysis.word_map("usif").scale
    np.testing.assert_array_equal(weights, 2.0)


@pytest.mark.parametrize("name", ["model2vec", "model2vec_p", "usif", "zipfian_whitening_sif"])
def test_noise_in_some_rows_weighs_words_by_all_of_them(small_space, name):
    """Ranks and shares of the vocabulary are those of the whole space."""
    rows = np.array([3, 10, 20])
    some = draw_noise(small_space, "shuffled", rows=rows).analysis.word_map(name).scale
    np.testing.assert_array_equal(some, small_space.analysis.word_map(name).scale[rows])


def test_a_rank_list_gives_model2vec_its_vocabulary_order(small_space):
    """Under the frequency "rank" the recipe is the library's own: q by place in the vocabulary."""
    emb = (list(small_space.words), small_space.vectors)
    space = zipfviz.align(zipfviz.load_embedding(emb), zipfviz.load_frequency("rank"))
    q = 1 / np.arange(2, len(space) + 2)
    want = 1e-4 / (1e-4 + q / q.sum())
    np.testing.assert_allclose(space.analysis.word_map("model2vec").scale, want)


def test_methods_of_today_are_held_against_zipfian_whitening():
    """And against raw vectors; what is not the paper's is told which options it reads."""
    for name in METHODS_OF_TODAY:
        assert baselines(name) == ("raw", "zipfian_whitening")
        assert bibtex(methods=[name]).count("@") >= 1 + (name != "zipfian_whitening_sif")
    assert Method.parse("usif", Options(usif_length=5)) != Method.parse("usif")
    with pytest.raises(zipfviz.InputError, match="soft_epsilon=-1: give a number from 0 to"):
        Options(soft_epsilon=-1)
    with pytest.raises(zipfviz.InputError, match="usif_norm_raw"):
        Method.parse("usif_norm_raw")
