"""Who is here, and what to do when somebody has been away for long."""

from __future__ import annotations

import threading
from collections.abc import Callable

__all__ = ["Visitors"]


class Visitors:
    """Sessions by their ids. `away` seconds after one left, and did not come back, `close(id)` is
    called in a thread of that name, and `empty()` after it when it was the last.
    """

    def __init__(
        self, away: float, close: Callable[[str], None], empty: Callable[[], None], name: str
    ) -> None:
        self.away, self._close, self._empty, self._name = away, close, empty, name
        self._here: set[str] = set()
        self._away: dict[str, threading.Timer] = {}
        self._lock = threading.Lock()

    def arrive(self, session: str) -> str:
        """The session is here, until `leave` is told."""
        with self._lock:
            self._here.add(session)
            if timer := self._away.pop(session, None):
                timer.cancel()
        return session

    def leave(self, session: str) -> None:
        """The session's browser is gone."""
        timer = threading.Timer(self.away, self._gone, [session])
        timer.name, timer.daemon = self._name, True
        with self._lock:
            self._here.discard(session)
            if before := self._away.pop(session, None):
                before.cancel()
            self._away[session] = timer
        timer.start()

    def _gone(self, session: str) -> None:
        with self._lock:
            if self._away.get(session) is not threading.current_thread():
                return  # it came back just now
            del self._away[session]
            is_empty = not self._here and not self._away
        self._close(session)
        if is_empty:
            self._empty()
