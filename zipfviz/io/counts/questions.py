"""Ask which columns of an ambiguous table hold the word and its count."""

import re
from collections.abc import Sequence
from itertools import product
from typing import Any

from zipfviz.common.errors import Choice, ChoiceNeeded, InputError
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.columns import NAMES, NEAR_NUMBER, Column, parse_number
from zipfviz.io.tables.sample import Sample

LIKE_VECTORS = 20  # columns
MOSTLY = 0.5
CHOICES = 8
COUNTED = re.compile(r"freq|frq|count|occ|anz|häuf|hits|tokens|abs|raw|част|频|頻|次", re.I)


def column_question(
    sample: Sample, name: str, asked: tuple[Column, Column], candidates: Sequence[int]
) -> InputError:
    """The question which columns of a table are the word and its count, the likeliest first.

    Where a table has one column of words beside many of decimals, it is told to be vectors.
    """
    texts = [
        c
        for c in range(sample.width)
        if sample.numeric[c] < MOSTLY and may_be_words(sample.columns[c])
    ]
    numeric = [c for c in range(sample.width) if sample.numeric[c] >= MOSTLY]
    counts = [c for c in numeric if _may_count(sample, c)]
    decimals = sum(any("." in str(cell) for cell in sample.columns[c]) for c in numeric)
    if len(texts) < 2 and len(numeric) >= LIKE_VECTORS and decimals > 0.5 * len(numeric):
        return InputError(
            f"{name} has {sample.width} columns, like vectors and unlike counts; load it as an "
            "embedding."
        )
    words = _likely(sample, "word", texts, asked[0], name)
    numbers = _likely(sample, "count", counts, asked[1], name)
    pairs = sorted(product(range(len(words)), range(len(numbers))), key=sum)
    which = " or ".join(str(c) for c in candidates[:CHOICES]) or "none alone"
    columns = sample.described_columns()
    found = (
        f"{name}: which columns are the word and the count is not plain; {which} could be "
        f"(of {columns})"
    )
    choices = [_choice(sample, words[w], numbers[n]) for w, n in pairs if words[w] != numbers[n]][
        :CHOICES
    ]
    if not choices:
        return InputError(
            f"{found}; give word_column= and count_column=, a name or a number from 0."
        )
    return ChoiceNeeded(found, choices)


def may_be_words(cells: Sequence[Any]) -> bool:
    """Whether cells may be words: most are filled, and not with 12.5 % or 1,200."""
    filled = [text for cell in cells if (text := str(cell or "").strip())]
    numbers = sum(NEAR_NUMBER.fullmatch(text) is not None for text in filled)
    return len(filled) > MOSTLY * len(cells) and numbers < MOSTLY * len(filled)


def _may_count(sample: Sample, column: int) -> bool:
    """Whether numbers may be counts: no row numbers, none below 0 and not 0 alone."""
    values = [parse_number(str(cell)) or 0 for cell in sample.columns[column]]
    return not sample.numbers_rows(column) and min(values, default=0) >= 0 and any(values)


def _likely(
    sample: Sample, role: str, columns: Sequence[int], asked: Column, name: str
) -> list[int]:
    """Columns that may have a role, the surest first; the one that was asked for alone."""
    if asked is not None:
        return [sample.pick(asked, role=role, option=f"{role}_column", where=name)]

    def rank(column: int) -> tuple[int, int]:
        own = sample.names[column] if column < len(sample.names) else ""
        known = NAMES[role].index(own) if own in NAMES[role] else len(NAMES[role])
        return known - 100 * (role == "count" and bool(COUNTED.search(own))), column

    return sorted(columns, key=rank)


def _choice(sample: Sample, word: int, count: int) -> Choice:
    rows = [row for row in sample.body if len(row) > max(word, count)][:2]
    first = ", ".join(f"{shown(str(row[word]))} {str(row[count]).strip()}" for row in rows)
    return Choice(
        options={"word_column": _named(sample, word), "count_column": _named(sample, count)},
        gives=f"first {first}",
    )


def _named(sample: Sample, column: int) -> str | int:
    """A column as `pick` finds it: by its name where that is its own, else by its number."""
    names = [str(name).strip().lower() for name in sample.header]
    own = names[column] if column < len(names) else ""
    return str(sample.header[column]) if own and names.count(own) == 1 else column
