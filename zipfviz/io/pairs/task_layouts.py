"""One benchmark file to pairs: tab, comma or space tables, JSON (array or lines), parquet."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.counts.count_tally import shown
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.pairs.pair_table import PairRows, choose_columns, number_share, squeezed
from zipfviz.io.parquet_table import parquet_columns, whole
from zipfviz.io.tables.columns import Column, is_name, split_fields

__all__ = ["read_lines_of", "read_pairs"]

SAMPLE = 400
JSON_START = re.compile(r'\s*(?:\[\s*\{|\{)\s*"')
DECIMAL_COMMA = re.compile(r"\s*[-+]?\d+,\d+\s*")
YEAR = re.compile(r"\d{4}\D*\Z")


def read_lines_of(stream: Unpacked) -> list[str]:
    """All lines of a text, cut at LF or CRLF only; bytes that are not UTF-8 stay as surrogates."""
    text = whole(stream).decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines[:-1] if not lines[-1] else lines


def read_pairs(
    stream: Unpacked,
    text_columns: tuple[Column, Column] | None = None,
    score_column: Column = None,
) -> PairRows:
    """The pairs of one file, its layout told from its content.

    Raises InputError for what is no table of pairs, or one whose columns are in doubt.
    """
    pairs = PairRows(stream.label)
    if stream.kind == "parquet":
        table = parquet_columns(stream)
        rows = [list(row) for row in zip(*table.values(), strict=True)]
        _take(pairs, list(table), rows, "row", text_columns, score_column)
        return pairs
    if stream.kind != "text":
        raise InputError(
            f"{stream.label} is no benchmark (its content is {stream.kind}); give csv, tsv, json "
            "lines or parquet with two texts and a score."
        )
    lines = read_lines_of(stream)
    if JSON_START.match("\n".join(lines[:20])):
        header, rows = _json(lines, pairs)
        _take(pairs, header, rows, "entry", text_columns, score_column)
    else:
        _table(pairs, lines, text_columns, score_column)
    return pairs


def _json(lines: Sequence[str], pairs: PairRows) -> tuple[list[str], list[list[Any]]]:
    """Rows of a JSON array of objects, or of one object a line."""
    objects: list[Any] = []
    try:
        if lines[0].lstrip().startswith("["):
            objects = json.loads("\n".join(lines))
        else:
            objects = _json_lines(lines, pairs)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{pairs.name} is not JSON that can be read ({error}).") from None
    rows = [row if isinstance(row, dict) else {} for row in objects]
    header = list(dict.fromkeys(key for row in rows[:SAMPLE] for key in row))
    if not header:
        first = pairs.bad_examples[0] if pairs.bad_examples else "no objects in it"
        raise InputError(f"{pairs.name} is not JSON that can be read ({first}).")
    return header, [[row.get(key) for key in header] for row in rows]


def _json_lines(lines: Sequence[str], pairs: PairRows) -> list[Any]:
    filled = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    try:
        return [json.loads(line) for _, line in filled]
    except ValueError:
        pass
    try:  # one object over many lines: columns, or a single pair
        whole = json.loads("\n".join(lines))
    except ValueError:
        whole = None
    if isinstance(whole, dict) and all(isinstance(cells, list) for cells in whole.values()):
        return [dict(zip(whole, row, strict=True)) for row in zip(*whole.values(), strict=False)]
    objects = []
    for number, line in filled:
        try:
            objects.append(json.loads(line))
        except ValueError:
            pairs.reject(f"line {number}: not a JSON object ('{shown(line)}')")
    return objects


def _take(
    pairs: PairRows,
    header: Sequence[str],
    rows: Sequence[Sequence[Any]],
    unit: str,
    text_columns: tuple[Column, Column] | None,
    score_column: Column,
) -> None:
    """Add typed rows under a header."""
    columns, notes = choose_columns(header, rows[:SAMPLE], pairs.name, text_columns, score_column)
    pairs.notes += notes
    pairs.facts.append(("columns", ", ".join(str(header[c]) for c in columns)))
    left, right, score = columns
    for number, row in enumerate(rows, 1):
        pairs.add(row[left], row[right], row[score], f"{unit} {number}")


def _table(
    pairs: PairRows,
    lines: list[str],
    text_columns: tuple[Column, Column] | None,
    score_column: Column,
) -> None:
    """Add the rows of a tab-, comma-, semicolon- or space-separated text."""
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip(" \t")]
    comments = 0
    while comments < len(numbered) and numbered[comments][1].startswith("#"):
        comments += 1
    if comments == len(numbered):
        comments = 0
    if comments:
        pairs.facts.append(("comment lines", str(comments)))
    numbered = numbered[comments:]
    if not numbered:
        raise InputError(f"{pairs.name} holds no pairs; give two texts and a score on each line.")
    separator = _separator([line for _, line in numbered[:SAMPLE]], pairs.name)
    rows = _with_points(_rows(numbered, separator, pairs), separator, pairs)
    head = [cells for _, cells in rows[:SAMPLE]]
    columns: tuple[int, int, int]
    if text_columns is None and score_column is None and _is_sts_benchmark(head):
        columns, header = (5, 6, 4), []
        pairs.facts.append(
            ("layout", "STS benchmark: score, then two sentences, in columns 5 to 7")
        )
    else:
        header = _header(head)
        body = head[1:] if header else head
        columns, notes = choose_columns(header, body, pairs.name, text_columns, score_column)
        pairs.notes += notes
        pairs.facts.append(("columns", ", ".join(header[c] if header else str(c) for c in columns)))
    left, right, score = columns
    least = max(columns) + 1
    for where, cells in rows[1:] if header else rows:
        if len(cells) < least:
            pairs.reject(
                f"{where}: expected at least {least} columns, got {len(cells)} "
                f"('{shown(separator.join(cells))}')"
            )
        else:
            pairs.add(cells[left], cells[right], cells[score], where)


def _separator(lines: Sequence[str], name: str) -> str:
    """The separator that gives most lines three fields or more, and the most lines as many."""
    shares: dict[str, float] = {}
    for separator in ("\t", ",", ";", " "):
        # A row of pairs has three fields at the least.
        widths = Counter(len(split_fields(line, separator)) for line in lines)
        if sum(n for width, n in widths.items() if width >= 3) > 0.5 * len(lines):
            shares[separator] = max(widths.values()) / len(lines)
    if "\t" in shares:
        return "\t"
    if shares:
        return max(shares, key=shares.__getitem__)  # the first of equals
    raise InputError(
        f"{name} is no table of pairs (its first line is '{shown(lines[0])}'); separate two texts "
        "and a score by tabs or commas."
    )


def _rows(
    numbered: Sequence[tuple[int, str]], separator: str, pairs: PairRows
) -> list[tuple[str, list[str]]]:
    """("line 7", cells) of every row. Quotes never join lines, unless only that makes a table."""
    rows = [(f"line {number}", split_fields(line, separator)) for number, line in numbered]
    if separator in "\t " or len({len(cells) for _, cells in rows}) == 1:
        return rows
    reader = csv.reader(
        io.StringIO("\n".join(line for _, line in numbered)), delimiter=separator, strict=True
    )
    try:
        joined = [(f"row {number}", cells) for number, cells in enumerate(reader, 1) if cells]
    except csv.Error:
        return rows
    if len({len(cells) for _, cells in joined}) != 1:
        return rows
    pairs.notes.append("Quoted texts of this file run over several lines.")
    return joined


def _with_points(
    rows: list[tuple[str, list[str]]], separator: str, pairs: PairRows
) -> list[tuple[str, list[str]]]:
    """The rows with decimal commas (2,5) as points, in columns that then hold numbers."""
    if separator == ",":
        return rows
    sample = [cells for _, cells in rows[1:SAMPLE]]
    width = max(map(len, sample), default=0)
    columns = []
    for c in range(width):
        cells = [row[c] for row in sample if len(row) > c]
        pointed = [_pointed(cell) for cell in cells]
        if pointed != cells and number_share(cells) < 1 and number_share(pointed) >= 0.9:
            columns.append(c)
    if not columns:
        return rows
    pairs.notes.append("Scores are written with decimal commas.")
    return [
        (where, [_pointed(cell) if c in columns else cell for c, cell in enumerate(cells)])
        for where, cells in rows
    ]


def _pointed(cell: str) -> str:
    return cell.replace(",", ".") if DECIMAL_COMMA.fullmatch(cell) else cell


def _is_sts_benchmark(rows: Sequence[Sequence[str]]) -> bool:
    """genre, file, year, id, score, sentence, sentence (and licences): columns from the left."""
    full = [row for row in rows if len(row) >= 7]
    return (
        len(full) > 0.9 * len(rows)
        and number_share([row[4] for row in full]) == 1
        and sum(bool(YEAR.match(row[2])) for row in full) > 0.9 * len(full)
    )


def _header(rows: Sequence[Sequence[str]]) -> list[str]:
    """The first row if it names columns, else []."""
    first, rest = rows[0], rows[1:]
    names = [squeezed(cell) for cell in first]
    if len(set(names)) == len(names) and {"score", "label", "sentence1", "word1"} & set(names):
        return [cell.strip() for cell in first]
    columns = [[row[c] for row in rest if len(row) > c] for c in range(len(first))]
    numeric = [c for c, cells in enumerate(columns) if cells and number_share(cells) >= 0.9]
    if numeric and all(is_name(first[c]) for c in numeric):
        return [cell.strip() for cell in first]
    return []
