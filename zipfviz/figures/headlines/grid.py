"""Which length with which direction scores best, and whether that differs from the paper's way."""

from __future__ import annotations

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.wording import gain, number, order
from zipfviz.figures.headlines.curves import judged
from zipfviz.figures.style.palette import method_style

OWN = "zipfian_whitening"


def grid_headline(grid: pd.DataFrame, coefficient: str = "spearman") -> str:
    """The best cell, whether it differs from Zipfian whitening, and what length and direction move.

    `grid` is what `zipfviz.length_direction_grid` gives.
    """
    known = grid[np.isfinite(grid[coefficient].to_numpy(dtype=float))]
    if not len(known):
        return "The score is undefined for every pair of length and direction."
    best, own = known.loc[known[coefficient].idxmax()], known[known["method"] == OWN]
    score = number(best[coefficient], 1)
    if len(known) > 1 and len({number(v, 1) for v in known[coefficient]}) == 1:
        return f"Every length with every direction scores {score}."
    by_length, by_direction = (_moved(known, p, coefficient) for p in ("length", "direction"))
    moved = f"The choice of length moves the mean score by {by_length}, that of direction by "
    moved += f"{by_direction}."
    if len(own) and order(own.iloc[0][coefficient], best[coefficient], 1) == 0:
        return f"No cell scores above Zipfian whitening itself: {score}. {moved}"
    direction, length = (method_style(best[part]).label for part in ("direction", "length"))
    cell = f"Best is the direction of {direction} with the length of {length}: {score}"
    if direction == length:
        cell = f"Best is {direction} itself: {score}"
    if not len(own):
        return f"{cell}. {moved}"
    change, low, high = (best[f"{coefficient}_{name}"] for name in ("change", "low", "high"))
    sure = judged(low, high, "all other cells")
    return f"{cell}, {gain(change)} against Zipfian whitening itself ({sure}. {moved}"


def _moved(known: pd.DataFrame, part: str, coefficient: str) -> str:
    """From the lowest to the highest mean over a part's transforms."""
    means = known.groupby(part, sort=False)[coefficient].mean()
    return number(float(means.max() - means.min()), 1)
