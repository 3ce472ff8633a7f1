"""A number beside what noise of the same frequencies gives, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from zipfviz.common.wording import beside_band, interval, listed, number, order, signed, told

Ends = tuple[float, float]


@dataclass(frozen=True)
class NoiseBand:
    """Where a number would lie with noise for vectors, 95 times in 100; nan where undefined.

    `gaussian` are the ends for Gaussian vectors, `shuffled` those for the space's own, dealt out to
    its words anew, where these are at hand.
    """

    gaussian: Ends
    shuffled: Ends | None = None

    @property
    def ends(self) -> Ends:
        """Ends of both bands together: a claim says what lies beyond either."""
        both = np.array([self.gaussian, self.shuffled or self.gaussian])
        return float(both[:, 0].min()), float(both[:, 1].max())


@dataclass(frozen=True)
class Beside:
    """A number under its `name`, and the band of noise; None where there is none yet.

    `ends` are those of the number's own interval, where one is told.
    """

    name: str
    value: float
    band: NoiseBand | None = None
    method: str = ""
    ends: Ends | None = None

    def verdict(self, digits: int) -> int | None:
        """1 above what noise gives, -1 below, 0 within, as printed; None where that is open."""
        return None if self.band is None else beside_band(self.value, *self.band.ends, digits)

    def text(self, digits: int, symbol: str = "") -> str:
        """`r = 0.43, noise −0.12 to 0.12`; a `symbol` that is + has the value's sign written."""
        value = f"{symbol}{told(self.value, digits)}"
        if symbol == "+":
            value = signed(self.value, digits)
        if self.ends is not None:
            sure = interval(*self.ends, digits)
            value += f", {'too few texts' if np.isnan(self.ends).any() else sure}"
        if self.band is None or np.isnan(self.band.ends).any():
            return value
        between = "," if self.ends is None else ";"
        return f"{value}{between} noise {interval(*self.band.ends, digits)}"


def clauses(
    items: Sequence[Beside],
    more: str,
    same: str,
    less: str,
    against: str,
    *,
    digits: int = 2,
    symbol: str = "",
    at: str = "in",
) -> str:
    """What is said of numbers beside noise, in groups: `more in A (…) and as noise would in B (…)`.

    The phrases go before those that lie above what noise gives, within it, below it, and below it
    and below 0. Where a number is undefined that is said; where noise is not known it stands alone.
    """
    groups: dict[str, list[Beside]] = {phrase: [] for phrase in (more, same, less, against)}
    rest, undefined = [], []
    for item in items:
        way = item.verdict(digits)
        is_up = order(item.value, 0.0, digits) == 1
        if np.isnan(item.value):
            undefined.append(item.name)
        elif way is None or (way == 1 and not is_up):
            rest.append(f"{at} {item.name} by itself ({item.text(digits, symbol)})")
        else:
            phrase = {1: more, 0: same, -1: less if is_up else against}[way]
            groups[phrase].append(item)
    parts = [
        f"{phrase} {listed([f'{item.name} ({item.text(digits, symbol)})' for item in group])}"
        for phrase, group in groups.items()
        if group
    ]
    parts += [listed(rest)] if rest else []
    parts += [f"undefined {at} {listed(undefined)}"] if undefined else []
    return "; ".join(parts)


def beside_title(value: float, band: NoiseBand | None, digits: int = 2) -> str:
    """`r = 0.43 (noise −0.12 to 0.12)`, for the second line of a panel's title."""
    text = f"r = {number(value, digits)}"
    if band is None or np.isnan(band.ends).any():
        return text
    return f"{text} (noise {interval(*band.ends, digits)})"
