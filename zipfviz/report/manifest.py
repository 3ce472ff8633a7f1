"""Save what a view shows as a manifest: a few lines of JSON that reopen it and can be checked.

    {"zipfviz manifest": 1,
     "page": "norms", "choices": {"norm_k": "200", "find_norm": "the"},
     "space": {"embedding": "glove.6B.50d", "frequency": "wordfreq:en", "digest": "…", …},
     "tasks": {"lee50": "…"}, "versions": {"zipfviz": "0.1.0", …}}

`choices` are the page's link, so a manifest restores what a link restores; `texts` are what is too
long for one. Digests and versions say whether the numbers are still the same.
"""

import json
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib import metadata
from typing import Any, get_type_hints

import zipfviz
from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.records import Task
from zipfviz.space.word_space import WordSpace

FORMAT = 1
MARK = "zipfviz manifest"
MOST_BYTES = 1_000_000
# Packages whose numbers or pictures could differ from one version to the next.
PACKAGES = ("numpy", "scipy", "scikit-learn", "plotly", "wordfreq", "nltk", "umap-learn")
Choice = str | list[str]


@dataclass(frozen=True)
class SpaceRecord:
    """The words of a view: names, policies, sizes and the content's digest."""

    embedding: str
    frequency: str
    fold: str
    missing: str
    max_words: int | None
    words: int
    dimensions: int
    digest: str
    above_floor: bool = False


RECORDED = get_type_hints(SpaceRecord)


@dataclass(frozen=True)
class Manifest:
    """A view: its page and link, its words, the tasks' digests, the versions it was made with.

    `texts` are those typed on the page that a link cannot hold, by the page's names for them;
    `notices` are what was left out or assumed of the data.
    """

    page: str
    choices: Mapping[str, Choice]
    space: SpaceRecord
    tasks: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    notices: Sequence[str] = ()

    def json(self) -> str:
        """The manifest's text."""
        return json.dumps({MARK: FORMAT, **asdict(self)}, ensure_ascii=False, indent=1) + "\n"


def manifest(
    space: WordSpace,
    *,
    page: str = "",
    choices: Mapping[str, Choice] | None = None,
    tasks: Iterable[Task] = (),
    embedding: str = "",
    frequency: str = "",
    texts: Mapping[str, str] | None = None,
) -> Manifest:
    """The manifest of a view of `space`.

    Parameters
    ----------
    page, choices : the page's address and what its link holds.
    embedding, frequency : the names these are loaded by, where they differ from their titles.
    texts : what was typed and is too long for a link.
    """
    r = space.report
    whole = r.n_matched + r.n_missing_kept
    tasks = list(tasks)
    sources = embedding or r.embedding, frequency or r.frequency
    max_words = None if r.n_words >= whole else r.n_words
    content: dict[str, Any] = {"words": len(space), "dimensions": space.d, "digest": space.digest}
    content["above_floor"] = r.above_floor
    record = SpaceRecord(*sources, r.fold, r.missing, max_words, **content)
    digests = {task.name: task.digest for task in tasks}
    said = [*r.notices, *(f"{t.name}: {each}" for t in tasks for each in t.report.notices)]
    told = digests, _versions(), dict(texts or {}), said
    return Manifest(page, dict(choices or {}), record, *told)


def _versions() -> dict[str, str]:
    versions = {"zipfviz": zipfviz.__version__, "python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return versions


def read_manifest(text: str | bytes) -> Manifest:
    """A manifest from its text; InputError for anything else, saying what is wrong with it."""
    if len(text) > MOST_BYTES:
        raise InputError("the file is far larger than a manifest; choose one saved by zipfviz.")
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InputError(
            f"the manifest is not JSON ({error}); choose one saved by zipfviz."
        ) from error
    if not isinstance(found, dict) or MARK not in found:
        raise InputError("the file is no manifest; choose one saved by zipfviz.")
    if found[MARK] != FORMAT:
        raise InputError(
            f"the manifest is of format {found[MARK]!r}, this zipfviz reads format {FORMAT}; "
            "update zipfviz to open it."
        )
    space = {"above_floor": False, **_part(found, "space", dict)}  # older manifests have none
    record = SpaceRecord(**{name: _part(space, name, kind) for name, kind in RECORDED.items()})
    page = _part(found, "page", str)
    if not re.fullmatch(r"\w*", page):
        raise InputError(f"the manifest's page {page!r} is no page of zipfviz.")
    choices = _part(found, "choices", dict)
    for name, value in choices.items():
        texts = value if isinstance(value, list) else [value]
        if not all(isinstance(text, str) for text in texts):
            raise InputError(f"the manifest's choice {name!r} is not text; save it again.")
    found = {"texts": {}, "notices": [], **found}  # older manifests have none
    parts = {name: _texts(found, name) for name in ("tasks", "versions", "texts")}
    said = [str(each) for each in _part(found, "notices", list)]
    return Manifest(page, choices, record, **parts, notices=said)


def _part(found: dict[str, Any], name: str, kind: Any) -> Any:
    if name not in found or not isinstance(found[name], kind):
        raise InputError(f"the manifest has no valid {name!r}; save it again.")
    return found[name]


def _texts(found: dict[str, Any], name: str) -> dict[str, str]:
    values = _part(found, name, dict)
    return {str(key): str(value) for key, value in values.items()}


def differences(saved: Manifest, space: WordSpace, tasks: Iterable[Task] = ()) -> list[str]:
    """How the data and the programs at hand differ from the manifest's, a sentence each.

    Empty where every number must come out the same.
    """
    now = manifest(space, embedding=saved.space.embedding, frequency=saved.space.frequency)
    told = []
    if now.space.digest != saved.space.digest:
        told.append(_about_words(saved.space, now.space))
    for task in tasks:
        if saved.tasks.get(task.name, task.digest) != task.digest:
            told.append(f"The task {task.name} holds other pairs than when the view was saved.")
    moved = [
        f"{name} {now.versions.get(name, 'not installed')} instead of {version}"
        for name, version in saved.versions.items()
        if now.versions.get(name) != version
    ]
    if moved:
        told.append(f"Versions differ: {', '.join(moved)}; last digits may, too.")
    return told


def _about_words(saved: SpaceRecord, now: SpaceRecord) -> str:
    """What a difference of digests is due to, as far as the records tell."""
    if (saved.words, saved.dimensions) != (now.words, now.dimensions):
        return (
            f"The words differ: {now.words:,} in {counted(now.dimensions, 'dimensions')}, where "
            f"the view was saved with {saved.words:,} in {saved.dimensions}."
        )
    if saved.above_floor != now.above_floor:
        left, kept = ("left out", "kept") if now.above_floor else ("kept", "left out")
        return (
            f"Numbers below the list’s floor are {left}, where the view was saved with them {kept}."
        )
    if (saved.fold, saved.missing) != (now.fold, now.missing):
        return (
            f"Policies differ: case {now.fold} and missing words {now.missing}, where the view was "
            f"saved with {saved.fold} and {saved.missing}."
        )
    return (
        f"{saved.embedding} or {saved.frequency} has other contents than when the view was saved, "
        "under the same name and size."
    )
