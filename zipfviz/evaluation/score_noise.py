"""Scores of noise: what the weights of words alone make of a task.

With noise for vectors two texts are as similar as they share words, and Zipfian whitening weighs
rare words up: it scores far above raw noise. What a method gains on real vectors is told beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from zipfviz.common.job import Progress, part
from zipfviz.evaluation.coefficients import Coefficient, check_coefficient
from zipfviz.evaluation.scoring import score, task_matrix
from zipfviz.io.records import Task
from zipfviz.space.methods import METHODS, as_methods
from zipfviz.space.noise import DRAWS, NOISES, Noise, Null, Simulation, draw_noise
from zipfviz.space.word_space import WordSpace

Group = tuple[str, ...]
Part = tuple[Task, Noise, Group]


def score_simulation(
    space: WordSpace,
    tasks: Sequence[Task],
    *,
    d: int | None = None,
    draws: int = DRAWS,
    seed: int = 0,
    methods: Iterable[str] = METHODS,
) -> Simulation[Part]:
    """Simulate what `score_nulls` needs, with a part for each task, kind of noise and group.

    The paper's methods are one group, drawn together whichever of them are asked for; each other
    method is one of its own. `d` are the dimensions of Gaussian noise, those of the space by
    default.
    """

    def compute(progress: Progress, keys: Sequence[Part]) -> list[np.ndarray]:
        asked = list(dict.fromkeys((noise, group) for _, noise, group in keys))
        found: dict[tuple[str, Noise, Group], np.ndarray] = {}
        for i, (noise, group) in enumerate(asked):
            of = [task for task, *its in keys if its == [noise, group]]
            drawn = _drawn(space, of, noise, group, d, draws, seed, part(progress, i, len(asked)))
            found |= {(t.digest, noise, group): each for t, each in zip(of, drawn, strict=True)}
        return [found[task.digest, noise, group] for task, noise, group in keys]

    return Simulation(
        parts={
            f"scores of {noise} on {task.digest} {draws} {seed} {d}{_named(group)}": (
                task,
                noise,
                group,
            )
            for task in tasks
            for noise in NOISES
            for group in dict.fromkeys(map(_group, methods))
        },
        compute=compute,
    )


def _group(method: str) -> Group:
    """The methods that are drawn together with one."""
    return METHODS if method in METHODS else (method,)


def _named(group: Group) -> str:
    return "" if group == METHODS else f" {' '.join(group)}"


def score_nulls(
    space: WordSpace,
    tasks: Sequence[Task],
    methods: Iterable[str] = METHODS,
    *,
    coefficient: Coefficient = "spearman",
    d: int | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> dict[tuple[str, str, Noise], Null]:
    """Score noise with the frequencies of a space on tasks, as `score_table` scores its vectors.

    Parameters
    ----------
    tasks, methods, coefficient : as for `score_table`; methods by name.
    d, draws, seed : dimensions of Gaussian noise (the space's), how many draws, and which.

    Returns
    -------
    dict of Null by (task, method, noise)
        Scores x 100. Noise is "gaussian", or the space's own vectors "shuffled". Draws of one
        number are of the same noise, so that differences can be taken (`Null.less`).

    Raises
    ------
    InputError
        A method or coefficient is unknown.
    """
    check_coefficient(coefficient)
    asked = [str(method) for method in as_methods(methods)]
    at = int(coefficient == "pearson")
    simulation = score_simulation(space, tasks, d=d, draws=draws, seed=seed, methods=asked)
    found = {}
    drawn = simulation.values(space)
    for name, (task, noise, group) in simulation.parts.items():
        for method in asked:
            if method in group:
                values = drawn[name][:, group.index(method), at]
                found[task.name, method, noise] = Null(values=values)
    return found


def _drawn(
    space: WordSpace,
    tasks: Sequence[Task],
    noise: Noise,
    group: Group,
    d: int | None,
    draws: int,
    seed: int,
    progress: Progress,
) -> list[np.ndarray]:
    """Spearman and Pearson x 100 of each task, (draws, methods, 2)."""
    matrices = [task_matrix(space, task) for task in tasks]
    rows = np.unique(np.concatenate([m.rows for m in matrices]))
    found = [np.empty((draws, len(group), 2)) for _ in tasks]
    for i in range(draws):
        drawn = draw_noise(
            space, noise, i, rows=rows, d=d if noise == "gaussian" else None, seed=seed
        )
        for j, (task, m) in enumerate(zip(tasks, matrices, strict=True)):
            progress((i + j / len(tasks)) / draws, "Scoring noise")
            own = np.searchsorted(rows, m.rows)
            vectors = drawn.vectors[own].astype(np.float64)
            drawn.analysis.put(("task", task.digest), replace(m, rows=own, vectors=vectors))
            for at, method in enumerate(group):
                scored = score(drawn, task, method)
                found[j][i, at] = 100 * scored.spearman, 100 * scored.pearson
    return found
