"""Run work in a thread of its own, with progress, a stop, and its result or error.

    job = Job(work)                     # begins work(progress); job.share, job.text, job.done
    found = run(work, progress)         # waits, and tells progress(share, text) meanwhile

`work` says how far it is with `progress(share, text)`, which is also where a stop reaches it.
"""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar, cast

T = TypeVar("T")
EVERY = 0.2  # seconds between two calls of progress while the work is silent


Progress = Callable[[float, str], None]
"""Hears how far work is, 0 to 1, and what is being done; what it raises ends the work."""
Work = Callable[[Progress], T]


def part(progress: Progress, i: int, n: int) -> Progress:
    """Progress of part `i` of `n` of a work, from 0."""
    return lambda share, text: progress((i + share) / n, text)


class StoppedError(Exception):
    """Someone asked for the work to stop."""


def no_progress(share: float, text: str) -> None:
    """Progress for nobody."""


class Job(Generic[T]):
    """One piece of work, begun at once: how far it is (`share`, `text`), then `result` or `error`.

    Safe to read from any thread. Its thread does not keep the process alive.
    """

    def __init__(self, work: Work[T], title: str = "") -> None:
        self.title, self.share, self.text = title, 0.0, ""
        self.result: T | None = None
        self.error: BaseException | None = None
        self._stop, self._ended = threading.Event(), threading.Event()
        threading.Thread(target=self._run, args=(work,), name="zipfviz-job", daemon=True).start()

    @property
    def done(self) -> bool:
        return self._ended.is_set()

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Have it end at the next progress it tells, with StoppedError for its error."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Whether it has ended, after so many seconds at most."""
        return self._ended.wait(seconds)

    def _told(self, share: float, text: str) -> None:
        if self.stopping:
            raise StoppedError
        self.share, self.text = min(max(share, 0.0), 1.0), text

    def _run(self, work: Work[T]) -> None:
        try:
            self.result = work(self._told)
        except StoppedError as error:  # without the frames, which hold all that it worked on
            self.error = error.with_traceback(None)
        except BaseException as error:  # for whoever waits for the result
            self.error = error
        finally:
            self._ended.set()


def run(work: Work[T], progress: Progress | None = None) -> T:
    """The result of `work(progress)`, which can be ended at any time.

    The work is in a thread, `progress` is called in this one: for each word that the work tells,
    and several times a second where it is silent. What `progress` raises is raised at once; the
    work then ends by itself, at the next word it tells. Without `progress` it is a plain call.
    """
    if progress is None:
        return work(no_progress)
    words: queue.SimpleQueue[tuple[float, str] | None] = queue.SimpleQueue()
    heard = threading.Semaphore(0)

    def beside(told: Progress) -> T:
        def tell(share: float, text: str) -> None:
            told(share, text)
            words.put((share, text))
            while not heard.acquire(timeout=EVERY):
                told(share, text)  # nobody may be left to hear

        try:
            return work(tell)
        finally:
            words.put(None)

    job, last = Job(beside), None
    try:
        while True:
            try:
                word = words.get(timeout=EVERY)
            except queue.Empty:
                if last is not None:
                    progress(*last)
                continue
            if word is None:
                break
            progress(*word)
            last = word
            heard.release()
        job.wait()
    finally:
        job.stop()
    if job.error is not None:
        raise job.error
    return cast(T, job.result)


class Turns:
    """Several pieces of work by turns, one at a time, so that none waits for a long one's end.

    Who has gone on for `seconds` lets the next one on at its next word.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._queue: deque[object] = deque()
        self._moved = threading.Condition()

    @contextmanager
    def taken(self, progress: Progress, text: str) -> Iterator[Progress]:
        """Go on by turns; what is given tells progress and waits. `text` is told while waiting."""
        me, since = object(), 0.0

        def wait(share: float) -> None:
            nonlocal since
            while not self._is_first(me):
                progress(share, text)
            since = time.monotonic()

        def told(share: float, what: str) -> None:
            progress(share, what)
            if time.monotonic() - since > self._seconds:
                with self._moved:
                    self._queue.rotate(-1)
                    self._moved.notify_all()
                wait(share)

        with self._moved:
            self._queue.append(me)
        try:
            wait(0.0)
            yield told
        finally:
            with self._moved:
                self._queue.remove(me)
                self._moved.notify_all()

    def _is_first(self, me: object) -> bool:
        with self._moved:
            return self._moved.wait_for(lambda: self._queue[0] is me, EVERY)


@contextmanager
def turn(lock: threading.Lock, progress: Progress, text: str) -> Iterator[None]:
    """Hold `lock`; `progress(0, text)` is told while waiting, so that waiting can be stopped."""
    while not lock.acquire(timeout=EVERY):
        progress(0.0, text)
    try:
        yield
    finally:
        lock.release()
