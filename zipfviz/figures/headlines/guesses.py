"""What a class guessed."""

from collections.abc import Sequence

import numpy as np

from zipfviz.common.wording import count, listed, number

FEW = 5
"""Fewer guesses than this have no quarters and are listed."""


def guess_headline(guesses: Sequence[float], unit: str, digits: int) -> str:
    """Number of guesses and their middle; each guess where they are few."""
    if not len(guesses):
        return "No guess yet."
    values = np.sort(np.asarray(guesses, float))
    read = [number(value, digits) for value in values]
    unit = f" {unit}" if unit else ""
    if len(read) == 1:
        return f"One guess: {read[0]}{unit}."
    if len(set(read)) == 1:
        return f"{count(len(read))} guesses, all alike: {read[0]}{unit}."
    median = float(np.median(values))  # of two guesses in the middle it may need one more digit
    middle = number(median, digits + (not np.isclose(median, round(median, digits), atol=1e-9)))
    if len(read) < FEW:
        around = f"{listed(read)}{unit}"
    else:
        low, high = np.percentile(values, [25, 75], method="inverted_cdf")
        ends = number(low, digits), number(high, digits)
        around = (
            f"at least half are {ends[0]}{unit}"
            if ends[0] == ends[1]
            else f"at least half lie from {ends[0]} to {ends[1]}{unit}"
        )
    return f"{count(len(read))} guesses: {around}; the median is {middle}."
