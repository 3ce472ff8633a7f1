"""Read text embeddings in one pass of whole-line blocks: word2vec, GloVe, fastText .vec, csv."""

from __future__ import annotations

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import noun
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.layout import Layout
from zipfviz.io.tables.text import BLOCK, BOM, decode, whole_lines
from zipfviz.io.vectors.rows import RowStore, check_promise
from zipfviz.io.vectors.text_layout import vector_layout
from zipfviz.io.vectors.text_rows import parse_lines


def read_text(
    stream: Unpacked,
    *,
    limit: int | None = None,
    partial: bool = False,
    format: str | None = None,
    dim: int | None = None,
    word_column: str | None = None,
) -> RowStore:
    """Read a text embedding of any size; `format`, `dim`, `word_column` override what is seen.

    Raises InputError for a layout that cannot be told, a file shorter than its header promises
    (unless `partial`), or more rows than memory holds.
    """
    layout = vector_layout(
        stream.head, stream.label, format=format, dim=dim, word_column=word_column
    )
    account = Account(name=stream.label, notes=list(layout.why))
    expect = _expected_rows(layout, stream, limit)
    store = RowStore(account, len(layout.vector), expect=expect, limit=limit)
    if stream.head.startswith(BOM):
        stream.read(len(BOM))
        if not layout.skip:
            account.notes.append("A byte order mark before the first word was left out.")
    for _ in range(layout.skip):
        stream.readline()
    blank = _read_blocks(stream, layout, store, partial)
    if blank:
        account.facts.append(("blank lines", f"{blank:,}"))
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


def _read_blocks(stream: Unpacked, layout: Layout, store: RowStore, partial: bool) -> int:
    """Feed the store block by block until the end or the limit; the number of blank lines."""
    line, blank = 1 + layout.skip, 0
    size = BLOCK
    if store.limit is not None and stream.head:
        lines = stream.head.count(b"\n") + 1
        size = min(BLOCK, int(1.2 * store.limit * len(stream.head) / lines) + 2**16)
    for block in whole_lines(stream, stream.label, size):
        if not block.endswith(b"\n"):
            if _is_cut(block, layout, stream, store, partial):
                store.account.reject(
                    line, f"cut off in the middle ({shown(decode(block[:60]), 60)})"
                )
                break
            block += b"\n"
        parsed = parse_lines(block, layout, line)
        store.add(parsed.words, parsed.vectors, parsed.lines, parsed.bad)
        blank += parsed.blank
        if store.full:
            break
        line += parsed.count
    return blank


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
