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


def score_simulation(
    space: WordSpace,
    tasks: Sequence[Task],
    *,
    d: int | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> Simulation[tuple[Task, Noise]]:
    """Simulate what `score_nulls` needs, with a part for each task and kind of noise.

    `d` are the dimensions of Gaussian noise, those of the space by default.
    """

    def compute(progress: Progress, keys: Sequence[tuple[Task, Noise]]) -> list[np.ndarray]:
        asked = [noise for noise in NOISES if any(key[1] == noise for key in keys)]
        found: dict[tuple[str, Noise], np.ndarray] = {}
        for i, noise in enumerate(asked):
            of = [task for task, its in keys if its == noise]
            drawn = _drawn(space, of, noise, d, draws, seed, part(progress, i, len(asked)))
            found |= {(task.digest, noise): each for task, each in zip(of, drawn, strict=True)}
        return [found[task.digest, noise] for task, noise in keys]

    return Simulation(
        parts={
            f"scores of {noise} on {task.digest} {draws} {seed} {d}": (task, noise)
            for task in tasks
            for noise in NOISES
        },
        compute=compute,
    )


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
    asked = as_methods(methods)
    at = int(coefficient == "pearson")
    simulation = score_simulation(space, tasks, d=d, draws=draws, seed=seed)
    found = {}
    drawn = simulation.values(space)
    for name, (task, noise) in simulation.parts.items():
        values = drawn[name]
        for method in map(str, asked):
            found[task.name, method, noise] = Null(values=values[:, METHODS.index(method), at])
    return found


def _drawn(
    space: WordSpace,
    tasks: Sequence[Task],
    noise: Noise,
    d: int | None,
    draws: int,
    seed: int,
    progress: Progress,
) -> list[np.ndarray]:
    """Spearman and Pearson x 100 of each task, (draws, methods, 2)."""
    matrices = [task_matrix(space, task) for task in tasks]
    rows = np.unique(np.concatenate([m.rows for m in matrices]))
    found = [np.empty((draws, len(METHODS), 2)) for _ in tasks]
    for i in range(draws):
        drawn = draw_noise(
            space, noise, i, rows=rows, d=d if noise == "gaussian" else None, seed=seed
        )
        for j, (task, m) in enumerate(zip(tasks, matrices, strict=True)):
            progress((i + j / len(tasks)) / draws, "Scoring noise")
            own = np.searchsorted(rows, m.rows)
            vectors = drawn.vectors[own].astype(np.float64)
            drawn.analysis.put(("task", task.digest), replace(m, rows=own, vectors=vectors))
            for at, method in enumerate(METHODS):
                scored = score(drawn, task, method)
                found[j][i, at] = 100 * scored.spearman, 100 * scored.pearson
    return found
