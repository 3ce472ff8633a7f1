"""Python that prints the tables of the Scores page, with all that the page was told."""

from __future__ import annotations

from collections.abc import Sequence

from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.tables import Summary
from zipfviz.evaluation.tokenize import is_ngram_task
from zipfviz.io.records import Task
from zipfviz.report.snippets import SpaceRecipe, load_tasks


def table_code(
    recipe: SpaceRecipe,
    tasks: Sequence[Task],
    own_words: bool,
    methods: Sequence[str],
    coefficient: Coefficient,
    summary: Summary,
) -> str:
    """The table of one embedding, with the sidebar's source or with each task's own words."""
    before = [load_tasks([task.name for task in tasks])]
    if any(map(is_ngram_task, tasks)):
        before.append("tasks = [zipfviz.ngram_task(t) for t in tasks]")
    options = f"{list(methods)!r}, coefficient={coefficient!r}, summary={summary!r}"
    if not own_words:
        return recipe.snippet(
            f"print(zipfviz.summed_scores(space, tasks, {options}).round(2))", before=before
        )
    return recipe.of_task_words.each_task(
        f"print(zipfviz.summed_scores(space, [task], {options}).round(2))", before=before
    )


def several_code(
    recipe: SpaceRecipe,
    embeddings: Sequence[str],
    frequencies: Sequence[str],
    tasks: Sequence[Task],
    methods: Sequence[str],
    coefficient: Coefficient,
) -> str:
    """The table of several embeddings and sources side by side, one below the other."""
    table = f"zipfviz.score_table(space, tasks, {list(methods)!r}, coefficient={coefficient!r})"
    return recipe.each_space(
        embeddings,
        frequencies,
        f"print(e, f, {table}.round(2), sep='\\n')",
        before=[load_tasks([task.name for task in tasks])],
    )


def subset_code(recipe: SpaceRecipe, task: Task, own_words: bool, coefficient: Coefficient) -> str:
    """The scores of a task's subsets."""
    before = [f"task = zipfviz.load_task({task.name!r})"]
    if is_ngram_task(task):
        before.append("task = zipfviz.ngram_task(task)")
    return (recipe.of_task_words if own_words else recipe).snippet(
        f"print(zipfviz.subset_scores(space, task, coefficient={coefficient!r}))", before=before
    )
