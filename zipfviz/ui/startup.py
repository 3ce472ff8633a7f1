"""Warm up the server before the first visitor, and again when the last one has left.

Imports and the default data take a few seconds of a cold process; none of it hangs on who asks, so
it need not wait for a visitor: the first browser still loads streamlit's client meanwhile. What
visitors hold is let go some time after they left, so that memory is as in a new process.
"""

import asyncio
import ctypes
import gc
import logging
import sys
import threading
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from zipfviz.ui.server import jobs


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

    def are_here(self) -> bool:
        """Whether any session is left, by what the loop knows."""
        return bool(self._timers)

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


NAME = "zipfviz-startup"
_READY = threading.Lock()
"""Held while the server gets ready: one who leaves meanwhile does not have it begun once more."""
SWITCH_INTERVAL = 0.0005  # seconds


@asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    """For `streamlit.App`: starts to get ready as the server starts, in a thread that may fail.

    What fails here fails again for the visitor who needs it, and is told there.
    """
    VISITORS.loop, VISITORS.away = asyncio.get_running_loop(), VISITORS.away or away()
    threading.Thread(target=_get_ready, name=NAME, daemon=True).start()
    yield


def away() -> float:
    """Seconds until who left is taken for gone: somewhat less than streamlit keeps a session, for
    one that ran out is no longer found.
    """
    return 0.8 * float(st.get_option("server.disconnectedSessionTTL"))


def visit() -> None:
    """Tell that a visitor is here, in each run of a page."""
    if context := get_script_run_ctx():
        _visit(context.session_id)


def _get_ready() -> None:
    # While this thread works, or one visitor's file is read, a thread that answers another gives
    # the interpreter away at each of its hundred system calls, and gets it back an interval later:
    # by default 5 ms.
    sys.setswitchinterval(SWITCH_INTERVAL)
    # Spinners of the cached loaders have nobody to turn for, which streamlit would warn of.
    context = logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context")
    context.addFilter(lambda record: record.threadName != NAME)
    with _READY:
        _prepare_start()
        _sweep()
        _freeze()


def _sweep() -> None:
    """Delete what crashes left in the cache folder, and what is too old or too much."""
    from zipfviz.io.fetch import owners
    from zipfviz.io.store import STORE

    try:
        STORE.prune()
        owners.tidy()
    except Exception:
        logging.getLogger(__name__).warning("could not tidy the cache folder", exc_info=True)


def _freeze() -> None:
    """Have later collections of garbage pass by all that there is now.

    A collection holds all visitors up, and most of it would go through the objects of imports.
    """
    gc.collect()
    gc.freeze()


def _start_over() -> None:
    """Let go what visitors had opened, and have Start ready again; one thread at a time.

    What stood frozen is looked through once more: garbage of visitors who came while the server got
    ready is among it. Where somebody has come meanwhile, all is left to him and the next time.
    """
    from zipfviz.ui.server import shared_cache

    with _READY:
        if VISITORS.are_here():
            return
        shared_cache.clear()
        _sweep()
        gc.unfreeze()
        gc.collect()
        _prepare_start()
        _freeze()
    # glibc keeps what is free in the middle of its heap; other C libraries have no such call.
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        trim(0)


def _prepare_start() -> None:
    """Load and compute what Start shows by default."""
    try:
        from zipfviz.evaluation.tokenize import is_tokenised
        from zipfviz.gallery import lengths  # noqa: F401
        from zipfviz.ui.pages.start import claim
        from zipfviz.ui.server import loaders, noise, tokenizer_process
        from zipfviz.ui.shell import furniture, pickers  # noqa: F401

        known = loaders.entries()
        embedding, frequency, name = (
            known[kind][0].name for kind in ("embeddings", "frequencies", "tasks")
        )
        task = loaders.load_task(name)
        if not is_tokenised(task):
            tokenizer_process.begin(task)
        space = loaders.load_space(embedding, frequency, "none", None)
        claim.recall(space)
        claim.lengths(space), claim.symmetries(space)
        if is_tokenised(task):
            claim.scores(space, task)
            for each, draws in claim.noise_draws(space, task):
                noise.make(each, draws)
    except Exception:
        logging.getLogger(__name__).warning("could not get ready beforehand", exc_info=True)


def _close(session: str) -> bool:
    """End a session for good with its jobs, unless its browser is back; whether it is ended.

    All that its page offered for download hangs on it. Left alone, streamlit ends it when another
    visitor leaves, which may be tomorrow; and its loop remembers the last session it served until
    it serves another, so that session is emptied.
    """
    server = runtime.get_instance()
    if server.is_active_session(session):
        return False
    server.close_session(session)
    jobs.leave(session)
    if (left := _sessions.pop(session, lambda: None)()) is not None:
        left.session_state.clear()
        if (parts := getattr(left, "_fragment_storage", None)) is not None:
            parts.clear()
    return True


def _start_over_aside() -> None:
    threading.Thread(target=_start_over, name=NAME, daemon=True).start()


VISITORS = Visitors(_close, _start_over_aside)


_sessions: dict[str, Callable[[], Any]] = {}
"""Weak references to the sessions that came, by their ids."""


@st.cache_resource(scope="session", show_spinner=False, on_release=VISITORS.tell)
def _visit(session: str) -> str:
    """The visitor's session; streamlit releases it when the browser is gone."""
    if runtime.exists() and (here := runtime.get_instance().get_app_session(session)) is not None:
        _sessions[session] = weakref.ref(here)
    VISITORS.tell(session)
    return session
