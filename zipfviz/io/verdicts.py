"""What a file that was brought along is, found out once, in a process with limits, and noted.

    kinds_of(paths)                        # what each would load as, by the notes beside it

The note lies beside the file, in a hidden file of its folder, and holds for its size, time of
writing and place on the disk: another file is looked at again. A file that cannot be looked at
within its bounds has that for its verdict, so that it strikes once.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from zipfviz.common import apart
from zipfviz.common.atomic import atomic_write_text
from zipfviz.common.errors import InputError
from zipfviz.common.recent import Recent
from zipfviz.io.classify import Kind, classify
from zipfviz.io.files.opened import open_file

NOTE = ".looked-at.json"
FORMAT = 1  # another number where `classify` says something else of the same files
KINDS: tuple[Kind | None, ...] = ("embedding", "frequency", "task", None)
REMEMBERED = 20_000
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Verdict:
    """What a file would load as, None for nothing; `why` is the sentence that refuses it, or ""."""

    kind: Kind | None
    why: str = ""


SEEN: Recent[Verdict] = Recent(REMEMBERED)
"""What this process has read of notes, or found out where none can be written."""


def kinds_of(paths: Iterable[Path]) -> dict[Path, Kind | None]:
    """What each file of the cache folder would load as; those without a note are looked at."""
    return {path: verdict.kind for path, verdict in _verdicts(list(paths)).items()}


def look(path: Path, name: str) -> Verdict:
    """What a file is that just came and is called `name`; see `note`."""
    return _looked_at([path], [name])[0]


def note(verdicts: dict[Path, Verdict]) -> None:
    """Write down what files of one folder are; done without where that cannot be written."""
    for folder in {path.parent for path in verdicts}:
        told = _read(folder) | {
            path.name: {"stamp": stamp, **asdict(verdict)}
            for path, verdict in verdicts.items()
            if path.parent == folder and (stamp := _stamp(path)) is not None
        }
        there = {name: each for name, each in told.items() if (folder / name).exists()}
        with suppress(InputError):  # only read
            atomic_write_text(folder / NOTE, json.dumps({"format": FORMAT, "files": there}))


def _verdicts(paths: Sequence[Path]) -> dict[Path, Verdict]:
    found: dict[Path, Verdict] = {}
    notes = {folder: _read(folder) for folder in {path.parent for path in paths}}
    for path in paths:
        stamp = _stamp(path)
        if stamp is None:  # gone
            found[path] = Verdict(None)
            continue
        verdict = SEEN.get((path, *stamp)) or _noted(notes[path.parent].get(path.name), stamp)
        if verdict is not None:
            found[path] = verdict
    todo = [path for path in paths if path not in found]
    new = dict(zip(todo, _looked_at(todo, [path.name for path in todo]), strict=True))
    if new:
        note(new)
    for path, verdict in new.items():
        if (stamp := _stamp(path)) is not None:
            SEEN.put((path, *stamp), verdict)
    return {path: (found | new)[path] for path in paths}


def _stamp(path: Path) -> list[int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return [stat.st_size, stat.st_mtime_ns, stat.st_ino]


def _read(folder: Path) -> dict[str, dict[str, object]]:
    """The notes of a folder by the names of files; none where they are damaged."""
    try:
        told = json.loads((folder / NOTE).read_bytes())
        files = told["files"] if told["format"] == FORMAT else {}
        return {name: dict(each) for name, each in files.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        _log.warning("%s is damaged; its files are looked at again.", folder / NOTE)
        return {}


def _noted(told: dict[str, object] | None, stamp: list[int]) -> Verdict | None:
    if told is None or told.get("stamp") != stamp:
        return None
    kinds = (kind for kind in KINDS if kind == told.get("kind", ""))
    return next((Verdict(kind, str(told.get("why", ""))) for kind in kinds), None)


def _looked_at(paths: Sequence[Path], names: Sequence[str]) -> list[Verdict]:
    """What files are, by one process for all; by one for each half where that one fails."""
    if not paths:
        return []
    size = sum(stamp[0] for path in paths if (stamp := _stamp(path)))
    try:
        return apart.call(_look, list(paths), list(names), label=names[0], size=size)
    except InputError as error:
        if len(paths) == 1:
            return [Verdict(None, str(error))]
    half = len(paths) // 2
    return _looked_at(paths[:half], names[:half]) + _looked_at(paths[half:], names[half:])


def _look(paths: list[Path], names: list[str]) -> list[Verdict]:
    return [_verdict(path, name) for path, name in zip(paths, names, strict=True)]


def _verdict(path: Path, name: str) -> Verdict:
    """Refused is what is never read from strangers: pickles, web pages, no data."""
    try:
        opened = open_file(path, name=name)
        if len(opened.members) <= 1:
            opened.check()
    except InputError as error:
        return Verdict(None, str(error))
    return Verdict(classify(path))
