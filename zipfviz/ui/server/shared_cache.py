"""Caches shared by all visitors; what has a digest is told by it, a file by its size and time.

@shared_cache(4, "Reading the vectors …")
def _embedding(name, stamp): ...
"""

from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import streamlit as st

from zipfviz.common.recent import Recent

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


def shared_results(most: int) -> Recent[Any]:
    """Results of what is not always computed where it is asked for, which `clear` forgets, too."""
    found: Recent[Any] = Recent(most)
    _caches.append(found)
    return found


@st.cache_resource
def shelf() -> Recent[Any]:
    """The one shelf of this server; keys start with a kind and hold content digests."""
    return Recent(KEPT)
