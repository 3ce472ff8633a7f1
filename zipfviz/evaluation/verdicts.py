"""Verdicts of a bootstrap in words and as a table: which differences stand, and what to use."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted
from zipfviz.evaluation.bootstrap import Choice, bootstrap_spaces
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.paired import Bootstrap, Difference, Progress, average, part_of
from zipfviz.evaluation.resampling import RESAMPLES
from zipfviz.io.records import Task
from zipfviz.space.methods import PRIOR_METHODS, MethodLike, Options, as_method, as_methods
from zipfviz.space.names import method_phrase, task_name
from zipfviz.space.word_space import WordSpace


def baselines(method: MethodLike) -> tuple[str, ...]:
    """Name what a method is measured against: raw vectors, and the same under the uniform prior.

    "zipfian_whitening" -> ("raw", "uniform_whitening"); a mixed method's uniform counterpart is
    the uniform transform whose lengths it replaces; "abtt" and "sif_ccr" have none.
    """
    twin = PRIOR_METHODS.get((as_method(method).direction.kind, "uniform"))
    named = ("raw",) if twin is None else ("raw", twin.name)
    return tuple(baseline for baseline in named if baseline != str(method))


@accepts_positional("against", "coefficient", "level")
def difference_table(
    parts: Sequence[Bootstrap],
    *,
    against: Callable[[str], Sequence[str]] = baselines,
    coefficient: Coefficient = "spearman",
    level: float = 0.95,
) -> pd.DataFrame:
    """Test every method against its baselines on every task, corrected for all rows together.

    Columns are the fields of `Difference` (`low` and `high` are percentiles of the resampled
    differences) and `stands`; the correction is Bonferroni's, for as
    many comparisons as there are rows. Baselines that were not resampled are left out.
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


def verdict(difference: Difference) -> str:
    """Say a difference and its certainty in one sentence.

    "Zipfian whitening beats uniform whitening on STS-B in 100 % of resamples (+12.0, 95 % interval
    9.1 to 15.0)." One that does not stand is said not to, with the corrected interval.
    """
    d = difference
    method, baseline, task = method_phrase(d.method), method_phrase(d.baseline), task_name(d.task)
    method = method[0].upper() + method[1:]
    if math.isnan(d.value) or math.isnan(d.low):
        return f"{method} and {baseline} cannot be compared on {task}: a score is undefined."
    if d.value == 0 == d.low == d.high:
        return f"{method} and {baseline} score the same on {task} in every resample."
    name = "Pearson " if d.coefficient == "pearson" else ""
    beats = "beats" if d.value > 0 else "falls behind"
    sentence = (
        f"{method} {beats if d.stands else 'against'} {baseline} on {task}"
        f"{'' if d.stands else ': ' + ('ahead' if d.value > 0 else 'behind')}"
        f" in {_percent(d.share)} of resamples ({name}{_signed(d.value)}, "
        f"{100 * d.level:g} % interval {_number(d.low)} to {_number(d.high)})"
    )
    if d.stands:
        return sentence + "."
    corrected = (
        f"; corrected for {d.n_comparisons} comparisons, {_number(d.low_corrected)} to "
        f"{_number(d.high_corrected)}"
        if d.n_comparisons > 1
        else ""
    )
    return f"{sentence}{corrected}: the difference does not stand."


@dataclass(frozen=True, kw_only=True)
class Advice:
    """Advice on which method to use with which frequency, and how sure that is.

    `gain` is the best choice against the raw vectors of the same space, corrected for the number of
    choices; `lead` the best choice against `next_best` (both None when there was one choice).
    """

    method: str
    source: str
    gain: Difference
    lead: Difference | None
    next_best: Choice | None

    def sentence(self) -> str:
        """Say the advice in plain words, with its intervals."""
        g = self.gain
        if not g.stands:
            return (
                f"No transform is sure to help on {task_name(g.task)}: the best of "
                f"{counted(g.n_comparisons, 'choices')}, {method_phrase(self.method)} with "
                f"{self.source}, changes the score by {_signed(g.value)}, {_interval(g)}."
            )
        return (
            f"Use {method_phrase(self.method)} with {self.source}: {_signed(g.value)} on "
            f"{task_name(g.task)} "
            f"over the raw vectors, {_interval(g)}.{self._next_best()}"
        )

    def _next_best(self) -> str:
        if self.lead is None or self.next_best is None:
            return ""
        other = f"{method_phrase(self.next_best.method)} with {self.next_best.source}"
        if self.lead.stands:
            return f" The next best, {other}, is {_number(self.lead.value)} behind."
        return f" The next best, {other}, is too close to tell ({_signed(-self.lead.value)})."


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
    parts = [
        bootstrap_spaces(
            spaces,
            task,
            [raw, *choices],
            n_resamples=n_resamples,
            seed=seed,
            progress=part_of(progress, i * n_resamples, n_resamples * len(tasks)),
        )
        for i, task in enumerate(tasks)
    ]
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
    )


def _interval(d: Difference) -> str:
    return (
        f"{100 * d.level:g} % interval {_number(d.low_corrected)} to {_number(d.high_corrected)}"
        + (f", corrected for {d.n_comparisons} choices" if d.n_comparisons > 1 else "")
    )


def _percent(share: float) -> str:
    """Share in percent, cut and never rounded up: 100 % means every one."""
    return f"{math.floor(1000 * share) / 10:g} %"


def _number(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")
