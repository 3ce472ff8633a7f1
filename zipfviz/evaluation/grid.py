"""Grid of methods mixed from the direction of one and the length of another."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.lazy import pd
from zipfviz.evaluation.scoring import score
from zipfviz.io.records import Task
from zipfviz.space.methods import BASE_METHODS, METHODS, MIXABLE, Method, Options
from zipfviz.space.word_space import WordSpace

__all__ = ["grid_matrix", "length_direction_grid"]


@accepts_positional("options")
def length_direction_grid(
    space: WordSpace, task: Task, *, options: Options | None = None
) -> pd.DataFrame:
    """Score every direction with every length on one task, 36 rows.

    Columns: direction, length, method, spearman and pearson (x 100), `in_paper` (the paper has the
    cell: the diagonal and its "+ alpha" column) and `alpha` (that column alone).
    """
    # A copy with results of its own: 30 maps with a scale for every word are not worth keeping.
    scratch = replace(space)
    records = []
    for direction in MIXABLE.values():
        for length in MIXABLE.values():
            method = Method(direction=direction, length=length, options=options or Options())
            found = score(scratch, task, method)
            records.append(
                {
                    "direction": direction.name,
                    "length": length.name,
                    "method": method.name,
                    "spearman": 100 * found.spearman,
                    "pearson": 100 * found.pearson,
                    "in_paper": method.name in METHODS,
                    "alpha": method.name in METHODS and method.is_mixed,
                }
            )
    return pd.DataFrame(records)


def grid_matrix(
    grid: pd.DataFrame, values: Literal["spearman", "pearson", "in_paper", "alpha"] = "spearman"
) -> pd.DataFrame:
    """Pivot one column of the grid to directions x lengths, both in the order of the methods."""
    return grid.pivot(index="direction", columns="length", values=values).loc[
        list(BASE_METHODS), list(BASE_METHODS)
    ]
