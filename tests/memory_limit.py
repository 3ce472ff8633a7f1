"""A real limit on the memory of a server and of all that it starts."""

import contextlib
import os
import resource
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
OVERHEAD = 3 * 2**29  # bytes asked for and never written to: reserves of libraries and threads
STACK = 2**21


@contextlib.contextmanager
def limited_memory(most):
    """What a new process is to do first, so that it and its children together have `most` bytes.

    By a control group where one can be made. Elsewhere each process is limited by itself, in what
    it asks for (RLIMIT_DATA).
    """
    group = _group(most)
    if group is None:
        yield lambda: _limit_itself(most + OVERHEAD)
        return
    try:
        yield lambda: (group / "cgroup.procs").write_text(f"{os.getpid()}")
    finally:
        group.rmdir()


def _limit_itself(most):
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _group(most):
    """A new control group below our own, version 1 or 2; None where none can be made."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, counted, name = line.split(":", 2)
        if counted and "memory" not in counted.split(","):
            continue
        roots = (GROUPS / "memory",) if counted else (GROUPS, GROUPS / "unified")
        limit = "memory.limit_in_bytes" if counted else "memory.max"
        for root in roots:
            group = root / name.lstrip("/") / f"zipfviz-test-{os.getpid()}"
            try:
                group.mkdir()
            except OSError:
                continue
            with contextlib.suppress(OSError):
                (group / limit).write_text(f"{most}")
                return group
            group.rmdir()
    return None
