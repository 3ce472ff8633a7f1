"""Read one benchmark file: tab, comma, bar or space tables, JSON (array or lines), parquet.

Every row is accounted for. Which columns are which is told in `zipfviz.io.pairs.pair_columns`.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field, replace
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.wording import shown
from zipfviz.io.pairs.pair_columns import PairColumns
from zipfviz.io.pairs.score_cells import bare, doubts, is_no_score
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import Column, parse_number, with_point
from zipfviz.io.tables.json_parquet import read_objects
from zipfviz.io.tables.layout import read_rows
from zipfviz.io.tables.sample import Sample, readings, share_of_numbers
from zipfviz.io.tables.start import start_of
from zipfviz.io.tables.text import BOM, SAMPLE, has_bad_bytes, read_lines

LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-+]\w+)?")
YEAR = re.compile(r"\d{4}\D*\Z")
STS_BENCHMARK = {"left": 5, "right": 6, "score": 4}

Line = tuple[int, str]


@dataclass(kw_only=True)
class PairRows(Account):
    """Pairs taken in so far; those without a score are counted and left out.

    `language` is what the names of files say, None where they say nothing.
    """

    holds: str = "pairs"
    left: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)
    gold: list[float] = field(default_factory=list)
    unscored: int = 0
    language: str | None = None

    def add(self, left: Any, right: Any, score: Any, number: int) -> None:
        """Take a pair in; without a score it is counted, with a bad one it is named."""
        text = "" if score is None else str(score).strip()
        value = None if isinstance(score, bool) else parse_number(text)
        if is_no_score(text):
            self.rows += 1
            self.unscored += 1
        elif value is None:
            self.reject(number, f"expected a score, got {shown(text, 60)}")
        elif not isinstance(left, str) or not isinstance(right, str):
            odd = right if isinstance(left, str) else left
            self.reject(number, f"expected a text, got {odd!r:.60}")
        else:
            self.rows += 1
            self.left.append(left)
            self.right.append(right)
            self.gold.append(value)

    def extend(self, other: PairRows) -> None:
        """Take in the pairs of another file, with its account."""
        self.left += other.left
        self.right += other.right
        self.gold += other.gold
        self.rows += other.rows
        self.unscored += other.unscored
        self.bad += other.bad
        self.bad_examples += [f"{other.name} {example}" for example in other.bad_examples]

    def odd_bytes(self) -> int:
        """How many texts hold bytes that are not UTF-8."""
        return sum(map(has_bad_bytes, self.left)) + sum(map(has_bad_bytes, self.right))


def read_pairs(
    stream: Unpacked,
    text_columns: tuple[Column, Column] | None = None,
    score_column: Column = None,
    separator: str | None = None,
) -> PairRows:
    """The pairs of one file, its layout told from its content, but for what is given.

    Raises InputError for what is no table of pairs, or one whose columns are in doubt.
    """
    pairs, unit = PairRows(name=stream.label), None
    lines: list[Line] = []
    records = read_objects(stream, pairs)
    if records is not None:
        sample = Sample(records.rows, header=records.header or None)
    elif stream.kind == "text":
        stream.check_encoding()
        lines = list(enumerate(read_lines(stream), 1))
        sample = _sample(lines, pairs, separator)
    else:
        raise InputError(
            f"{stream.label} is no benchmark (its content is {stream.kind}); give csv, tsv, json "
            "lines or parquet with two texts and a score."
        )
    unsaid = text_columns is None and score_column is None and not sample.header
    if unsaid and _is_sts_benchmark(sample):
        roles = STS_BENCHMARK
        pairs.facts.append(
            ("layout", "STS benchmark: score, then two sentences, in columns 5 to 7")
        )
    else:
        columns = PairColumns(sample, pairs.name, text_columns, score_column)
        roles = columns.roles()
        unit = columns.units.get(roles["score"])
        pairs.notes += columns.notes
        names = (str(sample.header[c]) if sample.header else str(c) for c in roles.values())
        pairs.facts.append(("columns", ", ".join(names)))
    _take_language(sample, pairs)
    layout = replace(sample.layout(roles), joined=stream.head.startswith(BOM))
    pairs.notes += layout.why
    rows = read_rows(lines, layout, pairs) if lines else enumerate(sample.body, 1)
    left, right, score = roles.values()
    decimal = score in layout.decimal
    for number, cells in rows:
        value = with_point(cells[score]) if decimal else cells[score]
        if unit is not None and value is not None:
            value = bare(value, unit)
        pairs.add(cells[left], cells[right], value, number)
    called = str(sample.header[score]) if sample.header else ""
    pairs.notes += doubts(pairs.gold, called)
    return pairs


def _take_language(sample: Sample, pairs: PairRows) -> None:
    """The language that a column of that name says of all rows."""
    for name in {"language", "lang"} & set(sample.names):
        said = set(map(str, sample.columns[sample.names.index(name)]))
        if len(said) == 1 and LANGUAGE.fullmatch(code := said.pop().strip()):
            pairs.language = code
            pairs.facts.append(("language, as the file says", code))


def _sample(lines: list[Line], pairs: PairRows, separator: str | None) -> Sample:
    """The likeliest reading of a table. Quotes never join lines, unless only that makes one."""
    start = start_of([line for _, line in lines[:SAMPLE]])
    if not start.lines:
        raise InputError(f"{pairs.name} holds no pairs; give two texts and a score on each line.")
    found = readings(start, name=pairs.name, least=3, separator=separator)
    if not found:
        raise InputError(
            f"{pairs.name} is no table of pairs (its first line is {shown(start.lines[0], 60)}); "
            "separate two texts and a score by tabs or commas."
        )
    sample, dialect = found[0], found[0].dialect
    rows = [line for _, line in lines[sample.start.numbers[0] - 1 :] if line.strip(" \t")]
    one_width = len(set(map(len, map(dialect.split, rows)))) == 1
    if dialect.separator not in ",;|\t" or dialect.opens or dialect.closes or one_width:
        return sample
    text = io.StringIO("\n".join(rows))
    try:
        joined = [row for row in csv.reader(text, delimiter=dialect.separator, strict=True) if row]
    except csv.Error:
        return sample
    # A tab inside a text would be one of the table's own, swallowed between two stray quotes.
    swallowed = any("\t" in cell and "\n" in cell for row in joined for cell in row)
    if len(set(map(len, joined))) != 1 or (dialect.separator == "\t" and swallowed):
        return sample
    pairs.notes += [*sample.start.why, "Quoted texts of this file run over several lines."]
    pairs.unit = "row"
    lines.clear()
    return Sample(joined, dialect=dialect)


def _is_sts_benchmark(sample: Sample) -> bool:
    """genre, file, year, id, score, sentence, sentence (and licences): columns from the left."""
    full = [row for row in sample.rows if len(row) >= 7]
    return (
        len(full) > 0.9 * len(sample.rows)
        and share_of_numbers([row[4] for row in full]) == 1
        and sum(bool(YEAR.match(str(row[2]))) for row in full) > 0.9 * len(full)
    )
