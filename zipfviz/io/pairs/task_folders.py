"""Benchmarks that are several files: SemEval's, SICK's parts, or one data file among notes.

They lie in a folder or in an archive; both are read alike.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath

from zipfviz.common.errors import Choice, ChoiceNeeded, InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.opened import OpenedFile, open_file
from zipfviz.io.files.places import Folder, Place
from zipfviz.io.files.wording import listed, shown
from zipfviz.io.pairs.pair_files import PairRows, read_pairs
from zipfviz.io.tables.text import read_lines

# STS.input.MSRpar.txt, STS2016.input.headlines.txt, STS.input.track4a.es-en.txt, STS.input.txt
INPUT = re.compile(
    r"STS[\w-]*\.input(?:\.surprise)?(?:\.(?P<subset>.+?))??(?:\.(?:txt|tsv))?\Z", re.I
)
LANGUAGES = re.compile(r"(?:\A|\.)([a-z]{2})-([a-z]{2})(?=\.|\Z)")
# The order of the task's own papers; every other year is in alphabetical order.
ORDER = ("MSRpar", "MSRvid", "SMTeuroparl", "FNWN", "OnWN", "SMTnews", "headlines")
YEARS_IN_ORDER = ({"MSRpar", "MSRvid", "SMTeuroparl"}, {"FNWN", "SMT"})
NOTES = re.compile(r"readme|licen[cs]e|correlation|\.(?:pl|py|md|pdf)\Z|^\.", re.I)
SICK = ("SICK_train.txt", "SICK_trial.txt", "SICK_test_annotated.txt")
MOST = 8  # choices

FolderPairs = tuple[PairRows, tuple[tuple[str, int, int], ...]]
Files = tuple[OpenedFile, OpenedFile]
Read = Callable[[OpenedFile], PairRows]


def semeval_files(place: Place, names: Sequence[str]) -> dict[str, Files]:
    """Subset -> (input, gold) of SemEval's files among `names`, in order; {} when there are none.

    The gold file is the one of the same name with "gs" for "input": beside it, or in another
    folder of the place, or of the folder above. Raises InputError for an input without one.
    """
    found: dict[str, Files] = {}
    for name in sorted(names, key=str.lower):
        path = PurePosixPath(name)
        match = INPUT.match(path.name)
        if match and match["subset"] != "ALL":
            subset = match["subset"] or path.name.partition(".")[0]
            found[subset] = place.member(name, label=path.name), _gold(place, path)
    if any(year <= set(found) for year in YEARS_IN_ORDER):
        found = {name: found[name] for name in (*ORDER, *found) if name in found}
    return found


def _gold(place: Place, texts: PurePosixPath) -> OpenedFile:
    name = re.sub(r"\.input(?=\.|\Z)", ".gs", texts.name, count=1, flags=re.I)
    if place.has(str(texts.with_name(name))):
        return place.member(str(texts.with_name(name)), label=name)
    hits = [other for other in place.members if PurePosixPath(other).name == name]
    if len(hits) == 1:
        return place.member(hits[0], label=name)
    if isinstance(place, Folder):
        beside = sorted(place.path.resolve().parent.glob(f"*/{name}"))
        if len(beside) == 1:
            return open_file(beside[0], **place.opening)
    raise InputError(
        f"{place.name}/{texts.name} has no gold file {name} beside it; put that there."
    )


def read_semeval(files: Mapping[str, Files], name: str) -> FolderPairs:
    """All subsets as one task. Lines without a gold score are left out and counted.

    The machine translation part of STS 2013 (SMT) is left out, as every comparison of this field
    does, and the report says so, as it says which subsets are of another language than the others.
    """
    pairs = PairRows(name=name)
    subsets = []
    for subset, (texts, gold) in files.items():
        if subset == "SMT" and "FNWN" in files:
            n = len(_lines(texts))
            smt = f"SMT ({counted(n, 'pairs')}) is not part of the task as everyone scores it"
            pairs.facts.append(("left out", smt))
            continue
        start = len(pairs.gold)
        _read_subset(pairs, texts, gold)
        subsets.append((subset, start, len(pairs.gold)))
    _tell_languages(pairs, files)
    return pairs, tuple(subsets)


def _tell_languages(pairs: PairRows, files: Mapping[str, Files]) -> None:
    """The language of all subsets as their names tell it; a note where they differ."""
    told = {subset: LANGUAGES.search(subset) for subset in files}
    of = {subset: match.groups() for subset, match in told.items() if match}
    if len({code for codes in of.values() for code in codes}) == 1 and len(of) == len(files):
        pairs.language = next(iter(of.values()))[0]
        if pairs.language != "en":
            pairs.notes.append(f"Its files are named as those of the language {pairs.language!r}.")
    elif of:
        others = ", ".join(
            f"{subset} is {' and '.join(dict.fromkeys(of[subset]))}" for subset in of
        )
        pairs.notes.append(
            f"Its subsets are of several languages ({others}) and are cut into words alike; each "
            "loads alone by the path of its input file."
        )


def _lines(file: OpenedFile) -> list[str]:
    with file.open() as stream:
        return read_lines(stream)


def _read_subset(pairs: PairRows, texts: OpenedFile, gold: OpenedFile) -> None:
    lines, scores = _lines(texts), _lines(gold)
    while len(lines) > len(scores) and not lines[-1].strip():
        lines.pop()
    while len(scores) > len(lines) and not scores[-1].strip():
        scores.pop()
    if len(lines) != len(scores):
        raise InputError(
            f"{texts.name} has {counted(len(lines), 'lines')} and {gold.name} {len(scores)}; give "
            "files that go line by line."
        )
    for number, (line, score) in enumerate(zip(lines, scores, strict=True), 1):
        cells = line.split("\t")
        if len(cells) < 2 and score.strip():
            pairs.unit = f"{texts.name} line"
            pairs.reject(number, f"expected two texts with a tab between, got {shown(line, 60)}")
        else:
            pairs.unit = f"{gold.name} line"
            pairs.add(cells[0], cells[min(1, len(cells) - 1)], score, number)


def read_place(place: Place, read: Read) -> FolderPairs:
    """The task of a folder or archive: SemEval files, SICK's three parts, or its one data file.

    Of several data files the test part is taken, else the validation part, and the report says
    so. Raises ChoiceNeeded when it is not plain which, InputError when there is none.
    """
    levels: dict[str, list[str]] = {}
    for name in sorted(place.members, key=str.lower):
        levels.setdefault(str(PurePosixPath(name).parent), []).append(name)
    semeval = {
        folder: names
        for folder, names in levels.items()
        if any(INPUT.match(PurePosixPath(name).name) for name in names)
    }
    if "." in semeval or len(semeval) == 1:
        names = semeval.get(".") or next(iter(semeval.values()))
        return read_semeval(semeval_files(place, names), place.name)
    for names in levels.values():
        parts = {PurePosixPath(name).name: name for name in names}
        if set(SICK) <= set(parts):
            return _joined([place.member(parts[part], label=part) for part in SICK], place.name)
    data = {
        folder: kept
        for folder, names in levels.items()
        if (kept := [name for name in names if not NOTES.search(PurePosixPath(name).name)])
    }
    inside = data.get(".") or [name for names in data.values() for name in names]
    chosen = _test_part(place, inside, read)
    pairs = read(place.member(chosen, label=PurePosixPath(chosen).name))
    if len(inside) > 1:
        pairs.notes.append(f"Of the files in {place.name}, {chosen} is the one that is read.")
    return pairs, ()


def _joined(parts: Sequence[OpenedFile], name: str) -> FolderPairs:
    whole = PairRows(name=name)
    subsets = []
    for part in parts:
        start = len(whole.gold)
        with part.open() as stream:
            whole.extend(read_pairs(stream))
        subsets.append((Path(part.name).stem, start, len(whole.gold)))
    return whole, tuple(subsets)


def _test_part(place: Place, data: Sequence[str], read: Read) -> str:
    """The one file that is the test part, the validation part, or all there is."""
    for words in (("test",), ("dev", "valid", "val"), ()):
        hits = [name for name in data if not words or any(w in name.lower() for w in words)]
        if len(hits) == 1:
            return hits[0]
        if hits:
            break
    choices = []
    for name in data[:MOST]:
        try:
            n = len(read(place.member(name, label=PurePosixPath(name).name)).gold)
        except InputError:
            continue
        choices.append(Choice(options={"member": name}, gives=counted(n, "pairs")))
    found = f"{place.name} holds {counted(len(data), 'files')} ({listed(data)})"
    if choices:
        raise ChoiceNeeded(found, choices)
    raise InputError(
        f"{found}, none of which is a table of pairs as it is; load the one that is meant by its "
        "own path."
    )
