"""Paired bootstrap of the difference between two methods over the pairs of a task.

The pairs of the task are drawn again with replacement, 10,000 times; see `paired` for what is
computed in each resample.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from zipfviz.evaluation.paired import Bootstrap, Progress, paired_bootstrap, part_of
from zipfviz.evaluation.resampling import RESAMPLES
from zipfviz.evaluation.scoring import similarities, task_matrix
from zipfviz.io.records import Task
from zipfviz.space.methods import MethodLike, Options, as_methods
from zipfviz.space.word_space import WordSpace


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Method in the space of one of several frequency sources."""

    method: str
    source: str

    def __str__(self) -> str:
        return f"{self.method} with {self.source}"


def bootstrap(
    space: WordSpace,
    task: Task,
    methods: Sequence[MethodLike] | None = None,
    *,
    options: Options | None = None,
    n_resamples: int = RESAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Bootstrap:
    """Score `methods` (all of the paper's when None) on resamples of the task's pairs.

    The resamples follow from `seed` and the task: any call sees the same ones. `progress(done,
    n_resamples)` is called as they come.
    """
    cosines = {
        method.name: similarities(space, task, method) for method in as_methods(methods, options)
    }
    return paired_bootstrap(
        cosines,
        task_matrix(space, task).gold,
        task.name,
        n_resamples=n_resamples,
        seed=_seeds(task, seed),
        progress=progress,
    )


def bootstrap_spaces(
    spaces: Mapping[str, WordSpace],
    task: Task,
    methods: Sequence[MethodLike] | None = None,
    *,
    options: Options | None = None,
    n_resamples: int = RESAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Bootstrap:
    """Bootstrap several spaces side by side, such as one embedding under two frequencies.

    `spaces` is keyed by what tells them apart; results are named by `Choice`, "<method> with
    <key>". Pairs of words that one of the spaces does not have are left out for all.
    """
    kept = [task_matrix(space, task).kept_pairs for space in spaces.values()]
    common = reduce(np.intersect1d, kept) if kept else np.arange(0)
    cosines = {
        str(Choice(method=method.name, source=key)): similarities(space, task, method)[
            np.isin(own, common)
        ]
        for (key, space), own in zip(spaces.items(), kept, strict=True)
        for method in as_methods(methods, options)
    }
    return paired_bootstrap(
        cosines,
        task.gold[common],
        task.name,
        n_resamples=n_resamples,
        seed=_seeds(task, seed),
        progress=progress,
    )


def bootstraps(
    space: WordSpace,
    tasks: Sequence[Task],
    methods: Sequence[MethodLike] | None = None,
    *,
    options: Options | None = None,
    n_resamples: int = RESAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Iterator[Bootstrap]:
    """Yield the bootstrap of each task in turn, as it is ready.

    `progress(done, total)` counts pairs drawn over all tasks, so that large tasks weigh more.
    """
    sizes = [len(task_matrix(space, task).gold) for task in tasks]
    total = sum(sizes) * n_resamples
    for i, (task, size) in enumerate(zip(tasks, sizes, strict=True)):
        yield bootstrap(
            space,
            task,
            methods,
            options=options,
            n_resamples=n_resamples,
            seed=seed,
            progress=part_of(progress, sum(sizes[:i]) * n_resamples, total, unit=size),
        )


def _seeds(task: Task, seed: int) -> tuple[int, int]:
    return seed, int(task.digest[:16], 16)
