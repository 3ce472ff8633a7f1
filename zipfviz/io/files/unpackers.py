"""Unpack gzip, bzip2 and xz: counted, capped, and clear about where packed data breaks off."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from typing import Any, BinaryIO

from zipfviz.common.errors import InputError

HEAD = 2**20
MAX_XZ_MEMORY = 2**29
BROKEN = (
    EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError,
    NotImplementedError, RuntimeError, ValueError, KeyError, OverflowError, struct.error,
)  # fmt: skip


class _Xz:
    """An xz stream whose dictionary may not take more than 512 MiB."""

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
        data = self._take(len(buffer))
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
}
