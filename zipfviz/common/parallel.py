"""Work on ranges of rows in a few threads, each with one BLAS thread.

BLAS's own threads wait for each other by spinning. That is fast alone and a disaster in company:
with a loaded machine, or several users on one server, a product took thirty times as long here.
Ranges of rows need no waiting, and what is done number by number runs side by side as well.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

T = TypeVar("T")

# Under this many numbers a second thread is not worth its start.
SMALL = 1 << 21


def in_ranges(n: int, d: int, work: Callable[[slice], T]) -> list[T]:
    """`work` on ranges that cover `n` rows of `d` numbers; the results in the order of the rows.

    There are as many ranges as BLAS would take threads (OPENBLAS_NUM_THREADS and its like), one
    where there is little to do. An error in one range is raised when all have ended.
    """
    worth = max(1, n * d // SMALL)
    if worth == 1:
        return [work(slice(0, n))]
    with one_blas_thread() as threads:
        parts = min(threads, worth)
        edges = [n * i // parts for i in range(parts + 1)]
        ranges = [slice(a, b) for a, b in pairwise(edges)]
        if parts == 1:
            return [work(ranges[0])]
        with ThreadPoolExecutor(parts - 1, "zipfviz-rows") as pool:
            others = [pool.submit(work, rows) for rows in ranges[1:]]
            first = work(ranges[0])
            return [first, *(other.result() for other in others)]


@lru_cache(maxsize=1)
def _blas(n_modules: int) -> Any:
    """The BLAS libraries loaded while there were so many modules; an import may bring another."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")


class _Limit:
    """How many callers hold BLAS to one thread, what it had before, and how to let go of it."""

    lock = threading.Lock()
    holders = 0
    threads = 1
    limiter: Any = None


@contextmanager
def one_blas_thread() -> Iterator[int]:
    """BLAS keeps to one thread until the last of those inside has left.

    Yields how many threads it had before the first came.
    """
    with _Limit.lock:
        if _Limit.holders == 0:
            blas = _blas(len(sys.modules))
            _Limit.threads = max((found.num_threads for found in blas.lib_controllers), default=1)
            _Limit.limiter = blas.limit(limits=1)
        _Limit.holders += 1
    try:
        yield _Limit.threads
    finally:
        with _Limit.lock:
            _Limit.holders -= 1
            if _Limit.holders == 0:
                _Limit.limiter.restore_original_limits()
