"""Look into .safetensors: which tensors there are, and the rows of one as numbers.

The safetensors package hands numpy no bfloat16 and whole tensors only; the layout (8 bytes of
length, a JSON header, the values) is read here, checked, and its rows are taken in blocks.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.io.files.file_rows import FileRows, bytes_after
from zipfviz.io.files.room import parse_json

MAX_HEADER = 100_000_000  # as safetensors itself has it
DTYPES = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2",
    "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1",
    "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1", "BOOL": "?",
}  # fmt: skip
INTEGERS = {"I8", "I16"}
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
        entries = parse_json(file.read(length), label)
        found = {
            name: _tensor_header(entry, 8 + length)
            for name, entry in entries.items()
            if name != "__metadata__"
        }
    except InputError:
        raise
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


class _BFloat16:
    """(n, d) bfloat16 whose rows come as float32: a float32 is its bytes and two zero bytes."""

    def __init__(self, bits: FileRows) -> None:
        self.bits, self.shape = bits, bits.shape

    def __len__(self) -> int:
        return len(self.bits)

    def __getitem__(self, rows: slice | np.ndarray) -> np.ndarray:
        return (self.bits[rows].astype(np.uint32) << 16).view(np.float32)


def tensor_rows(file: BinaryIO, header: TensorHeader, label: str, *, integers: bool = False) -> Any:
    """The tensor as something (n, d) whose rows are numbers; bfloat16 comes as float32.

    Raises InputError for other types that are no numbers, and for quantised ones unless `integers`
    are asked for, by who knows their scale.
    """
    if header.dtype.startswith("F8"):
        raise InputError(
            f"{label} holds float8 numbers ({header.dtype}), which are quantised; export it as "
            "float32."
        )
    if header.dtype in QUANTISED and not (integers and header.dtype in INTEGERS):
        raise InputError(
            f"{label} holds {header.dtype} numbers, which are quantised (I8 and I16 are read with "
            "their scales beside them); export it as float32."
        )
    if header.dtype not in DTYPES:
        raise InputError(f"{label} holds {header.dtype} values; export it as float32.")
    if header.shape[1] < 1:
        raise InputError(f"{label} has shape {header.shape}; a word needs at least one number.")
    return _rows(file, header, label)


def read_column(file: BinaryIO, header: TensorHeader, label: str) -> np.ndarray:
    """The numbers of a tensor of one axis, (n,): int64, float32 or float64."""
    if header.dtype not in DTYPES or header.dtype == "BOOL":
        raise InputError(f"{label} holds {header.dtype} values; export it as float32.")
    flat = TensorHeader(header.dtype, (math.prod(header.shape), 1), header.start, header.stop)
    numbers = np.asarray(_rows(file, flat, label)[:])[:, 0]
    if numbers.dtype.kind in "iu":
        return numbers.astype(np.int64)
    return numbers.astype(np.float64 if numbers.dtype.itemsize > 4 else np.float32)


def _rows(file: BinaryIO, header: TensorHeader, label: str) -> Any:
    rows, dim = header.shape
    kind = np.dtype(DTYPES[header.dtype])
    bits = FileRows(file, header.start, (rows, dim), kind, label=label)
    return _BFloat16(bits) if header.dtype == "BF16" else bits
