"""Work that takes a while: shown as it goes, stopped when asked, kept for all sessions."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import streamlit as st

__all__ = ["Shelf", "Told", "shelf", "stopped", "work"]

MOMENT = 0.4
KEPT = 96


class Told(Protocol):
    """Hears how far work is: the share done, and what is being done."""

    def __call__(self, share: float, text: str = "") -> None: ...


class Shelf:
    """Results by key, the most recent `size` of them; safe to share between threads."""

    def __init__(self, size: int = KEPT) -> None:
        self._size = size
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:
        """What was put there, or None."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Hashable, value: Any) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)


@st.cache_resource
def shelf() -> Shelf:
    """The one shelf of this server; keys start with a kind and hold content digests."""
    return Shelf()


def stopped(name: str) -> bool:
    """Whether this run was started by the Stop button of the work called `name`."""
    return bool(st.session_state.get(f"stop-{name}"))


@contextmanager
def work(name: str) -> Iterator[Told]:
    """A bar with a Stop button for what takes longer than a moment, gone when it ends.

    Any control pressed ends the run at the next word told; what was put on the shelf by then stays.
    """
    place, started = st.empty(), time.monotonic()
    bars: list[Any] = []

    def told(share: float, text: str = "") -> None:
        if time.monotonic() - started < MOMENT:
            return
        if not bars:
            with place.container(horizontal=True, vertical_alignment="center"):
                st.button("Stop", icon=":material/stop:", key=f"stop-{name}")
                bars.append(st.progress(0.0))
        bars[0].progress(min(max(share, 0.0), 1.0), f"{text} …" if text else None)

    yield told
    place.empty()
