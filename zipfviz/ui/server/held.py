"""What visitors share while somebody is here: loaded or drawn once, and let go when all have left.

@held(4, "Reading the vectors …")
def _embedding(name, stamp): ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import streamlit as st

__all__ = ["held", "let_go"]

P = ParamSpec("P")
R = TypeVar("R")
_caches: list[Any] = []


def held(max_entries: int, spinner: str | bool) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`st.cache_resource` of the most recent `max_entries` results, which `let_go` forgets."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = st.cache_resource(max_entries=max_entries, show_spinner=spinner)(function)
        _caches.append(cached)
        return cached

    return decorate


def let_go() -> None:
    """Forget all results. What a page still shows lives until its session ends."""
    for cached in _caches:
        cached.clear()
