"""What the record batches of an Arrow (feather) file unpack to, before pyarrow allocates it.

A compressed buffer begins with the bytes it unpacks to. Only these and the flatbuffers that say
where they are get read.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import BinaryIO

from zipfviz.common.errors import InputError
from zipfviz.io.files.memory import free_memory

__all__ = ["check_arrow"]

MAX_META = 2**27
FOOTER_BLOCKS = (2, 3)  # fields of the footer: dictionaries, record batches
BLOCK = struct.Struct("<qi4xq")
BUFFER = struct.Struct("<qq")
DICTIONARY = 2


def check_arrow(file: BinaryIO, label: str) -> None:
    """Raise InputError where one batch of a seekable file needs more memory than is free.

    What cannot be read here is left to pyarrow, which says what is wrong with it.
    """
    try:
        largest = max((_unpacked(file, *block) for block in _blocks(file)), default=0)
    except (struct.error, IndexError, ValueError, OverflowError):
        return
    finally:
        file.seek(0)
    free = free_memory()
    if largest > free:
        raise InputError(
            f"{label}: one of its batches unpacks to {largest / 1e9:,.1f} GB and "
            f"{free / 1e9:,.1f} GB are free; write it in smaller batches."
        )


class _Table:
    """A table of a flatbuffer: its fields by number."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at
        self.fields = at - _int(data, at)

    def place(self, number: int) -> int:
        """Where a field is, 0 where it is left out."""
        slot = 4 + 2 * number
        if slot >= struct.unpack_from("<H", self.data, self.fields)[0]:
            return 0
        step: int = struct.unpack_from("<H", self.data, self.fields + slot)[0]
        return self.at + step if step else 0

    def table(self, number: int) -> _Table:
        place = self.place(number)
        return _Table(self.data, place + _int(self.data, place))

    def structs(self, number: int, kind: struct.Struct) -> Iterator[tuple[int, ...]]:
        """The structs of a vector field."""
        place = self.place(number)
        if not place:
            return
        start = place + _int(self.data, place)
        for i in range(_int(self.data, start)):
            yield kind.unpack_from(self.data, start + 4 + i * kind.size)


def _int(data: bytes, at: int) -> int:
    found: int = struct.unpack_from("<i", data, at)[0]
    return found


def _blocks(file: BinaryIO) -> Iterator[tuple[int, ...]]:
    """(offset, bytes of metadata, bytes of body) of dictionaries and batches, from the footer."""
    end = file.seek(0, 2) - 10
    file.seek(end)
    length = _int(file.read(4), 0)
    if not 0 < length <= min(end, MAX_META):
        raise ValueError("no footer")
    file.seek(end - length)
    data = file.read(length)
    root = _Table(data, _int(data, 0))
    for field in FOOTER_BLOCKS:
        yield from root.structs(field, BLOCK)


def _unpacked(file: BinaryIO, offset: int, meta: int, body: int) -> int:
    """Bytes the buffers of one message unpack to; those of its body where nothing is packed."""
    if not 8 < meta <= MAX_META or offset < 0:
        raise ValueError("no message")
    file.seek(offset)
    data = file.read(meta)
    data = data[8:] if data[:4] == b"\xff\xff\xff\xff" else data[4:]
    message = _Table(data, _int(data, 0))
    header = message.table(2)
    if data[message.place(1)] == DICTIONARY:
        header = header.table(1)
    if not header.place(3):
        return body
    total = 0
    for start, size in header.structs(2, BUFFER):
        if size >= 8:
            file.seek(offset + meta + start)
            claimed: int = struct.unpack("<q", file.read(8))[0]
            total += max(claimed, size)
    return total
