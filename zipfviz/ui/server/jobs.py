"""Work that takes a while, beside the page: a thread with a progress bar that can be stopped.

It goes on while its visitor looks at other pages; coming back, the bar or the result is there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from zipfviz.common.errors import ZipfvizError
from zipfviz.common.markdown import plain

__all__ = ["Job", "Progress", "running", "start", "take", "watch"]

Progress = Callable[[float, str], None]
EVERY = 0.4  # seconds between two looks at a job


class StoppedError(Exception):
    """The visitor asked for the job to stop."""


@dataclass
class Job:
    """One piece of work: how far it is (`share` 0 to 1, `text`), in the end its result or error."""

    title: str
    share: float = 0.0
    text: str = ""
    result: Any = None
    error: BaseException | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None
    seen: bool = False

    @property
    def done(self) -> bool:
        return self.thread is not None and not self.thread.is_alive()

    def progress(self, share: float, text: str) -> None:
        """What the work calls; raises StoppedError once the visitor wants it to stop."""
        if self.stop.is_set():
            raise StoppedError
        self.share, self.text = min(max(share, 0.0), 1.0), text

    def run(self, work: Callable[[Progress], Any]) -> None:
        try:
            self.result = work(self.progress)
        except BaseException as error:  # shown by the page that waits
            self.error = error


def _job(name: str) -> Job | None:
    return st.session_state.get(f"job-{name}")


def running(name: str) -> bool:
    """Whether the visitor's job of this name is still at work."""
    job = _job(name)
    return job is not None and not job.done


def start(name: str, title: str, work: Callable[[Progress], Any]) -> None:
    """Begin `work(progress)` in a thread; one job of a name at a time for each visitor."""
    if running(name):
        return
    job = Job(title)
    job.thread = threading.Thread(target=job.run, args=(work,), daemon=True)
    job.thread.start()
    st.session_state[f"job-{name}"] = job


def take(name: str) -> Any | None:
    """What a job brought, once it has ended; None before, after and where it failed."""
    job = _job(name)
    if job is None or not job.done:
        return None
    result, job.result = job.result, None
    return result


def watch(name: str, on_end: Callable[[], None] | None = None, done: str = "") -> None:
    """The bar and stop button of a running job, or how the last one ended.

    The page runs anew when a job ends, after `on_end`. `done` says that it ended well. Errors that
    are not meant for the user are raised.
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
        elif not job.seen:
            job.seen = True
            if on_end is not None:
                on_end()
            st.rerun()

    bar()


def _bar(job: Job, name: str) -> None:
    stopping = job.stop.is_set()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(job.share, plain(f"{job.title}: {job.text}" if job.text else job.title))
        st.button(
            "Stopping …" if stopping else "Stop", icon=":material/stop:", key=f"stop-{name}",
            disabled=stopping, on_click=job.stop.set,
        )  # fmt: skip


def _tell(job: Job, done: str) -> None:
    if job.error is None:
        if done:
            st.success(plain(f"{job.title}: {done}"), icon=":material/check:")
    elif isinstance(job.error, StoppedError):
        st.info(plain(f"{job.title}: stopped."), icon=":material/stop_circle:")
    elif isinstance(job.error, ZipfvizError):
        st.warning(plain(job.error), icon=":material/info:")
    else:
        raise job.error
