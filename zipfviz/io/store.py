"""Store results in the cache folder for the next process: arrays with a header, by kind and key.

    STORE.put("space", key, {"words": words}, p=p, vectors=vectors)
    STORE.get("space", key, lambda header, arrays: (header["words"], arrays["p"]))

An entry is an .npz without pickle, written whole; its key is a digest of all that it hangs on, so
that it cannot be out of date. A damaged entry is as good as none, and where the folder cannot be
written nothing is stored.
"""

import json
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
from zipfviz.io.folders import cache_folder

T = TypeVar("T")
Arrays = dict[str, Any]
Unpack = Callable[[dict[str, Any], Arrays], T]

FOLDER = ".store-2"  # another number where what is stored changes its meaning
# Of former versions, never read any more.
FORMER = (".store-1", ".kept-1", ".theory", "token-embeddings")
FORMAT = 1
MOST_BYTES = 3 * 2**30
DAY = 86_400.0
# What stays behind after a crash, and how old it gets: halves of files and folders, and for longer
# downloads that may go on where they broke off.
LEFT_BEHIND = {
    re.compile(rf"\.[0-9a-f]{{16}}\{PART}|\.(incoming|pip)-.*"): DAY,
    re.compile(rf"\..*(\{PART}|\{PART}\.json|\.lock)|\.[0-9a-f]{{16}}"): 30 * DAY,
}


class Store:
    """Entries in one folder, `most_bytes` in all; what was not used for longest goes first.

    Safe to use from any thread and process. `folder` is the cache folder unless given.
    """

    def __init__(self, folder: Path | None = None, most_bytes: int = MOST_BYTES) -> None:
        self._folder, self._most = folder, most_bytes
        self._written = most_bytes  # since what is too much was deleted last; at once in a process

    @property
    def folder(self) -> Path:
        """Where entries are; it may not exist."""
        return (self._folder or cache_folder()) / FOLDER

    def get(self, kind: str, key: str, unpack: Unpack[T]) -> T | None:
        """What `unpack(header, arrays)` makes of an entry; None where there is none.

        ValueError, KeyError and TypeError from `unpack` mean a damaged entry, which is deleted.
        """
        path = self._path(kind, key)
        try:
            found = unpack(*_read_quickly(path))
        except OSError:  # not there, or not to be opened just now
            return None
        except (ValueError, KeyError, TypeError, EOFError, MemoryError, zipfile.BadZipFile):
            with suppress(OSError):
                path.unlink(missing_ok=True)
            return None
        with suppress(OSError):  # only read: nothing is deleted there anyway
            os.utime(path)
        return found

    def put(self, kind: str, key: str, header: Mapping[str, Any], **arrays: np.ndarray) -> None:
        """Store an entry, where that is possible."""
        path = self._path(kind, key)
        with suppress(OSError, InputError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(path, durable=False) as file:
                write_npz(file, header, **arrays)
                self._written += file.tell()
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

        `keep` stays in any case. Entries of former versions count, too.
        """
        root = self.folder.parent
        for path in _left_behind(root):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        room = self._most
        entries = [e for name in (FOLDER, *FORMER) for e in (root / name).rglob("*") if e.is_file()]
        for _, size, path in sorted(map(_stamp, entries), reverse=True):
            room -= size
            if room < 0 and path != keep:
                path.unlink(missing_ok=True)

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / f"{kind}-{key}.npz"


STORE = Store()
"""The store in the user's cache folder."""


def write_npz(file: IO[bytes], header: Mapping[str, Any], **arrays: Any) -> None:
    """Write arrays and a header of JSON values as an .npz."""
    text = json.dumps({"format": FORMAT, **header}).encode("utf-8")
    np.savez(file, header=np.frombuffer(text, np.uint8), **arrays)


def read_npz(file: Path | IO[bytes]) -> tuple[dict[str, Any], Arrays]:
    """(header, arrays) of what `write_npz` wrote. Raises InputError for anything else.

    Its members are not packed, so that they hold no more than the file does.
    """
    try:
        with np.load(file, allow_pickle=False) as found:
            if any(member.compress_type != zipfile.ZIP_STORED for member in found.zip.infolist()):
                raise ValueError("packed")
            arrays = {name: found[name] for name in found.files}
        return _header(arrays), arrays
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        label = os.path.basename(str(getattr(file, "name", file)))
        raise InputError(
            f"{label} is nothing this version of zipfviz saved; delete it and make it anew."
        ) from error


def _read_quickly(path: Path) -> tuple[dict[str, Any], Arrays]:
    """The same from a file of ours: numbers come in one piece, as from an .npy, three times faster
    than through zipfile and its checksums.
    """
    arrays: Arrays = {}
    with open(path, "rb") as file, zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            file.seek(member.header_offset + 26)
            lengths = np.frombuffer(file.read(4), "<u2")  # of its name and of what else is said
            file.seek(int(lengths.sum()), os.SEEK_CUR)
            arrays[member.filename.removesuffix(".npy")] = np.load(file, allow_pickle=False)
    return _header(arrays), arrays


def _header(arrays: Arrays) -> dict[str, Any]:
    header = json.loads(arrays.pop("header").tobytes())
    if header.pop("format") != FORMAT:
        raise ValueError("another version's")
    return header


def _left_behind(root: Path) -> Iterator[Path]:
    """What crashes left in the cache folder and in its folders, for longer than they may need."""
    now = time.time()
    with suppress(OSError):
        for folder in (root, *(path for path in root.iterdir() if path.is_dir())):
            for path in folder.iterdir():
                ages = [age for name, age in LEFT_BEHIND.items() if name.fullmatch(path.name)]
                if ages and now - path.lstat().st_mtime > ages[0]:
                    yield path


def _stamp(path: Path) -> tuple[float, int, Path]:
    """When an entry was used last, its bytes, and where it is; zeros where it is gone."""
    try:
        found = path.stat()
    except OSError:
        return 0.0, 0, path
    return found.st_mtime, found.st_size, path
