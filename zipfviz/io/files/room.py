"""Refuse content that would fill the memory or the disk, before or while it is read.

A packed file of a few kilobytes may hold gigabytes, and a JSON value of three bytes takes sixty.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from typing import IO, Any

from zipfviz.common.errors import InputError
from zipfviz.common.memory import free_memory

BLOCK = 2**20
MOST_MEMORY = 4 * 2**30  # of a word list, a vocabulary or a benchmark
LEAST_FREE = 2**25  # bytes that stay free
LINE_BYTES = 64  # a str and its place in a list, beside its letters
VALUE_BYTES = 160  # a value of JSON with its key, as Python holds it
MOST_DISK = 32 * 2**30


def check_room(needed: int, label: str) -> None:
    """Raise InputError where `needed` bytes are more than a list may take, or than are free."""
    most = min(MOST_MEMORY, free_memory() // 2)
    if needed > most:
        raise InputError(
            f"{label} would take {needed / 1e9:,.1f} GB of memory when it is read, and "
            f"{most / 1e9:,.1f} GB are the most for it here; give a smaller part of it."
        )


def check_not_full(label: str) -> None:
    """Raise InputError where hardly any memory is left."""
    if free_memory() < LEAST_FREE:
        raise InputError(
            f"{label} does not fit into memory, which is full; give a smaller part of it, or "
            "close other programs."
        )


def read_whole(stream: IO[bytes], label: str, limit: int) -> bytes:
    """All bytes of a stream, of which there may be `limit`. Raises InputError for more."""
    blocks: list[bytes] = []
    size, most = 0, min(limit, free_memory() // 4)
    while block := stream.read(BLOCK):
        blocks.append(block)
        size += len(block)
        if size > most:
            raise InputError(
                f"{label} is larger than {most:,} bytes, too large to be read at once; save it as "
                "lines of text."
            )
    return b"".join(blocks)


def text_bytes(data: bytes) -> int:
    """The most that the letters of a text take."""
    return len(data) if data.isascii() and b"\\u" not in data else 4 * len(data)


def check_lines(data: bytes, label: str) -> None:
    """Raise InputError where a text is too large to be held line by line."""
    check_room(2 * text_bytes(data) + LINE_BYTES * (data.count(b"\n") + 1), label)


def parse_json(
    data: bytes, label: str, *, hook: Callable[[list[tuple[str, Any]]], Any] | None = None
) -> Any:
    """The value of a JSON text, for which there must be room.

    `hook` makes an object of its pairs; bytes that are no UTF-8 stay as lone surrogates. Raises
    ValueError and RecursionError as json.loads does, InputError where it would take too much
    memory.
    """
    values = data.count(b",") + data.count(b"[") + data.count(b"{") + 1
    check_room(2 * text_bytes(data) + VALUE_BYTES * values, label)
    return json.loads(data.decode("utf-8", "surrogateescape"), object_pairs_hook=hook)


def copy_to_disk(source: IO[bytes], file: IO[bytes], label: str) -> None:
    """Copy a stream to a temporary file. Raises InputError where the disk has no room for it."""
    done = 0
    room = min(MOST_DISK, shutil.disk_usage(tempfile.gettempdir()).free // 2)
    try:
        while block := source.read(BLOCK):
            done += len(block)
            if done > room:
                raise InputError(
                    f"{label} unpacks to more than {room / 1e9:,.1f} GB, half of what is free on "
                    "the disk for temporary files; unpack it yourself."
                )
            file.write(block)
        file.flush()
    except InputError:
        raise
    except OSError as error:
        raise InputError(
            f"{label} cannot be unpacked to {tempfile.gettempdir()} "
            f"({error.strerror or error}); make room there, or unpack it yourself."
        ) from error
