"""Estimate how many bytes values hold, so that what is kept of them can be bounded.

size_of(embedding, space)       # arrays, words, what was computed of them; shared parts once
"""

import mmap
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

import numpy as np

SAMPLE = 200  # members of a large list or dictionary that are looked at
DEPTH = 12
TRIES = 20


class Sizes:
    """A sum of sizes in which no array or record counts twice."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def add(self, value: Any) -> int:
        """The bytes of a value, without those parts that were counted before."""
        return int(self._size(value, 0))

    def _size(self, value: Any, depth: int) -> float:
        if value is None or isinstance(value, (type, mmap.mmap)) or callable(value):
            return 0
        if isinstance(value, (str, bytes, int, float)):
            return sys.getsizeof(value)
        if id(value) in self._seen or depth > DEPTH:
            return 0
        self._seen.add(id(value))
        if isinstance(value, np.ndarray):
            # A view holds all of what it is a view of; what is mapped is the system's.
            return value.nbytes if value.base is None else self._size(value.base, depth + 1)
        size: float = sys.getsizeof(value, 0)
        if isinstance(value, Mapping):
            items = _sample(value.items(), len(value))
            return size + self._of_all((part for item in items for part in item), value, depth)
        if isinstance(value, (tuple, list, set, frozenset)):
            return size + self._of_all(_sample(value, len(value)), value, depth)
        parts = getattr(value, "__dict__", None)
        return size + (self._size(parts, depth + 1) if isinstance(parts, dict) else 0)

    def _of_all(self, sample: Iterable[Any], whole: Any, depth: int) -> float:
        found = sum(self._size(part, depth + 1) for part in sample)
        return found * max(len(whole) / SAMPLE, 1.0)


def size_of(*values: Any) -> int:
    """Estimate the bytes that values hold together; what they share counts once.

    Arrays count by what they are views of, records by their fields and whatever was computed and
    kept in them; of long lists and dictionaries, `SAMPLE` members stand for all.

    >>> size_of(np.zeros(1000))
    8000
    """
    sizes = Sizes()
    return sum(map(sizes.add, values))


def _sample(members: Iterable[Any], n: int) -> Iterator[Any]:
    """All members of a short list, else `SAMPLE` of them: spread where they can be reached so.

    Taken at once, and again where another thread changed what is being measured meanwhile.
    """
    if n > SAMPLE and isinstance(members, (tuple, list)):
        return iter([members[i * n // SAMPLE] for i in range(SAMPLE)])
    for _ in range(TRIES):
        with suppress(RuntimeError):  # changed while it was gone through
            return iter(list(islice(iter(members), SAMPLE)))
    return iter(())
