"""Tell vector dimensions from columns of counts and row numbers in a table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zipfviz.common.errors import InputError
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.columns import parse_number
from zipfviz.io.tables.sample import Sample

NUMBERED = re.compile(r"(.*?)(?<!\d)(\d++)\Z", re.S)
# Names of counts that are no letter of an alphabet and no word for any number.
COUNTS = {"count", "counts", "freq", "freqcount", "frq", "frequency", "frequencies", "occurrences"}
RANKS = {"rank", "id", "idx", "index"}
WHOLE = re.compile(r"\s*\+?\d+(?:\.0*)?\s*")
DECIMAL = re.compile(r"[-+\s]*\d*[.,]\d|.*e-", re.I)
LEAST = 3  # rows that whole numbers among decimals are told by
MOSTLY = 0.9


@dataclass(frozen=True, kw_only=True)
class Dimensions:
    """The columns of numbers that make up a vector, side by side, and what the others are.

    `counts` is a column of how often each word occurs, None where there is none.
    """

    vector: range
    counts: int | None = None
    why: tuple[str, ...] = ()


def dimensions_of(sample: Sample, numbers: Sequence[int], label: str) -> Dimensions:
    """Which of the columns of `numbers` are dimensions.

    Those whose names are numbered (d0, d1, ...) where half of them or more are; else the longest
    run of those that are no counts and no row numbers, by their names, or by whole numbers where
    all others have decimals. Raises InputError where what is no dimension stands between two.
    """
    found = _numbered(sample, numbers)
    counts = next((c for c in numbers if c not in found and _counts(sample, c)), None)
    if not found:
        odd = {c for c in numbers if _is_named(sample, c, COUNTS | RANKS)}
        odd |= _whole_among_decimals(sample, [c for c in numbers if c not in odd])
        found = [c for c in numbers if c not in odd]
        counts = next((c for c in sorted(odd) if _counts(sample, c)), None)
        between = [c for c in odd if c - 1 in found and c + 1 in found]
        found = _longest_run(found)
    else:
        between = sorted({*range(found[0], found[-1])} - {*found})
    if between:
        raise InputError(
            f"{label}: {_called(sample, between[0])} stands between columns of its vectors; put it "
            "first or last."
        )
    why = []
    if counts is not None:
        why.append(
            f"C{_called(sample, counts)[1:]} holds counts of the words and no dimension; read as a "
            "frequency list, this file gives them."
        )
    vector = range(found[0], found[-1] + 1) if found else range(0)
    return Dimensions(vector=vector, counts=counts, why=tuple(why))


def _longest_run(columns: Sequence[int]) -> list[int]:
    """The longest of the runs of columns that stand side by side, the first of equal ones."""
    runs: list[list[int]] = [[]]
    for column in columns:
        if runs[-1] and column != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(column)
    return max(runs, key=len)


def _called(sample: Sample, column: int) -> str:
    name = str(sample.header[column]).strip() if column < len(sample.header) else ""
    return f"column {column + 1}{f' ({shown(name)})' if name else ''}"


def _is_named(sample: Sample, column: int, names: set[str]) -> bool:
    return column < len(sample.names) and sample.names[column] in names


def _numbered(sample: Sample, numbers: Sequence[int]) -> list[int]:
    """The columns whose names are one stem and a number that rises; [] where these are few."""
    stems: dict[str, list[int]] = {}
    for column in numbers:
        name = str(sample.header[column]).strip() if column < len(sample.header) else ""
        if match := NUMBERED.fullmatch(name):
            stems.setdefault(match[1], []).append(column)
    most = max(stems.values(), key=len, default=[])
    return most if len(most) > 1 and 2 * len(most) >= len(numbers) else []


def _cells(sample: Sample, column: int) -> list[str]:
    return [str(cell) for cell in sample.columns[column] if str(cell).strip()]


def _counts(sample: Sample, column: int) -> bool:
    """Whether a column can be counts: named so, or no row numbers; never below 0."""
    values = [parse_number(cell) for cell in _cells(sample, column)]
    if not all(value is not None and value >= 0 for value in values):
        return False
    if _is_named(sample, column, COUNTS) or sample.is_named(column, "count"):
        return True
    return not (_is_named(sample, column, RANKS) or sample.numbers_rows(column, leads=True))


def _whole_among_decimals(sample: Sample, numbers: Sequence[int]) -> set[int]:
    """The one or two columns of whole numbers where all others have decimals."""
    cells = {c: _cells(sample, c) for c in numbers}
    whole = {c for c, texts in cells.items() if all(map(WHOLE.fullmatch, texts))}
    whole = {c for c in whole if len(set(cells[c])) > 2 and any(len(t) > 1 for t in cells[c])}
    others = [text for c, texts in cells.items() if c not in whole for text in texts]
    decimals = sum(DECIMAL.match(text) is not None for text in others)
    few = 0 < len(whole) <= 2 and len(numbers) - len(whole) > 1
    enough = len(sample.body) >= LEAST and decimals >= MOSTLY * len(others)
    return whole if few and enough else set()
