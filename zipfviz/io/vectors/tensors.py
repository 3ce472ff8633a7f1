"""Read a matrix out of .safetensors: the input embedding table of a language model, or any other.

The safetensors package hands numpy no bfloat16 and whole tensors only; the layout (8 bytes of
length, a JSON header, the values) is read here, checked, and its rows are taken in blocks.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.containers import Unpacked, seekable
from zipfviz.io.files.memory import bytes_after, map_matrix
from zipfviz.io.tables.account import Account
from zipfviz.io.vectors.arrays import choose, read_rows
from zipfviz.io.vectors.rows import RowStore
from zipfviz.io.vectors.vocabulary import Vocabulary, read_vocabulary

MAX_HEADER = 100_000_000
DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4"}
QUANTISED = {"I8", "U8", "I16", "U16", "BOOL", "U32", "U64"}
INPUT_TABLES = (
    r"(.*\.)?embed_tokens\.weight",
    r"(.*\.)?word_embeddings\.weight",
    r"(.*\.)?wte\.weight",
    r"(.*\.)?tok_embeddings\.weight",
    r"(.*\.)?embed_in\.weight",
    r"(.*\.)?token_embedding(s)?\.weight",
    r"(.*\.)?word_embedding\.weight",
    r"shared\.weight",
    r"(.*\.)?embeddings?\.weight",
    r"embeddings?|vectors|emb",
)


@dataclass(frozen=True)
class TensorHeader:
    """One tensor: its kind of number, its shape, where its bytes are in the file."""

    dtype: str
    shape: tuple[int, ...]
    start: int
    stop: int


def tensor_headers(file: BinaryIO, label: str) -> dict[str, TensorHeader]:
    """All tensors of a safetensors file, each checked to lie inside it."""
    file.seek(0)
    length = int.from_bytes(file.read(8), "little")
    if not 2 <= length <= min(MAX_HEADER, bytes_after(file, 8)):
        raise InputError(f"{label} is a safetensors file cut short in its header; fetch it again.")
    file.seek(8)
    try:
        entries = json.loads(file.read(length))
        found = {
            name: _tensor_header(entry, 8 + length)
            for name, entry in entries.items()
            if name != "__metadata__"
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise InputError(f"{label} has a damaged safetensors header; fetch it again.") from error
    size = 8 + length + bytes_after(file, 8 + length)
    for name, tensor in found.items():
        if tensor.stop > size:
            raise InputError(
                f"{label} ends after {size:,} bytes, inside tensor {name!r}, which needs "
                f"{tensor.stop:,}; fetch it again."
            )
    return found


def _tensor_header(entry: dict[str, Any], base: int) -> TensorHeader:
    start, stop = entry["data_offsets"]
    shape = tuple(entry["shape"])
    if not all(type(n) is int and n >= 0 for n in (start, stop, *shape)) or stop < start:
        raise ValueError("negative or fractional sizes")
    header = TensorHeader(str(entry["dtype"]), shape, base + start, base + stop)
    itemsize = np.dtype(DTYPES[header.dtype]).itemsize if header.dtype in DTYPES else None
    if itemsize is not None and math.prod(shape) * itemsize != stop - start:
        raise ValueError("shape and bytes do not agree")
    return header


def guess_input_table(shapes: Mapping[str, tuple[int, ...]]) -> str | None:
    """The matrix a language model looks tokens up in, by the names models give it; None if unsure.

    The first naming habit that fits decides, and only if it fits one matrix.
    """
    for pattern in INPUT_TABLES:
        hits = [name for name in shapes if re.fullmatch(pattern, name)]
        if hits:
            return hits[0] if len(hits) == 1 else None
    return None


def read_safetensors(
    stream: Unpacked, words: Any, *, limit: int | None = None, tensor: str | None = None
) -> RowStore:
    """Read one matrix, the input embedding table by default; `words` as for read_vocabulary.

    Raises InputError when several matrices could be meant, naming them, and for quantised ones.
    """
    label = stream.label
    file = seekable(stream)
    headers = tensor_headers(file, label)
    matrices = {k: h.shape for k, h in headers.items() if len(h.shape) == 2}
    guessed = None if tensor is not None or len(matrices) < 2 else guess_input_table(matrices)
    name = choose({k: str(s) for k, s in matrices.items()}, tensor or guessed, label)
    account = Account(name=label, unit="row")
    if guessed:
        account.notes.append(
            f"Of {len(matrices)} matrices, {name!r} was taken as the input embedding table."
        )
    array = map_tensor(file, headers[name], f"{label}: tensor {name!r}")
    if (stored := headers[name].dtype) != "F32":
        how = "raised to" if stored in ("F16", "BF16") else "rounded to"
        account.facts.append(("stored as", f"{stored}, {how} float32"))
    vocabulary = read_vocabulary(words, rows=len(array))
    vocabulary = _padded(vocabulary, len(array), account)
    account.facts += [("vectors from", name), ("words from", vocabulary.name)]
    return read_rows(vocabulary, array, account, limit)


class _BFloat16:
    """(n, d) bfloat16 whose slices come as float32: a float32 is its bytes and two zero bytes."""

    def __init__(self, bits: np.ndarray) -> None:
        self.bits, self.shape = bits, bits.shape

    def __len__(self) -> int:
        return len(self.bits)

    def __getitem__(self, rows: slice) -> np.ndarray:
        return (np.asarray(self.bits[rows]).astype(np.uint32) << 16).view(np.float32)


def map_tensor(file: BinaryIO, header: TensorHeader, label: str) -> Any:
    """The tensor as something (n, d) whose row slices are numbers; bfloat16 comes as float32.

    Raises InputError for quantised numbers and other types that are none.
    """
    if header.dtype in QUANTISED or header.dtype.startswith("F8"):
        raise InputError(
            f"{label} holds {header.dtype} numbers, which are quantised; export it as float32."
        )
    if header.dtype not in DTYPES:
        raise InputError(f"{label} holds {header.dtype} values; export it as float32.")
    rows, dim = header.shape
    if dim < 1:
        raise InputError(f"{label} has shape {header.shape}; a word needs at least one number.")
    bits = map_matrix(file, header.start, (rows, dim), np.dtype(DTYPES[header.dtype]))
    return _BFloat16(bits) if header.dtype == "BF16" else bits


def _padded(vocabulary: Vocabulary, rows: int, account: Account) -> Vocabulary:
    """A list of fewer words than rows belongs to the first ones; models pad their tables."""
    if vocabulary.ids is None and len(vocabulary) < rows and _is_padding(len(vocabulary), rows):
        account.notes.append(
            f"{vocabulary.name} has {counted(len(vocabulary), 'words')} for "
            f"{counted(rows, 'rows')}; the rows after them are taken as padding."
        )
        return vocabulary
    vocabulary.check_length(rows, account.name)
    return vocabulary


def _is_padding(words: int, rows: int) -> bool:
    """Tables are padded to a multiple of 8, 64 or 128, by less than a tenth."""
    return rows % 8 == 0 and rows - words < max(128, rows // 10)
