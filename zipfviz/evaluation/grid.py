"""Scores of every length with every direction, and how far each is from Zipfian whitening's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.lazy import pd
from zipfviz.evaluation.comparisons import compare_choices
from zipfviz.evaluation.paired import COEFFICIENTS, change_columns
from zipfviz.io.records import Task
from zipfviz.space.methods import (
    BASE_METHODS,
    METHODS,
    MIXABLE,
    ZIPFIAN_WHITENING,
    Method,
    Options,
)
from zipfviz.space.word_space import WordSpace


@accepts_positional("options")
def length_direction_grid(
    space: WordSpace, task: Task, *, options: Options | None = None
) -> pd.DataFrame:
    """Score every direction with every length on one task, 36 rows.

    Columns: direction, length, method, spearman and pearson (x 100), `in_paper` (the paper has the
    cell: the diagonal and its "+ alpha" column) and `alpha` (that column alone). Beside each
    coefficient stand its `_change` from Zipfian whitening itself, the `_error` of that, and `_low`
    and `_high`, its interval at 95 % corrected for the 35 others; errors are dyadic-robust.
    """
    # A copy with results of its own: 30 maps with a scale for every word are not worth keeping.
    scratch = replace(space)
    mixed = [
        Method(direction=direction, length=length, options=options or Options())
        for direction in MIXABLE.values()
        for length in MIXABLE.values()
    ]
    cells = {method.name: (scratch, method) for method in mixed}
    found = compare_choices(cells, task, n_resamples=0)
    against: dict[str, int] = {"n_comparisons": len(mixed) - 1}
    records = []
    for i, method in enumerate(mixed):
        changes = {
            c: found.difference(method.name, ZIPFIAN_WHITENING.name, coefficient=c, **against)
            for c in COEFFICIENTS
        }
        records.append(
            {
                "direction": method.direction.name,
                "length": method.length.name,
                "method": method.name,
                "spearman": 100 * found.observed["spearman"][i],
                "pearson": 100 * found.observed["pearson"][i],
                "in_paper": method.name in METHODS,
                "alpha": method.name in METHODS and method.is_mixed,
                **change_columns(changes),
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
