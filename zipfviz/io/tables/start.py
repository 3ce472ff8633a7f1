"""Skip comments and Excel's sep= line above the first row of a table.

A first line sep=; names the separator. Lines that begin with #, % or // are comments where they
are no row like those below them (a list of all tokens has a word # with a count).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile

from zipfviz.common.nouns import counted, noun
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.columns import is_number

SEPARATOR_LINE = re.compile(r"\ufeff?\"?sep=([^\w\r\n])\"?[ ,;]*", re.IGNORECASE)
COMMENT = re.compile(r"\s*+(?:#|%|//)")
SAID = re.compile(r"\s*+(?:#++|%++|//++)\s++[^\W\d_]")  # a mark, a space, a word
ROW_MARKS = "\t;|,"
FIELD = re.compile(r"[\t;|, ]+")
# Tables of thousands of columns are told from fewer rows, in the same time.
LETTERS = 2**18
LEAST = 8  # lines


@dataclass(frozen=True, kw_only=True)
class Start:
    """The first lines of a table that hold something, without what stands above it.

    `numbers` are their places in the file, from 1; `separator` what a line sep=; names, `why`
    sentences on what was left out.
    """

    lines: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    separator: str | None = None
    why: tuple[str, ...] = ()

    def without(self, left: Iterable[bool]) -> Start:
        """The same without the lines of which `left` says so."""
        kept = [n for n, out in enumerate(left) if not out]
        if len(kept) == len(self.lines):
            return self
        return replace(
            self,
            lines=tuple(self.lines[n] for n in kept),
            numbers=tuple(self.numbers[n] for n in kept),
        )


def start_of(lines: Sequence[str]) -> Start:
    """Find where a table begins among the first lines of a file, fewer where they are long."""
    ends = accumulate(map(len, lines))
    lines = lines[: max(LEAST, sum(1 for _ in takewhile(LETTERS.__gt__, ends)))]
    filled = [(n, line) for n, line in enumerate(lines, 1) if line.strip(" \t\r")]
    separator, why = None, []
    named = SEPARATOR_LINE.fullmatch(filled[0][1]) if len(filled) > 1 else None
    if named and any(named[1] in line for _, line in filled[1:]):
        separator = named[1]
        why.append(f"Line {filled[0][0]} ({shown(filled[0][1])}) names the separator.")
        del filled[0]
    comments = _comments([line for _, line in filled])
    if comments:
        lead = shown(filled[0][1], 60)
        example = "" if "://" in lead else f" ({lead})"  # a page would make it a link
        lines_were = counted(comments, "comment lines", "comment line")
        were = noun(comments, "were", "was")
        why.append(f"{lines_were} above the table {were} left out{example}.")
        del filled[:comments]
    return Start(
        lines=tuple(line for _, line in filled),
        numbers=tuple(n for n, _ in filled),
        separator=separator,
        why=tuple(why),
    )


def _comments(lines: Sequence[str]) -> int:
    """How many lines stand above the rows, the last of them a comment."""
    marked = list(takewhile(COMMENT.match, lines))
    rows = lines[len(marked) :]
    if not marked or not rows:
        return 0
    counts = [sum(mark in line for line in rows) for mark in ROW_MARKS]
    often = next((m for m, n in zip(ROW_MARKS, counts, strict=True) if n > 0.9 * len(rows)), None)

    def shape(line: str) -> tuple[int, bool]:
        parts = FIELD.split(line.strip())
        columns = len(parts) if often is None else line.count(often)
        return columns, is_number(parts[-1])

    typical = Counter(map(shape, rows)).most_common(1)[0][0]
    odd = [bool(SAID.match(line)) or shape(line) != typical for line in marked]
    return max((n for n, is_odd in enumerate(odd, 1) if is_odd), default=0)
