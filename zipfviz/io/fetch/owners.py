"""Whose what was brought to the cache folder is, how much of it stays, and what goes first.

    with owners.bringing("3f9a...") as gone:    # what is kept meanwhile is hers
        keep_files("uploads", files)
    owners.batches()                            # all that visitors brought
    owners.let_go(batch, "3f9a...")             # she deletes it

What is brought at once is one folder, a batch. A note in it says whose it is, and is written anew
whenever the batch is used; a batch without one is the host's own, for which nothing here holds.
What was not used for `Limits.days` goes. Of one owner's batches beyond her share, the one unused
for longest goes first; beyond what all may have together that is so for what nobody used for a day,
and what is new is refused where that is not enough: nobody's work goes for a stranger's.
"""

import json
import logging
import os
import secrets
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from zipfviz.common.atomic import atomic_write_text
from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.folders import cache_folder, is_public, keep_bytes, keep_days

GROUPS = ("uploads", "trained", "web")
NOTE = ".owners.json"
GONE = ".incoming-gone-"  # `io.store` deletes what a crash leaves of it
MOST_FILES = 3000  # well below what a folder is listed with (`io.folders.MAX_FILES`)
DAY = 86_400.0
HOUR = 3600.0
_log = logging.getLogger(__name__)
_brings: ContextVar[tuple[str, list[str]] | None] = ContextVar("brings", default=None)
_placing = threading.RLock()
_used: dict[Path, float] = {}


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What visitors may keep: bytes and files of all, of one owner, and days unused."""

    of_all: int
    of_one: int
    files_of_all: int
    files_of_one: int
    days: float


def limits() -> Limits:
    """The limits just now: one owner may have half of it all, on a public host a tenth."""
    part = 10 if is_public() else 2
    most = keep_bytes()
    return Limits(
        of_all=most, of_one=most // part, files_of_all=MOST_FILES, files_of_one=MOST_FILES // part,
        days=keep_days(),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Batch:
    """What was brought at once: its folder, whose it is, its bytes, when it was used last."""

    folder: Path
    owners: tuple[str, ...]
    files: tuple[Path, ...]
    size: int
    used: float

    @property
    def name(self) -> str:
        """What it is called among the batches of all groups: "uploads/vectors"."""
        return self.folder.relative_to(cache_folder()).as_posix()


@contextmanager
def bringing(owner: str) -> Iterator[list[str]]:
    """Have what is kept meanwhile, in this thread, belong to `owner`; "" is the host.

    The list fills with the names of her batches that had to go for it.
    """
    gone: list[str] = []
    before = _brings.set((owner, gone) if owner else None)
    try:
        yield gone
    finally:
        _brings.reset(before)


def batches(owner: str | None = None) -> list[Batch]:
    """All that visitors brought, or one of them; what was used last first."""
    found = (
        batch
        for folder, owners in all_owners().items()
        if owners is not None and owner in (None, *owners)
        if (batch := _batch(folder, owners)) is not None
    )
    return sorted(found, key=lambda batch: -batch.used)


def all_owners() -> dict[Path, tuple[str, ...] | None]:
    """Whose each batch is, by its folder; None for the host's own."""
    return {folder: _read(folder) for folder in _folders()}


def owners_of(path: Path) -> tuple[str, ...] | None:
    """Whose the batch of a file or folder is; None for what is the host's own, or no batch."""
    folder = _folder_of(path)
    return None if folder is None else _read(folder)


@contextmanager
def placing(folder: Path) -> Iterator[None]:
    """Make room for a new folder of files, which the block moves to its place with its note.

    Raises InputError where there is none, before the block begins.
    """
    with _placing:
        brings = _brings.get()
        if brings is not None:
            files = _files(folder)
            _make_room(sum(map(_size, files)), len(files), *brings)
            found(folder)
        yield


def found(folder: Path) -> None:
    """Note that who brings just now has this batch, new or there already."""
    brings = _brings.get()
    if brings is None:
        return
    with suppress(InputError):  # only read: it stays the host's
        before = _read(folder) or ()
        _write(folder, (*(each for each in before if each != brings[0]), brings[0]))


def use(path: Path) -> None:
    """Note that a file or folder is used, at most once in an hour."""
    folder = _folder_of(path)
    if folder is None or time.time() - _used.get(folder, 0.0) < HOUR:
        return
    if len(_used) > 2 * MOST_FILES:
        _used.clear()
    _used[folder] = time.time()
    with suppress(OSError):
        os.utime(folder / NOTE)


def let_go(batch: Batch, owner: str) -> None:
    """Delete a batch for its owner; it stays for others who brought the same."""
    others = tuple(each for each in batch.owners if each != owner)
    if others and len(others) < len(batch.owners):
        _write(batch.folder, others)
    elif owner in batch.owners:
        _delete(batch.folder)


def tidy() -> None:
    """Delete what was not used for too long, and the longest unused of what is too much.

    What former versions put under uploads has no owner, and goes like all else.
    """
    for folder in _folders("uploads"):
        if _read(folder) is None:
            with suppress(InputError, OSError):
                used = folder.stat().st_mtime
                _write(folder, ())
                os.utime(folder / NOTE, (used, used))
    with _placing:
        _age(limits())


def _age(most: Limits) -> list[Batch]:
    """Delete what is too old; what stays, longest unused first."""
    stay: list[Batch] = []
    for batch in reversed(batches()):
        if time.time() - batch.used > most.days * DAY:
            _log.info("%s was not used for %g days and is deleted.", batch.name, most.days)
            _delete(batch.folder)
        else:
            stay.append(batch)
    return stay


def _make_room(size: int, files: int, owner: str, gone: list[str]) -> None:
    most = limits()
    if size > most.of_one or files > most.files_of_one:
        raise InputError(
            f"{size / 1e6:,.0f} MB in {counted(files, 'files')} is more than one visitor may keep "
            f"here ({most.of_one / 1e6:,.0f} MB, {most.files_of_one:,} files); give a smaller part."
        )
    stay = _age(most)
    hers = [batch for batch in stay if owner in batch.owners]
    for batch in _beyond(hers, most.of_one - size, most.files_of_one - files):
        let_go(batch, owner)
        gone.append(batch.name)
    stay = list(reversed(batches()))
    idle = [batch for batch in stay if time.time() - batch.used > DAY]
    over = _beyond(stay, most.of_all - size, most.files_of_all - files)
    if any(batch not in idle for batch in over):
        raise InputError(
            f"What visitors brought today fills the {most.of_all / 1e9:,.1f} GB that this server "
            "has for it; delete what you no longer need under “Yours here”, or try again tomorrow."
        )
    for batch in over:
        _log.info("%s makes room for what is new and is deleted.", batch.name)
        _delete(batch.folder)


def _beyond(found: Sequence[Batch], size: int, files: int) -> list[Batch]:
    """The first of these batches, without which the rest has so many bytes and files at most."""
    total, number = sum(b.size for b in found), sum(len(b.files) for b in found)
    over: list[Batch] = []
    for batch in found:
        if total <= size and number <= files:
            break
        over.append(batch)
        total, number = total - batch.size, number - len(batch.files)
    return over


def _folders(*groups: str) -> Iterator[Path]:
    for group in groups or GROUPS:
        with suppress(OSError), os.scandir(cache_folder() / group) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
                    yield Path(entry.path)


def _folder_of(path: Path) -> Path | None:
    """The folder of the batch that a path is in or is."""
    try:
        parts = path.resolve().relative_to(cache_folder().resolve()).parts
    except (OSError, ValueError):
        return None
    if len(parts) < 2 or parts[0] not in GROUPS:
        return None
    return cache_folder() / parts[0] / parts[1]


def _batch(folder: Path, owners: tuple[str, ...]) -> Batch | None:
    try:
        used = (folder / NOTE).stat().st_mtime
    except OSError:
        return None
    files = _files(folder)
    return Batch(folder=folder, owners=owners, files=files, size=sum(map(_size, files)), used=used)


def _files(folder: Path) -> tuple[Path, ...]:
    """The files that were brought, without our notes beside them."""
    with suppress(OSError):
        return tuple(
            sorted(p for p in folder.iterdir() if p.is_file() and not p.name.startswith("."))
        )
    return ()


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0


def _read(folder: Path) -> tuple[str, ...] | None:
    """Whose a batch is; None without a note, nobody's where that is damaged."""
    try:
        told = json.loads((folder / NOTE).read_bytes())
        return tuple(map(str, told["owners"]))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def _write(folder: Path, owners: Sequence[str]) -> None:
    atomic_write_text(folder / NOTE, json.dumps({"owners": list(owners)}))


def _delete(folder: Path) -> None:
    """Take a batch away at once, then delete it."""
    hidden = folder.with_name(f"{GONE}{secrets.token_hex(4)}")
    with suppress(OSError):
        os.rename(folder, hidden)
        folder = hidden
    shutil.rmtree(folder, ignore_errors=True)
