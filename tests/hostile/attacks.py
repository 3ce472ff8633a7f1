"""Small files that stand for gigabytes, hours or a crash: name -> bytes."""

from __future__ import annotations

import gzip
import io
import json
import struct
import tarfile
import zipfile
import zlib

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet


def gzipped(*pieces):
    """A gzip of pieces, each (bytes, how often), without ever holding what it unpacks to."""
    packer = zlib.compressobj(1, wbits=31)
    packed = []
    for piece, times in pieces:
        block = piece * max(1, min(times, 2**20 // len(piece)))
        whole, rest = divmod(times, len(block) // len(piece))
        packed += [packer.compress(block) for _ in range(whole)]
        packed.append(packer.compress(piece * rest))
    return b"".join([*packed, packer.flush()])


def npy_header(descr, shape):
    file = io.BytesIO()
    np.lib.format.write_array_header_2_0(
        file, {"descr": descr, "fortran_order": False, "shape": shape}
    )
    return file.getvalue()


def zipped(**members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def words_without_letters():
    vectors = npy_header("<f4", (2, 3)) + b"\0" * 24
    return zipped(**{"words.npy": npy_header("<U0", (200_000_000,)), "vectors.npy": vectors})


def one_word_again_and_again(write):
    """One long word in a dictionary, asked for by each of 100,000 rows."""
    words = pa.DictionaryArray.from_arrays(np.zeros(100_000, np.int32), ["é" + "x" * 66_000])
    file = io.BytesIO()
    columns = {"word": words, "count": np.ones(100_000, np.int64)}
    write(pa.table(columns), file, compression="zstd")
    return file.getvalue()


def safetensors_header():
    opening, unit, closing = b'{"a":[', b"[],", b"[]]}"
    times = (99_000_000 - len(opening) - len(closing)) // len(unit)
    length = len(opening) + times * len(unit) + len(closing)
    return gzipped(
        (struct.pack("<Q", length) + opening, 1), (unit, times), (closing + b"\0" * 64, 1)
    )


def fasttext(words, minn, maxn, dim=2, bucket=10):
    """A fastText model of these words, with vectors of zeros."""
    settings = struct.pack("<12id", dim, 5, 5, 1, 5, 1, 1, 2, bucket, minn, maxn, 100, 1e-4)
    counts = struct.pack("<3iq", len(words), len(words), 0, len(words))
    dictionary = b"".join(word + b"\0" + struct.pack("<qb", 1, 0) for word in words)
    rows = len(words) + bucket
    matrix = struct.pack("<?2q", False, rows, dim) + b"\0" * (rows * dim * 4)
    return (
        struct.pack("<2i", 793712314, 12) + settings + counts + struct.pack("<q", 0)
        + dictionary + matrix
    )  # fmt: skip


def tar_of_nothing(members):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for number in range(members):
            archive.addfile(tarfile.TarInfo(f"{number}"))
    return gzip.compress(file.getvalue(), 1)


def _varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def _parquet_of(elements, count):
    """A parquet file without rows whose footer lists these schema elements (Thrift, compact)."""
    listed = b"\xfc" + _varint(count) + elements
    footer = b"\x15\x02" + b"\x19" + listed + b"\x16\x00" + b"\x19\x0c" + b"\x00"
    return b"PAR1" + b"\x15" + footer + struct.pack("<I", len(footer)) + b"PAR1"


def _element(name, children=None):
    """An element of a parquet schema: a group, or a column of 32-bit numbers."""
    kind = b"" if children is not None else b"\x15\x02"  # field 1: INT32
    told = b"\x25\x00" if children is None else b"\x35\x00"  # field 3: REQUIRED
    named = b"\x18" + _varint(len(name)) + name  # field 4
    inner = b"\x15" + _varint(2 * children) if children is not None else b""  # field 5
    return kind + told + named + inner + b"\x00"


def columns_only(count):
    """A parquet schema of so many columns and no row."""
    return _parquet_of(_element(b"s", count) + _element(b"c") * count, count + 1)


def groups_in_groups(depth):
    """A parquet schema nested so deep."""
    return _parquet_of(_element(b"g", 1) * depth + _element(b"c"), depth + 1)


def exploding_tokenizer():
    """A tokenizer that makes a hundred megabytes of each letter, four times over."""
    grow = {"type": "Replace", "pattern": {"Regex": "."}, "content": "a" * 10_000}
    return json.dumps(
        {
            "version": "1.0",
            "normalizer": {"type": "Sequence", "normalizers": [grow] * 4},
            "pre_tokenizer": None, "post_processor": None, "decoder": None,
            "added_tokens": [
                {"id": 2, "content": "b", "single_word": False, "lstrip": False, "rstrip": False,
                 "normalized": True, "special": False}
            ],
            "model": {"type": "WordLevel", "vocab": {"the": 0, "[UNK]": 1}, "unk_token": "[UNK]"},
        }
    ).encode()  # fmt: skip


LINES = {
    "vectors": (b"the 0.1 0.2 0.3 0.4 0.5 0.6\n", 2**21),
    "counts": (b"the 5\n", 2**21),
    "pairs": (b"a man\ta woman\t1.0\n", 2**25),
}
SMALL_FILES = {
    "words without letters": words_without_letters,
    "one word in a dictionary": lambda: one_word_again_and_again(pyarrow.feather.write_feather),
    "one word in pages": lambda: one_word_again_and_again(pyarrow.parquet.write_table),
    "lists in JSON": lambda: gzipped((b'{"a":[', 1), (b"[],", 60_000_000), (b"[]]}", 1)),
    "pairs in JSON": lambda: gzipped((b"[", 1), (b'{"":0},', 25_000_000), (b"{}]", 1)),
    "header of safetensors": safetensors_header,
    **{
        f"{kind} with {what}": lambda a=line, b=unit, n=times: gzipped((a, 20), (b, n))
        for kind, (line, blank) in LINES.items()
        for what, unit, times in (("one endless line", b"x", 2**27), ("empty lines", b"\n", blank))
    },
    "n-grams of 255 letters": lambda: fasttext(
        [b"%d" % n + b"x" * 3000 for n in range(999)], 1, 255
    ),
    "one long word": lambda: fasttext([b"x" * 65_000], 1, 255),
    "nothing in a tar": lambda: tar_of_nothing(30_000),
    "nothing in a zip": lambda: zipped(**{f"{n}.npy": b"" for n in range(30_000)}),
    "columns only": lambda: columns_only(300_000),
    "groups in groups": lambda: groups_in_groups(100_000),
}
"""What each is called -> what makes it; none has more than a few megabytes."""
