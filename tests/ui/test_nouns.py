"""One of a thing is said in the singular, wherever a count can be one."""

import re

import numpy as np
from test_app import ONE_AS_MANY

import zipfviz
from zipfviz.common.nouns import counted, noun
from zipfviz.figures.headlines.frequency import text_headline
from zipfviz.lesson.steps import LESSON
from zipfviz.lesson.worksheet import worksheet_markdown


def test_counts_and_their_nouns():
    told = [counted(n, "types") for n in (0, 1, 2, 12_345)]
    assert told == ["0 types", "1 type", "2 types", "12,345 types"]
    assert counted(1, "entries", "entry") == "1 entry"
    assert [noun(n, "rows are", "row is") for n in (1, 1.5)] == ["row is", "rows are"]


def test_a_space_of_one_word_in_one_dimension_says_so(tmp_path):
    """Its report, its worksheet, the lesson's answers and its errors."""
    emb = zipfviz.load_embedding((["the"], np.ones((1, 1), np.float32)))
    (tmp_path / "one.txt").write_text("the 5\n", "utf-8")
    space = zipfviz.align(emb, zipfviz.load_frequency(tmp_path / "one.txt"))
    said = [space.report.sentence(), *(text for _, text in space.report.lines())]
    said += [worksheet_markdown(space, answers=False), LESSON[2].answer(space).sentence]
    assert "1 word, 1 dimension." in said[-2]
    assert not [text for text in said if ONE_AS_MANY.search(text)]


def test_a_text_of_one_word():
    told = text_headline(1, 1, 1)
    assert not ONE_AS_MANY.search(told)
    assert re.search(r"^1 token is 1 type: 1\.00 .*1 type, 100 % of all, occurs", told)
