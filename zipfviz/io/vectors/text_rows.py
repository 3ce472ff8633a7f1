"""Parse whole lines of a text embedding: the clean ones through pyarrow, the odd ones singly.

A line is *clean* when it has exactly the separators its layout says and nothing pyarrow reads
differently (a carriage return, a quote). Clean lines keep the word untouched and go to pyarrow's
csv parser; the others are split from the right, where the numbers are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zipfviz.io.files.wording import shown
from zipfviz.io.tables.layout import Layout
from zipfviz.io.tables.numbers import NOT_FINITE, is_float
from zipfviz.io.tables.text import BOM, decode

ARROW_BLOCK = 2**20
FEW = 64  # below this many lines pyarrow is not worth its start


@dataclass
class Parsed:
    """Rows of a block in order: words, (m, dim) float32, their line numbers, and the bad lines.

    `count` is the number of lines in the block, `blank` of those that hold nothing.
    """

    words: list[str]
    vectors: np.ndarray
    lines: Sequence[int]
    bad: list[tuple[int, str]]
    count: int
    blank: int = 0


def parse_lines(block: bytes, layout: Layout, line: int) -> Parsed:
    """Parse whole lines (each ends with LF), the first of which has number `line`."""
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n")
    if layout.dialect.separator == " " and block[: block.find(b"\n")].endswith(b" "):
        block = block.replace(b" \n", b"\n")  # fastText ends its lines so
    odd = b"\r" in block or block.startswith(BOM) or (layout.dialect.quoted and b'"' in block)
    if not odd:
        words, vectors = _parse_clean(block, layout)
        if words is not None:
            return Parsed(words, vectors, range(line, line + len(words)), [], len(words))
    return _parse_mixed(block, layout, line)


def _clean_lines(block: bytes, layout: Layout) -> tuple[np.ndarray, np.ndarray]:
    """(m + 1,) where lines start, and (m,) whether pyarrow reads them as we do."""
    data = np.frombuffer(block, np.uint8)
    starts = np.concatenate(([0], np.flatnonzero(data == ord("\n")) + 1))

    def count(byte: bytes) -> np.ndarray:
        if byte not in block:
            return np.zeros(len(starts) - 1, np.int64)
        at = np.flatnonzero(data == ord(byte))
        return np.diff(np.searchsorted(at, starts))

    dialect = layout.dialect
    between = (b" ", b"\t") if dialect.separator == " " else (dialect.separator.encode(),)
    clean: np.ndarray = np.sum([count(byte) for byte in between], axis=0) == layout.width - 1
    for odd in (b"\r", b'"') if dialect.quoted else (b"\r",):
        clean &= count(odd) == 0
    if BOM in block:  # pyarrow would take it off the first word
        heads = [block.startswith(BOM, start) for start in starts[:-1].tolist()]
        clean &= ~np.array(heads)
    return starts, clean


def _parse_clean(block: bytes, layout: Layout) -> tuple[list[str] | None, Any]:
    """Words and (m, dim) float32 of clean lines, or (None, None) when a field is no number."""
    import pyarrow as pa
    import pyarrow.csv as csv

    separator = layout.dialect.separator
    if separator == " " and b"\t" in block:
        block = block.replace(b"\t", b" ")
    names = [str(i) for i in range(layout.width)]
    wanted = [names[layout.roles["word"]], *(names[c] for c in layout.vector)]
    types = dict.fromkeys(wanted, pa.float32())
    types[wanted[0]] = pa.binary()
    try:
        table = csv.read_csv(
            pa.BufferReader(block),
            read_options=csv.ReadOptions(column_names=names, block_size=ARROW_BLOCK),
            parse_options=csv.ParseOptions(
                delimiter=separator,
                quote_char=False,
                double_quote=False,
                escape_char=False,
                ignore_empty_lines=False,
            ),
            convert_options=csv.ConvertOptions(
                column_types=types,
                include_columns=wanted,
                null_values=[],
                strings_can_be_null=False,
                check_utf8=False,
                decimal_point="," if layout.decimal else ".",
            ),
        )
    except pa.ArrowException:
        return None, None
    raw = table.column(0).to_pylist()
    numbers = table.select(range(1, len(wanted)))
    parts = [batch.to_tensor(row_major=True).to_numpy() for batch in numbers.to_batches()]
    return decode(b"\n".join(raw)).split("\n"), np.concatenate(parts)


def _parse_mixed(block: bytes, layout: Layout, line: int) -> Parsed:
    """Clean lines together, odd lines one by one, put back in order."""
    starts, clean = _clean_lines(block, layout)
    count = len(clean)
    words: list[str | None] = [None] * count
    vectors = np.empty((count, len(layout.vector)), np.float32)
    todo = [np.flatnonzero(clean)]
    odd = [np.flatnonzero(~clean)]
    while todo:
        rows = todo.pop()
        if len(rows) < FEW:
            odd.append(rows)
            continue
        found, numbers = _parse_clean(_lines_of(block, starts, rows), layout)
        if found is None:
            half = len(rows) // 2
            todo += [rows[:half], rows[half:]]
        else:
            vectors[rows] = numbers
            for row, word in zip(rows.tolist(), found, strict=True):
                words[row] = word
    bad, blank = _parse_odd(
        block, layout, line, starts, np.sort(np.concatenate(odd)), words, vectors
    )
    kept = np.array([w is not None for w in words], bool)
    good = [w for w in words if w is not None]
    return Parsed(good, vectors[kept], (line + np.flatnonzero(kept)).tolist(), bad, count, blank)


def _lines_of(block: bytes, starts: np.ndarray, rows: np.ndarray) -> bytes:
    """The bytes of some lines, neighbours copied in one piece."""
    breaks = np.flatnonzero(np.diff(rows) != 1) + 1
    firsts = rows[np.concatenate(([0], breaks))]
    lasts = rows[np.concatenate((breaks - 1, [len(rows) - 1]))]
    view = memoryview(block)
    return b"".join(view[starts[a] : starts[b + 1]] for a, b in zip(firsts, lasts, strict=True))


def _parse_odd(
    block: bytes,
    layout: Layout,
    line: int,
    starts: np.ndarray,
    rows: np.ndarray,
    words: list[str | None],
    vectors: np.ndarray,
) -> tuple[list[tuple[int, str]], int]:
    """Fill in the rows pyarrow cannot read; what is wrong with the bad ones, how many are blank."""
    bad, blank, vector = [], 0, slice(layout.vector.start, layout.vector.stop)
    found: list[int] = []
    numbers: list[str] = []
    for row in rows.tolist():
        text = decode(block[starts[row] : starts[row + 1] - 1])
        if not text.strip(" \t\r"):
            blank += 1
            continue
        cells = layout.cells(text)
        if len(cells) != layout.width:
            bad.append((line + row, layout.wrong(text, cells)))
            continue
        word, fields = cells[layout.roles["word"]], cells[vector]
        wrong = next((field for field in fields if not is_float(field)), None)
        if wrong is not None:
            bad.append((line + row, f"{shown(word)} has {shown(wrong)} where a number should be"))
            continue
        words[row] = word
        found.append(row)
        numbers += fields
    vectors[found] = _values(numbers).reshape(len(found), len(layout.vector))
    return bad, blank


def _values(fields: list[str]) -> np.ndarray:
    """float32 of numbers as programs print them, all that is not finite as nan or inf."""
    import pyarrow as pa

    try:
        return pa.array(fields, pa.string()).cast(pa.float32()).to_numpy()
    except pa.ArrowException:
        values = [np.nan if NOT_FINITE.fullmatch(field) else float(field) for field in fields]
        with np.errstate(over="ignore"):
            return np.array(values, np.float64).astype(np.float32)
