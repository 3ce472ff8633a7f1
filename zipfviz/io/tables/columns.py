"""Which column of a table is the word, the count, a sentence or the score: named, never guessed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted

__all__ = ["Column", "is_name", "pick", "split_fields"]

Column = str | int | None
MISSING = re.compile(r"\s*[+-]?(?:nan|inf|infinity|null|none|na|n/a)\s*", re.I)
LETTER = re.compile(r"[^\W\d_]")


def is_name(cell: str) -> bool:
    """Whether a cell above numbers names them: it has a letter and is no number itself."""
    if MISSING.fullmatch(cell) or not LETTER.search(cell):
        return False
    try:
        float(cell)
    except ValueError:
        return True
    return False


def split_fields(line: str, separator: str) -> list[str]:
    """Fields of one line of a table.

    Tabs and spaces separate and nothing else does. Comma and semicolon lines may quote a field;
    a quote that does not close within its line is text, so no row ever swallows the next.
    """
    if separator == " ":
        return [field for field in re.split("[ \t]+", line) if field]
    if separator == "\t" or '"' not in line:
        return line.split(separator)
    fields: list[str] = []
    rest: str | None = line
    while rest is not None:
        field, rest = _first_field(rest, separator)
        fields.append(field)
    return fields


def _first_field(text: str, separator: str) -> tuple[str, str | None]:
    """The first field of a line and what follows its separator (None at the end)."""
    if text.startswith('"'):
        end = 1
        while (end := text.find('"', end)) != -1:
            if text[end + 1 : end + 2] == '"':  # a doubled quote stands for one
                end += 2
                continue
            after = text[end + 1 :]
            if end > 1 and (not after or after.startswith(separator)):
                return text[1:end].replace('""', '"'), after[1:] if after else None
            break
    field, found, rest = text.partition(separator)
    return field, rest if found else None


def pick(
    wanted: Column,
    names: Sequence[str],
    known: Sequence[str],
    *,
    what: str,
    option: str,
    where: str,
    width: int,
) -> int | None:
    """Index of a column: `wanted` by name or number from 0, else the first of the `known` names.

    `names` are the header's (may be empty), `width` the number of columns. None when nothing was
    wanted and no known name is there. Raises InputError for a column that does not exist.
    """
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        if not -width <= wanted < width:
            raise InputError(
                f"{where}: {option}={wanted} is not there; it has {counted(width, 'columns')}, "
                "counted from 0."
            )
        return wanted % width
    lowered = [name.strip().lower() for name in names]
    if wanted is not None:
        for candidate, listed in ((wanted, list(names)), (str(wanted).strip().lower(), lowered)):
            if candidate in listed:
                return listed.index(str(candidate))
        has = ", ".join(map(repr, names)) if names else f"{counted(width, 'columns')} without names"
        raise InputError(f"{where}: there is no {what} column {wanted!r}; it has {has}.")
    for name in known:
        if name in lowered:
            return lowered.index(name)
    return None
