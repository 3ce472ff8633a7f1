"""Vectors that stay on disk: read in blocks, fitted, scored, and written whitened.

>>> X = outofcore.open_rows("vectors.npy")                        # nothing is read yet
>>> white = Whitening().fit(outofcore.watched(X, show), sample_weight=p)
>>> save_embedding(words, outofcore.MappedRows(X, white), "white.npy")

Everything that takes moments reads a memory map in blocks as it is; this module opens one with
care, tells how far reading has come, and maps rows when they are asked for.
"""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.records import content_digest
from zipfviz.space.word_space import MatchReport, WordSpace
from zipfviz.whitening.moments import block_slices, check_prior

__all__ = ["MappedRows", "Rows", "open_rows", "space_on_disk", "watched"]

Progress = Callable[[int, int], None]


def open_rows(path: str | os.PathLike[str]) -> np.ndarray:
    """A read-only memory map of the (n, d) floats in a .npy file; nothing is unpickled.

    Raises InputError for a file that is not there, is no .npy, or holds no table of floats.
    """
    name = Path(path).name
    try:
        X = np.load(path, mmap_mode="r", allow_pickle=False)
    except FileNotFoundError:
        raise InputError(f"{name} is not there; check the path.") from None
    except (OSError, ValueError) as error:
        raise InputError(
            f"{name} cannot be read in blocks ({error}); give a .npy file of numbers."
        ) from error
    if not isinstance(X, np.memmap) or X.ndim != 2 or not np.issubdtype(X.dtype, np.floating):
        kind = f"{getattr(X, 'dtype', 'several arrays')} of shape {getattr(X, 'shape', '?')}"
        raise InputError(f"{name} holds {kind}; expected floats, one row a word.")
    return X


class Rows(ABC):
    """Rows (n, d) that are read by slices; numpy takes the whole of them where it must."""

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
    """`X` (n, d) as rows to be read once in blocks; `progress(rows read, n)` is told of each.

    What `progress` raises ends the reading: a way to stop. It may be called from several threads,
    never from two at once.
    """
    return _Watched(X, progress)


class MappedRows(Rows):
    """The rows of `X` (n, d) after a fitted transform, made when they are asked for.

    `transform` maps (m, d) to (m, k): a fitted Whitening, Centering or AllButTheTop, or an
    Affine. `save_embedding` and `numpy.save` take it where they take an array.
    """

    def __init__(self, X: np.ndarray, transform: Any) -> None:
        self._X, self._map = X, getattr(transform, "transform", transform)
        first = self._map(np.asarray(X[:1]))
        self.shape, self.dtype = (X.shape[0], first.shape[1]), first.dtype

    def __getitem__(self, rows: slice) -> np.ndarray:
        return self._map(np.asarray(self._X[rows]))


def space_on_disk(
    words: Sequence[str], X: np.ndarray, p: Sequence[float] | np.ndarray
) -> WordSpace:
    """A WordSpace whose vectors stay where they are: `X` (n, d) float32, as `open_rows` gives it.

    Scores, symmetry, spectra and lengths read it in blocks. `p` (n,) > 0 in any unit: a word of
    weight 0 cannot be left out without a copy. The digest is that of the content, read once.

    Raises InputError for shapes that disagree, a weight that is not > 0, another dtype than
    float32, a word that stands twice.
    """
    q = check_prior(p, len(words))
    if X.ndim != 2 or len(X) != len(words) or X.dtype != np.float32:
        raise InputError(
            f"vectors: got {X.dtype} of shape {X.shape} for {counted(len(words), 'words')}; "
            "expected float32, one row a word."
        )
    assert q is not None
    if not q.all():
        raise InputError(
            f"the word {words[int(np.argmin(q))]!r} has weight 0; give each word on disk some mass."
        )
    names = tuple(words)
    if len(set(names)) < len(names):
        raise InputError("a word stands twice; give each word once.")
    q.setflags(write=False)
    digest = ""
    for rows in block_slices(len(X), X.shape[1]):
        digest = content_digest(digest, X[rows])
    report = MatchReport("on disk", "on disk", len(names), len(names), len(names), 1.0, 1.0)
    return WordSpace(names, X, q, report, content_digest(digest, q, names))
