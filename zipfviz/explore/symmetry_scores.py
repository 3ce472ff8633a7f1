"""How a measure of symmetry goes with the score over spaces, and how much that may be chance.

Spaces are few embeddings after the same few methods, and independent in neither. What one can ask
is whether a correlation stays where an embedding, or a method, is left out, and how often it would
be as large if methods had been given their scores in another order.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import MEASURES as COEFFICIENTS
from zipfviz.evaluation.coefficients import rankdata, standardised

_SYMMETRY = (f"sym{i}_{prior}" for prior in ("uniform", "zipfian") for i in (1, 2))
MEASURES = ("average_cosine", "isoscore", *_SYMMETRY)
#: All orders of so many methods are looked at (5,040); of more so many at random.
MOST_METHODS, ORDERS = 7, 10_000
#: Columns that tell which space a point is of, before its method.
_SPACE = ("own", "embedding", "source", "space")
_PREPARED: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "pearson": standardised,
    "spearman": lambda values: standardised(rankdata(values)),
}


def correlations(points: pd.DataFrame, *, measures: Sequence[str] = MEASURES) -> pd.DataFrame:
    """Correlate each symmetry measure with the score over `points`.

    `points` has a row a space and method: `embedding`, `method`, `score` and the measures (and
    `source`, `space`, `own` where an embedding has several). Values equal to five decimals are ties
    (a measure of 1 within rounding is 1).

    Returns columns measure, n and, for each coefficient (`pearson`, `spearman`, in [-1, 1]):

    - `_low`, `_high`: its smallest and largest value over all points and with one embedding left
      out; a sensitivity range, no interval of confidence; nan with fewer than three embeddings
    - `_method_low`, `_method_high`: the same with one method left out; nan with fewer than three
    - `_p`: the share of all orders of the methods, the same in every space, that give a coefficient
      as far from 0: exact for up to seven methods, of 10,000 seeded orders for more; nan where some
      space lacks a method.
    """
    rounded = points[[*measures, "score"]].astype(float).round(5).to_numpy()
    methods = points["method"] if "method" in points else pd.Series(range(len(points)))
    embedding, method = (np.asarray(c, object) for c in (points["embedding"], methods))
    rests = {"": _rests(embedding), "_method": _rests(method)}
    places = _places(points[[c for c in _SPACE if c in points]], method)
    records = []
    for measure, values in zip(measures, rounded.T, strict=False):
        record: dict[str, object] = {"measure": measure}
        score = rounded[:, -1]
        for name, coefficient in COEFFICIENTS.items():
            value = record[name] = coefficient(values, score)
            for of, left_out in rests.items():
                left = [coefficient(values[rest], score[rest]) for rest in left_out]
                ends = [*left, value] if left else [math.nan]
                record[f"{name}{of}_low"], record[f"{name}{of}_high"] = min(ends), max(ends)
            prepared = _PREPARED[name]
            record[f"{name}_p"] = _chance(value, prepared(values), prepared(score), places)
        record["n"] = int(np.isfinite(values + rounded[:, -1]).sum())
        records.append(record)
    return pd.DataFrame(records)


def _rests(labels: np.ndarray) -> list[np.ndarray]:
    """What is left without each label; nothing where fewer than three are there."""
    names = list(dict.fromkeys(labels))
    return [labels != name for name in names] if len(names) >= 3 else []


def _places(spaces: pd.DataFrame, method: np.ndarray) -> np.ndarray | None:
    """Rows of the points as (spaces, methods); None unless each space has each method once."""
    space = list(spaces.astype(str).itertuples(index=False, name=None))
    rows, columns = list(dict.fromkeys(space)), list(dict.fromkeys(method))
    cells = dict(zip(zip(space, method, strict=True), range(len(method)), strict=True))
    if not len(method) == len(cells) == len(rows) * len(columns):
        return None
    return np.array([[cells[row, column] for column in columns] for row in rows])


def _chance(value: float, x: np.ndarray, y: np.ndarray, places: np.ndarray | None) -> float:
    """Share of the orders of the methods with a coefficient as far from 0 as `value`.

    `x` and `y` are standardised, and so after any order: their mean product is the coefficient.
    """
    if places is None or not math.isfinite(value):
        return math.nan
    of_methods = x[places].T @ y[places] / len(x)  # what method j's measure adds with i's score
    m = len(of_methods)
    found = of_methods[_orders(m), np.arange(m)].sum(axis=1)
    return float((np.abs(found) >= abs(value) - 1e-9).mean())


@lru_cache(maxsize=4)
def _orders(m: int) -> np.ndarray:
    """Orders of m methods, (orders, m), the one they are in among them."""
    if m <= MOST_METHODS:
        return np.array(list(itertools.permutations(range(m))))
    rng = np.random.default_rng(0)
    return np.array([range(m), *(rng.permutation(m) for _ in range(ORDERS - 1))])
