"""Read columns of a parquet or Arrow file on standard input, as an Arrow stream to standard output.

Run by `zipfviz.io.files.arrow_batches` as a process of its own, which a hostile file may fill or
crash. Imports nothing of zipfviz. What is wrong goes to standard error, in one line.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

DAMAGED, TOO_LARGE = 3, 4  # exit codes
VALUE_BYTES = 8  # a number of a list, and the levels that say which list it belongs to
BATCH_BYTES = 2**28
PULSE = 0.05  # seconds between two looks at the memory in use
SLACK = 2**26  # for stacks and buffers of the reader itself


class TooLargeError(Exception):
    """What the file says it unpacks to is more than there is room for."""


def main() -> None:
    """Take {"kind", "columns", "rows", "memory", "numbers", "seconds"} as JSON, write batches."""
    asked = json.loads(sys.argv[1])
    import pyarrow as pa
    import pyarrow.parquet

    output, sys.stdout = sys.stdout.buffer, sys.stderr
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    _limit(asked["memory"], asked["seconds"])
    try:
        found = _arrow(asked) if asked["kind"] == "arrow" else _parquet(asked)
        writer = None
        for batch in found:
            for plain in _plain(batch, asked["rows"]):
                writer = writer or pa.ipc.new_stream(output, plain.schema)
                writer.write_batch(plain)
        if writer is not None:
            writer.close()
        output.flush()
    except BrokenPipeError:
        os._exit(0)  # nobody reads on
    except TooLargeError as error:
        _stop(TOO_LARGE, str(error))
    except MemoryError:
        _stop(TOO_LARGE, "")
    except (pa.ArrowException, OSError, ValueError, KeyError, OverflowError) as error:
        _stop(DAMAGED, str(error) or type(error).__name__)


def _stop(code: int, why: str) -> None:
    print(" ".join(why.split()), file=sys.stderr, flush=True)
    os._exit(code)


def _limit(memory: int, seconds: int) -> None:
    """Bound this process, and end it when whoever started it has ended."""
    parent = os.getppid()
    try:
        import resource
    except ImportError:  # Windows: time alone is bounded, from outside
        return
    unit = 1 if sys.platform == "darwin" else 1024
    start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

    def watch() -> None:
        while os.getppid() == parent:
            if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit - start > memory + SLACK:
                _stop(TOO_LARGE, "")
            time.sleep(PULSE)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if sys.platform == "linux":  # elsewhere the system takes the limit and does not keep it
        with open("/proc/self/statm", encoding="ascii") as file:
            mapped = int(file.read().split()[0]) * resource.getpagesize()
        most = mapped + SLACK + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _arrow(asked: dict[str, Any]) -> Iterator[Any]:
    import pyarrow as pa

    file = pa.ipc.open_file(
        pa.PythonFile(sys.stdin.buffer, mode="r"), options=pa.ipc.IpcReadOptions(use_threads=False)
    )
    for index in range(file.num_record_batches):
        batch = file.get_batch(index)
        batch.validate(full=True)
        yield batch.select(asked["columns"])


def _parquet(asked: dict[str, Any]) -> Iterator[Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.PythonFile(sys.stdin.buffer, mode="r"))
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
    import pyarrow.compute as compute

    for column in batch.columns:
        if isinstance(column, pa.DictionaryArray) and len(column.dictionary):
            longest = compute.max(compute.binary_length(column.dictionary)).as_py() or 1
            rows = max(1, min(rows, BATCH_BYTES // max(1, longest)))
    for start in range(0, batch.num_rows, rows):
        some = batch.slice(start, rows)
        columns = [
            column.dictionary_decode() if isinstance(column, pa.DictionaryArray) else column
            for column in some.columns
        ]
        yield pa.record_batch(columns, names=batch.schema.names)


if __name__ == "__main__":
    main()
