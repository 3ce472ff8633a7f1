"""Vectors on disk give the numbers of vectors in memory, and say how far reading has come."""

import numpy as np
import pytest

import zipfviz
from zipfviz import Centering, Whitening
from zipfviz.evaluation.tables import symmetry_table
from zipfviz.space.outofcore import open_rows, space_on_disk
from zipfviz.whitening.rows import MappedRows, watched


@pytest.fixture
def on_disk(tmp_path):
    """(words, X, p, path): 5,000 float32 rows and the .npy file that holds them."""
    rng = np.random.default_rng(8)
    X = (rng.normal(size=(5000, 30)) * np.linspace(2, 0.1, 30) + 1).astype(np.float32)
    np.save(tmp_path / "X.npy", X)
    return [f"w{i}" for i in range(5000)], X, 1 / np.arange(1.0, 5001), tmp_path / "X.npy"


def test_whitened_file_is_the_whitened_matrix(on_disk, tmp_path):
    """Fitted, mapped and written in blocks; read back equal to fit_transform in memory."""
    words, X, p, path = on_disk
    rows = open_rows(path)
    heard = []
    fitted = Whitening().fit(watched(rows, lambda *at: heard.append(at)), sample_weight=p)
    assert heard[-1] == (5000, 5000)
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)
    zipfviz.save_embedding(words, MappedRows(rows, fitted), tmp_path / "white.npy")
    want = Whitening().fit_transform(X, sample_weight=p)
    np.testing.assert_array_equal(np.load(tmp_path / "white.npy"), want)
    np.testing.assert_array_equal(np.asarray(MappedRows(rows, fitted)), want)


def test_reading_can_be_stopped(on_disk):
    """What the progress function raises reaches the caller."""

    class StopReadingError(Exception):
        pass

    def stop(done, n):
        raise StopReadingError

    with pytest.raises(StopReadingError):
        Centering().fit(watched(open_rows(on_disk[3]), stop))


def test_space_on_disk_has_the_same_numbers(on_disk):
    """Symmetry table and lengths of a space whose vectors were never read whole."""
    words, X, p, path = on_disk
    stays, inside = space_on_disk(words, open_rows(path), p), zipfviz.word_space(words, X, p)
    assert isinstance(stays.vectors, np.memmap)
    np.testing.assert_array_equal(symmetry_table(stays), symmetry_table(inside))
    np.testing.assert_array_equal(stays.analysis.lengths("abtt"), inside.analysis.lengths("abtt"))


def test_digest_follows_the_content(on_disk, tmp_path):
    """Two files with equal numbers have one digest; one changed number, another."""
    words, X, p, _ = on_disk
    np.save(tmp_path / "same.npy", X)
    other = X.copy()
    other[4321, 7] += 1
    np.save(tmp_path / "other.npy", other)
    digests = [
        space_on_disk(words, open_rows(tmp_path / f"{name}.npy"), p).digest
        for name in ("X", "same", "other")
    ]
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"GIF89a", "give a .npy file"),
        (np.zeros(5), "one row a word"),
        (np.zeros((5, 2), np.int32), "expected floats"),
        (np.array([{"a": 1}], object), "cannot be read in blocks"),
        (None, "is not there"),
    ],
)
def test_other_files_are_told_what_they_are(tmp_path, content, message):
    """Text, integers, one column, pickles, nothing: one sentence each."""
    path = tmp_path / "X.npy"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        np.save(path, content)
    with pytest.raises(zipfviz.ZipfvizError, match=message):
        open_rows(path)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda words, p: (words, np.where(np.arange(5000) == 3, 0, p)), "'w3' has weight 0"),
        (lambda words, p: (words[:-1], p[:-1]), "shape"),
        (lambda words, p: (["w1", *words[1:]], p), "stands twice"),
    ],
)
def test_words_that_do_not_fit(on_disk, spoil, message):
    """A weight of 0, a missing word, a word twice."""
    words, p = spoil(on_disk[0], on_disk[2])
    with pytest.raises(zipfviz.ZipfvizError, match=message):
        space_on_disk(words, open_rows(on_disk[3]), p)
