"""Scores of the subsets of a task, and the three ways in use to sum a SemEval year up.

"all" correlates all pairs of the year at once (the paper's way), "mean" averages the scores of its
subsets, "weighted mean" does so by their numbers of pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import MEASURES, Coefficient, check_coefficient
from zipfviz.evaluation.scoring import similarities, task_matrix
from zipfviz.evaluation.tables import score_table
from zipfviz.io.records import Task
from zipfviz.space.methods import MethodLike, Options, as_methods
from zipfviz.space.word_space import WordSpace

Summary = Literal["all", "mean", "weighted mean"]
SUMMARIES: tuple[Summary, ...] = ("all", "mean", "weighted mean")


@accepts_positional("coefficient", "options")
def subset_scores(
    space: WordSpace,
    task: Task,
    methods: Iterable[MethodLike] | None = None,
    *,
    coefficient: Coefficient = "spearman",
    options: Options | None = None,
) -> pd.DataFrame:
    """Tabulate scores x 100 of a task and of each of its subsets, under each method.

    Rows: `SUMMARIES`, then the subsets in the task's order. Columns: `pairs`, the number scored,
    and one for each method. Transforms and SIF + CCR's common direction are those of the whole
    task. A subset whose score is undefined is nan and left out of the means.
    """
    check_coefficient(coefficient)
    measure = MEASURES[coefficient]
    kept = task_matrix(space, task).kept_pairs
    gold = task.gold[kept]
    parts = [(kept >= start) & (kept < stop) for _, start, stop in task.subsets]
    sizes = np.array([int(part.sum()) for part in parts], np.float64)
    frame = pd.DataFrame(index=pd.Index([*SUMMARIES, *(name for name, _, _ in task.subsets)]))
    frame["pairs"] = [len(kept)] * len(SUMMARIES) + [int(size) for size in sizes]
    for method in as_methods(methods, options):
        cosines = similarities(space, task, method)
        each = np.array([measure(cosines[part], gold[part]) for part in parts])
        whole = measure(cosines, gold)
        frame[method.name] = 100 * np.array([whole, _mean(each), _mean(each, sizes), *each])
    frame.index.name = task.name
    return frame


@accepts_positional("coefficient", "summary", "options")
def summed_scores(
    space: WordSpace,
    tasks: Sequence[Task],
    methods: Iterable[MethodLike] | None = None,
    *,
    coefficient: Coefficient = "spearman",
    summary: Summary = "all",
    options: Options | None = None,
) -> pd.DataFrame:
    """Tabulate scores x 100, SemEval years summed up over their subsets in one of three ways.

    Raises InputError for a summary that is none.
    """
    if summary not in SUMMARIES:
        raise InputError(f"summary={summary!r} is unknown; use one of {', '.join(SUMMARIES)}.")
    rows = as_methods(methods, options)
    frame = score_table(space, tasks, rows, coefficient=coefficient)
    if summary != "all":
        for task in tasks:
            if is_summed(task):
                parts = subset_scores(space, task, rows, coefficient=coefficient)
                frame[task.name] = parts.loc[summary, list(frame.index)].astype(float)
    return frame


def is_summed(task: Task) -> bool:
    """Whether the task is a sum of subsets; SICK's parts are a split of one set and are not."""
    return bool(task.subsets) and task.name != "sick-r"


def _mean(values: np.ndarray, weights: np.ndarray | None = None) -> float:
    """Mean of the defined values; nan where there are none."""
    known = np.isfinite(values)
    if not known.any():
        return float("nan")
    return float(np.average(values[known], weights=None if weights is None else weights[known]))
