"""The data folder, which is only read, and the cache folder, where fetched things go."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from zipfviz.common.errors import InputError

__all__ = [
    "cache_folder",
    "data_folder",
    "resolve_in_data",
    "resolve_inside",
    "walk",
    "word_limit",
]

MAX_DEPTH = 8
MAX_FILES = 5000


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


def walk(root: Path) -> Iterator[Path]:
    """Files under a folder as they lie there, in order; links that lead out of it are passed over.

    Hidden files are left out, and so is what lies deeper than 8 folders or beyond 5,000 files.
    """
    if not root.is_dir():
        return
    real_root = root.resolve()
    seen = 0
    for folder, inner, files in os.walk(root):
        here = Path(folder)
        deep = len(here.relative_to(root).parts) >= MAX_DEPTH
        inner[:] = [] if deep else sorted(name for name in inner if not name.startswith("."))
        for name in sorted(files):
            path = here / name
            if name.startswith(".") or (path.is_symlink() and not _is_inside(path, real_root)):
                continue
            seen += 1
            if seen > MAX_FILES:
                return
            if path.is_file():
                yield path
