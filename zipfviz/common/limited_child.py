"""Run a function of zipfviz in this process, which `zipfviz.common.limited` started, with limits.

Memory, time on a processor and the size of files are bounded by the kernel on Linux; on macOS
memory is watched, twenty times a second; on Windows time alone is bounded, from outside.
"""

import json
import os
import sys
import threading
import time
from importlib import import_module
from typing import Any, NoReturn

TOLD, TOO_LARGE = 3, 4  # exit codes: what is wrong was said; more memory was asked for
PULSE = 0.05  # seconds between two looks at the memory in use
SLACK = 2**26  # for stacks and buffers of the libraries themselves

_limited = False


def is_limited() -> bool:
    """Whether this process has limits of its own, so that none need be started for them."""
    return _limited


def main() -> None:
    """Take {"work": "module:function", "asked", "imports", "memory", "seconds", "disk"} and do it.

    Modules of `imports` are imported before there are limits.
    """
    told = json.loads(sys.argv[1])
    module, _, name = told["work"].partition(":")
    work = getattr(import_module(module), name)
    for other in told["imports"]:
        import_module(other)
    _limit(told["memory"], told["seconds"], told["disk"])
    try:
        work(told["asked"])
        for output in (sys.stdout, sys.__stdout__):
            if output is not None:
                output.flush()
    except BrokenPipeError:
        os._exit(0)  # nobody reads on
    except MemoryError:
        stop(TOO_LARGE)
    # Nothing is left to be done, and a library's threads may abort while an interpreter ends.
    os._exit(0)


def stop(code: int, why: str = "") -> NoReturn:
    """End this process, saying why in one line."""
    print(" ".join(why.split()), file=sys.stderr, flush=True)
    os._exit(code)


def _limit(memory: int, seconds: int, disk: int) -> None:
    """Bound this process, and end it when whoever started it has ended."""
    global _limited
    _limited = True
    parent = os.getppid()
    try:
        import resource
    except ImportError:  # Windows
        return
    unit = 1 if sys.platform == "darwin" else 1024
    start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

    def watch() -> None:
        while os.getppid() == parent:
            if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit - start > memory + SLACK:
                stop(TOO_LARGE)
            time.sleep(PULSE)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    limits: dict[int, Any] = {
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_CPU: (seconds, seconds + 1),
        resource.RLIMIT_FSIZE: (disk, disk),
    }
    if sys.platform == "linux":  # elsewhere the system takes the limit and does not keep it
        with open("/proc/self/statm", encoding="ascii") as file:
            mapped = int(file.read().split()[0]) * resource.getpagesize()
        most = mapped + SLACK + memory
        limits[resource.RLIMIT_AS] = (most, most)
    for limit, (soft, hard) in limits.items():
        above = resource.getrlimit(limit)[1]  # what this process has already is not exceeded
        if above != resource.RLIM_INFINITY:
            soft, hard = min(soft, above), min(hard, above)
        resource.setrlimit(limit, (soft, hard))
