"""Keep uploaded files in the cache folder, each batch in a folder of its own.

    keep_files("uploads", {"../vec.txt": file})         # cache/uploads/vec/vec.txt
    keep_task(task, "uploads")                          # cache/uploads/pairs/pairs.jsonl

Names are made harmless, nothing is overwritten, and what was brought before is found again.
"""

import filecmp
import hashlib
import io
import json
import os
import re
import secrets
import shutil
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from zipfviz.common.atomic import atomic_write
from zipfviz.common.errors import InputError
from zipfviz.io.fetch import owners
from zipfviz.io.files.checks import CHUNK, check_space
from zipfviz.io.files.opened import open_file
from zipfviz.io.folders import cache_folder, is_public, kept_in_cache
from zipfviz.io.records import Embedding, Frequency, Task
from zipfviz.io.vectors.writers import save_embedding
from zipfviz.io.verdicts import Verdict, look, note

LONGEST = 100
DIGITS = 16
INCOMING = ".incoming-"  # before the name of a folder that a crash may leave; `io.store` deletes it
RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?\Z", re.I)


def safe_name(name: str, default: str = "file") -> str:
    """A file name out of whatever someone calls a file: no folders, dots in front or markup.

    Letters and digits of any script stay, so do space, point, comma, plus, minus and underscore;
    all else becomes an underscore. At most 100 characters, the suffixes kept.
    """
    last = re.split(r"[/\\]", name)[-1]
    last = unicodedata.normalize("NFC", last.encode("utf-8", "replace").decode("utf-8"))
    kept = "".join(c if c.isalnum() or c in " .,+-_" else "_" for c in last)
    kept = re.sub(r"\s+", " ", kept).lstrip(". -").rstrip(". ")
    if len(kept) > LONGEST:
        end = "".join(Path(kept).suffixes[-2:])[-30:]
        kept = kept[: LONGEST - len(end)] + end
    while len(kept.encode()) > 200:
        kept = kept[1:]
    return f"_{kept}" if RESERVED.match(kept) else kept or default


def refuse_unsafe(path: Path, name: str) -> None:
    """Raise InputError for what is never read from strangers: pickles, web pages, no data.

    Or what cannot be looked at within its bounds.
    """
    _accepted(path, name)


def _accepted(path: Path, name: str) -> Verdict:
    found = look(path, name)
    if found.why:
        raise InputError(found.why)
    return found


def keep_files(group: str, files: Mapping[str, BinaryIO]) -> list[Path]:
    """Copy open files, by their names, into one new folder of cache/`group`.

    A batch that is there already, byte for byte, is not copied again. Returns the paths in order.
    Raises InputError for a pickle or what is no data at all, or when the disk is full.
    """
    with incoming(group) as folder:
        names: list[str] = []
        for given, file in files.items():
            name = safe_name(given)
            while name in names:
                name = f"_{name}"
            names.append(name)
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            check_space(folder, size, name)
            with open(folder / name, "xb") as out:
                shutil.copyfileobj(file, out, CHUNK)
        verdicts = [_accepted(folder / name, name) for name in names]
        placed = place(folder, group, stem_of(names[0]), names)
    note(dict(zip(placed, verdicts, strict=True)))
    return placed


@contextmanager
def incoming(group: str) -> Iterator[Path]:
    """A hidden folder beside those of the group, which no list shows; gone at the end."""
    folder = cache_folder() / group / f"{INCOMING}{secrets.token_hex(4)}"
    try:
        with kept_in_cache("a new file"):
            folder.mkdir(parents=True)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def place(folder: Path, group: str, stem: str, names: Sequence[str]) -> list[Path]:
    """Move a hidden folder to cache/`group`/`stem`, or find the one that is the same.

    Where another one has that name, "-2" and so on is added; on a public host, where its name is
    the key to it, a part of the content's SHA-256. It belongs to who is `owners.bringing` it.
    Returns the paths of `names`. Raises InputError where there is no room for more.
    """
    if is_public():
        stem = f"{stem}-{_digest(folder)}"
    for number in range(1, 10_000):
        target = cache_folder() / group / (stem if number == 1 else f"{stem}-{number}")
        try:
            if not target.exists():
                with owners.placing(folder):
                    os.rename(folder, target)
                return [target / name for name in names]
        except OSError:
            if not target.exists():
                raise  # else someone was quicker
        if _same(folder, target):
            owners.found(target)
            return [target / name for name in names]
    raise InputError(f"{stem} was brought along 10,000 times; empty the cache folder.")


def _same(one: Path, other: Path) -> bool:
    names, there = (
        sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
        for folder in (one, other)
    )
    return names == there and not any(filecmp.cmpfiles(one, other, names, shallow=False)[1:])


def _digest(folder: Path) -> str:
    """So much of the SHA-256 of what a folder holds that nobody guesses it."""
    told = hashlib.sha256()
    for path in sorted(path for path in folder.iterdir() if not path.name.startswith(".")):
        with open(path, "rb") as file:
            told.update(f"{path.name}\0".encode())
            told.update(hashlib.file_digest(file, "sha256").digest())
    return told.hexdigest()[:DIGITS]


def keep_member(path: Path, member: str, group: str) -> Path:
    """One file out of a zip or tar as a file of its own; its folder in the archive is dropped."""
    name = safe_name(member)
    with open_file(path, member=member).open() as stream, incoming(group) as folder:
        with open(folder / name, "xb") as out:
            while block := stream.read(CHUNK):
                check_space(folder, len(block), name)
                out.write(block)
        return place(folder, group, stem_of(name), [name])[0]


def keep_embedding(embedding: Embedding, group: str) -> Path:
    """Words and vectors as one .npz without pickle, however they were packed before."""
    stem = stem_of(embedding.name)
    with incoming(group) as folder:
        check_space(folder, 2 * embedding.vectors.nbytes, stem)
        write_clean(embedding, folder / f"{stem}.npz")
        return place(folder, group, stem, [f"{stem}.npz"])[0]


def keep_task(task: Task, group: str) -> Path:
    """A benchmark as JSON lines, whatever columns it was read from."""
    return _keep_text(task_lines(task), f"{stem_of(task.name)}.jsonl", group)


def keep_frequency(frequency: Frequency, group: str) -> Path:
    """A frequency list as 'word, tab, value' lines, most frequent first."""
    return _keep_text(frequency_lines(frequency), f"{stem_of(frequency.name)}.counts.tsv", group)


def write_clean(found: Embedding | Frequency | Task, path: Path) -> tuple[Path, ...]:
    """Write what was read as a file that reads back without a choice; the files written.

    Words and vectors as .npz, or as what `save_embedding` has for the suffix; counts as 'word, tab,
    value' lines; pairs as JSON lines. Raises InputError for another suffix of vectors.
    """
    if isinstance(found, Embedding):
        if path.suffix.lower() != ".npz":
            return save_embedding(found.words, found.vectors, path)
        import numpy as np

        with atomic_write(path) as file:
            np.savez(file, words=np.array(found.words), vectors=found.vectors)
        return (path,)
    text = frequency_lines(found) if isinstance(found, Frequency) else task_lines(found)
    with atomic_write(path) as file:
        file.write(text.encode("utf-8", "surrogateescape"))
    return (path,)


def task_lines(task: Task) -> str:
    """A benchmark as JSON lines: the two texts, their score, the language."""
    names = ("word1", "word2") if task.kind == "words" else ("sentence1", "sentence2")
    rows = (
        {names[0]: task.texts[left], names[1]: task.texts[right], "score": score,
         "language": task.language}
        for (left, right), score in zip(task.pairs.tolist(), task.gold.tolist(), strict=True)
    )  # fmt: skip
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def frequency_lines(frequency: Frequency) -> str:
    """'word, tab, value' lines, most frequent first."""
    order = (-frequency.values).argsort(kind="stable").tolist()
    values = frequency.values.tolist()
    return count_lines((frequency.words[i], values[i]) for i in order)


def count_lines(counts: Iterable[tuple[str, float]]) -> str:
    """'word, tab, count' lines that read back to the same numbers."""
    return "".join(f"{word}\t{count:.17g}\n" for word, count in counts)


def stem_of(name: str) -> str:
    """A harmless name without its suffixes, for a folder."""
    return safe_name(name).partition(".")[0].strip() or "file"


def _keep_text(text: str, name: str, group: str) -> Path:
    data = io.BytesIO(text.encode("utf-8", "surrogateescape"))
    return keep_files(group, {name: data})[0]
