"""Report of a match between an embedding and a frequency source."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zipfviz.common.nouns import counted
from zipfviz.common.record import html_rows
from zipfviz.io.records import Fold


@dataclass(frozen=True, kw_only=True)
class MatchReport:
    """Report of how an embedding and a frequency source were matched.

    `matched_mass` is the mass of the matched words in the list's own unit, `matched_share` the
    same as a share of the whole list (nan for a rule without a list); both are taken before the
    space renormalises and before `max_words` cuts.
    """

    embedding: str
    frequency: str
    n_embedding: int
    n_matched: int
    n_words: int
    matched_mass: float
    matched_share: float
    fold: Fold = "none"
    missing: str = "drop"
    n_missing_kept: int = 0
    assumption: str = ""
    unmatched: tuple[str, ...] = ()
    subwords: str = ""

    @classmethod
    def of_arrays(cls, place: str, n_given: int, n_kept: int) -> MatchReport:
        """Report of words given with vectors and weights, `n_kept` of them of some weight."""
        return cls(
            embedding=place,
            frequency=place,
            n_embedding=n_given,
            n_matched=n_kept,
            n_words=n_kept,
            matched_mass=1.0,
            matched_share=1.0,
        )

    @property
    def list_total(self) -> float:
        """Sum of the whole list in its own unit; nan for a rule without a list."""
        return self.matched_mass / self.matched_share if self.matched_share else np.nan

    def sentence(self) -> str:
        """Summarise the match in one line."""
        text = f"{self.n_matched:,} of {counted(self.n_embedding, 'words')}"
        if np.isfinite(self.matched_share):
            text += f", {self.matched_share:.1%} of the list’s mass"
        if self.n_missing_kept:
            kept = counted(self.n_missing_kept, "unlisted words")
            text += f"; {kept} kept ({self.missing})"
        if self.n_words < self.n_matched + self.n_missing_kept:
            text += f"; the {self.n_words:,} most frequent kept"
        return text

    def lines(self) -> list[tuple[str, str]]:
        """List the report as (label, value) rows."""
        rows = [
            ("embedding", self.embedding),
            ("words of the embedding", f"{self.n_embedding:,}"),
            ("frequency", self.frequency),
            ("matched words", f"{self.n_matched:,}"),
            ("matched mass (list’s unit)", f"{self.matched_mass:.6g}"),
            ("words in the space", f"{self.n_words:,}"),
            ("case folding", self.fold),
            ("words missing from the list", self.missing),
        ]
        if self.subwords:
            rows.append(("subword tokens", self.subwords))
        if self.assumption:
            rows.append(("assumed", self.assumption))
        if self.unmatched:
            rows.append(("unmatched, for example", " · ".join(self.unmatched)))
        return rows

    def _repr_html_(self) -> str:
        return html_rows(self.lines())

    def __str__(self) -> str:
        width = max(len(label) for label, _ in self.lines())
        return "\n".join(f"{label:<{width}}  {value}" for label, value in self.lines())
