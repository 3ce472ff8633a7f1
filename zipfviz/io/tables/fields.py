"""The fields of one line of a text embedding: what is a number, where the word ends."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zipfviz.common.nouns import counted

__all__ = [
    "Layout",
    "dotted",
    "is_number",
    "numbers_at_end",
    "split_delimited",
    "split_plain",
    "split_row",
]

FINITE = re.compile(rb"[ \t]*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[ \t]*")
NOT_FINITE = re.compile(
    rb"[ \t]*[-+]?(?:nan(?:\(\w*\))?|inf(?:inity)?|1\.#\w+)[ \t]*", re.IGNORECASE
)


@dataclass(frozen=True)
class Layout:
    """Where words and numbers stand in the lines of a text embedding.

    `separator` is b"" for lines split at spaces or tabs whose last `dim` fields are the vector and
    whose rest is the word; else the one byte between the `columns` fields of a line, of which
    `word` and `first`, ..., `first + dim - 1` are used. `skip` lines stand before the rows, `count`
    is the number of rows a header promises. `quoted` fields follow the rules of csv. `comma` is
    true where numbers are written 0,5.
    """

    dim: int
    separator: bytes = b""
    columns: int = 0
    word: int = 0
    first: int = 1
    skip: int = 0
    count: int | None = None
    quoted: bool = False
    comma: bool = False
    assumptions: tuple[str, ...] = ()


def is_number(field: bytes) -> bool:
    """True for what programs print for a float, nan and inf in all their spellings included."""
    return bool(FINITE.fullmatch(field) or NOT_FINITE.fullmatch(field))


def dotted(data: bytes, separator: bytes) -> bytes:
    """Lines whose fields 0,5 behind a separator are written 0.5, all else as it was."""
    mark = re.escape(separator)
    return re.sub(
        rb"(?<=%b)([ ]*[-+]?\d*),(?=\d+(?:[eE][-+]?\d+)?[ ]*(?:%b|\r?\n|\r?\Z))" % (mark, mark),
        rb"\1.",
        data,
    )


def numbers_at_end(line: bytes) -> tuple[int, int]:
    """How many fields at the end of a line are numbers, and how many fields it has."""
    fields = [f for f in line.replace(b"\t", b" ").split(b" ") if f]
    run = 0
    for field in reversed(fields):
        if not is_number(field):
            break
        run += 1
    return run, len(fields)


def split_plain(line: bytes, dim: int) -> tuple[bytes, list[bytes]] | str:
    """The word and its `dim` fields, split from the right at spaces and tabs; or what is wrong.

    One separator stands between the word and the first number; further ones belong to the word.
    """
    spaced = line.replace(b"\t", b" ")
    end = len(spaced.rstrip(b" "))
    fields: list[bytes] = []
    while len(fields) < dim and end > 0:
        start = spaced.rfind(b" ", 0, end) + 1
        fields.append(spaced[start:end])
        end = start - 1
        if len(fields) < dim:
            end = len(spaced[: max(end, 0)].rstrip(b" "))
    if len(fields) < dim or end < 0:
        return (
            f"expected a word and {counted(dim, 'numbers')}, got {counted(len(fields), 'fields')}"
        )
    fields.reverse()
    return line[:end], fields


def split_delimited(line: bytes, layout: Layout) -> tuple[bytes, list[bytes]] | str:
    """The word and its `dim` fields from a line with one separator; or what is wrong."""
    fields = split_row(line, layout.separator, layout.quoted)
    extra = len(fields) - layout.columns
    w, first = layout.word, layout.first
    if extra > 0 and not (layout.quoted and b'"' in line):
        fields[w : w + extra + 1] = [layout.separator.join(fields[w : w + extra + 1])]
        extra = 0
    if extra:
        return f"expected {counted(layout.columns, 'columns')}, got {len(fields)}"
    return fields[w], fields[first : first + layout.dim]


def split_row(line: bytes, separator: bytes, quoted: bool) -> list[bytes]:
    """Fields of a line; a quote that does not close before a separator is text like any other."""
    if not quoted or b'"' not in line:
        return line.split(separator)
    fields = []
    start = 0
    while start <= len(line):
        end = _closing_quote(line, start, separator) if line[start : start + 1] == b'"' else -1
        if end >= 0:
            fields.append(line[start + 1 : end].replace(b'""', b'"'))
            start = end + 2
        else:
            end = line.find(separator, start)
            end = len(line) if end < 0 else end
            fields.append(line[start:end])
            start = end + 1
    return fields


def _closing_quote(line: bytes, start: int, separator: bytes) -> int:
    """Where the quote opened at `start` closes a whole field, or -1."""
    at = start + 1
    while (at := line.find(b'"', at)) >= 0:
        after = line[at + 1 : at + 2]
        if after == b'"':
            at += 2
        elif after in (b"", separator):
            return at
        else:
            return -1
    return -1
