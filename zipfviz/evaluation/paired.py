"""Scores of several methods in the same resamples of the pairs of a task, and their differences.

In each resample every method is scored on the same pairs, so what two methods share cancels in
their difference.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from zipfviz.common.errors import InputError, MatchError
from zipfviz.common.nouns import counted
from zipfviz.common.record import Record
from zipfviz.evaluation.coefficients import MEASURES, Coefficient, check_coefficient
from zipfviz.evaluation.resampling import RESAMPLES, percentile_interval, resampled_coefficients

Progress = Callable[[int, int], None]


def part_of(progress: Progress | None, done: int, total: int, *, unit: int = 1) -> Progress | None:
    """Progress of a part whose steps count `unit` each, after `done` of `total`, as the whole's."""
    return progress and (lambda steps, _: progress(done + steps * unit, total))


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Difference of scores x 100 between two methods on one task, with its intervals.

    `value` is that of the task as it is; `low`, `high` the percentile interval at `level`;
    `low_corrected`, `high_corrected` the one at 1 - (1 - level) / n_comparisons (Bonferroni), so
    that all intervals shown together hold with probability `level`. `share` is the part of the
    resamples whose difference has the sign of `value`. `n_resamples` counts those in which both
    scores are defined. Undefined is nan.
    """

    task: str
    coefficient: Coefficient
    method: str
    baseline: str
    value: float
    low: float
    high: float
    low_corrected: float
    high_corrected: float
    share: float
    level: float
    n_comparisons: int
    n_pairs: int
    n_resamples: int

    @property
    def stands(self) -> bool:
        """Whether the corrected interval leaves 0 out."""
        return self.low_corrected > 0 or self.high_corrected < 0


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Bootstrap(Record):
    """Scores of several methods on one task, observed and in every resample of its pairs.

    `observed` maps a coefficient to (methods,) and `resampled` to (methods, resamples) float64 in
    [-1, 1], nan where undefined; column b of every method is the same resample.
    """

    task: str
    methods: tuple[str, ...]
    n_pairs: int
    observed: Mapping[Coefficient, np.ndarray]
    resampled: Mapping[Coefficient, np.ndarray]

    def difference(
        self,
        method: str,
        baseline: str,
        *,
        coefficient: Coefficient = "spearman",
        n_comparisons: int = 1,
        level: float = 0.95,
    ) -> Difference:
        """Compare `method` with `baseline`: the difference of their scores, with intervals.

        `n_comparisons` is how many differences are shown together. Beyond (1 - level) resamples / 2
        of them (250 by default) the corrected interval is the whole range of the resamples, the
        widest there is. Raises InputError for a method that was not resampled, a coefficient, level
        or number that is none.
        """
        check_coefficient(coefficient)
        if not 0 < level < 1 or n_comparisons < 1:
            raise InputError(
                f"level={level:g} with n_comparisons={n_comparisons} gives no interval; "
                "use a level between 0 and 1 and 1 or more comparisons."
            )
        a, b = self._place(method), self._place(baseline)
        observed, resampled = self.observed[coefficient], self.resampled[coefficient]
        value = 100 * float(observed[a] - observed[b])
        draws = 100 * (resampled[a] - resampled[b])
        draws = draws[np.isfinite(draws)]
        known = draws if not math.isnan(value) else draws[:0]
        low, high = percentile_interval(known, level)
        low_c, high_c = percentile_interval(known, 1 - (1 - level) / n_comparisons)
        share = float((np.sign(known) == np.sign(value)).mean()) if len(known) else math.nan
        return Difference(
            task=self.task,
            coefficient=coefficient,
            method=method,
            baseline=baseline,
            value=value,
            low=low,
            high=high,
            low_corrected=low_c,
            high_corrected=high_c,
            share=share,
            level=level,
            n_comparisons=n_comparisons,
            n_pairs=self.n_pairs,
            n_resamples=len(draws),
        )

    def _place(self, method: str) -> int:
        if method not in self.methods:
            raise InputError(
                f"{method!r} was not resampled on {self.task}; there are {', '.join(self.methods)}."
            )
        return self.methods.index(method)


def average(parts: Sequence[Bootstrap], *, name: str = "average") -> Bootstrap:
    """Average the scores over tasks, resample by resample.

    Tasks are resampled independently of each other; each counts alike, as in the paper's average.
    A task in which nothing is defined leaves the average undefined.
    """
    if len({part.methods for part in parts}) != 1:
        raise InputError("an average needs one or more tasks, all resampled with the same methods.")

    def mean(kind: Literal["observed", "resampled"]) -> dict[Coefficient, np.ndarray]:
        arrays = [getattr(part, kind) for part in parts]
        return {c: np.mean([a[c] for a in arrays], axis=0) for c in arrays[0]}

    n_pairs = sum(part.n_pairs for part in parts)
    return Bootstrap(
        task=name,
        methods=parts[0].methods,
        n_pairs=n_pairs,
        observed=mean("observed"),
        resampled=mean("resampled"),
    )


def paired_bootstrap(
    cosines: Mapping[str, np.ndarray],
    gold: np.ndarray,
    task: str,
    *,
    n_resamples: int = RESAMPLES,
    seed: int | Sequence[int] = 0,
    progress: Progress | None = None,
) -> Bootstrap:
    """Correlate every row of cosines with `gold`, by both coefficients, in the same resamples.

    Parameters
    ----------
    cosines : by name (a method, or a method of one of several spaces), (n_pairs,) float64 each.
    gold : (n_pairs,) float64 human similarity.
    progress : called with (resamples done, n_resamples).
    """
    names = tuple(cosines)
    for name, values in cosines.items():
        if values.shape != gold.shape:
            raise MatchError(
                f"{name}: got {counted(len(values), 'cosines')} for {counted(len(gold), 'pairs')} "
                f"of {task}; compare methods on the same pairs."
            )
    x = np.array([cosines[name] for name in names]).reshape(len(names), len(gold))
    rho, r = np.full((2, len(names), n_resamples), np.nan)
    done = 0
    for block in resampled_coefficients(x, gold, n_resamples, seed):
        start, done = done, done + block[0].shape[1]
        rho[:, start:done], r[:, start:done] = block
        if progress is not None:
            progress(done, n_resamples)
    observed = {
        coefficient: np.array([measure(cosines[name], gold) for name in names])
        for coefficient, measure in MEASURES.items()
    }
    return Bootstrap(
        task=task,
        methods=names,
        n_pairs=len(gold),
        observed=observed,
        resampled={"spearman": rho, "pearson": r},
    )
