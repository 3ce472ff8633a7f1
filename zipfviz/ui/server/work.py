"""Work that takes a while: shown as it goes, stopped when asked, kept for all sessions."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import streamlit as st

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

__all__ = ["Shelf", "Told", "shelf", "stopped", "work", "work_or_stop"]

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
def work(name: str, after: float = MOMENT, place: DeltaGenerator | None = None) -> Iterator[Told]:
    """A bar with a Stop button for what takes longer than `after` seconds, gone when it ends.

    Any control pressed ends the run at the next word told; what was put on the shelf by then stays.
    `place` is an `st.empty` to show it in.
    """
    where, started = place or st.empty(), time.monotonic()
    bars: list[DeltaGenerator] = []

    def told(share: float, text: str = "") -> None:
        if time.monotonic() - started < after:
            return
        if not bars:
            with where.container(horizontal=True, vertical_alignment="center"):
                st.button("Stop", icon=":material/stop:", key=f"stop-{name}")
                bars.append(st.progress(0.0))
        bars[0].progress(min(max(share, 0.0), 1.0), f"{text} …" if text else None)

    yield told
    where.empty()


@contextmanager
def work_or_stop(
    what: str, after: float = MOMENT, place: DeltaGenerator | None = None
) -> Iterator[Told]:
    """The same for work that the rest of the page needs: after Stop it waits for a change.

    `what` names the work, and is said where nothing else is.
    """
    if stopped(what):
        st.info("Stopped. Change any control to compute again.", icon=":material/touch_app:")
        st.stop()
    with work(what, after, place) as heard:
        yield lambda share, text="": heard(share, text or what)
