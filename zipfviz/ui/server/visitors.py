"""Watch sessions, and close those whose browser has been away for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Visitors:
    """Sessions by their ids, told by any thread.

    On `loop` each session is looked at `away` seconds after it came or left last: `close(id)` ends
    it and returns True, or returns False where its browser is there, and is then asked again.
    `empty()` is called when none is left. Without a loop nothing is called.
    """

    def __init__(self, close: Callable[[str], bool], empty: Callable[[], None]) -> None:
        self._close, self._empty = close, empty
        self.away = 0.0
        self.loop: asyncio.AbstractEventLoop | None = None
        # Touched on the loop only. A thread for each who left would have glibc give the next
        # visitors' threads more heaps: 110 MB after twenty visitors.
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def tell(self, session: str) -> None:
        """The session came, or its browser is gone, perhaps to come back."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self._wait, self.loop, session)

    def _wait(self, loop: asyncio.AbstractEventLoop, session: str) -> None:
        if before := self._timers.get(session):
            before.cancel()
        self._timers[session] = loop.call_later(self.away, self._look, loop, session)

    def _look(self, loop: asyncio.AbstractEventLoop, session: str) -> None:
        if not self._close(session):
            self._wait(loop, session)
            return
        del self._timers[session]
        if not self._timers:
            self._empty()
