"""Methods as values, and the calls of 0.1 that still work."""

from __future__ import annotations

import numpy as np
import pytest

import zipfviz
from zipfviz.explore.views import length_view
from zipfviz.space.methods import BASE_METHODS, METHODS, Method, Options


@pytest.mark.parametrize("name", [*METHODS, "abtt_norm_zipfian_centering", "raw_norm_zipfian"])
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


@pytest.mark.parametrize("name", BASE_METHODS)
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
