"""Small results that a new server process need not compute again, in the user's cache folder.

Named by content digests, so nothing here can be out of date; a file that cannot be read is made
again, and a folder that cannot be written is done without.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from zipfviz.readers import catalogue

__all__ = ["array", "keep_tokens", "tokens"]

VERSION = 1  # of what is kept: raise it when its meaning changes


def array(digest: str, compute: Callable[[], np.ndarray]) -> np.ndarray:
    """The array of that digest, read back or computed and kept."""
    path = _path("arrays", f"{digest}.npy")
    with contextlib.suppress(OSError, ValueError, EOFError):
        return np.load(path, allow_pickle=False)
    result = compute()
    _write(path, lambda file: np.save(file, result, allow_pickle=False))
    return result


def tokens(digest: str) -> tuple[tuple[str, ...], ...] | None:
    """The tokens of a task's texts as kept earlier, or None."""
    try:
        found = json.loads(_path("tokens", f"{digest}.json").read_bytes())
    except (OSError, ValueError):
        return None
    return tuple(tuple(text) for text in found)


def keep_tokens(digest: str, found: tuple[tuple[str, ...], ...]) -> None:
    """Keep the tokens of a task's texts."""
    _write(_path("tokens", f"{digest}.json"), lambda file: file.write(json.dumps(found).encode()))


def _path(kind: str, name: str) -> Path:
    return catalogue.cache_folder() / f".kept-{VERSION}" / kind / name


def _write(path: Path, write: Callable) -> None:
    """Write whole or not at all: a half file never has the final name."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, half = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            write(file)
        os.replace(half, path)
