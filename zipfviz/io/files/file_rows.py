"""Read the rows of a matrix from a file's handle, in blocks, without ever mapping it.

A mapped file that somebody cuts ends the whole process; one that is read is told to be cut.
"""

from __future__ import annotations

import os
from typing import Any, BinaryIO, Literal

import numpy as np

from zipfviz.common.errors import InputError

NEAR = 2**14  # bytes between two rows that are read rather than stepped over


def bytes_after(file: BinaryIO, offset: int) -> int:
    """How many bytes the file has from `offset` on."""
    return max(0, file.seek(0, os.SEEK_END) - offset)


class FileRows:
    """(n, d) values of `dtype` from byte `offset` of `file` on, read where they are asked for.

    `rows[a:b]` and `rows[indices]` are arrays of their own. `label` names the file in messages.
    """

    def __init__(
        self,
        file: BinaryIO,
        offset: int,
        shape: tuple[int, int],
        dtype: np.dtype[Any],
        order: Literal["C", "F"] = "C",
        *,
        label: str,
    ) -> None:
        self.file, self.offset, self.label = file, offset, label
        self.shape, self.dtype, self.order = shape, dtype, order

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def nbytes(self) -> int:
        return self.shape[0] * self.shape[1] * self.dtype.itemsize

    def __getitem__(self, rows: slice | np.ndarray) -> np.ndarray:
        """The rows of a slice, or of any places in any order.

        Raises InputError where they are no longer there.
        """
        if isinstance(rows, slice):
            start, stop, step = rows.indices(len(self))
            return self._between(start, max(start, stop))[::step]
        wanted, places = np.unique(rows, return_inverse=True)
        found = np.empty((len(wanted), self.shape[1]), self.dtype)
        near = max(1, NEAR // max(1, self.shape[1] * self.dtype.itemsize))
        ends = np.flatnonzero(np.diff(wanted) > near) + 1
        for first, last in zip([0, *ends.tolist()], [*ends.tolist(), len(wanted)], strict=True):
            if first < last:
                run = wanted[first:last]
                found[first:last] = self._between(int(run[0]), int(run[-1]) + 1)[run - run[0]]
        return found[places]

    def _between(self, start: int, stop: int) -> np.ndarray:
        n, d = self.shape
        size = self.dtype.itemsize
        if self.order == "C" or d == 1:
            return self._read(start * d * size, (stop - start, d))
        columns = [self._read((j * n + start) * size, (stop - start,)) for j in range(d)]
        return np.stack(columns, axis=1)

    def _read(self, at: int, shape: tuple[int, ...]) -> np.ndarray:
        found = np.empty(shape, self.dtype)
        if found.nbytes:
            self.file.seek(self.offset + at)
            whole: Any = self.file
            if whole.readinto(found.reshape(-1).view(np.uint8)) != found.nbytes:
                raise InputError(
                    f"{self.label} was cut short while it was read; read it again when nobody "
                    "writes to it."
                )
        return found
