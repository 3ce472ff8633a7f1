"""Judge how the lines of a text embedding are laid out, over many lines and never one."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted, noun
from zipfviz.io.tables.delimited import WORD_NAMES, sniff_delimited
from zipfviz.io.tables.fields import Layout, numbers_at_end, split_row

__all__ = ["BOM", "HEADER", "first_lines", "sniff_layout"]

BOM = b"\xef\xbb\xbf"
HEADER = re.compile(rb"(?:\xef\xbb\xbf)?[ \t]*(\d{1,15})[ \t]+(\d{1,9})[ \t]*\r?")
JSON = re.compile(rb'[ \t]*(?:\{[ \t]*"(?:[^"\\]|\\.)*"[ \t]*:|\[[ \t]*[\[{][ \t]*"|[\[{][ \t]*\Z)')
BRACKETS = re.compile(rb"[\[({][^\[\](){}]*\d[\])}][\"']?[ \t]*\Z")
DECIMAL = re.compile(rb"[-+]?\d*\.\d+(?:[eE][-+]?\d+)?")
LINES = 500
MAX_DIM = 1_000_000


def first_lines(head: bytes, complete: bool) -> list[bytes]:
    """Up to 500 lines of the head, without their ends; the last one only if it is whole."""
    lines = head.split(b"\n", LINES)
    if len(lines) > LINES or not complete or not lines[-1]:
        lines.pop()
    return [line.removesuffix(b"\r") for line in lines]


def sniff_layout(
    head: bytes,
    complete: bool,
    label: str,
    format: str | None = None,
    dim: int | None = None,
    word_column: str | None = None,
) -> Layout:
    """How to read the text whose first bytes are `head`; `complete` when that is all of it.

    `format` ("word2vec", "glove", "csv", "tsv") and `dim` override what is seen.
    Raises InputError when the lines hold no numbers.
    """
    lines = first_lines(head, complete)
    if not lines:
        raise InputError(
            f"{label}: its first line is longer than {len(head):,} bytes; this is no text of one "
            "word and its numbers a line."
        )
    if b"\r" in head and b"\n" not in head:
        raise InputError(f"{label}: its lines end in CR alone; save it with LF or CRLF.")
    header = HEADER.fullmatch(lines[0])
    if format in (None, "word2vec") and header and dim in (None, int(header[2])):
        rows = [line for line in lines[1:] if line.strip(b" \t")]
        alone = len(rows) == 1 and not head.endswith(b"\n")
        layout = _with_header(header, rows, complete, alone, format is not None, label)
        if layout is not None:
            return layout
    if format == "word2vec":
        got = lines[0][:60].decode("utf-8", "replace")
        raise InputError(
            f"{label} line 1: expected 'count dim', got {got!r}; read it with format='glove'."
        )
    lines[0] = lines[0].removeprefix(BOM)
    if format is None and JSON.match(lines[0]):
        raise InputError(
            f"{label} is JSON, not lines of a word and its numbers; load it in Python and pass a "
            "dict of word to vector, or save it as csv."
        )
    lines = [line for line in lines if line.strip(b" \t")]
    if not lines:
        raise InputError(f"{label} has only blank lines; export it again.")
    if sum(BRACKETS.search(line) is not None for line in lines) > 0.5 * len(lines):
        raise InputError(
            f"{label} has each vector as a list in brackets; save its numbers as columns, or the "
            "table as parquet."
        )
    if format in (None, "csv", "tsv"):
        delimited = sniff_delimited(lines, format, word_column)
        if delimited is not None:
            words = [
                split_row(line, delimited.separator, False)[:1] for line in lines[delimited.skip :]
            ]
            if format is None and word_column is None and delimited.word == 0:
                _need_words([word[0] for word in words if word], label)
            return delimited
        if format is not None:
            raise InputError(
                f"{label}: no column of words beside columns of numbers; a {format} file has one "
                "row per word."
            )
    return _headerless(lines, label, dim)


def _with_header(
    header: re.Match[bytes],
    rows: list[bytes],
    complete: bool,
    alone: bool,
    told: bool,
    label: str,
) -> Layout | None:
    """The layout a first line of two integers announces, or None when it is a word of one number.

    `alone`: the only row has no line end and may be cut short.
    """
    count, dim = int(header[1]), int(header[2])
    layout = Layout(dim, skip=1, count=count)
    if not 1 <= dim <= MAX_DIM:
        return None
    if told:
        return layout
    seen = [numbers_at_end(row) for row in rows]
    if dim == 1 and (count != len(rows) if complete else count <= len(rows)):
        return None
    if not rows:
        return layout if complete and dim > 1 else None
    widths = Counter(min(run, fields - 1) for run, fields in seen)
    width, votes = widths.most_common(1)[0]
    too_short = sum(run >= dim for run, _ in seen) * 2 < len(rows)
    if too_short and width < 2:
        return None
    if (too_short and not alone) or (width > dim + 1 and votes == len(rows) >= 10):
        raise InputError(
            f"{label} line 1: the header says {counted(dim, 'numbers')} a row, the rows have "
            f"{width}; mend the header, or pass format='word2vec' to believe it, format='glove' "
            "to ignore it."
        )
    return layout


def _headerless(lines: list[bytes], label: str, dim: int | None) -> Layout:
    """The dimension most lines agree on."""
    seen = [numbers_at_end(line) for line in lines]
    widths = Counter(min(run, fields - 1) for run, fields in seen)
    del widths[0]
    if dim is not None:
        return Layout(dim, assumptions=(f"No header line; dim={dim} was asked for.",))
    if widths.total() * 2 < len(lines) or not widths:
        raise InputError(
            f"{label}: {widths.total()} of the first {len(lines)} lines "
            f"{noun(widths.total(), 'end', 'ends')} in numbers; an "
            "embedding has a word and its numbers on each line, with spaces or commas between."
        )
    _need_words([re.split(rb"[ \t]", line, maxsplit=1)[0] for line in lines], label)
    top = max(widths.values())
    width = min(w for w, votes in widths.items() if votes == top)
    said = (
        f"No header line: {counted(width, 'numbers')} a row, as {widths[width]:,} of the first "
        f"{len(lines):,} lines have.",
    )
    layout = Layout(width, assumptions=said)
    if len(lines) > 1 and _names_columns(lines[0], seen[0], width):
        return replace(
            layout, skip=1, assumptions=(*said, "Line 1 names the columns and is not a word.")
        )
    return layout


def _need_words(words: list[bytes], label: str) -> None:
    """Raise InputError where what stands before the numbers is a number like them in every row."""
    if len(words) > 2 and all(DECIMAL.fullmatch(word) for word in words):
        raise InputError(
            f"{label} has rows of numbers alone ({words[0][:20].decode()} where a word should be); "
            "put the words in front of them, or save an array (.npy) with a list of words."
        )


def _names_columns(line: bytes, seen: tuple[int, int], width: int) -> bool:
    """True for 'word d0 d1 d2' and 'word 0 1 2' before rows of as many numbers."""
    run, fields = seen
    if fields != width + 1:
        return False
    if run == 0:
        return width > 1
    word, *numbers = line.replace(b"\t", b" ").split()
    counted = [[str(i + base).encode() for i in range(width)] for base in (0, 1)]
    return word.lower() in map(str.encode, WORD_NAMES) and numbers in counted
