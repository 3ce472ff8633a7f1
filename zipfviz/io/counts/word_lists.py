"""Read word lists: which columns of a table are the word and its count, and every row of them.

The commonest list has no columns but lines that end in a count ("at name 7"); there the word is
all that stands before it, spaces too, as `uniq -c` has it the other way round. Rows are added up
one by one, with an account of each that is not taken.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted, noun
from zipfviz.io.counts.doubts import (
    check_logarithms,
    check_words,
    refuse_numbering,
    refuse_row_numbers,
    refuse_thousands,
    spaces_question,
    without_titles,
)
from zipfviz.io.counts.questions import column_question, may_be_words
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.wording import shown
from zipfviz.io.records import Frequency, Source
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import (
    NEAR_NUMBER,
    Column,
    is_total,
    parse_number,
    ungrouped,
    with_point,
)
from zipfviz.io.tables.json_parquet import Records
from zipfviz.io.tables.layout import Layout, read_rows
from zipfviz.io.tables.sample import Sample, readings
from zipfviz.io.tables.start import start_of
from zipfviz.io.tables.text import BOM, has_bad_bytes, numbered_lines

# False: values are counts or shares. True: natural logarithms. 2 or 10: logarithms to that base.
LogBase = Literal[False, True, 2, 10]
Columns = tuple[Column, Column]

MOSTLY = 0.5
MANY = 0.9
NEARLY = 0.95
LEAST_ROWS = 3
EXAMPLES = 3
THOUSANDS = re.compile(r"\s*+[1-9]\d{0,2}+(?:,\d{3})+\s*+")
POINTS = re.compile(r"\s*+[1-9]\d{0,2}+(?:\.\d{3})+\s*+")
MILLIONS = re.compile(r"\s*+\d{1,3}+(?:\.\d{3}){2,}\s*+")
LEAST_CUT = 20
OFTEN_GROUPED = 0.05
ROUNDING = 1e-6
PLACEHOLDER_ROWS = 10


@dataclass(kw_only=True)
class Tally(Account):
    """Words and their values so far; rows of a word that was there before are added to it."""

    log: LogBase = False
    asked: tuple[Column, Column] = (None, None)
    values: dict[str, float] = field(default_factory=dict)
    duplicates: int = 0
    last: tuple[str, float] = ("", 0.0)

    def add(self, word: str, value: float, number: int) -> None:
        """Take a row in; raises InputError for a negative count or a logarithm out of range."""
        if self.log:
            value = self._unlog(value, number)
        elif value < 0:
            raise InputError(
                f"{self.name} {self.unit} {number}: {shown(word)} has the negative count "
                f"{value:g}; counts are 0 or more, and log-probabilities need log=True."
            )
        self.rows += 1
        self.last = word, value
        if word in self.values:
            self.duplicates += 1
            self.values[word] += value
        else:
            self.values[word] = value

    def add_cells(self, word: Any, value: Any, number: int) -> None:
        """Take in a row of Python values; the word must be a string, the value a finite number."""
        if not isinstance(word, str) or not word:
            self.reject(number, f"expected a word, got {word!r:.60}")
            return
        count = None if isinstance(value, bool) else parse_number(str(value))
        if count is None:
            self.reject(number, f"expected a number for {shown(word)}, got {value!r:.60}")
        else:
            self.add(word, count, number)

    def take(self, counts: Counter[str]) -> None:
        """Take in words that were counted already."""
        self.rows += len(counts)
        self.values.update(counts)

    def check_header(self, header: Sequence[str], count: int) -> None:
        """Ask, or say, where the name of the counts' column says logarithms."""
        if not self.log:
            said = check_logarithms(header, count, self.asked[1], self.name)
            self.notes += [said] if said else []

    def _leave_totals(self) -> None:
        """Leave out a first or last row that is the sum of all others by its name and its value."""
        for word, value in (self.last, next(iter(self.values.items()))):
            # Of some lists the first line is the number of words and of tokens.
            sized = word == str(len(self.values) - 1)
            if self.log or not (sized or is_total(word)):
                continue
            others = sum(self.values.values()) - value
            is_sum = abs(value - others) <= ROUNDING * value and len(self.values) > 2
            cut = value > others and len(self.values) >= LEAST_CUT and not sized
            if is_sum or cut:  # of a list cut short
                self.values[word] -= value
                if self.values[word] <= ROUNDING * value:
                    del self.values[word]
                self.notes.append(
                    f"The row {shown(word)} with {value:,.10g} is the sum of the list and no word; "
                    "it was left out."
                )
                return

    def _unlog(self, value: float, number: int) -> float:
        base = math.e if self.log is True else float(self.log)
        try:
            return math.pow(base, value)
        except OverflowError:
            raise InputError(
                f"{self.name} {self.unit} {number}: {value:g} is too large for a logarithm; "
                "leave log=True out if these are counts."
            ) from None

    def frequency(self) -> Frequency:
        """The words with their values and the report; InputError when nothing can be used."""
        if not self.values:
            first = f" ({self.bad_examples[0]})" if self.bad_examples else ""
            raise InputError(
                f"{self.name} holds no usable 'word count' row{first}; give a file with a word "
                "and a number on each line."
            )
        self._leave_totals()
        values = np.array(list(self.values.values()), np.float64)
        total = float(values.sum())
        if not 0 < total < math.inf:
            what = "all 0" if total == 0 else "too large to add up"
            raise InputError(
                f"{self.name}: its {counted(len(values), 'counts are', 'count is')} {what}; check "
                "the file."
            )
        refuse_placeholders(self.name, values)
        if self.asked[1] is None and not self.log:
            refuse_numbering(self.name, values, PLACEHOLDER_ROWS)
        facts = [("sum of the list", f"{total:,.0f}" if total >= 1000 else f"{total:.6g}")]
        if zeros := int((values == 0).sum()):
            facts.append(("words with count 0", f"{zeros:,}"))
        self.facts[:0] = facts
        if self.duplicates:
            rows = noun(self.duplicates, "rows repeat", "row repeats")
            said = f"{self.duplicates:,} {rows} a word; such counts were added up."
            self.notes.insert(0, said)
        report = self.report(
            len(values),
            duplicates=self.duplicates,
            encoding_trouble=sum(map(has_bad_bytes, self.values)),
        )
        return Frequency(self.name, tuple(self.values), values, report, Source(title=self.name))


def refuse_placeholders(name: str, values: np.ndarray, least: int = PLACEHOLDER_ROWS) -> None:
    """Raise InputError for the counts n, n-1, ..., 1 that gensim makes up for loaded vectors."""
    n = len(values)
    if n >= least and np.array_equal(values, np.arange(n, 0, -1)):
        raise InputError(
            f"{name}: the counts run {n}, {n - 1}, ..., 1: placeholder counts, not frequencies "
            "(gensim writes them for vectors loaded without counts); use 'wordfreq:en', 'rank' or "
            "a list of real counts."
        )


def list_layout(
    lines: Sequence[str],
    name: str,
    word_column: Column = None,
    count_column: Column = None,
    *,
    separator: str | None = None,
) -> Layout | None:
    """The layout of a word list from its first lines; None when they are no list.

    Raises InputError when the lines are a table whose columns cannot be told apart, or vectors.
    """
    start = start_of(lines)
    asked = (word_column, count_column)
    for sample in readings(start, name=name, separator=separator):
        plain = asked == (None, None)
        if plain and sample.dialect.separator == " ":
            cut = _outermost(sample)
            if separator is None and _may_have_columns(sample, cut):
                raise spaces_question(sample, cut, name)
            sample = cut
        if plain and separator is None:
            refuse_thousands(sample, name)
        roles = columns_of(sample, name, asked)
        if roles is not None:
            if plain and separator is None:
                sample = without_titles(sample, **roles, name=name)
                check_words(sample, **roles, name=name)
            return sample.layout(roles)
    if asked != (None, None):
        raise InputError(
            f"{name}: its lines are not a table with such columns; the first is "
            f"{shown(start.lines[0] if start.lines else '', 60)}."
        )
    return None


def _outermost(sample: Sample) -> Sample:
    """Lines cut once, where only their outermost field is the count: words may hold spaces.

    Rows may be numbered in front of their words.
    """
    numbered = sample.recut(replace(sample.dialect, tail=1, padded=True, numbered=True))
    uneven = sample.share < 1 if sample.width == 3 else sample.share < NEARLY
    if uneven and not sample.dialect.quoted and _is_numbered(numbered):
        return numbered
    numbers = [share >= 0.9 for share in sample.numeric[: sample.width]]
    inner = numbers.count(True) == 1 and not (numbers[0] or numbers[-1])
    columns = sample.width > 2 and sample.share >= MANY and (inner or all(sample.header or ("",)))
    if columns or (sample.width > 2 and sum(numbers) > 1) or sample.dialect.quoted:
        return sample
    last = sample.recut(replace(sample.dialect, tail=1, padded=True))
    grouped = last.recut(replace(last.dialect, grouped=True))
    if _is_grouped(last, grouped):
        return grouped
    if last.numeric[-1] >= MOSTLY:
        return last
    first = last.recut(replace(last.dialect, tail=-1, padded=False))
    spaced = sum(row[-1].startswith(" ") for row in first.rows) >= MANY * len(first.rows)
    return first.recut(replace(first.dialect, padded=True)) if spaced else first


def _may_have_columns(sample: Sample, cut: Sample) -> bool:
    """Whether lines have as many parts each, and no header says that they have two columns."""
    parts = sample.width > 2 and sample.share >= MANY and len(sample.rows[0]) >= sample.width
    counts = cut.numeric[0 if cut.dialect.tail < 0 else -1] >= MOSTLY
    return parts and counts and bool(cut.dialect.tail) and not cut.dialect.grouped


def _is_numbered(sample: Sample) -> bool:
    """Whether each row begins with its number, before a word with a count."""
    cells = [str(row[0]).rstrip(".):") for row in sample.body if len(row) == 3]
    whole = all(map(str.isdecimal, cells))
    steps = {int(b) - int(a) for a, b in pairwise(cells)} if whole else set()
    most = len(cells) >= max(LEAST_ROWS, NEARLY * len(sample.body))
    return most and steps == {1} and sample.width == 3 and sample.numeric[2] >= MOSTLY


def _is_grouped(last: Sample, grouped: Sample) -> bool:
    """Whether numbers at the ends of lines have spaces between thousands (the 53 123 456).

    Many then have them, and none of four digits or more has not.
    """
    pairs = list(zip(last.rows, grouped.rows, strict=True))
    changed = sum(before != after for before, after in pairs)
    plain = sum(before == after and len(after[-1]) > 3 and after[-1].isdigit()
                for before, after in pairs)  # fmt: skip
    return changed >= max(2, OFTEN_GROUPED * len(pairs)) and not plain


def columns_of(sample: Sample, name: str, asked: Columns) -> dict[str, int] | None:
    """The columns of the word and of its count, or None when no column is one of numbers.

    Raises ChoiceNeeded where several could be meant.
    """
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
        count = _only_count(sample, numbers - {word}, word, name, asked)
    if count is None:
        return None
    _refuse_grouped(sample, count, name)
    if asked[1] is None:
        refuse_row_numbers(sample, count, name)
    if word is None:
        others = [c for c in range(width) if c != count and (c not in numbers or width == 2)]
        if len(others) > 1:
            others = [c for c in others if may_be_words(sample.columns[c])]
        if len(others) > 1 and _say_the_same(sample.body, others):
            others = others[:1]  # as in the Leipzig lists: number, word, word again, count
        if len(others) != 1:
            raise column_question(sample, name, asked, others)
        word = others[0]
    return {"word": word, "count": count}


def _only_count(
    sample: Sample, numbers: set[int], word: int | None, name: str, asked: Columns
) -> int | None:
    """The one column of numbers that may be counts; None where there is none."""
    if sample.width == 2 and 1 in numbers and word in (None, 0):
        return 1
    candidates = sorted(numbers)
    if len(candidates) > 1:
        candidates = [c for c in candidates if not sample.numbers_rows(c)]
    if len(candidates) > 1:
        raise column_question(sample, name, asked, candidates)
    if not candidates:
        for column, cells in enumerate(sample.columns[: sample.width]):
            if cells and all(isinstance(c, str) and NEAR_NUMBER.fullmatch(c) for c in cells):
                _refuse_grouped(sample, column, name)
    return candidates[0] if candidates else None


def _refuse_grouped(sample: Sample, column: int, name: str) -> None:
    """Raise InputError where counts are written 1,234,567 or 1.234.567: 1.234 may be either."""
    cells = [row[column] for row in sample.body if len(row) > column]
    texts = [ungrouped(c) for c in cells if isinstance(c, str) and NEAR_NUMBER.fullmatch(c)]
    odd = [text for text in texts if parse_number(text) is None]
    if column in sample.decimal and not all(map(THOUSANDS.fullmatch, odd)):
        odd = [text for text in odd if parse_number(with_point(text)) is None]
    likes = [*filter(MILLIONS.fullmatch, texts), *filter(THOUSANDS.fullmatch, odd)]
    points = [text for text in texts if "." in text]
    small = [text for text in texts if text.strip().isdigit()]
    if small and all(map(POINTS.fullmatch, points)) and all(len(s.strip()) < 4 for s in small):
        likes += points  # 5.000 above 50: no list of decimals has these
    if likes or len(odd) > 0.5 * len(cells):
        like = (likes or odd)[0].strip()
        raise InputError(
            f"{name}: its counts are written like {like!r}; write them as 1234567 or 0.5."
        )


def _say_the_same(rows: Sequence[Sequence[Any]], columns: Sequence[int]) -> bool:
    """Whether columns hold the same words, but for case, in nearly every row."""
    full = [row for row in rows if len(row) > max(columns)]
    same = sum(len({str(row[c]).casefold() for c in columns}) == 1 for row in full)
    return same > 0.9 * len(full)


def add_records(records: Records, tally: Tally) -> None:
    """Add rows of Python values, as JSON and parquet have them, to the tally."""
    word, count = 0, 1
    if records.header:
        sample = Sample(records.rows, header=records.header)
        roles = columns_of(sample, tally.name, tally.asked)
        if roles is None:
            raise InputError(
                f"{tally.name}: none of its columns ({sample.described_columns()}) holds counts; "
                "give count_column=."
            )
        word, count = roles["word"], roles["count"]
        tally.check_header(records.header, count)
    elif records.rows and all(_count_first(row) for row in records.rows):
        word, count = 1, 0
    for number, row in enumerate(records.rows, 1):
        if records.header or len(row) == 2:
            tally.add_cells(row[word], row[count], number)
        else:
            tally.reject(number, f"expected [word, count], got {row!r:.60}")


def _count_first(row: Sequence[Any]) -> bool:
    return len(row) == 2 and isinstance(row[1], str) and isinstance(row[0], int | float)


def add_lines(
    stream: Unpacked, layout: Layout, tally: Tally, progress: Callable[[int], None] | None = None
) -> None:
    """Add every line of a stream to the tally, and say what was assumed."""
    word, count = layout.roles["word"], layout.roles["count"]
    tally.check_header(layout.header, count)
    spaced: list[str] = []
    n_spaced = 0
    lines = numbered_lines(stream, tally.name, progress)
    layout = replace(layout, joined=stream.head.startswith(BOM))
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
