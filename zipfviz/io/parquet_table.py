"""Read a parquet file as named columns of Python values."""

from __future__ import annotations

from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.arrow_batches import damage_told, read_batches, read_schema
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.memory import free_memory

__all__ = ["MAX_WHOLE", "parquet_columns", "whole"]

MAX_WHOLE = 2 * 2**30
ROWS = 4096
CELL_BYTES = 80  # a Python value and its place in a list


def whole(stream: Unpacked, limit: int = MAX_WHOLE) -> bytes:
    """All bytes of a stream; raises InputError when there are more than `limit`."""
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise InputError(
            f"{stream.label} is larger than {limit:,} bytes, too large to be read at once; save it "
            "as lines of text."
        )
    return data


def parquet_columns(stream: Unpacked, rows: int | None = None) -> dict[str, list[Any]]:
    """Column name -> cells, of the first `rows` rows only when that is given.

    Lists and other nested columns are no words, texts or numbers: their cells are None. Raises
    InputError for a damaged file, or one that unpacks too large.
    """
    with damage_told(stream):
        schema, height = read_schema(stream)
        return _cells(stream, schema, height if rows is None else min(rows, height))


def _cells(stream: Unpacked, schema: Any, wanted: int) -> dict[str, list[Any]]:
    """The first `wanted` rows; InputError where they are too large for words or pairs."""
    from pyarrow.types import is_nested

    flat = [field.name for field in schema if not is_nested(field.type)]
    if wanted * len(schema) * CELL_BYTES > free_memory():
        raise _too_large(stream.label, wanted * len(schema) * CELL_BYTES)
    found: dict[str, list[Any]] = {name: [] for name in schema.names}
    size = done = 0
    for batch in read_batches(stream, flat, min(ROWS, max(1, wanted))):
        batch = batch.slice(0, wanted - done)
        done += batch.num_rows
        size += batch.nbytes
        if size > MAX_WHOLE:
            raise _too_large(stream.label, size)
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            found[name] += column.to_pylist()
        if done >= wanted:
            break
    return found | {name: [None] * done for name in schema.names if name not in flat}


def _too_large(label: str, size: int) -> InputError:
    return InputError(
        f"{label} unpacks to {size:,} bytes or more, more than a word list or benchmark can be; "
        "keep only its columns of words and numbers."
    )
