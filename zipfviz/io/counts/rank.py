"""Assume frequencies from ranks: 1/rank and Zipf-Mandelbrot, never a measurement."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.io.records import Fold, Frequency, Report, Source
from zipfviz.io.tables.columns import parse_number


@dataclass(frozen=True, eq=False, repr=False)
class RankFrequency(Frequency):
    """Mass 1/(rank + b)^a, rank 1, 2, ... in the embedding's own order. It lists no words."""

    a: float = 1.0
    b: float = 0.0

    @property
    def total(self) -> float:
        """nan: a rule has no whole of which the matched words could be a share."""
        return math.nan

    @property
    def folded(self) -> Frequency:
        """Itself: a rank does not depend on case."""
        return self

    def lookup(self, words: Sequence[str]) -> np.ndarray:
        """1/(rank + b)^a for rank 1..len(words), (len(words),) float64; the words do not matter."""
        ranks = np.arange(1, len(words) + 1, dtype=np.float64)
        return (ranks + self.b) ** -self.a

    def masses(self, words: Sequence[str], fold: Fold = "none") -> np.ndarray:
        """The same as lookup: a rank does not depend on case."""
        return self.lookup(words)


def load_rank(options: str = "", *, a: float = 1.0, b: float = 0.0) -> RankFrequency:
    """The rank rule, with parameters as text ("b=2.7,a=1") or as numbers.

    Raises InputError unless a is a number >= 0 and b a number > -1.
    """
    values = {"a": a, "b": b}
    for part in filter(None, (part.strip() for part in options.split(","))):
        key, found, text = part.partition("=")
        value = parse_number(text)
        if not found or key.strip() not in values or value is None:
            raise InputError(
                f"rank:{options}: cannot read {part!r}; write 'rank' or 'rank:b=2.7,a=1.0'."
            )
        values[key.strip()] = value
    a, b = values["a"], values["b"]
    if not (0 <= a < math.inf and -1 < b < math.inf):
        raise InputError(f"rank: a={a:g}, b={b:g} is no law; a must be 0 or more, b above -1.")
    plain = a == 1 and b == 0
    law = "1/rank" if plain else f"1/(rank + {b:g})^{a:g}"
    assumption = (
        f"p(w) is assumed, not measured: it falls as {law} in the embedding's own order of words."
    )
    name = "rank" if plain else f"rank:b={b:g},a={a:g}"
    report = Report(source=name, rows_read=0, rows_kept=0, assumptions=(assumption,))
    return RankFrequency(
        name=name,
        words=(),
        values=np.zeros(0),
        report=report,
        source=Source(title="Zipf's law" if plain else "Zipf–Mandelbrot law"),
        assumption=assumption,
        a=a,
        b=b,
    )
