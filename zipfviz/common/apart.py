"""Call a function in a process of its own with limits, for what strangers hand in.

    apart.call(read_embedding, path, max_words=8)

What it returns, or the error it raises for the user, comes back; a file that fills the memory,
takes for ever or crashes its reader ends in a sentence, and nothing else ends with it.
"""

from __future__ import annotations

import subprocess
import tempfile
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from zipfviz.common import limited, packed
from zipfviz.common.errors import ChoiceNeeded, InputError, ZipfvizError
from zipfviz.common.limited import Limited
from zipfviz.common.limited_child import is_limited
from zipfviz.common.memory import free_memory

T = TypeVar("T")
WORK = f"{__name__}:answer"
AT_ONCE = 2  # processes
WAIT = 60.0  # seconds for one of them to end
EVERY = 0.2  # seconds between two words of progress
OWN = 2**26  # bytes that the process takes for itself
_places = threading.Semaphore(AT_ONCE)


def call(
    function: Callable[..., T],
    *arguments: Any,
    label: str,
    size: int = 0,
    folder: Path | None = None,
    told: Callable[[], object] | None = None,
    **options: Any,
) -> T:
    """`function(*arguments, **options)`, done by a process that may take half of the free memory.

    `label` names the file in messages, `size` is its bytes, by which its time is bounded; its
    temporary files are in `folder`. `told` is called several times a second, and ends the process
    by what it raises. Where this process has limits of its own, it does the work itself.
    """
    if is_limited():
        return function(*arguments, **options)
    name = f"{function.__module__}:{function.__qualname__}"
    if not _places.acquire(timeout=WAIT):
        raise InputError(f"{label} has to wait, since other files are read; try again in a minute.")
    try:
        with tempfile.TemporaryFile(dir=folder) as asked, tempfile.TemporaryFile(dir=folder) as got:
            packed.write(asked, (arguments, options))
            asked.seek(0)
            memory = max(0, free_memory() - OWN) // AT_ONCE
            with Limited(
                WORK, name, stdin=asked, stdout=got, seconds=limited.seconds_for(size),
                memory=memory, folder=folder, imports=(function.__module__, "pyarrow"),
            ) as child:  # fmt: skip
                ending = _ended(child, told)
                if ending is not None:
                    raise _error(ending, child, label)
            got.seek(0)
            kind, value = packed.read(got)
    finally:
        _places.release()
    if kind == "error":
        raise _made(value)
    found: T = value
    return found


def _ended(child: Limited, told: Callable[[], object] | None) -> limited.Ending | None:
    while True:
        try:
            return child.wait(None if told is None else EVERY)
        except subprocess.TimeoutExpired:
            if told is not None:
                told()


def answer(name: str) -> None:
    """Do what was asked on standard input, and write what comes of it to standard output."""
    import sys

    output, sys.stdout = sys.stdout.buffer, sys.stderr
    module, _, called = name.partition(":")
    arguments, options = packed.read(sys.stdin.buffer)
    try:
        found = getattr(import_module(module), called)(*arguments, **options)
    except ZipfvizError as error:
        packed.write(output, ("error", _parts(error)))
    else:
        packed.write(output, ("value", found))


def _parts(error: ZipfvizError) -> tuple[Any, ...]:
    made_by = f"{type(error).__module__}:{type(error).__qualname__}"
    if isinstance(error, ChoiceNeeded):
        return made_by, (error.found, list(error.choices)), error.reading
    return made_by, (str(error),), getattr(error, "reading", None)


def _made(parts: tuple[Any, ...]) -> ZipfvizError:
    made_by, arguments, reading = parts
    module, _, name = made_by.partition(":")
    found: Any = getattr(import_module(module), name) if module.startswith("zipfviz.") else None
    if not (isinstance(found, type) and issubclass(found, ZipfvizError)):
        raise ValueError(f"{made_by} is no error of ours")
    error: Any = found(*arguments)
    if reading is not None:
        error.reading = reading
    return error if isinstance(error, ZipfvizError) else InputError(str(error))


def _error(ending: limited.Ending, child: Limited, label: str) -> Exception:
    if ending.kind == "late":
        return InputError(
            f"{label} takes longer than {child.seconds:,.0f} seconds to read, too long for its "
            "size; give a smaller part of it."
        )
    if ending.kind in ("large", "told"):
        return InputError(
            f"{label} needs more than the {child.memory / 1e9:,.1f} GB of memory that one file "
            "may take here; give a smaller part of it."
        )
    if ending.code == 1 and "Traceback" in ending.words:  # a mistake of ours, no file's
        return RuntimeError(ending.words)
    return InputError(
        f"{label} is damaged: reading it ended the process ({ending.crash}); fetch it again."
    )
