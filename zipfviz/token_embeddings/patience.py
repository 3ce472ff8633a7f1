"""Long steps in a thread, so that a run can be stopped within them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol, TypeVar

__all__ = ["Patiently", "patience"]

Result = TypeVar("Result")
EVERY = 0.2
"""Seconds between two calls of what is told while a step goes on."""


class Patiently(Protocol):
    """Does a step and returns its result; `told` is called now and then until it is there."""

    def __call__(self, step: Callable[[], Result], told: Callable[[], None]) -> Result: ...


@contextmanager
def patience() -> Iterator[Patiently]:
    """One thread for the steps of a run, one after the other.

    What `told` raises ends the waiting at once; the step then ends by itself, and what it gives is
    dropped.
    """
    thread = ThreadPoolExecutor(1, thread_name_prefix="zipfviz-step")

    def do(step: Callable[[], Result], told: Callable[[], None]) -> Result:
        future = thread.submit(step)
        while True:
            try:
                return future.result(timeout=EVERY)
            except TimeoutError:
                if future.done():
                    return future.result()
            told()

    try:
        yield do
    finally:
        thread.shutdown(wait=False, cancel_futures=True)
