"""Coefficients of correlation between cosines and human judgement."""

import math
from collections.abc import Callable
from typing import Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.whitening.rounding import EPS

Coefficient = Literal["spearman", "pearson"]


def check_coefficient(coefficient: str) -> None:
    """Raise InputError for a coefficient that is none."""
    if coefficient not in ("spearman", "pearson"):
        raise InputError(f"coefficient={coefficient!r} is unknown; use 'spearman' or 'pearson'.")


def rankdata(x: np.ndarray) -> np.ndarray:
    """Rank values from 1, ties by their mean rank; spares scipy.stats' long import."""
    _, group, size = np.unique(x, return_inverse=True, return_counts=True)
    return (np.cumsum(size) - (size - 1) / 2)[group]


def pearson(x: np.ndarray, y: np.ndarray) -> float:
    """Correlate two (m,) arrays by Pearson's r where both are finite; nan if undefined."""
    both = np.isfinite(x) & np.isfinite(y)
    return correlate_finite(np.asarray(x, np.float64)[both], np.asarray(y, np.float64)[both])


def spearman(x: np.ndarray, y: np.ndarray) -> float:
    """Correlate two (m,) arrays by Spearman's rho where both are finite; nan if undefined."""
    both = np.isfinite(x) & np.isfinite(y)
    x, y = np.asarray(x)[both], np.asarray(y)[both]
    return correlate_finite(rankdata(x), rankdata(y))


def correlate_finite(x: np.ndarray, y: np.ndarray) -> float:
    """Correlate two finite (m,) arrays by Pearson's r; nan for fewer than two or a constant."""
    if len(x) < 2:
        return math.nan
    return float(np.clip(standardised(x) @ standardised(y) / len(x), -1.0, 1.0))


def fisher_interval(value: float, reach: float) -> tuple[float, float]:
    """Find the interval of a coefficient whose ends, to first order, are `value` -+ `reach`.

    Symmetric in artanh (Fisher's z), so that it stays between -1 and 1; nan for nan and at an end.
    """
    if not (math.isfinite(reach) and abs(value) < 1):
        return math.nan, math.nan
    middle, far = math.atanh(value), reach / (1 - value**2)
    return math.tanh(middle - far), math.tanh(middle + far)


def standardised(x: np.ndarray) -> np.ndarray:
    """Standardise finite values (m,) of any size to mean 0 and variance 1 (ddof 0).

    nan for a constant, which is one whose values differ by no more than rounding puts into their
    sum, m eps max |x|.
    """
    size = float(np.abs(x).max(initial=0.0))
    if size == 0 or np.ptp(x / size) <= EPS * len(x):
        return np.full(len(x), np.nan)
    x = x / size
    x = x - x.mean()
    x /= np.abs(x).max()
    return (x - x.mean()) / x.std()


#: Function that correlates by each coefficient.
MEASURES: dict[Coefficient, Callable[[np.ndarray, np.ndarray], float]] = {
    "spearman": spearman,
    "pearson": pearson,
}
