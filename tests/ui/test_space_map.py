"""The space map's figure and the app's sample: what is drawn is what was asked for."""

import numpy as np

from zipfviz.figures.space_map import Colouring, space_map

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
