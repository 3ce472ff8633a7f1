"""Write a space's transformed vectors to a file that other programs open, with progress.

save_transformed(space, "zipfian_whitening", "white.txt")
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from zipfviz.common.nouns import counted
from zipfviz.evaluation.scoring import transform
from zipfviz.io.records import Task
from zipfviz.io.vectors.writers import save_embedding
from zipfviz.space.methods import MethodLike
from zipfviz.space.word_space import WordSpace

Progress = Callable[[float, str], None]


@dataclass(frozen=True)
class _Rows:
    """An (n, d) array whose slices tell how far it was read."""

    array: np.ndarray
    progress: Progress

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    def __getitem__(self, rows: slice) -> np.ndarray:
        share = min(rows.stop / len(self.array), 1.0)
        self.progress(0.3 + 0.7 * share, f"Writing {counted(len(self.array), 'words')}")
        return self.array[rows]


def save_transformed(
    space: WordSpace,
    method: MethodLike,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    task: Task | None = None,
    progress: Progress | None = None,
) -> tuple[Path, ...]:
    """The files written (a vocabulary beside npy and safetensors), by the methods of ALL_METHODS.

    `format` as in `save_embedding`, told from the suffix by default; "sif_ccr" and "usif" need a
    `task`.
    `progress(share, what)` may raise to stop; nothing is left then. Raises InputError for an
    unknown method or format, or a place that cannot be written to.
    """
    told = progress or (lambda share, what: None)
    told(0.0, f"Transforming {counted(len(space), 'words')}")
    vectors = transform(space, method, task=task)
    return save_embedding(space.words, _Rows(vectors, told), path, format)
