"""Length and information content where vectors are noise; the values were computed elsewhere."""

import numpy as np
import pytest

import zipfviz
from zipfviz.explore import length_nulls, length_view
from zipfviz.space.noise import NOISES, draw_noise

WHITE = "zipfian_whitening"


def r(space, deleted):
    return length_view(space, WHITE, k=500, deleted=deleted, whole=False).r


def null(space, deleted, noise="gaussian"):
    return length_nulls(space, [WHITE], k=500, deleted=deleted)[WHITE][noise].r


@pytest.mark.parametrize("fitted_on", ["all", "shown"])
def test_a_null_is_the_view_of_draws(small_space, fitted_on):
    """The same function on each draw, whatever the method and whichever words it is fitted on."""
    methods = ["raw", WHITE, "abtt", "uniform_whitening_norm_zipfian_centering"]
    how = {"k": 20, "fitted_on": fitted_on}
    for deleted in (False, True):
        found = length_nulls(small_space, methods, deleted=deleted, draws=3, **how)
        whole = small_space if fitted_on == "all" else small_space.top(20)
        for method in methods:
            known = deleted and whole.analysis.has_deleted_lengths(method)
            for noise in NOISES:
                some = noise == "gaussian" and fitted_on == "all"
                rows = np.sort(whole.by_frequency[:20]) if some else None
                drawn = (draw_noise(whole, noise, i, rows=rows) for i in range(3))
                views = [length_view(d, method, k=20, deleted=known) for d in drawn]
                for name in ("r", "rho"):
                    wanted = [getattr(view, name) for view in views]
                    values = getattr(found[method][noise], name).values
                    np.testing.assert_allclose(values, wanted, atol=1e-9)
    with pytest.raises(zipfviz.InputError, match="between 1 and 60"):
        length_nulls(small_space, methods, k=61)


def test_what_noise_explains_on_the_default_space(space):
    """Plain length follows information content as in noise; the deleted length goes beyond."""
    assert r(space, False) == pytest.approx(0.487, abs=0.001)
    assert null(space, False).mean == pytest.approx(0.436, abs=0.033)
    assert null(space, False).sd == pytest.approx(0.033, abs=0.012)
    assert null(space, False).beyond(r(space, False), 3) == 0  # as one of three methods
    assert r(space, True) == pytest.approx(0.434, abs=0.001)
    for noise in NOISES:
        assert null(space, True, noise).mean == pytest.approx(0, abs=0.04)
        assert null(space, True, noise).sd == pytest.approx(0.05, abs=0.02)
        assert null(space, True, noise).beyond(r(space, True)) == 1
    assert length_view(space, WHITE, k=500).all_r == pytest.approx(0.08, abs=0.005)


@pytest.mark.slow
def test_what_noise_explains_with_enwiki(enwiki_space):
    assert r(enwiki_space, False) == pytest.approx(0.464, abs=0.001)
    assert null(enwiki_space, False).mean == pytest.approx(0.476, abs=0.026)
    assert r(enwiki_space, True) == pytest.approx(0.399, abs=0.001)
    assert null(enwiki_space, True).mean == pytest.approx(0, abs=0.04)
    # With frequencies turned round, too, and with words that mean nothing rare: plain lengths
    # follow what is then called information.
    turned = enwiki_space.p.copy()
    turned[enwiki_space.by_frequency] = turned[enwiki_space.by_frequency][::-1]
    space = zipfviz.word_space(enwiki_space.words, enwiki_space.vectors, turned)
    assert r(space, False) == pytest.approx(0.42, abs=0.02)


@pytest.mark.data
@pytest.mark.slow
def test_what_noise_explains_in_300_dimensions(news_space):
    """More dimensions, more algebra: noise follows p better than any vectors do."""
    space = news_space
    assert r(space, False) == pytest.approx(0.853, abs=0.001)
    assert null(space, False).mean == pytest.approx(0.963, abs=0.002)
    assert null(space, False).beyond(r(space, False)) == -1
    assert r(space, True) == pytest.approx(0.498, abs=0.001)
    assert null(space, True).mean == pytest.approx(0, abs=0.06)
    assert null(space, True).beyond(r(space, True)) == 1
