"""Count the rows that a reader keeps, drops or rejects, for its report."""

import time
from dataclasses import dataclass, field

from zipfviz.common.errors import Choice, ChoiceNeeded, InputError
from zipfviz.common.nouns import counted
from zipfviz.io.records import Report, percent

EXAMPLES = 5
MAX_LOSS = 0.05
"""The share of rows that may be left out as unreadable before a reader asks."""


def check_max_loss(max_loss: float) -> None:
    """Raise InputError for what is no share of rows."""
    if not isinstance(max_loss, (int, float)) or not 0 <= max_loss <= 1:
        raise InputError(f"max_loss={max_loss!r} is no share of rows; give a number from 0 to 1.")


@dataclass(kw_only=True)
class Account:
    """Rows read so far, those left out (the first few with place and reason), and what to say.

    `unit` is what a row is called in messages ("line", "entry", "row"), `holds` what rows give
    ("words", "pairs"). More than the share `max_loss` of rows left out is asked about.
    """

    name: str
    unit: str = "line"
    holds: str = "words"
    max_loss: float = MAX_LOSS
    rows: int = 0
    bad: int = 0
    bad_examples: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    started: float = field(default_factory=time.perf_counter)

    def reject(self, number: int, why: str) -> None:
        """Leave row `number` out, saying why."""
        self.rows += 1
        self.bad += 1
        if len(self.bad_examples) < EXAMPLES:
            self.bad_examples.append(f"{self.unit} {number:,}: {why}")

    def report(self, kept: int, *, duplicates: int = 0, encoding_trouble: int = 0) -> Report:
        """What this load did, with `kept` rows in the end.

        Raises ChoiceNeeded where more rows than `max_loss` allows were left out as unreadable.
        """
        if self.bad > self.max_loss * self.rows:
            raise ChoiceNeeded(
                f"{self.name}: {self.bad:,} of {counted(self.rows, 'rows')} "
                f"({percent(self.bad / self.rows)}) cannot be read, the first: "
                f"{self.bad_examples[0]}",
                [
                    Choice(
                        options={"max_loss": 1.0}, gives=f"goes on with {counted(kept, self.holds)}"
                    )
                ],
            )
        return Report(
            source=self.name,
            rows_read=self.rows,
            rows_kept=kept,
            duplicates=duplicates,
            bad_rows=self.bad,
            bad_examples=tuple(self.bad_examples[:EXAMPLES]),
            encoding_trouble=encoding_trouble,
            assumptions=tuple(self.notes),
            facts=tuple(self.facts),
            seconds=time.perf_counter() - self.started,
        )
