"""Scores of noise: what the weights of words alone make of a task.

With noise for vectors two texts are as similar as they share words, and Zipfian whitening weighs
rare words up: it scores far above raw noise. What a method gains on real vectors is told beside it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from zipfviz.common.job import Progress, part
from zipfviz.evaluation.coefficients import Coefficient, check_coefficient
from zipfviz.evaluation.scoring import score, task_matrix
from zipfviz.evaluation.tables import SUMMARIES, Summary, check_summary, is_summed, subset_scores
from zipfviz.io.records import Task
from zipfviz.space.methods import METHODS, as_methods
from zipfviz.space.noise import DRAWS, NOISES, Noise, Null, Simulation, draw_noise
from zipfviz.space.word_space import WordSpace

COEFFICIENTS: tuple[Coefficient, ...] = ("spearman", "pearson")
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
            _part((task, noise, group), d, draws, seed): (task, noise, group)
            for task in tasks
            for noise in NOISES
            for group in dict.fromkeys(map(_group, methods))
        },
        compute=compute,
    )


def _group(method: str) -> Group:
    """The methods that are drawn together with one."""
    return METHODS if method in METHODS else (method,)


def _part(part: Part, d: int | None, draws: int, seed: int) -> str:
    """What a part is called: the same for tasks of other names that hold the same."""
    task, noise, group = part
    named = "" if group == METHODS else f" {' '.join(group)}"
    return f"summed scores of {noise} on {task.digest} {draws} {seed} {d}{named}"


def score_nulls(
    space: WordSpace,
    tasks: Sequence[Task],
    methods: Iterable[str] = METHODS,
    *,
    coefficient: Coefficient = "spearman",
    summary: Summary = "all",
    d: int | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> dict[tuple[str, str, Noise], Null]:
    """Score noise with the frequencies of a space on tasks, as `summed_scores` does its vectors.

    Parameters
    ----------
    tasks, methods, coefficient, summary : as for `summed_scores`; methods by name.
    d, draws, seed : dimensions of Gaussian noise (the space's), how many draws, and which.

    Returns
    -------
    dict of Null by (task, method, noise)
        Scores x 100. Noise is "gaussian", or the space's own vectors "shuffled". Draws of one
        number are of the same noise, so that differences can be taken (`Null.less`).

    Raises
    ------
    InputError
        A method, coefficient or summary is unknown.
    """
    check_coefficient(coefficient)
    check_summary(summary)
    asked = [str(method) for method in as_methods(methods)]
    at = COEFFICIENTS.index(coefficient), SUMMARIES.index(summary)
    simulation = score_simulation(space, tasks, d=d, draws=draws, seed=seed, methods=asked)
    found = {}
    drawn = simulation.values(space)
    for task, noise, method in itertools.product(tasks, NOISES, asked):
        group = _group(method)
        values = drawn[_part((task, noise, group), d, draws, seed)]
        found[task.name, method, noise] = Null(values=values[:, group.index(method), *at])
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
    """Scores x 100 of each task, (draws, methods, coefficients, summaries)."""
    matrices = [task_matrix(space, task) for task in tasks]
    rows = np.unique(np.concatenate([m.rows for m in matrices]))
    found = [np.empty((draws, len(group), len(COEFFICIENTS), len(SUMMARIES))) for _ in tasks]
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
                whole = scored.spearman, scored.pearson
                found[j][i, at] = 100 * np.array(whole)[:, None]
            if is_summed(task):
                for k, coefficient in enumerate(COEFFICIENTS):
                    parts = subset_scores(drawn, task, group, coefficient=coefficient)
                    found[j][i, :, k] = parts.loc[list(SUMMARIES), list(group)].T
    return found
