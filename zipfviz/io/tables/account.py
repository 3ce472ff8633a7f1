"""An account of the rows that a reader takes in, and of every row that it does not."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from zipfviz.io.records import Report

EXAMPLES = 5


@dataclass(kw_only=True)
class Account:
    """Rows read so far, those left out (the first few with place and reason), and what to say.

    `unit` is what a row is called in messages ("line", "entry", "row").
    """

    name: str
    unit: str = "line"
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
        """What this load did, with `kept` rows in the end."""
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
