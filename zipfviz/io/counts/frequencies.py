"""Read word lists of every layout, running text of any size, and objects that hold counts."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
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

FrequencyFormat = Literal["counts", "json", "parquet", "text"]
FORMATS: tuple[FrequencyFormat, ...] = ("counts", "json", "parquet", "text")
Progress = Callable[[int, int | None], None]

# Letters, digits and marks of any script, with apostrophes, hyphens and points inside.
WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
RULE = (
    "Running text was cut into runs of letters and digits (apostrophes, hyphens and points inside "
    "a word stay), case kept; tokenizer= sets another rule."
)
BLOCK = 1 << 20
# Scripts written without spaces: Thai, Lao, Burmese, Khmer, kana, Han.
SPACELESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


def count_words(
    stream: BinaryIO,
    name: str,
    tokenizer: Callable[[str], list[str]] | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Counter[str], int]:
    """Counts of the words of a text, and the number of its lines.

    `tokenizer` takes one line; without one, words are runs of letters and digits. `progress` is
    called with the unpacked bytes read so far. Memory grows with the vocabulary, not with the text.
    Raises InputError for text in a script without spaces when there is no tokenizer.
    """
    counts: Counter[str] = Counter()
    lines = read = 0
    for block, size in _blocks(stream):
        if tokenizer is None:
            if read == 0:
                _check_script(block, name)
            counts.update(WORD.findall(block))
        else:
            for line in block.split("\n"):
                counts.update(tokenizer(line.removesuffix("\r")))
        lines += block.count("\n")
        read += size
        if progress is not None:
            progress(read)
    return counts, lines


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


def is_spaceless(text: str) -> bool:
    """Whether a text's first letters are in a script without spaces between words, mostly."""
    head = text[:100_000]
    letters = sum(c.isalpha() for c in head)
    return len(SPACELESS.findall(head)) > 0.3 * letters > 0


def _check_script(block: str, name: str) -> None:
    if is_spaceless(block):
        raise InputError(
            f"{name} is in a script without spaces between words; give tokenizer=, such as "
            "zipfviz.evaluation.tokenize.tokenizer_for('ja') (pip install mecab-python3 ipadic)."
        )


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
    with open_file(source, member=member, name=name, encoding=encoding).open() as stream:
        return _Reading(
            stream=stream,
            tally=Tally(name=stream.label, log=log, max_loss=max_loss),
            columns=(word_column, count_column),
            separator=separator,
            tokenizer=tokenizer,
            progress=progress,
        ).run(format)


@dataclass(kw_only=True)
class _Reading:
    """One pass over an open file: the tally, and what the report will say beside it."""

    stream: Unpacked
    tally: Tally
    columns: tuple[Column, Column]
    separator: str | None
    tokenizer: Callable[[str], list[str]] | None
    progress: Progress | None

    def run(self, format: FrequencyFormat | None) -> Frequency:
        """Read the stream as `format`, or as what its content says it is."""
        head, facts = self.stream.head, self.tally.facts
        if format is None and self.stream.kind == "parquet":
            format = "parquet"
        elif format is None and self.stream.kind == "text" and starts_json(head):
            format = "json"
        if format == "json":
            add_records(read_json(self.stream, self.tally), self.tally, *self.columns)
            facts.append(("layout", "JSON"))
        elif format == "parquet":
            self.tally.unit = "row"
            add_records(read_parquet(self.stream), self.tally, *self.columns)
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
        layout = list_layout(lines, label, *self.columns, separator=self.separator)
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
        counts, n_lines = count_words(self.stream, label, self.tokenizer, self._tick)
        if not sure and len(counts) > 2 and counts.total() == len(counts) <= n_lines + 1:
            raise InputError(
                f"{label} lists words without counts; give 'word count' lines, or format=\"text\" "
                "to count each word as often as it stands there."
            )
        self.tally.take(counts)
        self.tally.facts.append(
            ("running text", f"{counted(counts.total(), 'words')} in {counted(n_lines, 'lines')}")
        )
        if self.tokenizer is None:
            self.tally.notes.append(RULE)

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
