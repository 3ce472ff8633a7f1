"""Theorem 1: does length follow information, in a made-up language and on a corpus?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from zipfviz.common.nouns import noun
from zipfviz.common.wording import (
    count,
    excludes,
    interval,
    listed,
    number,
    order,
    percent,
    stands,
    told,
)
from zipfviz.theory.family import error_order

if TYPE_CHECKING:
    from zipfviz.theory.information import Agreement

CLOSE_R, CLOSE_SLOPE = 0.9, (0.8, 1.25)
"""What is called close to the law, which says 1 and 1."""


def family_headline(off: Mapping[str, float], scale: float) -> str:
    """By how much the law is `off`, a relative error by centering, at this scale of the vectors."""
    known = {label: error for label, error in off.items() if np.isfinite(error)}
    long = "as long as yours" if scale == 1 else f"{scale:g} times as long as yours"
    if not known:
        return f"With vectors {long}, the law’s error is undefined: no word tells about another."
    parts = [f"{percent(e, 1 if e < 1 else 0)} ({label})" for label, e in known.items()]
    rest = [label for label in off if label not in known]
    undefined = f"; the error is undefined for {listed(rest)}" if rest else ""
    return f"With vectors {long}, the law is off by {', '.join(parts)}{undefined}."


def law_headline(title: str, found: Agreement) -> str:
    """Does length follow divergence for Zipf-centred vectors, and as the law says?"""
    if found.n < 3:
        words = f"{count(found.n)} {noun(found.n, 'words are', 'word is')}"
        return f"{title}, {words} too few to compare."
    if np.isnan(found.slope):
        return (
            f"{title}, the divergence is not finite without smoothing, or 0 throughout, so nothing "
            "can be compared."
        )
    slope = f"slope {_estimate(found.slope, found.slope_low, found.slope_high)}"
    if np.isnan(found.r):
        return (
            f"{title}, no correlation is defined, since all lengths, or all divergences, are "
            f"equal; {slope}, where the law says 1."
        )
    r = f"r = {_estimate(found.r, found.r_low, found.r_high)}"
    return f"{title}, {_verdict(found)}: {r} and {slope} for Zipf-centred vectors; it says 1 and 1."


def _estimate(value: float, low: float, high: float) -> str:
    return f"{told(value)} (95 % interval {interval(low, high)})"


def _verdict(found: Agreement) -> str:
    low, high = CLOSE_SLOPE
    reaches = order(found.r_high, 1.0) == 0 and not excludes(1.0, found.slope_low, found.slope_high)
    if reaches and order(found.r, CLOSE_R) != -1:
        return "the law holds"
    if order(found.r, CLOSE_R) != -1 and low <= found.slope <= high:
        return "lengths are close to the law"
    if not stands(found.r_low, found.r_high):
        return "whether longer vectors mean more information cannot be told, and the law fails"
    if found.r > 0:
        return "longer vectors do mean more information, but not as the law says"
    return "longer vectors mean less information, against the law"


def law_error_headline(
    scales: Sequence[float] | np.ndarray,
    errors: Mapping[tuple[str, str], Mapping[str, np.ndarray]],
) -> str:
    """The order at which the error falls, by centering, with the paper's G.

    `errors` by (label, prior of the centering) then "paper" and "centred", each (m,).
    """
    orders = {label: error_order(scales, sides["paper"]) for (label, _), sides in errors.items()}
    known = {label: value for label, value in orders.items() if np.isfinite(value)}
    law = "Halve the vectors and the law’s relative error should fall to a quarter, an order of 2"
    if not known:
        return f"{law}; here no error can be compared with another."
    parts = [f"{number(value, 1)} ({label})" for label, value in known.items()]
    return (
        f"{law}; with the paper’s G and the shortest vectors here the order is {', '.join(parts)}."
    )
