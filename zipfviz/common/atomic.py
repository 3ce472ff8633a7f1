"""Write files whole or not at all.

    with atomic_write(Path("vectors.txt")) as file:
        file.write(content)

Until the block ends well the content lies beside its place, in a hidden file whose name ends in
`PART`; an error removes it, and after a crash `io.store` deletes what is older than a day.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from zipfviz.common.errors import InputError

PART = ".part"


@contextmanager
def atomic_write(path: str | os.PathLike[str], *, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a file for writing and reading that becomes `path` when the block ends well.

    A link is followed, and what is no regular file (a pipe, a terminal) is written to directly.
    `durable=False` does not wait for the disk, for what can be made again.

    Raises InputError where the file cannot be written: no such folder, no permission, no room.
    """
    path = Path(path)
    place = Path(os.path.realpath(path))
    direct = os.path.exists(place) and not place.is_file()
    half = place if direct else place.with_name(f".{secrets.token_hex(8)}{PART}")
    try:
        with open(half, "wb" if direct else "x+b") as file:
            yield file
            file.flush()
            if durable and not direct:
                os.fsync(file.fileno())
        if not direct:
            os.replace(half, place)
    except OSError as error:
        raise InputError(
            f"{path.name} cannot be written ({error.strerror or error}); make room there, or "
            "choose another place."
        ) from error
    finally:
        if not direct:
            half.unlink(missing_ok=True)


def atomic_write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text in UTF-8, whole or not at all; lone surrogates stay what they were read from."""
    with atomic_write(path) as file:
        file.write(text.encode("utf-8", "surrogatepass"))
