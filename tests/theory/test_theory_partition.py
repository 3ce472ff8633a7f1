"""Partition functions against families whose Z is known, and what is said of their constancy."""

import numpy as np
import pytest
from scipy.special import logsumexp

import zipfviz
from zipfviz.space.methods import WORD_METHODS
from zipfviz.theory.partition import (
    Scaling,
    constancy,
    log_partition,
    second_order,
    second_order_error,
)
from zipfviz.theory.space_partition import (
    contexts_elsewhere,
    draw_contexts,
    partition_functions,
)
from zipfviz.whitening.moments import moments


def test_z_of_words_along_the_axes_is_a_sum_of_hyperbolic_cosines():
    """Words +-a e_i with p: Z_z = sum_i 2 p_i cosh(a c_i), Z_u the same without p."""
    a, p = 1.7, np.array([0.1, 0.3, 0.1, 0.1, 0.3, 0.1])
    words = a * np.vstack([np.eye(3), -np.eye(3)])
    C = np.random.default_rng(0).normal(size=(5, 3))
    z_u, z_z = log_partition(words, C, (None, p))
    assert np.exp(z_u) == pytest.approx(2 * np.cosh(a * C).sum(axis=1))
    assert np.exp(z_z) == pytest.approx(2 * np.cosh(a * C) @ p[:3])
    (m,) = moments(words, (p,))
    assert np.exp(second_order(m, C)) == pytest.approx(1 + a**2 * C**2 @ p[:3])


def test_sums_over_many_blocks_neither_overflow_nor_lose_words():
    """Logits of +-3000 over several blocks agree with log-sum-exp over all at once."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(5000, 3)).astype(np.float32) * 300
    C = rng.normal(size=(4, 3)) * 3
    p = rng.dirichlet(np.ones(5000))
    logits = X.astype(np.float64) @ C.T
    shares = []
    z_u, z_z = log_partition(X, C, (None, p), progress=shares.append)
    assert z_u == pytest.approx(logsumexp(logits, axis=0), rel=1e-14)
    assert z_z == pytest.approx(logsumexp(logits, axis=0, b=p[:, None]), rel=1e-14)
    assert shares[-1] == 1
    with pytest.raises(zipfviz.InputError, match="3 dimensions and contexts 2"):
        log_partition(X, C[:, :2])


def test_gaussian_words_come_near_their_moment_generating_function():
    """For many normal words Z_u / n tends to exp(<mu, c> + c^T Sigma c / 2)."""
    X = np.random.default_rng(2).normal([0.3, 0, -0.2], 0.5, size=(400_000, 3))
    C = np.eye(3)
    (z,) = log_partition(X, C)
    assert z - np.log(400_000) == pytest.approx(np.array([0.3, 0, -0.2]) + 0.125, abs=0.005)


def test_measures_of_constancy_by_hand():
    flat = constancy(np.full(4, 900.0), np.full(6, 900.0))
    assert (flat.std_log, flat.variation, flat.min_max) == (0, 0, 1)
    found = constancy(np.log([1.0, 3.0]), np.log([2.0, 8.0, 4.0]))
    assert found.std_log == pytest.approx(np.log(3) / 2)
    assert found.variation == pytest.approx(0.5)
    assert found.min_max == pytest.approx(0.25)
    assert second_order_error(np.log([2.0, 4.0, 5.0]), np.log([1.0, 4.0, 6.0])) == pytest.approx(
        0.2
    )


@pytest.mark.parametrize("method", WORD_METHODS)
def test_every_method_by_its_transformed_matrix(small_space, method):
    """Sums over the transformed words as `transform` gives them, contexts of length 1."""
    rows = draw_contexts(small_space, 12, by="types")
    Y = zipfviz.transform(small_space, method).astype(np.float64)
    C = Y[rows] / np.linalg.norm(Y[rows], axis=1, keepdims=True)
    found = partition_functions(small_space, method, contexts=rows)
    expected = {
        "uniform": logsumexp(Y @ C.T, axis=0),
        "zipfian": logsumexp(Y @ C.T, axis=0, b=small_space.p[:, None]),
    }
    for prior, log_z in expected.items():
        assert found[prior].log_z == pytest.approx(log_z, abs=1e-5)
        assert found[prior].constancy.std_log == pytest.approx(log_z.std(), abs=1e-5)


def test_whitening_makes_the_second_order_form_constant(small_space):
    """After Zipfian whitening it is 1 + factor^2 / 2 whatever the context."""
    rows = draw_contexts(small_space, 30, by="tokens")
    found = partition_functions(
        small_space, "zipfian_whitening", contexts=rows, scaling=Scaling(factor=0.4)
    )
    assert np.exp(found["zipfian"].log_second_order) == pytest.approx(1.08)
    assert found["zipfian"].error < 0.05
    assert np.ptp(found["uniform"].log_second_order) > 0.01


def test_whitened_words_have_no_principal_directions(small_space):
    """All are as wide, in the space's dimensions or in fewer: what a solver returns is its own."""
    rows = np.arange(5)
    flat = small_space.vectors @ np.diag([1.0, 1.0, 1.0, 0.0, 0.0])
    few = zipfviz.word_space(small_space.words, flat, small_space.p)
    for space in (small_space, few):
        found = partition_functions(space, "zipfian_whitening", contexts=rows)
        assert np.isnan(found["zipfian"].constancy.min_max)
        assert found["uniform"].constancy.min_max < 1
    raw = partition_functions(small_space, "raw", contexts=rows)
    X = small_space.vectors.astype(np.float64)
    V = np.linalg.eigh((X.T * small_space.p) @ X)[1]
    log_z = logsumexp(X @ np.hstack([V, -V]), axis=0, b=small_space.p[:, None])
    assert raw["zipfian"].constancy.min_max == pytest.approx(np.exp(log_z.min() - log_z.max()))


def test_equal_words_take_size_out(small_space):
    """Ten times longer vectors have the same Z then."""
    longer = zipfviz.word_space(small_space.words, 10 * small_space.vectors, small_space.p)
    rows = np.array([3, 3, 20])
    for scaling in (Scaling(equal_words=True), Scaling(unit=False, equal_words=True)):
        a, b = (
            partition_functions(s, "raw", contexts=rows, scaling=scaling)
            for s in (small_space, longer)
        )
        for prior in a:
            assert a[prior].log_z == pytest.approx(b[prior].log_z, rel=1e-5)
            assert a[prior].log_z[0] == a[prior].log_z[1]


@pytest.mark.parametrize("method", ["raw", "zipfian_whitening", "uniform_whitening_norm_zipfian"])
def test_contexts_from_a_second_matrix(small_space, method):
    """Found by their words and taken as they are; words are whitened without being turned."""
    there = [f"w{i}" for i in range(59, 9, -1)]
    second = zipfviz.load_embedding(
        (there, np.random.default_rng(4).normal(size=(50, 5))), name="second"
    )
    drawn = np.array([3, 20, 20, 59, 4])
    rows, C = contexts_elsewhere(small_space, drawn, second)
    assert rows.tolist() == [20, 20, 59]
    np.testing.assert_array_equal(C, second.vectors[[39, 39, 0]])
    found = partition_functions(
        small_space,
        method,
        contexts=rows,
        scaling=Scaling(unit=False, factor=0.1),
        context_vectors=C,
    )
    X, p = small_space.vectors.astype(np.float64), small_space.p

    def whitened(q):
        centred = X - q @ X
        values, V = np.linalg.eigh((centred.T * q) @ centred)
        return centred @ (V / np.sqrt(values)) @ V.T

    if method == "raw":
        Y = X
    else:
        Y = whitened(p)
        if method != "zipfian_whitening":
            direction = whitened(np.full(60, 1 / 60))
            length = np.linalg.norm(Y, axis=1) / np.linalg.norm(direction, axis=1)
            Y = direction * length[:, None]
    expected = np.log(p @ np.exp(Y @ (0.1 * C).T))
    assert found["zipfian"].log_z == pytest.approx(expected, abs=1e-5)
    assert found["uniform"].log_z == pytest.approx(
        np.log(np.exp(Y @ (0.1 * C).T).sum(axis=0)), abs=1e-5
    )


def test_a_second_matrix_that_does_not_fit(small_space):
    narrow = zipfviz.load_embedding((["w1", "w2"], np.eye(2)), name="narrow")
    rows, C = contexts_elsewhere(small_space, np.array([1, 2]), narrow)
    with pytest.raises(zipfviz.InputError, match="5 dimensions and the second matrix 2"):
        partition_functions(small_space, "raw", contexts=rows, context_vectors=C)
    with pytest.raises(zipfviz.InputError, match="one row a context"):
        partition_functions(small_space, "raw", contexts=rows, context_vectors=np.eye(5))
    with pytest.raises(zipfviz.MatchError, match="none of the contexts has a vector in narrow"):
        contexts_elsewhere(small_space, np.array([7]), narrow)


def test_contexts_are_the_words_that_sampling_draws(small_space):
    rows = draw_contexts(small_space, 9, by="tokens", seed=4)
    assert [small_space.words[i] for i in rows] == zipfviz.sample_tokens(small_space, 9, seed=4)
    for call in (
        lambda: draw_contexts(small_space, 3, by="letters"),
        lambda: partition_functions(small_space, "raw", contexts=np.array([], int)),
        lambda: partition_functions(small_space, "sif_ccr", contexts=rows),
        lambda: Scaling(factor=-1),
    ):
        with pytest.raises(zipfviz.InputError):
            call()
