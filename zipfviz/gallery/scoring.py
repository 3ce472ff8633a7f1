"""Scores of each method on each task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.scoring import score
from zipfviz.evaluation.tables import score_table
from zipfviz.figures import score_charts, score_headline
from zipfviz.gallery.record import Drawing, Sheet, usual_tasks
from zipfviz.io.records import Task
from zipfviz.report.export import About
from zipfviz.report.snippets import load_tasks
from zipfviz.space.methods import METHODS
from zipfviz.space.names import method_name, task_name
from zipfviz.space.word_space import WordSpace


def scores(
    space: WordSpace,
    *,
    tasks: Sequence[Task] = (),
    methods: Sequence[str] = METHODS,
    coefficient: Coefficient = "spearman",
) -> Drawing:
    """Scores × 100 of each method, a panel a task; without `tasks` the usual ones at hand."""
    tasks = tasks or usual_tasks()
    table = score_table(space, tasks, methods, coefficient=coefficient)
    asked = f"{list(methods)!r}, coefficient={coefficient!r}"
    lines = [
        load_tasks(tasks),
        f"print(zipfviz.score_table(space, tasks, {asked}).round(2))",
    ]
    return draw_scores(table, About(space, tasks, methods, coefficient), lines)


def draw_scores(
    table: pd.DataFrame,
    about: About,
    lines: Sequence[str] = (),
    printed: pd.DataFrame | None = None,
    *,
    per_figure: int = 1,
) -> Drawing:
    """A table of scores, methods × tasks, with the paper's as rings where `printed` is given.

    `per_figure` tasks stand one below the other in a figure.
    """
    shown = table.rename(columns=task_name)
    rings = None if printed is None else printed.rename(columns={"WordSim353": "WordSim-353"})
    return Drawing(
        name="scores",
        draws=score_charts(shown, rings, per_figure=per_figure),
        headline=score_headline(shown),
        data=lambda: table,
        about=about,
        lines=lines,
    )


def score_sheet(
    space: WordSpace,
    *,
    tasks: Sequence[Task] = (),
    methods: Sequence[str] = METHODS,
    coefficient: Coefficient = "spearman",
) -> Sheet:
    """Scores × 100, methods × tasks; without `tasks` the usual ones at hand."""
    drawing = scores(space, tasks=tasks, methods=methods, coefficient=coefficient)
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
