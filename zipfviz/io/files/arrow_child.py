"""Read the schema or columns of a parquet or Arrow file: plain batches, whatever it is made of.

`read` is what `zipfviz.io.files.arrow_batches` has a process of its own do, which a hostile file
may fill or crash: the file comes on standard input, an Arrow stream goes to standard output.
"""

import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from zipfviz.common.limited_child import TOLD, TOO_LARGE, stop

VALUE_BYTES = 8  # a number of a list, and the levels that say which list it belongs to
BATCH_BYTES = 2**26
MOST_COLUMNS = 20_000
ROWS_SAID = b"rows"


class TooLargeError(Exception):
    """What the file says it unpacks to is more than there is room for."""


def read(asked: dict[str, Any]) -> None:
    """Take {"kind", "columns", "rows", "memory", "numbers"}, write batches.

    Without "columns" the schema alone, with the number of rows among its metadata.
    """
    import pyarrow as pa
    import pyarrow.parquet

    output, sys.stdout = sys.stdout.buffer, sys.stderr
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    try:
        if asked["columns"] is None:
            schema, rows = schema_of(sys.stdin.buffer, asked["kind"])
            pa.ipc.new_stream(output, schema.with_metadata({ROWS_SAID: str(rows)})).close()
        else:
            writer = None
            for batch in batches_of(sys.stdin.buffer, asked):
                writer = writer or pa.ipc.new_stream(output, batch.schema)
                writer.write_batch(batch)
            if writer is not None:
                writer.close()
        output.flush()
    except BrokenPipeError:
        raise
    except TooLargeError as error:
        stop(TOO_LARGE, str(error))
    except (pa.ArrowException, OSError, ValueError, KeyError, OverflowError) as error:
        if isinstance(error, MemoryError):  # as pyarrow's own is
            raise
        stop(TOLD, str(error) or type(error).__name__)


def schema_of(file: BinaryIO, kind: str) -> tuple[Any, int]:
    """The columns of a file and how many rows it says it has, 0 where it does not say.

    The metadata of parquet's column chunks is never asked of pyarrow here: bent bytes there end
    the process.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    if kind == "arrow":
        schema, rows = pa.ipc.open_file(pa.PythonFile(file, mode="r")).schema, 0
    else:
        table = parquet.ParquetFile(pa.PythonFile(file, mode="r"))
        schema, rows = table.schema_arrow, max(0, table.metadata.num_rows)
    if len(schema) > MOST_COLUMNS:
        raise TooLargeError(
            f"a table of {len(schema):,} columns is no embedding, word list or benchmark; keep "
            "those of words and numbers"
        )
    return schema, rows


def batches_of(file: BinaryIO, asked: dict[str, Any]) -> Iterator[Any]:
    """Record batches of bounded size, dictionaries written out."""
    found = _arrow(file, asked) if asked["kind"] == "arrow" else _parquet(file, asked)
    for batch in found:
        yield from _plain(batch, asked["rows"])


def _arrow(source: BinaryIO, asked: dict[str, Any]) -> Iterator[Any]:
    import pyarrow as pa

    file = pa.ipc.open_file(
        pa.PythonFile(source, mode="r"), options=pa.ipc.IpcReadOptions(use_threads=False)
    )
    for index in range(file.num_record_batches):
        batch = file.get_batch(index)
        batch.validate(full=True)
        yield batch.select(asked["columns"])


def _parquet(source: BinaryIO, asked: dict[str, Any]) -> Iterator[Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.PythonFile(source, mode="r"))
    _check(file.metadata, asked)
    yield from file.iter_batches(
        batch_size=asked["rows"], columns=asked["columns"], use_threads=False
    )


def _check(metadata: Any, asked: dict[str, Any]) -> None:
    """Refuse row groups that say themselves that they are too large."""
    for i in range(metadata.num_row_groups):
        group = metadata.row_group(i)
        for j in range(group.num_columns):
            chunk = group.column(j)
            name, _, inner = chunk.path_in_schema.partition(".")
            if name not in asked["columns"]:
                continue
            values, rows = chunk.num_values, group.num_rows
            if inner and values > asked["numbers"] * max(1, rows):
                raise TooLargeError(
                    f"column {name!r:.60} has {values:,} numbers in {rows:,} rows, too many for "
                    "the vectors of words; save one vector a row"
                )
            needed = max(values * VALUE_BYTES if inner else 0, chunk.total_uncompressed_size)
            if needed > asked["memory"]:
                raise TooLargeError(
                    f"a row group of column {name!r:.60} unpacks to {needed / 1e9:,.1f} GB and "
                    f"{asked['memory'] / 1e9:,.1f} GB are free; write it in smaller row groups"
                )


def _plain(batch: Any, rows: int) -> Iterator[Any]:
    """A batch in slices of bounded size, dictionaries written out.

    A dictionary of one long word is small, its rows are not.
    """
    import pyarrow as pa

    for column in batch.columns:
        if isinstance(column, pa.DictionaryArray) and len(column.dictionary):
            rows = max(1, min(rows, BATCH_BYTES // max(1, _longest(column.dictionary))))
    for start in range(0, batch.num_rows, rows):
        some = batch.slice(start, rows)
        columns = [
            column.dictionary_decode() if isinstance(column, pa.DictionaryArray) else column
            for column in some.columns
        ]
        yield pa.record_batch(columns, names=batch.schema.names)


def _longest(values: Any) -> int:
    """Bytes of the longest value, or of all where one of them may have as many."""
    import pyarrow as pa
    import pyarrow.compute as compute

    kind = values.type
    if pa.types.is_primitive(kind) or pa.types.is_fixed_size_binary(kind):
        return int(values.nbytes // len(values)) + 1
    try:
        return compute.max(compute.binary_length(values)).as_py() or 1
    except pa.ArrowNotImplementedError:
        return int(values.nbytes)
