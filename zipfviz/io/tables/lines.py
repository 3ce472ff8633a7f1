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
from zipfviz.io.tables.fields import (
    NOT_FINITE,
    Layout,
    dotted,
    is_number,
    split_delimited,
    split_plain,
)
from zipfviz.io.tables.layout import BOM

__all__ = ["Parsed", "decode", "parse_lines", "split_line"]

ARROW_BLOCK = 2**20
FEW = 64  # below this many lines pyarrow is not worth its start


def decode(raw: bytes) -> str:
    """A word as text; bytes that are not UTF-8 stay as lone surrogates and can be written back."""
    return raw.decode("utf-8", "surrogateescape")


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
    if layout.comma:
        block = dotted(block, layout.separator)
    if not layout.separator and block[: block.find(b"\n")].endswith(b" "):
        block = block.replace(b" \n", b"\n")  # fastText ends its lines so
    odd = b"\r" in block or block.startswith(BOM) or (layout.quoted and b'"' in block)
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

    if layout.separator:
        clean = count(layout.separator) == layout.columns - 1
    else:
        clean = count(b" ") + count(b"\t") == layout.dim
    for odd in (b"\r", b'"') if layout.quoted else (b"\r",):
        clean &= count(odd) == 0
    if BOM in block:  # pyarrow would take it off the first word
        heads = [block.startswith(BOM, start) for start in starts[:-1].tolist()]
        clean &= ~np.array(heads)
    return starts, clean


def _parse_clean(block: bytes, layout: Layout) -> tuple[list[str] | None, Any]:
    """Words and (m, dim) float32 of clean lines, or (None, None) when a field is no number."""
    import pyarrow as pa
    import pyarrow.csv as csv

    if not layout.separator and b"\t" in block:
        block = block.replace(b"\t", b" ")
    columns = layout.columns or layout.dim + 1
    names = [str(i) for i in range(columns)]
    wanted = [names[layout.word], *names[layout.first : layout.first + layout.dim]]
    types = dict.fromkeys(wanted, pa.float32())
    types[wanted[0]] = pa.binary()
    try:
        table = csv.read_csv(
            pa.BufferReader(block),
            read_options=csv.ReadOptions(column_names=names, block_size=ARROW_BLOCK),
            parse_options=csv.ParseOptions(
                delimiter=(layout.separator or b" ").decode(),
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
            ),
        )
    except pa.ArrowException:
        return None, None
    raw = table.column(0).to_pylist()
    numbers = table.select(range(1, layout.dim + 1))
    parts = [batch.to_tensor(row_major=True).to_numpy() for batch in numbers.to_batches()]
    return decode(b"\n".join(raw)).split("\n"), np.concatenate(parts)


def _parse_mixed(block: bytes, layout: Layout, line: int) -> Parsed:
    """Clean lines together, odd lines one by one, put back in order."""
    starts, clean = _clean_lines(block, layout)
    count = len(clean)
    words: list[str | None] = [None] * count
    vectors = np.empty((count, layout.dim), np.float32)
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


def split_line(line: bytes, layout: Layout) -> tuple[bytes, list[bytes]] | str:
    """The word and its number fields, or what is wrong with the line."""
    if layout.comma:
        line = dotted(line, layout.separator)
    return split_delimited(line, layout) if layout.separator else split_plain(line, layout.dim)


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
    bad, blank = [], 0
    found: list[int] = []
    numbers: list[bytes] = []
    for row in rows.tolist():
        text = block[starts[row] : starts[row + 1] - 1]
        if not text.strip(b" \t\r"):
            blank += 1
            continue
        split = split_line(text, layout)
        if isinstance(split, str):
            bad.append((line + row, f"{split} ({shown(decode(text[:60]))})"))
            continue
        word, fields = split
        wrong = next((f for f in fields if not is_number(f)), None)
        if wrong is not None:
            reason = f"{shown(decode(word))} has {shown(decode(wrong))} where a number should be"
            bad.append((line + row, reason))
            continue
        words[row] = decode(word)
        found.append(row)
        numbers += fields
    vectors[found] = _values(numbers).reshape(len(found), layout.dim)
    return bad, blank


def _values(fields: list[bytes]) -> np.ndarray:
    """float32 of numbers as programs print them, all that is not finite as nan or inf."""
    import pyarrow as pa

    try:
        return pa.array(fields, pa.binary()).cast(pa.string()).cast(pa.float32()).to_numpy()
    except pa.ArrowException:
        values = [np.nan if NOT_FINITE.fullmatch(f) else float(f) for f in fields]
        with np.errstate(over="ignore"):
            return np.array(values, np.float64).astype(np.float32)
