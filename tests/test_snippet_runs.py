"""The Python that a score table hands out prints the cell it stands for, in a new interpreter."""

import subprocess
import sys

import pytest

import zipfviz
from zipfviz.ui.export_table import About
from zipfviz.ui.selection import Selection


@pytest.mark.parametrize("own_words", [False, True])
def test_the_snippet_of_a_table_prints_its_cell(space, glove, own_words):
    """With the sidebar's list and size, and with the task's own words."""
    task = zipfviz.load_task("simlex999")
    frequency = zipfviz.task_frequency(task) if own_words else zipfviz.load_frequency("wordfreq:en")
    here = zipfviz.align(glove, frequency, max_words=None if own_words else 20_000)
    chosen = Selection("glove.6B.50d", "wordfreq:en", "none", None if own_words else 20_000)
    about = About(here, chosen, [task], coefficient="pearson", own_words=own_words)
    code = about.snippet(task.name, "zipfian_whitening")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    cell = zipfviz.score(here, task, "zipfian_whitening").pearson
    assert done.stdout.strip() == f"{100 * cell:.2f}"


def test_a_caption_names_every_space_and_what_is_printed(small_space):
    """One table of two spaces: both are told apart; what ends the caption is there."""
    other = zipfviz.word_space(small_space.words, small_space.vectors, small_space.p[::-1])
    chosen = Selection("e", "f", "none", None)
    about = About(small_space, chosen, more="Printed: X.", spaces={"A": small_space, "B": other})
    text = about.caption()
    assert text.index(" A: Embedding: in memory") < text.index(" B: Embedding: in memory")
    assert text.endswith("Printed: X.")
    alone = About(small_space, chosen, spaces={"A": small_space}).caption()
    assert " A: " not in alone
