"""Unpack gzip, bzip2, xz, zstd, lz4, counted and capped; list and open members of zip and tar."""

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Any, BinaryIO, cast

from zipfviz.common.errors import ChoiceNeeded, InputError
from zipfviz.io.files.wording import listed, plain

HEAD = 2**20
ARCHIVES = ("zip", "tar")
JUNK = {".ds_store", "thumbs.db", "desktop.ini"}
MAX_XZ_MEMORY = 2**29
MAX_FILES = 10_000  # of an archive or folder
MOST_LISTED = 2**25  # bytes that say what is in an archive
PIECE = 2**16  # what is lost, at most, where packed data breaks off
BROKEN = (
    EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError,
    RuntimeError, ValueError, KeyError, OverflowError, struct.error,
)  # fmt: skip


class _Xz:
    """An xz or lzma stream whose dictionary may not take more than 512 MiB."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.decoder = lzma.LZMADecompressor(memlimit=MAX_XZ_MEMORY)
        self.unused = b""

    def read1(self, size: int) -> bytes:
        while True:
            if self.decoder.eof:
                self.unused = (self.decoder.unused_data or self.file.read(HEAD)).lstrip(b"\0")
                if not self.unused:
                    return b""
                self.decoder = lzma.LZMADecompressor(memlimit=MAX_XZ_MEMORY)
            packed = self.unused
            if not packed and self.decoder.needs_input and not (packed := self.file.read(HEAD)):
                raise EOFError
            self.unused = b""
            data = self.decoder.decompress(packed, size)
            if data:
                return data

    def close(self) -> None:
        self.unused = b""


class _Arrow:
    """A zstd or lz4 stream, as pyarrow unpacks it; a zstd window takes 128 MiB at most."""

    def __init__(self, file: BinaryIO, packing: str) -> None:
        import pyarrow as pa

        self.stream = pa.CompressedInputStream(pa.PythonFile(file, "r"), packing)

    def read1(self, size: int) -> bytes:
        return cast(bytes, self.stream.read(min(size, PIECE)))

    def close(self) -> None:
        """Nothing to do: who opened the file closes it."""


class Counted(io.RawIOBase):
    """The bytes an unpacker gives, counted and capped; its errors become one sentence."""

    def __init__(self, inner: Any, outer: Any, packing: str, max_bytes: int, partial: bool) -> None:
        self.inner, self.outer, self.packing = inner, outer, packing
        self.max_bytes, self.partial = max_bytes, partial
        self.count = 0
        self.cut = outer.cut

    def readable(self) -> bool:
        return True

    def _take(self, size: int) -> bytes:
        label = self.outer.label
        try:
            data = bytes(self.inner.read1(size))
        except InputError:
            raise
        except BROKEN as error:
            self.cut = True
            if self.partial:
                return b""
            raise InputError(
                f"{label} is cut short or damaged: its {self.packing} data breaks off after "
                f"{self.count:,} unpacked bytes; fetch it again, or pass partial=True to load the "
                "complete rows."
            ) from error
        self.count += len(data)
        self.cut = self.cut or self.outer.cut
        if self.count > self.max_bytes:
            raise InputError(
                f"{label} unpacks to more than {self.max_bytes:,} bytes; unpack it yourself if it "
                "is what you expect."
            )
        return data

    def readinto(self, buffer: Any) -> int:
        data = self._take(min(len(buffer), HEAD))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self.inner.close()
            self.outer.close()
        super().close()


UNPACKERS: dict[str, Callable[[Any], Any]] = {
    "gzip": lambda file: gzip.GzipFile(fileobj=file),
    "bzip2": bz2.BZ2File,
    "xz": _Xz,
    "lzma": _Xz,
    "zstd": partial(_Arrow, packing="zstd"),
    "lz4": partial(_Arrow, packing="lz4"),
}
# By the numbers of the zip format (APPNOTE 4.4.5); Python unpacks 0, 8, 12 and 14.
ZIP_METHODS = {
    1: "Shrink", 2: "Reduce", 3: "Reduce", 4: "Reduce", 5: "Reduce", 6: "Implode", 9: "Deflate64",
    10: "PKWARE DCL", 16: "IBM CMPSC", 18: "IBM TERSE", 19: "IBM LZ77", 20: "an old zstd",
    93: "zstd", 94: "MP3", 95: "xz", 96: "JPEG", 97: "WavPack", 98: "PPMd",
}  # fmt: skip
UNZIPPED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


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
    if not names:
        raise InputError(f"{label} holds no files; fetch it again.")
    if member is None:
        if len(names) == 1:
            return names[0]
        found = f"{label} holds {len(names)} files"
        raise ChoiceNeeded.between(found, "member", dict.fromkeys(names, ""))
    hits = [n for n in names if n == member] or [
        n for n in names if PurePosixPath(n).name == PurePosixPath(member).name
    ]
    if len(hits) != 1:
        raise InputError(f"{label} holds no single member {member!r}; it has {listed(names)}.")
    return hits[0]


class _Listing:
    """The file of an archive, of which little is read while its members are listed.

    A directory of gigabytes packs to nothing.
    """

    def __init__(self, file: BinaryIO, label: str) -> None:
        self.file, self.label = file, label
        self.left: int | None = MOST_LISTED

    def read(self, size: int = -1) -> bytes:
        if self.left is None:
            return self.file.read(size)
        data = self.file.read(size if 0 <= size <= self.left else self.left + 1)
        self.left -= len(data)
        if self.left < 0:
            raise _too_many(self.label)
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def zip(self) -> zipfile.ZipFile:
        """The zip with its directory read."""
        found = zipfile.ZipFile(cast(BinaryIO, self))
        if len(found.filelist) > MAX_FILES:
            raise _too_many(self.label)
        self.left = None
        return found

    def tar(self) -> tuple[tarfile.TarFile, dict[str, tarfile.TarInfo]]:
        """The tar with its files, folders and links left out; of one name the last stays."""
        found = tarfile.open(fileobj=cast(BinaryIO, self), mode="r:")  # noqa: SIM115 (read later)
        files: dict[str, tarfile.TarInfo] = {}
        for number, info in enumerate(found):
            if number >= MAX_FILES:
                raise _too_many(self.label)
            if info.isreg():
                files[info.name] = info
        self.left = None
        return found, files


def _too_many(label: str) -> InputError:
    return InputError(
        f"{label} holds over {MAX_FILES:,} files, or names of megabytes; give the one that you "
        "mean, unpacked."
    )


def list_members(file: BinaryIO, kind: str, label: str) -> tuple[str, ...]:
    """Files inside a zip or tar, litter left out. Raises InputError for over MAX_FILES of them."""
    if kind == "zip":
        return real_members(_Listing(file, label).zip().namelist())
    return real_members(tuple(_Listing(file, label).tar()[1]))


def zip_content(names: Sequence[str]) -> str:
    """ "npz", "pytorch" or "office" for zips that are a format themselves, else "zip"."""
    if len(names) > 1 and all(name.endswith(".npy") for name in names):
        return "npz"
    if any(PurePosixPath(name).name == "data.pkl" for name in names):
        return "pytorch"
    return "office" if "[Content_Types].xml" in names else "zip"


def open_zip(file: BinaryIO, member: str, label: str, max_bytes: int) -> Any:
    """A member of a zip as a stream; InputError where it is locked or says it is too large."""
    archive = _Listing(file, label).zip()
    info = archive.getinfo(member)
    if info.flag_bits & 1:
        raise InputError(f"{label} is locked with a password; unpack it first.")
    if info.compress_type not in UNZIPPED:
        method = ZIP_METHODS.get(info.compress_type, f"method {info.compress_type}")
        raise InputError(
            f"{label}: member {plain(member)} is packed by {method}, which Python cannot unpack; "
            "unpack it with 7-Zip and give the file inside."
        )
    if info.file_size > max_bytes:
        raise InputError(
            f"{label}: member {plain(member)} unpacks to {info.file_size:,} bytes, more than the "
            f"{max_bytes:,} allowed; unpack it yourself if it is what you expect."
        )
    return archive.open(info)


def open_tar(file: BinaryIO, member: str, label: str) -> Any:
    """A member of a tar as a stream."""
    archive, files = _Listing(file, label).tar()
    return archive.extractfile(files[member])
