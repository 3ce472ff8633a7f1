"""Read JSON as a table: objects, one a line or in an array, columns, or a mapping of keys."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.wording import shown, why
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.text import SAMPLE, decode, whole

# A word list may begin with the words { or [.
START = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*"|\[\s*(?:[\[{]\s*)?")')
OBJECTS = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*"')


@dataclass(frozen=True, kw_only=True)
class Records:
    """Rows of cells under the names of their columns; () where a row is a list or a key's value."""

    header: tuple[str, ...]
    rows: list[list[Any]]


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as its pairs, so that a key written twice is seen twice."""


def starts_json(head: bytes, *, objects: bool = False) -> bool:
    """Whether text begins as JSON does; with `objects`, as one or many objects."""
    return bool((OBJECTS if objects else START).match(head))


def read_json(stream: Unpacked, account: Account, *, objects: bool = False) -> Records:
    """Read [{"word": "the", ...}, ...], such objects line by line, {"word": ["the", ...], ...},
    {"the": 5, ...} or [["the", 5], ...].

    With `objects`, one object alone is a row and no mapping. Lines that are no JSON go to the
    account. Raises InputError for anything else.
    """
    text = decode(whole(stream)).removeprefix("\ufeff")
    try:
        parsed = _parse(text, account)
    except (ValueError, RecursionError) as error:  # an integer of too many digits is one
        raise InputError(
            f"{account.name} is not JSON that can be read ({why(error)}); check the file."
        ) from None
    account.unit = "entry"
    if isinstance(parsed, _Pairs):
        if parsed and all(isinstance(value, list) for _, value in parsed):
            columns = dict(parsed)
            rows = [list(row) for row in zip(*columns.values(), strict=False)]
            return Records(header=tuple(columns), rows=rows)
        if objects:
            return Records(header=tuple(dict(parsed)), rows=[list(dict(parsed).values())])
        return Records(header=(), rows=[list(pair) for pair in parsed])
    if any(isinstance(row, _Pairs) for row in parsed):
        dicts = [dict(row) if isinstance(row, _Pairs) else {} for row in parsed]
        header = tuple(dict.fromkeys(key for row in dicts[:SAMPLE] for key in row))
        return Records(header=header, rows=[[row.get(key) for key in header] for row in dicts])
    return Records(header=(), rows=[row if isinstance(row, list) else [row] for row in parsed])


def _parse(text: str, account: Account) -> list[Any]:
    """The array or object of a text, or the values of its lines."""
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    try:
        parsed = json.loads(text, object_pairs_hook=_Pairs)
    except ValueError:
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
