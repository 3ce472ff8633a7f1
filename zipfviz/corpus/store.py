"""Arrays and words on disk between sessions: .npz files without pickle, each written whole.

They lie in a hidden folder of the cache folder, so that no list of embeddings shows them.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.io.folders import cache_folder

__all__ = ["cached_path", "pack", "recall", "unpack", "write"]

FORMAT = 1
BROKEN = (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile)


def cached_path(kind: str, digest: str) -> Path:
    """Where what has this digest is kept; the file may not exist."""
    return cache_folder() / ".theory" / f"{kind}-{digest}.npz"


def pack(header: Mapping[str, Any], **arrays: Any) -> bytes:
    """Arrays and a header of JSON values as the bytes of an .npz."""
    text = json.dumps({"format": FORMAT, **header}).encode("utf-8")
    file = io.BytesIO()
    np.savez(file, header=np.frombuffer(text, np.uint8), **arrays)
    return file.getvalue()


def unpack(file: Path | IO[bytes], *names: str) -> tuple[dict[str, Any], list[np.ndarray]]:
    """(header, the arrays `names`) of what `pack` made. Raises InputError for anything else."""
    try:
        with np.load(file, allow_pickle=False) as found:
            header = json.loads(found["header"].tobytes())
            if header["format"] != FORMAT:
                raise ValueError(header["format"])
            return header, [found[name] for name in names]
    except BROKEN as error:
        label = os.path.basename(str(getattr(file, "name", file)))
        raise InputError(
            f"{label} is nothing this version of zipfviz saved; delete it and make it anew."
        ) from error


def recall(path: Path, *names: str) -> tuple[dict[str, Any], list[np.ndarray]] | None:
    """What `unpack` gives, or None where there is no file; a damaged one is deleted."""
    if not path.is_file():
        return None
    try:
        return unpack(path, *names)
    except InputError:
        path.unlink(missing_ok=True)
        return None


def write(path: Path, content: bytes) -> None:
    """Write a file at once or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, half = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(half, path)
    except BaseException:
        os.unlink(half)
        raise
