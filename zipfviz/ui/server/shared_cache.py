"""Cache shared by all visitors, cleared when the last one has left.

@shared_cache(4, "Reading the vectors …")
def _embedding(name, stamp): ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import streamlit as st

__all__ = ["clear", "shared_cache"]

P = ParamSpec("P")
R = TypeVar("R")
_caches: list[Any] = []


def shared_cache(
    max_entries: int, spinner: str | bool
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`st.cache_resource` of the most recent `max_entries` results, which `clear` forgets."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = st.cache_resource(max_entries=max_entries, show_spinner=spinner)(function)
        _caches.append(cached)
        return cached

    return decorate


def clear() -> None:
    """Forget all results. What a page still shows lives until its session ends."""
    for cached in _caches:
        cached.clear()
