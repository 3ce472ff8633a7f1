"""Verdicts of a comparison in words and as a table: which differences stand, and what to use."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted
from zipfviz.common.wording import finer, gain, interval
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.comparisons import Choice, compare_spaces
from zipfviz.evaluation.paired import Comparison, Difference, Progress, ScoreInterval, average
from zipfviz.evaluation.resampling import RESAMPLES
from zipfviz.io.records import Task
from zipfviz.space.methods import (
    PRIOR_METHODS,
    TODAY,
    ZIPFIAN_WHITENING,
    MethodLike,
    Options,
    as_method,
    as_methods,
)
from zipfviz.space.names import method_phrase, task_name
from zipfviz.space.word_space import WordSpace


def baselines(method: MethodLike) -> tuple[str, ...]:
    """Name what a method is measured against: raw vectors, and the same under the uniform prior.

    "zipfian_whitening" -> ("raw", "uniform_whitening"); a mixed method's uniform counterpart is
    the uniform transform whose lengths it replaces; "abtt" and "sif_ccr" have none. A method of
    today is measured against Zipfian whitening in its place: "model2vec" -> ("raw",
    "zipfian_whitening").
    """
    base = as_method(method).direction
    twin = PRIOR_METHODS.get((base.kind, "uniform"))
    if base.name in TODAY:
        twin = ZIPFIAN_WHITENING
    named = ("raw",) if twin is None else ("raw", twin.name)
    return tuple(baseline for baseline in named if baseline != str(method))


@accepts_positional("against", "coefficient", "level")
def difference_table(
    parts: Sequence[Comparison],
    *,
    against: Callable[[str], Sequence[str]] = baselines,
    coefficient: Coefficient = "spearman",
    level: float = 0.95,
) -> pd.DataFrame:
    """Test every method against its baselines on every task, corrected for all rows together.

    Columns are the fields of `Difference` and `stands`; the correction is Bonferroni's, for as many
    comparisons as there are rows. Baselines that were not scored are left out.
    """
    asked = [
        (part, method, baseline)
        for part in parts
        for method in part.methods
        for baseline in against(method)
        if baseline in part.methods
    ]
    found = [
        part.difference(
            method, baseline, coefficient=coefficient, n_comparisons=len(asked), level=level
        )
        for part, method, baseline in asked
    ]
    columns = [*Difference.__dataclass_fields__, "stands"]
    return pd.DataFrame([{**asdict(d), "stands": d.stands} for d in found], columns=columns)


def score_intervals(
    parts: Sequence[Comparison], *, coefficient: Coefficient = "spearman", level: float = 0.95
) -> pd.DataFrame:
    """Tabulate each score x 100 with its standard error and interval, a row a task and method.

    Columns are the fields of `ScoreInterval`. Two scores are of the same pairs: how sure their
    difference is cannot be told from their intervals; see `difference_table`.
    """
    found = [
        part.score(method, coefficient=coefficient, level=level)
        for part in parts
        for method in part.methods
    ]
    return pd.DataFrame([asdict(f) for f in found], columns=[*ScoreInterval.__dataclass_fields__])


def verdict(difference: Difference) -> str:
    """Say a difference and its certainty in one sentence, with the interval it is judged by.

    "Zipfian whitening beats uniform whitening on STS-B: +15.3 (95 % interval 8.8 to 21.7, corrected
    for 6 comparisons)." One that does not stand is said not to.
    """
    d = difference
    method, baseline, task = method_phrase(d.method), method_phrase(d.baseline), task_name(d.task)
    method = method[0].upper() + method[1:]
    name = "Pearson " if d.coefficient == "pearson" else ""
    if math.isnan(d.value):
        return f"{method} and {baseline} cannot be compared on {task}: a score is undefined."
    if math.isnan(d.low):
        return (
            f"{method} against {baseline} on {task}: {name}{gain(d.value)}; "
            f"{counted(d.n_over, d.over)} are too few to tell how sure that is."
        )
    if d.value == 0 == d.standard_error:
        return f"{method} and {baseline} order the pairs of {task} alike: they score the same."
    found = f"{name}{gain(d.value)} ({judged_by(d)})"
    if d.stands:
        beats = "beats" if d.value > 0 else "falls behind"
        return f"{method} {beats} {baseline} on {task}: {found}."
    return f"{method} against {baseline} on {task}: {found}; the difference does not stand."


def judged_by(difference: Difference, of: str = "comparisons") -> str:
    """Write the interval that decides whether a difference stands: the corrected one.

    "95 % interval 8.8 to 21.7, corrected for 6 comparisons".
    """
    d = difference
    ends = interval(d.low_corrected, d.high_corrected, 1)
    corrected = f", corrected for {d.n_comparisons} {of}" if d.n_comparisons > 1 else ""
    return f"{100 * d.level:g} % interval {ends}{corrected}"


@dataclass(frozen=True, kw_only=True)
class Advice:
    """Advice on which method to use with which frequency, and how sure that is.

    `gain` is the best choice against the raw vectors of the same space, corrected for the number of
    choices; `lead` the best choice against `next_best` (both None when there was one choice).
    `basis` says over what their errors are.
    """

    method: str
    source: str
    gain: Difference
    lead: Difference | None
    next_best: Choice | None
    basis: str

    def sentence(self) -> str:
        """Say the advice in plain words, with its intervals."""
        g = self.gain
        how_sure = judged_by(g, "choices")
        if not g.stands:
            return (
                f"No transform is sure to help on {task_name(g.task)}: the best of "
                f"{counted(g.n_comparisons, 'choices')}, {method_phrase(self.method)} with "
                f"{self.source}, changes the score by {gain(g.value)}, {how_sure}."
            )
        return (
            f"Use {method_phrase(self.method)} with {self.source}: {gain(g.value)} on "
            f"{task_name(g.task)} "
            f"over the raw vectors, {how_sure}.{self._next_best()}"
        )

    def _next_best(self) -> str:
        if self.lead is None or self.next_best is None:
            return ""
        other = f"{method_phrase(self.next_best.method)} with {self.next_best.source}"
        how_sure = judged_by(self.lead, "choices")
        if self.lead.stands:
            return f" The next best, {other}, is {finer(self.lead.value, 1)} behind ({how_sure})."
        return f" The next best, {other}, is too close to tell ({how_sure})."


@accepts_positional("options")
def advise(
    spaces: Mapping[str, WordSpace],
    tasks: Sequence[Task],
    methods: Sequence[MethodLike] | None = None,
    *,
    options: Options | None = None,
    coefficient: Coefficient = "spearman",
    n_resamples: int = RESAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Advice:
    """Find the method and frequency that score best over the tasks, with intervals.

    `spaces` holds one embedding under several frequency sources, keyed by what to call them. The
    best is the one with the highest mean score over `tasks`, each counting alike; its interval is
    corrected for the number of choices it was picked from. Raises InputError without a space or
    task, or when no choice has a defined score.
    """
    if not spaces or not tasks:
        raise InputError("advice needs at least one frequency source and one task.")
    raw = as_method("raw")
    choices = [method for method in as_methods(methods or None, options) if method != raw]
    n = len(tasks)

    def heard(i: int) -> Progress | None:
        return progress and (lambda done, of: progress(i * of + done, n * of))

    parts = []
    for i, task in enumerate(tasks):
        how: dict[str, Any] = {"n_resamples": n_resamples, "seed": seed, "progress": heard(i)}
        parts.append(compare_spaces(spaces, task, [raw, *choices], **how))
    whole = (
        parts[0] if len(parts) == 1 else average(parts, name=f"the average of {len(parts)} tasks")
    )
    scores = dict(zip(whole.methods, whole.observed[coefficient].tolist(), strict=True))
    candidates = [
        Choice(method=method.name, source=source) for source in spaces for method in choices
    ]
    ranked = sorted(
        (choice for choice in candidates if not math.isnan(scores[str(choice)])),
        key=lambda choice: -scores[str(choice)],
    )
    if not ranked:
        raise InputError(f"no method has a defined score on {whole.task}; choose another task.")
    best, next_best = ranked[0], ranked[1] if len(ranked) > 1 else None

    def against(other: Choice, n: int) -> Difference:
        return whole.difference(str(best), str(other), coefficient=coefficient, n_comparisons=n)

    n = len(ranked)
    return Advice(
        method=best.method,
        source=best.source,
        gain=against(Choice(method=raw.name, source=best.source), n),
        lead=None if next_best is None else against(next_best, n - 1),
        next_best=next_best,
        basis=whole.basis(),
    )
