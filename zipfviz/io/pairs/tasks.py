"""Read benchmarks: pairs of sentences, documents or words with a human similarity.

read_task("STS16")                            # a SemEval folder
read_task("pairs.csv", text_columns=("question", "answer"), score_column="mean")
"""

import os
import re
import time
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Literal

import numpy as np

from zipfviz.common.errors import InputError, MissingExtraError
from zipfviz.io.files.opened import OpenedFile, open_file
from zipfviz.io.files.places import Folder, Place
from zipfviz.io.files.unpackers import ARCHIVES
from zipfviz.io.pairs.known_tasks import KNOWN, KnownTask, gensim_file
from zipfviz.io.pairs.pair_files import PairRows, read_pairs
from zipfviz.io.pairs.task_folders import INPUT, read_place, read_semeval, semeval_files
from zipfviz.io.records import Report, Source, Task
from zipfviz.io.tables.account import MAX_LOSS, check_max_loss
from zipfviz.io.tables.columns import Column
from zipfviz.io.tables.text import read_lines
from zipfviz.text.languages import language_code, language_of
from zipfviz.text.splitters import splitter_for
from zipfviz.text.words import words_in

TaskKind = Literal["sentences", "documents", "words"]
STATED = "language, as it was asked for"
MOST_TEXTS = 2000  # by which the language is told
CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
SENTENCE_END = re.compile(r".[.!?。．！？]\Z", re.S)
TAGGED = re.compile(r".+-[a-z]\Z")


def read_task(
    source: Any,
    *,
    text_columns: tuple[Column, Column] | None = None,
    score_column: Column = None,
    kind: TaskKind | None = None,
    language: str | None = None,
    separator: str | None = None,
    encoding: str | None = None,
    member: str | None = None,
    max_loss: float = MAX_LOSS,
    name: str | None = None,
    known: KnownTask | None = None,
) -> Task:
    """Read a benchmark from a file or folder, bytes, or an opened or binary file.

    The options are explained at `zipfviz.load_task`, which takes names and addresses too; `known`
    is the named benchmark that it is. Raises InputError.
    """
    check_max_loss(max_loss)
    if isinstance(source, Task):
        return source
    subsets: tuple[tuple[str, int, int], ...] = ()

    def read(file: OpenedFile) -> PairRows:
        with file.open() as stream:
            return read_pairs(stream, text_columns, score_column, separator)

    place, chosen = _place_of(source, member, name, encoding)
    if isinstance(place, OpenedFile) and place.kind not in ARCHIVES:
        pairs = read(place)
    elif chosen is None:
        pairs, subsets = read_place(place, read)
    elif INPUT.match(PurePosixPath(chosen).name):
        files = semeval_files(place, [chosen])
        pairs, subsets = read_semeval(files, PurePosixPath(chosen).name)
    else:
        pairs = read(place.member(chosen))
    pairs.name = known.name if known else name or pairs.name
    pairs.max_loss = max_loss
    return _task(pairs, subsets, known, kind, language)


def _place_of(
    source: Any, member: str | None, name: str | None, encoding: str | None
) -> tuple[Place, str | None]:
    """Where a benchmark lies, and which of several files there it is, as far as that is said."""
    opening = {"encoding": encoding}
    path = source.path if isinstance(source, OpenedFile) else source
    if isinstance(path, (str, os.PathLike)):
        path = Path(path)
        if path.is_dir():
            return Folder(path, opening=opening), member
        if INPUT.match(path.name) and path.is_file():
            return Folder(path.parent, opening=opening), path.name
    return open_file(source, name=name, encoding=encoding), member


def _task(
    pairs: PairRows,
    subsets: tuple[tuple[str, int, int], ...],
    known: KnownTask | None,
    kind: TaskKind | None,
    language: str | None,
) -> Task:
    n = len(pairs.gold)
    if not n:
        why = f" ({pairs.bad_examples[0]})" if pairs.bad_examples else ""
        raise InputError(f"{pairs.name} holds no pair with a score{why}; check its columns.")
    both = [text for pair in zip(pairs.left, pairs.right, strict=True) for text in pair]
    if kind is None:
        kind = known.kind if known else "words" if _look_like_words(both) else "sentences"
    asked = language
    stated = language_code(language) if language else known.language if known else pairs.language
    language, is_sure = (stated, True) if stated else _told_language(both, kind, pairs.notes)
    if asked:
        pairs.facts.append((STATED, language))
    if kind != "words" and language != "en":
        pairs.notes.append(_how_split(language))
    if kind == "words":
        both = _without_tags([text.strip() for text in both], pairs.notes)
        texts = list(dict.fromkeys(both))
        place = {text: i for i, text in enumerate(texts)}
        index = np.array([place[text] for text in both], np.int64).reshape(n, 2)
    else:
        texts = both
        index = np.arange(2 * n, dtype=np.int64).reshape(n, 2)
    unscored = f"{pairs.unscored:,} of {pairs.rows:,}"
    if pairs.unscored and (known or subsets):  # SemEval's own rule, by which everyone scores it
        pairs.facts.append(("pairs without a score", f"{unscored} (left out)"))
    elif pairs.unscored:
        pairs.notes.append(f"{unscored} pairs have no score and are left out.")
    empty = sum(not text.strip() for text in both)
    if empty:
        pairs.facts.append(("empty texts", f"{empty:,} (kept; their cosine is 0)"))
    report = pairs.report(n, encoding_trouble=pairs.odd_bytes())
    return Task(
        name=pairs.name,
        kind=kind,
        texts=tuple(texts),
        pairs=index,
        gold=np.array(pairs.gold, np.float64),
        report=report,
        subsets=subsets,
        language=language,
        source=known.source if known else Source(title=pairs.name),
        is_language_sure=is_sure,
    )


def _told_language(texts: Sequence[str], kind: TaskKind, notes: list[str]) -> tuple[str, bool]:
    """The language that the texts are likeliest in and whether it is sure; the notes say why."""
    told = language_of(word for text in texts[:MOST_TEXTS] for word in words_in(text))
    notes.append(told.sentence("its words" if kind == "words" else "its texts"))
    return (told.code, told.is_sure) if told.n_words else ("en", False)


def _how_split(language: str) -> str:
    """What cuts texts of a language into words, or what is missing for that."""
    try:
        return splitter_for(language).sentence("Text")
    except MissingExtraError as error:
        return str(error)


def _look_like_words(texts: Sequence[str]) -> bool:
    """Whether texts are single words: no space, short, no full stop after them."""
    filled = [text.strip() for text in texts if text.strip()]

    def is_word(text: str) -> bool:
        longest = 10 if CJK.search(text) else 30
        return len(text) <= longest and " " not in text and not SENTENCE_END.search(text)

    return sum(map(is_word, filled)) >= 0.95 * max(len(filled), 1)


def _without_tags(words: list[str], notes: list[str]) -> list[str]:
    """Words without the part of speech that MEN's lemma files tie to each (sun-n)."""
    if all(TAGGED.match(word) for word in words) and len({w[-1] for w in words}) <= 6:
        notes.append(f"The tag after each word ('{words[0]}') was taken off.")
        return [word[:-2] for word in words]
    return words


def read_lee50() -> Task:
    """Read 50 news texts and the mean similarity people gave every pair, 0 to 1."""
    known, started = KNOWN["lee50"], time.perf_counter()
    texts = gensim_file("lee.cor").read_text(encoding="latin-1").split("\n")
    with open_file(gensim_file("similarities0-1.txt")).open() as stream:
        rows = [line.split("\t") for line in read_lines(stream)]
    texts = [text for text in texts if text]
    similarity = np.array(rows, np.float64)
    pairs = np.stack(np.triu_indices(len(texts), 1), axis=1).astype(np.int64)
    return Task(
        name=known.name,
        kind=known.kind,
        texts=tuple(texts),
        pairs=pairs,
        gold=similarity[pairs[:, 0], pairs[:, 1]],
        report=Report(
            source=known.name,
            rows_read=len(pairs),
            rows_kept=len(pairs),
            facts=(("texts", str(len(texts))),),
            seconds=time.perf_counter() - started,
        ),
        source=known.source,
    )
