"""Python that prints the tables of the Scores page, with all that the page was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from zipfviz.evaluation.subsets import Summary
from zipfviz.evaluation.tokenize import is_ngram_task
from zipfviz.io.records import Task
from zipfviz.ui.shell.selection import Selection

__all__ = ["several_code", "subset_code", "table_code"]

Coefficient = Literal["spearman", "pearson"]


def table_code(
    chosen: Selection,
    tasks: Sequence[Task],
    own_words: bool,
    methods: Sequence[str],
    coefficient: Coefficient,
    summary: Summary,
) -> str:
    """The table of one embedding, with the sidebar's source or with each task's own words."""
    lines = [_load(tasks)]
    if any(map(is_ngram_task, tasks)):
        lines.append("tasks = [zipfviz.ngram_task(t) for t in tasks]")
    options = f"{list(methods)!r}, {coefficient!r}, {summary!r}"
    if not own_words:
        lines.append(f"print(zipfviz.summed_scores(space, tasks, {options}).round(2))")
        return chosen.snippet(*lines)
    return chosen.snippet(
        *lines,
        "for task in tasks:",
        f"    {_own(chosen)}",
        f"    print(zipfviz.summed_scores(space, [task], {options}).round(2))",
    )


def several_code(
    chosen: Selection,
    embeddings: Sequence[str],
    frequencies: Sequence[str],
    tasks: Sequence[Task],
    methods: Sequence[str],
    coefficient: Coefficient,
) -> str:
    """The table of several embeddings and sources side by side, one below the other."""
    table = f"zipfviz.score_table(space, tasks, {list(methods)!r}, {coefficient!r})"
    return chosen.each_space(
        embeddings, frequencies, f"print(e, f, {table}.round(2), sep='\\n')", before=_load(tasks)
    )


def subset_code(chosen: Selection, task: Task, own_words: bool, coefficient: Coefficient) -> str:
    """The scores of a task's subsets."""
    return chosen.snippet(
        f"task = zipfviz.load_task({task.name!r})",
        *(["task = zipfviz.ngram_task(task)"] if is_ngram_task(task) else []),
        *([_own(chosen)] if own_words else []),
        f"print(zipfviz.subset_scores(space, task, coefficient={coefficient!r}))",
    )


def _load(tasks: Sequence[Task]) -> str:
    return f"tasks = [zipfviz.load_task(t) for t in {[task.name for task in tasks]!r}]"


def _own(chosen: Selection) -> str:
    """The words of a task with their own counts: only the case policy is the sidebar's."""
    fold = f", fold={chosen.fold!r}" if chosen.fold != "none" else ""
    return f"space = zipfviz.align(emb, zipfviz.task_frequency(task){fold})"
