"""Python that repeats what is shown: load both sources, match them, print the number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from zipfviz.common.deprecated import renamed
from zipfviz.evaluation.coefficients import Coefficient, check_coefficient
from zipfviz.io.load import load_embedding, load_frequency
from zipfviz.io.pairs.tasks import STATED
from zipfviz.io.records import Fold, Task
from zipfviz.io.tables.account import MAX_LOSS
from zipfviz.space.matching import align
from zipfviz.space.methods import Options, as_method
from zipfviz.space.word_space import WordSpace

DEFAULT = Options()


@dataclass(frozen=True)
class SpaceRecipe:
    """How a word space is made: the names of its two sources, and what `align` is told.

    Parameters
    ----------
    embedding, frequency : what the loaders take, a catalogue name or a path.
    fold, max_words, missing, above_floor : as for `zipfviz.align`.
    max_words_read : how many words of an embedding are read; None means all.
    max_loss : the share of rows that each source may leave out as unreadable.
    task_words : p is counted on the words of a `task` (the paper's "test set" setting).

    >>> print(SpaceRecipe("glove.6B.50d", "wordfreq:en").snippet("print(len(space))"))
    import zipfviz
    <BLANKLINE>
    emb = zipfviz.load_embedding('glove.6B.50d')
    freq = zipfviz.load_frequency('wordfreq:en')
    space = zipfviz.align(emb, freq)
    print(len(space))
    """

    embedding: str
    frequency: str
    fold: Fold = "none"
    max_words: int | None = None
    missing: str | float = "drop"
    max_words_read: int | None = None
    task_words: bool = False
    max_loss: float = MAX_LOSS
    above_floor: bool = False

    @classmethod
    def of(cls, space: WordSpace) -> SpaceRecipe:
        """The recipe that a space's own report tells."""
        r = space.report
        size = len(space) if len(space) < r.n_matched + r.n_missing_kept else None
        return cls(r.embedding, r.frequency, r.fold, size, r.missing, above_floor=r.above_floor)

    def load(self) -> WordSpace:
        """Load both sources and match them; errors are those of the loaders and of `align`."""
        return align(
            load_embedding(self.embedding, max_words=self.max_words_read, max_loss=self.max_loss),
            load_frequency(self.frequency, max_loss=self.max_loss),
            fold=self.fold,
            missing=self.missing,
            max_words=self.max_words,
            above_floor=self.above_floor,
        )

    @property
    def of_task_words(self) -> SpaceRecipe:
        """The same embedding with a task's own words, which are few: all of them are kept."""
        return replace(self, max_words=None, missing="drop", above_floor=False, task_words=True)

    @property
    def policies(self) -> str:
        """What `zipfviz.align` is told besides the two sources, each after a comma."""
        usual = {"fold": "none", "missing": "drop", "max_words": None, "above_floor": False}
        told = {name: getattr(self, name) for name in usual}
        return "".join(f", {name}={told[name]!r}" for name in told if told[name] != usual[name])

    def snippet(
        self, *lines: str, imports: str = "import zipfviz", before: Sequence[str] = ()
    ) -> str:
        """Python that makes the space, followed by `lines`; `before` stands above its loading."""
        return "\n".join([imports, "", *before, self._emb, *self._space, *lines])

    def each_task(self, *lines: str, before: Sequence[str], after: Sequence[str] = ()) -> str:
        """Python that runs `lines` for the space of each of the `tasks` that `before` loads."""
        inside = [f"    {line}" for line in (*self._space, *lines)]
        loop = [self._emb, "for task in tasks:", *inside]
        return "\n".join(["import zipfviz", "", *before, *loop, *after])

    def each_space(
        self,
        embeddings: Sequence[str],
        frequencies: Sequence[str],
        *lines: str,
        imports: str = "import zipfviz",
        before: Sequence[str] = (),
        after: Sequence[str] = (),
    ) -> str:
        """Python that runs `lines` for the space of every embedding with every source.

        `before` stands above the loop, `after` below it; in it an embedding is called e, a source
        f.
        """
        code = [
            imports,
            "",
            *before,
            f"for e in {list(embeddings)!r}:",
            f"    emb = zipfviz.load_embedding(e{self._limit}{self.loss})",
            f"    for f in {list(frequencies)!r}:",
            f"        freq = zipfviz.load_frequency(f{self.loss})",
            f"        space = zipfviz.align(emb, freq{self.policies})",
            *(f"        {line}" for line in lines),
            *after,
        ]
        return "\n".join(code)

    def cell(
        self,
        task: str,
        method: str,
        coefficient: Coefficient = "spearman",
        options: Options = DEFAULT,
    ) -> str:
        """Python that prints one score × 100, as a table shows it."""
        as_method(method)
        check_coefficient(coefficient)
        moved = ", ".join(f"{name}={value!r}" for name, value in changed_options(options).items())
        settings = f", options=zipfviz.Options({moved})" if moved else ""
        return self.snippet(
            f"score = zipfviz.score(space, task, {method!r}{settings})",
            f'print(f"{{100 * score.{coefficient}:.2f}}")',
            before=[f"task = zipfviz.load_task({task!r}{self.loss})"],
        )

    @property
    def _limit(self) -> str:
        return f", max_words={self.max_words_read}" if self.max_words_read else ""

    @property
    def loss(self) -> str:
        """What the loaders are told of `max_loss`, after a comma; "" where that is the usual."""
        return f", max_loss={self.max_loss!r}" if self.max_loss != MAX_LOSS else ""

    @property
    def _emb(self) -> str:
        return f"emb = zipfviz.load_embedding({self.embedding!r}{self._limit}{self.loss})"

    @property
    def _space(self) -> list[str]:
        listed = f"load_frequency({self.frequency!r}{self.loss})"
        counts = "task_frequency(task, emb.words)" if self.task_words else listed
        return [f"freq = zipfviz.{counts}", f"space = zipfviz.align(emb, freq{self.policies})"]


def load_call(task: Task) -> str:
    """The call that loads a task, with `max_loss` where it lost more rows than is usual."""
    lossy = task.report.bad_rows > MAX_LOSS * task.report.rows_read
    language = dict(task.report.facts).get(STATED, "")
    told = f", language={language!r}" if language else ""
    return f"zipfviz.load_task({task.name!r}{told}{', max_loss=1.0' if lossy else ''})"


def load_task_line(task: Task) -> str:
    """The line that loads `task`."""
    return f"task = {load_call(task)}"


def load_tasks(tasks: Sequence[Task]) -> str:
    """The line that loads `tasks`."""
    calls = [load_call(task) for task in tasks]
    names = [task.name for task in tasks]
    if calls == [f"zipfviz.load_task({name!r})" for name in names]:
        return f"tasks = [zipfviz.load_task(t) for t in {names!r}]"
    return f"tasks = [{', '.join(calls)}]"


def changed_options(options: Options) -> dict[str, object]:
    """The options that are not the paper's, by name."""
    values = {field.name: getattr(options, field.name) for field in fields(Options)}
    return {name: value for name, value in values.items() if value != getattr(DEFAULT, name)}


@renamed(limit="max_words_read")
def snippet(
    *,
    embedding: str,
    frequency: str | None,
    task: str,
    method: str,
    coefficient: Coefficient = "spearman",
    options: Options = DEFAULT,
    fold: Fold = "none",
    missing: str | float = "drop",
    max_words: int | None = None,
    max_words_read: int | None = None,
) -> str:
    """Write Python that, pasted into a fresh interpreter, prints one cell of a score table.

    Parameters
    ----------
    task : what `load_task` takes, a catalogue name or a path.
    frequency : None counts the task's own words (the paper's "test set" setting).
    others : as for `SpaceRecipe` and `score_table`.

    Raises InputError for an unknown method or coefficient.
    """
    policies = fold, max_words, missing, max_words_read
    recipe = SpaceRecipe(embedding, frequency or "", *policies, task_words=frequency is None)
    return recipe.cell(task, method, coefficient, options)
