"""Detect file formats from magic bytes."""

from __future__ import annotations

import re
import struct

from zipfviz.io.files.encodings import MARKS, wide_encoding

MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x1f\x8b\x08", "gzip"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"\x93NUMPY", "npy"),
    (b"PAR1\x15", "parquet"),
    (b"ARROW1\0\0", "arrow"),
    (b"\x89HDF\r\n\x1a\n", "hdf5"),
    (b"SQLite format 3\x00", "sqlite"),
    (b"%PDF-", "pdf"),
    (b"version https://git-lfs", "lfs"),
    (struct.pack("<i", 793712314), "fasttext"),
)
BZIP2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
PICKLE = re.compile(
    rb"\x80[\x02-\x05][\x95cX\]})(KNUJGq\x8a\x8c]|\((?:dp|lp|i)\d+\n"
    rb"|c(?:copy_?reg|numpy|gensim|torch|__builtin__|builtins|collections|__main__)[\w.]*\n\w+\n"
)
HTML = re.compile(
    rb"\s*(?:<!doctype html|<html[\s>].*?<(?:head|body|title|meta)[\s>])", re.I | re.S
)
XML = re.compile(rb"\s*(?:\xef\xbb\xbf)?<\?xml[\s]")

REFUSED = {
    "empty": "is empty (0 bytes); fetch or export it again.",
    "html": "is a web page (HTML), not data; the link probably leads to a login or a landing "
    "page, fetch the file itself.",
    "xml": "is an XML document, not data; a server's error message looks like this, fetch the "
    "file again.",
    "lfs": "is a Git LFS pointer, not the file it points to; run `git lfs pull` in its "
    "repository or fetch the file itself.",
    "pickle": "is a Python pickle, which can run code when read; save it as word2vec, npy or "
    "safetensors, or pass trust=True for a local file you made yourself.",
    "pytorch": "is a PyTorch pickle, which can run code when read; save the tensor as safetensors.",
    "office": "is an office document; export it as csv.",
    "zstd": "is packed with zstd; unpack it first with `unzstd`.",
    "7z": "is a 7z archive; unpack it first.",
    "rar": "is a RAR archive; unpack it first.",
    "hdf5": "is an HDF5 file; save its arrays as npz or safetensors.",
    "sqlite": "is an SQLite database; export the table as csv or parquet.",
    "pdf": "is a PDF document, not data; fetch the file itself.",
}


def sniff(head: bytes) -> str:
    """Name what the first bytes of a file belong to.

    Returns a container ("gzip", "bzip2", "xz", "zip", "tar"), a format ("npy", "parquet", "arrow",
    "safetensors", "fasttext"), a key of REFUSED, "wide text" (UTF-16, UTF-32), or "text" and
    "binary" for all else.
    """
    if not head:
        return "empty"
    for magic, kind in MAGIC:
        if head.startswith(magic):
            return kind
    if BZIP2.match(head):
        return "bzip2"
    if head.startswith(tuple(mark for mark, _ in MARKS)) and wide_encoding(head):
        return "wide text"
    if head[257:263] in (b"ustar\0", b"ustar "):
        return "tar"
    if head[8:9] == b"{" and 2 <= int.from_bytes(head[:8], "little") <= 10**8:
        return "safetensors"
    if PICKLE.match(head):
        return "pickle"
    if HTML.match(head[:4096]):
        return "html"
    if XML.match(head[:64]):
        return "xml"
    if b"\0" not in head:
        return "text"
    return "wide text" if wide_encoding(head) else "binary"
