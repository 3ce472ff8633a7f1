"""What the gallery gives: a figure or a table with all that goes with it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.figures import Draw
from zipfviz.io import catalogue
from zipfviz.io.records import Task
from zipfviz.report.export import Subject
from zipfviz.space.word_space import WordSpace

if TYPE_CHECKING:
    import plotly.graph_objects as go

USUAL_TASKS = ("lee50", "wordsim353", "simlex999", "sts-b")


@dataclass(frozen=True, kw_only=True, eq=False)
class Drawing:
    """A chart as a page shows it.

    Attributes
    ----------
    name : what files of it are called.
    draws : draw the figures that stand side by side.
    headline : the finding with its numbers, one sentence of plain text.
    data : makes the table behind the chart.
    about : what the numbers are about: `caption()` and `bibtex()`.
    lines : Python that prints the numbers, given `space`.
    key : what the figures hang on besides the code, to keep them by; None where drawing is quick.
    left_out : what lies outside the picture, a sentence or nothing.
    """

    name: str
    draws: Sequence[Draw]
    headline: str
    data: Callable[[], pd.DataFrame]
    about: Subject
    lines: Sequence[str] = ()
    key: Hashable = None
    left_out: str = ""

    @property
    def figures(self) -> list[go.Figure]:
        """The figures as a screen shows them."""
        return [draw() for draw in self.draws]


@dataclass(frozen=True, kw_only=True, eq=False)
class Sheet:
    """A table as it is printed: which value of a column is `best`, digits after the point.

    `lines` are Python that prints the numbers, given `space`.
    """

    name: str
    frame: pd.DataFrame
    about: Subject
    decimals: int = 2
    best: Literal["max"] | None = None
    lines: Sequence[str] = ()


def rows_of(space: WordSpace, words: Sequence[str]) -> list[int]:
    """Rows of words to ring; InputError for one that is not in the space."""
    for word in words:
        if word not in space.index:
            raise InputError(f"{word!r} is not among the words of this space.")
    return [space.index[word] for word in words]


def usual_tasks() -> list[Task]:
    """The tasks that a page shows at first, those of them that are at hand."""
    from zipfviz.io.load import load_task

    known = {entry.name for entry in catalogue.list_tasks()}
    return [load_task(name) for name in USUAL_TASKS if name in known]


def usual_task() -> Task:
    """STS-B where it is at hand, else Lee50."""
    usual = {task.name: task for task in usual_tasks()}
    return usual.get("sts-b", usual["lee50"])
