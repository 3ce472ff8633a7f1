"""Add up a word list row by row, with an account of every row that is not taken."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted, noun
from zipfviz.io.files.wording import shown
from zipfviz.io.records import Frequency, Source
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import parse_number
from zipfviz.io.tables.text import has_bad_bytes

# False: values are counts or shares. True: natural logarithms. 2 or 10: logarithms to that base.
LogBase = Literal[False, True, 2, 10]
PLACEHOLDER_ROWS = 10


@dataclass(kw_only=True)
class Tally(Account):
    """Words and their values so far; rows of a word that was there before are added to it."""

    log: LogBase = False
    values: dict[str, float] = field(default_factory=dict)
    duplicates: int = 0

    def add(self, word: str, value: float, number: int) -> None:
        """Take a row in; raises InputError for a negative count or a logarithm out of range."""
        if self.log:
            value = self._unlog(value, number)
        elif value < 0:
            raise InputError(
                f"{self.name} {self.unit} {number}: {shown(word)} has the negative count "
                f"{value:g}; counts are 0 or more, and log-probabilities need log=True."
            )
        self.rows += 1
        if word in self.values:
            self.duplicates += 1
            self.values[word] += value
        else:
            self.values[word] = value

    def add_cells(self, word: Any, value: Any, number: int) -> None:
        """Take in a row of Python values; the word must be a string, the value a finite number."""
        if not isinstance(word, str) or not word:
            self.reject(number, f"expected a word, got {word!r:.60}")
            return
        count = None if isinstance(value, bool) else parse_number(str(value))
        if count is None:
            self.reject(number, f"expected a number for {shown(word)}, got {value!r:.60}")
        else:
            self.add(word, count, number)

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

    def frequency(self) -> Frequency:
        """The words with their values and the report; InputError when nothing can be used."""
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
        facts = [("sum of the list", f"{total:,.0f}" if total >= 1000 else f"{total:.6g}")]
        if zeros := int((values == 0).sum()):
            facts.append(("words with count 0", f"{zeros:,}"))
        self.facts[:0] = facts
        if self.duplicates:
            rows = noun(self.duplicates, "rows repeat", "row repeats")
            said = f"{self.duplicates:,} {rows} a word; such counts were added up."
            self.notes.insert(0, said)
        report = self.report(
            len(values),
            duplicates=self.duplicates,
            encoding_trouble=sum(map(has_bad_bytes, self.values)),
        )
        return Frequency(self.name, tuple(self.values), values, report, Source(title=self.name))


def refuse_placeholders(name: str, values: np.ndarray, least: int = PLACEHOLDER_ROWS) -> None:
    """Raise InputError for the counts n, n-1, ..., 1 that gensim makes up for loaded vectors."""
    n = len(values)
    if n >= least and np.array_equal(values, np.arange(n, 0, -1)):
        raise InputError(
            f"{name}: the counts run {n}, {n - 1}, ..., 1: placeholder counts, not frequencies "
            "(gensim writes them for vectors loaded without counts); use 'wordfreq:en', 'rank' or "
            "a list of real counts."
        )
