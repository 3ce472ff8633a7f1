"""Tell numbers from words: as programs print them, and as people write them (0,5)."""

from __future__ import annotations

import math
import re

FINITE = re.compile(r"[ \t]*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?[ \t]*")
NOT_FINITE = re.compile(
    r"[ \t]*[-+]?(?:nan(?:\(\w*\))?|inf(?:inity)?|1\.#\w+)[ \t]*", re.IGNORECASE | re.ASCII
)
DECIMAL_COMMA = re.compile(r"\s*[-+]?[0-9]*,[0-9]+(?:[eE][-+]?[0-9]+)?\s*")
# 1,200 and 1.234.567, 5.1% and 1 200: numbers to a person.
NEAR_NUMBER = re.compile(r"\s*\d[\d., '\u00a0\u202f]*%?\s*")


def parse_number(text: str) -> float | None:
    """A number such as 12, 0.5 or 1e6; None for anything else (nan, inf, 1_000, "")."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in text else None


def is_float(text: str) -> bool:
    """True for what programs print for a float, nan and inf in all their spellings included."""
    return bool(FINITE.fullmatch(text) or NOT_FINITE.fullmatch(text))


def is_number(text: str) -> bool:
    """True for a float as programs print it, and for a number in other digits than 0 to 9."""
    return is_float(text) or parse_number(text) is not None


def with_point(text: str) -> str:
    """A number with a decimal comma (0,5) with a point, anything else as it was."""
    return text.replace(",", ".") if "," in text and DECIMAL_COMMA.fullmatch(text) else text
