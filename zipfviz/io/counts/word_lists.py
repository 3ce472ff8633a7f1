"""Read word lists: which columns of a table are the word and its count, and every row of them.

The commonest list has no columns but lines that end in a count ("at name 7"); there the word is
all that stands before it, spaces too, as `uniq -c` has it the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.counts.count_tally import Tally
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.columns import NEAR_NUMBER, Column, parse_number
from zipfviz.io.tables.json_parquet import Records
from zipfviz.io.tables.layout import Layout, read_rows
from zipfviz.io.tables.sample import Sample, readings
from zipfviz.io.tables.text import numbered_lines

MOSTLY = 0.5
LIKE_VECTORS = 20  # columns
EXAMPLES = 3
THOUSANDS = re.compile(r"\s*[1-9]\d{0,2}(?:,\d{3})+\s*")
MILLIONS = re.compile(r"\s*\d{1,3}(?:\.\d{3}){2,}\s*")

Columns = tuple[Column, Column]


def list_layout(
    lines: Sequence[str], name: str, word_column: Column = None, count_column: Column = None
) -> Layout | None:
    """The layout of a word list from its first lines; None when they are no list.

    Raises InputError when the lines are a table whose columns cannot be told apart, or vectors.
    """
    lines = [line for line in lines if line.strip(" \t\r")]
    asked = (word_column, count_column)
    for sample in readings(lines):
        if asked == (None, None) and sample.dialect.separator == " ":
            sample = _outermost(sample, lines)
        roles = _columns_of(sample, name, asked)
        if roles is not None:
            return sample.layout(roles)
    if asked != (None, None):
        raise InputError(
            f"{name}: its lines are not a table with such columns; the first is "
            f"{shown(lines[0] if lines else '', 60)}."
        )
    return None


def _outermost(sample: Sample, lines: Sequence[str]) -> Sample:
    """Lines cut once, where only their outermost field is the count: words may hold spaces."""
    numbers = [share >= 0.9 for share in sample.numeric[: sample.width]]
    if (sample.width > 2 and sum(numbers) > 1) or sample.dialect.quoted:
        return sample
    last = Sample.cut(lines, replace(sample.dialect, tail=1, padded=True))
    return last if last.numeric[-1] >= MOSTLY else Sample.cut(lines, replace(last.dialect, tail=-1))


def _columns_of(sample: Sample, name: str, asked: Columns) -> dict[str, int] | None:
    """The columns of the word and of its count, or None when no column is one of numbers."""
    width = sample.width
    if width < 2:
        return None
    numbers = {c for c in range(width) if sample.numeric[c] >= MOSTLY}
    word, count = (
        sample.named(role)
        if wanted is None
        else sample.pick(wanted, role=role, option=f"{role}_column", where=name)
        for role, wanted in zip(("word", "count"), asked, strict=True)
    )
    if count is not None:
        _refuse_grouped(sample, count, name)
    if count is None or (asked[1] is None and count not in numbers):
        count = _only_count(sample, numbers - {word}, word, name)
    if count is None:
        return None
    _refuse_grouped(sample, count, name)
    if word is None:
        others = [c for c in range(width) if c != count and (c not in numbers or width == 2)]
        if len(others) > 1 and _say_the_same(sample.body, others):
            others = others[:1]  # as in the Leipzig lists: number, word, word again, count
        if len(others) != 1:
            raise _doubt(sample, name, others)
        word = others[0]
    return {"word": word, "count": count}


def _only_count(sample: Sample, numbers: set[int], word: int | None, name: str) -> int | None:
    """The one column of numbers that may be counts; None where there is none."""
    if sample.width == 2 and 1 in numbers and word in (None, 0):
        return 1
    candidates = sorted(numbers)
    if len(candidates) > 1:
        candidates = [c for c in candidates if not sample.numbers_rows(c)]
    if len(candidates) > 1:
        raise _doubt(sample, name, candidates)
    if not candidates:
        for column, cells in enumerate(sample.columns[: sample.width]):
            if cells and all(isinstance(c, str) and NEAR_NUMBER.fullmatch(c) for c in cells):
                _refuse_grouped(sample, column, name)
    return candidates[0] if candidates else None


def _refuse_grouped(sample: Sample, column: int, name: str) -> None:
    """Raise InputError where counts are written 1,234,567 or 1.234.567: 1.234 may be either."""
    cells = [row[column] for row in sample.body if len(row) > column]
    texts = [cell for cell in cells if isinstance(cell, str) and NEAR_NUMBER.fullmatch(cell)]
    grouped = [text for text in texts if parse_number(text) is None]
    decimals = column in sample.decimal and not all(map(THOUSANDS.fullmatch, grouped))
    like = next(filter(MILLIONS.fullmatch, texts), None)
    if like or (len(grouped) > 0.5 * len(cells) and not decimals):
        like = (like or grouped[0]).strip()
        raise InputError(
            f"{name}: its counts are written like {like!r}; write them as 1234567 or 0.5."
        )


def _say_the_same(rows: Sequence[Sequence[Any]], columns: Sequence[int]) -> bool:
    """Whether columns hold the same words, but for case, in nearly every row."""
    full = [row for row in rows if len(row) > max(columns)]
    same = sum(len({str(row[c]).casefold() for c in columns}) == 1 for row in full)
    return same > 0.9 * len(full)


def _doubt(sample: Sample, name: str, candidates: Sequence[int]) -> InputError:
    if sample.width > LIKE_VECTORS:
        return InputError(
            f"{name} has {sample.width} columns, like vectors and unlike counts; load it as an "
            "embedding."
        )
    which = " or ".join(str(c) for c in candidates) or "none alone"
    found = f"which columns are the word and the count is not plain; {which} could be"
    return sample.doubt(name, found, "word_column= and count_column=")


def add_records(records: Records, tally: Tally, word_column: Column, count_column: Column) -> None:
    """Add rows of Python values, as JSON and parquet have them, to the tally."""
    word, count = 0, 1
    if records.header:
        sample = Sample(records.rows, header=records.header)
        roles = _columns_of(sample, tally.name, (word_column, count_column))
        if roles is None:
            raise InputError(
                f"{tally.name}: none of its columns ({sample.described_columns()}) holds counts; "
                "give count_column=."
            )
        word, count = roles["word"], roles["count"]
    for number, row in enumerate(records.rows, 1):
        if records.header or len(row) == 2:
            tally.add_cells(row[word], row[count], number)
        else:
            tally.reject(number, f"expected [word, count], got {row!r:.60}")


def add_lines(
    stream: Unpacked, layout: Layout, tally: Tally, progress: Callable[[int], None] | None = None
) -> None:
    """Add every line of a stream to the tally, and say what was assumed."""
    word, count = layout.roles["word"], layout.roles["count"]
    spaced: list[str] = []
    n_spaced = 0
    lines = numbered_lines(stream, tally.name, progress)
    for number, cells in read_rows(lines, layout, tally):
        tally.add_cells(cells[word], cells[count], number)
        if layout.dialect.tail and " " in cells[word]:
            n_spaced += 1
            if n_spaced <= EXAMPLES:
                spaced.append(f"line {number}: {shown(cells[word], 60)}")
    if n_spaced:
        tally.notes.append(
            f"{counted(n_spaced, 'words hold', 'word holds')} a space, since lines were split at "
            f"their last one ({', '.join(spaced)}); a tab before the count says so plainly."
        )
    tally.notes += layout.why
    tally.facts.append(("layout", layout.describe()))
