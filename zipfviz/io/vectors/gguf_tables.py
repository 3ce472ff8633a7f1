"""Read the token table of a GGUF model (llama.cpp) through its own package, `gguf`.

Names and sizes are the file's word and are held against its length before anything is made of
them; nothing in it is run. The package maps a file, which whoever cuts it turns into the end of
the process: here it is given what is read from the file's handle in its place.
"""

from importlib import import_module
from typing import Any, BinaryIO

import numpy as np

from zipfviz.common.errors import InputError, MissingExtraError
from zipfviz.io.files.containers import Unpacked, seekable
from zipfviz.io.files.file_rows import FileRows, bytes_after
from zipfviz.io.files.wording import why
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.text import decode
from zipfviz.io.vectors.arrays import choose, read_rows
from zipfviz.io.vectors.rows import RowStore
from zipfviz.io.vectors.vocabulary import Vocabulary, read_vocabulary

TABLE = "token_embd.weight"
TOKENS = "tokenizer.ggml.tokens"
BLOCK = 2**20
MOST_VALUES = 5_000_000  # of settings and tokens, each a slice; models have two million at most
WHOLE = ("F32", "F16", "BF16", "F64")
BROKEN = (ValueError, KeyError, IndexError, TypeError, OverflowError, RecursionError, MemoryError)


def read_gguf(
    stream: Unpacked, words: Any = None, *, limit: int | None = None, tensor: str | None = None
) -> RowStore:
    """Read the token table of a GGUF model, or another matrix by its name; with the model's tokens.

    Quantised numbers are read as llama.cpp reads them, which the report says. Raises
    MissingExtraError without the gguf package, InputError for a damaged file and for one without
    tokens where no `words` are given.
    """
    label, file = stream.label, seekable(stream)
    reader = _reader(file, label)
    matrices = {t.name: t for t in reader.tensors if len(t.shape) == 2}
    shapes = {k: f"({t.shape[1]}, {t.shape[0]})" for k, t in matrices.items()}
    found = (
        TABLE
        if tensor is None and TABLE in matrices
        else choose(shapes, tensor, f"{label} (a GGUF model)")
    )
    account = Account(name=label, unit="row")
    table = _Rows(matrices[found], file, f"{label}: tensor {found!r}")
    kind = table.kind
    if kind not in WHOLE:
        account.notes.append(
            f"Its numbers are quantised ({kind}) and were read as llama.cpp reads them."
        )
    account.facts.append(("stored as", f"{kind}, raised to float32"))
    given = _tokens(reader, label) if words is None else words
    vocabulary = read_vocabulary(given, rows=len(table))
    vocabulary.check_length(len(table), label)
    account.facts += [("vectors from", found), ("words from", vocabulary.name)]
    return read_rows(vocabulary, table, account, limit)


class _Bytes:
    """The bytes of a file as gguf takes them from a map: slices, and how many there are."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.size = file, bytes_after(file, 0)
        self.start, self.block = 0, b""
        self.slices = 0

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, asked: slice) -> np.ndarray:
        start, stop, _ = asked.indices(self.size)
        self.slices += 1
        if self.slices > MOST_VALUES:
            raise ValueError(f"more than {MOST_VALUES:,} values before its numbers")
        if not self.start <= start <= stop <= self.start + len(self.block):
            self.file.seek(start)
            self.start, self.block = start, self.file.read(2 * BLOCK)
        return np.frombuffer(self.block, np.uint8, stop - start, start - self.start)


def _reader(file: BinaryIO, label: str) -> Any:
    """gguf's reader of a file."""
    try:
        base: Any = import_module("gguf").GGUFReader
    except ImportError as error:
        raise MissingExtraError(
            f"{label} is a GGUF model (llama.cpp), which the gguf package reads: pip "
            "install 'zipfviz[gguf]'."
        ) from error

    class Bounded(base):
        """A reader that never goes on behind the end of the file, whatever lengths it promises."""

        @property
        def data(self) -> Any:
            return content

        @data.setter
        def data(self, mapped: np.ndarray) -> None:
            """The map of whatever file it was given is not used."""

        def _get(self, offset: int, dtype: Any, count: int = 1, *more: Any, **named: Any) -> Any:
            size = np.dtype(dtype).itemsize * int(count)
            if int(offset) + size > len(content):
                raise ValueError(f"it ends after {len(content):,} bytes")
            if size > BLOCK:  # a tensor, whose numbers are read later
                return np.broadcast_to(np.zeros((), dtype), (int(count),))
            return super()._get(int(offset), dtype, count, *more, **named)

    content = _Bytes(file)
    try:
        reader = Bounded(__file__)
    except BROKEN as error:
        raise InputError(
            f"{label} is a GGUF model (llama.cpp) that is cut short, damaged or of an unknown "
            f"version ({why(error)}); fetch it again."
        ) from error
    if reader.byte_order != "I":
        raise InputError(
            f"{label} is a GGUF model of the other byte order; convert it with gguf's "
            "gguf-convert-endian."
        )
    return reader


def _tokens(reader: Any, label: str) -> Vocabulary:
    field = reader.fields.get(TOKENS)
    if field is None or len(field.types) != 2 or field.types[1].name != "STRING":
        raise InputError(f"{label} holds no tokens ({TOKENS}); give its words with words=.")
    return Vocabulary([decode(field.parts[i].tobytes()) for i in field.data], TOKENS)


class _Rows:
    """(rows, d) the numbers of a tensor, dequantised where they are asked for."""

    def __init__(self, tensor: Any, file: BinaryIO, label: str) -> None:
        self.kind: str = tensor.tensor_type.name
        self.type, self.dequantize = tensor.tensor_type, import_module("gguf").dequantize
        self.shape = int(tensor.shape[1]), int(tensor.shape[0])
        if min(self.shape) < 1:
            raise InputError(f"{label} has shape {self.shape}; a word needs at least one number.")
        stored = tensor.data
        self.rows = FileRows(file, tensor.data_offset, stored.shape, stored.dtype, label=label)
        try:
            self[:1]
        except (NotImplementedError, *BROKEN) as error:
            raise InputError(
                f"{label} holds {self.kind} numbers, which the gguf package does not undo; "
                "convert the model to F16 with llama.cpp."
            ) from error

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, rows: slice) -> np.ndarray:
        block = self.rows[rows]
        if self.kind == "F64":
            return block
        return np.asarray(self.dequantize(block, self.type), np.float32)
