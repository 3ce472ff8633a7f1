"""Read parquet and Arrow files in a child process with limits on memory and time.

A page of a few bytes may stand for a list of a billion numbers, a footer for a million row groups
that share one page, and bent bytes crash the library that reads them. So a process of its own reads
and hands over plain batches; what becomes of it is told in one sentence. Memory is bounded by the
kernel on Linux, by a watch on what is used (twenty times a second) on macOS; on Windows only what a
file says of its own sizes, and time, are.
"""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, cast

from zipfviz.common.errors import InputError
from zipfviz.io.files import arrow_child
from zipfviz.io.files.containers import Unpacked, seekable
from zipfviz.io.files.memory import free_memory
from zipfviz.io.files.wording import why

MAX_NUMBERS = 1_000_000  # of one vector
SECONDS = 20.0  # for any file, and one more
BYTES_A_SECOND = 1e6  # for this much of it
ALONE = {  # few threads and no memory reserved in advance, so that the limit bounds what is used
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MALLOC_ARENA_MAX"), "1"),
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}


@contextmanager
def damage_told(stream: Unpacked) -> Iterator[None]:
    """Have whatever pyarrow complains of in the block end in one sentence."""
    import pyarrow as pa

    try:
        yield
    except InputError:
        raise
    except (pa.ArrowException, OSError, ValueError, KeyError, OverflowError, MemoryError) as error:
        raise InputError(_damaged(stream, why(error) or type(error).__name__)) from error


def read_schema(stream: Unpacked) -> tuple[Any, int]:
    """The columns of a file and how many rows it says it has, 0 where it does not say.

    The metadata of parquet's column chunks is never asked of pyarrow here: bent bytes there end
    the process.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    file = pa.PythonFile(seekable(stream), mode="r")
    if stream.kind == "arrow":
        return pa.ipc.open_file(file).schema, 0
    table = parquet.ParquetFile(file)
    return table.schema_arrow, max(0, table.metadata.num_rows)


def read_batches(stream: Unpacked, columns: Sequence[str], rows: int) -> Iterator[Any]:
    """Record batches of at most `rows` rows with the `columns`, dictionaries written out.

    Raises InputError: a damaged file, one that needs more memory than is free, or one that takes
    too long for its size.
    """
    import pyarrow as pa

    with _on_disk(stream) as file, tempfile.TemporaryFile() as said:
        seconds = SECONDS + os.fstat(file.fileno()).st_size / BYTES_A_SECOND
        memory = free_memory()
        asked = {
            "kind": stream.kind, "columns": list(columns), "rows": rows, "memory": memory,
            "numbers": MAX_NUMBERS, "seconds": int(seconds) + 1,
        }  # fmt: skip
        child = subprocess.Popen(
            [sys.executable, "-P", arrow_child.__file__, json.dumps(asked)],
            stdin=file, stdout=subprocess.PIPE, stderr=said, env=os.environ | ALONE,
        )  # fmt: skip
        late = threading.Event()

        def end() -> None:
            late.set()
            child.kill()

        clock = threading.Timer(seconds, end)
        clock.daemon = True
        clock.start()
        try:
            yield from _received(child)
            code: int | None = child.wait()
        except (pa.ArrowException, OSError):
            code = child.wait()  # what it sent broke off
        finally:
            clock.cancel()
            child.kill()
            child.wait()
            assert child.stdout is not None
            child.stdout.close()
        if late.is_set() or code == -getattr(signal, "SIGXCPU", 0) < 0:
            raise InputError(
                f"{stream.label} takes longer than {seconds:,.0f} seconds to read, too long for "
                "its size; write it with fewer row groups."
            )
        if code:
            said.seek(0)
            raise InputError(_sentence(stream, code, said.read(1000), memory))


def _received(child: subprocess.Popen[bytes]) -> Iterator[Any]:
    """The batches that come through the pipe; none where the table has no rows."""
    import pyarrow as pa

    pipe = cast(io.BufferedReader, child.stdout)  # what a pipe read as bytes is
    if pipe.peek(1):
        yield from pa.ipc.open_stream(pa.PythonFile(pipe, mode="r"))


def _on_disk(stream: Unpacked) -> IO[bytes]:
    """The content as a file that another process can be handed, at its start."""
    file: Any = seekable(stream)
    try:
        copy: Any = os.fdopen(os.dup(file.fileno()), "rb")
    except OSError:  # in memory
        copy = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
        shutil.copyfileobj(file, copy)
    copy.seek(0)
    return cast(IO[bytes], copy)


def _sentence(stream: Unpacked, code: int, said: bytes, memory: int) -> str:
    """What became of the child, from its exit code and last words."""
    reason = why(Exception(said.decode("utf-8", "replace")), 300)
    if code == arrow_child.DAMAGED:
        return _damaged(stream, reason[:80])
    if code == arrow_child.TOO_LARGE and reason:
        return f"{stream.label}: {reason}."
    if code == arrow_child.TOO_LARGE or "bad_alloc" in reason:
        return (
            f"{stream.label} unpacks to more than the {memory / 1e9:,.1f} GB that are free; write "
            "it in smaller batches."
        )
    ended = f"signal {-code}" if code < 0 else f"exit code {code}"
    return (
        f"{stream.label} is a damaged {stream.kind} file: reading it ended the process ({ended}); "
        "fetch it again."
    )


def _damaged(stream: Unpacked, reason: str) -> str:
    return (
        f"{stream.label} is a {stream.kind} file cut short or damaged ({reason}); fetch it again."
    )
