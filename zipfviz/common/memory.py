"""Ask how much memory there is room for, before anything is given room."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

UNKNOWN = 2**62
CONTROL_GROUPS = Path("/sys/fs/cgroup")
# Of a control group's version 2 and 1: the limit, what is used, and what of that the system gives
# back when it is asked to.
GROUP_FILES = (
    ("memory.max", "memory.current", "inactive_file"),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
)


def free_memory() -> int:
    """Bytes that this process can be given: by the machine, its control groups and its own limits.

    A very large number where nothing of that is known.
    """
    return max(0, min(_available(), *control_group_rooms(), _own_room()))


def _available() -> int:
    """What the machine can give without swapping."""
    with suppress(OSError, ValueError, IndexError), open("/proc/meminfo", encoding="ascii") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return UNKNOWN


def control_group_rooms(
    groups: str | None = None, mounted: Path = CONTROL_GROUPS
) -> tuple[int, ...]:
    """The room in each control group of this process that has a limit: its own and those around it.

    `groups` is the content of /proc/self/cgroup; both versions are looked for where they are
    `mounted`. A container sees its own group as the root, whatever its name outside.

    >>> control_group_rooms("", Path("/nowhere"))
    ()
    """
    if groups is None:
        try:
            groups = Path("/proc/self/cgroup").read_text("ascii")
        except (OSError, ValueError):
            return ()
    return tuple(
        room for folder in _folders(groups, mounted) if (room := _room_in(folder)) is not None
    )


def _folders(groups: str, mounted: Path) -> Iterator[Path]:
    """The folders of the groups that count memory, from the innermost to the root."""
    for line in groups.splitlines():
        _, _, rest = line.partition(":")
        counted, _, name = rest.partition(":")
        if counted and "memory" not in counted.split(","):
            continue
        path = PurePosixPath(name.lstrip("/"))
        for root in (mounted / "memory",) if counted else (mounted, mounted / "unified"):
            yield from (root / inner for inner in (path, *path.parents))


def _room_in(folder: Path) -> int | None:
    for limit, used, given_back in GROUP_FILES:
        with suppress(OSError, ValueError):
            most = int((folder / limit).read_text("ascii"))  # "max" where there is none
            if most >= UNKNOWN:
                return None
            rows = dict(map(str.split, (folder / "memory.stat").read_text("ascii").splitlines()))
            taken = int((folder / used).read_text("ascii")) - int(rows.get(given_back, 0))
            return most - taken
    return None


def _own_room() -> int:
    """What the limits of this process leave: of address space, and of data."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            pages = list(map(int, file.read().split()))
        size = resource.getpagesize()
    except (ImportError, OSError, ValueError):
        return UNKNOWN
    limits = {resource.RLIMIT_AS: pages[0], resource.RLIMIT_DATA: pages[5]}
    rooms = (
        soft - taken * size
        for limit, taken in limits.items()
        if (soft := resource.getrlimit(limit)[0]) != resource.RLIM_INFINITY
    )
    return min(rooms, default=UNKNOWN)
