"""Detect file formats from magic bytes."""

import codecs
import re
import struct

from zipfviz.io.files.encodings import MARKS, wide_encoding

MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x1f\x8b\x08", "gzip"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"PK\x07\x08", "split zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"\x04\x22\x4d\x18", "lz4"),
    (b"\x02\x21\x4c\x18", "old lz4"),
    (b"LZIP\x01", "lzip"),
    (b"\x1f\x9d", "compress"),
    (b"\x5d\x00\x00", "lzma"),
    (b"\xff\x06\x00\x00sNaPpY", "snappy"),
    (b"MSCF\0\0\0\0", "cab"),
    (b"\x93NUMPY", "npy"),
    (b"PAR1\x15", "parquet"),
    (b"ARROW1\0\0", "arrow"),
    (b"\x89HDF\r\n\x1a\n", "hdf5"),
    (b"SQLite format 3\x00", "sqlite"),
    (b"Obj\x01", "avro"),
    (b"RDX2\n", "r data"),
    (b"RDX3\n", "r data"),
    (b"X\n\0\0\0", "r data"),
    (b"MATLAB 5.0 MAT-file", "matlab"),
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
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
# Graphs that are protocol buffers start with a version in field 1 and have field 2 after it: the
# makers' name in ONNX, the first graph in TensorFlow. A SentencePiece model starts with its pieces.
ONNX = re.compile(rb"\x08[\x01-\x14]\x12[\x02-\x20][A-Za-z][\w.\- ]+|\x08[\x03-\x14]:[\x80-\xff]")
TENSORFLOW = re.compile(rb"\x08\x01\x12[\x80-\xff]{1,5}[\x00-\x7f]\x0a")
# word2vec: words and numbers a word.
WORD2VEC = re.compile(rb"\d{1,15} \d{1,9}\r?\n")
# floret: buckets, numbers a row, shortest and longest n-gram, hashes, seed, and both word ends.
FLORET = re.compile(rb"\d{1,10} \d{1,6} \d{1,3} \d{1,3} [1-4] \d{1,10} \S{1,9} \S{1,9}\r?\n0 ")
GGUF = re.compile(rb"GGUF(?:[\x01-\x0f]\0\0\0|\0\0\0[\x01-\x0f])")
OLD_GGML = re.compile(rb"(?:lmgg|fmgg|tjgg).{0,3}\0", re.S)
FAISS = re.compile(rb"Ix[A-Z][A-Za-z0-9]..\0\0", re.S)
PIECES = re.compile(rb"\x0a[\x06-\x20]\x0a[\x01-\x18](?:<\w+>|\[\w+\])")
PATTERNS = (
    (BZIP2, "bzip2"), (GGUF, "gguf"), (OLD_GGML, "old ggml"), (FAISS, "faiss"),
    (TENSORFLOW, "tensorflow"), (ONNX, "onnx"), (PIECES, "sentencepiece"), (FLORET, "floret"),
)  # fmt: skip

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
    "7z": "is a 7z archive; unpack it first.",
    "rar": "is a RAR archive; unpack it first.",
    "hdf5": "is an HDF5 file (Keras weights look like this); save its arrays as npz or "
    "safetensors.",
    "split zip": "is one part of a split zip; join its parts with `zip -s 0 FIRST.zip --out "
    "whole.zip`.",
    "old lz4": "is packed with lz4 in its old format; unpack it first with `unlz4`.",
    "lzip": "is packed with lzip; unpack it first with `lzip -d`.",
    "compress": "is packed with compress (.Z); unpack it first with `gzip -d`.",
    "snappy": "is packed with snappy; unpack it first.",
    "cab": "is a Windows cabinet; unpack it first.",
    "old ggml": "is a ggml model from before GGUF; convert it to GGUF with llama.cpp, or save its "
    "embedding table as safetensors.",
    "onnx": "is an ONNX graph; save its embedding table as safetensors or npy "
    "(onnx.numpy_helper.to_array gives it).",
    "tensorflow": "is a TensorFlow graph; save its embedding table as npz or safetensors.",
    "tflite": "is a TensorFlow Lite model; save its embedding table as npz or safetensors.",
    "sentencepiece": "is a SentencePiece tokenizer, which has pieces and no vectors; give the "
    "model's folder, with its safetensors and tokenizer.json.",
    "avro": "is an Avro file; export it as csv or parquet.",
    "r data": 'is an R data file; write it with write.csv(x, "file.csv", row.names = FALSE).',
    "matlab": "is a MATLAB file; save its arrays as npz (scipy.io.loadmat reads them).",
    "faiss": "is a faiss index; save its vectors as npy (index.reconstruct_n gives them).",
    "image": "is a picture, not data; fetch the file itself.",
    "sqlite": "is an SQLite database; export the table as csv or parquet.",
    "pdf": "is a PDF document, not data; fetch the file itself.",
}


def sniff(head: bytes) -> str:
    """Name what the first bytes of a file belong to.

    Returns a container ("gzip", "bzip2", "xz", "lzma", "zstd", "zip", "tar"), a format ("npy",
    "parquet", "arrow", "safetensors", "gguf", "fasttext", "floret"), a key of REFUSED,
    "wide text" (UTF-16, UTF-32), or "text" and "binary" for all else.
    """
    if not head:
        return "empty"
    if WORD2VEC.match(head):  # whatever the first word looks like
        return "binary" if b"\0" in head else "text"
    for magic, kind in MAGIC:
        if head.startswith(magic):
            return kind
    if head.startswith(tuple(mark for mark, _ in MARKS)) and wide_encoding(head):
        return "wide text"
    if head[4:8] == b"TFL3":
        return "tflite"
    for pattern, kind in PATTERNS:
        if pattern.match(head):
            return kind
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
    marked = head.startswith(codecs.BOM_UTF8)
    return "wide text" if not marked and wide_encoding(head) else "binary"
