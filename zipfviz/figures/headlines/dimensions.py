"""How many dimensions the words of the list and those of running text fill."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from zipfviz.common.wording import interval, listed, number


class Filled(Protocol):
    """What this sentence takes of a `DimensionRow`."""

    @property
    def name(self) -> str: ...
    @property
    def d(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def gaussian(self) -> float: ...


def dimension_headline(rows: Sequence[Filled]) -> str:
    """One sentence: the intrinsic dimension of each, and what a Gaussian is told to have."""
    known = [row for row in rows if np.isfinite(row.d)]
    unknown = [row.name for row in rows if not np.isfinite(row.d)]
    rest = f"it is undefined for {listed(unknown)}, where too few words differ"
    if not known:
        return f"No intrinsic dimension is told: {rest}."
    parts = []
    for row in known:
        of = f"{number(row.d, 1)} for {row.name}"
        if np.isfinite(row.low) and np.isfinite(row.high):
            of += f" ({interval(row.low, row.high, 1)})"
        if np.isfinite(row.gaussian):
            of += f", where a Gaussian of the same covariance comes to {number(row.gaussian, 1)}"
        parts.append(of)
    return f"Intrinsic dimension: {'; '.join([*parts, *([rest] if unknown else [])])}."
