"""Infer header, column types and number formats from a table's first rows under one dialect.

    for sample in readings(start_of(lines)):            # the likeliest first
        roles = columns_of(sample)            # what counts, pairs or vectors need; None: not this
        if roles is not None:
            return sample.layout(roles)

Counts, pairs and vectors each say which roles they need; everything else is the same for all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.between import Between, between
from zipfviz.io.tables.columns import (
    KNOWN,
    NAMES,
    Column,
    counts_up,
    is_name,
    is_number,
    known_names,
    numbers_rows,
    squeezed,
    ungrouped,
    with_point,
)
from zipfviz.io.tables.dialect import (
    SEPARATORS,
    Dialect,
    check_separator,
    sniff_dialect,
    wraps_in_quotes,
)
from zipfviz.io.tables.layout import Layout
from zipfviz.io.tables.start import Start
from zipfviz.io.tables.text import SAMPLE

MOSTLY = 0.9
MOST_TITLES = 20
LISTED = 12
DECIMAL = "Numbers are written with decimal commas."
GROUPS = "Thousands are written apart in its numbers: 53 123 is read as 53123."
POINT = re.compile(r"\s*[-+]?\d*\.\d+\s*")


class Sample:
    """Rows of a table, and what the first of them tell of its columns.

    `header` are the columns' names where a source gives them (JSON, parquet); else the first row
    is looked at.
    """

    def __init__(
        self,
        rows: Sequence[Sequence[Any]],
        *,
        dialect: Dialect | None = None,
        header: Sequence[str] | None = None,
        start: Start | None = None,
    ) -> None:
        self.rows, self.start = rows, start or Start()
        self.dialect = dialect or Dialect(separator=",")
        self._names = None if header is None else tuple(header)
        widths = Counter(map(len, rows[:SAMPLE]))
        usual = widths.most_common(1)[0][0] if widths else len(header or ())
        self.width = self.dialect.width or usual
        self.share = widths[self.width] / max(widths.total(), 1)

    @classmethod
    def cut(cls, start: Start, dialect: Dialect) -> Sample:
        """Lines of text, cut as a dialect says, without titles above them and lines that rule."""
        start = start.without(map(dialect.is_rule, start.lines))
        rows = [dialect.split(line) for line in start.lines]
        above = _lines_above(rows, dialect)
        if above:
            said = counted(above, "lines above the table were", "line above the table was")
            why = (*start.why, f"{said} left out ({shown(start.lines[0], 60)}).")
            start = replace(start.without(n < above for n in range(len(rows))), why=why)
        return cls(rows[above:], dialect=dialect, start=start)

    def recut(self, dialect: Dialect) -> Sample:
        """The same lines, cut as another dialect says."""
        return Sample.cut(self.start, dialect)

    @cached_property
    def header(self) -> tuple[str, ...]:
        """Names of the columns, () when the first row is a row like the others.

        The first row names columns when a name stands above every column of numbers (or 0, 1, 2,
        ... above all, beside a known name); where there are no numbers, when two names are known.
        A row that is one short names the columns behind row names (R writes them so).
        """
        if self._names is not None:
            return self._names
        first = [str(cell).strip() for cell in self.rows[0]] if self.rows else []
        rest = self.rows[1:]
        if not rest or not first:
            return ()
        if len(first) == self.width - 1 and self._has_row_names(rest):
            first = ["", *first]
        point = str if self.dialect.separator == "," else with_point
        numbers = [
            c
            for c in range(min(self.width, len(first)))
            if share_of_numbers(list(map(point, _column(rest, c)))) > 0.5
        ]
        above = [first[c] for c in numbers if c or squeezed(first[0]) not in NAMES["row"]]
        known = known_names(first)
        numbered = (
            len(above) > 1
            and counts_up(above)
            and any(squeezed(cell) in (*NAMES["word"], *NAMES["row"]) for cell in first)
        )
        complete = len(first) >= self.width or known > 1
        plain = known > 1 and not any(map(is_number, first))  # beside a name of % or #
        named = plain or (all(map(is_name, above)) if above else known > 1)
        first += [""] * (self.width - len(first))
        return tuple(first) if complete and (named or numbered) else ()

    def _has_row_names(self, rows: Sequence[Sequence[Any]]) -> bool:
        """Whether a header one short leaves out the first column, and not an empty last one."""
        if not "".join(_column(rows, self.width - 1)).strip():
            return False
        spaced = self.dialect.separator in "\t "
        return spaced or numbers_rows(_column(rows, 0), leads=True)

    @cached_property
    def body(self) -> Sequence[Sequence[Any]]:
        """The rows below the header."""
        return self.rows[1:] if self.header and self._names is None else self.rows

    @cached_property
    def _raw(self) -> list[list[Any]]:
        return [_column(self.body, c) for c in range(max(self.width, len(self.header)))]

    @cached_property
    def _cells(self) -> list[list[Any]]:
        return [
            list(map(ungrouped, cells)) if c in self.grouped else cells
            for c, cells in enumerate(self._raw)
        ]

    @cached_property
    def grouped(self) -> frozenset[int]:
        """Columns of numbers that have spaces or apostrophes between their thousands."""
        if self._names is not None:
            return frozenset()
        return frozenset(c for c, cells in enumerate(self._raw) if _has_groups(cells))

    @cached_property
    def decimal(self) -> frozenset[int]:
        """Columns that are numbers only with their commas read as points."""
        if self._names is not None or self.dialect.separator == ",":
            return frozenset()
        return frozenset(c for c, cells in enumerate(self._cells) if _has_decimal_commas(cells))

    @cached_property
    def columns(self) -> list[list[Any]]:
        """The cells of each column below the header, decimal commas as points."""
        return [
            list(map(with_point, cells)) if c in self.decimal else cells
            for c, cells in enumerate(self._cells)
        ]

    @cached_property
    def numeric(self) -> list[float]:
        """The share of numbers among the cells of each column that are not empty."""
        return [share_of_numbers(cells) for cells in self.columns]

    @cached_property
    def names(self) -> list[str]:
        """The header's names without case, spaces and punctuation.

        Of a column inside an object (`labels.score`) its last name where only that one is known.
        """
        names = [squeezed(str(name)) for name in self.header]
        if self._names is None:
            return names
        last = [squeezed(str(name).rpartition(".")[2]) for name in self.header]
        return [
            own if name not in KNOWN and own in KNOWN else name
            for name, own in zip(names, last, strict=True)
        ]

    def named(self, role: str, among: Collection[int] | None = None) -> int | None:
        """The column with the surest known name of a role, of the given columns."""
        for name in NAMES[role]:
            for c, own in enumerate(self.names):
                if own == name and (among is None or c in among):
                    return c
        return None

    def is_named(self, column: int, role: str) -> bool:
        """Whether a column has a known name of a role."""
        return column < len(self.names) and self.names[column] in NAMES[role]

    def numbers_rows(self, column: int, *, leads: bool = False) -> bool:
        """Whether a column numbers the rows; one that `leads` its table rises in any steps."""
        return numbers_rows(self.columns[column], leads=leads or column == 0, named=leads)

    def layout(self, roles: Mapping[str, int], vector: range = range(0)) -> Layout:
        """This reading of the table as a layout, its roles settled."""
        used = {*roles.values(), *vector}
        return Layout(
            dialect=self.dialect,
            width=self.width,
            roles=roles,
            vector=vector,
            header=self.header if self._names is None else (),
            skip=self._skip(),
            decimal=self.decimal & used,
            grouped=self.grouped & used,
            why=(*self.start.why, *self._how_numbers(used)),
        )

    def _how_numbers(self, used: Collection[int]) -> Iterator[str]:
        if self.decimal.intersection(used):
            yield DECIMAL
        if self.dialect.grouped or self.grouped.intersection(used):
            yield GROUPS

    def _skip(self) -> int:
        """Lines of the file that stand before the rows."""
        above, numbers = len(self.rows) - len(self.body), self.start.numbers
        if not numbers:
            return above
        return numbers[above] - 1 if above < len(numbers) else numbers[-1]

    def pick(self, wanted: Column, *, role: str, option: str, where: str) -> int:
        """Index of the column that is `wanted` for a role, by its name or its number from 0.

        Raises InputError for a column that is not there; `where` names the file.
        """
        width = len(self.columns)
        if wanted is None:
            raise InputError(f"{where}: {option} is empty; give a column's name or number from 0.")
        if isinstance(wanted, int):
            if not -width <= wanted < width:
                raise InputError(
                    f"{where}: {option}={wanted} is not there; it has "
                    f"{counted(width, 'columns')}, counted from 0."
                )
            return wanted % width
        names = [str(name) for name in self.header or self.rows[0]]
        plain = [name.strip().lower() for name in names]
        for name, there in ((wanted, names), (wanted.strip().lower(), plain)):
            if name in there:
                return there.index(name)
        raise InputError(
            f"{where}: there is no {role} column {wanted!r}; it has {self.described_columns()}."
        )

    def option(self, column: int) -> str | int:
        """A column as an option names it: by its name, or by its number where that is not plain."""
        names = list(map(str, self.header))
        name = names[column] if column < len(names) else ""
        plain = name.strip() and names.count(name) == 1 and not name.strip("+- ").isdigit()
        return name if plain else column

    def described_columns(self) -> str:
        """The columns for a message: their names, or how many they are."""
        if not self.header:
            return f"{counted(len(self.columns), 'columns')} without names"
        dots = ", ..." if len(self.header) > LISTED else ""
        return ", ".join(map(repr, map(str, self.header[:LISTED]))) + dots


def _cut_at(separator: str, start: Start, told: Between | None, name: str) -> Sample:
    """Lines cut at what was asked for, whatever it makes of them."""
    check_separator(separator)
    lines = start.lines
    if not any(separator in line for line in lines):
        first = shown(lines[0] if lines else "", 60)
        raise InputError(
            f"{name}: no line holds separator={separator!r} (the first is {first}); give what "
            "stands between its columns."
        )
    dialect = sniff_dialect(lines, separator)
    if told is not None and told.dialect.separator == separator.strip():
        dialect = replace(told.dialect, quoted=dialect.quoted)  # with its brackets, its bullets
    return Sample.cut(start, dialect)


def _lines_above(rows: Sequence[Sequence[str]], dialect: Dialect) -> int:
    """How many lines stand above a table's header or first row and are neither."""
    for above, row in enumerate(rows[:MOST_TITLES]):
        if _names_all(row):
            return above
    for above in range(min(MOST_TITLES, len(rows) - 2)):
        here = Sample(rows[above:], dialect=dialect)
        below = [cell.strip() for cell in rows[above + 1]]
        known = known_names(below) and not known_names(rows[above])
        if known and len(below) == here.width and Sample(rows[above + 1 :], dialect=dialect).header:
            continue
        if here.header or len(rows[above]) >= here.width or dialect.separator == " ":
            return above
    return 0


def _names_all(row: Sequence[str]) -> bool:
    """Whether a row can be nothing but a header: known names of a word and of a count."""
    names = {squeezed(cell) for cell in row}
    both = all(names.intersection(NAMES[role]) for role in ("word", "count"))
    return both and len(row) > 1 and not any(map(is_number, row))


def _has_groups(cells: Sequence[Any]) -> bool:
    """Whether cells are numbers, some of them only without what stands between thousands."""
    if not all(isinstance(cell, str) for cell in cells):
        return False
    plain = list(map(ungrouped, cells))
    return plain != cells and share_of_numbers(list(map(with_point, plain))) >= MOSTLY


def _has_decimal_commas(cells: Sequence[str]) -> bool:
    """Whether cells are numbers, of which more hold a decimal comma than a point."""
    if not any("," in cell for cell in cells):
        return False
    pointed = list(map(with_point, cells))
    commas = sum(cell != point for cell, point in zip(cells, pointed, strict=True))
    points = sum(POINT.fullmatch(cell) is not None for cell in cells)
    return commas > points and share_of_numbers(pointed) >= MOSTLY


def _column(rows: Sequence[Sequence[Any]], column: int) -> list[Any]:
    return [row[column] for row in rows[:SAMPLE] if len(row) > column]


def share_of_numbers(cells: Sequence[Any]) -> float:
    """The share of numbers among cells that are not empty; 0 when all are."""
    filled = [text for cell in cells if cell is not None and (text := str(cell)).strip()]
    return sum(map(is_number, filled)) / max(len(filled), 1)


def readings(
    start: Start,
    *,
    name: str = "the table",
    least: int = 2,
    separators: Collection[str] = tuple(SEPARATORS),
    separator: str | None = None,
) -> list[Sample]:
    """The ways to cut lines into `least` columns or more, the likeliest first.

    The rule is told in `zipfviz.io.tables.dialect`; a `separator` that was asked for is the only
    one. [] for lines that are no table; InputError, which calls it `name`, for a separator that no
    line holds.
    """
    lines = start.lines
    asked = start.separator if separator is None else separator
    told = between(lines)
    if asked is not None:
        return [_cut_at(asked, start, told, name)]
    found = []
    for separator in separators:
        if sum(separator in line.strip(" ") for line in lines) <= len(lines) / 2:
            continue
        sample = Sample.cut(start, sniff_dialect(lines, separator))
        if sum(len(row) >= least for row in sample.rows) > len(lines) / 2:
            found.append(sample)
    if any(sample.decimal for sample in found):
        found = [sample for sample in found if sample.dialect.separator != ","]

    def ends_in_number(sample: Sample) -> bool:
        ends = [with_point(ungrouped(row[-1])) for row in sample.rows if len(row) > 1]
        return sum(map(is_number, ends)) > MOSTLY * len(sample.rows)

    found.sort(
        key=lambda sample: (sample.dialect.separator == "\t", ends_in_number(sample), sample.share),
        reverse=True,
    )
    if told is not None and told.sure:
        quoted = told.dialect.quoted or wraps_in_quotes(lines, told.dialect.separator)
        sample = Sample.cut(start, replace(told.dialect, quoted=quoted))
        if sum(len(row) >= least for row in sample.rows) > len(lines) / 2:
            found.insert(0, sample)
    return found
