"""Parse score cells: numbers with units (90 %, 4/5), missing values, and suspicious scores.

unit_of(["90 %", "45 %"])           # " %"
bare("4,5/5", "/5")                 # "4.5"
is_no_score("n/a")                  # True
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from zipfviz.common.nouns import counted
from zipfviz.io.files.wording import listed
from zipfviz.io.tables.columns import NAMES, parse_number, squeezed, with_point

FEW = 3  # different values, with which scores may be classes
ENOUGH = 10  # pairs, of which as few values are no accident
LONGEST_UNIT = 20

# Dashes, dots, question marks, and what programs and people write for no value; never 0 or inf.
_NO_SCORE = re.compile(
    r"[\W_]*|\W*(?:nan|null|none|nil|na|n/a|n\.\s?a|k\.\s?a|n\.\s?d|missing|unknown)\W*", re.I
)
_NUMBER = re.compile(r"[-+−]?(?:\d+[.,٫．])?\d+(\s*\D.*)", re.S)
#: Units that are those of scores, whatever their column is called.
SHARE = re.compile(r"\s*(?:[%٪％‰]|/\s*\d+)")


def is_no_score(cell: Any) -> bool:
    """Whether a cell says that there is no score: None, empty, a dash, NA, NaN, ..."""
    return cell is None or _NO_SCORE.fullmatch(str(cell)) is not None


def unit_of(cells: Sequence[Any]) -> str | None:
    """What stands behind the number of every cell that has a score: "%", "/5", " out of 5".

    "" where the numbers alone are none but for their decimal commas; None where cells are no
    numbers, plain ones, or numbers with different things behind them.
    """
    texts = [str(cell).strip() for cell in cells if not is_no_score(cell)]
    if not texts or not all(isinstance(cell, str) for cell in cells if cell is not None):
        return None
    if any(with_point(text) != text for text in texts) and all(map(_is_score, texts)):
        return ""
    found = [_NUMBER.fullmatch(text) for text in texts]
    units = {match[1] if match else None for match in found}
    unit = units.pop()
    fits = unit is not None and not units and len(unit) <= LONGEST_UNIT
    return unit if fits and all(_is_score(bare(text, unit or "")) for text in texts) else None


def _is_score(text: str) -> bool:
    return parse_number(with_point(text)) is not None


def bare(cell: Any, unit: str) -> str:
    """The number of a cell without its unit, with a decimal point."""
    return with_point(str(cell).strip().removesuffix(unit).strip())


def doubts(values: Sequence[float], column: str) -> Iterator[str]:
    """Sentences on scores (n,) that may mean something else than how alike two texts are."""
    kinds = np.unique(np.asarray(values, np.float64))
    if squeezed(column) in NAMES["distance"]:
        yield (
            f"Column {column!r} is a distance by its name: where the lowest means alike, good "
            "vectors correlate negatively with it."
        )
    if len(values) < ENOUGH:
        return
    if len(kinds) <= FEW:
        said = listed([f"{kind:g}" for kind in kinds])
        yield (
            f"The score takes {counted(len(kinds), 'values')} only ({said}); where they are "
            "classes, and more is not more alike, a correlation with them means nothing."
        )
        return
    low, high = kinds[0], kinds[-1]
    size = max(abs(low), abs(high))  # differences of 1e308 overflow
    below = low < 0 <= kinds[1] and low == round(low) and high > 1  # -1 among 0 to 5
    for odd, rest in ((low, kinds[1:]), (high, kinds[:-1])):
        if min(abs(odd / size - rest / size)) > 2 * np.ptp(rest / size) or (below and odd == low):
            n = int((np.asarray(values) == odd).sum())
            yield (
                f"The score {odd:g} of {counted(n, 'pairs')} stands apart from all others "
                f"({min(rest):g} to {max(rest):g}); where it means that there is none, take these "
                "rows out of the file."
            )
