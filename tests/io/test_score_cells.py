"""Scores as people write them: with units, with commas, as distances, as classes, or not at all."""

import csv
import io
import json

import pytest

from zipfviz.common.errors import ChoiceNeeded, InputError
from zipfviz.io.load import load_task

GOLD = [4.5, 3.2, 4.8, 3.9, 2.6, 4.4, 3.0, 4.9, 2.1, 4.7, 1.2, 0.3]
TEXTS = [(f"the cat number {i} sleeps", f"a dog of sort {i} runs") for i in range(len(GOLD))]


def table(score, header="s1\ts2\tscore", separator="\t"):
    """A table of TEXTS with `score(i, gold)` behind them."""
    rows = [(*TEXTS[i], str(score(i, gold))) for i, gold in enumerate(GOLD)]
    return "\n".join([header] * bool(header) + [separator.join(row) for row in rows])


def load(text, **options):
    return load_task(text.encode(), name="pairs.txt", language="en", **options)


@pytest.mark.parametrize("header", ["", "s1\ts2\tscore"])
@pytest.mark.parametrize(
    "unit", ["%", " %", "/5", " / 5", " ٪", pytest.param(",", id="decimal comma")]
)
def test_what_stands_behind_every_score_is_no_part_of_it(unit, header):
    """90 %, 4.5/5 and 4,5 are numbers, and it is said what was taken off."""
    written = (lambda i, g: str(g).replace(".", ",")) if unit == "," else lambda i, g: f"{g}{unit}"
    task = load(table(written, header))
    assert task.gold.tolist() == GOLD
    assert ("commas" if unit == "," else unit.strip()) in " ".join(task.report.notices)


def test_decimal_commas_in_quotes_and_in_json_are_read():
    """Where commas part columns, or names come with each cell, 4,5 is 4.5 as elsewhere."""
    commas = [(*TEXTS[i], str(gold).replace(".", ",")) for i, gold in enumerate(GOLD)]
    text = io.StringIO()
    csv.writer(text).writerows(commas)
    objects = [{"text1": a, "text2": b, "similarity": c} for a, b, c in commas]
    for written in (text.getvalue(), json.dumps(objects)):
        task = load(written)
        assert task.gold.tolist() == GOLD
        assert task.report.notices == ("Numbers are written with decimal commas.",)


def test_different_units_and_numbers_of_files_are_no_scores():
    """4 of 5 beside 8 of 10 is no scale, and 3.jpg is a name."""
    with pytest.raises(Exception, match=r"expected a score, got '4\.5/5'"):
        load(table(lambda i, g: f"{g}/{5 + i % 2}"))
    with pytest.raises(Exception, match="0 columns could be the score"):
        load(table(lambda i, g: f"{i}.jpg\tno", "s1\ts2\timage\tentails"))


@pytest.mark.parametrize("none", ["-", "—", "?", ".", "NA", "n/a", "NaN", "null", "#N/A", ""])
@pytest.mark.parametrize("header", ["", "s1\ts2\tscore"])
def test_pairs_without_a_score_are_counted_however_that_is_written(none, header):
    """They are no bad rows, and many of them do not hide the score's column."""
    task = load(table(lambda i, g: g if i % 3 else none, header))
    assert task.gold.tolist() == [gold for i, gold in enumerate(GOLD) if i % 3]
    assert task.report.bad_rows == 0
    assert "4 of 12 pairs have no score and are left out." in task.report.notices


@pytest.mark.parametrize(
    ("header", "score", "said"),
    [
        ("s1\ts2\tdistance", lambda i, g: 5 - g, "'distance' is a distance by its name"),
        ("s1\ts2\tscore", lambda i, g: -1 if i < 2 else g, "The score -1 of 2 pairs stands apart"),
        ("s1\ts2\tscore", lambda i, g: 99 if i < 1 else g, "The score 99 of 1 pair stands apart"),
        ("premise\thypothesis\tlabel", lambda i, g: i % 3, "takes 3 values only (0, 1, 2)"),
        ("s1\ts2\tscore", lambda i, g: 1e308 if i < 1 else g, "The score 1e+308 of 1 pair stands"),
        ("s1\ts2\tscore", lambda i, g: (-1) ** i * g * 1e307, ""),
        ("s1\ts2\tscore", lambda i, g: g, ""),
        ("s1\ts2\tscore", lambda i, g: round(g / 2.5 - 1, 2), ""),
    ],
)
def test_scores_that_may_mean_something_else_are_said(header, score, said):
    """Distances, marks for none and classes are kept as they are, with a word on it."""
    notices = load(table(score, header)).report.notices
    assert said in " ".join(notices)
    assert bool(said) == bool(notices)


def test_a_class_beside_a_finer_score_is_asked_about():
    """A label of two values is no better than a probability beside it because of its name."""
    text = table(lambda i, g: f"{int(g > 3)}\t{g / 5}", "s1\ts2\tlabel\tprob")
    with pytest.raises(ChoiceNeeded) as asked:
        load(text)
    found = {choice.options["score_column"] for choice in asked.value.choices}
    assert found == {"label", "prob"}
    assert load(text, score_column="prob").gold.tolist() == [gold / 5 for gold in GOLD]


def test_columns_that_no_score_can_be_are_none():
    """Numbers too large for any, or of any size beside plain ones, are passed by or said."""
    with pytest.raises(InputError, match="expected a score, got '1e999'"):
        load(table(lambda i, g: "1e999"))
    found = load(table(lambda i, g: f"{i * 1e307}\t{g}", "s1\ts2\tx\ty"))
    assert found.gold.tolist() == GOLD


def test_tabs_and_quotes_over_several_lines():
    """A spreadsheet's quoted line ends are part of a text; two stray quotes join nothing."""
    rows = [[a, b + "\nand more" * (i == 3), GOLD[i]] for i, (a, b) in enumerate(TEXTS)]
    text = io.StringIO()
    csv.writer(text, delimiter="\t", lineterminator="\n").writerows(rows)
    task = load(text.getvalue())
    assert task.gold.tolist() == GOLD
    assert task.texts[7].endswith("\nand more")
    stray = table(lambda i, g: g, "").split("\n")
    stray[4], stray[6] = f'"{stray[4]}', stray[6].replace("\t", '"\t', 1)
    task = load("\n".join(stray))
    assert task.gold.tolist() == GOLD
    assert not any("\n" in text for text in task.texts)


def test_names_with_numbers_head_columns():
    """Microsoft's paraphrases: Quality, #1 ID, #2 ID, #1 String, #2 String."""
    lines = ["Quality\t#1 ID\t#2 ID\t#1 String\t#2 String"]
    lines += [f"{int(g > 3)}\t{7000 + 13 * i}\t{8000 + 7 * i}\t{a}\t{b}"
              for i, (g, (a, b)) in enumerate(zip(GOLD, TEXTS, strict=True))]  # fmt: skip
    task = load("\n".join(lines))
    assert task.gold.tolist() == [float(g > 3) for g in GOLD]
    assert task.texts[:2] == TEXTS[0]


def test_the_test_part_of_a_json_file_is_read_and_the_others_are_told():
    """As of several files in a folder."""
    parts = {"train": range(8), "test": range(8, 12)}
    data = {
        name: [{"text1": TEXTS[i][0], "text2": TEXTS[i][1], "score": GOLD[i]} for i in part]
        for name, part in parts.items()
    }
    task = load(json.dumps(data))
    assert task.gold.tolist() == GOLD[8:]
    assert task.report.notices[0] == (
        "Its rows are those under 'test'; left out are those under 'train' (8 rows)."
    )
