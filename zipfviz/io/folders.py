"""Locate and list the data folder, which is only read, and the cache folder."""

import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted

MAX_DEPTH = 8
MAX_FILES = 5000
MAX_LISTINGS = 64
SETTLED = 2 * 10**9  # nanoseconds after which a change shows in a folder's time

Stamp = tuple[int, int, int] | None


def data_folder() -> Path:
    """$ZIPFVIZ_DATA, else `data` in the current folder; it may not exist."""
    return Path(os.environ.get("ZIPFVIZ_DATA") or "data")


def cache_folder() -> Path:
    """$ZIPFVIZ_CACHE, else the user's cache folder of zipfviz; it may not exist."""
    chosen = os.environ.get("ZIPFVIZ_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_path("zipfviz"))


@contextmanager
def kept_in_cache(what: str) -> Iterator[None]:
    """Tell in a sentence, InputError, why the block cannot write `what` to the cache folder."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{what} cannot be kept in the cache folder ({error.strerror or error}); make room "
            "there, or set ZIPFVIZ_CACHE to another folder."
        ) from error


def scratch_folder() -> Path:
    """A folder for large files that are gone again: the cache, else the system's for such files.

    Raises InputError where neither can be written.
    """
    folder = cache_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    if folder.is_dir() and os.access(folder, os.W_OK):
        return folder
    with kept_in_cache("what is needed for a while"):
        return Path(tempfile.gettempdir())


def package_folder(module: str) -> Path | None:
    """Where an installed package lies, found without importing it; None without it."""
    spec = find_spec(module)
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) if places else None


def word_limit() -> int | None:
    """$ZIPFVIZ_LIMIT: the dashboard reads so many words of each embedding; None means all.

    For hosts of little memory. Raises InputError when it is no positive number.
    """
    chosen = os.environ.get("ZIPFVIZ_LIMIT")
    if not chosen:
        return None
    if not (chosen.isascii() and chosen.isdigit() and int(chosen) > 0):
        raise InputError(f"ZIPFVIZ_LIMIT={chosen!r} is no number of words; set it to e.g. 50000.")
    return int(chosen)


KEEP_GB, KEEP_DAYS = (10.0, 2.0), (90.0, 7.0)  # on one's own, on a public host


def is_public() -> bool:
    """$ZIPFVIZ_PUBLIC: whether the dashboard is open to strangers.

    Raises InputError for a setting nobody knows.
    """
    chosen = os.environ.get("ZIPFVIZ_PUBLIC", "0")
    if chosen not in ("0", "1", ""):
        raise InputError(f"ZIPFVIZ_PUBLIC={chosen!r} is neither 0 nor 1; set it to 1 or leave it.")
    return chosen == "1"


def keep_bytes() -> int:
    """$ZIPFVIZ_KEEP_GB: what visitors of the dashboard may keep together in the cache folder.

    10 GB, 2 GB on a public host. Raises InputError when it is no positive number.
    """
    return int(1e9 * _positive("ZIPFVIZ_KEEP_GB", KEEP_GB[is_public()]))


def keep_days() -> float:
    """$ZIPFVIZ_KEEP_DAYS: after how many days without use that goes.

    90 days, 7 on a public host. Raises InputError when it is no positive number.
    """
    return _positive("ZIPFVIZ_KEEP_DAYS", KEEP_DAYS[is_public()])


def _positive(setting: str, default: float) -> float:
    chosen = os.environ.get(setting) or str(default)
    try:
        number = float(chosen)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e9:
        raise InputError(f"{setting}={chosen!r} is no number above 0; set it to e.g. {default:g}.")
    return number


def resolve_inside(root: Path, path: str | os.PathLike[str]) -> Path:
    """`path` under `root`, links and `..` followed; raises InputError when that leads outside."""
    root = root.resolve()
    try:
        resolved = (root / path).resolve()
    except (OSError, ValueError, RuntimeError):  # a NUL byte, a loop of links
        raise InputError(f"{str(path)!r} is no path that can be opened; choose another.") from None
    if not resolved.is_relative_to(root):
        raise InputError(f"{str(path)!r} leads out of the data folder; put the file into it.")
    return resolved


def resolve_in_data(path: str | os.PathLike[str]) -> Path:
    """A path of the data folder as a full path.

    Raises InputError when links or `..` lead out of it, or nothing is there.
    """
    resolved = resolve_inside(data_folder(), path)
    if not resolved.exists():
        raise InputError(f"{str(path)!r} is not in the data folder; `zipfviz list` shows what is.")
    return resolved


def _is_inside(path: Path, real_root: Path) -> bool:
    try:
        return path.resolve().is_relative_to(real_root)
    except (OSError, RuntimeError):  # a loop of links
        return False


@dataclass(frozen=True, kw_only=True, eq=False)
class Listing:
    """The files of a folder, as they lie there, in order.

    `note` says in a sentence what is left out, "" where that is nothing; `folders` holds when each
    folder was changed.
    """

    files: tuple[Path, ...] = ()
    note: str = ""
    folders: Mapping[str, Stamp] = field(default_factory=dict)


_listings: dict[Path, Listing] = {}


def list_files(root: Path) -> Listing:
    """List the files under a folder, anew only when one of its folders was changed.

    Hidden files are left out, and so are links that lead out of the folder; what lies deeper than 8
    folders or beyond 5,000 files is noted.
    """
    key = root.absolute()
    kept = _listings.get(key)
    if kept is not None and all(_changed(f) == stamp for f, stamp in kept.folders.items()):
        return kept
    _listings.pop(key, None)
    if not root.is_dir():
        return Listing()
    started = time.time_ns()
    found = _walked(root)
    # Two changes within a tick of the file system's clock look like one.
    if all(stamp is not None and stamp[0] < started - SETTLED for stamp in found.folders.values()):
        if len(_listings) >= MAX_LISTINGS:
            _listings.clear()
        _listings[key] = found
    return found


def _changed(folder: str) -> Stamp:
    """What changes when a file comes to a folder or goes; None where there is no such folder."""
    try:
        stat = os.stat(folder)
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino


def _walked(root: Path) -> Listing:
    real_root = root.resolve()
    files: list[Path] = []
    folders: dict[str, Stamp] = {}
    left_out: dict[str, None] = {}
    unread: list[OSError] = []
    for folder, inner, names in os.walk(root, onerror=unread.append):
        folders[folder] = _changed(folder)
        here = Path(folder)
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        if inner and len(here.relative_to(root).parts) >= MAX_DEPTH:
            inner.clear()
            left_out[f"what lies deeper than {MAX_DEPTH} folders"] = None
        for name in sorted(names):
            path = here / name
            if name.startswith(".") or (path.is_symlink() and not _is_inside(path, real_root)):
                continue
            if path.is_file():
                files.append(path)
        if len(files) > MAX_FILES:
            left_out[f"all after the first {MAX_FILES:,} files"] = None
            break
    if unread:
        left_out[f"{counted(len(unread), 'folders')} that cannot be read"] = None
    note = (
        f"Of {root}, this is not listed: {', '.join(left_out)}; give its path." if left_out else ""
    )
    return Listing(files=tuple(files[:MAX_FILES]), note=note, folders=folders)
