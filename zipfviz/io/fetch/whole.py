"""Tell whether fetched files are still what came: their sizes and checksums are in the store.

    note("glove-twitter-25", paths)
    is_whole("glove-twitter-25", paths)     # False: cut, changed or unreadable since

What nothing is noted of, since an earlier version fetched it, is taken as it is.
"""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from zipfviz.io.records import content_digest
from zipfviz.io.store import STORE

KIND = "fetched"


def note(name: str, paths: Sequence[Path]) -> None:
    """Remember the content of files that have just come."""
    STORE.put(KIND, content_digest(name), {"digests": [_digest(path) for path in paths]})


def is_whole(name: str, paths: Sequence[Path]) -> bool:
    """Whether the files are as noted; reads all of them."""
    noted = STORE.get(KIND, content_digest(name), lambda header, _: header["digests"])
    if noted is None:
        return True
    with suppress(OSError):
        return [_digest(path) for path in paths] == noted
    return False


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(cast(Any, file), "sha256").hexdigest()
