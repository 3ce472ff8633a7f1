"""Map a matrix inside a file as an array, without reading it all where it lies on a disk."""

from __future__ import annotations

import os
from typing import Any, BinaryIO, Literal

import numpy as np


def bytes_after(file: BinaryIO, offset: int) -> int:
    """How many bytes the file has from `offset` on."""
    return max(0, file.seek(0, os.SEEK_END) - offset)


def map_matrix(
    file: BinaryIO,
    offset: int,
    shape: tuple[int, int],
    dtype: np.dtype[Any],
    order: Literal["C", "F"] = "C",
) -> np.ndarray:
    """(n, d) array of the values from byte `offset` on, read-only; they must all be there."""
    if 0 in shape:
        return np.empty(shape, dtype)
    try:
        file.fileno()
    except OSError:
        file.seek(offset)
        data = file.read(shape[0] * shape[1] * dtype.itemsize)
        return np.frombuffer(data, dtype).reshape(shape, order=order)
    handle: Any = file
    return np.memmap(handle, dtype, "r", offset, shape, order)
