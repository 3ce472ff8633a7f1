"""Read a parquet file as named columns of Python values."""

from __future__ import annotations

from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.arrow_batches import damage_told, read_batches, read_schema
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.memory import free_memory
from zipfviz.io.tables.json_table import Records
from zipfviz.io.tables.text import MAX_WHOLE

ROWS = 4096
CELL_BYTES = 80  # a Python value and its place in a list


def read_parquet(stream: Unpacked, rows: int | None = None) -> Records:
    """Rows of cells under their columns' names, only the first `rows` when that is given.

    Lists and other nested columns are no words, texts or numbers: their cells are None. Raises
    InputError for a damaged file, or one that unpacks too large.
    """
    with damage_told(stream):
        schema, height = read_schema(stream)
        columns = _cells(stream, schema, height if rows is None else min(rows, height))
        rows_of = map(list, zip(*(columns[name] for name in schema.names), strict=True))
        return Records(header=tuple(schema.names), rows=list(rows_of))


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
