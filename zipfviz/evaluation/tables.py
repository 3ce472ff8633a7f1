"""Tables of scores, of symmetry and of mixed methods as data frames, as the paper has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Literal

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import Coefficient, check_coefficient
from zipfviz.evaluation.scoring import score, symmetry
from zipfviz.io.records import Task
from zipfviz.space.methods import (
    BASE_METHODS,
    METHODS,
    MIXABLE,
    WORD_METHODS,
    Method,
    MethodLike,
    Options,
    as_methods,
)
from zipfviz.space.word_space import WordSpace


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

    Columns: sym1_uniform, sym2_uniform, sym1_zipfian, sym2_zipfian, average_cosine, isoscore.

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

    SIF + CCR takes its common direction from the same task.
    """
    rows = as_methods(methods, options)
    points = symmetry_table(space, rows, task=task).reset_index()
    points.insert(0, "embedding", space.report.embedding)
    scores = score_table(space, [task], rows, coefficient=coefficient)
    points["score"] = scores[task.name].to_numpy()
    return points


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
