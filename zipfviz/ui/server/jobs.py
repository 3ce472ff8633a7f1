"""Show work that takes a while: jobs beside the page, and bars of what runs in it.

A job goes on while its visitor looks at other pages; coming back, the bar or the result is there.
When its visitor has left for good it is stopped.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from zipfviz.common.errors import ChoiceNeeded, ZipfvizError
from zipfviz.common.job import Job, StoppedError, Work
from zipfviz.common.job import Progress as Progress
from zipfviz.common.markdown import plain

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

EVERY = 0.4  # seconds between two looks at a job
MOMENT = 0.4  # what takes less has no bar
_wanted: WeakKeyDictionary[Job[Any], set[str]] = WeakKeyDictionary()
"""The sessions that wait for a job."""


def want(job: Job[Any]) -> Job[Any]:
    """Have the job stopped when this visitor, and whoever else wants it, has left."""
    if context := get_script_run_ctx():
        _wanted.setdefault(job, set()).add(context.session_id)
    return job


def leave(session: str) -> None:
    """Stop the jobs that nobody but this session, which has ended, was waiting for."""
    for job, sessions in list(_wanted.items()):
        if session in sessions:
            sessions.discard(session)
            if not sessions:
                job.stop()


def _job(name: str) -> Job[Any] | None:
    return st.session_state.get(f"job-{name}")


def running(name: str) -> bool:
    """Whether the visitor's job of this name is still at work."""
    job = _job(name)
    return job is not None and not job.done


def start(name: str, title: str, work: Work[Any]) -> None:
    """Begin `work(progress)` in a thread; one job of a name at a time for each visitor."""
    if not running(name):
        st.session_state[f"job-{name}"] = want(Job(work, title))
        st.session_state[f"job-{name}-ended"] = False


def loses_rows(name: str, title: str) -> bool:
    """Whether the job of this title ended with the question to go on without some rows."""
    job = _job(name)
    error = job.error if job is not None and job.done and job.title == title else None
    return isinstance(error, ChoiceNeeded) and any("max_loss" in c.options for c in error.choices)


def take(name: str) -> Any | None:
    """What a job brought, once it has ended; None before, after and where it failed."""
    job = _job(name)
    if job is None or not job.done:
        return None
    result, job.result = job.result, None
    return result


def watch(name: str, on_end: Callable[[], None] | None = None, done: str = "") -> None:
    """The bar and stop button of a running job, or how the last one ended.

    The page runs anew when a job ends, after `on_end`. `done` says that it ended well. An error
    that is not meant for the user is shown with its traceback, and the page goes on.
    """
    job = _job(name)
    if job is None:
        return
    if job.done:
        _tell(job, done)
        return

    @st.fragment(run_every=EVERY)
    def bar() -> None:
        if not job.done:
            _bar(job, name)
        elif not st.session_state.get(f"job-{name}-ended"):
            st.session_state[f"job-{name}-ended"] = True
            if on_end is not None:
                on_end()
            st.rerun()

    bar()


def _bar(job: Job[Any], name: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(job.share, plain(f"{job.title}: {job.text}" if job.text else job.title))
        stop_button(name, job)


def stop_button(name: str, *jobs: Job[Any]) -> None:
    """A button that stops the jobs, and says so until they have ended."""

    def stop() -> None:
        for job in jobs:
            job.stop()

    stopping = all(job.stopping for job in jobs)
    st.button(
        "Stopping …" if stopping else "Stop", icon=":material/stop:", key=f"stop-{name}",
        disabled=stopping, on_click=stop,
    )  # fmt: skip


def _tell(job: Job[Any], done: str) -> None:
    if job.error is None:
        if done:
            st.success(plain(f"{job.title}: {done}"), icon=":material/check:")
    elif isinstance(job.error, StoppedError):
        st.info(plain(f"{job.title}: stopped."), icon=":material/stop_circle:")
    elif isinstance(job.error, ChoiceNeeded):  # whose answers are controls of the page
        st.warning(f"{plain(job.error.found)}.", icon=":material/info:")
    elif isinstance(job.error, ZipfvizError):
        st.warning(plain(job.error), icon=":material/info:")
    else:
        logging.getLogger(__name__).error("%s failed", job.title, exc_info=job.error)
        st.exception(job.error)


class Told(Protocol):
    """Hears how far work is: the share done, and what is being done."""

    def __call__(self, share: float, text: str = "") -> None: ...


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

    try:
        yield told
    except Exception:  # not streamlit's own end of a run, whose next run draws this place anew
        where.empty()
        raise
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
