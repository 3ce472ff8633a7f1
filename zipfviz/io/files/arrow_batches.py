"""Read parquet and Arrow files in a child process with limits on memory and time.

A page of a few bytes may stand for a list of a billion numbers, a footer for a million row groups
that share one page, and bent bytes crash the library that reads them. So a process of its own reads
and hands over plain batches; what becomes of it is told in one sentence.
"""

import io
import os
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, cast

from zipfviz.common import limited
from zipfviz.common.errors import InputError
from zipfviz.common.limited import Ending, Limited
from zipfviz.common.limited_child import TOO_LARGE
from zipfviz.common.memory import free_memory
from zipfviz.io.files import arrow_child
from zipfviz.io.files.containers import Unpacked, seekable
from zipfviz.io.files.wording import why

MAX_NUMBERS = 1_000_000  # of one vector
MAX_FOOTER = 2**16  # bytes of a schema and its kin that are read in this process
WORK = f"{arrow_child.__name__}:{arrow_child.read.__name__}"


@contextmanager
def damage_told(stream: Unpacked) -> Iterator[None]:
    """Have whatever pyarrow complains of in the block end in one sentence."""
    import pyarrow as pa

    try:
        yield
    except InputError:
        raise
    except arrow_child.TooLargeError as error:
        raise InputError(f"{stream.label}: {error}.") from error
    except MemoryError as error:  # pyarrow's own is one, too
        raise InputError(_too_large(stream, free_memory())) from error
    except (pa.ArrowException, OSError, ValueError, KeyError, OverflowError) as error:
        raise InputError(_damaged(stream, why(error) or type(error).__name__)) from error


def read_schema(stream: Unpacked) -> tuple[Any, int]:
    """The columns of a file and how many rows it says it has, 0 where it does not say."""
    file = seekable(stream)
    if limited.is_limited() or _footer_length(file, stream.kind) <= MAX_FOOTER:
        return arrow_child.schema_of(file, stream.kind)
    with _reading(stream, None, 0) as child:
        import pyarrow as pa

        schema = pa.ipc.open_stream(child).schema
    return schema, int((schema.metadata or {}).get(arrow_child.ROWS_SAID, 0))


def _footer_length(file: Any, kind: str) -> int:
    """The bytes that describe the content, as a file's last bytes say.

    0 where they say nothing that pyarrow would go by: it looks at the mark and at the length, too,
    before it reads anything else.
    """
    marks = (b"ARROW1",) if kind == "arrow" else (b"PAR1", b"PARE")
    size, mark = file.seek(0, os.SEEK_END), len(marks[0])
    file.seek(max(0, size - mark - 4))
    end = file.read(4 + mark)
    file.seek(0)
    length = struct.unpack("<i", end[:4])[0] if end[4:] in marks else 0
    return length if 0 < length <= size else 0


def read_batches(stream: Unpacked, columns: Sequence[str], rows: int) -> Iterator[Any]:
    """Record batches of at most `rows` rows with the `columns`, dictionaries written out.

    Raises InputError: a damaged file, one that needs more memory than is free, or one that takes
    too long for its size.
    """
    if limited.is_limited():
        yield from arrow_child.batches_of(seekable(stream), _asked(stream, columns, rows))
        return
    import pyarrow as pa

    with _reading(stream, columns, rows) as pipe:
        if pipe.peek(1):  # else the table has no rows
            yield from pa.ipc.open_stream(pa.PythonFile(pipe, mode="r"))


def _asked(stream: Unpacked, columns: Sequence[str] | None, rows: int) -> dict[str, Any]:
    return {
        "kind": stream.kind, "columns": None if columns is None else list(columns), "rows": rows,
        "memory": free_memory(), "numbers": MAX_NUMBERS,
    }  # fmt: skip


@contextmanager
def _reading(
    stream: Unpacked, columns: Sequence[str] | None, rows: int
) -> Iterator[io.BufferedReader]:
    """What a process of its own sends of the file; InputError where it ends otherwise than well."""
    import pyarrow as pa

    asked = _asked(stream, columns, rows)
    with _on_disk(stream) as file:
        seconds = limited.seconds_for(os.fstat(file.fileno()).st_size)
        with Limited(
            WORK, asked, stdin=file, stdout=subprocess.PIPE, seconds=seconds,
            memory=asked["memory"], imports=("pyarrow.parquet",),
        ) as child:  # fmt: skip
            try:
                yield cast(io.BufferedReader, child.process.stdout)
            except (pa.ArrowException, OSError):
                ending = child.wait()  # what it sent broke off
                if ending is None:
                    raise
            else:
                ending = child.wait()
            if ending is not None:
                raise InputError(_sentence(stream, ending, child)) from RuntimeError(ending.words)


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


def _sentence(stream: Unpacked, ending: Ending, child: Limited) -> str:
    """What became of the child."""
    reason = why(Exception(ending.words), 300)
    if ending.kind == "late":
        return (
            f"{stream.label} takes longer than {child.seconds:,.0f} seconds to read, too long for "
            "its size; write it with fewer row groups."
        )
    if ending.kind == "told":
        return _damaged(stream, reason[:80])
    if ending.kind == "large" and reason and ending.code == TOO_LARGE:
        return f"{stream.label}: {reason}."
    if ending.kind == "large":
        return _too_large(stream, child.memory)
    return (
        f"{stream.label} is a damaged {stream.kind} file: reading it ended the process "
        f"({ending.crash}); fetch it again."
    )


def _too_large(stream: Unpacked, memory: int) -> str:
    return (
        f"{stream.label} unpacks to more than the {memory / 1e9:,.1f} GB that are free; write "
        "it in smaller batches."
    )


def _damaged(stream: Unpacked, reason: str) -> str:
    return (
        f"{stream.label} is a {stream.kind} file cut short or damaged ({reason}); fetch it again."
    )
