"""Tell which columns of a table are the two texts of a pair and their score.

Texts
    The columns of a well-known pair of names; else the only two of free text.
Score
    The column of a well-known name; else the only column of numbers that a score can be: not all
    the same, not the number of the row, between -100 and 100. Columns that agree (one is the other
    rounded, or on another scale) count as one, of which the surest name is taken.

Where several could be meant the answer is a question with all of them, and what each would give.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from zipfviz.common.errors import Choice, ChoiceNeeded, InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.wording import shown
from zipfviz.io.pairs.score_cells import SHARE, bare, is_no_score, unit_of
from zipfviz.io.tables.columns import NAMES, TEXT_PAIRS, Column, is_category, parse_number
from zipfviz.io.tables.sample import DECIMAL, Sample, share_of_numbers

Texts = tuple[int, int]

MOSTLY = 0.9
LOOKED_AT = 50  # columns that a question is about
MOST = 8  # choices
FAR = 100.0
AGREE = 0.999


class PairColumns:
    """The columns of a table of pairs, some of which were asked for by name or number."""

    def __init__(
        self,
        sample: Sample,
        name: str,
        text_columns: tuple[Column, Column] | None = None,
        score_column: Column = None,
    ) -> None:
        self.sample, self.name = sample, name
        self.asked_texts, self.asked_score = text_columns, score_column
        self.notes: list[str] = []
        self._twins: dict[int, list[int]] = {}
        self.columns = list(sample.columns)
        self._numeric = list(map(_numeric, self.columns))
        self.units = self._units()

    def roles(self) -> dict[str, int]:
        """The columns of the left text, the right text and the score.

        Raises ChoiceNeeded where several could be meant, InputError where none can.
        """
        left, right = self._texts()
        score = self._score((left, right))
        if unit := self.units.get(score):
            said = shown(unit.strip())
            self.notes.append(f"What stands behind each score ({said}) is taken off.")
        elif unit is not None:
            self.notes.append(DECIMAL)
        if len({left, right, score}) < 3:
            raise InputError(
                f"{self.name}: the two texts and the score must be three different columns."
            )
        return {"left": left, "right": right, "score": score}

    def _units(self) -> dict[int, str]:
        """Columns that are numbers only without what stands behind each, and that."""
        plain = any(share >= MOSTLY for share in self._numeric[1:])
        found: dict[int, str] = {}
        for c, cells in enumerate(self.columns):
            unit = unit_of(cells) if self._numeric[c] < MOSTLY else None
            named = self.sample.is_named(c, "score")
            if unit is not None and (named or (not plain and (not unit or SHARE.fullmatch(unit)))):
                found[c] = unit
                self.columns[c] = [bare(cell, unit) for cell in cells]
                self._numeric[c] = _numeric(self.columns[c])
        return found

    # Texts

    def _texts(self) -> Texts:
        if self.asked_texts is not None:
            left, right = (
                self.sample.pick(wanted, role="text", option="text_columns", where=self.name)
                for wanted in self.asked_texts
            )
            return left, right
        names = self.sample.names
        for one, other in TEXT_PAIRS:
            if one in names and other in names:
                return names.index(one), names.index(other)
        free = [c for c in self._not_numbers() if not is_category(self.columns[c])]
        if len(free) == 2 and not self._say_the_same(*free):
            return free[0], free[1]
        raise self._doubt_of_texts(free if len(free) > 1 else self._not_numbers())

    def _not_numbers(self) -> list[int]:
        return [
            c
            for c, share in enumerate(self._numeric)
            if share < MOSTLY and any(isinstance(cell, str) for cell in self.columns[c])
        ]

    def _say_the_same(self, one: int, other: int) -> bool:
        columns = self.columns
        pairs = list(zip(columns[one], columns[other], strict=False))
        return len(pairs) > 1 and all(str(a).casefold() == str(b).casefold() for a, b in pairs)

    def _doubt_of_texts(self, texts: Sequence[int]) -> InputError:
        nearest = sorted(combinations(texts[:LOOKED_AT], 2), key=lambda pair: pair[1] - pair[0])
        choices = []
        for pair in nearest[:MOST]:
            # A score column in doubt as well is settled by the same answer.
            scores = [self._asked()] if self.asked_score is not None else self._candidates(pair)
            choices += [self._choice(pair, score, say_texts=True) for score in scores[:2]]
        found = (
            "both columns of text are the same"
            if len(texts) == 2 and self._say_the_same(*texts)
            else f"{counted(len(texts), 'columns hold', 'column holds')} free text"
        )
        return self._question(found, choices)

    # The score

    def _asked(self) -> int:
        return self.sample.pick(
            self.asked_score, role="score", option="score_column", where=self.name
        )

    def _score(self, texts: Texts) -> int:
        if self.asked_score is not None:
            return self._asked()
        candidates = self._candidates(texts)
        if len(candidates) == 1:
            self._tell_twins(candidates[0])
            return candidates[0]
        if "score" in self.sample.names and not candidates:
            return self.sample.names.index("score")  # rows say what is wrong with each
        if not self.sample.header and texts == (0, 1) and candidates[:1] == [2]:
            self.notes.append(
                "The score is taken from the third column, the first after the two texts."
            )
            return 2
        found = f"{counted(len(candidates), 'columns')} could be the score"
        raise self._question(found, [self._choice(texts, c) for c in candidates])

    def _candidates(self, texts: Texts) -> list[int]:
        """The columns that could be the score: named so, else all that a score can be."""
        sample = self.sample
        numeric = [c for c, share in enumerate(self._numeric) if share >= MOSTLY]
        numeric = [c for c in numeric if c not in texts]
        order = {name: i for i, name in enumerate(NAMES["score"])}
        named = [c for c in numeric if sample.is_named(c, "score")]
        named.sort(key=lambda c: order[sample.names[c]])
        left = [c for c in numeric if not sample.is_named(c, "row")]
        if len(left) != 1 or left[0] < min(texts):
            left = [c for c in left if not sample.numbers_rows(c, leads=c < min(texts))]
        likely = [c for c in left if self._varies(c, left) and self._is_near(c)]
        if named:
            named = self._differing([c for c in named if self._varies(c, named)])
            # A label of two values beside a column of many is a class rather than a score.
            finer = [] if any(self._kinds(c) > 2 for c in named) else likely
            return [*named, *(c for c in finer if c not in named and self._kinds(c) > 2)]
        if len(likely) == 1 < len(left):
            out = ", ".join(self._called(c) for c in left if c not in likely)
            self.notes.append(
                f"The score is taken from column {self._called(likely[0])}; {out} "
                f"{'hold' if len(left) > 2 else 'holds'} no scores (all the same, or far from 0)."
            )
        return self._differing(likely) or left

    def _values(self, column: int) -> np.ndarray:
        cells = (parse_number(str(cell)) for cell in self.columns[column])
        return np.array([np.nan if value is None else value for value in cells])

    def _varies(self, column: int, others: Sequence[int]) -> bool:
        """Whether a column takes more values than a flag does, where another one does."""
        kinds = list(map(self._kinds, others))
        own = kinds[others.index(column)]
        return own > 2 or max(kinds) <= 2 or own == max(kinds)

    def _kinds(self, column: int) -> int:
        values = self._values(column)
        return len(set(values[np.isfinite(values)]))

    def _is_near(self, column: int) -> bool:
        values = np.abs(self._values(column))
        values = values[np.isfinite(values)]
        return bool(values.size and values.max() <= FAR)

    def _differing(self, candidates: list[int]) -> list[int]:
        """Without those that agree with an earlier one, its twins."""
        kept: list[int] = []
        for column in candidates:
            like = next((c for c in kept if self._agree(c, column)), None)
            if like is None:
                kept.append(column)
            else:
                self._twins.setdefault(like, []).append(column)
        return kept

    def _tell_twins(self, score: int) -> None:
        for twin in self._twins.get(score, ()):
            self.notes.append(
                f"The score is taken from column {self._called(score)}; {self._called(twin)} "
                "says the same, rounded or on another scale."
            )

    def _agree(self, one: int, other: int) -> bool:
        a, b = self._values(one), self._values(other)
        if len(a) != len(b):
            return False
        both = np.isfinite(a) & np.isfinite(b)
        a, b = a[both], b[both]
        if len(a) < 3 or (a == a[0]).all() or (b == b[0]).all():
            return bool(np.array_equal(a, b))
        a, b = (values / np.abs(values).max() for values in (a, b))  # squares of 1e300 overflow
        return bool(np.corrcoef(a, b)[0, 1] > AGREE)

    # Questions

    def _called(self, column: int) -> str:
        option = self.sample.option(column)
        return shown(option) if isinstance(option, str) else str(option + 1)

    def _choice(self, texts: Texts, score: int, *, say_texts: bool = False) -> Choice:
        options: dict[str, object] = {}
        if say_texts or self.asked_texts is not None:
            options["text_columns"] = (self.sample.option(texts[0]), self.sample.option(texts[1]))
        options["score_column"] = self.sample.option(score)
        rows = (row for row in self.sample.body if len(row) > max(*texts, score))
        first = next(rows, None)
        gives = ""
        if first is not None:
            left, right = (shown(str(first[c]), 30) for c in texts)
            gives = f"first {left} and {right}: {first[score]}"
        return Choice(options=options, gives=gives)

    def _question(self, found: str, choices: Sequence[Choice]) -> InputError:
        said = f"{self.name}: {found} (of {self.sample.described_columns()})"
        if not choices:
            return InputError(
                f"{said}; a benchmark needs two columns of text and one of numbers, so add what "
                "is missing to the file."
            )
        return ChoiceNeeded(said, choices[:MOST])


def _numeric(cells: Sequence[object]) -> float:
    """The share of numbers among the cells that hold a score at all."""
    return share_of_numbers([cell for cell in cells if not is_no_score(cell)])
