"""Real files, bent: load_embedding gives a sound embedding or one clear sentence, never else."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import struct
import tarfile
import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from webserver import serving

import zipfviz
from zipfviz import ZipfvizError
from zipfviz.io.vectors.read import FORMATS

WORDS = ["the", ". . .", "R$ 0,00", "7", "nan", "\u00a0", '"', "a\u2028b", "日本"]
VECTORS = (np.arange(27, dtype=np.float32).reshape(9, 3) - 13) / 8
SPLICES = [
    b"\n", b"\r\n", b"\r", b" ", b"  ", b"\t", b",", b'"', b'""', b"\0", b"\xff", b"\xef\xbb\xbf",
    b"nan", b"-nan(ind)", b"inf", b"1e400", b"1e39", b"-", b"+1", b"0x1", b"1_0", b"1,5", b"{}",
    b"[", b"9999999999", b"-1", b"3", b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", b"\x80\x04\x95",
    b"PK\x03\x04", "\u2028".encode(), "\ud7ff".encode(),
]  # fmt: skip


def text_rows(separator: str, end: str = "\n", words=WORDS) -> bytes:
    rows = zip(words, VECTORS.tolist(), strict=True)
    return "".join(separator.join([w, *map(str, v)]) + end for w, v in rows).encode()


def binary_rows(end: bytes) -> bytes:
    rows = (w.encode() + b" " + v.tobytes() + end for w, v in zip(WORDS, VECTORS, strict=True))
    return b"9 3\n" + b"".join(rows)


def fasttext_model(old: bool = False) -> bytes:
    settings_ = struct.pack("<12id", 3, 5, 5, 1, 5, 1, 2, 2, 4, 2, 3, 100, 1e-4)
    words = b"".join(w.encode() + b"\0" + struct.pack("<qb", 5, 0) for w in WORDS)
    matrix = np.concatenate([VECTORS, VECTORS[:4]])
    magic = b"" if old else struct.pack("<2i", 793712314, 12)
    counts = struct.pack("<3iq", 9, 9, 0, 99) + (b"" if old else struct.pack("<q", -1))
    sizes = (b"" if old else b"\0") + struct.pack("<2q", *matrix.shape)
    return magic + settings_ + counts + words + sizes + matrix.tobytes()


def npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def npz() -> bytes:
    file = io.BytesIO()
    np.savez(file, vectors=VECTORS, words=np.array(WORDS))
    return file.getvalue()


def table(kind: str, wide: bool) -> bytes:
    vectors = (
        {f"d{i}": VECTORS[:, i] for i in range(3)}
        if wide
        else {"vector": pa.array(VECTORS.tolist(), pa.list_(pa.float32()))}
    )
    file = io.BytesIO()
    rows = pa.table({"word": WORDS} | vectors)
    if kind == "parquet":
        pa.parquet.write_table(rows, file)
    else:
        pa.feather.write_feather(
            rows, file, compression="lz4" if kind == "feather" else "uncompressed"
        )
    return file.getvalue()


def safetensors(dtype: str = "F32") -> bytes:
    data = (
        VECTORS.tobytes()
        if dtype == "F32"
        else (VECTORS.view(np.uint32) >> 16).astype("<u2").tobytes()
    )
    entry = {"dtype": dtype, "shape": [9, 3], "data_offsets": [0, len(data)]}
    header = json.dumps({"wte.weight": entry, "__metadata__": {"format": "pt"}}).encode()
    return len(header).to_bytes(8, "little") + header + data


def zipped(files: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return file.getvalue()


def tarred(files: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


def spacy_vocab() -> dict[str, bytes]:
    import msgpack

    from zipfviz.io.vectors.spacy_vocab import murmur_hash

    keys = murmur_hash([w.encode() for w in WORDS]).tolist()
    return {
        "vocab/vectors": npy(VECTORS),
        "vocab/key2row": msgpack.packb({key: row for row, key in enumerate(keys)}),
        "vocab/strings.json": json.dumps(WORDS).encode(),
    }


TOKENIZER = json.dumps(
    {
        "version": "1.0",
        "added_tokens": [{"id": 0, "content": "the", "single_word": False, "lstrip": False,
                          "rstrip": False, "normalized": False, "special": True}],
        "model": {"type": "WordLevel", "vocab": {w: i for i, w in enumerate(WORDS)},
                  "unk_token": "the"},
    }
).encode()  # fmt: skip

GLOVE = text_rows(" ")
FILES = {
    "word2vec text": b"9 3\n" + text_rows(" "),
    "glove": GLOVE,
    "fasttext vec": b"9 3\n" + text_rows(" ", " \n"),
    "csv": b",word,x,y,z\n" + b"".join(
        f'{i},"{w.replace(chr(34), chr(34) * 2)}",{v[0]},{v[1]},{v[2]}\n'.encode()
        for i, (w, v) in enumerate(zip(WORDS, VECTORS.tolist(), strict=True))
    ),
    "tsv": text_rows("\t"),
    "crlf": text_rows(" ", "\r\n"),
    "word2vec binary": binary_rows(b"\n"),
    "gensim binary": binary_rows(b""),
    "fasttext": fasttext_model(),
    "old fasttext": fasttext_model(old=True),
    "npy": npy(VECTORS),
    "npy fortran": npy(np.asfortranarray(VECTORS.astype(np.float64))),
    "npz": npz(),
    "parquet wide": table("parquet", True),
    "parquet list": table("parquet", False),
    "arrow": table("arrow", False),
    "feather": table("feather", False),
    "safetensors": safetensors(),
    "bfloat16": safetensors("BF16"),
    "gzip": gzip.compress(GLOVE),
    "bzip2": bz2.compress(GLOVE),
    "xz": lzma.compress(GLOVE),
    "zip": zipped({"glove.txt": GLOVE, "__MACOSX/._glove.txt": b"x"}),
    "tar": tarred({"glove.txt": GLOVE}),
    "zip of arrays": zipped({"x.npy": npy(VECTORS), "x.vocab.txt": "\n".join(WORDS).encode()}),
    "zip with tokenizer": zipped({"m.safetensors": safetensors(), "tokenizer.json": TOKENIZER}),
    "spacy": zipped(spacy_vocab()),
}  # fmt: skip
NEED_WORDS = {"npy", "npy fortran", "safetensors", "bfloat16"}

bends = st.lists(
    st.tuples(
        st.sampled_from(["insert", "overwrite", "delete", "repeat", "cut", "flip", "line"]),
        st.integers(0, 2**16),
        st.integers(1, 24),
        st.sampled_from(SPLICES),
    ),
    min_size=1,
    max_size=4,
)
COLUMNAR = ("parquet wide", "parquet list", "arrow", "feather")
many = settings(suppress_health_check=list(HealthCheck))


def bend(data: bytes, steps: list[tuple[str, int, int, bytes]]) -> bytes:
    """Apply a few edits; places wrap around, so that each hits headers as well as rows."""
    for how, place, size, splice in steps:
        at = place % (len(data) + 1)
        if how == "insert":
            data = data[:at] + splice + data[at:]
        elif how == "overwrite":
            data = data[:at] + splice + data[at + len(splice) :]
        elif how == "delete":
            data = data[:at] + data[at + size :]
        elif how == "repeat":
            data = data[:at] + data[at : at + size] * 3 + data[at + size :]
        elif how == "cut":
            data = data[:at]
        elif how == "flip" and at < len(data):
            data = data[:at] + bytes([data[at] ^ size]) + data[at + 1 :]
        elif how == "line":
            lines = data.split(b"\n")
            lines.insert(place % (len(lines) + 1), splice * (size % 5))
            data = b"\n".join(lines)
    return data


def check(data: bytes, **options: object) -> None:
    """Load; either a ZipfvizError of one sentence, or an embedding that holds its promises."""
    try:
        embedding = zipfviz.load_embedding(data, **options)
    except ZipfvizError as error:
        message = str(error)
    else:
        message = ""
    if message:
        assert "\n" not in message
        assert message.endswith(".")
        return
    assert len(set(embedding.words)) == len(embedding.words) == len(embedding.vectors) > 0
    assert all(isinstance(word, str) for word in embedding.words)
    assert embedding.vectors.dtype == np.float32
    assert embedding.vectors.flags.c_contiguous
    assert not embedding.vectors.flags.writeable
    assert np.isfinite(embedding.vectors).all()
    report = embedding.report
    assert report.rows_kept == len(embedding.words)
    assert report.rows_read == report.rows_kept + report.duplicates + report.bad_rows


@pytest.mark.parametrize("name", FILES)
def test_unbent_files_load_whole(name):
    """Each file the fuzzing starts from loads with all its words and values."""
    options = {"words": WORDS} if name in NEED_WORDS else {}
    embedding = zipfviz.load_embedding(FILES[name], **options)
    assert list(embedding.words) == WORDS
    if "fasttext" not in name or name == "fasttext vec":
        tolerance = 2**-7 if name == "bfloat16" else 0
        np.testing.assert_allclose(embedding.vectors, VECTORS, rtol=tolerance)


PACKS = {
    "plain": bytes,
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zip": lambda data: zipped({"inner": data}),
}
ALONE = [
    name for name in FILES if not name.startswith(("zip", "gzip", "bzip2", "xz", "tar", "spa"))
]


# Each load of a columnar file is a process of its own.
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in COLUMNAR else n for n in ALONE]
)
def test_every_format_packed_in_every_way_from_everywhere(name, tmp_path, monkeypatch):
    """A path, bytes, an open file (an upload) and an address lead to the same words."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    options = {"words": WORDS} if name in NEED_WORDS else {}
    with serving() as site:
        for pack, packed in PACKS.items():
            data = packed(FILES[name])
            path = tmp_path / f"file.{pack}"
            path.write_bytes(data)
            for source in (path, data, io.BytesIO(data), site.file(f"/file.{pack}", data)):
                assert list(zipfviz.load_embedding(source, **options).words) == WORDS, pack


@pytest.mark.parametrize("name", [name for name in FILES if name not in COLUMNAR])
@many
@given(steps=bends, partial=st.booleans(), limit=st.none() | st.integers(1, 12))
def test_bent_files(name, steps, partial, limit):
    """A bent file is read soundly or refused in one sentence, whole or in part."""
    options = {"words": WORDS} if name in NEED_WORDS else {}
    check(bend(FILES[name], steps), partial=partial, max_words=limit, **options)


@pytest.mark.parametrize("name", COLUMNAR)
@settings(many, max_examples=min(100, settings().max_examples))
@given(steps=bends, limit=st.none() | st.integers(1, 12))
def test_bent_columnar_files(name, steps, limit):
    """The same for the formats that a process of their own reads, a quarter of a second each."""
    check(bend(FILES[name], steps), max_words=limit)


@many
@given(steps=bends)
def test_bent_tokenizers(steps):
    """A bent tokenizer.json gives words to rows or is refused in one sentence."""
    check(FILES["safetensors"], tokenizer=bend(TOKENIZER, steps))


@many
@given(
    data=st.binary(max_size=300),
    format=st.sampled_from([None, *FORMATS]),
    compose=st.sampled_from([[], ["a", "ab"]]),
)
def test_any_bytes_as_any_format(data, format, compose):
    """Bytes of no format, read as any, are refused in one sentence or read soundly."""
    check(data, format=format, words=["a"], compose=compose)


words = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=12)


@pytest.mark.parametrize("suffix", ["txt", "bin", "npy", "safetensors"])
@many
@given(
    data=st.data(),
    some=st.lists(words, min_size=1, max_size=12, unique=True),
    dim=st.integers(1, 5),
)
def test_round_trip(tmp_path, suffix, data, some, dim):
    """What is saved is read back: words of any Unicode byte for byte, float32 bit for bit."""
    size = 4 * len(some) * dim
    bits = np.frombuffer(data.draw(st.binary(min_size=size, max_size=size)), np.float32)
    vectors = np.where(np.isfinite(bits), bits, 0).astype(np.float32).reshape(len(some), dim)
    path = tmp_path / f"x.{suffix}"
    zipfviz.save_embedding(some, vectors, path)
    back = zipfviz.load_embedding(path)
    assert list(back.words) == some
    assert (back.vectors.view(np.uint32) == vectors.view(np.uint32)).all()
