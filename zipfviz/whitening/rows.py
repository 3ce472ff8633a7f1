"""Matrices whose rows are read or made a block at a time."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

Progress = Callable[[int, int], None]


class Rows(ABC):
    """Base of matrices (n, d) read by slices of rows; numpy takes them whole where it must."""

    shape: tuple[int, int]
    dtype: np.dtype
    ndim = 2

    def __len__(self) -> int:
        return self.shape[0]

    @abstractmethod
    def __getitem__(self, rows: slice) -> np.ndarray:
        """The rows of a slice, (k, d)."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self[:], dtype)


class _Watched(Rows):
    def __init__(self, X: np.ndarray, progress: Progress) -> None:
        self.shape, self.dtype = (X.shape[0], X.shape[1]), X.dtype
        self._X, self._progress = X, progress
        self._done, self._lock = 0, threading.Lock()

    def __getitem__(self, rows: slice) -> np.ndarray:
        block = self._X[rows]
        with self._lock:
            self._done = min(self._done + len(block), len(self))
            self._progress(self._done, len(self))
        return block


def watched(X: np.ndarray, progress: Progress) -> Any:
    """Report reading of `X` (n, d), once and in blocks, to `progress(rows read, n)`.

    What `progress` raises ends the reading: a way to stop. It may be called from several threads,
    never from two at once.
    """
    return _Watched(X, progress)


class MappedRows(Rows):
    """Rows of `X` (n, d) after a fitted transform, computed when they are read.

    `transform` maps (m, d) to (m, k): a fitted Whitening, Centering or AllButTheTop, or an
    Affine. `save_embedding` and `numpy.save` take it where they take an array.
    """

    def __init__(self, X: np.ndarray, transform: Any) -> None:
        self._X, self._map = X, getattr(transform, "transform", transform)
        first = self._map(np.asarray(X[:1]))
        self.shape, self.dtype = (X.shape[0], first.shape[1]), first.dtype

    def __getitem__(self, rows: slice) -> np.ndarray:
        return self._map(np.asarray(self._X[rows]))
