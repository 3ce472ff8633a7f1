"""Benchmarks that are folders: SemEval's files, SICK's parts, or one data file among notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.opened import open_file
from zipfviz.io.files.wording import shown
from zipfviz.io.pairs.pair_files import PairRows, read_pairs
from zipfviz.io.tables.text import read_lines

INPUT = re.compile(r"STS(?:\d{4})?\.input\.(?:surprise\.)?(?P<subset>[\w-]+)(?:\.txt)?\Z")
# The order of the task's own papers; every other year is in alphabetical order.
ORDER = ("MSRpar", "MSRvid", "SMTeuroparl", "FNWN", "OnWN", "SMTnews", "headlines")
YEARS_IN_ORDER = ({"MSRpar", "MSRvid", "SMTeuroparl"}, {"FNWN", "SMT"})
NOTES = re.compile(r"readme|licen[cs]e|correlation|\.(?:pl|py|md|pdf)\Z|^\.", re.I)
SICK = ("SICK_train.txt", "SICK_trial.txt", "SICK_test_annotated.txt")

FolderPairs = tuple[PairRows, tuple[tuple[str, int, int], ...]]


def semeval_files(folder: Path) -> dict[str, tuple[Path, Path]]:
    """Subset -> (input, gold) of a SemEval folder, in order; {} when it is none.

    Raises InputError for an input file without its gold file.
    """
    found: dict[str, tuple[Path, Path]] = {}
    for path in sorted(folder.iterdir(), key=lambda path: path.name.lower()):
        match = INPUT.match(path.name)
        if not match or match["subset"] == "ALL":
            continue
        gold = path.with_name(path.name.replace(".input.", ".gs.", 1))
        if not gold.is_file():
            raise InputError(f"{folder.name}/{path.name} has no gold file {gold.name} beside it.")
        found[match["subset"]] = (path, gold)
    if any(year <= set(found) for year in YEARS_IN_ORDER):
        found = {name: found[name] for name in (*ORDER, *found) if name in found}
    return found


def read_semeval(files: dict[str, tuple[Path, Path]], name: str) -> FolderPairs:
    """All subsets as one task. Lines without a gold score are left out and counted.

    The machine translation part of STS 2013 (SMT) is left out, as every comparison of this field
    does, and the report says so.
    """
    pairs = PairRows(name=name)
    subsets = []
    for subset, (texts, gold) in files.items():
        if subset == "SMT" and "FNWN" in files:
            n = len(_lines(texts))
            pairs.notes.append(
                f"SMT ({counted(n, 'pairs')}) is not part of the task as everyone scores it."
            )
            continue
        start = len(pairs.gold)
        _read_subset(pairs, texts, gold)
        subsets.append((subset, start, len(pairs.gold)))
    return pairs, tuple(subsets)


def _lines(path: Path) -> list[str]:
    with open_file(path).open() as stream:
        return read_lines(stream)


def _read_subset(pairs: PairRows, texts: Path, gold: Path) -> None:
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


def read_folder(folder: Path, read: Callable[[Path], PairRows]) -> FolderPairs:
    """The task a folder holds: SemEval files, SICK's three parts, or its one data file.

    Of several data files the test part is taken, else the validation part, and the report says
    so. Raises InputError when it is not plain which.
    """
    files = semeval_files(folder)
    if files:
        return read_semeval(files, folder.name)
    parts = [folder / part for part in SICK if (folder / part).is_file()]
    if len(parts) == len(SICK):
        return _joined(parts, folder.name)
    entries = sorted(folder.iterdir(), key=lambda path: path.name.lower())
    data = [path for path in entries if path.is_file() and not NOTES.search(path.name)]
    inner = [path for path in entries if path.is_dir() and not path.name.startswith(".")]
    if not data and len(inner) == 1:
        return read_folder(inner[0], read)
    chosen = _test_part(data, folder.name)
    pairs = read(chosen)
    if len(data) > 1:
        pairs.notes.append(f"Of the files in {folder.name}, {chosen.name} is the one that is read.")
    return pairs, ()


def _joined(parts: Sequence[Path], name: str) -> FolderPairs:
    whole = PairRows(name=name)
    subsets = []
    for part in parts:
        start = len(whole.gold)
        with open_file(part).open() as stream:
            whole.extend(read_pairs(stream))
        subsets.append((part.stem, start, len(whole.gold)))
    return whole, tuple(subsets)


def _test_part(data: Sequence[Path], name: str) -> Path:
    for words in (("test",), ("dev", "valid", "val"), ()):
        hits = [path for path in data if not words or any(w in path.name.lower() for w in words)]
        if len(hits) == 1:
            return hits[0]
        if hits:
            break
    listed = ", ".join(path.name for path in data[:8]) or "no data file"
    raise InputError(f"{name} is a folder with {listed}; name the file to load.")
