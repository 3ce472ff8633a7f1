"""What is said of a file is obeyed literally, by the three readers alike."""

import numpy as np
import pytest

import zipfviz

LOADERS = (zipfviz.load_frequency, zipfviz.load_embedding, zipfviz.load_task)
SEPARATORS = ["|", ":", "=", "->", " -> ", "::", "，", "\t", " ", ";", "\x01"]


@pytest.mark.parametrize("separator", SEPARATORS)
def test_any_text_separates_columns(separator):
    """separator= is what stands between fields, one letter or several, of lists, vectors, pairs."""
    counts = zipfviz.load_frequency(
        separator.join(["the", "5"]).encode() + b"\n" + separator.join(["of", "3"]).encode(),
        separator=separator,
    )
    assert (counts.words, counts.values.tolist()) == (("the", "of"), [5, 3])
    rows = "".join(separator.join([f"w{i}", f"{i}", "0.5"]) + "\n" for i in range(99))
    vectors = zipfviz.load_embedding(rows.encode(), separator=separator)
    assert vectors.words[:2] == ("w0", "w1")
    np.testing.assert_array_equal(vectors.vectors[:, 0], np.arange(99))
    pairs = "".join(separator.join([f"a{i}", f"b{i}", f"{i}.5"]) + "\n" for i in range(4))
    task = zipfviz.load_task(pairs.encode(), separator=separator)
    assert task.texts[:2] == ("a0", "b0")
    assert task.gold.tolist() == [0.5, 1.5, 2.5, 3.5]


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"separator": ""}, "cannot stand between columns"),
        ({"separator": "\n"}, "cannot stand between columns"),
        ({"separator": "§"}, "no line holds separator='§'"),
        ({"encoding": "klingon"}, "encoding='klingon' is unknown"),
        ({"encoding": "hex"}, "encoding='hex' is unknown"),
    ],
)
def test_what_cannot_be_is_said(load, options, says):
    """A separator that no line has and an encoding that nobody knows are one sentence each."""
    with pytest.raises(zipfviz.InputError, match=says):
        load(b"a\tb\t1\nc\td\t2\n", **options)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("latin-1", "größe\t50\ndéjà\t30\n"),
        ("cp1251", "слово\t50\nдом\t30\n"),
        ("gb18030", "词语\t50\n频率\t30\n"),
        ("shift_jis", "言葉\t50\n頻度\t30\n"),
    ],
)
def test_text_in_an_encoding_of_its_own(encoding, text):
    """encoding= decodes words of lists and vectors, and texts of pairs."""
    words = [line.split("\t")[0] for line in text.splitlines()]
    found = zipfviz.load_frequency(text.encode(encoding), encoding=encoding)
    assert (list(found.words), found.values.tolist()) == (words, [50, 30])
    vectors = zipfviz.load_embedding(text.encode(encoding), encoding=encoding)
    assert list(vectors.words) == words
    pairs = "".join(f"{word}\t{word}x\t{i}\n" for i, word in enumerate(words))
    task = zipfviz.load_task(pairs.encode(encoding), encoding=encoding)
    assert list(task.texts[::2]) == words


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_wide_text_is_told_by_name_and_its_way_out_works(load, codec):
    """UTF-16 and UTF-32, with a byte order mark or without: the encoding it names reads it."""
    text = "слово\tдом\t0.5\nthe\tof\t1.5\n猫\t犬\t3.5\n"
    if load is not zipfviz.load_task:
        text = text.replace("дом", "7").replace("of", "8").replace("犬", "9")
        text = text if load is zipfviz.load_embedding else text.replace("\t7", "").replace(
            "\t8", "").replace("\t9", "")  # fmt: skip
    name = codec[:6].upper()
    with pytest.raises(zipfviz.common.errors.ChoiceNeeded, match=f"is {name} text") as asked:
        load(text.encode(codec))
    (choice,) = asked.value.choices
    found = load(text.encode(codec), **choice.options)
    words = ("слово", "the", "猫")
    assert (found.texts[::2] if load is zipfviz.load_task else found.words) == words


def test_bytes_that_an_encoding_does_not_have_are_counted():
    """They stay as they are, as those that are no UTF-8 do."""
    found = zipfviz.load_frequency(b"caf\x81\t5\nof\t3\n", encoding="cp1252")
    assert found.words[0].encode("utf-8", "surrogateescape") == b"caf\x81"
    assert found.report.encoding_trouble == 1


def test_an_array_has_no_encoding(tmp_path):
    """encoding= beside anything but text is a mistake, and said."""
    np.save(tmp_path / "x.npy", np.eye(2))
    with pytest.raises(zipfviz.InputError, match="is npy and has no encoding"):
        zipfviz.load_embedding(tmp_path / "x.npy", words=["a", "b"], encoding="utf-8")


def test_a_column_of_words_by_its_number():
    """word_column= takes a name or a number from 0, in vectors as in lists."""
    text = b"id,w,x,y\na,the,1,2\nb,of,3,4\n"
    assert zipfviz.load_embedding(text, word_column=0).words == ("a", "b")
    assert zipfviz.load_embedding(text, word_column="w").words == ("the", "of")
    assert zipfviz.load_embedding(text, word_column=1).words == ("the", "of")
