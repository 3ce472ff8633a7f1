"""Read JSON and parquet as rows of Python values under the names of their columns.

Objects inside objects are columns, too, called by the way to them: `labels.score`, `pair.0`.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.common.memory import free_memory
from zipfviz.common.nouns import counted
from zipfviz.io.files.arrow_batches import damage_told, read_batches, read_schema
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.room import check_lines, check_room, parse_json
from zipfviz.io.files.wording import shown, why
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import counts_up
from zipfviz.io.tables.text import BOM, MAX_WHOLE, SAMPLE, decode, whole

# A word list may begin with the words { or [.
START = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*+(?:\{\s*+"|\[\s*+(?:[\[{]\s*+)?"|\[\s*+\[\s*+-?[\d.]++(?:e[-+]?\d++)?\s*+,\s*+")'
)
OBJECTS = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:(?:\[\s*)?\{\s*"|\[\s*[\["])')
# Under these an export has its rows, beside what it tells of itself.
ROWS_KEYS = ("data", "rows", "pairs", "examples", "items", "instances", "records")
MOST_INSIDE = 16  # a longer list is one cell


@dataclass(frozen=True, kw_only=True)
class Records:
    """Rows of cells under the names of their columns; () where a row is a list or a key's value."""

    header: tuple[str, ...]
    rows: list[list[Any]]


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as its pairs, so that a key written twice is seen twice."""


def starts_json(head: bytes, *, objects: bool = False) -> bool:
    """Whether text begins as JSON does; with `objects`, as rows of names or of cells."""
    return bool((OBJECTS if objects else START).match(head))


def read_objects(stream: Unpacked, account: Account, rows: int | None = None) -> Records | None:
    """Read parquet (only the first `rows`) or JSON objects; None for any other content."""
    if stream.kind == "parquet":
        account.unit = "row"
        return read_parquet(stream, rows)
    if stream.kind == "text" and starts_json(stream.head, objects=True):
        return read_json(stream, account, objects=True)
    return None


def read_json(stream: Unpacked, account: Account, *, objects: bool = False) -> Records:
    """Read rows of JSON: objects or lists, one a line or in an array, or columns of cells.

    Columns are {"word": ["the", ...], ...}, or as pandas writes them, {"word": {"0": "the", ...}}
    and {"columns": [...], "data": [[...]]}. Rows may stand under a key of their own. {"the": 5,
    ...} are rows of two cells; with `objects`, one object is one row. Lines that are no JSON go to
    the account. Raises InputError for anything else.
    """
    data = whole(stream).removeprefix(BOM)
    try:
        parsed = _parse(data, account)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:  # an integer of too many digits is one
        raise InputError(
            f"{account.name} is not JSON that can be read ({why(error)}); check the file."
        ) from None
    account.unit = "entry"
    if isinstance(parsed, _Pairs):
        return _of_object(parsed, account, objects)
    return _of_rows(parsed)


def _of_object(parsed: _Pairs, account: Account, objects: bool) -> Records:
    """An object that holds columns, rows under one of its keys, or else is a row or a mapping."""
    inside = dict(parsed)
    if _lists(inside.get("columns")) and _lists(inside.get("data")):
        return Records(header=tuple(map(str, inside["columns"])), rows=list(inside["data"]))
    under = [key for key, value in inside.items() if _lists(value) and _is_nested(value[0])]
    under = [key for key in ROWS_KEYS if key in under] or under
    if under:
        key = _test_part(under)
        others = [f"{shown(k)} ({counted(len(inside[k]), 'rows')})" for k in under if k != key]
        left = f"; left out are those under {', '.join(others)}" if others else ""
        account.notes.append(f"Its rows are those under {shown(key)}{left}.")
        return _of_rows(inside[key])
    columns = [_column(value) for value in inside.values()]
    if columns and all(column is not None for column in columns):
        rows = zip_longest(*(column or () for column in columns))
        return Records(header=tuple(inside), rows=list(map(list, rows)))
    if objects:
        return _of_rows([parsed])
    return Records(header=(), rows=[list(pair) for pair in parsed])


def _test_part(keys: list[str]) -> str:
    """Of several parts the test part, else the validation part, as of several files in a folder."""
    hits = (key for part in ("test", "dev", "val") for key in keys if part in key.lower())
    return next(hits, keys[0])


def _column(value: Any) -> list[Any] | None:
    """The cells of a column: a list, or an object whose keys number them."""
    if isinstance(value, _Pairs):
        return [cell for _, cell in value] if counts_up([key for key, _ in value]) else None
    return value if isinstance(value, list) else None


def _lists(value: Any) -> bool:
    return isinstance(value, list) and not isinstance(value, _Pairs) and bool(value)


def _is_nested(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _of_rows(parsed: list[Any]) -> Records:
    pairs = [row[0] for row in parsed if isinstance(row, _Pairs) and len(row) == 1]
    if len(pairs) == len(parsed) > 1 and len({key for key, _ in pairs}) > 1:  # {"the": 5} a row
        return Records(header=(), rows=[list(pair) for pair in pairs])
    if any(isinstance(row, _Pairs) for row in parsed):
        dicts = [dict(_flat(row)) if isinstance(row, _Pairs) else {} for row in parsed]
        header = tuple(dict.fromkeys(key for row in dicts[:SAMPLE] for key in row))
        return Records(header=header, rows=[[row.get(key) for key in header] for row in dicts])
    return Records(header=(), rows=[row if isinstance(row, list) else [row] for row in parsed])


def _flat(value: list[Any], way: str = "") -> Iterator[tuple[str, Any]]:
    """The cells inside an object or short list, each with the way to it."""
    for key, cell in value if isinstance(value, _Pairs) else enumerate(value):
        here = f"{way}{key}"
        if isinstance(cell, list) and (isinstance(cell, _Pairs) or len(cell) <= MOST_INSIDE):
            yield from _flat(cell, f"{here}.")
        else:
            yield here, cell


def _parse(data: bytes, account: Account) -> list[Any]:
    """The array or object of a text, or the values of its lines."""
    try:
        parsed = parse_json(data, account.name, hook=_Pairs)
    except InputError:
        raise
    except ValueError:
        check_lines(data, account.name)
        text = decode(data)
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) < 2:
            raise
        parsed, good = [], []
        for number, line in lines:
            try:
                good.append(json.loads(line, object_pairs_hook=_Pairs))
            except ValueError:
                account.reject(number, f"not a JSON object ({shown(line, 60)})")
        if not good:
            raise
        parsed = good
    if not isinstance(parsed, list):
        raise ValueError("neither objects nor lists")
    return parsed


ROWS = 4096
CELL_BYTES = 80  # a Python value and its place in a list


def read_parquet(stream: Unpacked, rows: int | None = None) -> Records:
    """Rows of cells under their columns' names, only the first `rows` when that is given.

    Lists and other nested columns are no words, texts or numbers: their cells are None. Raises
    InputError for a damaged file, or one that unpacks too large.
    """
    with damage_told(stream):
        schema, height = read_schema(stream)
        columns = _cells(stream, schema, height if rows is None else min(rows, height))
        rows_of = map(list, zip(*(columns[name] for name in schema.names), strict=True))
        return Records(header=tuple(schema.names), rows=list(rows_of))


def _cells(stream: Unpacked, schema: Any, wanted: int) -> dict[str, list[Any]]:
    """The first `wanted` rows; InputError where they are too large for words or pairs."""
    from pyarrow.types import is_nested

    flat = [field.name for field in schema if not is_nested(field.type)]
    if wanted * len(schema) * CELL_BYTES > free_memory():
        raise _too_large(stream.label, wanted * len(schema) * CELL_BYTES)
    found: dict[str, list[Any]] = {name: [] for name in schema.names}
    size = done = 0
    for batch in read_batches(stream, flat, min(ROWS, max(1, wanted))):
        batch = batch.slice(0, wanted - done)
        done += batch.num_rows
        size += batch.nbytes
        if size > MAX_WHOLE:
            raise _too_large(stream.label, size)
        check_room(2 * size + CELL_BYTES * done * len(flat), stream.label)
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            found[name] += column.to_pylist()
        if done >= wanted:
            break
    return found | {name: [None] * done for name in schema.names if name not in flat}


def _too_large(label: str, size: int) -> InputError:
    return InputError(
        f"{label} unpacks to {size:,} bytes or more, more than a word list or benchmark can be; "
        "keep only its columns of words and numbers."
    )
