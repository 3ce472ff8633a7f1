"""A parquet file as named columns of Python values; its size is checked before it is unpacked."""

from __future__ import annotations

import io
from typing import Any

from zipfviz.errors import InputError
from zipfviz.readers.containers import Unpacked

__all__ = ["MAX_WHOLE", "parquet_columns", "whole"]

MAX_WHOLE = 2 * 2**30


def whole(stream: Unpacked, limit: int = MAX_WHOLE) -> bytes:
    """All bytes of a stream; raises InputError when there are more than `limit`."""
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise InputError(
            f"{stream.label} is larger than {limit:,} bytes, too large to be read at once; save it "
            "as lines of text."
        )
    return data


def parquet_columns(stream: Unpacked) -> dict[str, list[Any]]:
    """Column name -> cells; raises InputError for a damaged file, or one that unpacks too large."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    data = whole(stream)
    try:
        file = pq.ParquetFile(io.BytesIO(data))
        groups = range(file.metadata.num_row_groups)
        size = sum(file.metadata.row_group(i).total_byte_size for i in groups)
        if size > MAX_WHOLE:
            raise InputError(
                f"{stream.label} unpacks to {size:,} bytes, more than a word list or benchmark "
                "can be; keep only its columns of words and numbers."
            )
        table = file.read(use_threads=False)
        return {name: table.column(i).to_pylist() for i, name in enumerate(table.column_names)}
    except InputError:
        raise
    except (pa.ArrowException, OSError, ValueError, MemoryError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{stream.label} is not parquet that can be read ({first}).") from None
