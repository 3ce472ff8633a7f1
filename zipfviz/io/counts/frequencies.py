"""Read word lists of every layout, running text, and objects in memory that hold counts."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.counts.count_files import SAMPLE, decode, read_lines, sniff_layout
from zipfviz.io.counts.count_records import add_cell, add_columns, read_json
from zipfviz.io.counts.count_tally import LogBase, Tally, refuse_placeholders, shown
from zipfviz.io.counts.text_counts import RULE, count_words
from zipfviz.io.files.containers import HEAD, Unpacked
from zipfviz.io.files.opened import open_file
from zipfviz.io.parquet_table import parquet_columns, whole
from zipfviz.io.records import Frequency, Report, Source
from zipfviz.io.tables.columns import Column

__all__ = ["FrequencyFormat", "check_choices", "read_frequency"]

FrequencyFormat = Literal["counts", "json", "parquet", "text"]
FORMATS: tuple[FrequencyFormat, ...] = ("counts", "json", "parquet", "text")
Progress = Callable[[int, int | None], None]
BOM = b"\xef\xbb\xbf"
# What a JSON word list starts with; a word list may start with the words { or [.
JSON_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*"|\[\s*(?:[\[{]\s*)?")')


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
    member: str | None = None,
    tokenizer: Callable[[str], list[str]] | None = None,
    name: str | None = None,
    progress: Progress | None = None,
) -> Frequency:
    """Read a frequency source from a path, bytes, an opened or binary file, or an object.

    The options are explained at `zipfviz.load_frequency`, which takes names and addresses too.
    Raises InputError.
    """
    check_choices(format, log)
    if isinstance(source, Frequency):
        return source
    if isinstance(source, Mapping):
        return _from_mapping(source, name or "the mapping", log)
    vectors = getattr(source, "wv", source)
    if hasattr(vectors, "key_to_index") and hasattr(vectors, "get_vecattr"):
        return _from_gensim(vectors, name or "the vectors")
    with open_file(source, member=member, name=name).open() as stream:
        reading = _Reading(stream, log, word_column, count_column, tokenizer, progress)
        return reading.run(format)


class _Reading:
    """One pass over an open file: the tally, and what the report will say beside it."""

    def __init__(
        self,
        stream: Unpacked,
        log: LogBase,
        word_column: Column,
        count_column: Column,
        tokenizer: Callable[[str], list[str]] | None,
        progress: Progress | None,
    ) -> None:
        self.started = time.perf_counter()
        self.stream = stream
        self.tally = Tally(stream.label, log)
        self.columns = (word_column, count_column)
        self.tokenizer = tokenizer
        self.progress = progress
        self.notes: list[str] = []
        self.facts: list[tuple[str, str]] = []

    def run(self, format: FrequencyFormat | None) -> Frequency:
        """Read the stream as `format`, or as what its content says it is."""
        if format in (None, "counts"):
            self._guess(required=format is not None)
        elif format == "json":
            self._json()
        elif format == "parquet":
            self._parquet()
        else:
            self._text()
        if self.stream.steps:
            self.facts.append(("unpacked", ", ".join(self.stream.steps)))
        return _frequency(self.tally, self.started, self.notes, self.facts)

    def _guess(self, required: bool) -> None:
        """Parquet, JSON, a table or text, by content; a table when it is required."""
        kind, head = self.stream.kind, self.stream.head
        if not required and kind == "parquet":
            return self._parquet()
        if kind != "text":
            raise InputError(
                f"{self.stream.label} is no word list (its content is {kind}); give 'word count' "
                "lines, csv, tsv, json, parquet or text."
            )
        if not required and JSON_START.match(head):
            return self._json()
        lines = self._first_lines()
        layout = sniff_layout(lines, self.stream.label, *self.columns)
        if layout is not None:
            self.notes += read_lines(self.stream, layout, self.tally, self._tick)
            self.facts.append(("layout", layout.describe()))
        elif required:
            raise InputError(
                f"{self.stream.label}: its lines are not 'word count' (the first is "
                f"'{shown(lines[0])}'); give a word and a number on each line."
            )
        else:
            self._text(sure=False)

    def _first_lines(self) -> list[str]:
        head = self.stream.head
        lines = head.split(b"\n")[:SAMPLE]
        if len(lines) == 1 and head.count(b"\r") > 1:
            raise InputError(
                f"{self.stream.label} ends its lines with a carriage return alone; save it with "
                "line feeds (Unix or Windows line ends)."
            )
        if len(head) >= HEAD and 1 < len(lines) < SAMPLE:
            lines.pop()  # the head may end inside it
        return [decode(line.removeprefix(BOM).removesuffix(b"\r")) for line in lines]

    def _json(self) -> None:
        read_json(whole(self.stream), self.tally, *self.columns)
        self.facts.append(("layout", "JSON"))

    def _parquet(self) -> None:
        self.tally.unit = "row"
        add_columns(parquet_columns(self.stream), self.tally, *self.columns)
        self.facts.append(("layout", "parquet"))

    def _text(self, sure: bool = True) -> None:
        label = self.stream.label
        counts, n_lines = count_words(self.stream, label, self.tokenizer, self._tick)
        if not sure and len(counts) > 2 and counts.total() == len(counts) <= n_lines + 1:
            raise InputError(
                f"{label} lists words without counts; give 'word count' lines, or format=\"text\" "
                "to count each word as often as it stands there."
            )
        self.tally.take(counts)
        self.facts.append(
            ("running text", f"{counted(counts.total(), 'words')} in {counted(n_lines, 'lines')}")
        )
        if self.tokenizer is None:
            self.notes.append(RULE)

    def _tick(self, done: int) -> None:
        if self.progress is not None:
            self.progress(done, self.stream.size)


def _from_mapping(mapping: Mapping[Any, Any], name: str, log: LogBase) -> Frequency:
    started = time.perf_counter()
    tally = Tally(name, log, unit="entry")
    for number, (word, value) in enumerate(mapping.items(), 1):
        add_cell(word, value, number, tally)
    return _frequency(tally, started, [], [])


def _from_gensim(vectors: Any, name: str) -> Frequency:
    """The counts a gensim model learned; the ones gensim makes up are refused."""
    words = list(vectors.key_to_index)
    started = time.perf_counter()
    try:
        counts = [float(vectors.get_vecattr(word, "count")) for word in words]
    except KeyError:
        raise InputError(
            f"{name} hold no word counts; use 'wordfreq:en', 'rank' or a list of counts."
        ) from None
    refuse_placeholders(name, np.array(counts), least=2)
    tally = Tally(name, unit="entry")
    for number, (word, count) in enumerate(zip(words, counts, strict=True), 1):
        add_cell(word, count, number, tally)
    return _frequency(tally, started, [], [])


def _frequency(
    tally: Tally, started: float, notes: list[str], facts: list[tuple[str, str]]
) -> Frequency:
    words, values = tally.finish()
    report = Report(
        source=tally.name,
        rows_read=tally.rows,
        rows_kept=len(words),
        duplicates=tally.duplicates,
        bad_rows=tally.bad,
        bad_examples=tuple(tally.bad_examples),
        encoding_trouble=tally.encoding_trouble(),
        assumptions=(*tally.assumptions(), *notes),
        facts=(*tally.facts(), *facts),
        seconds=time.perf_counter() - started,
    )
    return Frequency(tally.name, words, values, report, Source(title=tally.name))
