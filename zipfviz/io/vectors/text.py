"""Read text embeddings in one pass of whole-line blocks: word2vec, GloVe, fastText .vec, csv."""

from __future__ import annotations

import io
from collections.abc import Iterator

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted, noun
from zipfviz.io.files.containers import HEAD, Unpacked
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.fields import Layout
from zipfviz.io.tables.layout import BOM, sniff_layout
from zipfviz.io.tables.lines import decode, parse_lines, split_line
from zipfviz.io.vectors.rows import Notes, RowStore

__all__ = ["read_text"]

BLOCK = 4 * 2**20
MAX_LINE = 64 * 2**20


def read_text(
    stream: Unpacked,
    *,
    limit: int | None = None,
    partial: bool = False,
    format: str | None = None,
    dim: int | None = None,
    word_column: str | None = None,
) -> tuple[RowStore, Notes]:
    """Read a text embedding of any size; `format`, `dim`, `word_column` override what is seen.

    Raises InputError for a layout that cannot be told, a file shorter than its header promises
    (unless `partial`), or more rows than memory holds.
    """
    complete = len(stream.head) < HEAD
    layout = sniff_layout(stream.head, complete, stream.label, format, dim, word_column)
    notes = Notes(list(layout.assumptions))
    expect = _expected_rows(layout, stream, limit)
    store = RowStore(stream.label, layout.dim, expect=expect, limit=limit)
    if stream.head.startswith(BOM):
        stream.read(len(BOM))
        if not layout.skip:
            notes.assumptions.append("A byte order mark before the first word was left out.")
    for _ in range(layout.skip):
        stream.readline()
    blank = _read_blocks(stream, layout, store, partial)
    if blank:
        notes.facts.append(("blank lines", f"{blank:,}"))
    _check_count(layout, store, partial, notes)
    return store, notes


def _expected_rows(layout: Layout, stream: Unpacked, limit: int | None) -> int:
    """Rows to make room for: what the header or the first lines say, as far as the file goes."""
    count = layout.count or 0
    if stream.size is not None:
        lines = stream.head.count(b"\n") + 1
        guess = int(stream.size / len(stream.head) * lines * 1.1)
        count = min(count or guess, stream.size // (2 * layout.dim) + 1)
    return count if limit is None else min(count, limit)


def _read_blocks(stream: Unpacked, layout: Layout, store: RowStore, partial: bool) -> int:
    """Feed the store block by block until the end or the limit; the number of blank lines."""
    line, blank = 1 + layout.skip, 0
    size = BLOCK
    if store.limit is not None and stream.head:
        lines = stream.head.count(b"\n") + 1
        size = min(BLOCK, int(1.2 * store.limit * len(stream.head) / lines) + 2**16)
    for block in _whole_lines(stream, stream.label, size):
        if not block.endswith(b"\n"):
            if _is_cut(block, layout, stream, store, partial):
                store.bad(line, f"cut off in the middle ({shown(decode(block[:60]))})")
                break
            block += b"\n"
        parsed = parse_lines(block, layout, line)
        store.add(parsed.words, parsed.vectors, parsed.lines, parsed.bad)
        blank += parsed.blank
        if store.full:
            break
        line += parsed.count
    return blank


def _whole_lines(stream: io.BufferedIOBase, label: str, size: int) -> Iterator[bytes]:
    """Blocks of about `size` bytes, cut at line ends; what follows the last of them comes alone."""
    tail: list[bytes] = []
    while block := stream.read(size):
        end = block.rfind(b"\n") + 1
        if end:
            whole = b"".join((*tail, memoryview(block)[:end]))
            tail = [block[end:]]
            del block
            yield whole
        else:
            tail.append(block)
        if sum(map(len, tail)) > MAX_LINE:
            raise InputError(
                f"{label} has a line longer than {MAX_LINE:,} bytes; this is no text of one word "
                "and its numbers a line."
            )
    if last := b"".join(tail):
        yield last


def _is_cut(last: bytes, layout: Layout, stream: Unpacked, store: RowStore, partial: bool) -> bool:
    """Whether a last line without an end broke off; InputError unless that is allowed."""
    if not last.strip(b" \t\r"):
        return False
    missing = layout.count is not None and store.rows_read + 1 < layout.count
    if not stream.cut and not missing and not isinstance(split_line(last, layout), str):
        return False
    if not partial:
        raise InputError(
            f"{stream.label} ends in the middle of a row, after {store.rows_read:,} complete "
            f"{noun(store.rows_read, 'rows')} ({shown(decode(last[:60]))}); pass partial=True to "
            "load those."
        )
    return True


def _check_count(layout: Layout, store: RowStore, partial: bool, notes: Notes) -> None:
    """Compare what was read with what the header promised."""
    if layout.count is None or store.full or store.rows_read == layout.count:
        return
    if store.rows_read < layout.count and not partial:
        raise InputError(
            f"{store.label} ends after {counted(store.rows_read, 'rows')} and its header promises "
            f"{layout.count:,}; pass partial=True to load those."
        )
    notes.assumptions.append(
        f"The header promises {counted(layout.count, 'rows')} and "
        f"{counted(store.rows_read, 'were', 'was')} there; "
        "all of them were read."
    )
