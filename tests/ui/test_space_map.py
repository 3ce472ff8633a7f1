"""The space map's figure and the app's sample: what is drawn is what was asked for."""

import numpy as np

from zipfviz.figures.space_map import Colouring, space_map, space_map_headline

POINTS = np.random.default_rng(0).normal(size=(6, 2))
WORDS = ["<b>", "$x$", "c", "d", "e", "f"]


def test_map_draws_each_word_once_with_its_place_in_the_sample():
    bands = Colouring("rank", np.array([0, 1, 0, 2, 2, 0]), ["a", "b", "c"])
    for colouring in (Colouring("−log p", np.arange(6.0)), bands):
        dots = list(space_map(POINTS, WORDS, colouring, title="Raw").data)
        at = np.concatenate([t.customdata for t in dots])
        np.testing.assert_array_equal(np.sort(at), np.arange(6))
        drawn = np.concatenate([np.column_stack([t.x, t.y]) for t in dots])
        np.testing.assert_array_equal(drawn, POINTS[at])
        assert len({t.marker.symbol for t in dots}) == len(dots)


def test_chosen_words_stand_out_and_are_named_as_typed():
    fig = space_map(POINTS, WORDS, Colouring("−log p", np.arange(6.0)), title="Raw", chosen=[0, 1])
    opacity = np.asarray(fig.data[0].marker.opacity)
    assert opacity[:2].min() > 4 * opacity[2:].max()
    assert {note.text for note in fig.layout.annotations} >= {"&#60;b&#62;", "&#36;x&#36;"}


def test_headline_has_the_numbers():
    line = space_map_headline("Raw", "White", 0.45, 10, 0.02, (1.9, 0.3))
    assert "4.5 stay" in line
    assert "hubs fade: skewness 1.90 before, 0.30 after" in line
    same = space_map_headline("Raw", "Raw", 1.0, 10, 0.02, (1.9, 1.9))
    assert "hubs stay: skewness 1.90 before, 1.90 after" in same
    few = space_map_headline("Raw", "White", 1.0, 7, 1.0, (float("nan"), float("nan")))
    assert few.endswith("(by chance 7.0).")
