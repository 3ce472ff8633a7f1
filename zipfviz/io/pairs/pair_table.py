"""Pairs of texts with a score: which columns of a table they are, and every row accounted for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import TEXT_PAIRS, Column, is_category
from zipfviz.io.tables.numbers import parse_number
from zipfviz.io.tables.sample import Sample
from zipfviz.io.tables.text import has_bad_bytes

MOSTLY = 0.9
OPTIONS = "text_columns= (two) and score_column="


@dataclass(kw_only=True)
class PairRows(Account):
    """Pairs taken in so far; those without a score are counted and left out."""

    left: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)
    gold: list[float] = field(default_factory=list)
    unscored: int = 0

    def add(self, left: Any, right: Any, score: Any, number: int) -> None:
        """Take a pair in; without a score it is counted, with a bad one it is named."""
        text = "" if score is None else str(score).strip()
        value = None if isinstance(score, bool) else parse_number(text)
        if not text or text in ("nan", "None"):
            self.rows += 1
            self.unscored += 1
        elif value is None:
            self.reject(number, f"expected a score, got {shown(text, 60)}")
        elif not isinstance(left, str) or not isinstance(right, str):
            odd = right if isinstance(left, str) else left
            self.reject(number, f"expected a text, got {odd!r:.60}")
        else:
            self.rows += 1
            self.left.append(left)
            self.right.append(right)
            self.gold.append(value)

    def extend(self, other: PairRows) -> None:
        """Take in the pairs of another file, with its account."""
        self.left += other.left
        self.right += other.right
        self.gold += other.gold
        self.rows += other.rows
        self.unscored += other.unscored
        self.bad += other.bad
        self.bad_examples += [f"{other.name} {example}" for example in other.bad_examples]

    def odd_bytes(self) -> int:
        """How many texts hold bytes that are not UTF-8."""
        return sum(map(has_bad_bytes, self.left)) + sum(map(has_bad_bytes, self.right))


def pair_columns(
    sample: Sample,
    name: str,
    text_columns: tuple[Column, Column] | None,
    score_column: Column,
    notes: list[str],
) -> dict[str, int]:
    """The columns of the left text, the right text and the score.

    Columns that are asked for are taken; else those of well-known names; else the only two of free
    text and the only one of scores. `notes` hears what was assumed. Raises InputError if that
    leaves a doubt, naming the columns.
    """
    if text_columns is None:
        left, right = _text_columns(sample, name)
    else:
        left, right = (
            sample.pick(wanted, role="text", option="text_columns", where=name)
            for wanted in text_columns
        )
    if score_column is None:
        score = _score_column(sample, name, (left, right), notes)
    else:
        score = sample.pick(score_column, role="score", option="score_column", where=name)
    if len({left, right, score}) < 3:
        raise InputError(f"{name}: the two texts and the score must be three different columns.")
    return {"left": left, "right": right, "score": score}


def _numeric(sample: Sample) -> list[int]:
    return [c for c, share in enumerate(sample.numeric) if share >= MOSTLY]


def _text_columns(sample: Sample, name: str) -> tuple[int, int]:
    for left, right in TEXT_PAIRS:
        if left in sample.names and right in sample.names:
            return sample.names.index(left), sample.names.index(right)
    numeric, columns = _numeric(sample), sample.columns
    free = [c for c in range(len(columns)) if c not in numeric and not is_category(columns[c])]
    if len(free) != 2:
        found = f"{counted(len(free), 'columns hold', 'column holds')} free text"
        raise sample.doubt(name, found, OPTIONS)
    pairs = list(zip(columns[free[0]], columns[free[1]], strict=False))
    if len(pairs) > 1 and all(str(a).casefold() == str(b).casefold() for a, b in pairs):
        raise sample.doubt(name, "both columns of text are the same", OPTIONS)
    return free[0], free[1]


def _score_column(sample: Sample, name: str, texts: tuple[int, int], notes: list[str]) -> int:
    numeric = _numeric(sample)
    known = sample.named("score", among=numeric)
    if known is not None:
        return known
    if "score" in sample.names:
        return sample.names.index("score")
    left = [c for c in numeric if c not in texts and not sample.is_named(c, "row")]
    if len(left) != 1 or left[0] < min(texts):
        left = [c for c in left if not sample.numbers_rows(c, leads=c < min(texts))]
    if len(left) > 1 and not sample.header and texts == (0, 1) and left[0] == 2:
        notes.append("The score is taken from the third column, the first after the two texts.")
        return 2
    if len(left) != 1:
        found = f"{counted(len(left), 'columns')} could be the score"
        raise sample.doubt(name, found, OPTIONS)
    return left[0]
