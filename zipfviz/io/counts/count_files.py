"""Word lists in lines: `word count`, csv and tsv, the layout told from the first of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.counts.count_tally import Tally, parse_number, shown
from zipfviz.io.tables.columns import Column, is_name, pick, split_fields

__all__ = ["SAMPLE", "Layout", "decode", "read_lines", "sniff_layout", "table_layout"]

WORD_NAMES = ("word", "words", "token", "term", "type", "form", "wordform", "ngram", "lemma", "w")
COUNT_NAMES: tuple[str, ...] = (
    *(
        "count",
        "counts",
        "freq",
        "freqcount",
        "frq",
        "frequency",
        "n",
        "occurrences",
        "total",
        "value",
    ),
    *("p", "prob", "probability", "logprob", "log_prob"),
)
SEPARATOR_NAMES = {"\t": "a tab", " ": "a space", ",": "a comma", ";": "a semicolon"}
SAMPLE = 1000
OFTEN = 10
NEAR_NUMBER = re.compile(r"\s*\d[\d., '\u00a0\u202f]*%?\s*")
GROUPED = re.compile(r"\s*\d{1,3}(?:\.\d{3}){2,}\s*")
LETTER_FIRST = re.compile(r"[\W_]*[^\W\d_]")
COMMA_NUMBER = re.compile(r"[ \t;][\"']?\d+(?:,\d+)+[\"']?\s*$")


def decode(line: bytes) -> str:
    """A line as text; bytes that are not UTF-8 stay, each as a lone surrogate."""
    return line.decode("utf-8", "surrogateescape")


@dataclass(frozen=True)
class Layout:
    """How the lines of a word list are built: separator, columns, and whether a header leads."""

    separator: str
    word: int
    count: int
    width: int
    header: bool = False

    def split(self, line: str) -> tuple[str, str] | None:
        """(word, count) of a line, or None if it has too few fields."""
        if self.width == 2 and self.separator in "\t ":
            return self._split_two(line)
        fields = split_fields(line, self.separator)
        if len(fields) <= max(self.word, self.count):
            return None
        if self.width == 2 and len(fields) > 2 and self.count == 1:  # an unquoted comma in a word
            word, _, count = line.rpartition(self.separator)
            return word, count
        return fields[self.word], fields[self.count]

    def _split_two(self, line: str) -> tuple[str, str] | None:
        if self.count == 0:  # uniq -c
            count, _, word = line.lstrip(" ").partition(self.separator)
            return word, count
        stripped = line.rstrip(" \t")
        cut = stripped.rfind("\t")
        if cut < 0:
            cut = stripped.rfind(" ")
        if cut < 0:
            return None
        word = stripped[:cut]
        return (word.rstrip(" ") if self.separator == " " else word), stripped[cut + 1 :]

    def describe(self) -> str:
        """The layout in words, for the report."""
        between = SEPARATOR_NAMES[self.separator]
        if self.width == 2:
            order = "word count" if self.word == 0 else "count word"
            return f"'{order}' lines, separated by {between}"
        width = counted(self.width, "columns")
        return f"{width} separated by {between}: word {self.word}, count {self.count}"


def sniff_layout(
    lines: Sequence[str], name: str, word_column: Column = None, count_column: Column = None
) -> Layout | None:
    """The layout of a word list from its first lines; None when they are running text.

    Raises InputError when the lines are a table whose columns cannot be told apart, or vectors.
    """
    lines = [line for line in lines if line.strip(" \t\r")]
    chosen = word_column is not None or count_column is not None
    if not lines:
        return None
    odd = [line for line in lines if COMMA_NUMBER.search(line)]
    if len(odd) > len(lines) / 2 and not chosen:
        raise InputError(
            f"{name}: its numbers have commas in them ('{shown(odd[0])}'); write them as 1200 or "
            "0.5."
        )
    for separator in _separators(lines):
        rows = [split_fields(line, separator) for line in lines]
        width = _mode([len(row) for row in rows])
        if separator == " " and not chosen:
            width = _space_width(rows, width)
        if width < 2:
            continue
        layout = table_layout(rows, separator, width, name, word_column, count_column)
        if layout is not None:
            return layout
    if chosen:
        raise InputError(
            f"{name}: its lines are not a table with such columns; the first is "
            f"'{shown(lines[0])}'."
        )
    return None


def _separators(lines: Sequence[str]) -> Iterator[str]:
    """Separators worth trying, the likeliest first."""
    half = len(lines) / 2
    if sum("\t" in line for line in lines) > half:
        yield "\t"
    for separator in ",;":
        # "the, 120" is comma-separated; ", 120" among other words is not.
        if sum(_is_comma_row(line, separator) for line in lines) > 0.9 * len(lines):
            yield separator
    if sum(" " in line.strip(" \t\r") for line in lines) > half:
        yield " "
    for separator in ";,":
        if sum(separator in line for line in lines) > half:
            yield separator
            break


def _is_comma_row(line: str, separator: str) -> bool:
    head, found, tail = line.rstrip().rpartition(separator)
    return bool(found and head and parse_number(tail) is not None)


def _space_width(rows: Sequence[Sequence[str]], width: int) -> int:
    """2 when only the outermost field is a number (words hold spaces), else the true width."""
    if width <= 2:
        return 2 if max(map(len, rows)) >= 2 else 0
    numbers = [_share_of_numbers(rows, column, width) >= 0.9 for column in range(width)]
    return width if sum(numbers) > 1 else 2


def _share_of_numbers(rows: Sequence[Sequence[str]], column: int, width: int) -> float:
    cells = [row[column] for row in rows if len(row) == width]
    return sum(parse_number(cell) is not None for cell in cells) / max(len(cells), 1)


def _mode(values: Sequence[int]) -> int:
    return max(set(values), key=values.count)


def table_layout(
    rows: Sequence[Sequence[str]],
    separator: str,
    width: int,
    name: str,
    word_column: Column,
    count_column: Column,
) -> Layout | None:
    """The layout for one separator, or None when no column is one of numbers."""
    if width == 2 and separator in " \t":
        rows = [[row[0], row[-1]] for row in rows if len(row) > 1]
    numbers = [_share_of_numbers(rows, column, width) >= 0.5 for column in range(width)]
    header = _header(rows[0], numbers)
    word = pick(
        word_column, header, WORD_NAMES, what="word", option="word_column", where=name, width=width
    )
    count = pick(
        count_column, header, COUNT_NAMES, what="count", option="count_column", where=name,
        width=width,
    )  # fmt: skip
    if count is not None:
        _refuse_grouped([row[count] for row in rows[1:] if len(row) > count], name)
    if count is None or (count_column is None and not numbers[count]):
        candidates = [c for c in range(width) if numbers[c] and c != word]
        if len(candidates) > 1:
            candidates = [c for c in candidates if not _is_rank(rows, c, bool(header))]
        if width == 2 and numbers[1] and word in (None, 0):
            candidates = [1]
        if not candidates:
            for column in range(width):
                cells = [row[column] for row in rows[1:] if len(row) > column]
                if cells and all(map(NEAR_NUMBER.fullmatch, cells)):
                    _refuse_grouped(cells, name)
            return None
        if len(candidates) > 1:
            raise InputError(_ask(name, width, header, candidates))
        count = candidates[0]
        _refuse_grouped([row[count] for row in rows if len(row) > count], name)
    if word is None:
        others = [c for c in range(width) if c != count and not numbers[c]]
        if width == 2:
            others = [1 - count]
        if len(others) > 1 and _say_the_same(rows[bool(header) :], others):
            others = others[:1]  # as in the Leipzig lists: number, word, word again, count
        if len(others) != 1:
            raise InputError(_ask(name, width, header, others))
        word = others[0]
    return Layout(separator, word, count, width, bool(header))


def _refuse_grouped(cells: Sequence[str], name: str) -> None:
    """Raise InputError where counts are written 1,234,567 or 1.234.567: 1.234 may be either."""
    dotted = next((cell for cell in cells if GROUPED.fullmatch(cell)), None)
    grouped = [cell for cell in cells if NEAR_NUMBER.fullmatch(cell) and parse_number(cell) is None]
    if dotted or len(grouped) > 0.5 * len(cells):
        like = (dotted or grouped[0]).strip()
        raise InputError(
            f"{name}: its counts are written like {like!r}; write them as 1234567 or 0.5."
        )


def _header(row: Sequence[str], numbers: Sequence[bool]) -> list[str]:
    """The column names in the first row; [] when it is a row like the others.

    A row is a header when every cell above a column of numbers is a name that begins with a letter
    (1,200 or 12x would be a count gone wrong; Lg10WF is a name).
    """
    above = [cell for cell, number in zip(row, numbers, strict=False) if number]
    plain = all(is_name(cell) and LETTER_FIRST.match(cell) for cell in above)
    named = len(row) == len(numbers) and above and plain
    return [cell.strip() for cell in row] if named else []


def _is_rank(rows: Sequence[Sequence[str]], column: int, headed: bool) -> bool:
    """Whether a column just numbers the rows: 0 or 1 and on, or, seen often, ever greater."""
    cells = [row[column] for row in rows[headed:] if len(row) > column]
    numbers = [int(cell) for cell in cells if cell.strip().isdecimal()]
    if len(numbers) < len(cells) or not numbers:
        return False
    if len(numbers) >= OFTEN:
        return all(a < b for a, b in pairwise(numbers))
    return numbers[0] in (0, 1) and numbers == [numbers[0] + i for i in range(len(numbers))]


def _say_the_same(rows: Sequence[Sequence[str]], columns: Sequence[int]) -> bool:
    """Whether columns hold the same words, but for case, in nearly every row."""
    whole = [row for row in rows if len(row) > max(columns)]
    same = sum(len({row[c].casefold() for c in columns}) == 1 for row in whole)
    return same > 0.9 * len(whole)


def _ask(name: str, width: int, header: Sequence[str], candidates: Sequence[int]) -> str:
    listed = ", ".join(repr(c) for c in header) if header else counted(width, "columns")
    if width > 20:
        return (
            f"{name} has {width} columns, like vectors and unlike counts; load it as an embedding."
        )
    which = " or ".join(str(c) for c in candidates) or "none alone"
    return (
        f"{name}: which of its columns ({listed}) are the word and the count is not plain "
        f"({which} could be); give word_column= and count_column=, a name or a number from 0."
    )


def read_lines(
    lines: Iterable[bytes], layout: Layout, tally: Tally, progress: Callable[[int], None] | None
) -> list[str]:
    """Add every line to the tally; returns sentences on what was assumed."""
    spaced: list[str] = []
    n_spaced = 0
    read = 0
    notes: list[str] = []
    header = layout.header
    for number, raw in enumerate(lines, 1):
        read += len(raw)
        if progress is not None and number % 50_000 == 0:
            progress(read)
        line = decode(raw.removesuffix(b"\n").removesuffix(b"\r"))
        if number == 1:
            line = line.removeprefix("\ufeff")
        if not line.strip(" \t"):
            continue
        if header:
            header = False
            notes.append(f"The first line ('{shown(line)}') was read as a header.")
            continue
        parts = layout.split(line)
        value = parse_number(parts[1]) if parts else None
        if parts is None or value is None:
            tally.reject(number, _why(line, layout))
        elif not parts[0]:
            tally.reject(number, f"no word before the count ('{shown(line)}')")
        else:
            tally.add(parts[0], value, number)
            if layout.separator == " " and " " in parts[0]:
                n_spaced += 1
                if len(spaced) < 3:
                    spaced.append(f"line {number}: '{shown(parts[0])}'")
    if n_spaced:
        notes.append(
            f"{counted(n_spaced, 'words hold', 'word holds')} a space, since lines "
            f"were split at their last one ({', '.join(spaced)}); a tab before the count says so "
            "plainly."
        )
    return notes


def _why(line: str, layout: Layout) -> str:
    fields = len(split_fields(line, layout.separator))
    if layout.width == 2:
        order = "word count" if layout.word == 0 else "count word"
        return (
            f"expected '{order}', got {fields} field{'s' * (fields != 1)} ('{shown(line)}') "
            "without a number in its place"
        )
    return (
        f"expected {counted(layout.width, 'columns')} with a number in column {layout.count}, "
        f"got {fields} ('{shown(line)}')"
    )
