"""What a reader of a number must know is told in sentences; great losses are asked about."""

import pytest

import zipfviz
from zipfviz.common.errors import ChoiceNeeded, InputError

LOADS = {
    "embedding": (zipfviz.load_embedding, "w{} 1 2\n", "bad x y\n"),
    "frequency": (zipfviz.load_frequency, "w{} 5\n", "bad x\n"),
    "task": (zipfviz.load_task, "a {0} c\tb {0}\t{0}.5\n", "a x c\tb y\toops\n"),
}


def file(kind, good, bad):
    load, row, wrong = LOADS[kind]
    head = "sentence1\tsentence2\tscore\n" if kind == "task" else ""
    text = head + "".join(map(row.format, range(good))) + wrong * bad
    return load, text.encode()


@pytest.mark.parametrize("kind", LOADS)
def test_losses_are_told_up_to_a_share_and_asked_about_above_it(kind):
    """The way out of the question works as it is written; the share is the caller's."""
    load, data = file(kind, 95, 5)
    found = load(data, name="mine.txt")
    assert "5 of 100 rows (5 %) cannot be read and are left out." in found.report.notices
    with pytest.raises(ChoiceNeeded):
        load(data, name="mine.txt", max_loss=0.04)

    load, data = file(kind, 88, 12)
    with pytest.raises(ChoiceNeeded, match=r"12 of 100 rows \(12 %\).*line (89|90)") as asked:
        load(data, name="mine.txt")
    (way,) = asked.value.choices
    assert way.gives == f"goes on with 88 {'pairs' if kind == 'task' else 'words'}"
    found = load(data, name="mine.txt", **way.options)
    assert (found.report.rows_kept, found.report.bad_rows) == (88, 12)


@pytest.mark.parametrize("kind", LOADS)
@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan"), "a lot"])
def test_a_share_is_between_0_and_1(kind, share):
    load, data = file(kind, 3, 0)
    with pytest.raises(InputError, match=r"max_loss=.*from 0 to 1"):
        load(data, max_loss=share)


def test_what_everybody_leaves_out_is_no_loss():
    """Repeats, blank lines, pairs without a score and what lies behind max_words ask nothing."""
    rows = "".join(f"w{i} 1 2\n" for i in range(40))
    found = zipfviz.load_embedding((rows + "\n" * 30 + rows).encode(), name="twice.vec")
    assert found.report.notices == ("40 rows repeat a word; the first row of each word is kept.",)
    assert zipfviz.load_embedding((rows + "bad x y\n" * 30).encode(), max_words=40)
    pairs = "sentence1\tsentence2\tscore\n" + "a b\tc d\t1\n" * 4 + "e f\tg h\t\n" * 6
    told = zipfviz.load_task(pairs.encode()).report.notices
    assert "6 of 10 pairs have no score and are left out." in told


def test_what_is_as_expected_is_no_notice():
    """Sizes, types and times are facts; the data that come with the package leave no doubt."""
    assert zipfviz.load_embedding("glove.6B.50d", max_words=10).report.notices == ()
    assert zipfviz.load_frequency("wordfreq:en").report.notices == ()
    assert zipfviz.load_task("lee50").report.notices == ()
