"""A parquet file as named columns of Python values; its size is checked before it is unpacked."""

from __future__ import annotations

import io
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.memory import free_memory
from zipfviz.io.vectors.parquet_sizes import parquet_sizes

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

    file = io.BytesIO(whole(stream))
    try:
        table = pq.ParquetFile(file)
        names = table.schema_arrow.names
        flat = [f.name for f in table.schema_arrow if not pa.types.is_nested(f.type)]
        sizes = parquet_sizes(file, stream.label, flat)
        wanted = sizes.rows if rows is None else min(rows, sizes.rows)
        if wanted * len(names) * CELL_BYTES > free_memory():
            raise _too_large(stream.label, wanted * len(names) * CELL_BYTES)
        step = sizes.batch(min(ROWS, max(1, wanted)))
        batches = table.iter_batches(batch_size=step, columns=flat, use_threads=False)
        return _cells(batches, names, flat, wanted, stream.label)
    except InputError:
        raise
    except (pa.ArrowException, OSError, ValueError, KeyError, MemoryError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{stream.label} is not parquet that can be read ({first}).") from None


def _cells(
    batches: Any, names: list[str], flat: list[str], wanted: int, label: str
) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {name: [] for name in names}
    size = done = 0
    for batch in batches:
        if done >= wanted:
            break
        batch = batch.slice(0, wanted - done)
        done += batch.num_rows
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            # A dictionary of one long word is small, its rows are not.
            plain = column.dictionary_decode() if hasattr(column, "dictionary") else column
            size += plain.nbytes
            if size > MAX_WHOLE:
                raise _too_large(label, size)
            found[name] += plain.to_pylist()
    return found | {name: [None] * done for name in names if name not in flat}


def _too_large(label: str, size: int) -> InputError:
    return InputError(
        f"{label} unpacks to {size:,} bytes or more, more than a word list or benchmark can be; "
        "keep only its columns of words and numbers."
    )
