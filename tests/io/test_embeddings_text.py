"""Embeddings as text: what people's files are like, and what must come out of them."""

import gzip

import numpy as np
import pytest

import zipfviz
from zipfviz import InputError
from zipfviz.common.errors import ChoiceNeeded


def load(data, **options):
    return zipfviz.load_embedding(data if isinstance(data, bytes) else data.encode(), **options)


def as_dict(embedding):
    return dict(zip(embedding.words, embedding.vectors.tolist(), strict=True))


def test_default_embedding_is_quick_to_name_and_complete():
    """glove.6B.50d comes from its package: words in order, C-order float32, licence and BibTeX."""
    glove = zipfviz.load_embedding("glove.6B.50d", max_words=1000)
    assert glove.words[:4] == ("the", ",", ".", "of")
    assert glove.vectors.shape == (1000, 50)
    assert glove.vectors.flags.c_contiguous
    assert glove.vectors.dtype == np.float32
    assert glove.vectors[0, 0] == np.float32(0.418)
    assert glove.source.licence == "PDDL-1.0"
    assert "pennington" in glove.source.bibtex


def test_header_is_sniffed_and_said():
    """With 'count dim' or without, the rows are the same; where lines disagree, it is said."""
    with_header, without = load("2 2\na 1 2\nb 3 4\n"), load("a 1 2\nb 3 4\n")
    assert as_dict(with_header) == as_dict(without) == {"a": [1, 2], "b": [3, 4]}
    assert with_header.report.notices == without.report.notices == ()
    doubtful = load("a 1 2\nb 3 4\nc 5\n", max_loss=1)
    assert "2 numbers, as 2 of the first 3 lines" in doubtful.report.assumptions[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("foo 0.5\nbar 0.1\n", ("foo", "bar")),
        ("7 3\nfoo 0.5\n", ("7", "foo")),
        ("5 1\nfoo 0.5\nbar 2\n", ("5", "foo", "bar")),
        ("1 0.1 0.2 0.3\nb 1 2 3\n", ("1", "b")),
        ("2 1\nfoo 0.5\nbar 2\n", ("foo", "bar")),
    ],
)
def test_numbers_as_first_words(text, words):
    """A number stays a word in a headerless file, one dimension or more; a header stays one."""
    assert load(text).words == words


def test_words_with_spaces():
    """The last d fields are the vector, the rest is the word."""
    rows = [". . .", "at name@domain.com", "R$ 0,00", "at 5", "a  b", " lead", "trail "]
    plain = "".join(f"w{i} 1 2\n" for i in range(9))
    loaded = load(plain + "".join(f"{word} 3 4\n" for word in rows))
    assert list(loaded.words[9:]) == rows


def test_odd_characters_stay_in_words():
    """Fields split at space and tab only, lines at LF and CRLF only."""
    words = [
        "\u00a0",
        "\u2009",
        "\u3000",
        "\x85",
        "a\u2028b",
        "\x0b",
        "\x1c",
        "\ufeff",
        "a\rb",
        "\0",
    ]
    for end in ("\n", "\r\n"):
        text = "x 9 9" + end + "".join(f"{word} {i} 2{end}" for i, word in enumerate(words))
        loaded = load(text)
        assert list(loaded.words[1:]) == words
        assert loaded.vectors[1:, 0].tolist() == list(range(len(words)))


def test_missing_value_names_are_words():
    """nan, null, na, none, inf, true and a lone quote come out as they went in, csv included."""
    words = ["nan", "null", "na", "NA", "none", "None", "inf", "true", '"', "''", ""]
    for separator in " ,\t":
        rows = "".join(separator.join([word, "1", "2", "3"]) + "\n" for word in words)
        assert (
            list(load("the" + separator + separator.join("123") + "\n" + rows).words[1:]) == words
        )


def test_bytes_that_are_not_utf8_stay_apart():
    """Words that cannot be decoded are kept, counted and never merged, and can be written back."""
    words = [b"\xff", b"\xfe", b"caf\xe9", b"caf\xe8", "日本".encode()[:-1]]
    loaded = load(b"".join(word + b" 1 2\n" for word in words), encoding="utf-8")
    assert [word.encode("utf-8", "surrogateescape") for word in loaded.words] == words
    assert loaded.report.encoding_trouble == 5


def test_rows_that_are_not_finite_are_named():
    """nan, inf and their spellings are bad rows, named by line and word, out of the vectors."""
    loaded = load(
        "a 1 2\nb nan 1\nc -nan(ind) 1\nd 1 -inf\ne 1e39 1\nf 1.#QNAN 1\ng 3 4\n", max_loss=1
    )
    assert loaded.words == ("a", "g")
    assert loaded.report.bad_rows == 5
    assert loaded.report.bad_examples[0] == "line 2: 'b' has a value that is not a finite float32"
    with pytest.raises(InputError, match=r"none of its 2 rows can be used \(line 1"):
        load("a nan 1\nb 1 nan\n")


def test_short_and_repeated_rows_are_told():
    """A row too short is bad with its line; a repeated word keeps its first vector."""
    loaded = load("a 1 2\nb 1\nc 3 4\na 5 6\nd x 1\n", max_loss=1)
    assert as_dict(loaded) == {"a": [1, 2], "c": [3, 4]}
    report = loaded.report
    assert (report.rows_read, report.rows_kept, report.duplicates, report.bad_rows) == (5, 2, 1, 2)
    assert "line 2: expected at least 3 columns, got 2" in report.bad_examples[0]
    assert "'d' has 'x' where a number should be" in report.bad_examples[1]
    assert "'a'" in str(report)


def test_odd_rows_keep_their_place_among_many():
    """Odd rows in a large file are read on their own road and stand where they stood."""
    rows = [f"w{i} {i} 1 2" for i in range(3000)]
    rows[700], rows[1500], rows[2999] = "a b 700 1 2", "bad nan 1 2", "c\td 2999 1 2"
    loaded = load("\n".join(rows))
    assert len(loaded) == 2999
    assert loaded.words[700] == "a b"
    assert loaded.vectors[1500, 0] == 1501
    assert loaded.words[-1] == "c\td"
    assert loaded.report.bad_examples[0].startswith("line 1,501: 'bad'")


def test_both_roads_give_the_same_float():
    """A decimal gives the same float32 in a clean row and in an odd one."""
    decimals = "0.1 1.00000017881393432617187499 3.4028235e38 1e-45 -0.0 16777217"
    loaded = load("".join(f"w{i} {decimals}\n" for i in range(100)) + f"a b {decimals}\n")
    assert loaded.vectors[0].tobytes() == loaded.vectors[-1].tobytes()


def test_limit_stops_early():
    """`max_words` reads no further than it must, so damage behind it does no harm."""
    text = "".join(f"w{i} {i} 1\n" for i in range(200_000)).encode()
    packed = gzip.compress(text, 1)
    loaded = load(packed[: len(packed) * 3 // 4], max_words=3)
    assert loaded.words == ("w0", "w1", "w2")
    assert ("stopped at limit", "3") in loaded.report.facts


def test_files_cut_short():
    """A file that ends early says where; partial=True loads the complete rows."""
    for text in ("4 2\na 1 2\nb 3 4\nc 5", "4 2\na 1 2\nb 3 4\n"):
        with pytest.raises(InputError, match=r"after 2 (complete )?rows.*partial=True"):
            load(text)
        assert load(text, partial=True).words == ("a", "b")
    packed = gzip.compress("".join(f"w{i} {i} {i * 7 % 13}\n" for i in range(5000)).encode())
    with pytest.raises(InputError, match="breaks off after"):
        load(packed[:-2000])
    part = load(packed[:-2000], partial=True)
    assert 100 < len(part) < 5000
    assert part.vectors[-1, 0] == len(part) - 1


def test_a_longer_file_than_promised_is_read_whole():
    """Rows behind the header's count are read and the difference is told."""
    loaded = load("1 2\na 1 2\nb 3 4\n")
    assert loaded.words == ("a", "b")
    assert "promises 1 row and 2 were there" in loaded.report.assumptions[0]


def test_what_is_seen_can_be_overridden():
    """format= and dim= win over what the lines look like."""
    assert load("2 3\n4 5\n", format="glove").words == ("2", "4")
    assert load("the 1 2\nof 3 4\n", dim=1).words == ("the 1", "of 3")
    with pytest.raises(InputError, match="expected 'count dim', got 'a 1 2'"):
        load("a 1 2\n", format="word2vec")
    with pytest.raises(InputError, match="format='glvoe' is unknown"):
        load("a 1 2\n", format="glvoe")


@pytest.mark.parametrize(
    ("text", "words", "first"),
    [
        (',word,x,y\n0,a,1,2\n1,"b, c",3,4\n2,"""",5,6\n', ("a", "b, c", '"'), [1, 2]),
        ("word,0,1,2\na,1,2,3\nb,4,5,6\n", ("a", "b"), [1, 2, 3]),
        ("0,1,word\n.5,.25,a\n.5,.75,b\n", ("a", "b"), [0.5, 0.25]),
        ("a;1;2\nb;3;4\n", ("a", "b"), [1, 2]),
        ("a\t1\t2\nb c\t3\t4\n", ("a", "b c"), [1, 2]),
        ('token\td0\td1\n"a"\t1\t2\nb\t3\t4\n', ("a", "b"), [1, 2]),
        ("word 0 1 2\na 1 2 3\nb 4 5 6\n", ("a", "b"), [1, 2, 3]),
        ("a, 1, 2\nb, 3, 4\n", ("a", "b"), [1, 2]),
    ],
)
def test_tables(text, words, first):
    """csv, tsv and their kin: titles, row numbers and quotes are recognised and said."""
    loaded = load(text)
    assert loaded.words == words
    assert loaded.vectors[0].tolist() == first
    assert "columns" in dict(loaded.report.facts)["layout"]


def test_a_quote_left_open_swallows_nothing():
    """A quote that opens and does not close is text, and the next rows stay rows."""
    assert load('the,1,2\n",3,4\n"a,5,6\nb",7,8\n').words == ("the", '"', '"a', 'b"')


def test_text_that_is_no_embedding():
    """Prose, blank lines, CR line ends, a lying header: one sentence each."""
    for data, match in [
        (b"hello world\nhow are you\n", "0 of the first 2 lines end in numbers"),
        (b"\n \n\n", "only blank lines"),
        (b"a 1 2\rb 3 4\r", "CR alone"),
        (b"x\ny\nz\nfoo 0.5\nbar 2 1\nbaz 3 1\n", "4 of 6 rows .* at least 3 columns, got 1"),
        (b"9 2\n" + b"w 1 2 3 4 5\n" * 12, "the header says 2 numbers a row, the rows have 5"),
        (b"999999999 300\nthe 1 2\n", "says 300 numbers a row, the rows have 2"),
    ]:
        with pytest.raises(InputError, match=match):
            load(data)


@pytest.mark.parametrize("separator", [";", "\t", "|"])
@pytest.mark.parametrize("head", ["\ufeff", "\ufeffword{0}x{0}y{0}z\r\n"])
def test_decimal_commas(separator, head):
    """What a German Excel saves: 0,5 is a half, and a comma in a word stays."""
    rows = {"R$ 0,00": (0.5, -1.25, 3), "1,5": (1e-5, 2, 0.25), "the": (1, 2.5, -0.125)}
    lines = (separator.join([w, *(str(x).replace(".", ",") for x in v)]) for w, v in rows.items())
    text = head.format(separator) + "".join(f"{line}\r\n" for line in lines)
    found = zipfviz.load_embedding(text.encode(), name="x.csv")
    assert found.words == tuple(rows)
    np.testing.assert_allclose(found.vectors, list(rows.values()), rtol=1e-6)
    assert "Numbers are written with decimal commas." in found.report.assumptions


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0.1\t0.2\n0.3\t0.4\n0.5\t0.6\n", "rows of numbers alone"),
        ("0.1 0.2 7\n0.3 0.4 8\n0.5 0.6 9\n", "rows of numbers alone"),
        ('{"the": [0.1, 0.2], "of": [0.3, 0.4]}', "is JSON"),
        ('{"word": "the", "vector": [0.1, 0.2]}\n' * 3, "is JSON"),
        ('[["the", [0.1, 0.2]], ["of", [0.3, 0.4]]]', "is JSON"),
        ("the [0.1, 0.2]\nof [0.3, 0.4]\n", "a list in brackets"),
        ('word,vector\n"the","[0.1, 0.2]"\n"of","[0.3, 0.4]"\n', "a list in brackets"),
    ],
)
def test_numbers_without_words_and_json_are_said(text, says):
    """No number becomes a word, no bracket a part of one."""
    with pytest.raises(zipfviz.ZipfvizError, match=says):
        zipfviz.load_embedding(text.encode(), name="x")


def test_binary_of_float64_is_said():
    """Numbers of twice the length are not read as other words."""
    rows = b"".join(b"w%d " % i + np.arange(1, 9, dtype=np.float64).tobytes() for i in range(30))
    with pytest.raises(zipfviz.ZipfvizError, match="holds float64 numbers"):
        zipfviz.load_embedding(b"30 8\n" + rows, name="x.bin", max_words=5)


ROWS = [
    ("the", 5000, "DET", "0.12 -0.13 0.64"),
    ("of", 3000, "ADP", "-0.53 0.36 1.3"),
    ("cat", 50, "DET", "-2.3 -0.21 0.5"),
    ("dog", 41, "DET", "0.54 0.3 0.4"),
    ("tree", 7, "DET", "0.9 0.09 -0.7"),
] * 3
VECTORS = np.array([row[-1].split() for row in ROWS], np.float32)


def table(separator, order, header=""):
    """Rows w(ord), c(ount), p(art of speech), x (three numbers), r(ow number)."""
    lines = [header] if header else []
    for i, (word, count, pos, numbers) in enumerate(ROWS):
        cells = {"w": f"{word}{i}", "c": str(count + i), "p": pos, "x": numbers, "r": str(i + 1)}
        lines.append(" ".join(cells[c] for c in order))
    return "\n".join(lines).replace(" ", separator)


@pytest.mark.parametrize("separator", [",", "\t", ";", " "])
@pytest.mark.parametrize(
    ("order", "header", "counts"),
    [
        ("wcx", "word count d0 d1 d2", "Column 2 ('count')"),
        ("wxc", "word d0 d1 d2 freq", "Column 5 ('freq')"),
        ("wcx", "Wort Anzahl a b c", "Column 2 ('Anzahl')"),
        ("wcx", "", "Column 2"),
        ("wxc", "", "Column 5"),
        ("wpcx", "word pos count d0 d1 d2", "Column 3 ('count')"),
        ("rwcx", "rank word count d0 d1 d2", "Column 3 ('count')"),
        ("wpx", "word pos d0 d1 d2", None),
        ("wrx", "word id d0 d1 d2", None),
        ("rwx", "", None),
        ("wx", "word a b c", None),
        ("wx", "", None),
    ],
)
def test_counts_and_row_numbers_are_no_dimensions(separator, order, header, counts):
    """Whatever stands beside the numbers of a vector, and whether it has a name or not."""
    found = load(table(separator, order, header))
    assert np.array_equal(found.vectors, VECTORS)
    assert found.words[:2] == ("the0", "of1")
    said = [note for note in found.report.assumptions if "holds counts of the words" in note]
    assert [note.startswith(counts or "") for note in said] == [True] * (counts is not None)


def test_whole_numbers_are_dimensions_where_all_are_or_few_are_told():
    """A table of whole numbers, one of a constant, one that is cut between dimensions."""
    assert load("a 1 20 3\nb 4 50 6\nc 7 80 9\n").vectors.shape == (3, 3)
    assert load("a 1 0.2 0.3\nb 1 0.5 0.6\nc 1 0.8 0.9\n").vectors.shape == (3, 3)
    with pytest.raises(InputError, match=r"column 3 \('count'\) stands between .* put it"):
        load("word,d0,count,d1\na,0.1,20,0.3\nb,0.4,50,0.6\n")


def test_several_columns_of_words_are_asked_about():
    """Each is shown by its first word, and each answer works; a category is none of them."""
    rows = "".join(f"N,form{i},lemma{i},{i}.5,{i * i}.25\n" for i in range(12))
    with pytest.raises(ChoiceNeeded, match="2 columns could be the words") as caught:
        load(rows)
    firsts = [load(rows, **choice.options).words[0] for choice in caught.value.choices]
    assert firsts == ["form0", "lemma0"]
    assert "word_column=1 (first 'form0')" in str(caught.value)


def test_a_column_of_counts_in_parquet_is_no_dimension():
    """Beside columns of decimals; alone it stays what it is."""
    import io

    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    cells = {"word": ["a", "b"], "count": [9, 1], "x": [0.5, 1.5], "y": [2.5, 3.5]}
    pq.write_table(pa.table(cells), sink)
    found = load(sink.getvalue())
    assert found.vectors.tolist() == [[0.5, 2.5], [1.5, 3.5]]
    assert "Columns not used: count." in found.report.assumptions
