"""Keep the values used last, within a bound."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """Values by key, `most` of them, or of their sizes in all; those used longest ago are dropped.

    Of several owners, who has most loses first. Safe to use from any thread.
    """

    def __init__(self, most: int, size: Callable[[V], int] = lambda value: 1) -> None:
        self._most, self._size = most, size
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._owners: dict[Hashable, Hashable] = {}
        self._lock = threading.Lock()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def get(self, key: Hashable) -> V | None:
        """The value of that key, or None."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: V, owner: Hashable = None) -> None:
        """Keep a value, unless it is too large by itself; its first owner stays so."""
        with self._lock:
            if self._size(value) <= self._most:
                self._values[key] = value
                self._values.move_to_end(key)
                self._owners.setdefault(key, owner)
            while self._values and sum(map(self._size, self._values.values())) > self._most:
                self._drop()

    def _drop(self) -> None:
        """Drop the value used longest ago of the owner who has most."""
        has: dict[Hashable, int] = {}
        for key, value in self._values.items():
            has[self._owners[key]] = has.get(self._owners[key], 0) + self._size(value)
        most = max(has, key=has.__getitem__)
        gone = next(key for key in self._values if self._owners[key] == most)
        del self._values[gone], self._owners[gone]

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._values.clear()
            self._owners.clear()
