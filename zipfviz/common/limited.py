"""Run a function of zipfviz in a process of its own, with limits on memory, time and files.

A small file may stand for gigabytes or hours, and bent bytes crash libraries that read them; in a
process of its own they fill or crash nothing else.

    with Limited("zipfviz.io.files.arrow_child:work", asked, stdin=file, stdout=PIPE) as child:
        ...                                # read child.process.stdout
        ending = child.wait()              # None, or what became of it
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Literal

from zipfviz.common.limited_child import TOLD, TOO_LARGE
from zipfviz.common.limited_child import is_limited as is_limited
from zipfviz.common.memory import free_memory

COMMAND = "from zipfviz.common.limited_child import main; main()"
SECONDS = 20.0  # for any file, and one more
BYTES_A_SECOND = 1e6  # for this much of it
PATIENCE = 3.0  # times as long may pass where others are at work as well
ALONE = {  # few threads and no memory reserved in advance, so that the limit bounds what is used
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MALLOC_ARENA_MAX"), "1"),
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}
LAST_WORDS = 4000


def seconds_for(size: int) -> float:
    """Seconds that a file of `size` bytes may take."""
    return SECONDS + size / BYTES_A_SECOND


@dataclass(frozen=True)
class Ending:
    """How a process ended that did not end well, and its last words.

    "told": it said itself what is wrong; "large": it asked for more memory than it may have;
    "late": it took longer than it may; "crashed": it is damaged, by the signal or code `code`.
    """

    kind: Literal["told", "large", "late", "crashed"]
    words: str
    code: int = 0

    @property
    def crash(self) -> str:
        """What ended it, as people call it: "signal 11", "exit code 1"."""
        return f"signal {-self.code}" if self.code < 0 else f"exit code {self.code}"


class Limited:
    """A process that runs `work`, "module:function", on `asked`, any JSON; gone when it is left.

    At most `memory` bytes beside those of its module and `imports` (what is free unless given),
    `seconds` on a processor and three times as many in all, `disk` bytes for a file it writes (half
    of what is free unless given). Its temporary files are in `folder`.
    """

    def __init__(
        self,
        work: str,
        asked: Any,
        *,
        stdin: IO[bytes],
        stdout: int | IO[bytes],
        seconds: float = SECONDS,
        memory: int | None = None,
        disk: int | None = None,
        folder: Path | None = None,
        imports: Sequence[str] = (),
    ) -> None:
        self.seconds = seconds
        self.memory = free_memory() if memory is None else memory
        if disk is None:
            disk = shutil.disk_usage(folder or tempfile.gettempdir()).free // 2
        told = {
            "work": work, "asked": asked, "memory": self.memory, "seconds": int(seconds) + 1,
            "disk": disk, "imports": list(imports),
        }  # fmt: skip
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (closed with it)
        self._late = threading.Event()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", COMMAND, json.dumps(told)],
            stdin=stdin, stdout=stdout, stderr=self._said, env=_environment(folder),
        )  # fmt: skip
        self._clock = threading.Timer(PATIENCE * seconds, self._end)
        self._clock.daemon = True
        self._clock.start()

    def __enter__(self) -> Limited:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._clock.cancel()
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._said.close()

    def _end(self) -> None:
        self._late.set()
        self.process.kill()

    def said(self, start: int = 0) -> bytes:
        """What it said so far on standard error, from byte `start` on."""
        file = self._said.fileno()  # whose place is the process' own, too
        return os.pread(file, os.fstat(file).st_size, start)

    def wait(self, seconds: float | None = None) -> Ending | None:
        """How it ended, None where well. Raises subprocess.TimeoutExpired after `seconds`."""
        code = self.process.wait(seconds)
        if code == 0:
            return None
        words = self.said()[-LAST_WORDS:].decode("utf-8", "replace").strip()
        if self._late.is_set() or code == -getattr(signal, "SIGXCPU", 0) < 0:
            return Ending("late", words, code)
        if code == TOLD:
            return Ending("told", words, code)
        if code == TOO_LARGE or "bad_alloc" in words or "memory allocation of" in words:
            return Ending("large", words, code)
        return Ending("crashed", words, code)


def _environment(folder: Path | None) -> dict[str, str]:
    """This process' own; a checkout that is run without being installed is on its path only."""
    paths = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    found = os.environ | ALONE | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    return found if folder is None else found | {"TMPDIR": str(folder), "TEMP": str(folder)}
