"""Compare methods on tasks: on the same pairs, in one space or in several, with their errors.

See `paired` for what a comparison holds and how sure a difference is.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from zipfviz.evaluation.paired import Comparison, Progress, average, compare_cosines
from zipfviz.evaluation.resampling import RESAMPLES
from zipfviz.evaluation.scoring import matched, similarities
from zipfviz.evaluation.shared_texts import shared_texts
from zipfviz.evaluation.tables import Summary, check_summary, is_summed
from zipfviz.io.records import Task
from zipfviz.space.methods import Method, MethodLike, Options, as_methods
from zipfviz.space.word_space import WordSpace


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Method in the space of one of several frequency sources."""

    method: str
    source: str

    def __str__(self) -> str:
        return f"{self.method} with {self.source}"


def compare(
    space: WordSpace,
    task: Task,
    methods: Sequence[MethodLike] | None = None,
    *,
    options: Options | None = None,
    summary: Summary = "all",
    n_resamples: int = RESAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Score `methods` (all of the paper's when None) on the pairs of a task, with their errors.

    Parameters
    ----------
    summary : how a SemEval year is summed up over its subsets, as `summed_scores` has it.
    n_resamples, seed : where a task has few texts (`SharedTexts.are_few`), these are drawn again;
        resamples follow from `seed` and the task, so any call sees the same ones. None are drawn
        for 0: errors then are dyadic-robust there, too.
    progress : called with (resamples done, n_resamples) as they come.

    Raises InputError for a summary that is none, MatchError where no word of the task is known.
    """
    check_summary(summary)
    rows = as_methods(methods, options)
    cosines = {method.name: similarities(space, task, method) for method in rows}
    kept = matched(space, task).kept_pairs
    how: dict[str, Any] = {
        "n_resamples": n_resamples,
        "seed": _seeds(task, seed),
        "progress": progress,
    }
    if summary == "all" or not is_summed(task):
        return _compare(cosines, task, kept, slice(None), **how)
    parts = [
        _compare(cosines, task, kept, (kept >= start) & (kept < stop), **how)
        for _, start, stop in task.subsets
    ]
    sizes = [part.n_pairs for part in parts] if summary == "weighted mean" else None
    return average(parts, name=task.name, weights=sizes, skip_undefined=True)


def compare_spaces(
    spaces: Mapping[str, WordSpace],
    task: Task,
    methods: Sequence[MethodLike] | None = None,
    *,
    options: Options | None = None,
    n_resamples: int = RESAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Compare several spaces side by side, such as one embedding under two frequencies.

    `spaces` is keyed by what tells them apart; results are named by `Choice`, "<method> with
    <key>". Pairs of words that one of the spaces does not have are left out for all.
    """
    choices = {
        str(Choice(method=method.name, source=key)): (space, method)
        for key, space in spaces.items()
        for method in as_methods(methods, options)
    }
    how: dict[str, Any] = {"n_resamples": n_resamples, "seed": seed, "progress": progress}
    return compare_choices(choices, task, **how)


def compare_choices(
    choices: Mapping[str, tuple[WordSpace, Method]],
    task: Task,
    *,
    n_resamples: int = RESAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Compare any spaces and methods, by any names, on the pairs of a task that all spaces have."""
    kept = {name: matched(space, task).kept_pairs for name, (space, _) in choices.items()}
    common = reduce(np.intersect1d, kept.values()) if kept else np.arange(0)
    cosines = {
        name: similarities(space, task, method)[np.isin(kept[name], common)]
        for name, (space, method) in choices.items()
    }
    how: dict[str, Any] = {"n_resamples": n_resamples, "progress": progress}
    return _compare(cosines, task, common, slice(None), seed=_seeds(task, seed), **how)


def comparisons(
    space: WordSpace,
    tasks: Sequence[Task],
    methods: Sequence[MethodLike] | None = None,
    *,
    options: Options | None = None,
    summary: Summary = "all",
    n_resamples: int = RESAMPLES,
    seed: int = 0,
) -> Iterator[Comparison]:
    """Yield the comparison of each task in turn, as it is ready; see `compare`."""
    how: dict[str, Any] = {"summary": summary, "n_resamples": n_resamples, "seed": seed}
    for task in tasks:
        yield compare(space, task, methods, options=options, **how)


def bootstraps(*args: Any, **keywords: Any) -> Iterator[Comparison]:
    """Yield what `comparisons` does, by the name that was taught in 0.1; it goes in 0.3."""
    warnings.warn(
        "bootstraps is now comparisons; the old name goes in 0.3.", DeprecationWarning, stacklevel=2
    )
    keywords.pop("progress", None)
    return comparisons(*args, **keywords)


def _compare(
    cosines: Mapping[str, np.ndarray], task: Task, kept: np.ndarray, part: Any, **how: Any
) -> Comparison:
    """Compare on a `part` of the pairs that are `kept` of a task; cosines are of all these."""
    return compare_cosines(
        {name: values[part] for name, values in cosines.items()},
        task.gold[kept[part]],
        task.name,
        shared_texts(task).of_pairs(kept[part]),
        **how,
    )


def _seeds(task: Task, seed: int) -> tuple[int, int]:
    return seed, int(task.digest[:16], 16)
