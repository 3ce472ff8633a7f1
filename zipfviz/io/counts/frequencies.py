"""Read word lists of every layout, running text of any size, and objects that hold counts."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO, Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.counts.looks import text_evidence
from zipfviz.io.counts.word_lists import (
    LogBase,
    Tally,
    add_lines,
    add_records,
    list_layout,
    refuse_placeholders,
)
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.opened import open_file
from zipfviz.io.files.wording import shown
from zipfviz.io.records import Frequency
from zipfviz.io.tables.account import MAX_LOSS, check_max_loss
from zipfviz.io.tables.columns import Column
from zipfviz.io.tables.json_parquet import read_json, read_parquet, starts_json
from zipfviz.io.tables.text import decode, first_lines
from zipfviz.text.languages import language_code
from zipfviz.text.splitters import SPACELESS, Split, installed_for, splitter_for, splitter_of
from zipfviz.text.words import is_spaceless_word

FrequencyFormat = Literal["counts", "json", "parquet", "text"]
FORMATS: tuple[FrequencyFormat, ...] = ("counts", "json", "parquet", "text")
Progress = Callable[[int, int | None], None]
BLOCK = 1 << 20


@dataclass
class TextCount:
    """The counts of a text's words, its number of lines, and sentences on how it was cut."""

    counts: Counter[str] = field(default_factory=Counter)
    n_lines: int = 0
    notes: list[str] = field(default_factory=list)


def count_words(
    stream: BinaryIO,
    name: str,
    tokenizer: Split | None = None,
    language: str = "",
    progress: Callable[[int], None] | None = None,
) -> TextCount:
    """Count the words of a text in UTF-8, case kept.

    `tokenizer` takes one line; without one the splitter of `language`, or of the language that the
    first block looks like (`zipfviz.text.splitters`). `progress` is called with the unpacked bytes
    read so far. Memory grows with the vocabulary, not with the text. Raises MissingExtraError for a
    script without spaces whose tokenizer is not installed.
    """
    found = TextCount()
    by_line = tokenizer is not None
    split = tokenizer
    read = n_renormalized = 0
    for block, size in _blocks(stream):
        if split is None:
            split, by_line = _splitter(block, name, language, found.notes)
        n_renormalized += _renormalized(block)
        if by_line:
            for line in block.split("\n"):
                found.counts.update(split(line.removesuffix("\r")))
        else:
            found.counts.update(split(block))
        found.n_lines += block.count("\n")
        read += size
        if progress is not None:
            progress(read)
    if tokenizer is None:
        if n_renormalized:
            lines = counted(n_renormalized, "lines were", "line was")
            found.notes.append(f"{lines} changed by Unicode normalization (NFC).")
        found.notes += _unsplit(found.counts, language)
    return found


def _splitter(block: str, name: str, language: str, notes: list[str]) -> tuple[Split, bool]:
    """What splits a text, and whether line by line; what is said of it goes into the notes."""
    if not language:
        splitter, told = splitter_of(block, name)
        if told.n_words:
            notes.append(told.sentence("its words"))
    else:
        splitter = splitter_for(language, name)
    notes.append(f"{splitter.sentence()} Case is kept; tokenizer= sets another rule.")
    if better := installed_for(splitter.language):
        notes.append(better)
    return splitter.split, not splitter.is_unicode


def _renormalized(block: str) -> int:
    """How many lines are not in NFC."""
    if block.isascii() or unicodedata.is_normalized("NFC", block):
        return 0
    return sum(not unicodedata.is_normalized("NFC", line) for line in block.split("\n"))


def _unsplit(counts: Counter[str], language: str) -> list[str]:
    """Where runs in a script without spaces stand in text of another one."""
    runs = [word for word in counts if is_spaceless_word(word)]
    if not runs or 2 * len(runs) > len(counts) or language in SPACELESS:
        return []
    n = sum(counts[word] for word in runs)
    held = counted(n, "runs", "run")
    return [f"{held} in a script without spaces between words count as one word each ({runs[0]})."]


def _blocks(stream: BinaryIO) -> Iterator[tuple[str, int]]:
    """Text and size of blocks of about a megabyte, cut after a line or else between words."""
    rest = b""
    while data := stream.read(BLOCK):
        data = rest + data
        cut = data.rfind(b"\n") + 1 or max(data.rfind(b" "), data.rfind(b"\t")) + 1
        if not cut and len(data) < 16 * BLOCK:
            rest = data
            continue
        cut = cut or len(data)
        yield data[:cut].decode("utf-8", "surrogateescape"), cut
        rest = data[cut:]
    if rest:
        yield rest.decode("utf-8", "surrogateescape"), len(rest)


def check_choices(format: str | None, log: LogBase) -> None:
    """Raise InputError for a format or logarithm nobody knows."""
    if format is not None and format not in FORMATS:
        raise InputError(f"format={format!r} is unknown; use one of {', '.join(FORMATS)}.")
    if log not in (False, True, 2, 10):
        raise InputError(f"log={log!r} is unknown; use True (natural), 2 or 10.")


def read_frequency(
    source: Any,
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
    name: str | None = None,
    progress: Progress | None = None,
) -> Frequency:
    """Read a frequency source from a path, bytes, an opened or binary file, or an object.

    The options are explained at `zipfviz.load_frequency`, which takes names and addresses too.
    Raises InputError.
    """
    check_choices(format, log)
    check_max_loss(max_loss)
    if isinstance(source, Frequency):
        return source
    if isinstance(source, Mapping):
        return _from_mapping(source, name or "the mapping", log, max_loss)
    vectors = getattr(source, "wv", source)
    if hasattr(vectors, "key_to_index") and hasattr(vectors, "get_vecattr"):
        return _from_gensim(vectors, name or "the vectors")
    code = language_code(language) if language else ""
    with open_file(source, member=member, name=name, encoding=encoding).open() as stream:
        found = _Reading(
            stream=stream,
            tally=Tally(
                name=stream.label,
                log=log,
                asked=(word_column, count_column),
                max_loss=max_loss,
            ),
            separator=separator,
            tokenizer=tokenizer,
            language=code,
            progress=progress,
        ).run(format)
    return replace(found, language=code)


@dataclass(kw_only=True)
class _Reading:
    """One pass over an open file: the tally, and what the report will say beside it."""

    stream: Unpacked
    tally: Tally
    separator: str | None
    tokenizer: Callable[[str], list[str]] | None
    language: str
    progress: Progress | None

    def run(self, format: FrequencyFormat | None) -> Frequency:
        """Read the stream as `format`, or as what its content says it is."""
        head, facts = self.stream.head, self.tally.facts
        if format is None and self.stream.kind == "parquet":
            format = "parquet"
        elif format is None and self.stream.kind == "text" and starts_json(head):
            format = "json"
        if format == "json":
            add_records(read_json(self.stream, self.tally), self.tally)
            facts.append(("layout", "JSON"))
        elif format == "parquet":
            self.tally.unit = "row"
            add_records(read_parquet(self.stream), self.tally)
            facts.append(("layout", "parquet"))
        elif format == "text":
            self._text()
        else:
            self._lines(required=format is not None)
        if self.stream.steps:
            facts.append(("unpacked", ", ".join(self.stream.steps)))
        return self.tally.frequency()

    def _lines(self, required: bool) -> None:
        """A table, or running text where no table is required."""
        label = self.stream.label
        if self.stream.kind != "text":
            raise InputError(
                f"{label} is no word list (its content is {self.stream.kind}); give 'word count' "
                "lines, csv, tsv, json, parquet or text."
            )
        lines = first_lines(self.stream.head, label)
        self.stream.check_encoding()
        layout = list_layout(lines, label, *self.tally.asked, separator=self.separator)
        if layout is not None:
            add_lines(self.stream, layout, self.tally, self._tick)
        elif required:
            first = lines[0] if lines else decode(self.stream.head[:60])
            raise InputError(
                f"{label}: its lines are not 'word count' (the first is {shown(first, 60)}); give "
                "a word and a number on each line."
            )
        else:
            self.tally.notes.append(text_evidence(lines, label))
            self._text(sure=False)

    def _text(self, sure: bool = True) -> None:
        label = self.stream.label
        self.stream.check_encoding()
        found = count_words(self.stream, label, self.tokenizer, self.language, self._tick)
        counts, n_lines = found.counts, found.n_lines
        if not sure and len(counts) > 2 and counts.total() == len(counts) <= n_lines + 1:
            raise InputError(
                f"{label} lists words without counts; give 'word count' lines, or format=\"text\" "
                "to count each word as often as it stands there."
            )
        self.tally.take(counts)
        self.tally.facts.append(
            ("running text", f"{counted(counts.total(), 'words')} in {counted(n_lines, 'lines')}")
        )
        self.tally.notes += found.notes

    def _tick(self, done: int) -> None:
        if self.progress is not None:
            self.progress(done, self.stream.size)


def _from_mapping(
    mapping: Mapping[Any, Any], name: str, log: LogBase = False, max_loss: float = MAX_LOSS
) -> Frequency:
    tally = Tally(name=name, log=log, unit="entry", max_loss=max_loss)
    for number, (word, value) in enumerate(mapping.items(), 1):
        tally.add_cells(word, value, number)
    return tally.frequency()


def _from_gensim(vectors: Any, name: str) -> Frequency:
    """The counts a gensim model learned; the ones gensim makes up are refused."""
    words = list(vectors.key_to_index)
    try:
        counts = [float(vectors.get_vecattr(word, "count")) for word in words]
    except KeyError:
        raise InputError(
            f"{name} hold no word counts; use 'wordfreq:en', 'rank' or a list of counts."
        ) from None
    refuse_placeholders(name, np.array(counts), least=2)
    return _from_mapping(dict(zip(words, counts, strict=True)), name)
