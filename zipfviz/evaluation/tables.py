"""Tables of scores and of symmetry as data frames, as the paper has them.

A SemEval year can be summed up over its subsets in three ways: "all" correlates all pairs of the
year at once (the paper's way), "mean" averages the scores of its subsets, "weighted mean" does so
by their numbers of pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Literal

import numpy as np

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import MEASURES, Coefficient, check_coefficient
from zipfviz.evaluation.scoring import score, similarities, symmetry, task_matrix
from zipfviz.io.records import Task
from zipfviz.space.methods import (
    METHODS,
    WORD_METHODS,
    MethodLike,
    Options,
    as_methods,
)
from zipfviz.space.word_space import WordSpace

Summary = Literal["all", "mean", "weighted mean"]
SUMMARIES: tuple[Summary, ...] = ("all", "mean", "weighted mean")


@accepts_positional("coefficient", "options")
def score_table(
    space: WordSpace,
    tasks: Sequence[Task],
    methods: Iterable[MethodLike] | None = None,
    *,
    coefficient: Coefficient = "spearman",
    options: Options | None = None,
) -> pd.DataFrame:
    """Tabulate scores x 100, methods x tasks; NaN where a score is undefined.

    A score is Spearman's rho (or Pearson's r) between the cosines of the texts' mean word vectors
    and human judgement over all pairs of a task; see `score`.

    `methods` are all of METHODS by default. Raises InputError for an unknown method, coefficient,
    or two tasks of one name.

    Examples
    --------
    >>> import zipfviz
    >>> emb = zipfviz.load_embedding("glove.6B.50d", max_words=20_000)
    >>> space = zipfviz.align(emb, zipfviz.load_frequency("wordfreq:en"))
    >>> task = zipfviz.load_task("wordsim353")
    >>> methods = ["raw", "uniform_whitening", "zipfian_whitening"]
    >>> zipfviz.score_table(space, [task], methods).round(1)
                       wordsim353
    method
    raw                      52.2
    uniform_whitening        61.2
    zipfian_whitening        64.9
    """
    check_coefficient(coefficient)
    names = [task.name for task in tasks]
    if len(set(names)) < len(names):
        raise InputError(f"two tasks have one name among {', '.join(names)}; give each its own.")
    rows = as_methods(methods, options)
    values = [
        [100 * getattr(score(space, task, method), coefficient) for task in tasks]
        for method in rows
    ]
    return pd.DataFrame(values, index=pd.Index(map(str, rows), name="method"), columns=names)


@accepts_positional("task", "options")
def symmetry_table(
    space: WordSpace,
    methods: Iterable[MethodLike] | None = None,
    *,
    task: Task | None = None,
    options: Options | None = None,
) -> pd.DataFrame:
    """Tabulate how symmetric each method's words are; "sif_ccr" is left out without a task.

    `methods` are the paper's by default, any of ALL_METHODS by name.

    Columns: sym1_uniform, sym2_uniform, sym1_zipfian, sym2_zipfian, average_cosine, isoscore, as
    `sym1`, `sym2`, `average_cosine` and `isoscore` define them.

    Examples
    --------
    >>> import zipfviz
    >>> emb = zipfviz.load_embedding("glove.6B.50d", max_words=20_000)
    >>> space = zipfviz.align(emb, zipfviz.load_frequency("wordfreq:en"))
    >>> zipfviz.symmetry_table(space, ["raw", "zipfian_whitening"]).round(2).T
    method           raw  zipfian_whitening
    sym1_uniform    0.66               0.79
    sym2_uniform    0.94               0.97
    sym1_zipfian    0.26               1.00
    sym2_zipfian    0.87               1.00
    average_cosine  0.12               0.04
    isoscore        0.68               0.83
    """
    rows = as_methods(methods, options, default=WORD_METHODS if task is None else METHODS)
    values = [asdict(symmetry(space, method, task=task)) for method in rows]
    return pd.DataFrame(values, index=pd.Index(map(str, rows), name="method"))


def symmetry_points(
    space: WordSpace,
    task: Task,
    methods: Iterable[MethodLike] | None = None,
    *,
    coefficient: Coefficient = "spearman",
    options: Options | None = None,
) -> pd.DataFrame:
    """Tabulate symmetry measures beside the score x 100 on `task`, one row a method.

    Columns are those of `symmetry_table` (`sym1`, `sym2`, `average_cosine` and `isoscore` define
    them) and `score`, as `score` defines it. SIF + CCR takes its common direction from the same
    task.
    """
    rows = as_methods(methods, options)
    points = symmetry_table(space, rows, task=task).reset_index()
    points.insert(0, "embedding", space.report.embedding)
    scores = score_table(space, [task], rows, coefficient=coefficient)
    points["score"] = scores[task.name].to_numpy()
    return points


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

    A score is the correlation that `score` defines, of all pairs of a task ("all", the table of
    `score_table`), or the mean over its subsets ("mean"), weighted by their pairs ("weighted
    mean").

    Raises InputError for a summary that is none.
    """
    check_summary(summary)
    rows = as_methods(methods, options)
    frame = score_table(space, tasks, rows, coefficient=coefficient)
    if summary != "all":
        for task in tasks:
            if is_summed(task):
                parts = subset_scores(space, task, rows, coefficient=coefficient)
                frame[task.name] = parts.loc[summary, list(frame.index)].astype(float)
    return frame


def check_summary(summary: str) -> None:
    """Raise InputError for a summary that is none."""
    if summary not in SUMMARIES:
        raise InputError(f"summary={summary!r} is unknown; use one of {', '.join(SUMMARIES)}.")


def is_summed(task: Task) -> bool:
    """Whether the task is a sum of subsets; SICK's parts are a split of one set and are not."""
    return bool(task.subsets) and task.name != "sick-r"


def _mean(values: np.ndarray, weights: np.ndarray | None = None) -> float:
    """Mean of the defined values; nan where there are none."""
    known = np.isfinite(values)
    if not known.any():
        return float("nan")
    return float(np.average(values[known], weights=None if weights is None else weights[known]))
