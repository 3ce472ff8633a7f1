"""Scores of each method on each task."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.comparisons import compare
from zipfviz.evaluation.paired import Comparison
from zipfviz.evaluation.score_noise import score_nulls
from zipfviz.evaluation.scoring import score
from zipfviz.evaluation.tables import Summary, score_table
from zipfviz.figures import NoiseBand, score_charts, score_headline
from zipfviz.gallery.record import Drawing, Sheet, usual_tasks
from zipfviz.io.records import Task
from zipfviz.report.export import About
from zipfviz.report.snippets import load_tasks
from zipfviz.space.methods import METHODS
from zipfviz.space.names import method_name, task_name
from zipfviz.space.noise import NOISES, Noise, Null
from zipfviz.space.word_space import WordSpace


def scores(
    space: WordSpace,
    *,
    tasks: Sequence[Task] = (),
    methods: Sequence[str] = METHODS,
    coefficient: Coefficient = "spearman",
    noise: bool = True,
) -> Drawing:
    """Scores × 100 of each method, a panel a task; without `tasks` the usual ones at hand.

    With `noise` bands show where the scores of noise with the same frequencies lie.
    """
    tasks = tasks or usual_tasks()
    table = score_table(space, tasks, methods, coefficient=coefficient)
    asked = f"{list(methods)!r}, coefficient={coefficient!r}"
    lines = [
        load_tasks(tasks),
        f"print(zipfviz.score_table(space, tasks, {asked}).round(2))",
    ]
    beside = {task.name: (space, task) for task in tasks}
    drawn = ScoreNoise.of(beside, methods, coefficient) if noise else None
    sure = None
    if set(GAIN) <= set(methods):
        parts = {name: compare(*column, GAIN) for name, column in beside.items()}
        sure = sure_gains(parts, coefficient)
        lines += itertools.chain(*gain_lines(coefficient, len(tasks), noise=noise))
    about = About(space, tasks, methods, coefficient)
    return draw_scores(table, about, lines, noise=drawn, sure=sure)


def sure_gains(
    parts: Mapping[str, Comparison], coefficient: Coefficient
) -> dict[str, tuple[float, float]]:
    """Ends of the 95 % interval of what Zipfian whitening gains on raw, by column.

    They are corrected for all columns together; nan where there are too few texts.
    """
    how: dict[str, Any] = {"coefficient": coefficient, "n_comparisons": len(parts)}
    found = {name: part.difference(*GAIN, **how) for name, part in parts.items()}
    return {name: (d.low_corrected, d.high_corrected) for name, d in found.items()}


def gain_lines(
    coefficient: Coefficient,
    n: int,
    *,
    noise: bool,
    summary: Summary = "all",
    average: bool = False,
    tasks: str = "tasks",
) -> tuple[list[str], list[str], list[str]]:
    """Python that prints what Zipfian whitening gains on raw, how sure that is, what noise gains.

    What stands before, in and after a loop over spaces; in it `tasks` names the list of its tasks.
    There are `n` columns, the `average` among them.
    """
    told = f", summary={summary!r}" if summary != "all" else ""
    before = [
        "from zipfviz.evaluation import average, comparisons",
        f"gain, parts = {GAIN!r}, []",
    ]
    each = [f"parts += comparisons(space, {tasks}, gain{told})"]
    after = [
        *(["parts.append(average(parts))"] if average else []),
        "for part in parts:",
        f"    d = part.difference(*gain, coefficient={coefficient!r}, n_comparisons={n})",
        "    print(d.task, d.value, d.low_corrected, d.high_corrected)",
    ]
    if noise:
        before += [
            "from zipfviz.evaluation import score_nulls",
            "nulls = {'gaussian': [], 'shuffled': []}",
        ]
        each += [
            f"found = score_nulls(space, {tasks}, gain, coefficient={coefficient!r}{told})",
            f"for task in {tasks}:",
            "    for kind in nulls:",
            "        white, raw = (found[task.name, method, kind] for method in gain)",
            "        nulls[kind].append(white.less(raw))",
        ]
        if average:
            before.append("from dataclasses import replace")
            after += [
                "for kind in nulls.values():",
                "    every = sum(null.values for null in kind) / len(kind)",
                "    kind.append(replace(kind[0], values=every))",
            ]
        after += [
            "for kind in nulls:",
            f"    print(kind, *(null.band({n}) for null in nulls[kind]))",
        ]
    return before, each, after


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreNoise:
    """What noise with the same frequencies scores, for all columns of a table together.

    `cells` has the band of each (column, method), `gains` that of Zipfian whitening less raw.
    """

    cells: Mapping[tuple[str, str], NoiseBand]
    gains: Mapping[str, NoiseBand]

    @classmethod
    def of(
        cls,
        columns: Mapping[str, tuple[WordSpace, Task]],
        methods: Sequence[str],
        coefficient: Coefficient,
        *,
        summary: Summary = "all",
        average: bool = False,
    ) -> ScoreNoise:
        """For columns by name, each of a task in a space; draws that are missing are made.

        `summary` as for `summed_scores`; `average` adds their average under that name.
        """
        asked = list(dict.fromkeys([*methods, *GAIN]))
        drawn: dict[tuple[str, str, Noise], Null] = {}
        for space, own in by_space(columns):
            tasks = [columns[name][1] for name in own]
            nulls = score_nulls(space, tasks, asked, coefficient=coefficient, summary=summary)
            for name, task in zip(own, tasks, strict=True):
                drawn |= {(name, m, k): nulls[task.name, m, k] for m in asked for k in NOISES}
        names = list(columns)
        if average and len(names) > 1:
            for m, k in itertools.product(asked, NOISES):
                every = np.mean([drawn[name, m, k].values for name in names], axis=0)
                drawn["average", m, k] = Null(values=every)
            names.append("average")

        def band(name: str, method: str, less: str | None = None) -> NoiseBand:
            nulls = [drawn[name, method, kind] for kind in NOISES]
            if less is not None:
                pairs = zip(nulls, NOISES, strict=True)
                nulls = [null.less(drawn[name, less, kind]) for null, kind in pairs]
            return NoiseBand(*(null.band(len(names)) for null in nulls))

        cells = {(name, method): band(name, method) for name in names for method in methods}
        return cls(cells=cells, gains={name: band(name, *GAIN) for name in names})

    def named(self, name: Callable[[str], str]) -> ScoreNoise:
        """The same with other names of the columns."""
        cells = {(name(column), method): band for (column, method), band in self.cells.items()}
        return ScoreNoise(cells=cells, gains={name(c): band for c, band in self.gains.items()})


GAIN = ("zipfian_whitening", "raw")


def by_space(
    columns: Mapping[str, tuple[WordSpace, Task]],
) -> list[tuple[WordSpace, list[str]]]:
    """The columns of each space, so that one draw of noise serves them all."""
    found: dict[str, tuple[WordSpace, list[str]]] = {}
    for name, (space, _) in columns.items():
        found.setdefault(space.digest, (space, []))[1].append(name)
    return list(found.values())


def draw_scores(
    table: pd.DataFrame,
    about: About,
    lines: Sequence[str] = (),
    printed: pd.DataFrame | None = None,
    *,
    per_figure: int = 1,
    noise: ScoreNoise | None = None,
    sure: Mapping[str, tuple[float, float]] | None = None,
    pending: bool = False,
) -> Drawing:
    """A table of scores, methods × tasks, with the paper's as rings where `printed` is given.

    `per_figure` tasks stand one below the other in a figure. `sure` is what `sure_gains` gives;
    `pending` says that what noise scores is being computed.
    """
    shown = table.rename(columns=task_name)
    rings = None if printed is None else printed.rename(columns={"WordSim353": "WordSim-353"})
    beside = None if noise is None else noise.named(task_name)
    return Drawing(
        name="scores",
        draws=score_charts(
            shown, rings, None if beside is None else beside.cells, per_figure=per_figure
        ),
        headline=score_headline(
            shown,
            None if beside is None else beside.gains,
            None if sure is None else {task_name(name): ends for name, ends in sure.items()},
            pending=pending,
        ),
        data=lambda: table,
        about=about,
        lines=lines,
    )


def noise_sheet(table: pd.DataFrame, noise: ScoreNoise, about: About) -> Sheet:
    """Each score of a table beside the ends of what noise scores, a row each."""
    rows = []
    for (column, method), band in noise.cells.items():
        ends = (*band.gaussian, *(band.shuffled or ()))
        rows.append((task_name(column), method_name(method), table.loc[method, column], *ends))
    names = [f"{kind}, {end}" for kind in ("noise", "shuffled") for end in ("low", "high")]
    frame = pd.DataFrame(rows, columns=["task", "method", "score", *names])
    lead = (
        "Scores beside those of noise: 20 draws each of Gaussian vectors and of the vectors "
        "shuffled over the words, with the same p."
    )
    return Sheet(
        name="score-noise",
        frame=frame.set_index(["task", "method"]),
        about=replace(about, lead=lead),
        decimals=1,
    )


def score_sheet(
    space: WordSpace,
    *,
    tasks: Sequence[Task] = (),
    methods: Sequence[str] = METHODS,
    coefficient: Coefficient = "spearman",
) -> Sheet:
    """Scores × 100, methods × tasks; without `tasks` the usual ones at hand."""
    drawing = scores(space, tasks=tasks, methods=methods, coefficient=coefficient, noise=False)
    return Sheet(
        name="scores",
        frame=drawing.data().rename(columns=task_name, index=method_name),
        about=drawing.about,
        best="max",
        lines=drawing.lines,
    )


def coverage_frame(found: Mapping[str, WordSpace], tasks: Sequence[Task]) -> pd.DataFrame:
    """What each score stands on: pairs scored and left out, coverage, texts without a word.

    Numbers are those of `Score`, coverage in percent; `found` is the space of each task, by name.
    """
    scores = [score(found[task.name], task) for task in tasks]
    return pd.DataFrame(
        {
            "pairs scored": [s.n_pairs for s in scores],
            "word pairs left out": [s.n_left_out for s in scores],
            "words found in another case": [s.n_folded for s in scores],
            "tokens known, %": [100 * s.coverage for s in scores],
            "texts without a known word": [s.n_empty for s in scores],
        },
        index=pd.Index([task_name(s.task) for s in scores], name="task"),
    )
