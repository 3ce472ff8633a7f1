"""The score tables' parts: which space each task is scored in, sums, subsets, several spaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from zipfviz.common.errors import MatchError
from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted
from zipfviz.evaluation.scoring import score
from zipfviz.evaluation.settings_match import beside
from zipfviz.evaluation.subsets import Summary, subset_scores, summed_scores
from zipfviz.evaluation.tables import score_table, symmetry_points
from zipfviz.evaluation.tokenize import ngram_task
from zipfviz.figures import Draw, method_style, score_charts
from zipfviz.gallery import panels
from zipfviz.gallery import published as paper
from zipfviz.io.records import Task
from zipfviz.report.snippets import SpaceRecipe
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.pages.scores.code import subset_code
from zipfviz.ui.server import loaders
from zipfviz.ui.server.work import shelf, stopped, work
from zipfviz.ui.shell import furniture, pickers
from zipfviz.ui.shell.selection import load

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

__all__ = [
    "KINDS",
    "SEEING",
    "captioned",
    "charts",
    "choose_tasks",
    "clickable",
    "compute",
    "coverage",
    "opened",
    "points",
    "several",
    "side_by_side",
    "spaces",
    "subset_rows",
    "warn_of_coverage",
    "with_paper",
]

Coefficient = Literal["spearman", "pearson"]
LINK = "scores_link"
ENOUGH = 0.5
KINDS = {
    "sentences": "Sentences",
    "words": "Word pairs",
    "subwords": "Subwords",
    "japanese": "Japanese",
    "several": "Side by side",
}
SEEING = {
    "words": "For pairs of words the cosine is that of the two words, lower-cased.",
    "subwords": "Each token is replaced by itself and its character n-grams (3 to 6 of “<token>”, "
    "marks taken off), and those that are words of the space are averaged: the authors’ way of "
    "scoring fastText with subwords, not fastText’s own.",
    "japanese": "Japanese texts are split by MeCab with IPADIC.",
}
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
        furniture.nothing(
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
    import pandas as pd

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


def charts(scores: pd.DataFrame, printed: pd.DataFrame | None, per_figure: int = 1) -> list[Draw]:
    """Draw a panel a task over one range, with the paper's rings where `printed` is given."""
    rings = None if printed is None else printed.rename(columns={"WordSim353": "WordSim-353"})
    return score_charts(scores.rename(columns=task_name), rings, per_figure=per_figure)


def coverage(found: Mapping[str, WordSpace], tasks: Sequence[Task]) -> pd.DataFrame:
    """What each score stands on, each task in its own space."""
    import pandas as pd

    return pd.concat([panels.coverage_frame(found[t.name], [t]) for t in tasks], ignore_index=True)


def warn_of_coverage(found: Mapping[str, WordSpace], tasks: Sequence[Task]) -> None:
    """Say so where a score stands on less than half of the words of its texts."""
    shares = {t.name: score(found[t.name], t).coverage for t in tasks}
    low = [f"{task_name(n)} {100 * s:.0f} %" for n, s in shares.items() if s < ENOUGH]
    if low:
        st.caption(
            f":orange[Few of the texts’ words are in the space ({plain(', '.join(low))}), so these "
            "scores say little. Is the embedding in the language of the task?]"
        )


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
                    panels.labelled(table.T).T.rename_axis("subset"),
                    name=f"subsets-{task.name}",
                    decimals={"pairs": 0},
                    alt=f"Scores of the subsets of {task_name(task.name)}",
                    code=subset_code(chosen, task, own_words, coefficient),
                )


def several(
    chosen: SpaceRecipe, embeddings: Sequence[str], frequencies: Sequence[str]
) -> dict[tuple[str, str], WordSpace]:
    """The spaces of every embedding with every frequency source; what does not fit is said."""
    pairs = [(e, f) for e in embeddings for f in frequencies]
    found = {}
    with work("spaces") as told:
        for i, (embedding, frequency) in enumerate(pairs):
            told(i / len(pairs), f"Matching {plain(embedding)} with {plain(frequency)}")
            try:
                recipe = replace(chosen, embedding=embedding, frequency=frequency)
                found[embedding, frequency] = load(recipe)
            except MatchError as error:
                st.caption(plain(error))
    return found


def captioned(found: Mapping[Any, WordSpace]) -> dict[str, WordSpace]:
    """The spaces of a table by what a caption calls them."""
    if all(isinstance(key, tuple) for key in found):
        names = names_of(found)
        return {names[key]: space for key, space in found.items()}
    return {task_name(str(key)): space for key, space in found.items()}


def names_of(found: Mapping[tuple[str, str], Any]) -> dict[tuple[str, str], str]:
    """What to call each space: only what tells them apart."""
    embeddings, frequencies = ({key[i] for key in found} for i in (0, 1))
    if len(frequencies) == 1:
        return {key: key[0] for key in found}
    if len(embeddings) == 1:
        return {key: key[1] for key in found}
    return {key: f"{key[0]}, {key[1]}" for key in found}


def side_by_side(
    found: Mapping[tuple[str, str], WordSpace],
    tasks: Sequence[Task],
    methods: Sequence[str],
    coefficient: Coefficient,
) -> pd.DataFrame:
    """Scores × 100, methods × (task, space), several spaces side by side for each task."""
    import pandas as pd

    names = names_of(found)
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


def points(
    found: Mapping[tuple[str, str], WordSpace],
    task: Task,
    methods: Sequence[str],
    coefficient: Coefficient,
) -> pd.DataFrame:
    """Symmetry and score of each space after each method, a row a point, as they come.

    Columns are those of `symmetry_points` with `source` (the frequency's name), `space` (what to
    call it) and `own`. After Stop the points at hand.
    """
    import pandas as pd

    names = names_of(found)
    rows: list[pd.DataFrame] = []
    n, place = len(found) * len(methods), st.empty()
    with work("points") as told:
        for key, space in found.items():
            for method in methods:
                shelved = ("point", space.digest, task.digest, method, coefficient)
                row = shelf().get(shelved)
                if row is None and not stopped("points"):
                    told(len(rows) / n, f"Point {len(rows) + 1} of {n}: {plain(names[key])}")
                    row = symmetry_points(space, task, [method], coefficient=coefficient)
                    shelf().put(shelved, row)
                    place.caption(
                        f"{plain(names[key])}: score "
                        f"{row['score'].iloc[0]:.1f} after {plain(method.replace('_', ' '))}"
                    )
                if row is not None:
                    rows.append(row.assign(source=key[1], loaded=key[0], space=names[key]))
    place.empty()
    if len(rows) < n:
        st.caption(
            f"Stopped with {len(rows)} of {counted(n, 'points')}. Change any control to go on."
        )
    if not rows:
        return pd.DataFrame(columns=["embedding", "source", "space", "method", "score", "own"])
    return pd.concat(rows, ignore_index=True).assign(own=True)


def clickable(*charts: go.Figure, name: str, points: pd.DataFrame, task: Task, alt: str) -> None:
    """Charts side by side in which a click on a point opens its space on the Scores page.

    The customdata of a point is its row in `points`.
    """
    for i, (place, figure) in enumerate(zip(st.columns(len(charts)), charts, strict=True), 1):
        key = f"{name}-{i}"

        def picked(key: str = key) -> None:
            found = st.session_state[key]["selection"]["points"]
            rows = [p["customdata"] for p in found if p.get("customdata") is not None]
            if rows:
                row = rows[0][0] if isinstance(rows[0], list) else rows[0]
                _open(points.iloc[int(row)], task)

        with place:
            furniture.show(figure, key, alt, on_select=picked, selection_mode="points")


def _open(point: pd.Series, task: Task) -> None:
    """Set the sidebar to a point's space, and keep the link that shows it on the Scores page."""
    kind = "words" if task.kind == "words" else "sentences"
    link: dict[str, list[str]] = {"table": [KINDS[kind]]}
    if point["own"]:
        # What a control is called, since that is what stands in a link.
        st.session_state["embedding"] = point["loaded"]
        st.session_state["frequency"] = point["source"]
        link["tasks" if kind == "sentences" else f"{kind}_tasks"] = [task_name(task.name)]
        chosen = dict.fromkeys(["raw", point["method"]])
        link["score_methods"] = [method_style(method).label for method in chosen]
    else:
        link |= {"table": [KINDS["sentences"]], "printed_sentences": [point["embedding"]]}
    st.session_state[LINK] = link


def opened() -> dict[str, list[str]] | None:
    """The link to the point that was clicked in this run, or None."""
    return st.session_state.pop(LINK, None)
