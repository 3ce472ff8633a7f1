"""Ask for free memory before anything of a file is given room; map a matrix without reading it."""

import os
from typing import Any, BinaryIO, Literal

import numpy as np


def free_memory() -> int:
    """Bytes that can be allocated without swapping, or a very large number where unknown."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 2**62


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
