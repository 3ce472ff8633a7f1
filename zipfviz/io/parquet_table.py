"""Read a parquet file as named columns of Python values."""

from __future__ import annotations

from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.arrow_batches import read_batches
from zipfviz.io.files.containers import Unpacked, seekable
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
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(pa.PythonFile(seekable(stream), mode="r"))
        schema, height = table.schema_arrow, max(0, table.metadata.num_rows)
        return _cells(stream, schema, height if rows is None else min(rows, height))
    except InputError:
        raise
    except (pa.ArrowException, OSError, ValueError, KeyError, MemoryError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{stream.label} is not parquet that can be read ({first}).") from None


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
