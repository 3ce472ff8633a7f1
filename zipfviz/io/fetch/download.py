"""Download a file over http(s): resumed where it broke off, checked, and never half there.

    download("https://host/vectors.gz", Path("cache/vectors"), digest="md5:c289...")

While it comes in, the file is `.vectors.part` beside its place, and `.vectors.part.json` says which
version of which address it is a part of. It moves to its place when it is complete and checked.
"""

import http.client
import json
import os
import re
import time
import urllib.error
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from filelock import FileLock, Timeout

from zipfviz.common.atomic import atomic_write_text
from zipfviz.common.errors import InputError
from zipfviz.io.fetch.url_guard import open_url, split_url
from zipfviz.io.files.checks import CHUNK, check_digest, check_space, refuse_head, refuse_no_data
from zipfviz.io.folders import kept_in_cache

Progress = Callable[[int, int | None], None]
MAX_BYTES = 16 * 2**30
TRIES = 4
PAUSE = 0.2  # seconds before the second try, four times as long before each further one
SLOWEST = 1024  # bytes in `timeout` seconds; less is a stall
BEATS = 0.1  # seconds between two calls of progress
PASSING = {408, 425, 429, 500, 502, 503, 504}
RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")


@dataclass(frozen=True)
class _Version:
    """Which version of which address a part belongs to; it goes on only where this is equal."""

    url: str = ""
    tag: str = ""
    total: int | None = None


class _BrokeOffError(Exception):
    """The connection ended or stalled early; what came is kept and another try goes on from it."""


def part_of(target: Path) -> tuple[Path, Path]:
    """The half file of a target and the note beside it; both are hidden from the catalogue."""
    return target.with_name(f".{target.name}.part"), target.with_name(f".{target.name}.part.json")


def download(
    url: str,
    target: Path,
    *,
    digest: str = "",
    max_bytes: int = MAX_BYTES,
    progress: Progress | None = None,
    timeout: float = 30.0,
    local: bool = True,
    check: Callable[[Path], None] | None = None,
) -> Path:
    """Fetch `url` to `target`, going on where an earlier try broke off.

    Parameters
    ----------
    url
        http or https; up to five redirects are followed, never from https to http.
    target
        The file to make; its folder is made too. An existing file is replaced at the end.
    digest
        "md5:<hex>" or "sha256:<hex>" of the content, where it is known.
    max_bytes
        The most that may come, by what the server promises and by what it sends.
    progress
        Called as progress(bytes so far, bytes in all or None), ten times a second at most. What it
        raises ends the download; what came is kept, and the next try goes on from there.
    timeout
        Seconds without an answer, or with less than 1 KiB, that count as a stall.
    local
        Whether hosts of the own machine and network may be asked.
    check
        Looks at the complete file before it gets its name; an InputError it raises drops it.

    Returns
    -------
    Path
        `target`.

    Raises
    ------
    InputError
        No connection, an error of the server, too large, no room on the disk, broken off more than
        three times, another content than `digest`, or a web page instead of data; one sentence.
    """
    host, label = split_url(url)[0], target.name
    part, note = part_of(target)
    with one_at_a_time(target), _open_part(part, note) as file:
        one = _Transfer(url, label, file, note, max_bytes, progress, timeout, local)
        for attempt in range(TRIES):
            try:
                one.run()
                break
            except _BrokeOffError as error:
                if attempt == TRIES - 1:
                    raise InputError(
                        f"{label}: {host} {error}, {TRIES} times over; fetch it again to go on "
                        "from there."
                    ) from error
                time.sleep(PAUSE * 4**attempt)
        try:
            refuse_no_data(file, label)
            check_digest(file, digest, label)
            file.flush()
            if check is not None:
                check(part)
        except InputError:
            file.truncate(0)
            raise
        os.fsync(file.fileno())
        file.close()  # an open file cannot be moved everywhere
        os.replace(part, target)
        note.unlink(missing_ok=True)
    return target


@contextmanager
def one_at_a_time(target: Path) -> Iterator[None]:
    """Be the only one, of all threads and processes, that fetches `target`; make its folder.

    Raises InputError for a second one, and where the folder cannot be written to.
    """
    lock = FileLock(target.with_name(f".{target.name}.lock"))
    with kept_in_cache(target.name):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            raise InputError(
                f"{target.name} is being fetched already; wait until that has ended."
            ) from None
    try:
        with kept_in_cache(target.name):
            yield
    finally:
        # While it is held: who waits for this very file sees that it is gone and makes another.
        with suppress(OSError):  # Windows deletes no open file
            os.unlink(lock.lock_file)
        lock.release()


@contextmanager
def _open_part(part: Path, note: Path) -> Iterator[IO[bytes]]:
    """The half file, open at its end; gone afterwards if empty."""
    with open(part, "a+b") as file:
        try:
            yield file
        finally:
            if not file.closed and file.seek(0, os.SEEK_END) == 0:
                file.close()
                part.unlink(missing_ok=True)
                note.unlink(missing_ok=True)


@dataclass
class _Transfer:
    """One download: each run asks for what is missing and adds it to `file`."""

    url: str
    label: str
    file: IO[bytes]
    note: Path
    max_bytes: int
    progress: Progress | None
    timeout: float
    local: bool

    def run(self) -> None:
        """Ask for the rest, write it, see that all of it came."""
        have = self.file.seek(0, os.SEEK_END)
        known = self._noted() if have else _Version()
        if have and (known.url != self.url or not known.tag):
            have = self._restart()
        elif have and have == known.total:
            return
        try:
            with self._ask(have, known.tag) as response:
                total = self._begin(response, have)
                self._copy(response, total)
        except (OSError, http.client.HTTPException) as error:
            why = "sent nothing more" if isinstance(error, TimeoutError) else "broke off"
            raise _BrokeOffError(f"{why} after {self.file.tell():,} bytes") from error

    def _noted(self) -> _Version:
        try:
            return _Version(**json.loads(self.note.read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return _Version()

    def _restart(self) -> int:
        self.file.truncate(0)
        return self.file.seek(0)

    def _ask(self, have: int, tag: str) -> Any:
        headers = {"Accept-Encoding": "identity"}
        if have:
            headers |= {"Range": f"bytes={have}-", "If-Range": tag}
        try:
            return open_url(self.url, local=self.local, timeout=self.timeout, headers=headers)
        except urllib.error.HTTPError as error:
            return self._refused(error, have)
        except InputError:
            raise
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError):
                raise _BrokeOffError(f"gave no answer in {self.timeout:g} seconds") from error
            if isinstance(reason, ConnectionResetError | http.client.HTTPException):
                raise _BrokeOffError("closed the connection without an answer") from error
            raise InputError(
                f"{self.label} cannot be fetched: {split_url(self.url)[0]} cannot be reached "
                f"({getattr(reason, 'strerror', None) or reason}); check the network, or put the "
                "file into the data folder yourself."
            ) from error

    def _refused(self, error: urllib.error.HTTPError, have: int) -> Any:
        """What an error of the server means; for a range that is not there, start again."""
        error.close()
        if error.code == 416 and have:
            self._restart()
            return self._ask(0, "")
        if error.code in PASSING:
            raise _BrokeOffError(f"answered {error.code} ({error.reason})")
        raise InputError(
            f"{self.label} cannot be fetched: {split_url(self.url)[0]} answered {error.code} "
            f"({error.reason}); check the address."
        ) from error

    def _begin(self, response: Any, have: int) -> int | None:
        """Go to where the answer starts, check what it promises, note what it is a part of."""
        total = length = _number(response.headers.get("Content-Length"))
        if have:
            found = RANGE.match(response.headers.get("Content-Range", ""))
            if response.status == 206 and found and int(found[1]) == have:
                total = _number(found[2]) or (have + length if length is not None else None)
            else:
                have = self._restart()
        if total is not None and total > self.max_bytes:
            raise InputError(
                f"{self.label} is {total:,} bytes, more than the {self.max_bytes:,} allowed; "
                "fetch it yourself and put it into the data folder."
            )
        check_space(self.note.parent, (total or 0) - have, self.label)
        tag = response.headers.get("ETag") or ""
        if not tag or tag.startswith("W/"):
            tag = response.headers.get("Last-Modified") or ""
        atomic_write_text(self.note, json.dumps(asdict(_Version(self.url, tag, total))))
        return total

    def _copy(self, response: Any, total: int | None) -> None:
        """Write what comes; report, watch for stalls, stop at the cap."""
        done = self.file.tell()
        told = window = time.monotonic()
        mark = done
        self._tell(done, total)
        while block := response.read1(CHUNK):
            if done == 0:
                refuse_head(block, self.label)
            with kept_in_cache(self.label):
                self.file.write(block)
            done += len(block)
            if done > self.max_bytes or (total is not None and done > total):
                self._restart()
                raise InputError(
                    f"{self.label} sends more than {min(self.max_bytes, total or done):,} bytes; "
                    "it is not what it says, or too large."
                )
            now = time.monotonic()
            if now - told > BEATS:
                told = now
                self._tell(done, total)
            if now - window > self.timeout:
                if done - mark < SLOWEST:
                    raise TimeoutError
                window, mark = now, done
        if total is not None and done < total:
            raise _BrokeOffError(f"broke off after {done:,} of {total:,} bytes")
        self._tell(done, total)

    def _tell(self, done: int, total: int | None) -> None:
        if self.progress is not None:
            self.progress(done, total)


def _number(text: str | None) -> int | None:
    """A length in a header; None for none or one that makes no sense."""
    return int(text) if text and re.fullmatch(r"\d{1,18}", text) else None
