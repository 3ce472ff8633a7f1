"""The dialect of a table: what stands between fields, whether quotes wrap them, how 0.5 is written.

One rule each, for every kind of table:

Separator
    What was asked for; what Excel's first line sep=; names; what nearly all lines have between
    their word and their number where it is none of the usual (`zipfviz.io.tables.between`). Else a
    tab where most lines hold one; else the character (comma, semicolon, bar, spaces) whose
    lines end in a number most often, then the one that gives the most lines the same number of
    fields, then the first in this order. A comma is none where it is the decimal comma of another
    separator's columns. Spaces beside a separator belong to it where nearly all lines have them,
    and so does one that begins or ends nearly all lines (| the | 5000 |).
Quotes
    Fields between commas, semicolons and bars may be quoted, a doubled quote standing for one.
    Between tabs and spaces quotes are text, unless nearly every row has the same field quoted. A
    quote
    that does not close before a separator or the line's end is text: no row swallows the next.
Decimal comma
    A column of numbers has decimal commas when it is one only with its commas read as points.
Encoding
    UTF-8 (`zipfviz.io.tables.text`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import regex

from zipfviz.common.errors import InputError

SEPARATORS = {"\t": "tabs", ",": "commas", ";": "semicolons", "|": "bars", " ": "spaces"}
LEAST_QUOTED = 2  # rows
MOSTLY = 0.8
NEARLY = 0.95
RULED = "|+│"
RULE = re.compile(r"[\s|:+=│┼├┤\-–—─]*+")
THREE = re.compile(r"[0-9]{3}(?![0-9])")
GROUP = re.compile(r"(?<=[ ])[0-9]{1,3}\Z")


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """How a line is cut into fields: at each `separator` (" ": runs of spaces and tabs).

    With `tail` only that many fields at the end of a line are cut off and the rest, spaces too, is
    the first field; with -1 the first field is cut off and the rest is the second. `padded`: more
    than one space may stand before the tail, else they belong to the rest; beside any other
    separator spaces are no part of a field. `opens` and `closes` stand around all fields of a line.
    With `grouped`, the number in a tail of one has spaces between its thousands; with `numbered`,
    the number of the row stands before its rest.
    """

    separator: str
    quoted: bool = False
    tail: int = 0
    padded: bool = False
    opens: str = ""
    closes: str = ""
    grouped: bool = False
    numbered: bool = False

    @property
    def width(self) -> int | None:
        """How many fields a line has that is cut at its end or start; None where lines tell."""
        return abs(self.tail) + 1 + self.numbered if self.tail else None

    @property
    def plain(self) -> bool:
        """Whether one byte alone separates fields, and nothing else belongs to it."""
        dressed = self.opens or self.closes or (self.padded and self.separator != " ")
        return not dressed and len(self.separator.encode()) == 1

    @property
    def ruled(self) -> bool:
        """Whether lines may stand between the rows that hold nothing but rules."""
        return self.separator in RULED

    def is_rule(self, line: str) -> bool:
        """Whether a line only underlines the others, as |---|---| does in Markdown."""
        return self.ruled and RULE.fullmatch(line) is not None

    def split(self, line: str) -> list[str]:
        """The fields of a line, quotes that wrap one taken off."""
        if self.opens or self.closes:
            line = line.strip(" \t").removeprefix(self.opens).removesuffix(self.closes)
        if self.quoted and '"' in line:
            return [
                (plain.strip() if self.padded else plain)
                if inside is None
                else inside.replace('""', '"')
                for inside, plain in self._fields(line)
            ]
        if self.tail:
            fields = self._split_ends(line)
            if self.numbered:
                fields[:1] = map(str.strip, fields[0].strip(" \t").split(" ", 1))
            return fields
        if self.separator == " ":
            return [field for field in line.replace("\t", " ").split(" ") if field]
        fields = line.split(self.separator)
        return [field.strip() for field in fields] if self.padded else fields

    def _split_ends(self, line: str) -> list[str]:
        if self.tail == 1 and "\t" not in line:  # a word list, twice as fast
            rest, found, last = line.rstrip(" ").rpartition(" ")
            if self.grouped:
                rest, last = _with_thousands(rest, last)
            return [rest.strip(" ") if self.padded else rest, last] if found else [last]
        spaced = line.replace("\t", " ")
        if self.tail < 0:
            first, _, _ = spaced.lstrip(" ").partition(" ")
            rest = line.lstrip(" \t")[len(first) + 1 :]
            return [first, rest.strip(" \t") if self.padded else rest]
        end = len(spaced.rstrip(" "))
        fields: list[str] = []
        while len(fields) < self.tail and end > 0:
            end = len(spaced[:end].rstrip(" ")) if fields else end
            start = spaced.rfind(" ", 0, end) + 1
            fields.append(spaced[start:end])
            end = start - 1
        if len(fields) == self.tail and end >= 0:
            rest = line[:end]
            fields.append(rest.strip(" \t") if self.padded else rest)
        return fields[::-1]

    def _fields(self, line: str) -> list[tuple[str | None, str]]:
        """(inside the quotes or None, field without quotes) of each field."""
        return [(m[1], m[2]) for m in _pattern(self.separator).finditer(line)]


@lru_cache(maxsize=64)
def _pattern(separator: str) -> Any:
    # By regex: Python's own re takes possessive groups wrongly before 3.11.5 (cpython 106052).
    inside = '"((?:[^"]|"")*+)"'
    if separator == " ":
        return regex.compile(rf"(?<![^ \t]){inside}(?![^ \t])|([^ \t]+)")
    mark = regex.escape(separator)
    plain = f"[^{mark}]*+" if len(separator) == 1 else f"(?:(?!{mark}).)*+"
    return regex.compile(rf"(?:\A|{mark})(?: *+{inside} *+(?={mark}|\Z)|({plain}))", regex.S)


def check_separator(separator: str) -> None:
    """Raise InputError for a separator that no line can be cut at."""
    if not isinstance(separator, str) or not separator or "\n" in separator or "\r" in separator:
        raise InputError(
            f"separator={separator!r} cannot stand between columns; give what does, such as '|', "
            "' ' (spaces and tabs) or '\\t'."
        )


def sniff_dialect(lines: Sequence[str], separator: str) -> Dialect:
    """The dialect of lines with this separator: whether its fields are quoted, padded, framed."""
    lines = [line for line in lines if not Dialect(separator=separator).is_rule(line)]
    framed = _framed(lines, separator)
    quoted = separator not in "\t " or wraps_in_quotes(lines, separator)
    return Dialect(separator=separator, quoted=quoted, **framed)


def wraps_in_quotes(lines: Sequence[str], separator: str) -> bool:
    """Whether nearly every row but the first has the same field in quotes."""
    dialect, body = Dialect(separator=separator, quoted=True), lines[1:]
    least = max(LEAST_QUOTED, MOSTLY * len(body))
    if sum('"' in line for line in body) < least:
        return False
    rows = [[inside is not None for inside, _ in dialect._fields(line)] for line in body]
    quoted = [sum(column) for column in zip_longest(*rows, fillvalue=False)]
    return max(quoted) >= least


def _framed(lines: Sequence[str], separator: str) -> dict[str, Any]:
    """What belongs to a separator in nearly all lines: spaces beside it, one more at either end."""
    texts = [line.strip(" ") for line in lines if separator in line]
    if separator == " " or not texts:
        return {}
    least, size = NEARLY * len(texts), len(separator)
    opens = separator != "\t" and texts[0].startswith(separator)
    opens = opens and sum(text.startswith(separator) for text in texts) >= least
    closes = texts[0].endswith(separator)
    closes = closes and sum(text.endswith(separator) for text in texts) >= least
    inner = [text[size * opens : len(text) - size * closes] for text in texts]
    beside = sum(f" {separator}" in text or f"{separator} " in text for text in inner)
    return {
        "opens": separator if opens else "",
        "closes": separator if closes else "",
        "padded": beside >= least,
    }


def _with_thousands(rest: str, last: str) -> tuple[str, str]:
    """A word and the number behind it, the groups of three digits of this joined."""
    group = last
    while THREE.match(group) and (more := GROUP.search(rest)):
        rest, group = rest[: more.start()].rstrip(" "), more[0]
        last = group + last
    return rest, last
