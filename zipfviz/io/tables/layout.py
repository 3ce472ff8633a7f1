"""Define a table's layout (dialect, header, column roles) and read its rows by it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zipfviz.common.nouns import counted
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import known_names, ungrouped, with_point
from zipfviz.io.tables.dialect import SEPARATORS, Dialect

MARK = "\ufeff"


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How the rows of a table are to be read.

    `roles` gives the column of each role ("word", "count", ...) and `vector` the columns of the
    numbers of a vector; `width` is the number of columns, `header` their names (() without a
    header line), `decimal` those whose numbers have decimal commas,
    `grouped` those with thousands written apart. A first line may promise a
    number of `rows`. `skip` lines of the file stand before the rows. `joined`: the file begins
    with a byte order mark, so that one before a later line is that of a file put behind it. `why`
    are sentences on what was taken for what.
    """

    dialect: Dialect
    width: int
    roles: Mapping[str, int]
    vector: range = range(0)
    header: tuple[str, ...] = ()
    decimal: frozenset[int] = frozenset()
    grouped: frozenset[int] = frozenset()
    rows: int | None = None
    skip: int = 0
    joined: bool = False
    why: tuple[str, ...] = ()

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
                between = self.dialect.separator
                between = f" {between} " if self.dialect.padded and between != " " else between
                joined = between.join(cells[word : word + extra + 1])
                cells[word : word + extra + 1] = [joined]
        for column in self.grouped:
            if column < len(cells):
                cells[column] = ungrouped(cells[column])
        for column in self.decimal:
            if column < len(cells):
                cells[column] = with_point(cells[column])
        return cells

    def is_marked(self, line: str) -> bool:
        """Whether a line of joined files begins with a byte order mark that is no word."""
        ends = ("", " ", "\t", self.dialect.separator[0])
        return self.joined and line[:1] == MARK and line[1:2] not in ends

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
        between = SEPARATORS.get(self.dialect.separator) or repr(self.dialect.separator)
        return f"{counted(self.width, 'columns')} separated by {between}: {', '.join(columns)}"


def read_rows(
    lines: Iterable[tuple[int, str]], layout: Layout, account: Account
) -> Iterator[tuple[int, list[str]]]:
    """The rows of numbered lines with their numbers; lines of too few fields go to the account."""
    least, skip, header, ruled = layout.least, layout.skip, "", layout.dialect.ruled
    again = marks = 0
    for number, line in lines:
        if not line.strip(" \t"):
            continue
        if number <= skip:
            header = line if layout.header else ""  # the last of these
            continue
        if line[0] == MARK and layout.is_marked(line):
            marks, line = marks + 1, line[1:]
        if header == line:
            again += 1
            continue
        if ruled and layout.dialect.is_rule(line):
            continue
        cells = layout.cells(line)
        if len(cells) < least:
            account.reject(number, layout.wrong(line, cells))
        else:
            yield number, cells
    if header:
        said = f"The first line ({shown(header, 60)}) was read as a header."
        if known_names(layout.header) > 1:  # "word count": no doubt
            account.facts.append(("header", said))
        else:
            account.notes.append(said)
    if again:
        account.notes.append(f"The header came again {counted(again, 'times', 'time')} below.")
    if marks:
        began = counted(marks, "lines began", "line began")
        account.notes.append(f"{began} with a byte order mark, which was left out.")
