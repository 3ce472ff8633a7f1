"""Vectors and pairs as people have them: what stands above them, around them, in their numbers."""

import numpy as np
import pytest

import zipfviz

WORDS = ["the", "of", "at", "cat", "dog", "house", "tree"]
ROWS = [[0.125, -1.5, 2.0], [-0.25, 0.5, 1.5], [3.0, -4.5, 0.75], [1.0, 2.0, -3.0],
        [-0.5, -0.5, 0.5], [2.5, 1.25, -1.0], [0.0, 1.0, 7.5]]  # fmt: skip
MINUS = str.maketrans("-", "\u2212")
DASH = str.maketrans("-", "\u2013")
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
WIDE = str.maketrans("0123456789-.", "０１２３４５６７８９－．")


def vectors(separator, change=str, end="\n"):
    return "".join(
        word + separator + separator.join(change(str(x)) for x in row) + end
        for word, row in zip(WORDS, ROWS, strict=True)
    )


def load(text, **options):
    return zipfviz.load_embedding(text.encode(), name="x.txt", **options)


def check(loaded):
    assert list(loaded.words) == WORDS
    np.testing.assert_array_equal(loaded.vectors, np.float32(ROWS))
    assert loaded.report.bad_rows == 0


@pytest.mark.parametrize("separator", [" ", "  ", "\t", ",", ", ", ";", " | ", ":", " -> "])
@pytest.mark.parametrize("table", [MINUS, DASH, ARABIC, WIDE])
def test_numbers_in_other_letters(separator, table):
    """A minus sign is one whatever its code point, and so is a digit; the report counts rows."""
    loaded = load(vectors(separator, lambda x: x.translate(table)))
    check(loaded)
    assert any("numbers in other digits" in said for said in loaded.report.assumptions)


@pytest.mark.parametrize("separator", [" ", "\t", ";", "|"])
def test_decimal_commas_between_any_separators(separator):
    """0,5 is a half also where spaces stand between numbers, and beside a typographic minus."""
    for table in ({}, MINUS):
        check(load(vectors(separator, lambda x: x.replace(".", ",").translate(table))))  # noqa: B023


@pytest.mark.parametrize(("letter", "name"), [("~", "TILDE"), ("¬", "NOT SIGN")])
def test_numbers_never_become_part_of_words(letter, name):
    """Where nearly every word would hold a number the odd letter is named."""
    with pytest.raises(
        zipfviz.InputError, match=rf"would end in a number .*with '{letter}' .{name}"
    ):
        load(vectors(" ", lambda x: x.replace("-", letter)))


def test_a_mark_behind_every_word_is_said():
    """the: 0.1 0.2 has no words 'the:'."""
    text = "".join(f"{w}: {a} {b} {c}\n" for w, (a, b, c) in zip(WORDS, ROWS, strict=True))
    with pytest.raises(zipfviz.InputError, match="every word would end in ':'"):
        load(text)
    spaced = "".join(f"{w} {a},{b},{c}\n" for w, (a, b, c) in zip(WORDS, ROWS, strict=True))
    with pytest.raises(zipfviz.InputError, match="put the same between a word and its numbers"):
        load(spaced)


@pytest.mark.parametrize("separator", [" ", "\t", ",", ";"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\r\n"])
@pytest.mark.parametrize("above", ["# dim: 3\n", "% by hand\n\n", "sep={}\n", "{}word{}x{}y{}z\n"])
def test_what_stands_above_vectors(separator, end, above):
    """Comments, a separator, a header with line ends of any kind: the rows are the same."""
    if above.startswith("{}"):
        above = separator.join(["word", "x", "y", "z"]) + "\n"
    if above.startswith("sep") and separator == " ":
        above = ""
    check(load((above.format(separator) + vectors(separator)).replace("\n", end)))


def test_a_markdown_table_of_vectors():
    """Bars around rows and a line of dashes are none of the words."""
    head = "| word | x | y | z |\n|---|---|---|---|\n"
    check(load(head + "".join(f"| {line} |\n" for line in vectors(" | ").splitlines())))


def test_joined_vector_files():
    """Behind a file that begins with one, a mark before a line is no part of its word."""
    more = "\ufeffnew 1 2 3\n\ufeff 4 5 6\n"
    assert load(vectors(" ") + more).words[-2:] == ("\ufeffnew", "\ufeff")
    loaded = load("\ufeff" + vectors(" ") + more)
    assert loaded.words[-2:] == ("new", "\ufeff")
    assert any("1 line began with a byte order mark" in said for said in loaded.report.assumptions)


PAIRS = [("a cat sits", "a dog runs", 4.5), ("rain fell", "he bought it", 0.25), ("x", "y z", 3.0)]


@pytest.mark.parametrize("separator", ["\t", ",", ";", "|", " | ", " -> "])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\r\n"])
@pytest.mark.parametrize("above", ["", "# pairs\n# three\n", "sep={}\n", "{}", "My pairs\n"])
def test_what_stands_above_pairs(separator, end, above):
    """The same for texts with scores."""
    if above == "{}":
        above = separator.join(["sentence1", "sentence2", "score"]) + "\n"
    if above.startswith("sep") and len(separator) > 1:
        above = ""
    rows = above.format(separator) + "".join(
        separator.join([left, right, str(score)]) + "\n" for left, right, score in PAIRS
    )
    task = zipfviz.load_task(rows.replace("\n", end).encode(), name="pairs")
    texts = [(task.texts[i], task.texts[j]) for i, j in task.pairs]
    found = [(*pair, gold) for pair, gold in zip(texts, task.gold.tolist(), strict=True)]
    assert found == PAIRS
    assert task.report.bad_rows == 0


@pytest.mark.parametrize("load", [zipfviz.load_frequency, zipfviz.load_embedding])
def test_mostly_carriage_returns_are_said(load):
    """A header with LF above lines that end in CR alone is no table of one row."""
    with pytest.raises(zipfviz.InputError, match="CR alone"):
        load(b"word,count\nthe,5\rof,3\rcat,2\rdog,1\r")
