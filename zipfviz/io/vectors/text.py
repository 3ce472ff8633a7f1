"""Read text embeddings in one pass of whole-line blocks: word2vec, GloVe, fastText .vec, csv.

A line is *clean* when it has exactly the separators its layout says and nothing pyarrow reads
differently (a carriage return, a quote). Clean lines keep the word untouched and go to pyarrow's
csv parser; the others are split from the right, where the numbers are.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted, noun
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import NOT_FINITE, Column, is_float, plain_number
from zipfviz.io.tables.layout import Layout
from zipfviz.io.tables.text import BLOCK, BOM, decode, whole_lines
from zipfviz.io.vectors.rows import RowStore, check_promise
from zipfviz.io.vectors.text_layout import vector_layout

ARROW_BLOCK = 2**20
CR_LF = re.compile(rb"(?<!\r)\r++\n")
FEW = 64  # below this many lines pyarrow is not worth its start


def read_text(
    stream: Unpacked,
    *,
    limit: int | None = None,
    partial: bool = False,
    format: str | None = None,
    dim: int | None = None,
    word_column: Column = None,
    separator: str | None = None,
) -> RowStore:
    """Read a text embedding of any size; the last four options override what is seen.

    Raises InputError for a layout that cannot be told, a file shorter than its header promises
    (unless `partial`), or more rows than memory holds.
    """
    stream.check_encoding()
    layout = vector_layout(
        stream.head, stream.label, format=format, dim=dim, word_column=word_column,
        separator=separator,
    )  # fmt: skip
    account = Account(
        name=stream.label, notes=list(layout.why), facts=[("layout", layout.describe())]
    )
    expect = _expected_rows(layout, stream, limit)
    store = RowStore(account, len(layout.vector), expect=expect, limit=limit)
    if stream.head.startswith(BOM):
        layout = replace(layout, joined=True)
        stream.read(len(BOM))
        if not layout.skip:
            account.facts.append(("byte order mark", "left out"))
    for _ in range(layout.skip):
        stream.readline()
    _tell(_read_blocks(stream, layout, store, partial), account)
    if layout.rows is not None:
        check_promise(store, layout.rows, partial)
    return store


def _expected_rows(layout: Layout, stream: Unpacked, limit: int | None) -> int:
    """Rows to make room for: what the header or the first lines say, as far as the file goes."""
    count = layout.rows or 0
    if stream.size is not None:
        lines = stream.head.count(b"\n") + 1
        guess = int(stream.size / len(stream.head) * lines * 1.1)
        count = min(count or guess, stream.size // (2 * len(layout.vector)) + 1)
    return count if limit is None else min(count, limit)


def _tell(odd: Counter[str], account: Account) -> None:
    """Say what is odd about lines that were read all the same."""
    if odd["blank"]:
        account.facts.append(("blank lines", f"{odd['blank']:,}"))
    if odd["respelt"]:
        rows = counted(odd["respelt"], "rows write", "row writes")
        account.notes.append(
            f"{rows} numbers in other digits than 0 to 9 or with another minus sign than -."
        )
    if odd["marked"]:
        lines = counted(odd["marked"], "lines began", "line began")
        account.notes.append(f"{lines} with a byte order mark, which was left out.")


def _read_blocks(stream: Unpacked, layout: Layout, store: RowStore, partial: bool) -> Counter[str]:
    """Feed the store block by block until the end or the limit; how many lines are odd, and how."""
    line, odd = 1 + layout.skip, Counter[str]()
    size = BLOCK
    if store.limit is not None and stream.head:
        lines = stream.head.count(b"\n") + 1
        size = min(BLOCK, int(1.2 * store.limit * len(stream.head) / lines) + 2**16)
    for block in whole_lines(stream, stream.label, size):
        if not block.endswith(b"\n"):
            if _is_cut(block, layout, stream, store, partial):
                store.account.notes.append(
                    f"The last row is cut off ({shown(decode(block[:60]), 60)}) and left out."
                )
                break
            block += b"\n"
        parsed = parse_lines(block, layout, line)
        store.add(parsed.words, parsed.vectors, parsed.lines, parsed.bad)
        odd += parsed.odd
        if store.full:
            break
        line += parsed.count
    return odd


def _is_cut(last: bytes, layout: Layout, stream: Unpacked, store: RowStore, partial: bool) -> bool:
    """Whether a last line without an end broke off; InputError unless that is allowed."""
    if not last.strip(b" \t\r"):
        return False
    missing = layout.rows is not None and store.account.rows + 1 < layout.rows
    if not stream.cut and not missing and len(layout.cells(decode(last))) == layout.width:
        return False
    if not partial:
        rows = store.account.rows
        raise InputError(
            f"{stream.label} ends in the middle of a row, after {rows:,} complete "
            f"{noun(rows, 'rows')} ({shown(decode(last[:40]))}); pass partial=True to load those."
        )
    return True


@dataclass
class Parsed:
    """Rows of a block in order: words, (m, dim) float32, their line numbers, and the bad lines.

    `count` is the number of lines in the block, `odd` of those that are "blank", "marked" with a
    byte order mark, or "respelt": their numbers are not in plain digits.
    """

    words: list[str]
    vectors: np.ndarray
    lines: Sequence[int]
    bad: list[tuple[int, str]]
    count: int
    odd: Counter[str] = field(default_factory=Counter)


def parse_lines(block: bytes, layout: Layout, line: int) -> Parsed:
    """Parse whole lines (each ends with LF), the first of which has number `line`."""
    if b"\r" in block:
        block = CR_LF.sub(b"\n", block)
    if layout.dialect.separator == " " and block[: block.find(b"\n")].endswith(b" "):
        block = block.replace(b" \n", b"\n")  # fastText ends its lines so
    odd = b"\r" in block or block.startswith(BOM) or (layout.dialect.quoted and b'"' in block)
    odd = odd or not layout.dialect.plain or b"\n" + BOM in block
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
    if not layout.dialect.plain:
        return starts, np.zeros(len(starts) - 1, bool)
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
    bad, told = _parse_odd(
        block, layout, line, starts, np.sort(np.concatenate(odd)), words, vectors
    )
    kept = np.array([w is not None for w in words], bool)
    good = [w for w in words if w is not None]
    return Parsed(good, vectors[kept], (line + np.flatnonzero(kept)).tolist(), bad, count, told)


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
) -> tuple[list[tuple[int, str]], Counter[str]]:
    """Fill in the rows pyarrow cannot read; what is wrong with the bad ones, how many are odd."""
    bad, told, vector = [], Counter[str](), slice(layout.vector.start, layout.vector.stop)
    found: list[int] = []
    numbers: list[str] = []
    for row in rows.tolist():
        text = decode(block[starts[row] : starts[row + 1] - 1])
        if not text.strip(" \t\r"):
            told["blank"] += 1
            continue
        if layout.dialect.is_rule(text):
            continue
        if layout.is_marked(text):
            told["marked"] += 1
            text = text[1:]
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
        told["respelt"] += not text.isascii() and not "".join(fields).isascii()
        found.append(row)
        numbers += fields
    vectors[found] = _values(numbers).reshape(len(found), len(layout.vector))
    return bad, told


def _values(fields: list[str]) -> np.ndarray:
    """float32 of numbers as programs print them, all that is not finite as nan or inf."""
    import pyarrow as pa

    try:
        return pa.array(fields, pa.string()).cast(pa.float32()).to_numpy()
    except pa.ArrowException:
        plain = map(plain_number, fields)
        values = [np.nan if NOT_FINITE.fullmatch(field) else float(field) for field in plain]
        with np.errstate(over="ignore"):
            return np.array(values, np.float64).astype(np.float32)
