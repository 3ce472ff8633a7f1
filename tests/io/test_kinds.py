"""Binary files that people really have: one sentence names each, the same by every way in."""

import io
import lzma
import struct
import sys
import zipfile

import gguf
import numpy as np
import pyarrow as pa
import pytest
from click.testing import CliRunner

import zipfviz
from zipfviz.cli.commands import main
from zipfviz.common.errors import InputError, MissingExtraError, ZipfvizError
from zipfviz.io.fetch.keep import keep_files
from zipfviz.io.vectors.read import read_embedding

ROWS = np.random.default_rng(3).normal(size=(6, 64)).astype(np.float32)
TOKENS = ["<s>", "Ġthe", "Ġsun", "ing", "ĠgrÃ¶ÃŁe", "x"]
TEXT = "".join(f"w{i} {i}.5 {i}.25 -1\n" for i in range(3000)).encode()


def zipped(method=zipfile.ZIP_STORED, flag=0):
    """A zip whose one member says it is packed by `method`, in both of its headers."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("v.txt", TEXT)
    data = bytearray(file.getvalue())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(mark)
        data[at + flags : at + flags + 4] = struct.pack("<HH", flag, method)
    return bytes(data)


KINDS = {
    "Deflate64": (zipped(9), r"member v.txt is packed by Deflate64.*unpack it with 7-Zip"),
    "PPMd": (zipped(98), "packed by PPMd"),
    "Implode": (zipped(6), "packed by Implode"),
    "zstd in a zip": (zipped(93), "packed by zstd"),
    "a method of tomorrow": (zipped(77), "packed by method 77"),
    "locked": (zipped(flag=1), "locked with a password"),
    "7z": (b"7z\xbc\xaf\x27\x1c" + b"\0" * 50, "7z archive"),
    "rar": (b"Rar!\x1a\x07\x01\0" + b"\0" * 50, "RAR archive"),
    "split zip": (b"PK\x07\x08" + b"\0" * 50, "one part of a split zip"),
    "lzip": (b"LZIP\x01" + b"\0" * 50, "packed with lzip"),
    "compress": (b"\x1f\x9d\x90" + b"\0" * 50, r"packed with compress \(.Z\)"),
    "onnx": (b"\x08\x08\x12\x07pytorch\x1a\x052.1.0:\x90\x4e\x0a" + b"\0" * 50, "ONNX graph"),
    "tensorflow": (b"\x08\x01\x12\x9a\xb5\x02\x0a\x10" + b"\0" * 50, "TensorFlow graph"),
    "tflite": (b"\x1c\0\0\0TFL3" + b"\0" * 50, "TensorFlow Lite"),
    "hdf5": (b"\x89HDF\r\n\x1a\n" + b"\0" * 50, "HDF5 file"),
    "pickle": (b"\x80\x04\x95\x10\0\0\0", "Python pickle, which can run code"),
    "torch of old": (b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.", "Python pickle"),
    "sentencepiece": (b"\x0a\x0e\x0a\x05<unk>\x15\0\0\0\0\x18\x02", "SentencePiece tokenizer"),
    "ggml": (b"tjgg\x03\0\0\0" + b"\0" * 50, "ggml model from before GGUF"),
    "r": (b"RDX3\nX\n\0\0\0\x03", "R data file"),
    "matlab": (b"MATLAB 5.0 MAT-file, Platform" + b"\0" * 50, "MATLAB file"),
    "faiss": (b"IxFI\x2c\x01\0\0" + b"\0" * 50, "faiss index"),
    "floret": (b"2 3 4 5 2 2166136261 < >\n0 1 2 3\n1 2 3 4\n", "hash buckets.*compose="),
    "GGUF, cut short": (b"GGUF\x03\0\0\0" + b"\x01" * 16, r"GGUF model .*cut short"),
    "GGUF of endless arrays": (
        b"GGUF\x03\0\0\0" + struct.pack("<3Q", 0, 1, 1) + b"a"
        + struct.pack("<IIQ", 9, 0, 2**60) + b"\0" * 99,
        r"GGUF model .*cut short",
    ),
    "GGUF of nothing": (b"GGUF\x03\0\0\0" + b"\0" * 200, r"GGUF model\) holds no matrix"),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_named_by_every_way_in(kind, tmp_path, monkeypatch):
    """Python, the command and an upload of Your data give the same sentence."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    data, says = KINDS[kind]
    path = tmp_path / "it.bin"
    path.write_bytes(data)
    with pytest.raises(ZipfvizError, match=rf"(?s)it\.bin.*{says}") as python:
        zipfviz.load_embedding(path)
    assert "\n" not in str(python.value)
    done = CliRunner().invoke(main, ["whiten", str(path), str(tmp_path / "out.txt")])
    assert done.exit_code != 0
    what_it_is, _, _ = str(python.value).partition(";")  # ways out are options of the command
    assert what_it_is in done.output
    with pytest.raises(ZipfvizError) as upload:
        read_embedding(keep_files("uploads", {"it.bin": io.BytesIO(data)})[0])
    assert str(upload.value) == str(python.value)


@pytest.mark.parametrize("line", ["GGUF 5", "IxFI 300", "ORC 4", "tjgg 3", "LZIP 2"])
def test_words_spelled_like_a_magic_number_are_words(line):
    found = zipfviz.load_frequency(f"{line}\nthe 2\n".encode())
    assert found.words == (line.split()[0], "the")


def packed(by):
    if by == "lzma":
        return lzma.compress(TEXT, format=lzma.FORMAT_ALONE)
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, by) as file:
        file.write(TEXT)
    return sink.getvalue().to_pybytes()


@pytest.mark.parametrize("by", ["zstd", "lz4", "lzma"])
def test_further_packings_are_unpacked(by, tmp_path):
    """As gzip is: streamed, capped, and what is whole of a broken one on request."""
    whole = zipfviz.load_embedding(packed(by))
    assert whole.digest == zipfviz.load_embedding(TEXT).digest
    (tmp_path / "x").write_bytes(packed(by))
    assert zipfviz.load_embedding(tmp_path / "x").digest == whole.digest
    with pytest.raises(InputError, match="more than 1,000 bytes"):
        zipfviz.load_embedding(packed(by), max_bytes=1000)
    with pytest.raises(InputError, match=rf"its {by} data breaks off"):
        zipfviz.load_embedding(packed(by)[:-9])


TYPES = gguf.GGMLQuantizationType


def gguf_file(path, kind=TYPES.F32, tokens=TOKENS, name="token_embd.weight", table=None):
    writer = gguf.GGUFWriter(path, "llama")
    if tokens:
        writer.add_token_list(tokens)
    if table is None:
        table = ROWS if kind == 0 else gguf.quantize(ROWS, kind)
    writer.add_tensor(name, table, raw_dtype=kind)
    writer.add_tensor("blk.0.ffn_up.weight", ROWS[:, :32].copy())
    for write in ("header_to_file", "kv_data_to_file", "tensors_to_file"):
        getattr(writer, f"write_{write}")()
    writer.close()
    return path


@pytest.mark.parametrize(
    ("kind", "off"), [("F32", 0), ("F16", 2e-3), ("BF16", 2e-2), ("Q8_0", 2e-2), ("Q4_0", 0.4)]
)
def test_gguf_tables(tmp_path, kind, off):
    """Whole and quantised numbers with the model's tokens, which are matched as words."""
    path = gguf_file(tmp_path / "m.gguf", TYPES[kind])
    found = zipfviz.load_embedding(path)
    assert list(found.words) == TOKENS
    np.testing.assert_allclose(found.vectors, ROWS, atol=off)
    assert any(f"quantised ({kind})" in s for s in found.report.assumptions) == ("Q" in kind)
    assert zipfviz.load_embedding(path.read_bytes()).digest == found.digest
    assert zipfviz.load_embedding(path, max_words=2).words == tuple(TOKENS[:2])
    space = zipfviz.align(found, zipfviz.load_frequency({"the": 3, "sun": 1, "ing": 2}))
    assert space.words == ("the", "sun")


def test_gguf_that_lacks_something(tmp_path, monkeypatch):
    """Without tokens words are asked for, another table is named, a missing package is said."""
    bare = gguf_file(tmp_path / "bare.gguf", tokens=None)
    with pytest.raises(InputError, match=r"holds no tokens .* words="):
        zipfviz.load_embedding(bare)
    assert zipfviz.load_embedding(bare, words=list("abcdef")).words == tuple("abcdef")
    with pytest.raises(InputError, match=r"bare\.gguf has 6 rows and the words given has 2 words"):
        zipfviz.load_embedding(bare, words=list("ab"))
    odd = gguf_file(tmp_path / "odd.gguf", name="v.weight")
    with pytest.raises(
        InputError, match=r"2 matrices; give tensor='v.weight' \(6 × 64\) or tensor="
    ):
        zipfviz.load_embedding(odd)
    np.testing.assert_array_equal(zipfviz.load_embedding(odd, tensor="v.weight").vectors, ROWS)
    whole = gguf_file(tmp_path / "whole.gguf", TYPES.I8, table=ROWS.astype(np.int8))
    with pytest.raises(InputError, match="holds I8 numbers, which the gguf package does not undo"):
        zipfviz.load_embedding(whole)
    monkeypatch.setitem(sys.modules, "gguf", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'zipfviz\[gguf\]'"):
        zipfviz.load_embedding(odd)


def test_floret_composes_words(tmp_path):
    """What spaCy gives for these words and rows, by two hashes of each 2-gram and the word."""
    rows = np.arange(10, dtype=np.float32)[:, None] * [1, 10]
    lines = "".join(f"{i} {a:g} {b:g}\n" for i, (a, b) in enumerate(rows))
    table = f"10 2 2 2 2 2166136261 < >\n{lines}".encode()
    found = zipfviz.load_embedding(table, compose=["sun", "größe", "sun"])
    assert found.words == ("sun", "größe")
    np.testing.assert_allclose(found.vectors[:, 0], [43 / 10, 45 / 14], rtol=1e-6)
    with pytest.raises(InputError, match="ends after 9 rows and its header promises 10"):
        zipfviz.load_embedding(table[: table.rindex(b"9 9 ")], compose=["sun"])
    with pytest.raises(InputError, match="line 4 is not row 2 with 2 numbers"):
        zipfviz.load_embedding(table.replace(b"\n2 2 20", b"\n2 2"), compose=["sun"])
    for words in ([], ["sun"]):
        with pytest.raises(InputError, match="is no floret table, whose first line"):
            zipfviz.load_embedding(b"\n10 2 2", format="floret", compose=words)
