"""Length x direction: the direction of one transform with the lengths of another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from zipfviz.evaluation.scoring import score
from zipfviz.io.records import Task
from zipfviz.space.methods import BASE_METHODS, METHODS, Options
from zipfviz.space.word_space import WordSpace

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["grid_matrix", "length_direction_grid", "mixed_method"]

DEFAULT = Options()


def mixed_method(direction: str, length: str) -> str:
    """The method with the direction of one transform and the length of another.

    ("uniform_whitening", "zipfian_whitening") -> "uniform_whitening_norm_zipfian"; one transform
    for both is that transform.
    """
    if direction == length:
        return direction
    short = "zipfian" if length == "zipfian_whitening" else length
    return f"{direction}_norm_{short}"


def length_direction_grid(space: WordSpace, task: Task, options: Options = DEFAULT) -> pd.DataFrame:
    """Every direction with every length on one task, 36 rows.

    Columns: direction, length, method, spearman and pearson (x 100), `in_paper` (the paper has the
    cell: the diagonal and its "+ alpha" column) and `alpha` (that column alone).
    """
    import pandas as pd

    # A copy with results of its own: 30 maps with a scale for every word are not worth keeping.
    scratch = replace(space)
    records = []
    for direction in BASE_METHODS:
        for length in BASE_METHODS:
            method = mixed_method(direction, length)
            found = score(scratch, task, method, options)
            records.append(
                {
                    "direction": direction,
                    "length": length,
                    "method": method,
                    "spearman": 100 * found.spearman,
                    "pearson": 100 * found.pearson,
                    "in_paper": method in METHODS,
                    "alpha": method in METHODS and direction != length,
                }
            )
    return pd.DataFrame(records)


def grid_matrix(
    grid: pd.DataFrame, values: Literal["spearman", "pearson", "in_paper", "alpha"] = "spearman"
) -> pd.DataFrame:
    """One column of the grid as directions x lengths, both in the order of the methods."""
    return grid.pivot(index="direction", columns="length", values=values).loc[
        list(BASE_METHODS), list(BASE_METHODS)
    ]
