"""Scores and symmetry as curves over the choices the paper fixes.

Each knob moves one number and leaves all else as it is. Its curve always holds the paper's setting,
marked; points come one by one, so that they can be drawn as they arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.evaluation.scoring import Score, score, symmetry
from zipfviz.io.records import Task
from zipfviz.space.analysis import Symmetry
from zipfviz.space.methods import Options, parse_method
from zipfviz.space.word_space import WordSpace

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["KNOBS", "CurvePoint", "Knob", "curve", "curve_frame"]

DEFAULT = Options()


Turn = Callable[[WordSpace, Options, float], tuple[WordSpace, Options]]


@dataclass(frozen=True)
class Knob:
    """One number to move: what it is called, the method it belongs to, where the paper has it.

    `moves` are beginnings or endings of the transforms it changes; `turn` gives the space and
    options with the knob at a value; `paper` the paper's setting for a space; `grid` the values
    drawn when none are asked for.
    """

    name: str
    label: str
    method: str
    moves: tuple[str, ...]
    turn: Turn
    paper: Callable[[WordSpace], float]
    grid: Callable[[WordSpace], Sequence[float]]

    def values(self, space: WordSpace, asked: Iterable[float] | None = None) -> list[float]:
        """Values of the curve, ascending, each once, the paper's among them."""
        found = {float(v) for v in (self.grid(space) if asked is None else asked)}
        return sorted(found | {float(self.paper(space))})

    def moves_method(self, method: str) -> bool:
        """Whether the knob changes anything about the method."""
        parts = [part for part in parse_method(method) if part]
        return any(
            part.startswith(mark) or part.endswith(mark) for part in parts for mark in self.moves
        )


def _steps(low: float, high: float, n: int) -> list[float]:
    """Up to `n` whole numbers from low to high, even on a logarithmic scale."""
    return np.unique(np.rint(np.geomspace(low, high, n))).tolist()


KNOBS: dict[str, Knob] = {
    knob.name: knob
    for knob in (
        Knob(
            "prior_strength",
            "strength t of the prior, q ∝ pᵗ",
            "zipfian_whitening",
            ("zipfian_",),
            lambda space, options, t: (space, replace(options, prior_strength=t)),
            lambda space: DEFAULT.prior_strength,
            lambda space: [t / 10 for t in range(11)],
        ),
        Knob(
            "sif_a",
            "SIF’s a",
            "sif_ccr",
            ("sif_ccr",),
            lambda space, options, a: (space, replace(options, sif_a=a)),
            lambda space: DEFAULT.sif_a,
            lambda space: [1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1],
        ),
        Knob(
            "abtt_components",
            "directions removed, D",
            "abtt",
            ("abtt",),
            lambda space, options, D: (space, replace(options, abtt_components=int(D))),
            lambda space: DEFAULT.abtt_components,
            lambda space: range(min(11, space.d)),
        ),
        Knob(
            "n_kept",
            "whitened directions kept",
            "zipfian_whitening",
            ("whitening",),
            lambda space, options, k: (space, replace(options, n_kept=int(k))),
            lambda space: space.d,
            lambda space: _steps(1, space.d, 15),
        ),
        Knob(
            "n_words",
            "most frequent words kept",
            "zipfian_whitening",
            ("",),
            lambda space, options, n: (space.top(int(n)), options),
            len,
            lambda space: _steps(min(1_000, len(space)), len(space), 10),
        ),
    )
}


@dataclass(frozen=True)
class CurvePoint:
    """One point of a curve: the knob's value, what comes out, and whether the paper is here.

    `symmetry` is None where it was not asked for. `done` of `total` points have come.
    """

    knob: str
    value: float
    score: Score
    symmetry: Symmetry | None
    is_paper: bool
    done: int
    total: int


def curve(
    space: WordSpace,
    task: Task,
    knob: str,
    values: Iterable[float] | None = None,
    *,
    method: str | None = None,
    options: Options = DEFAULT,
    with_symmetry: bool = True,
) -> Iterator[CurvePoint]:
    """Score and symmetry of one method as one knob moves, point by point in ascending order.

    Parameters
    ----------
    knob : one of `KNOBS`.
    values : where to look; a fixed grid by default. The paper's setting is always added.
    method : one that the knob moves; the knob's own by default.
    options : all other settings.

    Moments under q ~ p^t cost one pass over the words for each point, symmetry one or two more.
    Raises InputError for an unknown knob, a method it
    does not move, or a value out of range.
    """
    found = KNOBS.get(knob)
    if found is None:
        raise InputError(f"knob {knob!r} is unknown; use one of {', '.join(KNOBS)}.")
    method = method or found.method
    if not found.moves_method(method):
        raise InputError(f"{knob} changes nothing about {method}; choose {found.method}.")
    return _points(space, task, found, found.values(space, values), method, options, with_symmetry)


def _points(
    space: WordSpace,
    task: Task,
    knob: Knob,
    values: list[float],
    method: str,
    options: Options,
    with_symmetry: bool,
) -> Iterator[CurvePoint]:
    # A copy with results of its own: a curve must not crowd out what the tables have computed.
    scratch = replace(space)
    for done, value in enumerate(values, 1):
        here, turned = knob.turn(scratch, options, value)
        yield CurvePoint(
            knob.name,
            value,
            score(here, task, method, turned),
            symmetry(here, method, task, turned) if with_symmetry else None,
            value == float(knob.paper(space)),
            done,
            len(values),
        )


def curve_frame(points: Iterable[CurvePoint]) -> pd.DataFrame:
    """A curve as a table: value, spearman and pearson x 100, the symmetry measures, is_paper."""
    import pandas as pd

    return pd.DataFrame(
        [
            {
                "value": point.value,
                "spearman": 100 * point.score.spearman,
                "pearson": 100 * point.score.pearson,
                **(asdict(point.symmetry) if point.symmetry else {}),
                "is_paper": point.is_paper,
            }
            for point in points
        ]
    )
