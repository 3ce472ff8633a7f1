"""Cache arrays, tokens and word spaces on disk for the next server process.

Arrays and tokens are named by content digests, so they cannot be out of date; spaces by what their
files' stamps say. What cannot be read is made again, and a folder that cannot be written is done
without.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import IO

import numpy as np

from zipfviz.io import catalogue
from zipfviz.io.records import Source
from zipfviz.space.match_report import MatchReport
from zipfviz.space.word_space import WordSpace

__all__ = ["array", "keep_tokens", "space", "tokens"]

VERSION = 1  # of what is kept: raise it when its meaning changes
ARRAYS, SPACES = 200, 4  # the most recently used ones are kept
SPACE_BYTES = 256 << 20  # vectors of a larger space are not copied into the cache


def array(digest: str, compute: Callable[[], np.ndarray]) -> np.ndarray:
    """The array of that digest, read back or computed and kept."""
    path = _path("arrays", f"{digest}.npy")
    with contextlib.suppress(OSError, ValueError, EOFError):
        found = np.load(path, allow_pickle=False)
        _used(path)
        return found
    result = compute()
    _write(path, lambda file: np.save(file, result, allow_pickle=False))
    _forget_all_but(path.parent, ARRAYS)
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


def space(key: str | None, build: Callable[[], WordSpace]) -> WordSpace:
    """The space of that key, read back or built and kept.

    The key must name everything the space hangs on; None is a space that nothing names. Only
    spaces of up to `SPACE_BYTES` are kept.
    """
    if key is None:
        return build()
    path = _path("spaces", f"{key}.npy")
    with contextlib.suppress(OSError, ValueError, EOFError, TypeError, KeyError):
        with open(path, "rb") as file:
            found = _read_space(file)
        _used(path)
        return found
    result = build()
    if result.vectors.nbytes <= SPACE_BYTES:
        text = "\n".join(result.words)
        if text.count("\n") == len(result) - 1:  # a word may hold a line break
            _write(path, lambda file: _write_space(file, result, text))
            _forget_all_but(path.parent, SPACES)
    return result


def _write_space(file: IO[bytes], found: WordSpace, text: str) -> None:
    """Words, record, p and vectors, one after the other as npy."""
    record = {
        "digest": found.digest,
        "report": asdict(found.report),
        "sources": [asdict(found.embedding_source), asdict(found.frequency_source)],
    }
    for part in (text.encode("utf-8", "surrogatepass"), json.dumps(record).encode()):
        np.save(file, np.frombuffer(part, np.uint8), allow_pickle=False)
    np.save(file, found.p, allow_pickle=False)
    np.save(file, found.vectors, allow_pickle=False)


def _read_space(file: IO[bytes]) -> WordSpace:
    """What `_write_space` wrote; ValueError and its like where it is something else."""
    text, record, p, vectors = (np.load(file, allow_pickle=False) for _ in range(4))
    words = tuple(text.tobytes().decode("utf-8", "surrogatepass").split("\n"))
    if not (p.shape == (len(words),) and vectors.ndim == 2 and len(vectors) == len(words)):
        raise ValueError("words, p and vectors are not of one space")
    known = json.loads(record.tobytes())
    report = known["report"]
    report["unmatched"] = tuple(report["unmatched"])
    p.setflags(write=False)
    vectors.setflags(write=False)
    return WordSpace(
        words,
        vectors,
        p,
        MatchReport(**report),
        known["digest"],
        *(Source(**source) for source in known["sources"]),
    )


def _used(path: Path) -> None:
    """Mark a file as used now; in a folder that is only read nothing is forgotten anyway."""
    with contextlib.suppress(OSError):
        os.utime(path)


def _forget_all_but(folder: Path, n: int) -> None:
    """Delete what was not used for longest, down to `n` files."""
    with contextlib.suppress(OSError):
        files = sorted(folder.glob("*.npy"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[n:]:
            path.unlink(missing_ok=True)


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
