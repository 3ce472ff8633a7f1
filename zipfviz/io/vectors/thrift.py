"""Read the Thrift compact protocol: what parquet says about itself, with nothing allocated for it.

pyarrow hands out the metadata of column chunks too, but bent bytes there end the process.
"""

from __future__ import annotations

from typing import Any

__all__ = ["BrokenError", "read_struct"]

MAX_THINGS = 4_000_000
MAX_DEPTH = 32


class BrokenError(ValueError):
    """The bytes end inside a value, or are none of the protocol."""


def read_struct(data: bytes, start: int = 0) -> tuple[dict[int, Any], int]:
    """The struct at `start` as field number -> value, and where it ends.

    Values are bool, int, bytes, lists and structs; a map is passed over as None. Raises
    BrokenError.
    """
    reader = _Reader(data, start)
    return reader.struct(0), reader.at


class _Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at, self.left = data, at, MAX_THINGS

    def byte(self) -> int:
        if self.at >= len(self.data):
            raise BrokenError("cut short")
        self.at += 1
        return self.data[self.at - 1]

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
            if shift > 63:
                raise BrokenError("a number of more than 64 bits")

    def zigzag(self) -> int:
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def take(self, size: int) -> bytes:
        if size > len(self.data) - self.at:
            raise BrokenError("cut short")
        self.at += size
        return self.data[self.at - size : self.at]

    def struct(self, depth: int) -> dict[int, Any]:
        fields: dict[int, Any] = {}
        number = 0
        while head := self.byte():
            step, kind = head >> 4, head & 15
            number = number + step if step else self.zigzag()
            fields[number] = kind == 1 if kind in (1, 2) else self.value(kind, depth)
        return fields

    def value(self, kind: int, depth: int) -> Any:
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH:
            raise BrokenError("more than a table needs")
        if kind in (1, 2):
            return self.byte() == 1
        if kind == 3:
            return self.byte()
        if kind in (4, 5, 6):
            return self.zigzag()
        if kind == 7:
            return self.take(8)
        if kind == 8:
            return self.take(self.varint())
        if kind in (9, 10):
            head = self.byte()
            size = head >> 4 if head >> 4 < 15 else self.varint()
            return [self.value(head & 15, depth + 1) for _ in range(size)]
        if kind == 11:
            return self._map(depth)
        if kind == 12:
            return self.struct(depth + 1)
        raise BrokenError(f"no kind {kind}")

    def _map(self, depth: int) -> None:
        size = self.varint()
        kinds = self.byte() if size else 0
        for _ in range(size):
            self.value(kinds >> 4, depth + 1)
            self.value(kinds & 15, depth + 1)
