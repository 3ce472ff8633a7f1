"""What a parquet file unpacks to, from its footer and page headers, before pyarrow allocates it.

A page of a few bytes may stand for a list of a billion numbers, or for a dictionary word of
megabytes repeated in every row: what is promised is checked against the memory there is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from zipfviz.common.errors import InputError
from zipfviz.io.files.memory import free_memory
from zipfviz.io.tables.layout import MAX_DIM
from zipfviz.io.vectors.thrift import BrokenError, read_struct

__all__ = ["ParquetSizes", "parquet_sizes"]

MAX_FOOTER = 2**27
VALUE_BYTES = 8  # a number, and the levels that say which list it belongs to
BATCH_BYTES = 2**29
BYTE_ARRAY = 6
HEADER_READS = (2**10, 2**16, 2**24)


@dataclass(frozen=True)
class ParquetSizes:
    """`rows` of the file; `text` is the longest one value can be, in bytes."""

    rows: int
    text: int

    def batch(self, rows: int) -> int:
        """At most `rows` rows, and so few that half a gigabyte holds their texts, however long."""
        return max(1, min(rows, BATCH_BYTES // max(1, self.text)))


@dataclass(frozen=True)
class _Chunk:
    """A column of one row group: how many values, the largest page, is it a list or a text."""

    column: str
    repeated: bool
    text: bool
    rows: int
    values: int
    page: int


def parquet_sizes(
    file: BinaryIO, label: str, columns: Collection[str] | None = None
) -> ParquetSizes:
    """Check the `columns` (None for all) of a seekable parquet file.

    Raises InputError for a footer or page header that cannot be read, and for row groups whose
    lists or pages need more memory than is free, or lists longer than a vector can be.
    """
    try:
        footer = _footer(file)
        chunks = list(_chunks(file, footer, columns))
        rows = sum(int(group[3]) for group in footer[4])
    except (BrokenError, ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise InputError(
            f"{label} is a parquet file cut short or damaged ({error or 'its footer'}); "
            "fetch it again."
        ) from error
    finally:
        file.seek(0)
    _check(chunks, label)
    return ParquetSizes(rows, max((c.page for c in chunks if c.text), default=0))


def _check(chunks: Sequence[_Chunk], label: str) -> None:
    free = free_memory()
    for c in chunks:
        needed = c.values * VALUE_BYTES if c.repeated else 0
        if c.repeated and c.values > MAX_DIM * max(1, c.rows):
            raise InputError(
                f"{label}: column {c.column!r:.60} has {c.values:,} numbers in {c.rows:,} rows, "
                "too many for the vectors of words; save one vector a row."
            )
        if max(needed, c.page) > free:
            raise InputError(
                f"{label}: a row group of column {c.column!r:.60} unpacks to "
                f"{max(needed, c.page) / 1e9:,.1f} GB and {free / 1e9:,.1f} GB are free; write it "
                "in smaller row groups."
            )


def _footer(file: BinaryIO) -> dict[int, Any]:
    size = file.seek(0, 2)
    if size < 12:
        raise BrokenError("it has no footer")
    file.seek(size - 8)
    length = int.from_bytes(file.read(4), "little")
    if file.read(4) != b"PAR1" or not 0 < length <= min(MAX_FOOTER, size - 12):
        raise BrokenError("it has no footer")
    file.seek(size - 8 - length)
    return read_struct(file.read(length))[0]


def _leaves(schema: Sequence[dict[int, Any]]) -> list[tuple[str, bool, bool]]:
    """Name of the column, whether it repeats, whether it is text: each leaf of the schema."""
    found: list[tuple[str, bool, bool]] = []
    # (children to come, name of the column, repeated)
    open_groups: list[list[Any]] = [[int(schema[0].get(5, 0)), "", False]]
    for element in schema[1:]:
        while open_groups and not open_groups[-1][0]:
            open_groups.pop()
        parent = open_groups[-1]
        parent[0] -= 1
        name = parent[1] or element[4].decode("utf-8", "replace")
        repeated = parent[2] or element.get(3) == 2
        if element.get(5):
            open_groups.append([int(element[5]), name, repeated])
        else:
            found.append((name, repeated, element.get(1) == BYTE_ARRAY))
    return found


def _chunks(
    file: BinaryIO, footer: dict[int, Any], columns: Collection[str] | None
) -> Iterator[_Chunk]:
    leaves = _leaves(footer[2])
    for group in footer[4]:
        for (name, repeated, text), chunk in zip(leaves, group[1], strict=True):
            if columns is None or name in columns:
                values, page = _walk(file, chunk[3])
                yield _Chunk(name, repeated, text, int(group[3]), values, page)


def _walk(file: BinaryIO, meta: dict[int, Any]) -> tuple[int, int]:
    """Values of a column chunk and bytes of its largest page, by the headers of its pages."""
    at = min(offset for offset in (meta.get(11), meta[9]) if offset)
    end = at + int(meta[7])
    values = page = 0
    while at < end:
        header, at = _page_header(file, at)
        packed, unpacked = int(header[3]), int(header[2])
        if packed < 0 or unpacked < 0:
            raise BrokenError("a page of negative size")
        values += int((header.get(5) or header.get(8) or {1: 0})[1])
        page = max(page, unpacked)
        at += packed
    return max(values, int(meta[5])), page


def _page_header(file: BinaryIO, at: int) -> tuple[dict[int, Any], int]:
    """The header of the page at `at`, and where its bytes start."""
    for size in HEADER_READS:
        file.seek(at)
        data = file.read(size)
        try:
            header, end = read_struct(data)
            return header, at + end
        except BrokenError:
            if len(data) < size:
                raise
    raise BrokenError("a page header without end")
