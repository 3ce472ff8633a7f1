"""Show the average word moving among the others."""

import numpy as np

from zipfviz.explore.prior_path import PriorPath
from zipfviz.figures.live.average_word import average_word_table
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.shell import live

LOOK_FOR = (
    "It plays once. Then drag the blue star, or move the slider below: ten words follow, "
    "the nearest to the star."
)


def show(space: WordSpace, path: PriorPath, rows: np.ndarray) -> None:
    """Draw the words of `rows` and the star; it moves in the browser alone."""
    table = average_word_table(space.words, space.information, path, rows)
    data = {"table": table, "id": space.digest}
    live.show("average_word", "drawAverageWord", data, "average-word")
