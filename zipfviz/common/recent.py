"""Keep the values used last, within a bound."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """Values by key, `most` of them, or of their sizes in all; those used longest ago are dropped.

    Safe to use from any thread.
    """

    def __init__(self, most: int, size: Callable[[V], int] = lambda value: 1) -> None:
        self._most, self._size = most, size
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = threading.Lock()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def get(self, key: Hashable) -> V | None:
        """The value of that key, or None."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: V) -> None:
        """Keep a value, unless it is too large by itself."""
        with self._lock:
            if self._size(value) <= self._most:
                self._values[key] = value
                self._values.move_to_end(key)
            while sum(map(self._size, self._values.values())) > self._most:
                self._values.popitem(last=False)

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._values.clear()
