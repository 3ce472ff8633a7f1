"""A table's first rows as one dialect cuts them, and what can be told of its columns.

    for sample in readings(lines):            # the likeliest first
        roles = columns_of(sample)            # what counts, pairs or vectors need; None: not this
        if roles is not None:
            return sample.layout(roles)

Counts, pairs and vectors each say which roles they need; everything else is the same for all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from zipfviz.common.nouns import counted
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import (
    NAMES,
    counts_up,
    is_name,
    known_names,
    numbers_rows,
    squeezed,
)
from zipfviz.io.tables.dialect import SEPARATORS, Dialect, sniff_dialect
from zipfviz.io.tables.numbers import is_number, with_point
from zipfviz.io.tables.text import SAMPLE

__all__ = ["Layout", "Sample", "read_rows", "readings", "share_of_numbers"]

MOSTLY = 0.9
DECIMAL = "Numbers are written with decimal commas."
POINT = re.compile(r"\s*[-+]?\d*\.\d+\s*")


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How the rows of a table are to be read.

    `roles` gives the column of each role ("word", "count", ...) and `vector` the columns of the
    numbers of a vector; `width` is the number of columns, `header` their names (() without a
    header line), `decimal` those whose numbers have decimal commas. A first line may promise a
    number of `rows`. `why` are sentences on what was taken for what.
    """

    dialect: Dialect
    width: int
    roles: Mapping[str, int]
    vector: range = range(0)
    header: tuple[str, ...] = ()
    decimal: frozenset[int] = frozenset()
    rows: int | None = None
    why: tuple[str, ...] = field(default=())

    @property
    def skip(self) -> int:
        """Lines that stand before the rows."""
        return int(bool(self.header) or self.rows is not None)

    @property
    def least(self) -> int:
        """The fewest fields a row may have."""
        return max(*self.roles.values(), self.vector.stop - 1) + 1

    def cells(self, line: str) -> list[str]:
        """The fields of a row; separators too many belong to the word where all columns are used.

        Numbers with decimal commas come with points.
        """
        cells = self.dialect.split(line)
        extra = len(cells) - self.width
        if extra > 0 and "word" in self.roles and not (self.dialect.quoted and '"' in line):
            word = self.roles["word"]
            if word < self.width - 1 and not "".join(cells[self.width :]).strip():
                del cells[self.width :]
            elif self.vector or self.width == len(self.roles):
                joined = self.dialect.separator.join(cells[word : word + extra + 1])
                cells[word : word + extra + 1] = [joined]
        for column in self.decimal:
            if column < len(cells):
                cells[column] = with_point(cells[column])
        return cells

    def wrong(self, line: str, cells: Sequence[str]) -> str:
        """What is wrong with a row of too few fields."""
        return (
            f"expected at least {counted(self.least, 'columns')}, got {len(cells)} "
            f"({shown(line, 60)})"
        )

    def describe(self) -> str:
        """The layout in words, for the report."""
        columns = [f"{role} in column {column + 1}" for role, column in self.roles.items()]
        if self.vector:
            columns.append(f"vectors in columns {self.vector.start + 1} to {self.vector.stop}")
        between = SEPARATORS[self.dialect.separator]
        return f"{counted(self.width, 'columns')} separated by {between}: {', '.join(columns)}"


def read_rows(
    lines: Iterable[tuple[int, str]], layout: Layout, account: Account
) -> Iterator[tuple[int, list[str]]]:
    """The rows of numbered lines with their numbers; lines of too few fields go to the account."""
    header, least = bool(layout.header), layout.least
    for number, line in lines:
        if not line.strip(" \t"):
            continue
        if header:
            header = False
            account.notes.append(f"The first line ({shown(line, 60)}) was read as a header.")
            continue
        cells = layout.cells(line)
        if len(cells) < least:
            account.reject(number, layout.wrong(line, cells))
        else:
            yield number, cells


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
    ) -> None:
        self.rows = rows
        self.dialect = dialect or Dialect(separator=",")
        self._names = None if header is None else tuple(header)
        widths = Counter(map(len, rows[:SAMPLE]))
        self.width, votes = widths.most_common(1)[0] if widths else (len(header or ()), 0)
        self.share = votes / max(widths.total(), 1)

    @classmethod
    def cut(cls, lines: Sequence[str], dialect: Dialect) -> Sample:
        """Lines of text, cut as a dialect says."""
        return cls([dialect.split(line) for line in lines], dialect=dialect)

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
        numbered = counts_up(above) and any(
            squeezed(cell) in (*NAMES["word"], *NAMES["row"]) for cell in first
        )
        complete = len(first) >= self.width or known > 1
        named = all(map(is_name, above)) if above else known > 1
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
    def columns(self) -> list[list[Any]]:
        """The cells of each column below the header, decimal commas as points."""
        columns = [_column(self.body, c) for c in range(max(self.width, len(self.header)))]
        for c in self._decimal(columns):
            columns[c] = [with_point(cell) for cell in columns[c]]
        return columns

    @cached_property
    def decimal(self) -> frozenset[int]:
        """Columns that are numbers only with their commas read as points."""
        return frozenset(self._decimal([_column(self.body, c) for c in range(self.width)]))

    def _decimal(self, columns: Sequence[Sequence[Any]]) -> list[int]:
        if self._names is not None or self.dialect.separator == ",":
            return []
        found = []
        for c, cells in enumerate(columns):
            if not any("," in cell for cell in cells):
                continue
            commas = sum(with_point(cell) != cell for cell in cells)
            points = sum(POINT.fullmatch(cell) is not None for cell in cells)
            pointed = map(with_point, cells)
            if commas > points and share_of_numbers(list(pointed)) >= MOSTLY:
                found.append(c)
        return found

    @cached_property
    def numeric(self) -> list[float]:
        """The share of numbers among the cells of each column that are not empty."""
        return [share_of_numbers(cells) for cells in self.columns]

    @cached_property
    def names(self) -> list[str]:
        """The header's names without case, spaces and punctuation."""
        return [squeezed(str(name)) for name in self.header]

    def named(self, role: str, among: Collection[int] | None = None) -> int | None:
        """The column with the surest known name of a role, of the given columns."""
        for name in NAMES[role]:
            for c, own in enumerate(self.names):
                if own == name and (among is None or c in among):
                    return c
        return None

    def is_named(self, column: int, role: str) -> bool:
        """Whether a column has a known name of a role."""
        return bool(self.names) and column < len(self.names) and self.names[column] in NAMES[role]

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
            decimal=self.decimal & used,
            why=(DECIMAL,) if self.decimal & used else (),
        )


def _column(rows: Sequence[Sequence[Any]], column: int) -> list[Any]:
    return [row[column] for row in rows[:SAMPLE] if len(row) > column]


def share_of_numbers(cells: Sequence[Any]) -> float:
    """The share of numbers among cells that are not empty; 0 when all are."""
    filled = [text for cell in cells if cell is not None and (text := str(cell)).strip()]
    return sum(map(is_number, filled)) / max(len(filled), 1)


def readings(
    lines: Sequence[str], *, least: int = 2, separators: Collection[str] = tuple(SEPARATORS)
) -> list[Sample]:
    """The ways to cut lines into `least` columns or more, the likeliest first.

    The rule is told in `zipfviz.io.tables.dialect`. [] for lines that are no table.
    """
    found = []
    for separator in separators:
        if sum(separator in line.strip(" ") for line in lines) <= len(lines) / 2:
            continue
        sample = Sample.cut(lines, sniff_dialect(lines, separator))
        if sum(len(row) >= least for row in sample.rows) > len(lines) / 2:
            found.append(sample)
    if any(sample.decimal for sample in found):
        found = [sample for sample in found if sample.dialect.separator != ","]

    def ends_in_number(sample: Sample) -> bool:
        ends = [with_point(row[-1]) for row in sample.rows if len(row) > 1]
        return sum(map(is_number, ends)) > MOSTLY * len(sample.rows)

    return sorted(
        found,
        key=lambda sample: (sample.dialect.separator == "\t", ends_in_number(sample), sample.share),
        reverse=True,
    )
