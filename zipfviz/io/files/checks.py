"""Check files from outside: room on the disk, data at all, the right checksum."""

import hashlib
import shutil
from pathlib import Path
from typing import IO, Any, cast

from zipfviz.common.errors import InputError
from zipfviz.io.files.kinds import REFUSED, sniff

CHUNK = 2**18
SPARE = 64 * 2**20  # bytes of disk that stay free


def check_space(folder: Path, needed: int, label: str) -> None:
    """Raise InputError where `needed` more bytes would fill the disk of `folder`."""
    free = shutil.disk_usage(folder).free
    if needed + SPARE > free:
        raise InputError(
            f"{label} needs {needed / 1e6:,.0f} MB and {free / 1e6:,.0f} MB are free where "
            f"{folder} is; make room, or set ZIPFVIZ_CACHE to another folder."
        )


def refuse_head(head: bytes, label: str) -> None:
    """Raise InputError where the first bytes are a web page, a Git LFS pointer or no data."""
    kind = sniff(head)
    if kind in REFUSED and kind not in ("empty", "xml"):
        raise InputError(f"{label} {REFUSED[kind]}")


def refuse_no_data(file: IO[bytes], label: str) -> None:
    """The same for a whole file, which may be empty or have come in small pieces."""
    file.seek(0)
    kind = sniff(file.read(2**16))
    if kind in REFUSED:
        raise InputError(f"{label} {REFUSED[kind]}")


def check_digest(file: IO[bytes], digest: str, label: str) -> None:
    """Raise InputError when a file's content is not that of "md5:<hex>" or "sha256:<hex>"."""
    if not digest:
        return
    algorithm, _, expected = digest.partition(":")
    file.seek(0)
    found = hashlib.file_digest(cast(Any, file), algorithm).hexdigest()
    if found != expected:
        raise InputError(
            f"{label} is not the file it should be ({algorithm} {found}, expected {expected}); "
            "fetch it again, or tell us if it was changed on purpose."
        )
