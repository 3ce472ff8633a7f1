"""Scores under each list with paired intervals, task by task as they come; their Python."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, gain, interval, listed, number
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.comparisons import Choice
from zipfviz.evaluation.paired import Comparison, average
from zipfviz.evaluation.which_p import Carried, carrying_words, compare_frequencies
from zipfviz.figures import method_style
from zipfviz.figures.headlines.which_p import carried_headline
from zipfviz.io.records import Task
from zipfviz.report.snippets import load_tasks
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.pages.which_p.lists import OWN, Asked, spaces_of
from zipfviz.ui.server.jobs import stopped, work
from zipfviz.ui.server.shared_cache import shelf
from zipfviz.ui.shell.assets import texts_of

TEXTS = texts_of(__file__)
VIEWS = {"tasks": "Lists × tasks", "methods": "Lists × methods"}


def parts(
    asked: Asked, plain_of: Mapping[str, WordSpace], tasks: Sequence[Task], methods: Sequence[str]
) -> list[Comparison]:
    """A comparison of each task, with progress; after Stop those at hand. Their average ends it."""
    found: list[Comparison] = []
    with work("which-p") as told:
        for i, task in enumerate(tasks):
            told(i / len(tasks), f"Scoring {plain(task_name(task.name))} under each list")
            spaces = spaces_of(asked, plain_of, task)
            digests = tuple((name, space.digest) for name, space in spaces.items())
            key = ("which-p", task.digest, task.name, tuple(methods), digests)
            part = shelf().get(key)
            if part is None and not stopped("which-p"):
                (part,) = compare_frequencies(spaces, [task], methods)
                shelf().put(key, part)
            if part is not None:
                found.append(part)
    if len(found) < len(tasks):
        st.caption(f"Stopped with {len(found)} of {len(tasks)} tasks. Change any control to go on.")
    elif len(found) > 1:
        found.append(average(found))
    return found


def named(table: pd.DataFrame) -> pd.DataFrame:
    """The same with tasks and methods as they are called."""
    return table.assign(
        task=[task_name(str(t)) for t in table["task"]],
        method=[method_style(str(m)).label for m in table["method"]],
    )


def cells(table: pd.DataFrame, columns: str) -> pd.DataFrame:
    """Lists × tasks or methods: each score with its difference and the interval it is judged by."""
    texts = table.assign(text=[_cell(row) for row in table.to_dict("records")])
    order = {name: list(dict.fromkeys(table[name])) for name in ("source", columns)}
    wide = texts.pivot(index="source", columns=columns, values="text")
    return wide.loc[order["source"], order[columns]].rename_axis(index="list", columns=None)


def _cell(row: Mapping[str, Any]) -> str:
    score = number(row["score"], 1)
    if pd.isna(row["change"]):
        return score
    ends = row["low_corrected"], row["high_corrected"]
    told = interval(*ends, 1) if pd.notna(ends[0]) else "too few texts"
    return f"{score}  {gain(row['change'])}{'*' if row['stands'] else ''} ({told})"


def on_words(asked: Asked, spaces: Mapping[str, WordSpace]) -> str:
    """How many words the lists are compared on; plain text."""
    sizes = {name: len(space) for name, space in spaces.items()}
    if asked.shared:
        n = min(sizes.values())
        return f"On the {count(n)} {noun(n, 'words')} that all lists share"
    each = listed([f"{name} {count(n)}" for name, n in sizes.items()])
    return f"On the words of each list: {each}"


def raw_score(part: Comparison, source: str, coefficient: Coefficient) -> float:
    """The score x 100 of the raw vectors in a comparison."""
    at = part.methods.index(str(Choice(method="raw", source=source)))
    return 100 * float(part.observed[coefficient][at])


def carried(
    one: WordSpace, other: WordSpace, task: Task, method: str, coefficient: Coefficient
) -> Carried:
    """The words that carry the difference between two lists, kept for the next look."""
    key = ("carried", one.digest, other.digest, task.digest, method, coefficient)
    found = shelf().get(key)
    if found is None:
        with st.spinner("Swapping words one by one …"):
            found = carrying_words(one, other, task, method, coefficient=coefficient)
        shelf().put(key, found)
    return found


def carried_sentence(found: Carried, one: str, other: str) -> str:
    """What the words come to; plain text."""
    sums = found.change, found.together, found.distance
    return carried_headline(*sums, len(found.words), (one, other))


def carried_table(found: Carried, one: str, other: str) -> pd.DataFrame:
    """The words as read: p in both lists, shares in percent, the change of the score."""
    words = found.words
    return pd.DataFrame(
        {
            f"p in {one}, 1e-6": 1e6 * words["p_one"],
            f"p in {other}, 1e-6": 1e6 * words["p_other"],
            "of the mean’s change, %": 100 * words["of_mean"],
            "of the covariance’s, %": 100 * words["of_covariance"],
            "score if swapped alone": words["of_score"],
        }
    ).set_index(pd.Index(words["word"], name="word"))


def code(
    asked: Asked, tasks: Sequence[Task], methods: Sequence[str], against: str, coefficient: str,
    carry: tuple[str, str, str] | None = None,
) -> str:  # fmt: skip
    """Python that prints the table, and the words that carry a difference where asked for."""
    recipe = asked.recipe
    names = list(asked.names)
    load = f"zipfviz.load_frequency(f{recipe.loss})"
    how = "".join(f", {k}={v!r}" for k, v in asked.how.items())
    lines = [
        "from zipfviz.evaluation import average, carrying_words",
        "from zipfviz.evaluation import compare_frequencies, frequency_table",
        load_tasks(tasks),
        f"lists = {{f: {load} for f in {names!r}}}",
    ]
    if asked.text is not None:
        text = asked.text.name
        lines.append(f"lists[{text!r}] = zipfviz.load_frequency({text!r}, format='text')")
    lines.append(
        f"each = {{f: zipfviz.align(emb, freq{recipe.policies}) for f, freq in lists.items()}}"
    )
    if asked.own:
        fold = "" if recipe.fold == "none" else f", fold={recipe.fold!r}"
        lines += [
            "def spaces(task):",
            f"    own = zipfviz.align(emb, zipfviz.task_frequency(task, emb.words){fold})",
            f"    return zipfviz.adjusted({{**each, {OWN!r}: own}}{how})",
            "first = spaces(tasks[0])",
        ]
    else:
        lines.append(f"spaces = first = zipfviz.adjusted(each{how})")
    lines += [
        "print({name: len(space) for name, space in first.items()})",
        f"parts = list(compare_frequencies(spaces, tasks, {['raw', *methods]!r}))",
        *(["parts.append(average(parts))"] if len(tasks) > 1 else []),
        f"table = frequency_table(parts, list(first), {list(methods)!r}, against={against!r}, "
        f"coefficient={coefficient!r})",
        "print(table.to_string())",
    ]
    if carry is not None:
        one, other, method = carry
        lines += [
            f"found = carrying_words(first[{one!r}], first[{other!r}], tasks[0], {method!r}, "
            f"coefficient={coefficient!r})",
            "print(found.change, found.together, found.distance)",
            "print(found.words.to_string())",
        ]
    return recipe.snippet(*lines)
