"""Worked example of whitening: a few words in the plane, every step under both priors.

    uniform, zipfian = worked_example(points, counts)      # (n, 2), (n,)
    zipfian.mean, zipfian.covariance                       # with q_i = count_i / sum
    zipfian.centred, zipfian.rotated, zipfian.scaled       # the words after each step

The two columns of the paper's correspondence table are these two records: the same code, other
weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.record import Record
from zipfviz.whitening import affine
from zipfviz.whitening.moments import check_prior, moments
from zipfviz.whitening.spectra import eigensystem

#: word, count in a text of a hundred words, and its vector.
EXAMPLE = (
    ("the", 60, 3.0, 1.0),
    ("of", 25, 2.4, 1.9),
    ("cat", 10, 0.6, 2.6),
    ("dog", 4, -0.4, 2.0),
    ("zebra", 1, -1.6, 0.2),
)
Step = Literal["vectors", "centred", "ellipse", "rotated", "scaled"]
STEPS: tuple[Step, ...] = ("vectors", "centred", "ellipse", "rotated", "scaled")
MOST = 12


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Worked(Record):
    """Worked example under one prior: every step of whitening.

    `q` (n,) has sum 1; `mean` is (2,), `covariance` (2, 2) with ddof 0.

    `values` (2,) are its eigenvalues, descending, and `axes` (2, 2) the directions as columns;
    `points`, `centred`, `rotated` and `scaled` (n, 2) the words before and after each step.
    `rank` is 1 where all words lie on a line: nothing is divided by a zero, and the second
    coordinate of `scaled` is 0.
    """

    prior: Literal["uniform", "zipfian"]
    points: np.ndarray
    q: np.ndarray
    mean: np.ndarray
    covariance: np.ndarray
    values: np.ndarray
    axes: np.ndarray
    rank: int
    centred: np.ndarray
    rotated: np.ndarray
    scaled: np.ndarray

    def at(self, step: Step) -> np.ndarray:
        """The words (n, 2) as a step shows them."""
        if step in ("rotated", "scaled"):
            return self.rotated if step == "rotated" else self.scaled
        return self.points if step == "vectors" else self.centred

    def ellipse(self, step: Step, n: int = 73) -> np.ndarray:
        """One standard deviation around the mean as an outline (n, 2), as a step shows it."""
        angle = np.linspace(0, 2 * np.pi, n)
        circle = np.column_stack([np.cos(angle), np.sin(angle)])
        along = circle * np.sqrt(self.values)
        if step == "scaled":
            return circle * (np.arange(2) < self.rank)
        if step == "rotated":
            return along
        return along @ self.axes.T + (self.mean if step == "vectors" else 0)

    @property
    def lengths(self) -> np.ndarray:
        """Lengths of the whitened words, (n,)."""
        return np.linalg.norm(self.scaled, axis=1)


def worked_example(points: np.ndarray, counts: np.ndarray) -> tuple[Worked, Worked]:
    """Whiten `points` (n, 2) step by step: under the uniform prior, and under q ~ counts.

    Returns a `Worked` each: `mean` mu = sum q x, `covariance` sum q (x - mu)(x - mu)^T =
    V diag(lambda) V^T, `scaled` (x - mu) V diag(lambda)^(-1/2), and `lengths` of these.

    Raises InputError for fewer than two words or different vectors, or counts that are none.
    """
    points = np.asarray(points, np.float64)
    n = len(points)
    if n < 2 or points.shape != (n, 2):
        raise InputError(f"the example needs two words or more in the plane, got {n}.")
    p = check_prior(counts, n, "counts")
    assert p is not None
    return _work("uniform", points, np.full(n, 1 / n)), _work("zipfian", points, p)


def _work(prior: Literal["uniform", "zipfian"], points: np.ndarray, q: np.ndarray) -> Worked:
    (m,) = moments(points, (q,))
    system = eigensystem(m)
    scaled = np.zeros_like(points)
    scaled[:, : system.rank] = affine.whitening(m, system=system)(points)
    centred = points - m.mean
    values = np.where(np.arange(2) < system.rank, system.values, 0.0)
    return Worked(
        prior=prior,
        points=points,
        q=q,
        mean=m.mean,
        covariance=m.covariance,
        values=values,
        axes=system.vectors,
        rank=system.rank,
        centred=centred,
        rotated=centred @ system.vectors,
        scaled=scaled,
    )


def check_rows(
    words: Sequence[object], counts: Sequence[Any], x: Sequence[Any], y: Sequence[Any]
) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Validate a table as typed: words, points (n, 2), counts (n,); rows with a gap are left out.

    Raises InputError for more than 12 words, a count that is not above 0, or too few rows.
    """
    rows = [
        row
        for row in zip(words, counts, x, y, strict=True)
        if str(row[0] or "").strip() and all(_is_number(value) for value in row[1:])
    ]
    if len(rows) > MOST:
        raise InputError(f"{len(rows)} words crowd the plane; keep {MOST} or fewer.")
    if len(rows) < 2:
        raise InputError("the example needs two words or more, each with a count, x and y.")
    table = np.array([[float(v) for v in row[1:]] for row in rows])
    for (word, *_), value in zip(rows, table[:, 0], strict=True):
        if not value > 0:
            raise InputError(f"the count of {str(word)!r} is {value:g}; give one above 0.")
    return [str(row[0]) for row in rows], table[:, 1:], table[:, 0]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.number) and bool(np.isfinite(float(value)))


def worked_frame(words: Sequence[str], columns: Sequence[Worked]) -> pd.DataFrame:
    """Tabulate every number of the example: a row a word and prior, the words after each step."""
    parts = []
    for w in columns:
        data: dict[str, object] = {"prior": w.prior, "word": list(words), "q": w.q}
        for name in ("points", "centred", "rotated", "scaled"):
            data |= {f"{name}_{axis}": getattr(w, name)[:, i] for i, axis in enumerate("xy")}
        parts.append(pd.DataFrame(data))
    return pd.concat(parts, ignore_index=True).set_index(["prior", "word"])
