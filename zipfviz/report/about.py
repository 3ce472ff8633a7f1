"""What the numbers of a chart or table are about: their caption, the literature they stand on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.io.records import Task
from zipfviz.report.export import bibtex, caption
from zipfviz.report.snippets import SpaceRecipe
from zipfviz.space.methods import METHODS
from zipfviz.space.names import COEFFICIENTS, task_name
from zipfviz.space.word_space import WordSpace


@dataclass(frozen=True)
class Elsewhere:
    """Numbers that are not about the word space at hand: a `sentence` says what they are about."""

    sentence: str
    tasks: Sequence[Task] = ()
    methods: Sequence[str] = ()

    def caption(self, lead: str = "") -> str:
        """`lead` and the sentence; plain text."""
        return f"{lead} {self.sentence}".strip()

    def bibtex(self) -> str:
        """The paper, the tasks and the methods, no embedding and no frequency list."""
        return bibtex(None, self.tasks, self.methods)


@dataclass(frozen=True, eq=False)
class About:
    """What numbers are about: all that their caption, literature and snippet need.

    `own_words`: p is counted on each task itself. `lead` opens the caption where the numbers are no
    scores, `more` ends it. `spaces`: those of the table's columns or rows, by what these are called
    (where there are several). `plain_cells`: each cell is a score of the one space, which a snippet
    can repeat. `best` and `decimals` are those of `table_latex`.
    """

    space: WordSpace
    tasks: Sequence[Task] = ()
    methods: Sequence[str] = METHODS
    coefficient: Coefficient = "spearman"
    lead: str = ""
    more: str = ""
    own_words: bool = False
    plain_cells: bool = True
    spaces: Mapping[str, WordSpace] = field(default_factory=dict)
    best: Mapping[str, Literal["max", "min"] | None] | Literal["max", "min"] | None = "max"
    decimals: Mapping[str, int] = field(default_factory=dict)

    def caption(self, lead: str = "") -> str:
        """What the numbers are, each of several spaces named; plain text.

        `lead` opens it in place of the own one.
        """
        lead = lead or self.lead
        if len({space.digest for space in self.spaces.values()}) < 2:
            text = caption(self.space, self.tasks, self.coefficient, lead=lead)
            return f"{text} {self.more}".strip()
        lead = lead or f"{COEFFICIENTS[self.coefficient]} × 100."
        parts = [
            caption(space, self._tasks_of(i, name), lead=f"{lead} {name}:" if not i else f"{name}:")
            for i, (name, space) in enumerate(self.spaces.items())
        ]
        return " ".join([*parts, self.more]).strip()

    def bibtex(self) -> str:
        """The literature that the numbers stand on."""
        return bibtex(self.space, self.tasks, self.methods)

    def _tasks_of(self, i: int, name: str) -> Sequence[Task]:
        """The tasks told with the `i`-th space: its own one, else all of them with the first."""
        if self.own_words:
            return [task for task in self.tasks if task_name(task.name) == name]
        return () if i else self.tasks

    def cell(self, recipe: SpaceRecipe, task: str, method: str) -> str:
        """Python that prints the cell of a task and a method; `recipe` is that of the space."""
        recipe = recipe.of_task_words if self.own_words else recipe
        return recipe.cell(task, method, self.coefficient)
