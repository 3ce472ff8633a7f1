"""Whether the paper's printed tables bear out what its text says of them, cell by cell.

The text: Zipfian whitening outperforms on all tasks, and a method under the Zipfian prior the same
method under the uniform one.

not_best(published.static_scores("enwiki")).cells[0]    # Cell("GloVe", "STS12", "whitening")
"""

from __future__ import annotations

from dataclasses import dataclass

from zipfviz.common.lazy import pd
from zipfviz.common.wording import count

OPERATIONS = ("centering", "whitening")
_NAMES = ("embedding", "method", "average", "frequency")


@dataclass(frozen=True)
class Cell:
    """A cell of a printed table: `operation` is "centering" or "whitening"."""

    embedding: str
    task: str
    operation: str


@dataclass(frozen=True)
class Exceptions:
    """The `cells` of `n` in which a claim does not hold, in the table's order."""

    cells: tuple[Cell, ...]
    n: int

    def listed(self, *, operations: bool = False) -> str:
        """The cells in words, "GloVe STS12; Word2Vec STS12, SICK-R", with `operations` named."""
        tasks: dict[str, list[str]] = {}
        for cell in sorted(self.cells, key=lambda cell: cell.operation):
            whose = f"{cell.operation} {cell.embedding}" if operations else cell.embedding
            tasks.setdefault(whose, []).append(cell.task)
        return "; ".join(f"{whose} {', '.join(found)}" for whose, found in tasks.items())


def _cells(scores: pd.DataFrame) -> pd.DataFrame:
    """A row a cell: embedding, task, then a column a method; tasks in the table's order."""
    tasks = [column for column in scores.columns if column not in _NAMES]
    long = scores.melt(["embedding", "method"], tasks, "task", "score")
    wide = long.pivot(index=["embedding", "task"], columns="method", values="score")
    order = [(e, t) for e in scores["embedding"].unique() for t in tasks]
    return wide.reindex(pd.MultiIndex.from_tuples(order)).dropna(how="all")


def not_best(scores: pd.DataFrame) -> Exceptions:
    """Find the cells where another method of the table scores more than Zipfian whitening.

    `scores` has columns embedding, method and one a task, as `published.static_scores` gives them.
    """
    cells = _cells(scores)
    behind = cells["zipfian_whitening"] < cells.max(axis=1)
    found = tuple(Cell(e, t, "whitening") for e, t in cells.index[behind])
    return Exceptions(found, len(cells))


def below_uniform(scores: pd.DataFrame) -> Exceptions:
    """Find the cells where centering or whitening scores less under the Zipfian prior."""
    cells = _cells(scores)
    found = tuple(
        Cell(embedding, task, operation)
        for (embedding, task), row in cells.iterrows()
        for operation in OPERATIONS
        if row[f"zipfian_{operation}"] < row[f"uniform_{operation}"]
    )
    return Exceptions(found, len(OPERATIONS) * len(cells))


def below(scores: pd.DataFrame, other: pd.DataFrame) -> Exceptions:
    """Find the cells where Zipfian whitening scores less than in another table."""
    one, two = (_cells(table)["zipfian_whitening"] for table in (scores, other))
    both = pd.concat([one, two], axis=1, keys=["one", "two"]).dropna()
    found = both.index[both["one"] < both["two"]]
    return Exceptions(tuple(Cell(e, t, "whitening") for e, t in found), len(both))


def remark(scores: pd.DataFrame, enwiki: pd.DataFrame | None = None) -> str:
    """What a printed table says against the text, in a few sentences; "" where nothing.

    `enwiki` is the table with these frequencies, where `scores` has those of the test sets.
    """
    best, prior = not_best(scores), below_uniform(scores)
    parts = []
    if best.cells:
        parts.append(
            f"Zipfian whitening is not the best method in {count(len(best.cells))} of "
            f"the {count(best.n)} printed cells: {best.listed()}."
        )
    if prior.cells:
        parts.append(
            f"The Zipfian prior scores below the uniform one in {count(len(prior.cells))} of "
            f"the {count(prior.n)} printed cells: {prior.listed(operations=True)}."
        )
    if enwiki is not None and (less := below(scores, enwiki)).cells:
        parts.append(
            f"Test-set frequencies give Zipfian whitening less than enwiki in "
            f"{count(len(less.cells))} of {count(less.n)}: {less.listed()}."
        )
    return " ".join(parts)
