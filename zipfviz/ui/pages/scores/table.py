"""Score each task in its space: summed up, by subset, or several side by side; the Python of it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted
from zipfviz.evaluation.score_noise import score_simulation
from zipfviz.evaluation.settings_match import beside
from zipfviz.evaluation.tables import Summary, score_table, subset_scores, summed_scores
from zipfviz.evaluation.tokenize import is_ngram_task, ngram_task
from zipfviz.figures import method_style
from zipfviz.gallery import ScoreNoise, by_space, coverage_frame, gain_lines, noise_sheet
from zipfviz.gallery import published as paper
from zipfviz.gallery.scoring import GAIN
from zipfviz.io.records import Task
from zipfviz.report.export import About
from zipfviz.report.snippets import SpaceRecipe, load_task_line, load_tasks
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import loaders, noise
from zipfviz.ui.server.jobs import work
from zipfviz.ui.shell import furniture, messages, pickers
from zipfviz.ui.shell.assets import texts_of
from zipfviz.ui.shell.selection import space_names

KINDS = {**paper.KINDS, "several": "Side by side"}
TEXTS = texts_of(__file__)
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


def compute(found: Mapping[str, WordSpace], asked: About, summary: Summary) -> pd.DataFrame:
    """Scores × 100, methods × tasks, and their average where there are several."""
    how: dict[str, Any] = {"coefficient": asked.coefficient, "summary": summary}
    parts = [summed_scores(found[t.name], [t], asked.methods, **how) for t in asked.tasks]
    table = pd.concat(parts, axis=1)
    return table.assign(average=table.mean(axis=1, skipna=False)) if len(parts) > 1 else table


def with_paper(
    scores: pd.DataFrame, printed: pd.DataFrame, differing: Mapping[str, Sequence[str]]
) -> pd.DataFrame:
    """Computed scores beside the printed ones; differences where the settings match."""
    if set(scores.columns) - {"average"} != set(paper.SEVEN):
        printed = printed.drop(columns="average", errors="ignore")
    same = [name for name, what in differing.items() if not what]
    return beside(scores, printed, [*same, "average"] if len(same) == len(differing) else same)


def subset_rows(found: Mapping[str, WordSpace], asked: About, chosen: SpaceRecipe) -> None:
    """A row to open for each task of several subsets; a table is made when its row is opened."""
    look: dict[str, Any] = {"icon": ":material/account_tree:", "type": "compact"}
    for task in asked.tasks:
        if not task.subsets:
            continue
        name, key = task_name(task.name), f"subsets_{task.name}"
        label = f"{name}: {counted(len(task.subsets), 'subsets')}"
        box = st.expander(label, key=key, on_change="rerun", bind="query-params", **look)
        if box.open:
            scored = partial(subset_scores, coefficient=asked.coefficient)
            table = scored(found[task.name], task, asked.methods).rename_axis("subset")
            with box:
                furniture.table(
                    table.rename(columns=lambda m: method_style(str(m)).label),
                    name=f"subsets-{task.name}",
                    decimals={"pairs": 0},
                    alt=f"Scores of the subsets of {name}",
                    code=subset_code(chosen, task, asked),
                )


def side_by_side(found: Mapping[tuple[str, str], WordSpace], asked: About) -> pd.DataFrame:
    """Scores × 100, methods × (task, space), several spaces side by side for each task."""
    names, tables = space_names(found), {}
    scored = partial(score_table, coefficient=asked.coefficient)
    with work("side by side") as told:
        for i, (key, space) in enumerate(found.items()):
            told(i / len(found), f"Scoring {plain(names[key])}")
            tables[names[key]] = scored(space, asked.tasks, asked.methods)
    ordered = {
        f"{task_name(task.name)}, {name}": table[task.name]
        for task in asked.tasks
        for name, table in tables.items()
    }
    return pd.DataFrame(ordered, index=pd.Index(list(asked.methods), name="method"))


def coverage(found: Mapping[str, WordSpace], asked: About, chosen: SpaceRecipe) -> None:
    """A row to open on what the scores stand on."""
    label, icon = "Pairs, coverage, empty sentences", ":material/fact_check:"
    with st.expander(label, icon=icon, type="compact"):
        furniture.table(
            coverage_frame(found, asked.tasks),
            name="coverage",
            decimals=1,
            alt="Pairs scored and left out, and the share of tokens known, of each task",
            code=coverage_code(chosen, asked),
            about=asked,
        )


Columns = Mapping[str, tuple[WordSpace, Task]]


def several_columns(found: Mapping[tuple[str, str], WordSpace], tasks: Sequence[Task]) -> Columns:
    """What each column of spaces side by side is about."""
    names = space_names(found)
    return {
        f"{task_name(task.name)}, {names[key]}": (space, task)
        for task in tasks
        for key, space in found.items()
    }


def beside_noise(
    columns: Columns, asked: About, table: pd.DataFrame, summary: Summary
) -> tuple[ScoreNoise | None, list[noise.Asked]]:
    """What noise scores in each cell of the table, and the draws that this waits for."""
    scored = [*asked.methods, *GAIN]
    draws: list[noise.Asked] = [
        (space, score_simulation(space, [columns[name][1] for name in own], methods=scored))
        for space, own in by_space(columns)
    ]
    if not noise.is_ready(draws):
        return None, draws
    if not columns:
        return None, []
    how: dict[str, Any] = {"summary": summary, "average": "average" in table}
    return ScoreNoise.of(columns, asked.methods, asked.coefficient, **how), []


def seeing(kind: str) -> str:
    """What a table of this kind shows (markdown)."""
    told = TEXTS["seeing"]
    return f"{told['scores']} {told.get(kind, '')}\n\n{told['noise']}"


Sides = tuple[Sequence[str], Sequence[str]]
"""Embeddings and frequency sources whose spaces stand side by side."""


def noise_rows(
    table: pd.DataFrame,
    beside: ScoreNoise | None,
    asked: About,
    summary: Summary,
    recipe: SpaceRecipe,
    sides: Sides | None,
) -> None:
    """A row to open: each score beside the ends of what noise scores."""
    if beside is None:
        return
    look: dict[str, Any] = {"icon": ":material/grain:", "type": "compact"}
    box = st.expander(
        "Beside noise", key="noise_rows", on_change="rerun", bind="query-params", **look
    )
    if box.open:
        sheet = noise_sheet(table, beside, asked)
        with box:
            furniture.table(
                sheet.frame.reset_index(),
                name=sheet.name,
                decimals=sheet.decimals,
                about=sheet.about,
                alt="Scores times 100 beside the ends of what noise scores",
                code=_noise_code(recipe, asked, summary, sides, len(beside.gains)),
            )


def table_code(
    recipe: SpaceRecipe,
    asked: About,
    summary: Summary,
    sides: Sides | None = None,
    gains: tuple[int, bool] | None = None,
) -> str:
    """The table of one embedding, with the sidebar's source or with each task's own words; or of
    several spaces, one below the other.

    `gains` is of how many columns what Zipfian whitening gains is told, and whether with noise.
    """
    several, average = len(asked.tasks) > 1, not sides and len(asked.tasks) > 1
    before, each, after = [[], [], []] if gains is None else gain_lines(
        asked.coefficient, gains[0], noise=gains[1], summary=summary, average=average,
        tasks="[task]" if asked.own_words else "tasks",
    )  # fmt: skip
    before = [*tasks_lines(asked), *before]
    how = f"{list(asked.methods)!r}, coefficient={asked.coefficient!r}"
    if sides:
        line = f"print(e, f, zipfviz.score_table(space, tasks, {how}).round(2).to_string())"
        return recipe.each_space(*sides, line, *each, before=before, after=after)
    how += f", summary={summary!r}"
    if not asked.own_words:
        lines = [f"table = zipfviz.summed_scores(space, tasks, {how})"]
        if several:
            lines += ["table['average'] = table.mean(axis=1, skipna=False)"]
        shown = "print(table.round(2).to_string())"
        return recipe.snippet(*lines, shown, *each, *after, before=before)
    line = f"print(zipfviz.summed_scores(space, [task], {how}).round(2))"
    return recipe.of_task_words.each_task(line, *each, before=before, after=after)


def _noise_code(
    recipe: SpaceRecipe, asked: About, summary: Summary, sides: Sides | None, n: int
) -> str:
    """What noise scores in each cell, for the `n` columns of the table together."""
    before = ["from zipfviz.evaluation import score_nulls", *tasks_lines(asked)]
    how = f"{list(asked.methods)!r}, coefficient={asked.coefficient!r}, summary={summary!r}"
    of = "[task]" if asked.own_words else "tasks"
    lines = [
        f"for cell, null in score_nulls(space, {of}, {how}).items():",
        f"    print(*cell, null.mean, null.band({n}))",
    ]
    if sides:
        return recipe.each_space(*sides, "print(e, f)", *lines, before=before)
    if asked.own_words:
        return recipe.of_task_words.each_task(*lines, before=before)
    return recipe.snippet(*lines, before=before)


def coverage_code(recipe: SpaceRecipe, asked: About) -> str:
    """What each task's score stands on."""
    line, before = "print(zipfviz.score(space, task))", tasks_lines(asked)
    if asked.own_words:
        return recipe.of_task_words.each_task(line, before=before)
    return recipe.snippet("for task in tasks:", f"    {line}", before=before)


def tasks_lines(asked: About) -> list[str]:
    """The lines that load the tasks, with n-grams for their words where these are asked for."""
    lines = [load_tasks(asked.tasks)]
    if any(map(is_ngram_task, asked.tasks)):
        lines.append("tasks = [zipfviz.ngram_task(t) for t in tasks]")
    return lines


def subset_code(recipe: SpaceRecipe, task: Task, asked: About) -> str:
    """The scores of a task's subsets."""
    before = [load_task_line(task)]
    if is_ngram_task(task):
        before.append("task = zipfviz.ngram_task(task)")
    line = f"print(zipfviz.subset_scores(space, task, coefficient={asked.coefficient!r}))"
    return (recipe.of_task_words if asked.own_words else recipe).snippet(line, before=before)
