"""Strangers' files: nothing in them is run, and no size or name is believed unchecked."""

import gzip
import io
import json
import lzma
import pickle
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest
from gensim.models import KeyedVectors

import zipfviz
from zipfviz import InputError
from zipfviz.io.classify import classify, matrices, peek
from zipfviz.io.files import opened as opened_files
from zipfviz.io.files.kinds import sniff
from zipfviz.io.files.opened import open_file
from zipfviz.io.tables.account import Account
from zipfviz.io.vectors.rows import RowStore


class Bomb:
    """Unpickling it makes a file; a test that finds the file has failed."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (Path.touch, (Path(self.path),))


@pytest.fixture
def canary(tmp_path):
    path = tmp_path / "ran"
    yield path
    assert not path.exists()


@pytest.mark.parametrize("protocol", range(6))
def test_pickles_never_run(tmp_path, canary, protocol):
    """A pickle under any name, packed or not, is refused and not run."""
    data = pickle.dumps(Bomb(canary), protocol)
    for source in (data, gzip.compress(data)):
        for options in ({}, {"trust": True}, {"format": "glove"}):
            with pytest.raises(InputError):
                zipfviz.load_embedding(source, **options)
    path = tmp_path / "x.vec"
    path.write_bytes(data)
    with pytest.raises(InputError):
        zipfviz.load_embedding(path)


def test_objects_in_arrays_never_run(tmp_path, canary):
    """Object arrays in .npy and .npz are refused without trust, and as an upload always."""
    bombs = np.array([Bomb(canary)], dtype=object)
    np.save(tmp_path / "x.npy", bombs)
    np.savez(tmp_path / "x.npz", vectors=np.ones((1, 2)), words=bombs)
    for name in ("x.npy", "x.npz"):
        data = (tmp_path / name).read_bytes()
        for source, options in ((tmp_path / name, {}), (data, {}), (data, {"trust": True})):
            with pytest.raises(InputError, match=r"Python (pickle|objects)"):
                zipfviz.load_embedding(source, words=["a"] if name == "x.npy" else None, **options)


def test_pytorch_files_never_run(tmp_path, canary):
    """A PyTorch file is a zip with a pickle in it: refused even on trust."""
    path = tmp_path / "model.bin"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model/data.pkl", pickle.dumps(Bomb(canary)))
        archive.writestr("model/version", "3")
    with pytest.raises(InputError, match=r"PyTorch pickle.*safetensors"):
        zipfviz.load_embedding(path, trust=True)


def test_gensim_files_on_trust_only(tmp_path):
    """A local .kv of one's own loads with trust=True, and says so."""
    vectors = KeyedVectors(2)
    vectors.add_vectors(["a", "b"], np.eye(2, dtype=np.float32))
    vectors.save(str(tmp_path / "x.kv"))
    with pytest.raises(InputError, match=r"x\.kv is a Python pickle.*trust=True"):
        zipfviz.load_embedding(tmp_path / "x.kv")
    loaded = zipfviz.load_embedding(tmp_path / "x.kv", trust=True)
    assert loaded.words == ("a", "b")
    assert ("unpickled", "on trust") in loaded.report.facts


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "is empty"),
        (b"<!DOCTYPE html><html><body>log in</body></html>", "web page"),
        (b"\n<html lang='en'><head><title>404</title>", "web page"),
        (b"<?xml version='1.0'?><Error>AccessDenied</Error>", "XML document"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n", "Git LFS pointer"),
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89HDF\r\n\x1a\n" + b"\0" * 50, "HDF5"),
        (b"SQLite format 3\0" + b"\0" * 50, "SQLite"),
        (b"7z\xbc\xaf\x27\x1c" + b"\0" * 50, "7z archive"),
        (b"\x28\xb5\x2f\xfd" + b"\0" * 50, "zstd"),
        ("the 1 2\n".encode("utf-16"), "UTF-16"),
        (b"PK\x03\x04" + b"\0" * 40, "zip file cut short or damaged"),
    ],
)
def test_things_behind_a_wrong_extension(tmp_path, data, match):
    """What is no embedding is named for what it is, with what to do."""
    path = tmp_path / "vectors.vec"
    path.write_bytes(data)
    with pytest.raises(InputError, match=rf"vectors\.vec .*{match}"):
        zipfviz.load_embedding(path)


def test_words_that_look_like_other_formats():
    """Word lists and rows that begin like a pickle, a bzip2 file or HTML stay text."""
    for text in (b"cat\ndog\nape\n", b"BZh 1 2\n", b"PAR1 1 2\n", b"<html> 1 2\n", b"(dp1 2\n"):
        assert sniff(text) == "text"


def test_packed_bombs_are_capped():
    """What comes out of a packed file is counted against max_bytes, whatever sizes it claims."""
    line = b"word 0.5 0.25\n"
    with zipfile.ZipFile(packed := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.txt", line * 100_000)
    for data in (gzip.compress(line * 100_000), packed.getvalue()):
        with pytest.raises(InputError, match="1,000,000"):
            zipfviz.load_embedding(data, max_bytes=10**6)
    nested = line * 100
    for _ in range(6):
        nested = gzip.compress(nested)
    with pytest.raises(InputError, match="packed more than 4 times"):
        zipfviz.load_embedding(nested)


def test_a_line_without_end_is_refused():
    """Zeros without a line end are refused before they fill the memory."""
    with pytest.raises(InputError, match="first line is longer than"):
        zipfviz.load_embedding(gzip.compress(b"x" * 5_000_000))


def test_xz_that_wants_gigabytes_is_refused():
    """An xz dictionary of 4 GiB is refused and not allocated."""
    packed = bytearray(lzma.compress(b"word 1 2\n"))
    block = 12  # behind the stream header: the size of the block header, its flags, its filters
    size = (packed[block] + 1) * 4
    lzma2 = packed.index(b"\x21\x01", block)
    packed[lzma2 + 2] = 40
    end = block + size - 4
    packed[end : end + 4] = struct.pack("<I", zlib.crc32(packed[block:end]))
    with pytest.raises(InputError, match="xz data breaks off") as caught:
        zipfviz.load_embedding(bytes(packed))
    assert "Memory usage limit" in str(caught.value.__cause__)


def test_sizes_are_checked_before_allocation(monkeypatch):
    """Headers that promise more than memory or the file holds are refused at once."""
    header = {"descr": "<f4", "fortran_order": False, "shape": (2**40, 300)}
    lying = io.BytesIO()
    np.lib.format.write_array_header_1_0(lying, header)
    entry = {"x": {"dtype": "F32", "shape": [2**40, 300], "data_offsets": [0, 2**40 * 1200]}}
    tensors = json.dumps(entry).encode()
    for data, options in [
        (b"99999999999 300\nthe" + b" 0.5" * 300 + b"\n", {}),
        (gzip.compress(b"99999999999 300\nthe" + b" 0.5" * 300 + b"\n"), {}),
        (b"99999999999 300\nthe " + b"\0" * 1200 + b"\n", {}),
        (lying.getvalue(), {"words": ["a"]}),
        (len(tensors).to_bytes(8, "little") + tensors, {"words": ["a"]}),
    ]:
        with pytest.raises(InputError):
            zipfviz.load_embedding(data, **options)
    monkeypatch.setattr("zipfviz.io.vectors.rows.free_memory", lambda: 10**6)
    with pytest.raises(InputError, match=r"10,000 words × 300 numbers need 0\.0 GB and 0\.0 GB"):
        RowStore(Account(name="x"), 300, expect=10_000)


def test_paths_stay_inside_root(tmp_path):
    """With root=, neither `..` nor a link leads out of the folder, words beside a file included."""
    outside, inside = tmp_path / "out", tmp_path / "in"
    outside.mkdir()
    inside.mkdir()
    (outside / "x.txt").write_text("a 1 2\n")
    (outside / "words.txt").write_text("secret\n")
    (inside / "link.txt").symlink_to(outside / "x.txt")
    np.save(inside / "v.npy", np.ones((1, 2), np.float32))
    (inside / "v.vocab.txt").symlink_to(outside / "words.txt")
    for path in (inside / "link.txt", inside / ".." / "out" / "x.txt", inside / "v.npy"):
        with pytest.raises(InputError, match="leads out of the data folder"):
            zipfviz.load_embedding(path, root=inside)
    assert zipfviz.load_embedding(outside / "x.txt", root=tmp_path).words == ("a",)


def test_archive_names_lead_nowhere(tmp_path):
    """Members called ../../x are read and never written; links in a tar are no members."""
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("../../evil.txt", "a 1 2\n")
    assert zipfviz.load_embedding(tmp_path / "x.zip").words == ("a",)
    with tarfile.open(tmp_path / "x.tar", "w") as archive:
        link = tarfile.TarInfo("passwd")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    with pytest.raises(InputError, match="holds no files"):
        zipfviz.load_embedding(tmp_path / "x.tar")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["x.tar", "x.zip"]


def test_messages_stay_on_one_line():
    """Names with line ends or colours in them are escaped in messages."""
    with zipfile.ZipFile(file := io.BytesIO(), "w") as archive:
        archive.writestr("a\n\x1b[31mb.txt", "x")
        archive.writestr("c.txt", "y")
    with pytest.raises(InputError, match=r"'a\\n\\x1b\[31mb\.txt' or .*'c\.txt'") as caught:
        zipfviz.load_embedding(file.getvalue())
    assert str(caught.value).isprintable()


def test_unknown_names_and_missing_files(tmp_path):
    """A name nobody knows and a file that is not there: what it is and the way out."""
    with pytest.raises(InputError, match=r"'glove\.6B\.5d' is neither.*'glove\.6B\.50d'"):
        zipfviz.load_embedding("glove.6B.5d")
    with pytest.raises(InputError, match="zipfviz list"):
        zipfviz.load_embedding(str(tmp_path / "no.txt"))
    with pytest.raises(InputError, match=r"is not fetched yet; run `zipfviz fetch "):
        zipfviz.load_embedding("glove-wiki-gigaword-100")
    with pytest.raises(InputError, match="max_words=0"):
        zipfviz.load_embedding("glove.6B.50d", max_words=0)


def test_an_opened_file_tells_what_was_found():
    """kind, head, steps and size are there before anything is read, and each reading is whole."""
    opened = open_file(gzip.compress(b"the 5\n" * 10), name="counts.gz")
    assert (opened.kind, opened.steps) == ("text", ("gzip",))
    assert "counts.gz: gzip > text" in repr(opened)
    with opened.open() as one, opened.open() as other:
        assert one.read(6) == other.read(6) == b"the 5\n"
        assert one.size is None
        assert one.read() == opened.head[6:]


def test_content_is_sniffed_once(tmp_path, monkeypatch):
    """However many readers take an opened file, its first bytes are judged when it is opened."""
    path = tmp_path / "v.txt"
    path.write_text("".join(f"w{i} 0.1 0.2 0.3 0.4 {i}.5\n" for i in range(30)))
    seen = []
    monkeypatch.setattr(opened_files, "sniff", lambda head: seen.append(head) or sniff(head))
    opened = open_file(path)
    assert classify(opened) == "embedding"
    assert peek(opened)[0].name == "w0"
    assert matrices(opened) == {}
    assert len(zipfviz.load_embedding(opened)) == 30
    assert len(seen) == 1
