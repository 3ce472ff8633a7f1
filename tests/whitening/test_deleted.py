"""Deleted lengths against whitening again without the word."""

import numpy as np
import pytest

import zipfviz


def again(X, p, i, transformer=zipfviz.Whitening):
    """Length of row i after the transform fitted on the others; nan where nothing can be fitted."""
    rest = np.array(p, float)
    rest[i] = 0
    try:
        fitted = transformer().fit(X, sample_weight=rest)
    except zipfviz.InputError:
        return np.nan
    return float(np.linalg.norm(fitted.transform(X[i : i + 1])))


@pytest.mark.parametrize("seed", range(30))
def test_it_is_whitening_again_without_that_word(seed):
    """Few words and many, also fewer than dimensions, equal ones, and ones without weight."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 13), rng.integers(1, 7)
    X = rng.normal(size=(n, d)) + 3
    X[rng.integers(n)] = X[rng.integers(n)]
    p = rng.choice([0.0, 1.0, 1e-3, 50.0], size=n) * rng.random(n)
    p[rng.choice(n, 2, replace=False)] += 1
    wanted = [again(X, p, i) for i in range(n)]
    if len(np.unique(X[p > 0], axis=0)) > 1:
        np.testing.assert_allclose(zipfviz.deleted_lengths(X, p), wanted, rtol=1e-6, atol=1e-9)


def test_a_word_alone_in_its_direction_has_the_length_that_others_give_it():
    """Without it the direction is null: dropped, not divided by."""
    X = np.array([[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 9.0]])
    found = zipfviz.deleted_lengths(X)
    assert found[3] == pytest.approx(2 / np.sqrt(8 / 3))
    assert np.isnan(zipfviz.deleted_lengths([[0.0], [1.0]])).all()


@pytest.mark.parametrize("method", ["uniform_centering", "zipfian_centering", "zipfian_whitening"])
def test_the_space_knows_them_too(small_space, method):
    prior = small_space.p if "zipfian" in method else np.ones(len(small_space))
    transformer = zipfviz.Whitening if "whitening" in method else zipfviz.Centering
    X = small_space.vectors
    wanted = [again(X, prior, i, transformer) for i in range(len(X))]
    found = small_space.analysis.deleted_lengths(method)
    np.testing.assert_allclose(found, wanted, rtol=1e-5)
    mixed = f"uniform_whitening_norm_{method}"
    np.testing.assert_array_equal(small_space.analysis.deleted_lengths(mixed), found)


def test_a_word_with_nearly_all_mass():
    X, p = (
        np.array([[1.0, 2.0], [3.0, 1.0], [0.0, 0.0], [5.0, 7.0]]),
        np.array([1, 1e-9, 1e-9, 2e-9]),
    )
    space = zipfviz.word_space(list("abcd"), X, p)
    for method, kind in (("centering", zipfviz.Centering), ("whitening", zipfviz.Whitening)):
        found = space.analysis.deleted_lengths(f"zipfian_{method}")
        np.testing.assert_allclose(found, [again(X, p, i, kind) for i in range(4)], rtol=1e-5)


def test_where_directions_are_left_out_there_is_no_closed_form(small_space):
    for method, options in (("abtt", {}), ("zipfian_whitening", {"n_kept": 2})):
        method = zipfviz.Method.parse(method, zipfviz.Options(**options))
        with pytest.raises(zipfviz.InputError, match="directions"):
            small_space.analysis.deleted_lengths(method)
    raw = small_space.analysis
    np.testing.assert_array_equal(raw.deleted_lengths("raw"), raw.lengths("raw"))


def test_the_length_of_the_on_the_default_space(space):
    """Computed apart from zipfviz."""
    the = space.index["the"]
    assert space.analysis.lengths("zipfian_whitening")[the] == pytest.approx(3.0342, abs=5e-5)
    assert space.analysis.deleted_lengths("zipfian_whitening")[the] == pytest.approx(
        4.6109, abs=5e-5
    )
