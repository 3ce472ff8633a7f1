"""Judge csv-like lines: the separator, the column of words, the columns of numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from zipfviz.common.errors import InputError
from zipfviz.io.files.wording import listed
from zipfviz.io.tables.fields import Layout, dotted, is_number, split_row

__all__ = ["WORD_NAMES", "sniff_delimited"]

SEPARATORS = {None: (b",", b"\t", b";", b"|"), "csv": (b",", b";", b"|"), "tsv": (b"\t",)}
WORD_NAMES = ("word", "words", "token", "tokens", "term", "key", "text", "label", "vocab")
INDEX_NAMES = (b"", b"index", b"id", b"#", b"rank", b"unnamed: 0")
ENOUGH = 0.8


def sniff_delimited(
    lines: Sequence[bytes], format: str | None, word_column: str | None
) -> Layout | None:
    """The layout of lines with one separator, or None when no separator fits most of them."""
    for separator in SEPARATORS[format]:
        if separator != b"," and _has_decimal_commas(lines, separator):
            layout = _fit([dotted(line, separator) for line in lines], separator, True, word_column)
            if layout is not None:
                said = (*layout.assumptions, "Numbers are written with decimal commas.")
                return replace(layout, comma=True, assumptions=said)
    for separator in SEPARATORS[format]:
        quoted = separator != b"\t" or _all_quoted(lines)
        layout = _fit(lines, separator, quoted, word_column)
        if layout is not None:
            return layout
    return None


def _has_decimal_commas(lines: Sequence[bytes], separator: bytes) -> bool:
    """Whether most lines have fields like 0,5 and few have fields like 0.5."""
    body = lines[1:] or lines
    point = re.compile(rb"%b[ ]*[-+]?\d*\.\d" % re.escape(separator))
    commas = sum(dotted(line, separator) != line for line in body)
    points = sum(point.search(line) is not None for line in body)
    return commas >= ENOUGH * len(body) and points <= (1 - ENOUGH) * len(body)


def _all_quoted(lines: Sequence[bytes]) -> bool:
    return all(line.startswith(b'"') for line in lines[1:]) and len(lines) > 2


def _fit(
    lines: Sequence[bytes], separator: bytes, quoted: bool, word_column: str | None
) -> Layout | None:
    rows = [split_row(line, separator, quoted) for line in lines]
    columns, votes = Counter(map(len, rows)).most_common(1)[0]
    if columns < 2 or votes < ENOUGH * len(rows):
        return None
    titled = len(rows) > 1 and len(rows[0]) == columns
    body = [row for row in rows[1 if titled else 0 :] if len(row) == columns]
    numeric = [_share_of_numbers([row[c] for row in body]) >= ENOUGH for c in range(columns)]
    titles = rows[0] if titled else []
    word = _word_column(titles, numeric, word_column)
    indices = _is_index([row[0] for row in body]) and word != 0
    if titles and indices and titles[0].strip().lower() not in INDEX_NAMES:
        indices = is_number(titles[0]) and word == 1
    first, dim = _longest_run(numeric, word, 1 if indices else 0)
    if dim == 0:
        return None
    header = titled and _is_header(titles, first, dim, word)
    fit = rows if titled and not header else body
    clean = sum(len(r) == columns and all(map(is_number, r[first : first + dim])) for r in fit)
    if clean < ENOUGH * len(fit):
        return None
    return Layout(
        dim,
        separator,
        columns,
        word,
        first,
        skip=int(header),
        quoted=quoted or (header and separator == b"\t"),
        assumptions=_said(separator, columns, word, first, dim, header, titles),
    )


def _share_of_numbers(cells: Sequence[bytes]) -> float:
    return sum(map(is_number, cells)) / max(len(cells), 1)


def _word_column(titles: Sequence[bytes], numeric: Sequence[bool], asked: str | None) -> int:
    names = [title.decode("utf-8", "replace") for title in titles]
    if asked is not None:
        if asked not in names:
            raise InputError(f"no column is called {asked!r}; the first line has {listed(names)}.")
        return names.index(asked)
    lowered = [name.strip().lower() for name in names]
    for name in WORD_NAMES:
        if name in lowered:
            return lowered.index(name)
    return numeric.index(False) if False in numeric else 0


def _is_index(cells: Sequence[bytes]) -> bool:
    """True for row numbers: each cell one more than the cell above it."""
    if not all(cell.isdigit() and len(cell) < 16 for cell in cells):
        return False
    numbers = list(map(int, cells))
    return all(b == a + 1 for a, b in pairwise(numbers))


def _longest_run(numeric: Sequence[bool], word: int, start: int) -> tuple[int, int]:
    """First column and length of the longest run of number columns that avoids the words."""
    best, first = (0, 0), start
    for column in range(start, len(numeric) + 1):
        if column == len(numeric) or not numeric[column] or column == word:
            best = max(best, (column - first, -first))
            first = column + 1
    return -best[1], best[0]


def _is_header(titles: Sequence[bytes], first: int, dim: int, word: int) -> bool:
    cells = [cell.strip() for cell in titles[first : first + dim]]
    if not any(map(is_number, cells)):
        return True
    counted = [[str(i + base).encode() for i in range(dim)] for base in (0, 1)]
    title = titles[word].strip().lower()
    return cells in counted and (
        title in INDEX_NAMES or title.decode("utf-8", "replace") in WORD_NAMES
    )


def _said(
    separator: bytes,
    columns: int,
    word: int,
    first: int,
    dim: int,
    header: bool,
    titles: Sequence[bytes],
) -> tuple[str, ...]:
    name = {b",": "commas", b"\t": "tabs", b";": "semicolons", b"|": "bars"}[separator]
    said = [
        f"Columns separated by {name}: words in column {word + 1}, vectors in columns "
        f"{first + 1} to {first + dim}."
    ]
    if header:
        said.append("Line 1 names the columns and is not a word.")
    unused = [c for c in range(columns) if c != word and not first <= c < first + dim]
    if unused:
        listed = ", ".join(str(c + 1) for c in unused[:8])
        said.append(f"Not used: column {listed}.")
    return tuple(said)
