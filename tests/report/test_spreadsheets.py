"""No word of an exported table is taken for a formula, and our readers read the words as typed."""

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zipfviz
from zipfviz.common.spreadsheet import SIGNS, guarded, unguarded
from zipfviz.report.export import table_csv

WORDS = ["=SUM(A1)", "+1", "-lrb-", "@home", "'s", "''", "the", "-"]


@given(st.lists(st.text("'=+-@\t＝ab", min_size=1), min_size=1))
def test_words_come_back(words):
    """Whatever they begin with; and none begins with a sign in between."""
    written = guarded(words)
    assert not any(word.startswith(SIGNS) for word in written)
    assert unguarded(tuple(written)) == tuple(words)


def test_words_without_signs_stay():
    assert guarded(["'s", "the"]) == ["'s", "the"]
    assert unguarded(("'s", "'-", "the")) == ("'s", "'-", "the")
    assert unguarded(("'-", "-")) == ("'-", "-")


def test_words_are_guarded_and_numbers_stay_numbers(tmp_path):
    """In the index, in columns and in headers; a frequency list comes back as it was."""
    counts = [90.0, 50, 20, 10, 5, 4, 3, 2]
    frame = pd.DataFrame({"count": counts, "log": [-1.5] * 8}, pd.Index(WORDS, name="word"))
    text = table_csv(frame)
    rows = list(csv.reader(io.StringIO(text)))
    assert [row[0] for row in rows[1:]] == guarded(WORDS)
    assert all(row[2] == "-1.5" for row in rows[1:])
    (tmp_path / "words.csv").write_text(text)
    found = zipfviz.load_frequency(tmp_path / "words.csv", count_column="count")
    assert dict(zip(found.words, found.values, strict=True)) == dict(
        zip(WORDS, counts, strict=True)
    )
    assert any("taken off" in notice for notice in found.report.notices)
    header = table_csv(pd.DataFrame({"=1+1": [1]})).splitlines()[0]
    assert header == "'=1+1"


@pytest.mark.parametrize("side", ["word1", "word2"])
def test_pairs_come_back(tmp_path, side):
    left, right = ["=x", "sun", "@moon"], ["light", "'s", "night"]
    pairs = {"word1": left, "word2": right} if side == "word1" else {"word1": right, "word2": left}
    frame = pd.DataFrame({**pairs, "score": [1.0, 2.0, 3.5]})
    (tmp_path / "pairs.csv").write_text(table_csv(frame))
    task = zipfviz.load_task(tmp_path / "pairs.csv")
    found = [tuple(task.texts[i] for i in pair) for pair in task.pairs.tolist()]
    assert found == list(zip(pairs["word1"], pairs["word2"], strict=True))
