"""Show work that takes a while: jobs beside the page, and bars of what runs in it.

A job goes on while its visitor looks at other pages; coming back, the bar or the result is there.
When its visitor has left for good it is stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from zipfviz.common.errors import ChoiceNeeded, ZipfvizError
from zipfviz.common.job import Job, StoppedError, Work
from zipfviz.common.job import Progress as Progress
from zipfviz.common.markdown import plain
from zipfviz.ui.server import faults, visitor

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

T = TypeVar("T")
EVERY = 0.4  # seconds between two looks at a job
MOMENT = 0.4  # what takes less has no bar
_wanted: WeakKeyDictionary[Job[Any], set[str]] = WeakKeyDictionary()
"""The sessions that wait for a job."""
_shared: WeakValueDictionary[Hashable, Job[Any]] = WeakValueDictionary()
"""Jobs by what they make, for all who ask for the same."""
_marks: WeakKeyDictionary[Job[Any], str] = WeakKeyDictionary()
"""Under which a failed job is in the log."""


def want(job: Job[Any]) -> Job[Any]:
    """Have the job stopped when this visitor, and whoever else wants it, has left."""
    if context := get_script_run_ctx():
        _wanted.setdefault(job, set()).add(context.session_id)
    return job


def stop_all() -> None:
    """Stop every job of every visitor."""
    for job in list(_wanted):
        job.stop()


def leave(session: str) -> None:
    """Stop the jobs that nobody but this session, which has ended, was waiting for."""
    for job, sessions in list(_wanted.items()):
        if session in sessions:
            _unwant(job, session)


def _unwant(job: Job[Any], session: str) -> None:
    sessions = _wanted.setdefault(job, set())
    sessions.discard(session)
    if not sessions:
        job.stop()


def _job(name: str) -> Job[Any] | None:
    return st.session_state.get(f"job-{name}")


def running(name: str) -> bool:
    """Whether the visitor's job of this name is still at work."""
    job = _job(name)
    return job is not None and not job.done


def start(name: str, title: str, work: Work[Any], makes: Hashable = None) -> None:
    """Begin `work(progress)` in a thread; one job of a name at a time for each visitor.

    Who asks for what another's job `makes` just now waits for that one.
    """
    if running(name):
        return
    job = None if makes is None else _shared.get((name, makes))
    if job is None or job.done or job.stopping:
        job = Job(_for_visitor(work, visitor.me()), title)
        if makes is not None:
            _shared[name, makes] = job
    st.session_state[f"job-{name}"] = want(job)
    st.session_state[f"job-{name}-ended"] = st.session_state[f"job-{name}-taken"] = False


def _for_visitor(work: Work[T], owner: str) -> Work[T]:
    """`work` as it is; what it keeps belongs to `owner`."""

    def owned(heard: Progress) -> T:
        with visitor.bringing_for(owner):
            return work(heard)

    return owned


def has_ended(name: str) -> bool:
    """Whether the visitor's job of this name was begun and is over, however it ended."""
    job = _job(name)
    return job is not None and job.done


def stop(name: str) -> None:
    """Have the visitor's job of this name end, unless others wait for it as well."""
    job, context = _job(name), get_script_run_ctx()
    if job is not None:
        _unwant(job, context.session_id if context else "")


def loses_rows(name: str, title: str) -> bool:
    """Whether the job of this title ended with the question to go on without some rows."""
    job = _job(name)
    error = job.error if job is not None and job.done and job.title == title else None
    return isinstance(error, ChoiceNeeded) and any("max_loss" in c.options for c in error.choices)


def take(name: str) -> Any | None:
    """What a job brought, once it has ended; None before, after and where it failed."""
    job, taken = _job(name), f"job-{name}-taken"
    if job is None or not job.done or st.session_state.get(taken):
        return None
    st.session_state[taken] = True
    return job.result


def watch(name: str, on_end: Callable[[], None] | None = None, done: str = "") -> None:
    """The bar and stop button of a running job, or how the last one ended.

    The page runs anew when a job ends, after `on_end`. `done` says that it ended well. Of an error
    that is not meant for the user the log has the traceback, and the page goes on.
    """
    job = _job(name)
    if job is None:
        return
    if job.done:
        _tell(job, done)
        return

    @st.fragment(run_every=EVERY)
    def bar() -> None:
        if _job(name) is not job:
            st.rerun()
        elif not job.done:
            _bar(job, name)
        elif not st.session_state.get(f"job-{name}-ended"):
            st.session_state[f"job-{name}-ended"] = True
            if on_end is not None:
                on_end()
            st.rerun()

    bar()


def offer(name: str, title: str, label: str, told: str, work: Work[Any], makes: Hashable) -> None:
    """A button that begins `work`, and what is said beside it; while it runs, its bar instead.

    For work that the page needs and whose result, which `makes` tells from others, it finds by
    itself once it is there.
    """
    watch(name)
    if running(name):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            label, type="primary", icon=":material/play_arrow:", key=f"begin-{name}",
            on_click=start, args=(name, title, work, makes),
        )  # fmt: skip
        st.caption(told)


def _bar(job: Job[Any], name: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(job.share, plain(f"{job.title}: {job.text}" if job.text else job.title))
        stop_button(name, f"job-{name}", job)


def stop_button(name: str, key: str, *jobs: Job[Any]) -> None:
    """A button that stops the jobs, and says so until they have ended.

    What others wait for as well goes on for them; this visitor forgets it, which the session holds
    by `key`.
    """

    def stop() -> None:
        context = get_script_run_ctx()
        for job in jobs:
            _unwant(job, context.session_id if context else "")
        if not all(job.stopping for job in jobs):
            st.session_state.pop(key, None)

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
        if job not in _marks:
            _marks[job] = faults.log(job.error, job.title)
        faults.show(job.error, _marks[job])


def while_here(make: Callable[[], T]) -> Callable[[], T]:
    """`make` for a file that is made when it is asked for, unless its visitor has left by then.

    Who presses many buttons and leaves would have all others wait for what nobody takes.
    """
    context = get_script_run_ctx()
    session = context.session_id if context and runtime.exists() else None

    def made() -> T:
        if session is not None and not runtime.get_instance().is_active_session(session):
            raise StoppedError
        return make()

    return made


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
