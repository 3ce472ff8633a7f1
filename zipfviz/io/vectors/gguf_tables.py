"""Read the token table of a GGUF model (llama.cpp) through its own package, `gguf`.

Names and sizes are the file's word and are held against its length before anything is made of
them; nothing in it is run.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError, MissingExtraError
from zipfviz.io.files.checks import check_space
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.wording import why
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.text import decode
from zipfviz.io.vectors.arrays import choose, read_rows
from zipfviz.io.vectors.rows import RowStore
from zipfviz.io.vectors.vocabulary import Vocabulary, read_vocabulary

TABLE = "token_embd.weight"
TOKENS = "tokenizer.ggml.tokens"
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
    label = stream.label
    with _opened(stream) as reader:
        matrices = {t.name: t for t in reader.tensors if len(t.shape) == 2}
        shapes = {k: f"({t.shape[1]}, {t.shape[0]})" for k, t in matrices.items()}
        found = (
            TABLE
            if tensor is None and TABLE in matrices
            else choose(shapes, tensor, f"{label} (a GGUF model)")
        )
        account = Account(name=label, unit="row")
        table = _Rows(matrices[found], f"{label}: tensor {found!r}")
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


@contextmanager
def _opened(stream: Unpacked) -> Iterator[Any]:
    """gguf's reader of the stream, by way of a copy where it is no file of its own."""
    try:
        base: Any = import_module("gguf").GGUFReader
    except ImportError as error:
        raise MissingExtraError(
            f"{stream.label} is a GGUF model (llama.cpp), which the gguf package reads: pip "
            "install 'zipfviz[gguf]'."
        ) from error

    class Bounded(base):
        """A reader that never goes on behind the end of the file, whatever lengths it promises."""

        @property
        def data(self) -> np.ndarray:
            return self._bytes

        @data.setter
        def data(self, mapped: np.ndarray) -> None:
            self._bytes = np.asarray(mapped)  # a plain array is cut up in half of a memmap's time

        def _get(self, offset: int, dtype: Any, count: int = 1, *more: Any, **named: Any) -> Any:
            if int(offset) + np.dtype(dtype).itemsize * int(count) > len(self.data):
                raise ValueError(f"it ends after {len(self.data):,} bytes")
            return super()._get(int(offset), dtype, count, *more, **named)

    with tempfile.TemporaryDirectory(prefix="zipfviz-") as folder:
        path = stream.path
        if path is None:
            check_space(Path(folder), stream.size or 0, stream.label)
            path = Path(folder) / "model.gguf"
            with path.open("wb") as file:
                shutil.copyfileobj(stream, file)
        try:
            reader = Bounded(path)
        except BROKEN as error:
            raise InputError(
                f"{stream.label} is a GGUF model (llama.cpp) that is cut short, damaged or of an "
                f"unknown version ({why(error)}); fetch it again."
            ) from error
        if reader.byte_order != "I":
            raise InputError(
                f"{stream.label} is a GGUF model of the other byte order; convert it with gguf's "
                "gguf-convert-endian."
            )
        yield reader


def _tokens(reader: Any, label: str) -> Vocabulary:
    field = reader.fields.get(TOKENS)
    if field is None or len(field.types) != 2 or field.types[1].name != "STRING":
        raise InputError(f"{label} holds no tokens ({TOKENS}); give its words with words=.")
    return Vocabulary([decode(field.parts[i].tobytes()) for i in field.data], TOKENS)


class _Rows:
    """(rows, d) the numbers of a tensor, dequantised where they are asked for."""

    def __init__(self, tensor: Any, label: str) -> None:
        self.kind: str = tensor.tensor_type.name
        self.tensor, self.dequantize = tensor, import_module("gguf").dequantize
        self.shape = int(tensor.shape[1]), int(tensor.shape[0])
        if min(self.shape) < 1:
            raise InputError(f"{label} has shape {self.shape}; a word needs at least one number.")
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
        block = np.asarray(self.tensor.data[rows])
        if self.kind == "F64":
            return block
        return np.asarray(self.dequantize(block, self.tensor.tensor_type), np.float32)
