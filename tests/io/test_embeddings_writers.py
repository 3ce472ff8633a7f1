"""What is saved is read back equal, and opened by gensim and safetensors."""

import numpy as np
import pytest
from gensim.models import KeyedVectors
from safetensors.numpy import load_file

import zipfviz
from zipfviz import InputError

WORDS = [
    "the",
    "a b",
    "nan",
    '"',
    "",
    " ",
    "x\r",
    "\r",
    "\0",
    "00\0",
    "\x0b" * 20,
    "PK\x03\x04",
    "TFL3",
    "\ufeffbom",
    "\u2028",
    "日本",
    "\udcff",
    "0 1",
    "[1]",
]
VECTORS = np.linspace(-1, 1, len(WORDS) * 4, dtype=np.float32).reshape(-1, 4)
VECTORS[0] = [1e-45, -0.0, 3.4028235e38, 1 / 3]
SUFFIXES = ("txt", "vec", "bin", "npy", "safetensors")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_round_trip(tmp_path, suffix):
    """Words byte for byte and float32 bit for bit, each word alone too."""
    for words, vectors in [
        (WORDS, VECTORS),
        (["\r", "x\r"], VECTORS[:2]),
        *((WORDS[i : i + 1], VECTORS[i : i + 1]) for i in range(len(WORDS))),
    ]:
        files = zipfviz.save_embedding(words, vectors, tmp_path / f"x.{suffix}")
        back = zipfviz.load_embedding(files[0])
        assert list(back.words) == words
        assert back.vectors.tobytes() == vectors.tobytes()
        assert back.report.rows_read == len(words)


def test_other_programs_open_them(tmp_path, glove):
    """gensim opens both word2vec formats, numpy and safetensors theirs; values are the same."""
    words, vectors = glove.words[:5000], glove.vectors[:5000]
    for suffix, binary in (("txt", False), ("bin", True)):
        zipfviz.save_embedding(words, vectors, tmp_path / f"x.{suffix}")
        opened = KeyedVectors.load_word2vec_format(tmp_path / f"x.{suffix}", binary=binary)
        assert tuple(opened.index_to_key) == words
        np.testing.assert_array_equal(opened.vectors, vectors)
    zipfviz.save_embedding(words, vectors, tmp_path / "x.npy")
    np.testing.assert_array_equal(np.load(tmp_path / "x.npy"), vectors)
    main, listed = zipfviz.save_embedding(words, vectors, tmp_path / "x.safetensors")
    np.testing.assert_array_equal(load_file(main)["embeddings"], vectors)
    assert tuple(listed.read_text("utf-8").split("\n")[:-1]) == words


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_written_in_blocks(tmp_path, suffix):
    """Anything whose rows can be sliced is written a block at a time, float64 rounded."""

    class Rows:
        shape = (3000, 600)
        asked = 0

        def __getitem__(self, rows):
            self.asked = max(self.asked, rows.stop - rows.start)
            places = np.arange(self.shape[0])[rows]
            return np.repeat(places[:, None] / 7, self.shape[1], axis=1)

    source = Rows()
    words = [f"w{i}" for i in range(3000)]
    main = zipfviz.save_embedding(words, source, tmp_path / f"x.{suffix}")[0]
    assert source.asked < 3000
    back = zipfviz.load_embedding(main)
    np.testing.assert_array_equal(back.vectors[:, 0], (np.arange(3000) / 7).astype(np.float32))


@pytest.mark.parametrize(
    ("words", "vectors", "match"),
    [
        (["a", "a"], [[1], [2]], "'a' stands there twice"),
        (["a\n"], [[1]], "has a line end in it"),
        (["a"], [[1], [2]], r"1 word for vectors of shape \(2, 1\)"),
        ([], np.empty((0, 2)), "one row a word"),
        (["a"], [[np.nan]], "'a' has a value that is not a finite float32"),
        (["a"], [[1e300]], "'a' has a value that is not a finite float32"),
        ([1], [[1]], "1 is a int; words are text"),
        (["\ud800"], [[1]], "cannot be written as UTF-8"),
    ],
)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_cannot_be_written(tmp_path, suffix, words, vectors, match):
    """Words and values no file could give back are refused, and nothing is left behind."""
    with pytest.raises(InputError, match=match):
        zipfviz.save_embedding(words, vectors, tmp_path / f"x.{suffix}")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_keeps_the_old_file(tmp_path):
    """A file is replaced only by a complete one."""
    path = tmp_path / "x.npy"
    zipfviz.save_embedding(["a"], [[1.0]], path)
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    with pytest.raises(InputError):
        zipfviz.save_embedding(["b"], [[np.inf]], path)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_unknown_formats_and_places(tmp_path):
    """A suffix that says nothing and a folder that is not there: one sentence."""
    with pytest.raises(InputError, match=r"no format is called '\.xyz'; use one of word2vec"):
        zipfviz.save_embedding(["a"], [[1]], tmp_path / "x.xyz")
    with pytest.raises(InputError, match=r"x\.txt cannot be written"):
        zipfviz.save_embedding(["a"], [[1]], tmp_path / "no" / "x.txt")
    zipfviz.save_embedding(["a"], [[1]], tmp_path / "x.xyz", format="npy")
    assert zipfviz.load_embedding(tmp_path / "x.xyz").words == ("a",)


def test_binary_words_of_spaces_are_no_float64(tmp_path):
    """Read by first spaces alone, this file would be rows of float64 (met by the fuzzer)."""
    words = ["0 0\x80\x80\x80\x80\x800\U00010000" + "0", "00000000", ""]
    path = tmp_path / "x.bin"
    zipfviz.save_embedding(words, np.zeros((3, 2), np.float32), path)
    assert list(zipfviz.load_embedding(path).words) == words


@pytest.mark.parametrize("dim", [1, 3])
def test_a_word_keeps_the_spaces_it_ends_in(tmp_path, dim):
    """One row or many: under a header what is before the last numbers is the word."""
    for words in (["x "], ["x  ", " y ", "0 "]):
        path = tmp_path / "x.txt"
        zipfviz.save_embedding(words, np.ones((len(words), dim), np.float32), path)
        assert list(zipfviz.load_embedding(path).words) == words


def test_columns_that_are_lined_up_under_a_header_hold_no_spaces():
    """Runs of spaces between the numbers, too, are no part of the words."""
    text = b"3 2\nthe     1.0   2.0\nof      3.0   4.0\nzebra   5.0  -6.0\n"
    assert zipfviz.load_embedding(text).words == ("the", "of", "zebra")
