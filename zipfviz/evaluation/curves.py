"""Curves of scores and symmetry over the settings that the paper fixes.

Each knob moves one number and leaves all else as it is. Its curve always holds the paper's setting,
marked; points come one by one, so that they can be drawn as they arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from zipfviz.common.deprecated import reordered
from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.comparisons import compare_choices
from zipfviz.evaluation.paired import COEFFICIENTS, Difference, change_columns
from zipfviz.evaluation.scoring import Score, score, symmetry
from zipfviz.io.records import Task
from zipfviz.space.analysis import Symmetry
from zipfviz.space.methods import Method, MethodLike, Options, as_method
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.affine import uncentred

DEFAULT = Options()


@dataclass(frozen=True, kw_only=True)
class Knob:
    """Setting that a curve runs over: its name, the method it belongs to, the paper's value.

    `option` is the field of Options it moves, None for the number of words, which changes every
    method; `paper` gives the paper's setting for a space, or that of a method's own source, an int
    where all values are whole; `grid` the values drawn when none are asked for; `limits` the
    smallest and largest value there are.
    """

    name: str
    label: str
    method: str
    option: str | None
    paper: Callable[[WordSpace], float]
    grid: Callable[[WordSpace], Sequence[float]]
    limits: Callable[[WordSpace], tuple[float, float]]

    def turn(self, space: WordSpace, method: Method, value: float) -> tuple[WordSpace, Method]:
        """Return the space and the method with the knob at a value."""
        if self.option is None:
            return space.top(int(value)), method
        setting = type(self.paper(space))(value)
        return space, method.with_options(**{self.option: setting})

    def values(self, space: WordSpace, asked: Iterable[float] | None = None) -> list[float]:
        """List the values of a curve, ascending, each once, the paper's among them."""
        found = {float(v) for v in (self.grid(space) if asked is None else asked)}
        return sorted(found | {float(self.paper(space))})

    def moves_method(self, method: MethodLike) -> bool:
        """Whether the knob changes anything about the method."""
        return self.option is None or as_method(method).depends_on(self.option)


def _steps(low: float, high: float, n: int) -> list[float]:
    """Up to `n` whole numbers from low to high, even on a logarithmic scale."""
    return np.unique(np.rint(np.geomspace(low, high, n))).tolist()


def _filled(space: WordSpace) -> int:
    """Directions that the vectors of a space fill, from the origin; 1 at least."""
    return max(uncentred(space.analysis.moments(0.0)).rank, 1)


def _setting(name: str, **rest: Any) -> Knob:
    """The knob that moves the setting of its own name, which its source has at the default."""
    return Knob(name=name, option=name, paper=lambda space: getattr(DEFAULT, name), **rest)


KNOBS: dict[str, Knob] = {
    knob.name: knob
    for knob in (
        _setting(
            "prior_strength",
            label="strength t of the prior, q ∝ pᵗ",
            method="zipfian_whitening",
            grid=lambda space: [t / 10 for t in range(21)],
            limits=lambda space: (0, np.inf),
        ),
        _setting(
            "sif_a",
            label="SIF’s a",
            method="sif_ccr",
            grid=lambda space: [1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1],
            limits=lambda space: (0, np.inf),
        ),
        _setting(
            "abtt_components",
            label="directions removed, D",
            method="abtt",
            grid=lambda space: range(min(11, space.d)),
            limits=lambda space: (0, space.d),
        ),
        Knob(
            name="n_kept",
            label="whitened directions kept",
            method="zipfian_whitening",
            option="n_kept",
            paper=lambda space: space.d,
            grid=lambda space: _steps(1, space.d, 15),
            limits=lambda space: (1, space.d),
        ),
        _setting(
            "soft_epsilon",
            label="added to each eigenvalue, ε in units of their mean",
            method="zipfian_soft_whitening",
            grid=lambda space: [0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.75, 1],
            limits=lambda space: (0, np.inf),
        ),
        _setting(
            "model2vec_a",
            label="Model2Vec’s a",
            method="model2vec",
            grid=lambda space: [1e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 1e-2],
            limits=lambda space: (0, np.inf),
        ),
        _setting(
            "usif_length",
            label="uSIF’s sentence length, n words",
            method="usif",
            grid=lambda space: [2, 4, 8, 16, 32, 64],
            limits=lambda space: (1, np.inf),
        ),
        _setting(
            "usif_components",
            label="uSIF’s common directions",
            method="usif",
            grid=lambda space: range(min(11, space.d)),
            limits=lambda space: (0, space.d),
        ),
        Knob(
            name="filter_ratio",
            label="one direction kept in",
            method="embed_filter",
            option="filter_ratio",
            paper=lambda space: min(DEFAULT.filter_ratio, _filled(space)),
            grid=lambda space: range(1, min(8, _filled(space)) + 1),
            limits=lambda space: (1, _filled(space)),
        ),
        Knob(
            name="n_words",
            label="most frequent words kept",
            method="zipfian_whitening",
            option=None,
            paper=len,
            grid=lambda space: _steps(min(1_000, len(space)), len(space), 10),
            limits=lambda space: (1, len(space)),
        ),
    )
}


@dataclass(frozen=True, kw_only=True)
class CurvePoint:
    """Point of a curve: the knob's value, score and symmetry, and whether the paper is here.

    `symmetry` is None where it was not asked for. `change` maps a coefficient to the difference to
    the paper's setting, on the pairs that both score, corrected for all other points of the curve.
    `done` of `total` points have come.
    """

    knob: str
    value: float
    score: Score
    symmetry: Symmetry | None
    change: Mapping[Coefficient, Difference]
    is_paper: bool
    done: int
    total: int


@reordered("space", "task", "knob", "values")
def curve(
    space: WordSpace,
    task: Task,
    method: MethodLike | None = None,
    *,
    knob: str,
    values: Iterable[float] | None = None,
    options: Options | None = None,
    with_symmetry: bool = True,
    known: Collection[float] = (),
) -> Iterator[CurvePoint]:
    """Yield score and symmetry of one method as one of its settings grows, point by point.

    Each `CurvePoint` holds what `score` and `symmetry` give under that value of the setting, and
    how far its score is from that of the paper's setting. Errors are dyadic-robust (`compare` with
    n_resamples=0): they go by the texts that pairs share.

    Parameters
    ----------
    method : one that the knob moves; the knob's own by default.
    knob : one of `KNOBS`.
    values : where to look; a fixed grid by default. The paper's setting is always added.
    options : all other settings.
    known : values of the curve whose points are there; they are not computed again.

    Moments under q ~ p^t cost one pass over the words for each point, symmetry one or two more.
    Raises InputError for an unknown knob, a method it does not move, or a value out of range.
    """
    found = KNOBS.get(knob)
    if found is None:
        raise InputError(f"knob {knob!r} is unknown; use one of {', '.join(KNOBS)}.")
    method = as_method(method or found.method, options)
    if not found.moves_method(method):
        raise InputError(f"{knob} changes nothing about {method}; choose {found.method}.")
    asked = found.values(space, values)
    return _points(space, task, method, found, asked, with_symmetry, known)


def _points(
    space: WordSpace,
    task: Task,
    method: Method,
    knob: Knob,
    values: list[float],
    with_symmetry: bool,
    known: Collection[float],
) -> Iterator[CurvePoint]:
    # A copy with results of its own: a curve must not crowd out what the tables have computed.
    scratch = replace(space)
    at_paper = knob.turn(scratch, method, float(knob.paper(space)))
    missing = [value for value in values if value not in known]
    for done, value in enumerate(missing, 1 + len(values) - len(missing)):
        here, turned = knob.turn(scratch, method, value)
        both = {"here": (here, turned), "paper": at_paper}
        compared = compare_choices(both, task, n_resamples=0)
        of_all = {"n_comparisons": max(len(values) - 1, 1)}
        change = {
            c: compared.difference("here", "paper", coefficient=c, **of_all) for c in COEFFICIENTS
        }
        yield CurvePoint(
            knob=knob.name,
            value=value,
            score=score(here, task, turned),
            symmetry=symmetry(here, turned, task=task) if with_symmetry else None,
            change=change,
            is_paper=value == float(knob.paper(space)),
            done=done,
            total=len(values),
        )


def curve_frame(points: Iterable[CurvePoint]) -> pd.DataFrame:
    """Tabulate a curve: value, spearman and pearson x 100, the symmetry measures, is_paper.

    Beside each coefficient stand its `_change` from the paper's setting, the `_error` of that, and
    `_low` and `_high`, its interval at 95 % corrected for all other points; points x 100.
    """
    return pd.DataFrame(
        [
            {
                "value": point.value,
                "spearman": 100 * point.score.spearman,
                "pearson": 100 * point.score.pearson,
                **(asdict(point.symmetry) if point.symmetry else {}),
                "is_paper": point.is_paper,
                **change_columns(point.change),
            }
            for point in points
        ]
    )
