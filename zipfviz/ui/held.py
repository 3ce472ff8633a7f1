"""Large things that all visitors share: each loaded once, up to a bound in bytes, and let go.

    @held(4, "Reading the vectors …")
    def _embedding(name, stamp): ...

Arguments are names and small numbers, as in `st.cache_resource`, which does the keeping.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import streamlit as st

__all__ = ["HELD_BYTES", "held", "let_go"]

P = ParamSpec("P")
R = TypeVar("R")
_caches: list[Any] = []
_alive: list[tuple[weakref.ref, int]] = []
_lock = threading.Lock()


def _half_of_memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):  # not every system tells
        return 4 << 30


HELD_BYTES = _half_of_memory()  # of vectors; one thing that is larger is held alone


def held(max_entries: int, spinner: str | bool) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Hold what a function returns for all sessions, the most recent `max_entries` of it."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def counted(*args: P.args, **kwargs: P.kwargs) -> R:
            result = function(*args, **kwargs)
            _make_room_for(result)
            return result

        cached = st.cache_resource(max_entries=max_entries, show_spinner=spinner)(counted)
        _caches.append(cached)
        return cached

    return decorate


def let_go() -> None:
    """Forget all that is held; what a running page still uses lives until it is done."""
    for cached in _caches:
        cached.clear()


def _make_room_for(thing: Any) -> None:
    """Let everything else go when the vectors at hand, with those of `thing`, are too many."""
    vectors = getattr(thing, "vectors", None)
    if vectors is None:
        return
    with _lock:
        others = [(ref, size) for ref, size in _alive if ref() is not None and ref() is not thing]
        _alive[:] = [*others, (weakref.ref(thing), vectors.nbytes)]
        total = sum(size for _, size in _alive)
    if total > HELD_BYTES:
        let_go()
