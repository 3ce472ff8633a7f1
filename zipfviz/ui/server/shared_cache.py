"""Caches shared by all visitors; what has a digest is told by it, a file by its size and time.

@shared_cache(32, "Comparing neighbours …")
def _compared(space, k): ...

@held_cache(4, "Reading the vectors …")
def _embedding(name, stamp): ...

What is large, vectors and all that is as large, is held within half of the memory there is: what
was used longest ago is let go of first, though never the last one of its kind.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial, wraps
from inspect import signature
from operator import attrgetter
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import streamlit as st

from zipfviz.common.memory import free_memory
from zipfviz.common.recent import Recent
from zipfviz.common.sizes import Sizes

#: What is told by its digest, by full name so that none of it is imported here.
_DIGESTED = (
    "corpus.cooccurrence.Cooccurrence",
    "corpus.corpora.Corpus",
    "corpus.skipgram.SkipGram",
    "io.records.Task",
    "space.word_space.WordSpace",
    "ui.server.uploads.Upload",
)
_HASH_FUNCS: dict[str | type, Callable[[Any], Any]] = {
    **{f"zipfviz.{name}": attrgetter("digest") for name in _DIGESTED},
    "zipfviz.io.files.opened.OpenedFile": attrgetter("stamp", "steps", "encoding"),
    type(Path()): lambda path: f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}",
    "zipfviz.corpus.text_corpus.TextCount": attrgetter("corpus.digest"),
    "zipfviz.token_embeddings.cloud.TokenCloud": attrgetter(
        "model_digest", "task_digest", "layers.indices", "also", "n_tokens"
    ),
}
P = ParamSpec("P")
R = TypeVar("R")
_caches: list[Any] = []
KEPT = 96
AGAIN = 2.0  # seconds after which what is held is measured again, as it grows with what is asked


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


class Held:
    """Large results of several kinds, `share` of the free memory in all; see the module.

    Safe to use from any thread. What is let go of lives on where it is used just now.
    """

    def __init__(self, share: float = 0.5) -> None:
        self._share = share
        self._entries: OrderedDict[tuple[str, Hashable], _Entry] = OrderedDict()
        self._lock = threading.Lock()
        self._looked = 0.0

    def note(
        self, kind: str, key: Hashable, value: Any, let_go: Callable[[], Any], most: int
    ) -> None:
        """Note that a result of that kind is used; `most` are held of it, `let_go` forgets it."""
        with self._lock:
            is_new = (kind, key) not in self._entries
            self._entries[kind, key] = _Entry(value, let_go, most)
            self._entries.move_to_end((kind, key))
            now = time.monotonic()
            if not is_new and now - self._looked < AGAIN:
                return
            self._looked = now
            gone = [self._entries.pop(each) for each in self._beyond()]
        for entry in gone:
            entry.let_go()

    def drop(self, kind: str) -> None:
        """Forget what is noted of a kind, which its cache has let go of."""
        with self._lock:
            for key in [key for key in self._entries if key[0] == kind]:
                del self._entries[key]

    def _beyond(self) -> list[tuple[str, Hashable]]:
        """What has to go: the last of each kind counts first, then what was used most recently."""
        latest: dict[str, tuple[str, Hashable]] = {key[0]: key for key in self._entries}
        sizes, number = Sizes(), dict.fromkeys(latest, 1)
        total = sum(sizes.add(self._entries[key].value) for key in latest.values())
        others = [key for key in reversed(self._entries) if key != latest[key[0]]]
        found = {key: sizes.add(self._entries[key].value) for key in others}
        room = self._share * (free_memory() + total + sum(found.values()))
        gone = []
        for key in others:
            total, number[key[0]] = total + found[key], number[key[0]] + 1
            if total > room or number[key[0]] > self._entries[key].most:
                gone.append(key)
        return gone


@dataclass(frozen=True)
class _Entry:
    value: Any
    let_go: Callable[[], Any]
    most: int


HELD = Held()


def held_cache(max_entries: int, spinner: str | bool) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`shared_cache` of what is large, within what `HELD` has room for.

    Arguments are what can be a key; one whose name begins with _ is none of the key.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = st.cache_resource(show_spinner=spinner, hash_funcs=_HASH_FUNCS)(function)
        kind = f"{function.__module__}.{function.__qualname__}"
        told = signature(function)

        @wraps(function)
        def held(*args: P.args, **kwargs: P.kwargs) -> R:
            found = cached(*args, **kwargs)
            named = told.bind(*args, **kwargs)
            named.apply_defaults()
            key = [None if n.startswith("_") else each for n, each in named.arguments.items()]
            HELD.note(kind, tuple(key), found, partial(cached.clear, *key), max_entries)
            return found

        _caches.append(_Noted(cached, kind))
        return held

    return decorate


@dataclass(frozen=True)
class _Noted:
    """A cache of one kind, with what is noted of it."""

    cached: Any
    kind: str

    def clear(self) -> None:
        self.cached.clear()
        HELD.drop(self.kind)


class HeldResults:
    """Large results by key, `most` of them, of what is not always computed where it is asked for.

    They are held within what `HELD` has room for, and `clear` forgets them, too.
    """

    def __init__(self, kind: str, most: int) -> None:
        self._kind, self._most = kind, most
        self._values: dict[Hashable, Any] = {}
        _caches.append(self)

    def get(self, key: Hashable) -> Any | None:
        """The value of that key, or None."""
        found = self._values.get(key)
        if found is not None:
            self.put(key, found)
        return found

    def put(self, key: Hashable, value: Any) -> None:
        """Hold a value."""
        self._values[key] = value
        HELD.note(self._kind, key, value, partial(self._values.pop, key, None), self._most)

    def clear(self) -> None:
        """Forget all of them."""
        self._values.clear()
        HELD.drop(self._kind)


def cached_table(
    max_entries: int, spinner: str | bool
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`st.cache_data` of the most recent `max_entries` tables: each run has a copy of its own.

    `clear` forgets them, too.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached: Any = st.cache_data(
            max_entries=max_entries, show_spinner=spinner, hash_funcs=_HASH_FUNCS
        )(function)
        _caches.append(cached)
        return cached

    return decorate


def clear() -> None:
    """Forget all results. What a page still shows lives until its session ends."""
    for cached in _caches:
        cached.clear()


@st.cache_resource
def shelf() -> Recent[Any]:
    """The one shelf of this server; keys start with a kind and hold content digests."""
    return Recent(KEPT)
