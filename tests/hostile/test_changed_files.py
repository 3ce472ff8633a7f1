"""Files that somebody cuts, writes to or replaces while they are read end in a sentence."""

import gzip
import json
import os
import struct
import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest
from attacks import fasttext
from safetensors.numpy import save_file

import zipfviz
from zipfviz.common.errors import InputError
from zipfviz.corpus import read_corpus
from zipfviz.io.files.opened import open_file

WORDS = [f"word{i}" for i in range(500)]
VECTORS = np.arange(5000, dtype=np.float32).reshape(500, 10)
TEXT = "".join(f"{w} {' '.join(map(str, v))}\n" for w, v in zip(WORDS, VECTORS, strict=True))


def with_words(path):
    path.with_suffix(".vocab.txt").write_text("\n".join(WORDS) + "\n")
    return path


def npz(path):
    np.savez(path, words=np.array(WORDS), vectors=VECTORS)


def safetensors(path):
    save_file({"embeddings": VECTORS}, with_words(path))


def binary(path):
    rows = (w.encode() + b" " + v.tobytes() for w, v in zip(WORDS, VECTORS, strict=True))
    path.write_bytes(b"500 10\n" + b"".join(rows))


def columns(write):
    table = pa.table({"word": WORDS, **{f"d{i}": VECTORS[:, i] for i in range(10)}})
    return lambda path: write(table, path)


def zipped(path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("vectors.txt", TEXT)


EMBEDDINGS = {
    "text.txt": lambda path: path.write_text(TEXT),
    "text.txt.gz": lambda path: path.write_bytes(gzip.compress(TEXT.encode())),
    "text.zip": zipped,
    "array.npy": lambda path: np.save(with_words(path), VECTORS),
    "columns.npy": lambda path: np.save(with_words(path), np.asfortranarray(VECTORS)),
    "arrays.npz": npz,
    "table.safetensors": safetensors,
    "word2vec.bin": binary,
    "model.bin": lambda path: path.write_bytes(fasttext([w.encode() for w in WORDS], 3, 6)),
    "table.parquet": columns(pq.write_table),
    "table.feather": columns(pa.feather.write_feather),
    "table.csv": lambda path: path.write_text("word," + TEXT.replace(" ", ",")),
}
LIST = "".join(f"{w} {7 * i}\n" for i, w in enumerate(WORDS))
COUNTS = {
    "counts.txt": lambda path: path.write_text(LIST),
    "counts.json": lambda path: path.write_text(json.dumps(dict.fromkeys(WORDS, 7))),
    "running.txt": lambda path: path.write_text("The cat saw the dog, and it ran away.\n" * 500),
}
ROWS = "".join(f"a man and {w}\ta woman and {w}\t{i % 5}\n" for i, w in enumerate(WORDS))
PAIRS = {"pairs.tsv": lambda path: path.write_text(f"sentence1\tsentence2\tscore\n{ROWS}")}


def cut(path):
    os.truncate(path, path.stat().st_size // 3)


def grown(path):
    with open(path, "ab") as file:
        file.write(b"x" * 999)


def replaced(path):
    other = path.with_name("other")
    other.write_bytes(b"\x93NUMPY" if path.suffix == ".txt" else b"the 5\n")
    os.replace(other, path)


def gone(path):
    path.unlink()


CHANGES = (cut, grown, replaced, gone)
LOADS = (
    *((name, make, zipfviz.load_embedding) for name, make in EMBEDDINGS.items()),
    *((name, make, zipfviz.load_frequency) for name, make in COUNTS.items()),
    *((name, make, zipfviz.load_task) for name, make in PAIRS.items()),
)


@pytest.mark.parametrize(("name", "make", "load"), LOADS, ids=[name for name, _, _ in LOADS])
def test_a_file_that_changes_between_look_and_load(tmp_path, name, make, load):
    """Every format, in every way; what was not changed is read."""
    path = tmp_path / name
    make(path)
    assert load(open_file(path)).report.rows_kept > 5
    for change in CHANGES:
        make(path)
        looked_at = open_file(path)
        change(path)
        with pytest.raises(InputError, match=r"was written to while it was read|is not there"):
            load(looked_at)


class Cutting:
    """Words whose list is asked for when a reader has seen the header and not yet the numbers."""

    def __init__(self, path):
        self.path = path

    def __iter__(self):
        os.truncate(self.path, 200)
        return iter(WORDS)


@pytest.mark.parametrize("name", ["array.npy", "columns.npy", "table.safetensors"])
def test_an_array_that_is_cut_while_its_numbers_are_read(tmp_path, name):
    """A mapped one would end the process (SIGBUS)."""
    path = tmp_path / name
    EMBEDDINGS[name](path)
    with pytest.raises(InputError, match="was written to while it was read"):
        zipfviz.load_embedding(path, words=Cutting(path))


def test_a_list_and_a_text_that_are_cut_or_grow_while_they_are_read(tmp_path):
    """Half of a list is no list, though each of its lines is one."""
    path = tmp_path / "counts.txt"
    path.write_text("".join(f"word{i} {7 * i}\n" for i in range(400_000)))

    def change(*told):
        os.truncate(path, 3_000_000)

    with pytest.raises(InputError, match="was written to while it was read"):
        zipfviz.load_frequency(path, progress=change)
    path.write_text("The cat saw the dog, and it ran away.\n" * 50_000)
    with pytest.raises(InputError, match="was written to while it was read"):
        read_corpus(path, progress=lambda share, what: grown(path))


def test_a_header_of_gigabytes_in_a_file_of_kilobytes(tmp_path):
    """What a file says of its own size is held against what is there when it is read."""
    path = tmp_path / "t.safetensors"
    path.write_bytes(struct.pack("<Q", 90_000_000) + b"{" + b" " * 999)
    with pytest.raises(InputError, match="cut short"):
        zipfviz.load_embedding(path, words=["a"])
