"""Classify columns by header name and by cells: numbers, names, row numbers, categories."""

import math
import re
import tomllib
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

Column = str | int | None

_NAMED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
# What people call the column of each role, the surest name first; compared as `squeezed`.
NAMES: dict[str, tuple[str, ...]] = {role: tuple(names) for role, names in _NAMED["names"].items()}
# How a row begins that is the sum of all others.
TOTALS = frozenset(_NAMED["totals"])
TEXT_PAIRS = tuple((left, right) for left, right in _NAMED["text_pairs"])
KNOWN = {*NAMES["word"], *NAMES["count"], *NAMES["score"], *(n for p in TEXT_PAIRS for n in p)}
MISSING = re.compile(r"\s*[#+-]?(?:nan|inf|infinity|null|none|na|n/a)\s*", re.I)
# A letter comes first: 1,200 or 12x above numbers is a number gone wrong, Lg10WF, #1 ID and _1 name
# some.
NAME = re.compile(r"(?:#\d+\s)?[\W_]*[^\W\d_]|\s*_\d+\s*\Z")
OFTEN = 10
# Quantifiers with a + behind them give nothing back: no text takes longer than its length. Groups
# have none, for Python takes those wrongly before 3.11.5 (cpython 106052).
FINITE = re.compile(r"[ \t]*+[-+]?+(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?[ \t]*+")
NOT_FINITE = re.compile(
    r"[ \t]*+[-+]?+(?:nan(?:\(\w*+\))?|inf(?:inity)?|1\.#\w++)[ \t]*+",
    re.IGNORECASE | re.ASCII,
)
DECIMAL_COMMA = re.compile(r"\s*+[-+]?+[0-9]*+,[0-9]++(?:[eE][-+]?[0-9]++)?\s*+")
# 1,200 and 1.234.567, 5.1% and 1 200: numbers to a person.
NEAR_NUMBER = re.compile(r"\s*+\.?\d[\d., '\u2019\u2009\u00a0\u202f]*+%?+\s*+")
# Thousands apart by spaces of any width, apostrophes or low lines, as only a number is written.
GROUPED = re.compile(
    r"\s*+[-+]?+[0-9]{1,3}+(?:([ '_\u2019\u2009\u00a0\u202f])[0-9]{3}(?:\1[0-9]{3})*)"
    r"(?:[.,][0-9]++)?\s*+"
)
LONGEST = 1000  # letters of a number
# What people and programs write for the minus sign; the Arabic decimal point and thousands.
SIGNS = {"\u2212": "-", "\u2013": "-", "\ufe63": "-", "\uff0d": "-", "\uff0b": "+",
         "\uff0e": ".", "\u066b": ".", "\u066c": "'"}  # fmt: skip


def plain_number(text: str) -> str:
    """A number in digits of any script, with a minus sign of any kind, in 0 to 9 and -.

    Any other text as it was.
    """
    if text.isascii() or len(text) > LONGEST:
        return text
    plain = _respelt(text)
    return plain if FINITE.fullmatch(plain) else text


def _respelt(text: str) -> str:
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else SIGNS.get(c, c) for c in text)


def parse_number(text: str) -> float | None:
    """A number such as 12, 0.5 or 1e6; None for anything else (nan, inf, 1_000, "")."""
    if len(text) > LONGEST:
        return None
    try:
        value = float(plain_number(text))
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in text else None


def is_float(text: str) -> bool:
    """True for what programs print for a float, nan and inf in all their spellings included.

    Digits may be those of any script, and the minus sign any.
    """
    text = plain_number(text)
    return len(text) <= LONGEST and bool(FINITE.fullmatch(text) or NOT_FINITE.fullmatch(text))


def is_number(text: str) -> bool:
    """True for a float as programs print it, and for what Python reads as one."""
    return is_float(text) or parse_number(text) is not None


def ungrouped(text: str) -> str:
    """A number with spaces or apostrophes between its thousands (1 234, 1'234) without these.

    Any other text as it was.
    """
    if len(text) > LONGEST:
        return text
    plain = text if text.isascii() else _respelt(text)
    found = GROUPED.fullmatch(plain)
    return plain.replace(found[1], "") if found else text


def with_point(text: str) -> str:
    """A number with a decimal comma (0,5) with a point, anything else as it was."""
    if "," not in text or len(text) > LONGEST:
        return text
    plain = text if text.isascii() else _respelt(text)
    return plain.replace(",", ".") if DECIMAL_COMMA.fullmatch(plain) else text


def squeezed(name: str) -> str:
    """A column name without case, spaces and punctuation (but for a name that is nothing else)."""
    return re.sub(r"[\W_]+", "", name).lower() or name.strip()


def is_total(word: str) -> bool:
    """Whether a row is called the sum of all rows: total, TOTAL:, Total tokens, Summe, 合計."""
    return any(squeezed(part) in TOTALS for part in (word, *word.split()[:2]))


def is_name(cell: str) -> bool:
    """Whether a cell above numbers names them."""
    return bool(NAME.match(cell)) and not MISSING.fullmatch(cell) and parse_number(cell) is None


def known_names(cells: Sequence[str]) -> int:
    """How many cells are well-known names of columns; 0 where a cell stands there twice."""
    names = [squeezed(cell) for cell in cells]
    return sum(name in KNOWN for name in names) if len(set(names)) == len(names) else 0


def counts_up(cells: Sequence[str]) -> bool:
    """Whether cells run 0, 1, 2, ... or 1, 2, 3, ..., as a matrix's columns are numbered."""
    plain = [cell.strip() for cell in cells]
    return plain in ([str(i + base) for i in range(len(plain))] for base in (0, 1))


def numbers_rows(cells: Sequence[Any], *, leads: bool, named: bool = False) -> bool:
    """Whether a column numbers the rows: whole numbers that rise, row by row.

    They rise by one each, or come often (10 rows or more), or the column is `named` so. A column
    that does not lead its table needs three rows.
    """
    values = [value for cell in cells if (value := parse_number(str(cell))) is not None]
    numbers = [int(value) for value in values if value.is_integer()]
    if len(numbers) < max(len(values), 1 if leads else 3):
        return False
    steps = [b - a for a, b in pairwise(numbers)]
    if named or len(numbers) >= OFTEN:
        return all(step > 0 for step in steps)
    return all(step == 1 for step in steps)


def is_category(cells: Sequence[Any]) -> bool:
    """Whether a column repeats a few values, as a part of speech or a genre does."""
    distinct = len(set(map(str, cells)))
    few = len(cells) >= OFTEN and distinct <= max(2, len(cells) // 5)
    return few or (distinct == 1 and len(cells) >= 5)
