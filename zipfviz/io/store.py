"""Store results in the cache folder for the next process: arrays with a header, by kind and key.

    STORE.put("space", key, {"words": words}, p=p, vectors=vectors)
    STORE.get("space", key, lambda header, arrays: (header["words"], arrays["p"]))

An entry is an .npz without pickle, written whole, with a checksum of each part that is compared
whenever it is read; its key is a digest of all that it hangs on, so that it cannot be out of date.
A damaged entry is as good as none, and where the folder cannot be written nothing is stored; the
log says either in a line.
"""

import io
import json
import logging
import os
import re
import shutil
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeVar

import numpy as np

from zipfviz.common.atomic import PART, atomic_write
from zipfviz.common.errors import InputError
from zipfviz.io.folders import cache_folder, keep_bytes

T = TypeVar("T")
Arrays = dict[str, Any]
Unpack = Callable[[dict[str, Any], Arrays], T]

FOLDER = ".store-2"  # another number where what is stored changes its meaning
# Of former versions, never read any more.
FORMER = (".store-1", ".kept-1", ".theory", "token-embeddings")
FORMAT = 1
HOUR, DAY = 3600.0, 86_400.0
# What stays behind after a crash, and how old it gets: halves of files and folders, and for longer
# downloads that may go on where they broke off. Together they have as many bytes as entries have.
LEFT_BEHIND = {
    re.compile(rf"\.[0-9a-f]{{16}}\{PART}|\.(incoming|pip)-.*"): DAY,
    re.compile(rf"\..*(\{PART}|\{PART}\.json|\.lock)|\.[0-9a-f]{{16}}"): 30 * DAY,
}


class Store:
    """Entries in one folder, `most_bytes` in all; what was not used for longest goes first.

    Safe to use from any thread and process. `folder` is the cache folder unless given, and
    `most_bytes` a third of what visitors may keep there ($ZIPFVIZ_KEEP_GB).
    """

    def __init__(self, folder: Path | None = None, most_bytes: int | None = None) -> None:
        self._folder, self._most_bytes = folder, most_bytes
        # Since what is too much was deleted last; at once in a process.
        self._written = float("inf")
        self._troubles: dict[str, str] = {}

    @property
    def folder(self) -> Path:
        """Where entries are; it may not exist."""
        return (self._folder or cache_folder()) / FOLDER

    @property
    def _most(self) -> int:
        return keep_bytes() // 3 if self._most_bytes is None else self._most_bytes

    @property
    def trouble(self) -> str:
        """Why entries of some kind cannot be stored just now, in a sentence; "" where they can."""
        return next(iter(self._troubles.values()), "")

    def get(self, kind: str, key: str, unpack: Unpack[T]) -> T | None:
        """What `unpack(header, arrays)` makes of an entry; None where there is none.

        Whatever is wrong with an entry, or with what `unpack` makes of it, has it deleted.
        """
        path = self._path(kind, key)
        try:
            with open(path, "rb") as file:
                header, arrays = _read(file)
            if header.pop("entry") != [path.stem, *sorted(arrays)]:
                raise ValueError("another entry's, or not all of it")
            found = unpack(header, arrays)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, MemoryError) as error:  # not to be read just now
            _log.warning("%s; it is computed anew.", _cannot("read", path, error))
            return None
        except Exception as error:  # no kind of damage may stop a page; the log tells them apart
            why = f"{type(error).__name__}: {error}"
            _log.warning("%s is damaged (%.200s); it is computed anew.", path, why)
            with suppress(OSError):
                path.unlink(missing_ok=True)
            return None
        with suppress(OSError):  # only read: nothing is deleted there anyway
            os.utime(path)
        return found

    def put(self, kind: str, key: str, header: Mapping[str, Any], **arrays: np.ndarray) -> None:
        """Store an entry, where that is possible."""
        path = self._path(kind, key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.rmtree(path)
            with atomic_write(path, durable=False) as file:
                entry = [path.stem, *sorted(arrays)]
                write_npz(file, {**header, "entry": entry}, **arrays)
                self._written += file.tell()
        except (OSError, InputError) as error:
            trouble = _cannot("written", path.parent, error.__cause__ or error)
            if not self._troubles:
                _log.warning("%s; what takes long is computed anew each time.", trouble)
            self._troubles[kind] = trouble
            return
        self._troubles.pop(kind, None)
        if self._written > self._most // 100:
            self._written = 0
            self.prune(keep=path)

    def array(self, kind: str, key: str, compute: Callable[[], np.ndarray]) -> np.ndarray:
        """The array of that key, stored or computed and stored."""
        found = self.get(kind, key, lambda header, arrays: arrays["array"])
        if found is None:
            found = compute()
            self.put(kind, key, {}, array=found)
        return found

    def prune(self, keep: Path | None = None) -> None:
        """Delete the entries used longest ago until the rest fits, and what crashes left behind.

        `keep` stays in any case. Entries of former versions count, too. What was left behind goes
        after its time, and the oldest of it before, where it is more than entries may be.
        """
        root = self.folder.parent
        for path in _left_behind(root, self._most):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                _delete(path)
        room = self._most
        entries = [e for name in (FOLDER, *FORMER) for e in (root / name).rglob("*") if e.is_file()]
        for _, size, path in sorted(map(_stamp, entries), reverse=True):
            room -= size
            if room < 0 and path != keep:
                _delete(path)

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / f"{kind}-{key}.npz"


_log = logging.getLogger(__name__)
STORE = Store()
"""The store in the user's cache folder."""


def write_npz(file: IO[bytes], header: Mapping[str, Any], **arrays: Any) -> None:
    """Write arrays and a header of JSON values as an .npz."""
    text = json.dumps({"format": FORMAT, **header}).encode("utf-8")
    np.savez(file, header=np.frombuffer(text, np.uint8), **arrays)


def read_npz(file: Path | IO[bytes]) -> tuple[dict[str, Any], Arrays]:
    """(header, arrays) of what `write_npz` wrote. Raises InputError for anything else."""
    try:
        return _read(file)
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        EOFError,
        RuntimeError,
        zipfile.BadZipFile,
    ) as error:
        label = os.path.basename(str(getattr(file, "name", file)))
        raise InputError(
            f"{label} is nothing this version of zipfviz saved; delete it and make it anew."
        ) from error


def _read(file: Path | IO[bytes]) -> tuple[dict[str, Any], Arrays]:
    """The same, with whatever zipfile and numpy raise; the archive's checksums are compared.

    Members are not packed, so that they hold no more than the file does.
    """
    arrays: Arrays = {}
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            if member.compress_type != zipfile.ZIP_STORED:
                raise ValueError("packed")
            arrays[member.filename.removesuffix(".npy")] = _array(archive.read(member))
    header = json.loads(arrays.pop("header").tobytes())
    if header.pop("format") != FORMAT:
        raise ValueError("another version's")
    return header, arrays


def _array(content: bytes) -> np.ndarray:
    """An .npy as the array it holds, without a copy."""
    start = io.BytesIO(content)
    if np.lib.format.read_magic(start) != (1, 0):
        raise ValueError("another version's")
    shape, in_columns, dtype = np.lib.format.read_array_header_1_0(start)
    numbers = np.frombuffer(content, dtype, offset=start.tell())
    return numbers.reshape(shape, order="F" if in_columns else "C")


def _delete(path: Path) -> None:
    with suppress(OSError):  # gone, or not ours to delete
        path.unlink()


def _cannot(be: str, path: Path, error: BaseException) -> str:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return f"{path} cannot be {be} ({reason})"


def _left_behind(root: Path, most: int) -> Iterator[Path]:
    """What crashes left in the cache folder and in its folders, for longer than they may need.

    Or beyond `most` bytes, the oldest first; what was touched in the last hour is in use.
    """
    now = time.time()
    stays: list[tuple[float, int, Path]] = []
    with suppress(OSError):
        for folder in (root, *(path for path in root.iterdir() if path.is_dir())):
            for path in folder.iterdir():
                ages = [age for name, age in LEFT_BEHIND.items() if name.fullmatch(path.name)]
                if ages and now - (touched := _touched(path)) > ages[0]:
                    yield path
                elif ages and now - touched > HOUR:
                    stays.append((touched, bytes_in(path), path))
    room = most
    for _, size, path in sorted(stays, reverse=True):
        room -= size
        if room < 0:
            yield path


def bytes_in(path: Path) -> int:
    """Bytes of a file, or of all files in a folder; 0 where it is gone."""
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return sum(_stamp(each)[1] for each in files)


def _touched(path: Path) -> float:
    """When a file, or something in a folder, was written last."""
    inside = path.rglob("*") if path.is_dir() else ()
    return max(_stamp(each)[0] for each in (path, *inside))


def _stamp(path: Path) -> tuple[float, int, Path]:
    """When an entry was used last, its bytes, and where it is; zeros where it is gone."""
    try:
        found = path.stat()
    except OSError:
        return 0.0, 0, path
    return found.st_mtime, found.st_size, path
