"""What goes with a chart or table: its CSV, what it is about, its caption, BibTeX."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal

from zipfviz.common.bibliography import ENTRIES, entry_key, known_entry
from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted
from zipfviz.common.spreadsheet import guarded
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.scoring import score
from zipfviz.io.records import Task
from zipfviz.report.snippets import SpaceRecipe, changed_options
from zipfviz.space.methods import METHODS, MethodLike, Options, as_method
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

    def notices(self) -> tuple[str, ...]:
        """What was left out or assumed of the tasks."""
        return self.of_tasks()

    def of_tasks(self) -> tuple[str, ...]:
        """The same."""
        return task_notices(self.tasks, lambda task: {})

    def bibtex(self) -> str:
        """The paper, the tasks and the methods, no embedding and no frequency list."""
        return bibtex(None, self.tasks, self.methods)


@dataclass(frozen=True, eq=False)
class About:
    """What numbers are about: all that their caption, literature and snippet need.

    `own_words`: p is counted on each task itself. `lead` opens the caption where the numbers are no
    scores, `more` ends it. `sources` names further literature, of measures. `spaces`: those of the
    table's columns or rows, by what these are called (where there are several). `plain_cells`: each
    cell is a score of the one space, which a snippet can repeat. `best` and `decimals` are those of
    `table_latex`.
    """

    space: WordSpace
    tasks: Sequence[Task] = ()
    methods: Sequence[str] = METHODS
    coefficient: Coefficient = "spearman"
    lead: str = ""
    more: str = ""
    sources: Sequence[str] = ()
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
            _about(space, self._tasks_of(i, name), f"{lead} {name}:" if not i else f"{name}:")
            for i, (name, space) in enumerate(self.spaces.items())
        ]
        return " ".join([*chain.from_iterable(parts), *self.notices(), self.more]).strip()

    def notices(self) -> tuple[str, ...]:
        """What was left out or assumed of the spaces and tasks, each said once, by its name."""
        spaces = self.spaces or {"": self.space}
        of_spaces = [said for space in spaces.values() for said in space.report.notices]
        return tuple(dict.fromkeys([*of_spaces, *self.of_tasks()]))

    def of_tasks(self) -> tuple[str, ...]:
        """Those of the notices that are about the tasks."""
        return task_notices(self.tasks, self._spaces_of)

    def _spaces_of(self, task: Task) -> Mapping[str, WordSpace]:
        """The spaces that a task is scored in, by what they are called where there are several."""
        if self.own_words:
            name = task_name(task.name)
            return {"": self.spaces.get(name, self.space)}
        several = len({space.digest for space in self.spaces.values()}) > 1
        return self.spaces if several else {"": self.space}

    def bibtex(self) -> str:
        """The literature that the numbers stand on."""
        return bibtex(self.space, self.tasks, self.methods, self.sources)

    def _tasks_of(self, i: int, name: str) -> Sequence[Task]:
        """The tasks told with the `i`-th space: its own one, else all of them with the first."""
        if self.own_words:
            return [task for task in self.tasks if task_name(task.name) == name]
        return () if i else self.tasks

    def cell(self, recipe: SpaceRecipe, task: str, method: str) -> str:
        """Python that prints the cell of a task and a method; `recipe` is that of the space."""
        recipe = recipe.of_task_words if self.own_words else recipe
        return recipe.cell(task, method, self.coefficient)


Subject = About | Elsewhere
DEFAULT = Options()
#: Entries of the bibliography that methods go by beside that of their own name.
_SOURCES = {
    "model2vec_p": ("model2vec",),
    "zipfian_whitening_sif": ("sif_ccr",),
    "uniform_soft_whitening": ("soft_whitening",),
    "zipfian_soft_whitening": ("soft_whitening",),
}
_OPTION_NAMES = {
    "abtt_components": "directions removed by all-but-the-top D",
    "sif_a": "SIF’s a",
    "sif_centred_pca": "centred PCA in CCR",
    "prior_strength": "strength of the Zipfian prior t",
    "n_kept": "whitened directions kept",
    "model2vec_a": "Model2Vec’s a",
    "usif_length": "uSIF’s sentence length",
    "usif_components": "uSIF’s common directions",
    "soft_epsilon": "soft whitening’s ε",
    "filter_ratio": "EmbedFilter’s ratio",
}


def table_csv(frame: pd.DataFrame) -> str:
    """The table as CSV, numbers in full, an undefined one as an empty field.

    Its index comes first, under its name; bare row numbers are left out. No word is taken for a
    formula (`zipfviz.common.spreadsheet`); what loads a .csv reads the words as they were.
    """
    named = any(name is not None for name in frame.index.names)
    numbered = frame.index.dtype.kind == "i" and not named
    written = frame.copy(deep=False)
    for i in range(frame.shape[1]):
        written.isetitem(i, _guarded(frame.iloc[:, i]))
    written.columns = frame.columns if frame.columns.nlevels > 1 else _guarded(frame.columns)
    if frame.index.nlevels > 1:
        levels = [_guarded(level) for level in frame.index.levels]
        written.index = frame.index.set_levels(levels)
    else:
        written.index = _guarded(frame.index)
    return written.to_csv(lineterminator="\n", index=not numbered)


def _guarded(column: Any) -> Any:
    """A column or index whose texts a spreadsheet shows as they are."""
    texts = iter(guarded([value for value in column if isinstance(value, str)]))
    values = [next(texts) if isinstance(value, str) else value for value in column]
    if values == list(column):
        return column
    return (
        pd.Series(values, index=column.index)
        if isinstance(column, pd.Series)
        else pd.Index(values, name=column.name)
    )


def caption(
    space: WordSpace,
    tasks: Sequence[Task] = (),
    coefficient: Coefficient = "spearman",
    options: Options = DEFAULT,
    *,
    lead: str = "",
) -> str:
    """Write a table's caption: data, frequency, protocol, number of pairs; plain text.

    `lead` opens the caption, by default with what a score is. What was left out or assumed and
    settings that are not the paper's are said.
    """
    lead = lead or f"{COEFFICIENTS[coefficient]} × 100 between cosine and human similarity."
    parts = _about(space, tasks, lead)
    parts += [*space.report.notices, *task_notices(tasks, lambda task: {"": space})]
    moved = [f"{_OPTION_NAMES[name]} = {value}" for name, value in changed_options(options).items()]
    if moved:
        parts.append(f"Not the paper’s setting: {', '.join(moved)}.")
    return " ".join(parts)


def _about(space: WordSpace, tasks: Sequence[Task], lead: str) -> list[str]:
    """Sentences on the data and the protocol of numbers, led by what the numbers are."""
    parts = [lead, _about_space(space)]
    if tasks:
        parts.append(f"Pairs: {', '.join(_pairs_of(space, task) for task in tasks)}.")
        parts += _protocols(tasks)
    return parts


def task_notices(
    tasks: Sequence[Task], spaces_of: Callable[[Task], Mapping[str, WordSpace]]
) -> tuple[str, ...]:
    """What was left out or assumed of tasks, each by its name; () where nothing was.

    `spaces_of` gives the spaces a task is scored in, by their names where there are several.
    """
    told = []
    for task in tasks:
        said = list(task.report.notices)
        each = {name: _of_score(space, task) for name, space in spaces_of(task).items()}
        if len(set(each.values())) == 1:
            said += next(iter(each.values()))
        else:
            said += [f"With {name}: {s}" for name, of_score in each.items() for s in of_score]
        if said:
            told.append(f"{task_name(task.name)}: {' '.join(said)}")
    return tuple(told)


def _of_score(space: WordSpace, task: Task) -> tuple[str, ...]:
    found = score(space, task)
    if not found.n_folded or task.language == "en":  # which the paper's protocol folds
        return found.notices
    words = counted(found.n_folded, "words are", "word is")
    return (*found.notices, f"{words} found in another case.")


def _about_space(space: WordSpace) -> str:
    r = space.report
    # The share is that of all matched words: it says nothing about a smaller or larger selection.
    whole = len(space) == r.n_matched and math.isfinite(r.matched_share)
    share = f", {100 * r.matched_share:.1f} % of the list’s mass" if whole else ""
    return (
        f"Embedding: {r.embedding}, {counted(space.d, 'dimensions')}; word frequencies: "
        f"{r.frequency}; {counted(len(space), 'words')} in common{share}."
    )


def _pairs_of(space: WordSpace, task: Task) -> str:
    return f"{task_name(task.name)} {score(space, task).n_pairs:,}"


def _protocols(tasks: Sequence[Task]) -> list[str]:
    """How texts became vectors, for the kinds and languages of text there are."""
    said = []
    texts = [task for task in tasks if task.kind != "words"]
    if any(task.language != "ja" for task in texts):
        said.append(
            "Tokens by NLTK’s Treebank tokenizer, lower-cased, without punctuation; a text is the "
            "mean of its known words’ vectors."
        )
    if any(task.language == "ja" for task in texts):
        said.append(
            "Japanese tokens by MeCab with IPADIC; a text is the mean of its known words’ vectors."
        )
    if len(texts) < len(tasks):
        said.append("Pairs of words with a word outside the vocabulary are left out.")
    return said


def bibtex(
    space: WordSpace | None = None,
    tasks: Iterable[Task] = (),
    methods: Iterable[MethodLike] = (),
    sources: Iterable[str] = (),
) -> str:
    """Write BibTeX of the paper, the embedding, the frequency source, benchmarks and methods.

    `sources` are names of further entries of the bibliography.

    An entry that came with the data is taken as it is; known data without one gets ours, told by
    its name; what is unknown is named in a comment. Each citation key stands once.
    """
    named: list[tuple[str, str]] = [("the paper", ENTRIES["paper"])]
    for method in methods:
        for base in as_method(method).bases:
            names = [base.name, *_SOURCES.get(base.name, ())]
            named += [(name, ENTRIES[name]) for name in names if name in ENTRIES]
    named += [(name, ENTRIES[name]) for name in sources]
    if space is not None:
        r = space.report
        named.append((r.embedding, space.embedding_source.bibtex or known_entry(r.embedding)))
        named.append((r.frequency, space.frequency_source.bibtex or known_entry(r.frequency)))
    named += [(task.name, task.source.bibtex or known_entry(task.name)) for task in tasks]
    found: dict[str, str] = {}
    for name, entry in named:
        key = entry_key(entry) or f"unknown {name}"
        plain = " ".join(name.replace("@", "(at)").split())
        found.setdefault(key, entry.strip() or f"% no entry is known for {plain}")
    return "\n\n".join(found.values()) + "\n"
