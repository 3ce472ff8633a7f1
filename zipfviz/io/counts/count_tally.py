"""Adding up a word list row by row, with an account of every row that is not taken."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted, noun

__all__ = ["LogBase", "Tally", "has_bad_bytes", "parse_number", "refuse_placeholders", "shown"]

# False: values are counts or shares. True: natural logarithms. 2 or 10: logarithms to that base.
LogBase = Literal[False, True, 2, 10]
EXAMPLES = 5
PLACEHOLDER_ROWS = 10


def shown(text: str, limit: int = 60) -> str:
    """A row as a message may quote it: one short line, control characters escaped."""
    text = repr(text)[1:-1]
    return text if len(text) <= limit else text[: limit - 1] + "…"


def parse_number(text: str) -> float | None:
    """A count such as 12, 0.5 or 1e6; None for anything else (nan, inf, 1_000, "")."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in text else None


def has_bad_bytes(word: str) -> bool:
    """Whether a word holds bytes that were not UTF-8 (kept as lone surrogates)."""
    return not word.isascii() and any("\udc80" <= c <= "\udcff" for c in word)


@dataclass
class Tally:
    """Words and values so far, and what was wrong with the rest.

    `unit` is what a row is called in messages ("line", "entry", "row"). Rows of a word that was
    there before are added to it.
    """

    name: str
    log: LogBase = False
    unit: str = "line"
    values: dict[str, float] = field(default_factory=dict)
    rows: int = 0
    duplicates: int = 0
    bad: int = 0
    bad_examples: list[str] = field(default_factory=list)

    def reject(self, number: int, why: str) -> None:
        """Leave row `number` out, saying why."""
        self.rows += 1
        self.bad += 1
        if len(self.bad_examples) < EXAMPLES:
            self.bad_examples.append(f"{self.unit} {number}: {why}")

    def add(self, word: str, value: float, number: int) -> None:
        """Take a row in; raises InputError for a negative count or a logarithm out of range."""
        if self.log:
            value = self._unlog(value, number)
        elif value < 0:
            raise InputError(
                f"{self.name} {self.unit} {number}: {shown(word)!r} has the negative count "
                f"{value:g}; counts are 0 or more, and log-probabilities need log=True."
            )
        self.rows += 1
        if word in self.values:
            self.duplicates += 1
            self.values[word] += value
        else:
            self.values[word] = value

    def take(self, counts: Counter[str]) -> None:
        """Take in words that were counted already."""
        self.rows += len(counts)
        self.values.update(counts)

    def _unlog(self, value: float, number: int) -> float:
        base = math.e if self.log is True else float(self.log)
        try:
            return math.pow(base, value)
        except OverflowError:
            raise InputError(
                f"{self.name} {self.unit} {number}: {value:g} is too large for a logarithm; "
                "leave log=True out if these are counts."
            ) from None

    def finish(self) -> tuple[tuple[str, ...], np.ndarray]:
        """The words and their values; raises InputError when nothing can be used."""
        if not self.values:
            first = f" ({self.bad_examples[0]})" if self.bad_examples else ""
            raise InputError(
                f"{self.name} holds no usable 'word count' row{first}; give a file with a word "
                "and a number on each line."
            )
        values = np.array(list(self.values.values()), np.float64)
        total = float(values.sum())
        if not 0 < total < math.inf:
            what = "all 0" if total == 0 else "too large to add up"
            raise InputError(
                f"{self.name}: its {counted(len(values), 'counts are', 'count is')} {what}; check "
                "the file."
            )
        refuse_placeholders(self.name, values)
        return tuple(self.values), values

    def assumptions(self) -> list[str]:
        """What the reader should know about rows that were added together."""
        if not self.duplicates:
            return []
        rows = noun(self.duplicates, "rows repeat", "row repeats")
        return [f"{self.duplicates:,} {rows} a word; such counts were added up."]

    def facts(self) -> list[tuple[str, str]]:
        """Sum, zero counts and odd bytes, as report lines."""
        total = sum(self.values.values())
        facts = [("sum of the list", f"{total:,.0f}" if total >= 1000 else f"{total:.6g}")]
        zeros = sum(value == 0 for value in self.values.values())
        if zeros:
            facts.append(("words with count 0", f"{zeros:,}"))
        return facts

    def encoding_trouble(self) -> int:
        """How many words hold bytes that are not UTF-8."""
        return sum(map(has_bad_bytes, self.values))


def refuse_placeholders(name: str, values: np.ndarray, least: int = PLACEHOLDER_ROWS) -> None:
    """Raise InputError for the counts n, n-1, ..., 1 that gensim makes up for loaded vectors."""
    n = len(values)
    if n >= least and np.array_equal(values, np.arange(n, 0, -1)):
        raise InputError(
            f"{name}: the counts run {n}, {n - 1}, ..., 1: placeholder counts, not frequencies "
            "(gensim writes them for vectors loaded without counts); use 'wordfreq:en', 'rank' or "
            "a list of real counts."
        )
