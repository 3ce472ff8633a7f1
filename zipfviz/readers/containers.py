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

import bz2
import gzip
import io
import lzma
import os
import re
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast

from zipfviz.errors import InputError

__all__ = ["MAX_UNPACKED", "Unpacked", "members", "open_stream", "seekable", "sniff"]

MAX_UNPACKED = 32 * 2**30
HEAD = 2**20
DEPTH = 4

MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"\x93NUMPY", "npy"),
    (b"PAR1", "parquet"),
    (b"ARROW1", "arrow"),
    (b"\x89HDF\r\n\x1a\n", "hdf5"),
    (b"SQLite format 3\x00", "sqlite"),
    (b"%PDF-", "pdf"),
    (b"version https://git-lfs", "lfs"),
    (b"\xff\xfe", "utf16"),
    (b"\xfe\xff", "utf16"),
    (struct.pack("<i", 793712314), "fasttext"),
)
PICKLE = re.compile(
    rb"\x80[\x02-\x05][\x95cX\]})(KNUJGq\x8a\x8c]|\((?:dp|lp|i)\d+\n|c[a-z_][\w.]*\n\w+\n"
)
HTML = re.compile(
    rb"\s*(?:<!doctype html|<html[\s>].*?<(?:head|body|title|meta)[\s>])", re.I | re.S
)
XML = re.compile(rb"\s*(?:\xef\xbb\xbf)?<\?xml[\s]")

REFUSED = {
    "empty": "is empty (0 bytes); fetch or export it again.",
    "html": "is a web page (HTML), not data; the link probably leads to a login or a landing "
    "page, fetch the file itself.",
    "xml": "is an XML document, not data; a server's error message looks like this, fetch the "
    "file again.",
    "lfs": "is a Git LFS pointer, not the file it points to; run `git lfs pull` in its "
    "repository or fetch the file itself.",
    "pickle": "is a Python pickle, which can run code when read; save it as word2vec, npy or "
    "safetensors, or pass trust=True for a local file you made yourself.",
    "pytorch": "is a PyTorch pickle, which can run code when read; save the tensor as safetensors.",
    "office": "is an office document; export it as csv.",
    "zstd": "is packed with zstd; unpack it first with `unzstd`.",
    "7z": "is a 7z archive; unpack it first.",
    "rar": "is a RAR archive; unpack it first.",
    "hdf5": "is an HDF5 file; save its arrays as npz or safetensors.",
    "sqlite": "is an SQLite database; export the table as csv or parquet.",
    "pdf": "is a PDF document, not data; fetch the file itself.",
    "utf16": "is UTF-16 text; save it as UTF-8.",
}
JUNK = {".ds_store", "thumbs.db", "desktop.ini"}
BROKEN = (EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError)


def sniff(head: bytes) -> str:
    """Name what the first bytes of a file belong to.

    Returns a container ("gzip", "bzip2", "xz", "zip", "tar"), a format ("npy", "parquet", "arrow",
    "safetensors", "fasttext"), a key of REFUSED, or "text" and "binary" for all else.
    """
    if not head:
        return "empty"
    for magic, kind in MAGIC:
        if head.startswith(magic):
            return kind
    if head[257:262] == b"ustar":
        return "tar"
    if head[8:9] == b"{" and 2 <= int.from_bytes(head[:8], "little") <= 10**8:
        return "safetensors"
    if PICKLE.match(head):
        return "pickle"
    if HTML.match(head[:4096]):
        return "html"
    if XML.match(head[:64]):
        return "xml"
    return "binary" if b"\0" in head else "text"


class _Counted(io.RawIOBase):
    """The bytes an unpacker gives, counted and capped; its errors become one sentence."""

    def __init__(
        self,
        inner: Any,
        label: str,
        packing: str,
        max_bytes: int,
        partial: bool,
        owns: Sequence[Any],
    ) -> None:
        self.inner, self.label, self.packing = inner, label, packing
        self.max_bytes, self.partial, self.owns = max_bytes, partial, owns
        self.count = 0
        self.cut = False
        self.pending = b""

    def readable(self) -> bool:
        return True

    def _take(self, size: int) -> bytes:
        try:
            data = bytes(self.inner.read1(size))
        except (*BROKEN, NotImplementedError, RuntimeError, struct.error, ValueError) as error:
            if isinstance(error, InputError):
                raise
            self.cut = True
            if self.partial:
                return b""
            raise InputError(
                f"{self.label} is cut short or damaged: its {self.packing} data breaks off after "
                f"{self.count:,} unpacked bytes; fetch it again, or pass partial=True to load the "
                "complete rows."
            ) from error
        self.count += len(data)
        if self.count > self.max_bytes:
            raise InputError(
                f"{self.label} unpacks to more than {self.max_bytes:,} bytes; unpack it yourself "
                "if it is what you expect."
            )
        return data

    def prime(self, size: int) -> bytes:
        """The first `size` bytes, which later reads give once more."""
        while len(self.pending) < size and (data := self._take(size - len(self.pending))):
            self.pending += data
        return self.pending

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        if self.pending:
            data, self.pending = self.pending[:size], self.pending[size:]
        else:
            data = self._take(size)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            for thing in (self.inner, *self.owns):
                thing.close()
        super().close()


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

    @property
    def cut(self) -> bool:
        """True when packed data broke off and partial=True let that pass."""
        return bool(getattr(self.raw, "cut", False))


def _display_name(source: object) -> str:
    if isinstance(source, (str, os.PathLike)):
        return Path(source).name or str(source)
    name = getattr(source, "name", "")
    return Path(name).name if isinstance(name, str) and name else "the given bytes"


def _open_plain(source: Any, label: str) -> Unpacked:
    if isinstance(source, (bytes, bytearray, memoryview)):
        source = io.BytesIO(source)
    if not isinstance(source, (str, os.PathLike)):
        if not hasattr(source, "read"):
            raise InputError(f"got {type(source).__name__}; give a path, bytes or a binary file.")
        return _from_file(source, label)
    path = Path(source)
    if path.is_dir():
        raise InputError(f"{label} is a folder; name a file in it.")
    try:
        stream = Unpacked(cast(Any, io.FileIO(path)), HEAD)
    except (OSError, ValueError) as error:
        reason = "is not there" if isinstance(error, FileNotFoundError) else "cannot be opened"
        raise InputError(f"{label} {reason}; check the path.") from error
    stream.path = path
    return stream


def _from_file(file: Any, label: str) -> Unpacked:
    """An open binary file as it is when it can seek, else a copy of what it still gives."""
    seeks = getattr(file, "seekable", lambda: False)()
    if not seeks or not hasattr(file, "readinto"):
        data = file.read()
        if not isinstance(data, bytes):
            raise InputError(f"{label} is open as text; open it as binary ('rb').")
        file = io.BytesIO(data)
    file.seek(0)
    return Unpacked(cast(Any, _Lent(file)), HEAD)


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


def _look(stream: Unpacked) -> None:
    """Fill in head, kind and size."""
    if isinstance(stream.raw, _Counted):
        stream.head = stream.raw.prime(HEAD)
    else:
        stream.head = stream.read(HEAD)
        stream.size = stream.seek(0, os.SEEK_END)
        stream.seek(0)
    stream.kind = sniff(stream.head)


def seekable(stream: Unpacked) -> BinaryIO:
    """The stream itself when it can seek, else a temporary file (no name, gone when closed)."""
    if stream.seekable():
        stream.seek(0)
        return cast(BinaryIO, stream)
    spool = tempfile.TemporaryFile()  # noqa: SIM115 (handed on open)
    while block := stream.read(HEAD):
        spool.write(block)
    spool.seek(0)
    return cast(BinaryIO, spool)


def real_members(names: Sequence[str]) -> tuple[str, ...]:
    """Names of an archive without folders and the litter of operating systems."""

    def is_real(name: str) -> bool:
        parts = PurePosixPath(name).parts
        base = parts[-1].lower() if parts else ""
        return not (
            name.endswith("/") or "__MACOSX" in parts or base.startswith("._") or base in JUNK
        )

    return tuple(name for name in names if is_real(name))


def choose_member(names: Sequence[str], member: str | None, label: str) -> str:
    """The one member that is meant, by exact name or by a file name only one of them has."""
    shown = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    if not names:
        raise InputError(f"{label} holds no files; fetch it again.")
    if member is None:
        if len(names) == 1:
            return names[0]
        raise InputError(f"{label} holds {len(names)} files ({shown}); choose one with member=.")
    hits = [n for n in names if n == member] or [
        n for n in names if PurePosixPath(n).name == PurePosixPath(member).name
    ]
    if len(hits) != 1:
        raise InputError(f"{label} holds no single member {member!r}; it has {shown}.")
    return hits[0]


def _zip_content(names: Sequence[str]) -> str:
    """ "npz", "pytorch" or "office" for zips that are a format themselves, else "zip"."""
    if names and all(n.endswith(".npy") and "/" not in n for n in names) and len(names) > 1:
        return "npz"
    if any(PurePosixPath(n).name == "data.pkl" for n in names):
        return "pytorch"
    return "office" if "[Content_Types].xml" in names else "zip"


def _open_zip(
    stream: Unpacked, member: str | None, max_bytes: int
) -> tuple[Any, str, Sequence[Any]] | str:
    file = seekable(stream)
    archive = zipfile.ZipFile(file)
    names = real_members(archive.namelist())
    content = _zip_content(names)
    if content == "pytorch" or content == "office" or (content == "npz" and member is None):
        archive.close()
        file.seek(0)
        return content
    chosen = choose_member(names, member, stream.label)
    info = archive.getinfo(chosen)
    if info.flag_bits & 1:
        raise InputError(f"{stream.label} is locked with a password; unpack it first.")
    if info.file_size > max_bytes:
        raise InputError(
            f"{stream.label}: member {chosen} unpacks to {info.file_size:,} bytes, more than the "
            f"{max_bytes:,} allowed; unpack it yourself if it is what you expect."
        )
    return archive.open(info), f"zip member {chosen}", (archive, file)


def _open_tar(stream: Unpacked, member: str | None) -> tuple[Any, str, Sequence[Any]]:
    file = seekable(stream)
    archive = tarfile.open(fileobj=file, mode="r:")  # noqa: SIM115 (handed on open)
    files = {info.name: info for info in archive if info.isreg()}
    chosen = choose_member(real_members(list(files)), member, stream.label)
    return archive.extractfile(files[chosen]), f"tar member {chosen}", (archive, file)


UNPACKERS: dict[str, Callable[[Any], Any]] = {
    "gzip": lambda file: gzip.GzipFile(fileobj=file),
    "bzip2": bz2.BZ2File,
    "xz": lzma.LZMAFile,
}


def _unpack(stream: Unpacked, member: str | None, max_bytes: int, partial: bool) -> Unpacked:
    """Take one layer off; the stream comes back as it is when it is a format of its own."""
    opened: Any
    try:
        if stream.kind == "zip":
            opened = _open_zip(stream, member, max_bytes)
        elif stream.kind == "tar":
            opened = _open_tar(stream, member)
        else:
            opened = (UNPACKERS[stream.kind](stream), stream.kind, ())
    except InputError:
        raise
    except (*BROKEN, NotImplementedError, ValueError, KeyError, struct.error) as error:
        raise InputError(
            f"{stream.label} is a {stream.kind} file cut short or damaged; fetch it again."
        ) from error
    if isinstance(opened, str):
        stream.kind = opened
        return stream
    inner, step, owns = opened
    raw = _Counted(inner, stream.label, stream.kind, max_bytes, partial, (*owns, stream))
    result = Unpacked(cast(Any, raw), HEAD)
    result.label = stream.label
    result.steps = (*stream.steps, step)
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
    label = name or _display_name(source)
    stream = _open_plain(source, label)
    stream.label = label
    try:
        _look(stream)
        for _ in range(DEPTH):
            if stream.kind not in (*UNPACKERS, "zip", "tar"):
                break
            inner = _unpack(stream, member, max_bytes, partial)
            if inner is stream:
                break
            stream = inner
            _look(stream)
        else:
            raise InputError(f"{label} is packed more than {DEPTH} times over; unpack it first.")
        if stream.kind in REFUSED and stream.kind not in allow:
            raise InputError(f"{label} {REFUSED[stream.kind]}")
    except BaseException:
        stream.close()
        raise
    return stream


def members(source: str | os.PathLike[str] | bytes | BinaryIO) -> tuple[str, ...]:
    """Files inside a zip or tar (packed or not), litter left out; () for anything else."""
    with _open_plain(source, _display_name(source)) as stream:
        stream.label = _display_name(source)
        _look(stream)
        try:
            if stream.kind == "zip":
                return real_members(zipfile.ZipFile(stream).namelist())
            if stream.kind in (*UNPACKERS, "tar"):
                with tarfile.open(fileobj=stream, mode="r:*") as archive:
                    return real_members([info.name for info in archive if info.isreg()])
        except tarfile.ReadError:
            return ()
        except BROKEN as error:
            raise InputError(
                f"{stream.label} is a {stream.kind} file cut short or damaged; fetch it again."
            ) from error
    return ()
