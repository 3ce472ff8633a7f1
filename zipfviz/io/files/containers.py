"""From a path, bytes or an upload to the bytes that were packed: gzip, bzip2, xz, zip and tar.

    with open_stream("vectors.txt.gz") as stream:
        stream.kind            # "text", told from the content, never from the name
        stream.head            # its first bytes, still unread
        for line in stream: ...

What a thing is comes from its first bytes. What cannot be data (a web page, a Git LFS pointer, a
pickle, a PDF, ...) is refused in one sentence that names what it is. Nothing is ever written under
a name an archive gives, and the bytes that come out are capped.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

from zipfviz.common.errors import InputError
from zipfviz.io.files.archives import list_members, open_tar, open_zip, zip_content
from zipfviz.io.files.kinds import REFUSED, sniff
from zipfviz.io.files.unpackers import BROKEN, HEAD, UNPACKERS, Counted
from zipfviz.io.files.wording import plain

__all__ = ["HEAD", "MAX_UNPACKED", "Unpacked", "members", "open_stream", "seekable", "sniff"]

MAX_UNPACKED = 32 * 2**30
DEPTH = 4


class Unpacked(io.BufferedReader):
    """A binary file of unpacked content.

    `label` names it in messages, `kind` is sniff's word for the content ("npz" for a zip of
    arrays), `head` its first bytes (up to 1 MiB, not consumed), `steps` the layers taken off
    ("zip member glove.txt", "gzip"), `path` the file itself and `size` its bytes when nothing had
    to be unpacked.
    """

    label: str = ""
    kind: str = ""
    head: bytes = b""
    steps: tuple[str, ...] = ()
    path: Path | None = None
    size: int | None = None
    spool: BinaryIO | None = None
    under: Unpacked | None = None

    def close(self) -> None:
        super().close()
        for thing in (self.spool, self.under):
            if thing is not None:
                thing.close()

    @property
    def cut(self) -> bool:
        """True when packed data broke off and partial=True let that pass."""
        return bool(getattr(self.raw, "cut", False))


class _Lent(io.RawIOBase):
    """Someone else's file: read and seek through, but never close it."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return cast(int, self.file.readinto(buffer))

    def seek(self, offset: int, whence: int = 0) -> int:
        return cast(int, self.file.seek(offset, whence))

    def tell(self) -> int:
        return cast(int, self.file.tell())


def _display_name(source: object) -> str:
    if isinstance(source, (str, os.PathLike)):
        return Path(source).name or str(source)
    name = getattr(source, "label", "") or getattr(source, "name", "")
    return Path(name).name if isinstance(name, str) and name else "the given bytes"


def _open_plain(source: Any, label: str) -> Unpacked:
    """A path, bytes or a binary file as a stream, nothing unpacked yet."""
    if isinstance(source, (str, os.PathLike)):
        stream = _open_path(Path(source), label)
    elif isinstance(source, (bytes, bytearray, memoryview)):
        stream = Unpacked(cast(Any, _Lent(io.BytesIO(source))), HEAD)
    elif hasattr(source, "read"):
        stream = Unpacked(cast(Any, _Lent(_binary_file(source, label))), HEAD)
    else:
        raise InputError(f"got a {type(source).__name__}; give a path, bytes or a binary file.")
    stream.label = label
    return stream


def _open_path(path: Path, label: str) -> Unpacked:
    try:
        if path.is_dir():
            raise InputError(f"{label} is a folder; name a file in it.")
        stream = Unpacked(cast(Any, io.FileIO(path)), HEAD)
    except InputError:
        raise
    except (OSError, ValueError) as error:
        reason = "is not there" if isinstance(error, FileNotFoundError) else "cannot be opened"
        raise InputError(f"{label} {reason}; check the path.") from error
    stream.path = path
    return stream


def _binary_file(file: Any, label: str) -> Any:
    """The file at its start when it can seek, else a copy of what it still gives."""
    seeks = getattr(file, "seekable", lambda: False)()
    if not seeks or not hasattr(file, "readinto"):
        data = file.read()
        if not isinstance(data, bytes):
            raise InputError(f"{label} is open as text; open it as binary ('rb').")
        return io.BytesIO(data)
    file.seek(0)
    return file


def _look(stream: Unpacked) -> None:
    """Fill in head, kind and size."""
    if isinstance(stream.raw, Counted):
        stream.head = stream.raw.prime(HEAD)
    else:
        stream.head = stream.read(HEAD)
        stream.size = stream.seek(0, os.SEEK_END)
        stream.seek(0)
    stream.kind = sniff(stream.head)


def seekable(stream: Unpacked) -> BinaryIO:
    """The stream itself when it can seek, else a nameless temporary file that closes with it."""
    if stream.seekable():
        stream.seek(0)
        return cast(BinaryIO, stream)
    if stream.spool is None:
        stream.spool = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 (closed with it)
        while block := stream.read(HEAD):
            stream.spool.write(block)
    stream.spool.seek(0)
    return stream.spool


ARCHIVES = ("zip", "tar")


def _unpack(stream: Unpacked, member: str | None, max_bytes: int, partial: bool) -> Unpacked:
    """Take one layer off; the stream comes back, renamed, when it is a format of its own."""
    try:
        if stream.kind in ARCHIVES:
            if not stream.seekable():
                stream = _spooled(stream)
            if stream.kind == "zip":
                content = zip_content(stream)
                if content != "zip" and (content != "npz" or member is None):
                    stream.kind = content
                    stream.seek(0)
                    return stream
                inner, step = open_zip(stream, member, stream.label, max_bytes)
            else:
                stream.seek(0)
                inner, step = open_tar(stream, member, stream.label)
        else:
            inner, step = UNPACKERS[stream.kind](stream), stream.kind
    except InputError:
        raise
    except BROKEN as error:
        raise InputError(
            f"{stream.label} is a {stream.kind} file cut short or damaged; fetch it again."
        ) from error
    result = Unpacked(cast(Any, Counted(inner, stream, stream.kind, max_bytes, partial)), HEAD)
    result.label, result.steps = stream.label, (*stream.steps, step)
    return result


def _spooled(stream: Unpacked) -> Unpacked:
    """The same content as a stream that can seek."""
    result = Unpacked(cast(Any, _Lent(seekable(stream))), HEAD)
    result.label, result.kind, result.steps = stream.label, stream.kind, stream.steps
    result.under = stream
    return result


def open_stream(
    source: str | os.PathLike[str] | bytes | BinaryIO,
    member: str | None = None,
    *,
    max_bytes: int = MAX_UNPACKED,
    partial: bool = False,
    allow: Collection[str] = (),
    name: str | None = None,
) -> Unpacked:
    """Open what is inside a file, bytes, or a binary file object, whatever it is packed in.

    `member` names the file of a zip or tar that holds several. At most `max_bytes` come out of
    each layer. With `partial`, packed data that breaks off ends the stream (`.cut` says so) instead
    of raising. `allow` lists kinds that are refused otherwise ("pickle", ...). `name` is used in
    messages. An .npz stays as it is, of kind "npz", unless a `member` is asked for.

    Raises InputError: no such file, damaged or too large, several members and none chosen, or a
    thing that is not data.
    """
    label = plain(name or _display_name(source))
    stream = _open_plain(source, label)
    try:
        _look(stream)
        for _ in range(DEPTH):
            if stream.kind not in (*UNPACKERS, *ARCHIVES):
                break
            stream = _unpack(stream, member, max_bytes, partial)
            if stream.kind:
                break
            _look(stream)
        if stream.kind in (*UNPACKERS, *ARCHIVES):
            raise InputError(f"{label} is packed more than {DEPTH} times over; unpack it first.")
        if stream.kind in REFUSED and stream.kind not in allow:
            raise InputError(f"{label} {REFUSED[stream.kind]}")
    except BaseException:
        stream.close()
        raise
    return stream


def members(source: str | os.PathLike[str] | bytes | BinaryIO) -> Sequence[str]:
    """Files inside a zip or tar (packed or not), litter left out; () for anything else."""
    stream = _open_plain(source, _display_name(source))
    try:
        _look(stream)
        if stream.kind in UNPACKERS:
            stream = _unpack(stream, None, MAX_UNPACKED, False)
            _look(stream)
        return list_members(stream, stream.kind)
    except (InputError, *BROKEN):
        return ()  # open_stream says what is wrong with it
    finally:
        stream.close()
