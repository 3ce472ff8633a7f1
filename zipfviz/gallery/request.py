"""What a figure or table is made of, what comes out, and the numbers that both share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar

from zipfviz.common.errors import InputError
from zipfviz.evaluation import published
from zipfviz.evaluation.tables import score_table, symmetry_points
from zipfviz.figures import Draw
from zipfviz.io import catalogue
from zipfviz.io.load import load_task
from zipfviz.io.records import Task
from zipfviz.space.methods import METHODS
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

__all__ = [
    "Drawing",
    "Request",
    "Sheet",
    "correlated",
    "correlation_lead",
    "measure_labels",
    "named",
    "own_points",
    "papers_spaces",
    "printed_points",
    "score_frame",
]

Made = TypeVar("Made")
TASKS = ("lee50", "wordsim353", "simlex999", "sts-b")


@dataclass(frozen=True)
class Request:
    """What a figure or table is made of.

    Parameters
    ----------
    space : the words.
    tasks, methods : names; none are the page's own choice.
    words : how many words a chart of single words shows, or how many are drawn.
    find : words to ring, as written.
    direction : a principal direction, counted from 1, under the Zipfian prior.
    coefficient : of scores.
    paper : whether the paper's 21 spaces stand beside this one.
    seed : of draws.
    """

    space: WordSpace
    tasks: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    words: int | None = None
    find: tuple[str, ...] = ()
    direction: int = 1
    coefficient: Literal["spearman", "pearson"] = "spearman"
    paper: bool = True
    seed: int = 0

    @cached_property
    def loaded(self) -> list[Task]:
        """The tasks asked for, by default those of the page that are at hand."""
        known = {entry.name for entry in catalogue.list_tasks()}
        return [load_task(name) for name in self.tasks or [n for n in TASKS if n in known]]

    @cached_property
    def task(self) -> Task:
        """The one task of a figure that has one: the first asked for, else STS-B, else Lee50."""
        if self.tasks:
            return self.loaded[0]
        known = {entry.name for entry in catalogue.list_tasks()}
        return load_task("sts-b" if "sts-b" in known else "lee50")

    def methods_or(self, usual: Sequence[str]) -> list[str]:
        return list(self.methods or usual)

    def rows(self) -> list[int]:
        """Rows of the words to ring; InputError for one that is not in the space."""
        for word in self.find:
            if word not in self.space.index:
                raise InputError(f"{word!r} is not among the words of this space.")
        return [self.space.index[word] for word in self.find]


@dataclass(frozen=True)
class Drawing:
    """A chart as a page shows it: figures side by side, one headline, data, caption, sources.

    `draws` draw the figures, each for the medium it is given.
    """

    draws: list[Draw]
    headline: str
    data: pd.DataFrame
    caption: str
    bibtex: str
    tasks: tuple[Task, ...]

    @property
    def figures(self) -> list[go.Figure]:
        """The figures as a screen shows them."""
        return [draw() for draw in self.draws]


@dataclass(frozen=True)
class Sheet:
    """A table of the paper: numbers, its caption, which value of a column is best, its sources."""

    frame: pd.DataFrame
    caption: str
    decimals: int
    best: Literal["max"] | None
    bibtex: str


def named(name: str, known: Mapping[str, Made], kind: str) -> Made:
    """What makes the figure or table of that name; InputError for an unknown one."""
    if name not in known:
        raise InputError(f"there is no {kind} {name!r}; choose one of {', '.join(known)}.")
    return known[name]


def score_frame(request: Request) -> pd.DataFrame:
    methods = request.methods_or(METHODS)
    scores = score_table(request.space, request.loaded, methods, coefficient=request.coefficient)
    return scores.rename(columns=task_name)


def own_points(request: Request) -> pd.DataFrame:
    methods = request.methods_or(METHODS[:7])
    return symmetry_points(request.space, request.task, methods).assign(own=True)


def printed_points(request: Request) -> pd.DataFrame | None:
    if not request.paper:
        return None
    return published.symmetry_points(printed_task(request)).assign(own=False)


def printed_task(request: Request) -> Literal["STS-B", "SICK-R"]:
    """The paper's 21 spaces are scored on two tasks."""
    return "SICK-R" if request.task.name == "sick-r" else "STS-B"


def measure_labels() -> dict[str, str]:
    from zipfviz.gallery.published import (
        MEASURE_LABELS,  # imports streamlit, which figures do not need
    )

    return MEASURE_LABELS


def correlated(request: Request) -> pd.DataFrame:
    printed = printed_points(request)
    return own_points(request) if printed is None else printed


def correlation_lead(request: Request) -> str:
    over = (
        f"the paper’s 21 spaces and their {printed_task(request)} scores"
        if request.paper
        else f"this space after each transform and its {task_name(request.task.name)} scores"
    )
    return f"How symmetry goes with the score, over {over}."


def papers_spaces(request: Request) -> str:
    """What the paper's spaces are, for a caption."""
    return published.released_spaces(printed_task(request))
