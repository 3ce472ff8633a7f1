"""Who is here, and what to do when somebody has been away for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Visitors"]


class Visitors:
    """Sessions by their ids, told by any thread.

    `away` seconds after one left, and did not come back, `close(id)` is called on `loop`, and
    `empty()` after it when nobody is left. `close` returns False where the browser is back though
    no page has run since: it is then asked again. Without a loop nothing is called.
    """

    def __init__(
        self, away: float, close: Callable[[str], bool], empty: Callable[[], None]
    ) -> None:
        self.away, self._close, self._empty = away, close, empty
        self.loop: asyncio.AbstractEventLoop | None = None
        self._here: set[str] = set()
        # Touched on the loop only. A thread for each who left would have glibc give the next
        # visitors' threads more heaps: 110 MB after twenty visitors.
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def arrive(self, session: str) -> str:
        """The session is here, until `leave` is told."""
        self._here.add(session)
        return session

    def leave(self, session: str) -> None:
        """The session's browser is gone."""
        self._here.discard(session)
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self._wait, self.loop, session)

    def _wait(self, loop: asyncio.AbstractEventLoop, session: str) -> None:
        if before := self._timers.get(session):
            before.cancel()
        self._timers[session] = loop.call_later(self.away, self._look, loop, session)

    def _look(self, loop: asyncio.AbstractEventLoop, session: str) -> None:
        del self._timers[session]
        if session in self._here:
            return
        if not self._close(session):
            self._wait(loop, session)
        elif not self._here and not self._timers:
            self._empty()
