"""Tables of any dialect: one rule finds separator, quotes, header and columns for all readers."""

import re

import numpy as np
import pytest

import zipfviz

CELLS = [("the", 5000, 0.25), ("R$ 0,00", 300, -1.5), ("a b", 20, 3.125), ('"', 9, 0.5)]


def load_counts(text):
    frequency = zipfviz.load_frequency(text.encode(), name="counts")
    return dict(zip(frequency.words, frequency.values.tolist(), strict=True))


def load_vectors(text):
    return zipfviz.load_embedding(text.encode(), name="vectors")


def load_pairs(text):
    task = zipfviz.load_task(text.encode(), name="pairs")
    pairs = [(task.texts[i], task.texts[j]) for i, j in task.pairs]
    return [(*pair, gold) for pair, gold in zip(pairs, task.gold.tolist(), strict=True)]


def table(separator, *rows, quote=False, end="\n"):
    def cell(value):
        text = str(value)
        if quote and isinstance(value, str):
            text = '"' + text.replace('"', '""') + '"'
        return text

    return "".join(separator.join(map(cell, row)) + end for row in rows)


@pytest.mark.parametrize("separator", ["\t", ";", "|", ","])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_one_dialect_for_counts_vectors_and_pairs(separator, end):
    """The same quoted cells come out of every reader, between whatever separator."""
    words = [word for word, *_ in CELLS]
    counts = table(separator, *((w, n) for w, n, _ in CELLS), quote=True, end=end)
    assert load_counts(counts) == {w: n for w, n, _ in CELLS}
    vectors = load_vectors(table(separator, *((w, x, 1) for w, _, x in CELLS), quote=True, end=end))
    assert list(vectors.words) == words
    assert vectors.vectors[:, 0].tolist() == [x for *_, x in CELLS]
    pairs = [(w, f"x{n}", x) for w, n, x in CELLS]
    assert load_pairs(table(separator, *pairs, quote=True, end=end)) == pairs


def test_quotes_between_tabs_are_text_unless_all_rows_have_them():
    """A lone quoted row stays as it is written; a column that is quoted throughout is not."""
    assert load_counts('the\t5\n"of"\t3\nto\t2\n') == {"the": 5, '"of"': 3, "to": 2}
    assert load_counts('"the"\t5\n"of"\t3\n"to"\t2\n') == {"the": 5, "of": 3, "to": 2}


@pytest.mark.parametrize("header", ["word,count", '"","word","count"', ",word,count"])
def test_row_numbers_are_neither_word_nor_count(header):
    """What pandas and R write: an index without a name, or no name above it at all."""
    assert load_counts(f"{header}\n1,the,50\n2,of,30\n3,to,20\n") == {"the": 50, "of": 30, "to": 20}


def test_a_header_one_short_stands_above_row_names():
    """R's write.table: quotes around words and row names, none above these."""
    assert load_counts('"word" "count"\n"1" "the" 50\n"2" "at home" 30\n"3" "to" 20\n') == {
        "the": 50, "at home": 30, "to": 20,
    }  # fmt: skip
    pairs = '"w1" "w2" "score"\n"1" "tiger" "cat" 7.35\n"2" "book" "paper" 7.46\n'
    assert load_pairs(pairs) == [("tiger", "cat", 7.35), ("book", "paper", 7.46)]
    for quote in ("", '"'):
        rows = "V1 V2 V3\nthe 0.5 1 2\nof 0.25 1 3\nto 1 2 3\n"
        vectors = load_vectors(re.sub(r"[a-zV]\w+", rf"{quote}\g<0>{quote}", rows))
        assert vectors.words == ("the", "of", "to")


def test_decimal_commas_are_read_and_thousands_are_not_guessed():
    """0,25 is a quarter in every column of numbers, a word's comma stays; 1,200 is asked about."""
    assert load_counts("der;0,25\ndie;0,125\n1,5;0,0625\n") == {
        "der": 0.25, "die": 0.125, "1,5": 0.0625,
    }  # fmt: skip
    indexed = load_vectors("0;1,5;0,5;2\n1;R$ 0,00;0,25;3\n2;the;0,75;4,5\n")
    assert indexed.words == ("1,5", "R$ 0,00", "the")
    np.testing.assert_array_equal(indexed.vectors, [[0.5, 2], [0.25, 3], [0.75, 4.5]])
    assert load_pairs("a b;1,5;2,500\nc d;x y;1,000\n")[0] == ("a b", "1,5", 2.5)
    with pytest.raises(zipfviz.InputError, match=r"written like '1,200'"):
        load_counts("the;1,200\nof;1,100\n")


def test_names_decide_before_numbers_do():
    """A known name wins over a column that could be it as well, whatever its case and spaces."""
    text = "Sentence 1,Sentence 2,raters,Score\na b,c d,3,1.5\ne f,g h,4,2.5\n"
    assert [gold for *_, gold in load_pairs(text)] == [1.5, 2.5]
    assert load_counts("Word FREQ docs\nthe 50 3\nof 30 2\n") == {"the": 50, "of": 30}
    assert load_pairs("w1\tw2\tsim\tn\nsun\tmoon\t1\t10\nold\tnew\t2\t9\na\tb\t3\t12\n")[2][2] == 3


def test_columns_with_many_spaces_between_hold_no_spaces():
    """Aligned columns: the spaces are the separator's, not the word's."""
    assert load_vectors("a  1  2\nb  3  4\nc  5  6\n").words == ("a", "b", "c")


def test_what_was_taken_for_what_is_told():
    """Separator, roles and a header are in the report of each kind."""
    counts = zipfviz.load_frequency(b"w|n\nthe|5\nof|3\n", name="x").report
    assert "separated by bars: word in column 1, count in column 2" in str(counts)
    assert "'w|n') was read as a header" in str(counts)
    vectors = zipfviz.load_embedding(b"word;x;y\na;1;2\nb;3;4\n").report
    assert "separated by semicolons: word in column 1, vectors in columns 2 to 3" in str(vectors)


@pytest.mark.parametrize("load", [load_counts, load_vectors, load_pairs])
def test_line_ends_of_old_macs_are_said(load):
    """CR alone ends no line for any reader."""
    with pytest.raises(zipfviz.InputError, match="CR alone"):
        load("a\tb\t1\rc\td\t2\r")


def test_json_of_columns_and_lines_that_are_no_json():
    """One object of columns is a table on one line too; broken lines are named, not the end."""
    columns = '{"sentence1": ["a b", "c d"], "sentence2": ["e f", "g h"], "score": [1, 2]}'
    assert load_pairs(columns) == [("a b", "e f", 1), ("c d", "g h", 2)]
    lines = '{"word": "the", "count": 5}\n{"word": "of", "co\n{"word": "to", "count": 2}\n'
    report = zipfviz.load_frequency(lines.encode(), name="x", max_loss=0.5).report
    assert (report.rows_kept, report.bad_rows) == (2, 1)
    assert report.bad_examples[0].startswith("line 2: not a JSON object")
