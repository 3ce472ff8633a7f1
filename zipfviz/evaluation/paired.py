"""Scores of several methods on the same pairs, their differences, and how sure both are.

What two methods share on a pair cancels in their difference. How sure it is goes by the texts that
pairs share, not by pairs: few texts are drawn again with all their pairs (`resampling`); else the
variance follows from what each pair adds to the difference (`influence`, `shared_texts`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from zipfviz.common.errors import InputError, MatchError
from zipfviz.common.nouns import counted
from zipfviz.common.record import Record
from zipfviz.evaluation.coefficients import Coefficient, check_coefficient, fisher_interval
from zipfviz.evaluation.influence import influences
from zipfviz.evaluation.resampling import RESAMPLES, percentile_interval, resampled_coefficients
from zipfviz.evaluation.shared_texts import SharedTexts

Progress = Callable[[int, int], None]
COEFFICIENTS: tuple[Coefficient, ...] = ("spearman", "pearson")
ROUNDING = 1e-12  # of influence values, whose mean size is about 1


@dataclass(frozen=True, kw_only=True)
class ScoreInterval:
    """Score x 100 of a method on a task, its standard error, and its interval at `level`.

    `low` and `high` are percentiles where texts were drawn again; else they are symmetric in
    artanh of the coefficient (Fisher's z), so that they stay between -100 and 100.
    """

    task: str
    coefficient: Coefficient
    method: str
    value: float
    standard_error: float
    low: float
    high: float
    level: float


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Difference of scores x 100 between two methods on one task, with its intervals.

    `value` is that of the task as it is, `standard_error` its own; `low`, `high` the interval at
    `level`; `low_corrected`, `high_corrected` the one at 1 - (1 - level) / n_comparisons
    (Bonferroni), so that all intervals shown together hold with probability `level`. Undefined is
    nan. Of `n_pairs` pairs, `n_over` of what `over` names were taken as independent: documents,
    sentences or words, or the pairs themselves where no text is in two.
    """

    task: str
    coefficient: Coefficient
    method: str
    baseline: str
    value: float
    standard_error: float
    low: float
    high: float
    low_corrected: float
    high_corrected: float
    level: float
    n_comparisons: int
    n_pairs: int
    n_over: int
    over: str

    @property
    def stands(self) -> bool:
        """Whether the corrected interval leaves 0 out."""
        return self.low_corrected > 0 or self.high_corrected < 0


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Comparison(Record):
    """Scores of several methods on the same pairs of one task, and what their errors rest on.

    `observed` maps a coefficient to (methods,) in [-1, 1], `added` to (methods, n_pairs): what each
    pair adds to it, its influence value over n_pairs. `resampled` maps it to (methods, resamples),
    column b of every method the same texts drawn again; it is empty where texts are not few. All
    float64, nan where undefined. `shared` tells which texts the pairs share.
    """

    task: str
    methods: tuple[str, ...]
    shared: SharedTexts
    observed: Mapping[Coefficient, np.ndarray]
    added: Mapping[Coefficient, np.ndarray]
    resampled: Mapping[Coefficient, np.ndarray]

    @property
    def n_pairs(self) -> int:
        return len(self.shared)

    @property
    def n_resamples(self) -> int:
        """How often texts were drawn again; 0 where they are not few."""
        return max((draws.shape[1] for draws in self.resampled.values()), default=0)

    def basis(self) -> str:
        """Say what was drawn again, or over what errors were taken, in a sentence."""
        return self.shared.sentence(self.n_resamples)

    def score(
        self, method: str, *, coefficient: Coefficient = "spearman", level: float = 0.95
    ) -> ScoreInterval:
        """Find the score of `method` with its standard error and interval.

        Raises InputError for a method that was not scored, a coefficient or level that is none.
        """
        _check(coefficient, level)
        i = self._place(method)
        found = self._estimate(coefficient, {i: 1.0})
        low, high = found.interval(level)
        if not self.n_resamples:
            low, high = fisher_interval(found.value, (high - low) / 2)
        return ScoreInterval(
            task=self.task,
            coefficient=coefficient,
            method=method,
            value=100 * found.value,
            standard_error=100 * found.error,
            low=100 * low,
            high=100 * high,
            level=level,
        )

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

        `n_comparisons` is how many differences are shown together. Where texts were drawn again, a
        corrected interval beyond (1 - level) resamples / 2 of them (250 by default) is the whole
        range of the resamples, the widest there is. Raises InputError for a method that was not
        scored, a coefficient, level or number that is none.
        """
        _check(coefficient, level, n_comparisons)
        a, b = self._place(method), self._place(baseline)
        found = self._estimate(coefficient, {a: 1.0, b: -1.0} if a != b else {a: 0.0})
        low, high = found.interval(level)
        low_c, high_c = found.interval(1 - (1 - level) / n_comparisons)
        return Difference(
            task=self.task,
            coefficient=coefficient,
            method=method,
            baseline=baseline,
            value=100 * found.value,
            standard_error=100 * found.error,
            low=100 * low,
            high=100 * high,
            low_corrected=100 * low_c,
            high_corrected=100 * high_c,
            level=level,
            n_comparisons=n_comparisons,
            n_pairs=self.n_pairs,
            n_over=self.shared.n_over,
            over=self.shared.over,
        )

    def _estimate(self, coefficient: Coefficient, signs: Mapping[int, float]) -> _Estimate:
        rows, weights = list(signs), np.array(list(signs.values()))
        draws = self.resampled.get(coefficient)
        return _Estimate(
            value=float(weights @ self.observed[coefficient][rows]),
            added=weights @ self.added[coefficient][rows],
            draws=None if draws is None else weights @ draws[rows],
            shared=self.shared,
        )

    def _place(self, method: str) -> int:
        if method not in self.methods:
            raise InputError(
                f"{method!r} was not scored on {self.task}; there are {', '.join(self.methods)}."
            )
        return self.methods.index(method)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Estimate:
    """A weighted sum of scores: its `value`, what each pair adds, the same in every resample."""

    value: float
    added: np.ndarray
    draws: np.ndarray | None
    shared: SharedTexts

    @property
    def error(self) -> float:
        """Its standard error; nan where there are too few pairs to tell, 0 where no pair tells."""
        if np.abs(self.added).sum() <= ROUNDING:
            return 0.0 if abs(self.value) <= ROUNDING else math.nan
        if self.draws is None:
            return self.shared.error(self.added)
        draws = self.draws[np.isfinite(self.draws)]
        return float(draws.std(ddof=1)) if len(draws) > 1 else math.nan

    def interval(self, level: float) -> tuple[float, float]:
        """The interval that holds it at `level`; nan where undefined."""
        if not math.isfinite(self.value + self.error):
            return math.nan, math.nan
        if self.draws is not None:
            return percentile_interval(self.draws, level)
        reach = self.shared.quantile(level) * self.error if self.error else 0.0
        return self.value - reach, self.value + reach


def _check(coefficient: Coefficient, level: float, n_comparisons: int = 1) -> None:
    check_coefficient(coefficient)
    if not 0 < level < 1 or n_comparisons < 1:
        raise InputError(
            f"level={level:g} with n_comparisons={n_comparisons} gives no interval; "
            "use a level between 0 and 1 and 1 or more comparisons."
        )


def change_columns(changes: Mapping[Coefficient, Difference]) -> dict[str, float]:
    """Name differences from one setting as columns beside the scores: `spearman_change`, ..."""
    return {
        f"{coefficient}_{name}": value
        for coefficient, d in changes.items()
        for name, value in (
            ("change", d.value),
            ("error", d.standard_error),
            ("low", d.low_corrected),
            ("high", d.high_corrected),
        )
    }


def compare_cosines(
    cosines: Mapping[str, np.ndarray],
    gold: np.ndarray,
    task: str,
    shared: SharedTexts,
    *,
    n_resamples: int = RESAMPLES,
    seed: int | Sequence[int] = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Correlate every row of cosines with `gold` by both coefficients, with what errors rest on.

    Parameters
    ----------
    cosines : by name (a method, or a method of one of several spaces), (n_pairs,) float64 each.
    gold : (n_pairs,) float64 human similarity.
    shared : the texts of these pairs.
    n_resamples, seed : of the texts, where they are few; 0 draws none.
    progress : called with (resamples done, n_resamples).
    """
    names = tuple(cosines)
    for name, values in cosines.items():
        if values.shape != gold.shape or len(shared) != len(gold):
            raise MatchError(
                f"{name}: got {counted(len(values), 'cosines')} for {counted(len(gold), 'pairs')} "
                f"of {task}; compare methods on the same pairs."
            )
    x = np.array([cosines[name] for name in names]).reshape(len(names), len(gold))
    observed, added, resampled = {}, {}, {}
    for coefficient in COEFFICIENTS:
        observed[coefficient], psi = influences(x, gold, coefficient)
        added[coefficient] = psi / max(len(gold), 1)
    if shared.are_few and n_resamples:
        blocks = []
        for block in resampled_coefficients(x, gold, shared.pairs, n_resamples, seed):
            blocks.append(block)
            if progress is not None:
                progress(sum(rho.shape[1] for rho, _ in blocks), n_resamples)
        drawn = zip(*blocks, strict=True)
        resampled = dict(zip(COEFFICIENTS, (np.hstack(each) for each in drawn), strict=True))
    return Comparison(
        task=task,
        methods=names,
        shared=shared,
        observed=observed,
        added=added,
        resampled=resampled,
    )


def average(
    parts: Sequence[Comparison],
    *,
    name: str = "average",
    weights: Sequence[float] | None = None,
    skip_undefined: bool = False,
) -> Comparison:
    """Average the scores over tasks, or over parts of one; each counts alike without `weights`.

    Texts of one name are one text wherever they stand, so that what tasks share is not taken for
    independent; the errors are dyadic-robust over all of them. A part in which a method's score is
    undefined leaves its average undefined, or out of it with `skip_undefined`. Raises InputError
    without parts of the same methods.
    """
    if len({part.methods for part in parts}) != 1:
        raise InputError("an average needs one or more tasks, all scored with the same methods.")
    given = np.ones(len(parts)) if weights is None else np.asarray(weights, np.float64)
    observed, added = {}, {}
    for coefficient in COEFFICIENTS:
        values = np.array([part.observed[coefficient] for part in parts])
        w = np.broadcast_to(given[:, None], values.shape)
        if skip_undefined:
            w = np.where(np.isfinite(values), w, 0.0)
        total = w.sum(axis=0)
        w = np.divide(w, total, out=np.full(w.shape, np.nan), where=total > 0)
        observed[coefficient] = np.where(w == 0, 0.0, w * values).sum(axis=0)
        added[coefficient] = np.hstack(
            [
                np.where(v[:, None] == 0, 0.0, v[:, None] * part.added[coefficient])
                for v, part in zip(w, parts, strict=True)
            ]
        )
    return Comparison(
        task=name,
        methods=parts[0].methods,
        shared=SharedTexts.joined([part.shared for part in parts]),
        observed=observed,
        added=added,
        resampled={},
    )
