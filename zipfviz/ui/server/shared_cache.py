"""Caches shared by all visitors; an argument that has a digest is told by it, never read.

@shared_cache(4, "Reading the vectors …")
def _embedding(name, stamp): ...
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Any, ParamSpec, TypeVar

import streamlit as st

__all__ = ["Shelf", "cached_table", "clear", "shared_cache", "shared_shelf", "shelf"]

#: What is told by its digest, by full name so that none of it is imported here.
_DIGESTED = (
    "corpus.cooccurrence.Cooccurrence",
    "corpus.corpora.Corpus",
    "corpus.skipgram.SkipGram",
    "io.records.Task",
    "space.word_space.WordSpace",
    "token_embeddings.sources.ModelSource",
    "ui.server.uploads.Upload",
)
_HASH_FUNCS: dict[str | type, Callable[[Any], Any]] = {
    **{f"zipfviz.{name}": attrgetter("digest") for name in _DIGESTED},
    "zipfviz.io.files.opened.OpenedFile": attrgetter("stamp", "steps"),
    "zipfviz.corpus.text_corpus.TextCount": attrgetter("corpus.digest"),
    "zipfviz.token_embeddings.cloud.TokenCloud": attrgetter(
        "model_digest", "task_digest", "layers.indices", "also", "n_tokens"
    ),
}
P = ParamSpec("P")
R = TypeVar("R")
_caches: list[Any] = []
KEPT = 96


def shared_cache(
    max_entries: int, spinner: str | bool, *digested: type
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`st.cache_resource` of the most recent `max_entries` results.

    `digested` are further types that have a digest. All that is cached is forgotten by `clear`,
    when the last visitor has left.
    """
    told = _HASH_FUNCS | dict.fromkeys(digested, attrgetter("digest"))

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = st.cache_resource(max_entries=max_entries, show_spinner=spinner, hash_funcs=told)(
            function
        )
        _caches.append(cached)
        return cached

    return decorate


def cached_table(
    max_entries: int, spinner: str | bool
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`st.cache_data` of the most recent `max_entries` tables: each run has a copy of its own."""
    return st.cache_data(max_entries=max_entries, show_spinner=spinner, hash_funcs=_HASH_FUNCS)


def clear() -> None:
    """Forget all results. What a page still shows lives until its session ends."""
    for cached in _caches:
        cached.clear()


class Shelf:
    """Results by key, the most recent `size` of them; safe to share between threads.

    For what is not always computed where it is asked for: `get` is None where there is nothing.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._kept.clear()

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


def shared_shelf(size: int) -> Shelf:
    """A shelf which `clear` empties."""
    found = Shelf(size)
    _caches.append(found)
    return found


@st.cache_resource
def shelf() -> Shelf:
    """The one shelf of this server; keys start with a kind and hold content digests."""
    return Shelf(KEPT)
