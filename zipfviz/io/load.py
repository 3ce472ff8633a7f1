"""Load embeddings, frequencies and tasks by name, web address or path, or from memory.

    load_embedding("glove.6B.50d")
    load_frequency("wordfreq:en")
    load_task("lee50")

A name is looked up, an address is fetched; what that leads to is read by `read_embedding`,
`read_frequency` and `read_task`.
"""

import functools
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from zipfviz.common.deprecated import renamed
from zipfviz.common.errors import InputError
from zipfviz.common.spreadsheet import unguarded
from zipfviz.io.catalogue import is_brought, locate
from zipfviz.io.classify import Kind
from zipfviz.io.counts.frequencies import FrequencyFormat, check_choices, read_frequency
from zipfviz.io.counts.rank import load_rank
from zipfviz.io.counts.word_lists import LogBase
from zipfviz.io.counts.wordfreq_source import load_wordfreq
from zipfviz.io.fetch.entries import FETCHABLE, fetch_url, fetched, is_intact
from zipfviz.io.files.opened import MAX_UNPACKED, OpenedFile
from zipfviz.io.files.opened import Source as FileSource
from zipfviz.io.folders import cache_folder, data_folder, package_folder
from zipfviz.io.pairs.known_tasks import IN_GENSIM, KNOWN, gensim_file
from zipfviz.io.pairs.tasks import TaskKind, read_lee50, read_task
from zipfviz.io.records import Embedding, Frequency, Source, Task
from zipfviz.io.tables.account import MAX_LOSS, check_max_loss
from zipfviz.io.tables.columns import Column
from zipfviz.io.vectors.glove_package import GLOVE_NAME, read_glove_package
from zipfviz.io.vectors.memory import DataFrame, GensimModel, GensimVectors, InMemory
from zipfviz.io.vectors.read import ReadOptions, read_embedding

Load = TypeVar("Load", bound=Callable[..., Any])


def _as_typed(found: Any) -> Any:
    """What was loaded; words guarded for a spreadsheet are as they were, which is said."""
    if not found.report.source.lower().endswith(".csv"):
        return found
    changed = _pairs_as_typed(found) if isinstance(found, Task) else _words_as_typed(found)
    if not changed:
        return found
    told = "The ' that spreadsheets need before =, +, - and @ is taken off its words."
    report = replace(found.report, assumptions=(*found.report.assumptions, told))
    return replace(found, **changed, report=report)


def _words_as_typed(found: Embedding | Frequency) -> dict[str, Any]:
    words = unguarded(found.words)
    return {} if words is found.words else {"words": words}


def _pairs_as_typed(task: Task) -> dict[str, Any]:
    """Each side of the pairs was a column of its own."""
    written = [tuple(task.texts[i] for i in side) for side in task.pairs.T.tolist()]
    sides = [unguarded(side) for side in written]
    if sides == written:
        return {}
    texts = [text for pair in zip(*sides, strict=True) for text in pair]
    if task.kind == "words":
        place = {text: i for i, text in enumerate(dict.fromkeys(texts))}
        return {"texts": tuple(place), "pairs": np.array([place[t] for t in texts]).reshape(-1, 2)}
    return {"texts": tuple(texts), "pairs": np.arange(len(texts)).reshape(-1, 2)}


def _reads(kind: Kind) -> Callable[[Load], Load]:
    """Have the errors of a function that loads a `kind` of thing say what it was to load."""

    def decorate(load: Load) -> Load:
        @functools.wraps(load)
        def telling(source: Any, **options: Any) -> Any:
            try:
                found = _as_typed(load(source, **options))
            except InputError as error:
                if error.reading is None and isinstance(source, (str, os.PathLike)):
                    error.reading = kind, str(source)
                raise
            if isinstance(source, (str, os.PathLike)) and _from_visitors(source):
                return replace(found, source=replace(found.source, is_brought=True))
            return found

        return cast(Load, telling)

    return decorate


@renamed(limit="max_words")
@_reads("embedding")
def load_embedding(
    source: FileSource | OpenedFile | InMemory,
    *,
    max_words: int | None = None,
    format: str | None = None,
    member: str | None = None,
    tensor: str | None = None,
    words: FileSource | Iterable[str] | None = None,
    tokenizer: FileSource | None = None,
    word_column: Column = None,
    separator: str | None = None,
    encoding: str | None = None,
    dim: int | None = None,
    compose: Iterable[str] = (),
    partial: bool = False,
    max_loss: float = MAX_LOSS,
    trust: bool = False,
    max_bytes: int = MAX_UNPACKED,
    root: str | os.PathLike[str] | None = None,
    name: str | None = None,
) -> Embedding:
    """Load words and their vectors, with a report of what was read.

    Parameters
    ----------
    source
        "glove.6B.50d" or another name of the catalogue; a path (a file or folder: word2vec,
        GloVe, fastText, floret, npy, npz, csv, tsv, parquet, feather, safetensors, GGUF, spaCy,
        each plain or in gz, bz2, xz, lzma, zstd, lz4, zip, tar); an http(s) address; the name of
        an installed spaCy package; the bytes of a file or a binary file object (an upload); or in
        memory a gensim or spaCy object, a dict, a pair of words and array, a data frame.
    max_words
        Stop after so many words, the first of the file.
    format
        One of FORMATS, where the content misleads.
    member, tensor, word_column
        Which file of an archive, which matrix of a npz, safetensors or parquet file, which column
        of a table (its name, or its number from 0), where several could be meant.
    separator
        What stands between the columns of a table, any text: "|", ":", "\\t", " " for spaces and
        tabs in any number. Told from the lines unless given.
    encoding
        The encoding of a text, as Python calls it ("utf-16-le", "cp1252", "gb18030"); UTF-8 unless
        given, and bytes that it does not have are kept and counted.
    words, tokenizer
        The words of an array or tensor: a sequence, or a file (one word a line, JSON,
        tokenizer.json). Looked for beside the file when not given.
    dim
        Numbers a row of a headerless text.
    compose
        Words to compose from character n-grams (fastText models, floret tables).
    partial
        Load the complete rows of a file cut short.
    max_loss
        The share of rows, 0 to 1, that may be left out as unreadable; of more, ChoiceNeeded asks.
    trust
        Unpickle a local file of your own (gensim's .kv, .model). It can run any code.
    max_bytes
        The most that may come out of a packed file.
    root
        A folder that paths, links in them included, must not leave.
    name
        What to call it; the file's name by default.

    Returns
    -------
    Embedding
        `words`: n unique str in the order of the source; words that are no UTF-8 keep their bytes
        as lone surrogates. `vectors`: (n, d) float32, C order, finite, read-only.

    Raises
    ------
    InputError
        Unknown name, no such file, damaged, unclear or dangerous content; the message says what
        to do.

    Examples
    --------
    >>> import zipfviz
    >>> emb = zipfviz.load_embedding("glove.6B.50d", max_words=3)
    >>> emb
    <Embedding 'glove.6B.50d': 3 words, 50 dimensions>
    >>> emb.words, emb.vectors.dtype
    (('the', ',', '.'), dtype('float32'))

    From memory, as from a file:

    >>> zipfviz.load_embedding({"cat": [1.0, 0.0], "dog": [0.5, 1.0]}).words
    ('cat', 'dog')
    """
    options: dict[str, Any] = {
        "max_words": max_words, "format": format, "member": member, "tensor": tensor, "dim": dim,
        "words": words if words is not None else tokenizer, "word_column": word_column,
        "separator": separator, "encoding": encoding, "max_loss": max_loss,
        "compose": tuple(compose), "partial": partial, "max_bytes": max_bytes,
        "root": None if root is None else Path(root),
    }  # fmt: skip
    if not isinstance(source, (str, os.PathLike)):
        return read_embedding(source, name=name, trust=trust, **options)
    text = str(source)
    if text == GLOVE_NAME:
        ReadOptions(**options)
        return read_glove_package(max_words, name)
    if _exists(source):
        return read_embedding(Path(source), name=name, trust=trust, **options)
    # Fetched or listed, not the caller's own: never trusted.
    return read_embedding(_named_embedding(text), name=name or text, about=_about(text), **options)


def _from_visitors(source: str | os.PathLike[str]) -> bool:
    """Whether what was just loaded by this path or name is what visitors brought."""
    places = (Path(source), data_folder() / source, cache_folder() / source)
    return any(map(is_brought, [path for path in places if _exists(path)][:1]))


def _exists(source: str | os.PathLike[str]) -> bool:
    try:
        return bool(str(source)) and Path(source).exists()
    except (OSError, ValueError):
        return False


def _named_embedding(name: str) -> Path:
    """What an address leads to, or a name stands for."""
    if _is_address(name):
        return fetch_url(name)
    package = _spacy_package(name)
    if package is not None:
        return package
    return _intact(name, locate(name, "embedding"))


def _intact(name: str, path: Path) -> Path:
    """The file of a name; InputError, and it is deleted, if it was fetched and damaged since."""
    entry = FETCHABLE.get(name.lower())
    if entry is not None and path == fetched(entry) and not is_intact(entry):
        raise InputError(
            f"{name!r} was damaged in the cache folder and is deleted there; run "
            f"`zipfviz fetch {entry.name}`."
        )
    return path


def _about(name: str) -> Source:
    """Title and licence of what is fetched by a name, empty for anything else."""
    entry = FETCHABLE.get(name.lower())
    return Source(entry.title, entry.licence, url=entry.about) if entry else Source()


def _spacy_package(name: str) -> Path | None:
    """The folder of an installed package that carries a spaCy vocabulary; nothing is imported."""
    module = name.replace("-", "_")
    folder = package_folder(module) if module.isidentifier() else None
    return folder if folder is not None and any(folder.glob("*/vocab/key2row")) else None


@_reads("frequency")
def load_frequency(
    source: FileSource | OpenedFile | Mapping[str, float] | GensimVectors | GensimModel | Frequency,
    *,
    format: FrequencyFormat | None = None,
    log: LogBase = False,
    word_column: Column = None,
    count_column: Column = None,
    separator: str | None = None,
    encoding: str | None = None,
    member: str | None = None,
    tokenizer: Callable[[str], list[str]] | None = None,
    language: str | None = None,
    max_loss: float = MAX_LOSS,
    a: float = 1.0,
    b: float = 0.0,
    name: str | None = None,
    progress: Callable[[int, int | None], None] | None = None,
) -> Frequency:
    """Load how often words occur, with a report of what was read.

    Parameters
    ----------
    source
        "wordfreq:en" or another of its languages; "rank" for 1 / rank in the embedding's own
        order; a path or an http(s) address of a file, plain or packed: 'word count' lines split at
        the last space or tab, csv, tsv, json, parquet, or running text, which is counted; the
        bytes of a file or a binary file object; or in memory a mapping word -> count, gensim
        KeyedVectors or a model that has them.
    format
        What a file is, where its content misleads.
    log
        Whether the values are natural logarithms (True), or logarithms to base 2 or 10.
    word_column, count_column
        The columns of a table, by name or number from 0, where several could be meant.
    separator
        What stands between the columns of a table, any text: "|", ":", "\\t", " " for spaces and
        tabs in any number. Told from the lines unless given.
    encoding
        The encoding of a text, as Python calls it ("utf-16-le", "cp1252", "gb18030"); UTF-8 unless
        given, and bytes that it does not have are kept and counted.
    member
        Which file of an archive.
    tokenizer, language
        What splits a line of running text into words, or the code of its language, whose rule does
        (`zipfviz.text.splitters`). The language, which also says what the capitals of a list's
        words are, is told from the words unless given.
    max_loss
        The share of rows, 0 to 1, that may be left out as unreadable; of more, ChoiceNeeded asks.
    a, b
        For "rank": 1 / (rank + b)^a. "rank:b=2.7,a=1.0" says the same.
    name
        What to call it; the file's name by default.
    progress
        Called with the bytes read so far and in all (None where unknown).

    Returns
    -------
    Frequency
        `words`: n unique str; `values`: (n,) float64 in the source's own unit, >= 0.

    Raises
    ------
    InputError
        An unknown name, a negative count (with its line), placeholder counts, a table whose
        columns are not plain, and whatever is no word list at all.

    Examples
    --------
    >>> import zipfviz
    >>> zipfviz.load_frequency("wordfreq:en").words[:3]
    ('the', 'to', 'and')
    >>> counted = zipfviz.load_frequency({"the": 70, "cat": 20}, name="two words")
    >>> counted
    <Frequency 'two words': 2 words>
    >>> counted.values
    array([70., 20.])
    """
    check_max_loss(max_loss)
    about = Source()
    if isinstance(source, str):
        check_choices(format, log)
        kind, _, rest = source.partition(":")
        if kind == "wordfreq":
            return load_wordfreq(rest or "en")
        if kind == "rank":
            return load_rank(rest, a=a, b=b)
        about = Source() if _exists(source) else _about(source)
        path = _located(source, "frequency")
        # A list in a folder of many is called as it was asked for, not "de.txt".
        name = name or (source if about.title and path.parent != cache_folder() else None)
        source = path
    found = read_frequency(
        source, format=format, log=log, word_column=word_column, count_column=count_column,
        separator=separator, encoding=encoding, member=member, tokenizer=tokenizer,
        language=language,
        max_loss=max_loss, name=name, progress=progress,
    )  # fmt: skip
    return replace(found, source=about) if about.title else found


@_reads("task")
def load_task(
    source: FileSource | OpenedFile | DataFrame,
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
) -> Task:
    """Load pairs of texts or words with the similarity that people gave them.

    Parameters
    ----------
    source
        "lee50", "wordsim353", "simlex999" (they come with gensim); "sts12" ... "sts16", "sts-b",
        "sick-r", "jsts" (looked for in the data folder); a path or an http(s) address of a file or
        folder, plain or packed: a SemEval folder, SICK (the folder is all three parts), a table
        with tabs, commas, semicolons or spaces (STS benchmark, GLUE, word pairs, any csv), a JSON
        array or lines, parquet; the bytes of a file or a binary file object; a pandas DataFrame.
    text_columns, score_column
        The columns of a table, by name or number from 0, where several could be meant.
    kind, language
        What the texts are; told from them unless given.
    separator
        What stands between the columns of a table, any text: "|", ":", "\\t", " " for spaces and
        tabs in any number. Told from the lines unless given.
    encoding
        The encoding of a text, as Python calls it ("utf-16-le", "cp1252", "gb18030"); UTF-8 unless
        given, and bytes that it does not have are kept and counted.
    member
        Which file of an archive.
    max_loss
        The share of rows, 0 to 1, that may be left out as unreadable; of more, ChoiceNeeded asks.
        Rows without a score are none of them.
    name
        What to call it; the file's name by default.

    Returns
    -------
    Task
        Sentences: `texts` are both sides of every pair, `pairs` (2i, 2i + 1). Words: `texts` are
        unique. Rows without a score are left out; the report has both counts.

    Raises
    ------
    InputError
        An unknown name, or what is no benchmark.

    Examples
    --------
    >>> import zipfviz
    >>> task = zipfviz.load_task("wordsim353")
    >>> task
    <Task 'wordsim353': 353 pairs of words>
    >>> i, j = task.pairs[1]
    >>> task.texts[i], task.texts[j], float(task.gold[1])
    ('tiger', 'cat', 7.35)
    """
    check_max_loss(max_loss)
    if hasattr(source, "columns") and hasattr(source, "to_numpy"):
        source, name = _json_lines(source), name or "data frame"
    known = KNOWN.get(source.lower()) if isinstance(source, str) else None
    if known is not None and known.name == "lee50":
        return read_lee50()
    if known is not None and known.name in IN_GENSIM:
        source = gensim_file(IN_GENSIM[known.name])
    elif isinstance(source, str):
        source = _located(source, "task")
    return read_task(
        source, text_columns=text_columns, score_column=score_column, kind=kind,
        language=language, separator=separator, encoding=encoding, member=member,
        max_loss=max_loss, name=name, known=known,
    )  # fmt: skip


def _json_lines(frame: Any) -> bytes:
    """A data frame as JSON lines, a missing value as null: its columns are told like a file's."""
    names = [str(name) for name in frame.columns]
    known = frame.astype(object).where(frame.notna(), None)
    rows = zip(*(known.iloc[:, i].tolist() for i in range(len(names))), strict=True)
    lines = [
        json.dumps(
            dict(zip(names, row, strict=True)),
            ensure_ascii=False,
            default=str,
        )
        for row in rows
    ]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _is_address(source: str) -> bool:
    return source.startswith(("http://", "https://"))


def _located(source: str, kind: Kind) -> Path:
    """The file that an address leads to, or a name stands for."""
    if _is_address(source):
        return fetch_url(source)
    return _intact(source, locate(source, kind))


LOADERS: dict[Kind, Callable[..., Any]] = {
    "embedding": load_embedding,
    "frequency": load_frequency,
    "task": load_task,
}
