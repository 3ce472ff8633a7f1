"""Word lists in typed records: JSON, and columns as parquet has them."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.counts.count_files import SAMPLE, table_layout
from zipfviz.io.counts.count_tally import Tally, parse_number, shown
from zipfviz.io.tables.columns import Column

__all__ = ["add_cell", "add_columns", "read_json"]


def read_json(data: bytes, tally: Tally, word_column: Column, count_column: Column) -> None:
    """Add a JSON word list: {"the": 5}, [["the", 5]], [{"word": "the", "count": 5}], json lines."""
    tally.unit = "entry"
    parsed = _parse_json(data, tally.name)
    if isinstance(parsed, _Pairs):
        columns = {key: value for key, value in parsed if isinstance(value, list)}
        if len(columns) == len(parsed) > 0:
            return add_columns(columns, tally, word_column, count_column)
        for number, (key, value) in enumerate(parsed, 1):
            add_cell(key, value, number, tally)
        return None
    if parsed and all(isinstance(row, _Pairs) for row in parsed):
        names = list(dict.fromkeys(key for row in islice(parsed, SAMPLE) for key, _ in row))
        dicts = [dict(row) for row in parsed]
        columns = {name: [row.get(name) for row in dicts] for name in names}
        return add_columns(columns, tally, word_column, count_column)
    for number, row in enumerate(parsed, 1):
        if isinstance(row, list) and len(row) == 2:
            add_cell(row[0], row[1], number, tally)
        else:
            tally.reject(number, f"expected [word, count], got {shown(str(row))}")
    return None


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as its pairs, so that a key written twice is seen twice."""


def _parse_json(data: bytes, name: str) -> list[Any]:
    text = data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    try:
        try:
            parsed = json.loads(text, object_pairs_hook=_Pairs)
        except json.JSONDecodeError:
            lines = [line for line in text.split("\n") if line.strip()]
            if len(lines) < 2:
                raise
            parsed = [json.loads(line, object_pairs_hook=_Pairs) for line in lines]
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(
            f"{name} is not JSON that can be read ({error}); check the file."
        ) from None
    except ValueError as error:  # an integer of too many digits
        raise InputError(f"{name} holds a number that cannot be read ({error}).") from None
    if not isinstance(parsed, list):
        raise InputError(f'{name} is JSON but no word list; give {{"word": count, ...}}.')
    return parsed


def add_columns(
    columns: dict[str, list[Any]], tally: Tally, word_column: Column, count_column: Column
) -> None:
    """Add a table given as name -> cells to the tally."""
    names = list(columns)
    height = min((len(cells) for cells in columns.values()), default=0)
    sample = [[_as_text(columns[name][i]) for name in names] for i in range(min(height, SAMPLE))]
    layout = table_layout([names, *sample], ",", len(names), tally.name, word_column, count_column)
    if layout is None:
        raise InputError(
            f"{tally.name}: none of its columns ({', '.join(names) or 'none'}) holds counts; "
            "give count_column=."
        )
    cells = zip(columns[names[layout.word]], columns[names[layout.count]], strict=False)
    for number, (word, value) in enumerate(cells, 1):
        add_cell(word, value, number, tally)


def _as_text(cell: Any) -> str:
    return cell if isinstance(cell, str) else repr(cell)


def add_cell(word: Any, value: Any, number: int, tally: Tally) -> None:
    """Add one typed pair: the word must be a string, the value a finite number."""
    if isinstance(word, bool) or not isinstance(word, str) or not word:
        tally.reject(number, f"expected a word, got {shown(repr(word))}")
        return
    count = None if isinstance(value, bool) else parse_number(str(value))
    if count is None:
        tally.reject(number, f"expected a number for {shown(word)!r}, got {shown(repr(value))}")
    else:
        tally.add(word, count, number)
