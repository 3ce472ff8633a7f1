"""Cut down, sort and search the pairs that moved; open one of them."""

from typing import Any

import pandas as pd
import streamlit as st

from zipfviz.common.errors import InputError
from zipfviz.common.markdown import plain
from zipfviz.evaluation.attribution import changed_pairs, pair_words
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.figures import count, method_style
from zipfviz.io.records import Task
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server.shared_cache import cached_table
from zipfviz.ui.shell.tables import typeset

SORTS = {
    "moved most": ("change", True),
    "moved up": ("change", False),
    "moved down": ("change", False),
    "helped most": ("effect", False),
    "hurt most": ("effect", False),
}
WAYS = ("all", "right way", "wrong way")
LISTED = 500
SEARCHED = ("text_1", "text_2", "gained", "lost")
EFFECT_HELP = (
    "The pair’s part of the score’s change, in points × 100; over all pairs these sum to the "
    "change itself."
)
DECIMALS = {"before": 3, "after": 3, "change": 3, "effect": 4}


@cached_table(24, "Comparing every pair …")
def moved(
    space: WordSpace, task: Task, before: str, after: str, coefficient: Coefficient
) -> pd.DataFrame:
    """`changed_pairs`, computed once for a space, a task and two methods."""
    return changed_pairs(space, task, before, after, coefficient=coefficient)


def cut(
    frame: pd.DataFrame, typed: str, gold: tuple[float, float], way: str, order: str
) -> pd.DataFrame:
    """The pairs whose texts or carrying words hold every word typed, in a range of gold, sorted."""
    found = frame[frame["gold"].between(*gold)]
    if way != "all":
        found = found[found["effect"] > 0 if way == "right way" else found["effect"] < 0]
    for word in (typed or "").lower().split():
        holds = [found[c].str.lower().str.contains(word, regex=False) for c in SEARCHED]
        found = found[holds[0] | holds[1] | holds[2] | holds[3]]
    column, absolute = SORTS[order]
    by = found[column].abs() if absolute else found[column]
    ascending = order in ("moved down", "hurt most")
    return found.loc[by.sort_values(ascending=ascending, kind="stable").index]


def cut_lines(task: Task, typed: str, gold: tuple[float, float], way: str) -> list[str]:
    """Python that keeps of `pairs` what `cut` keeps; nothing where it keeps all."""
    lines = []
    if gold != (task.gold.min(), task.gold.max()):
        lines.append(f"pairs = pairs[pairs['gold'].between{gold}]")
    if way != "all":
        lines.append(f"pairs = pairs[pairs['effect'] {'>' if way == 'right way' else '<'} 0]")
    for word in (typed or "").lower().split():
        lines += [
            f"texts = pairs[{list(SEARCHED)}].apply(lambda column: column.str.lower())",
            f"holds = texts.apply(lambda column: column.str.contains({word!r}, regex=False))",
            "pairs = pairs[holds.any(axis=1)]",
        ]
    return lines


def gold_range(task: Task) -> tuple[float, float]:
    """The range of human judgement to look at; all of it by default."""
    low, high = float(task.gold.min()), float(task.gold.max())
    if low == high:
        return low, high
    return st.slider("Human judgement", low, high, (low, high), key="why_gold", bind="query-params")


def choose_pair(found: pd.DataFrame, name: str) -> int:
    """The table of pairs; a row picked in it, or the number typed below, is the pair opened."""
    shown = found.head(LISTED)
    column = st.column_config
    columns = {
        "text_1": column.TextColumn("text 1", width="medium"),
        "text_2": column.TextColumn("text 2", width="medium"),
        "gold": column.NumberColumn("human"),
        "before": column.NumberColumn("cosine before"),
        "after": column.NumberColumn("cosine after"),
        "change": column.NumberColumn("change"),
        "effect": column.NumberColumn("effect", help=EFFECT_HELP),
        "gained": column.TextColumn("gained share", width="medium"),
        "lost": column.TextColumn("lost share", width="medium"),
        "pair": column.NumberColumn("pair"),
    }

    def picked() -> None:
        rows = st.session_state[f"{name}-frame"]["selection"]["rows"]
        if rows:
            st.session_state[f"{name}_pair"] = int(shown["pair"].iloc[rows[0]])

    st.dataframe(
        typeset(shown[list(columns)], DECIMALS, changes=("change", "effect")),
        column_config=columns,
        hide_index=True,
        height=330,
        key=f"{name}-frame",
        on_select=picked,
        selection_mode="single-row",
        alt="Pairs with their texts, human judgement, both cosines and the words that carried it",
    )
    if len(found) > LISTED:
        st.caption(f"The first {LISTED} of {count(len(found))} pairs; the download has them all.")
    left, right = st.columns([1, 3], vertical_alignment="bottom")
    right.caption("Pick a row to open its pair, or type the pair’s number.")
    hint = "Its number in the task; picking a row above sets it."
    bound: dict[str, Any] = {"key": f"{name}_pair", "bind": "query-params", "help": hint}
    return int(left.number_input("Pair to open", 0, None, int(shown["pair"].iloc[0]), **bound))


@cached_table(64, False)
def words_of(space: WordSpace, task: Task, pair: int, before: str, after: str) -> pd.DataFrame:
    """`pair_words`, computed once."""
    return pair_words(space, task, before, after, pair=pair)


def quoted(text: str) -> str:
    """A text of a pair as a markdown quotation, as typed."""
    return f"> {plain(text)}"


def opened(frame: pd.DataFrame, pair: int, task: Task) -> pd.Series:
    """The row of the pair that is opened. Raises InputError for one that was not scored."""
    rows = frame[frame["pair"] == pair]
    if not len(rows):
        raise InputError(f"pair {pair} of {task.name} was not scored; pick one of the table.")
    return rows.iloc[0]


def summary(found: pd.DataFrame, before: str, after: str) -> pd.DataFrame:
    """How many pairs moved which way, how far, and what the score gained.

    An effect that is undefined, as where all human scores are equal, is neither.
    """
    groups = {
        "moved the right way": found[found["effect"] > 0],
        "moved the wrong way": found[found["effect"] < 0],
        "made no difference": found[found["effect"] == 0],
        "all shown": found,
    }
    was, now = (f"mean cosine, {method_style(m).short}" for m in (before, after))
    rows = [
        {
            "pairs": len(group),
            was: group["before"].mean(),
            now: group["after"].mean(),
            "points of the score": group["effect"].sum(min_count=1),
        }
        for group in groups.values()
    ]
    return pd.DataFrame(rows, index=pd.Index(groups, name="pairs that"))
