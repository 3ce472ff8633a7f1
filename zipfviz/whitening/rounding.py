"""Bound rounding errors (Higham 2002) and decide which vectors are zero up to rounding.

A sum of m terms is off by at most m eps sum |term| (Higham 2002, section 3.1), eps = 2^-52 in
float64. A vector is zero where its length is no more than that: it was then made of parts that
cancel, and its direction is rounding. The same rule holds for words, sentences and means.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zipfviz.common.errors import InputError

EPS = float(np.finfo(np.float64).eps)
#: Squares of numbers between these neither overflow nor vanish, in float64 and in float32.
SAFE = {np.dtype(np.float64): (1e-140, 1e140), np.dtype(np.float32): (1e-15, 1e15)}


def spacing(dtype: Any) -> float:
    """Relative spacing of the numbers of a dtype, eps: 2^-23 for float32, 2^-7 for bfloat16.

    Integers are exact in float64: its own.
    """
    return float(np.spacing(np.ones((), dtype)))


def as_floats(X: Any) -> np.ndarray:
    """X as an array of floats, each number as it was: lists, integers, float16, torch's bfloat16.

    Raises InputError for what holds no real numbers.
    """
    if hasattr(X, "detach"):  # a torch tensor: numpy has no bfloat16 to hand one over in
        X = X.detach().cpu()
        X = X.float() if "bfloat16" in str(X.dtype) else X
    try:
        array = np.asarray(X)
        if np.issubdtype(array.dtype, np.floating):
            return array
        if array.dtype.kind != "c":
            return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        pass
    raise InputError(f"{type(X).__name__} holds no table of real numbers; give an array of floats.")


def readable(X: Any) -> Any:
    """X as it is, but for what scikit-learn's checks cannot read: torch's and numpy's bfloat16."""
    is_foreign = hasattr(X, "detach") or getattr(getattr(X, "dtype", None), "kind", "") == "V"
    return as_floats(X) if is_foreign else X


def given_spacing(X: Any) -> float:
    """Relative spacing of the numbers that X was given in, before anything turned them wider."""
    dtype = getattr(X, "dtype", np.float64)
    if hasattr(X, "detach"):
        dtype = {"torch.bfloat16": None}.get(str(dtype), str(dtype).removeprefix("torch."))
        return 2.0**-7 if dtype is None else spacing(np.dtype(dtype))
    try:
        return spacing(dtype)
    except TypeError:  # no dtype of numbers: a frame's or a list's
        return EPS


def row_norms(X: np.ndarray) -> np.ndarray:
    """Euclidean lengths of the rows of X (n, d) float64, (n,); of any size, also 1e300."""
    with np.errstate(over="ignore", under="ignore"):
        norms = np.sqrt(np.einsum("ij,ij->i", X, X))
    low, high = SAFE[np.dtype(np.float64)]
    odd = np.flatnonzero(~((norms > low) & (norms < high)))
    if odd.size:
        size = np.abs(X[odd]).max(axis=1, initial=0.0)
        norms[odd] = size * np.linalg.norm(X[odd] / np.where(size > 0, size, 1.0)[:, None], axis=1)
    return norms


def zero_level(parts: np.ndarray, terms: Any, gain: np.ndarray | None = None) -> np.ndarray:
    """Length up to which a vector is zero, (m,): m eps |sum of the sizes of its parts|.

    `parts` (m, d) are sums of |x| over what a vector was added up from, `terms` (m,) how many
    additions and products that were; `gain` (d, k) >= 0 holds the sizes of the entries of a matrix
    it was multiplied by.
    """
    d = parts.shape[1]
    size = row_norms(parts if gain is None else parts @ gain)
    return EPS * (terms + d) * size
