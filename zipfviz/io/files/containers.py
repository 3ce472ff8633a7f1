"""Stream unpacked content: the layers between it and the bytes that lie there."""

import io
import os
import tempfile
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from zipfviz.common.errors import InputError
from zipfviz.io.files.encodings import Recoded, check_utf8
from zipfviz.io.files.room import copy_to_disk
from zipfviz.io.files.unpackers import BROKEN, HEAD, UNPACKERS, Counted, open_tar, open_zip

ENCODING = "encoding"  # the layer of text that is not UTF-8


class Unpacked(io.BufferedReader):
    """A binary file of unpacked content.

    `label` names it in messages, `kind` is sniff's word for the content, `head` its first bytes
    (not consumed), `steps` the layers taken off, `encoding` the one that was asked for, `path` the
    file itself and `size` its bytes when nothing had to be unpacked.

    Where the file that lies there was written to since it was looked at, as `stamp` tells, leaving
    a `with` block raises InputError, whatever became of what was read.
    """

    label: str = ""
    kind: str = ""
    head: bytes = b""
    steps: tuple[str, ...] = ()
    path: Path | None = None
    size: int | None = None
    encoding: str | None = None
    spool: BinaryIO | None = None
    stamp: str = ""
    base: Any = None

    def check_encoding(self) -> None:
        """Raise ChoiceNeeded where many lines of a text are no UTF-8 and no encoding was given."""
        if self.encoding is None:
            check_utf8(self.head, self.label)

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        changed = self.stamp and stamp_of(self.base) != self.stamp
        self.close()
        if changed and (error is None or isinstance(error, Exception)):
            raise was_changed(self.label) from error

    def close(self) -> None:
        super().close()
        if self.spool is not None:
            self.spool.close()

    @property
    def cut(self) -> bool:
        """True when packed data broke off and partial=True let that pass."""
        return bool(getattr(self.raw, "cut", False))


class PlainFile(io.FileIO):
    """A file that has `most` bytes, once that is known: one that goes on behind them has grown.

    Else whoever writes as fast as it is read keeps a reader for ever.
    """

    most: int | None = None
    label: str = ""

    def readinto(self, buffer: Any) -> int | None:
        count = super().readinto(buffer)
        if self.most is not None and count and self.tell() > self.most:
            raise was_changed(self.label)
        return count


def stamp_of(file: Any) -> str:
    """What changes when somebody writes to an open file, or another one takes its place."""
    found = os.fstat(file.fileno())
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ino}"


def was_changed(label: str) -> InputError:
    """What is said of a file that is another one than it was a moment before."""
    return InputError(
        f"{label} was written to while it was read; read it again when that has ended."
    )


class SharedFile:
    """Someone else's seekable file, which many views read at once and none of them closes."""

    def __init__(self, file: BinaryIO) -> None:
        self.file: BinaryIO = file
        self.lock: threading.Lock = threading.Lock()

    def view(self) -> io.RawIOBase:
        """The file from its start, with a place of its own."""
        return _View(self)


class _View(io.RawIOBase):
    def __init__(self, shared: SharedFile) -> None:
        self.shared, self.at = shared, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        file: Any = self.shared.file
        with self.shared.lock:
            file.seek(self.at)
            count: int = file.readinto(buffer)
        self.at += count
        return count

    def seek(self, offset: int, whence: int = 0) -> int:
        if whence == io.SEEK_END:
            with self.shared.lock:
                offset += self.shared.file.seek(0, io.SEEK_END)
        elif whence == io.SEEK_CUR:
            offset += self.at
        if offset < 0:
            raise OSError("negative place in a file")
        self.at = offset
        return offset

    def tell(self) -> int:
        return self.at


@contextmanager
def damaged(label: str, kind: str) -> Iterator[None]:
    """Have whatever an unpacker or archive complains of end in one sentence."""
    try:
        yield
    except InputError:
        raise
    except BROKEN as error:
        raise InputError(
            f"{label} is a {kind} file cut short or damaged; fetch it again."
        ) from error


def unpack(stream: Unpacked, kind: str, member: str, max_bytes: int, partial: bool) -> Unpacked:
    """Take the layer `kind` off: `member` of an archive, what is packed, or another encoding.

    `member` is then the name of the encoding.
    """
    if kind == ENCODING:
        recoded = Unpacked(cast(Any, Recoded(stream, member)), HEAD)
        recoded.label = stream.label
        return recoded
    with damaged(stream.label, kind):
        if kind == "zip":
            inner = open_zip(stream, member, stream.label, max_bytes)
        elif kind == "tar":
            inner = open_tar(stream, member, stream.label)
        else:
            inner = UNPACKERS[kind](stream)
    result = Unpacked(cast(Any, Counted(inner, stream, kind, max_bytes, partial)), HEAD)
    result.label = stream.label
    return result


def spooled(stream: Unpacked) -> SharedFile:
    """What a stream still gives, in a nameless temporary file that goes when nobody holds it."""
    file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 (closed with its last holder)
    shared = SharedFile(file)
    weakref.finalize(shared, file.close)
    with stream:
        copy_to_disk(stream, file, stream.label)
    return shared


def seekable(stream: Unpacked) -> BinaryIO:
    """The stream itself when it can seek, else a nameless temporary file that closes with it."""
    if stream.seekable():
        stream.seek(0)
        return cast(BinaryIO, stream)
    if stream.spool is None:
        stream.spool = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 (closed with it)
        copy_to_disk(stream, stream.spool, stream.label)
    stream.spool.seek(0)
    return stream.spool
