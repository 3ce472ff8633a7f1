"""Score each task in its space: summed up, by subset, or several side by side; the Python of it."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.settings_match import beside
from zipfviz.evaluation.tables import Summary, score_table, subset_scores, summed_scores
from zipfviz.evaluation.tokenize import is_ngram_task, ngram_task
from zipfviz.figures import method_style
from zipfviz.gallery import published as paper
from zipfviz.io.records import Task
from zipfviz.report.snippets import SpaceRecipe, load_task_line, load_tasks
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import loaders
from zipfviz.ui.server.jobs import work
from zipfviz.ui.shell import furniture, messages, pickers
from zipfviz.ui.shell.assets import texts_of
from zipfviz.ui.shell.selection import space_names

KINDS = {**paper.KINDS, "several": "Side by side"}
SEEING = texts_of(__file__)["seeing"]
DEFAULTS = {
    "sentences": paper.SEVEN,
    "words": ("wordsim353", "simlex999", "men"),
    "subwords": paper.SEVEN,
    "japanese": ("jsts",),
    "several": ("sts-b",),
}


def choose_tasks(kind: str) -> list[Task]:
    """The tasks of a kind of table, split into words (and n-grams), with progress.

    Where none of the usual ones is at hand it starts with Lee50, which is installed. Japanese
    tasks that are not there end the page with a sentence.
    """
    known = [entry.name for entry in loaders.entries()["tasks"]]
    usual = [name for name in DEFAULTS[kind] if name in known]
    if kind == "japanese" and not usual:
        messages.stop_with_hint(
            "JSTS is not at hand. Put JGLUE’s valid-v1.3.json into a folder JSTS of your data."
        )
    key = "tasks" if kind == "sentences" else f"{kind}_tasks"
    tasks = pickers.choose_tasks(key, usual or ["lee50"])
    furniture.prepare(tasks)
    if kind == "subwords":
        return [ngram_task(task) for task in tasks if task.kind != "words"]
    return tasks


def spaces(
    space: WordSpace, tasks: Sequence[Task], chosen: SpaceRecipe, own_words: bool
) -> dict[str, WordSpace]:
    """The space that each task is scored in, by task name: one for all, or one of its own words."""
    if not own_words:
        return {task.name: space for task in tasks}
    return {t.name: loaders.own_words_space(chosen.embedding, chosen.fold, t) for t in tasks}


def compute(
    found: Mapping[str, WordSpace],
    tasks: Sequence[Task],
    methods: Sequence[str],
    coefficient: Coefficient,
    summary: Summary,
) -> pd.DataFrame:
    """Scores × 100, methods × tasks, and their average where there are several."""
    parts = [
        summed_scores(found[t.name], [t], methods, coefficient=coefficient, summary=summary)
        for t in tasks
    ]
    table = pd.concat(parts, axis=1)
    return table.assign(average=table.mean(axis=1, skipna=False)) if len(tasks) > 1 else table


def with_paper(
    scores: pd.DataFrame, printed: pd.DataFrame, differing: Mapping[str, Sequence[str]]
) -> pd.DataFrame:
    """Computed scores beside the printed ones; differences where the settings match."""
    if set(scores.columns) - {"average"} != set(paper.SEVEN):
        printed = printed.drop(columns="average", errors="ignore")
    same = [name for name, what in differing.items() if not what]
    return beside(scores, printed, [*same, "average"] if len(same) == len(differing) else same)


def subset_rows(
    found: Mapping[str, WordSpace],
    tasks: Sequence[Task],
    methods: Sequence[str],
    coefficient: Coefficient,
    chosen: SpaceRecipe,
    own_words: bool,
) -> None:
    """A row to open for each task of several subsets; a table is made when its row is opened."""
    for task in tasks:
        if not task.subsets:
            continue
        box = st.expander(
            f"{task_name(task.name)}: {counted(len(task.subsets), 'subsets')}",
            key=f"subsets_{task.name}",
            icon=":material/account_tree:",
            type="compact",
            on_change="rerun",
            bind="query-params",
        )
        if box.open:
            table = subset_scores(found[task.name], task, methods, coefficient=coefficient)
            with box:
                furniture.table(
                    table.rename(columns=lambda m: method_style(str(m)).label).rename_axis(
                        "subset"
                    ),
                    name=f"subsets-{task.name}",
                    decimals={"pairs": 0},
                    alt=f"Scores of the subsets of {task_name(task.name)}",
                    code=subset_code(chosen, task, own_words, coefficient),
                )


def side_by_side(
    found: Mapping[tuple[str, str], WordSpace],
    tasks: Sequence[Task],
    methods: Sequence[str],
    coefficient: Coefficient,
) -> pd.DataFrame:
    """Scores × 100, methods × (task, space), several spaces side by side for each task."""
    names = space_names(found)
    columns = {}
    with work("side by side") as told:
        for i, (key, space) in enumerate(found.items()):
            told(i / len(found), f"Scoring {plain(names[key])}")
            table = score_table(space, tasks, methods, coefficient=coefficient)
            for task in tasks:
                columns[task.name, key] = table[task.name]
    ordered = {
        f"{task_name(t.name)}, {names[key]}": columns[t.name, key] for t in tasks for key in found
    }
    return pd.DataFrame(ordered, index=pd.Index(list(methods), name="method"))


def table_code(
    recipe: SpaceRecipe,
    tasks: Sequence[Task],
    own_words: bool,
    methods: Sequence[str],
    coefficient: Coefficient,
    summary: Summary,
) -> str:
    """The table of one embedding, with the sidebar's source or with each task's own words."""
    before = [load_tasks(tasks)]
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
        before=[load_tasks(tasks)],
    )


def subset_code(recipe: SpaceRecipe, task: Task, own_words: bool, coefficient: Coefficient) -> str:
    """The scores of a task's subsets."""
    before = [load_task_line(task)]
    if is_ngram_task(task):
        before.append("task = zipfviz.ngram_task(task)")
    return (recipe.of_task_words if own_words else recipe).snippet(
        f"print(zipfviz.subset_scores(space, task, coefficient={coefficient!r}))", before=before
    )
