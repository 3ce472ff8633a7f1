"""Who is here, and what to do once nobody has been for a while."""

from __future__ import annotations

import threading
from collections.abc import Callable

__all__ = ["Visitors"]


class Visitors:
    """Counts visitors; calls `then` in a thread when `quiet` seconds passed since the last left."""

    def __init__(self, quiet: float, then: Callable[[], None], name: str) -> None:
        self.quiet, self._then, self._name = quiet, then, name
        self._here: set[object] = set()
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def arrive(self) -> object:
        """Somebody is here, until `leave` is told what this returns."""
        visitor = object()
        with self._lock:
            self._here.add(visitor)
            self._stop()
        return visitor

    def leave(self, visitor: object) -> None:
        """That visitor has left."""
        with self._lock:
            self._here.discard(visitor)
            self._stop()
            if not self._here:
                self._timer = threading.Timer(self.quiet, self._then)
                self._timer.name, self._timer.daemon = self._name, True
                self._timer.start()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
