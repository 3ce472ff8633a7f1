"""Pairs of texts with a score out of any table: which columns, and every row accounted for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.counts.count_tally import EXAMPLES, has_bad_bytes, parse_number, shown
from zipfviz.io.tables.columns import Column, pick

__all__ = ["Columns", "PairRows", "choose_columns", "looks_like_words", "number_share"]

TEXT_NAMES = (
    ("sentence1", "sentence2"),
    ("sentencea", "sentenceb"),
    ("sent1", "sent2"),
    ("s1", "s2"),
    ("text1", "text2"),
    ("texta", "textb"),
    ("word1", "word2"),
    ("worda", "wordb"),
    ("w1", "w2"),
    ("premise", "hypothesis"),
    ("question1", "question2"),
)
SCORE_NAMES = (
    *("score", "relatednessscore", "similarityscore", "goldscore", "similarity", "relatedness"),
    *("simlex999", "simlex", "humanmean", "mean", "average", "avg", "rating", "gold", "label"),
    *("human", "sts", "value"),
)
NUMBERING_NAMES = ("id", "idx", "index", "pairid", "sentencepairid", "oldindex", "year", "no", "")
CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
SENTENCE_END = re.compile(r".[.!?。．！？]\Z", re.S)

Columns = tuple[int, int, int]


@dataclass
class PairRows:
    """Pairs taken in so far, and what was left out."""

    name: str
    left: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)
    gold: list[float] = field(default_factory=list)
    rows: int = 0
    unscored: int = 0
    bad: int = 0
    bad_examples: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)

    def add(self, left: Any, right: Any, score: Any, where: str) -> None:
        """Take a pair in; without a score it is counted, with a bad one it is named."""
        self.rows += 1
        text = "" if score is None else str(score).strip()
        value = None if isinstance(score, bool) else parse_number(text)
        if not text or text in ("nan", "None"):
            self.unscored += 1
        elif value is None:
            self._reject(f"{where}: expected a score, got '{shown(text)}'")
        elif not isinstance(left, str) or not isinstance(right, str):
            odd = right if isinstance(left, str) else left
            self._reject(f"{where}: expected a text, got {shown(repr(odd))}")
        else:
            self.left.append(left)
            self.right.append(right)
            self.gold.append(value)

    def reject(self, why: str) -> None:
        """Leave a row out, saying where and why."""
        self.rows += 1
        self._reject(why)

    def _reject(self, why: str) -> None:
        self.bad += 1
        if len(self.bad_examples) < EXAMPLES:
            self.bad_examples.append(why)

    def odd_bytes(self) -> int:
        """How many texts hold bytes that are not UTF-8."""
        return sum(map(has_bad_bytes, self.left)) + sum(map(has_bad_bytes, self.right))


def squeezed(name: str) -> str:
    """A column name without case, spaces and punctuation."""
    return re.sub(r"[\W_]+", "", name).lower()


def number_share(cells: Sequence[Any]) -> float:
    """The share of cells that are numbers, empty ones apart."""
    filled = [str(cell).strip() for cell in cells if cell is not None and str(cell).strip()]
    return sum(parse_number(cell) is not None for cell in filled) / max(len(filled), 1)


def looks_like_words(texts: Iterable[str]) -> bool:
    """Whether texts are single words: no space, short, no full stop after them."""
    texts = [text.strip() for text in texts if text.strip()]

    def is_word(text: str) -> bool:
        longest = 10 if CJK.search(text) else 30
        return len(text) <= longest and " " not in text and not SENTENCE_END.search(text)

    return sum(map(is_word, texts)) >= 0.95 * max(len(texts), 1)


def choose_columns(
    header: Sequence[str],
    rows: Sequence[Sequence[Any]],
    name: str,
    text_columns: tuple[Column, Column] | None,
    score_column: Column,
) -> tuple[Columns, list[str]]:
    """(left, right, score) columns of a table from its header ([] if none) and first rows.

    Columns that are asked for are taken; else those of well-known names; else the only two of free
    text and the only one of scores. Returns also what was assumed. Raises InputError if that
    leaves a doubt, naming the columns.
    """
    width = len(header) or max((len(row) for row in rows), default=0)
    columns = [[row[c] for row in rows if len(row) > c] for c in range(width)]
    numeric = [number_share(cells) >= 0.9 for cells in columns]
    names = [squeezed(cell) for cell in header]
    notes: list[str] = []
    if text_columns is not None:
        left, right = (
            _asked(wanted, header, name, width, "text", "text_columns") for wanted in text_columns
        )
    else:
        left, right = _text_columns(names, columns, numeric, header, name)
    if score_column is not None:
        score = _asked(score_column, header, name, width, "score", "score_column")
    else:
        score = _score_column(names, columns, numeric, (left, right), header, name, notes)
    if len({left, right, score}) < 3:
        raise InputError(f"{name}: the two texts and the score must be three different columns.")
    return (left, right, score), notes


def _asked(
    wanted: Column, header: Sequence[str], name: str, width: int, what: str, option: str
) -> int:
    found = pick(wanted, header, (), what=what, option=option, where=name, width=width)
    if found is None:
        raise InputError(f"{name}: {option} is empty; give a column's name or number from 0.")
    return found


def _text_columns(
    names: Sequence[str],
    columns: Sequence[Sequence[Any]],
    numeric: Sequence[bool],
    header: Sequence[str],
    name: str,
) -> tuple[int, int]:
    for left, right in TEXT_NAMES:
        if left in names and right in names:
            return names.index(left), names.index(right)
    free = [c for c in range(len(columns)) if not numeric[c] and not _is_category(columns[c])]
    if len(free) == 2:
        pairs = list(zip(columns[free[0]], columns[free[1]], strict=False))
        if len(pairs) > 1 and all(str(a).casefold() == str(b).casefold() for a, b in pairs):
            raise InputError(_ask(name, header, len(columns), "both columns of text are the same"))
    if len(free) != 2:
        raise InputError(
            _ask(
                name,
                header,
                len(columns),
                f"{counted(len(free), 'columns hold', 'column holds')} free text",
            )
        )
    return free[0], free[1]


def _is_category(cells: Sequence[Any]) -> bool:
    """Whether a column repeats a few values, as a part of speech or a genre does."""
    distinct = len(set(map(str, cells)))
    few = len(cells) >= 10 and distinct <= max(2, len(cells) // 5)
    return few or (distinct == 1 and len(cells) >= 5)


def _score_column(
    names: Sequence[str],
    columns: Sequence[Sequence[Any]],
    numeric: Sequence[bool],
    texts: tuple[int, int],
    header: Sequence[str],
    name: str,
    notes: list[str],
) -> int:
    for known in SCORE_NAMES:
        if known in names and numeric[names.index(known)]:
            return names.index(known)
    if "score" in names:
        return names.index("score")
    named = {c for c, squeezed_name in enumerate(names) if squeezed_name in NUMBERING_NAMES}
    left = [c for c in range(len(columns)) if numeric[c] and c not in {*texts, *named}]
    alone = len(left) == 1 and left[0] > min(texts)
    left = [c for c in left if alone or not _is_numbering(columns[c], c < min(texts))]
    if len(left) > 1 and not header and texts == (0, 1) and left[0] == 2:
        notes.append("The score is taken from the third column, the first after the two texts.")
        return 2
    if len(left) != 1:
        found = f"{counted(len(left), 'columns')} could be the score"
        raise InputError(_ask(name, header, len(columns), found))
    return left[0]


def _is_numbering(cells: Sequence[Any], leads: bool) -> bool:
    """Whether a column numbers the rows: whole numbers that always rise, two enough if it leads."""
    values = [parse_number(str(cell)) for cell in cells]
    numbers = [value for value in values if value is not None]
    rising = all(a < b for a, b in pairwise(numbers))
    return (
        len(numbers) > (0 if leads else 2)
        and rising
        and all(value.is_integer() for value in numbers)
    )


def _ask(name: str, header: Sequence[str], width: int, found: str) -> str:
    listed = (
        ", ".join(map(repr, header[:12]))
        if header
        else f"{counted(width, 'columns')} without names"
    )
    return (
        f"{name}: {found} ({listed}); give text_columns= (two) and score_column=, names or "
        "numbers from 0."
    )
