"""What a file is good for, from its first bytes, and which columns or matrices it has."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, cast

from zipfviz.common.errors import ChoiceNeeded, InputError
from zipfviz.io.counts.looks import text_evidence
from zipfviz.io.counts.questions import COUNTED
from zipfviz.io.counts.word_lists import list_layout
from zipfviz.io.files.arrow_batches import damage_told, read_schema
from zipfviz.io.files.containers import Unpacked, seekable
from zipfviz.io.files.encodings import wide_encoding
from zipfviz.io.files.opened import OpenedFile, open_file
from zipfviz.io.files.unpackers import ARCHIVES
from zipfviz.io.pairs.pair_files import read_pairs
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import NAMES, TEXT_PAIRS, Column, is_float, is_number, squeezed
from zipfviz.io.tables.json_parquet import read_objects, starts_json
from zipfviz.io.tables.sample import readings
from zipfviz.io.tables.start import start_of
from zipfviz.io.tables.text import decode, first_lines
from zipfviz.io.vectors.arrays import is_matrix, open_arrays
from zipfviz.io.vectors.places import main_file
from zipfviz.io.vectors.tensors import tensor_headers
from zipfviz.io.vectors.text_layout import vector_layout
from zipfviz.io.vectors.token_tables import table_shapes

Kind = Literal["embedding", "frequency", "task"]
VECTORS = {"npy", "npz", "safetensors", "gguf", "fasttext", "arrow"}
NOTES = re.compile(
    r"readme|licen[cs]e|(?:vocab|tokenizer)\.json\Z"
    r"|\.(?:md|rst|py|pl|sh|pdf|ipynb|html?|toml|ya?ml)\Z",
    re.I,
)
STRING = r'"(?:[^"\\]|\\.){0,200}"'
STEMS = {"d", "dim", "dimension", "v", "vec", "vector", "x", "e", "emb", "component", "pc"}
LEAST_TEXT = 100_000
LEAST_WORDS = 20
LEAST_ROWS = 3
LEAST_NUMBERS = 5
SAMPLE = 200  # lines
LOOK = 2**16  # bytes
ROWS = 20  # of a table, to tell its columns
SHOWN = 40  # letters of a cell


def classify(file: Path | OpenedFile) -> Kind | None:
    """What load_* would take this file; None for notes and whatever else.

    A path is looked into once for each change of the file.
    """
    name = file.name if isinstance(file, Path) else (file.path or Path(file.name)).name
    if NOTES.search(name):
        return None
    if isinstance(file, OpenedFile):
        return _of_opened(file)
    stat = file.stat()
    try:
        return _of_path(str(file), stat.st_mtime_ns, stat.st_size)
    except OSError:  # not noted: it may be readable in a moment
        return None


@lru_cache(maxsize=4096)
def _of_path(path: str, mtime: int, size: int) -> Kind | None:
    try:
        return _of_opened(open_file(path))
    except InputError as error:
        if isinstance(error.__cause__, OSError):
            raise error.__cause__ from error
        return None


def _of_opened(file: OpenedFile) -> Kind | None:
    """An archive of several files is an embedding where one of them is it, else a choice."""
    try:
        if file.kind not in ARCHIVES:
            return _of_content(file)
        main = main_file(file)
        if main is None or main.endswith(("/", ".index.json")):
            return None if main is None else "embedding"
        return "embedding" if _of_content(file.member(main)) == "embedding" else None
    except (InputError, OSError):
        return None


def _of_content(file: OpenedFile) -> Kind | None:
    if file.kind in VECTORS:
        return "embedding"
    if file.kind == "parquet":
        return _of_parquet(file)
    if file.kind == "binary":
        return "embedding" if re.match(rb"\d+ \d+\r?\n", file.head) else None
    if file.kind == "wide text":
        return _of_content(open_file(file, encoding=wide_encoding(file.head)))
    if file.kind != "text":
        return None
    start = file.beginning(LOOK)
    head, label = start.head, start.name
    lines = [line for line in first_lines(head, label, SAMPLE) if line.strip(" \t")]
    if not lines:
        return None
    if starts_json(head):
        return _of_json(decode(head))
    named = _names_counts(lines[0])
    if named and not (_numbers_columns(lines[0]) or _has_counts_beside(lines, head, label)):
        return "frequency"
    if named or _is_vectors(lines, head, label):
        return "embedding"
    asked = _is_pairs(start)
    if asked is not None:
        return "task" if asked else _of_list(lines, label) or "task"
    return _of_list(lines, label) or ("frequency" if _is_text(lines, file.size) else None)


def _of_list(lines: Sequence[str], label: str) -> Kind | None:
    """Whether lines are a word list, or would be asked about as one that they most likely are."""
    try:
        if list_layout(lines, label) is not None:
            return "frequency"
    except ChoiceNeeded:
        return "frequency" if _may_be_list(lines) else None
    except InputError:
        return None
    try:
        text_evidence(lines, label)
    except ChoiceNeeded:  # only what stands between its words and their counts is not plain
        return "frequency"
    except InputError:
        pass
    return None


def _may_be_list(lines: Sequence[str]) -> bool:
    """Whether a table whose columns are in doubt counts words.

    Its words hardly come again, and a column of numbers is named so or all are whole.
    """
    sample = readings(start_of(lines))[0]
    numbers = [c for c, share in enumerate(sample.numeric) if share > 0.5]
    texts = [cells for c, cells in enumerate(sample.columns) if c not in numbers]
    if len(sample.body) < LEAST_ROWS or all(len({*cells}) <= 0.95 * len(cells) for cells in texts):
        return False
    if any(COUNTED.search(sample.names[c]) for c in numbers if sample.names):
        return True
    cells = [str(cell).strip() for c in numbers for cell in sample.columns[c]]
    return all(cell.isdecimal() for cell in cells if cell)


def _is_text(lines: Sequence[str], size: int) -> bool:
    """Whether lines without counts are running text, and no list of words."""
    words = [line.strip(" \t") for line in lines]
    listed = len(set(words)) == len(words) and not any(re.search("[ \t]", word) for word in words)
    return size >= LEAST_TEXT and not (listed and len(words) > 2)


def _names_counts(line: str) -> bool:
    """Whether a header names a word and its count, whatever other numbers stand beside them."""
    return any(
        {"word", "token", "term", "type", "lemma", "wordform"} & names
        and {"count", "freq", "freqcount", "frequency", "occurrences"} & names
        for names in (
            {squeezed(cell) for cell in re.split(mark, line)} for mark in ("\t", ",", ";", "[|]")
        )
    )


def _numbers_columns(line: str) -> bool:
    """Whether a header numbers five columns or more from 0 or 1, as those of a vector."""
    numbers = [int(end) for end in re.findall(r"(\d{1,5})\"?(?=[\t,;|]|\Z)", line.rstrip())]
    first = next((at for at, number in enumerate(numbers) if number in (0, 1)), len(numbers))
    run = numbers[first : first + LEAST_NUMBERS]
    return len(run) == LEAST_NUMBERS and all(b - a == 1 for a, b in pairwise(run))


def _has_counts_beside(lines: Sequence[str], head: bytes, label: str) -> bool:
    """Whether vectors stand beside a word and its count: numbers as no other statistics are.

    Columns of one name with rising numbers, or such as hold numbers below 0.
    """
    try:
        layout = vector_layout(head, label)
    except InputError:
        return False
    if "count" not in layout.roles or len(layout.vector) < 2:
        return False
    rows = [row for row in map(layout.cells, lines[1:]) if len(row) == layout.width]
    columns = [[row[c].strip() for row in rows] for c in layout.vector]
    below = sum(any(cell.startswith("-") for cell in cells) for cells in columns)
    stems = {layout.header[c].strip().rstrip("0123456789").lower() for c in layout.vector}
    return 2 * below >= len(columns) or (len(stems) == 1 and squeezed(stems.pop()) in STEMS)


def _is_vectors(lines: Sequence[str], head: bytes, label: str) -> bool:
    """Whether most rows have a word of their own and the same five numbers or more.

    Which of its columns is the word may be asked.
    """
    texts = 1
    try:
        try:
            layout = vector_layout(head, label)
        except ChoiceNeeded as question:
            texts, way = len(question.choices), question.choices[0].options
            layout = vector_layout(head, label, word_column=cast(Column, way.get("word_column")))
    except InputError:
        return False
    rows = [layout.cells(line) for line in lines[layout.skip :]]
    whole = [row for row in rows if len(row) == layout.width]
    whole = [row for row in whole if all(is_float(row[c]) for c in layout.vector)]
    if len(layout.vector) < LEAST_NUMBERS or len(whole) <= len(rows) / 2:
        return False
    if layout.dialect.separator in " \t" and layout.width == len(layout.vector) + 1:
        return True
    # A table of results has few rows, or names that come again.
    words = {row[layout.roles["word"]] for row in whole}
    distinct = len(whole) >= LEAST_WORDS and len(words) > 0.95 * len(whole)
    return distinct and len(layout.vector) >= layout.width - 1 - texts


def _is_pairs(start: OpenedFile) -> bool | None:
    """Whether text is pairs with a score, be it that only the column of the score is in doubt.

    None where it is not.
    """
    encoding = None
    for _ in range(2):
        try:
            with open_file(start, encoding=encoding).open() as stream:
                pairs = read_pairs(stream)
        except ChoiceNeeded as question:
            way = question.choices[0].options
            if "encoding" in way and encoding is None:
                encoding = str(way["encoding"])
                continue
            return False if "text_columns" not in way else None
        except InputError:
            return None
        return True if len(pairs.gold) > pairs.rows / 2 else None
    return None


def _of_json(text: str) -> Kind | None:
    """Pairs with a score, or words with counts; settings of any kind are neither."""
    keys = {squeezed(key) for key in re.findall(rf"({STRING})\s*:", text)[:40]}
    if any(set(names) <= keys for names in TEXT_PAIRS) and keys & {*NAMES["score"]}:
        return "task"
    if keys & {*NAMES["word"]} and keys & {*NAMES["count"]}:
        return "frequency"
    starts = re.findall(rf"{STRING}\s*:\s*(.)", text)
    if not starts:
        return "frequency" if re.search(rf"\[\s*{STRING}\s*,\s*[\d.]", text) else None
    return "frequency" if len(starts) > 1 and all(re.match(r"[-\d.]", s) for s in starts) else None


def _of_parquet(file: OpenedFile) -> Kind | None:
    import pyarrow as pa

    with file.open() as stream, damage_told(stream):
        schema, _ = read_schema(stream)
    texts = sum(pa.types.is_string(t) or pa.types.is_large_string(t) for t in schema.types)
    numbers = sum(pa.types.is_integer(t) or pa.types.is_floating(t) for t in schema.types)
    lists = any(pa.types.is_nested(t) for t in schema.types)
    floats = sum(pa.types.is_floating(t) for t in schema.types)
    counted = {squeezed(name) for name in schema.names} & {*NAMES["count"]}
    if lists or numbers > 20 or (texts == 1 and floats >= 5 and not counted):
        return "embedding"
    if texts >= 2 and numbers:
        return "task"
    return "frequency" if texts == 1 and numbers else None


@dataclass(frozen=True)
class ColumnSample:
    """A column of a table: `name` is its first cell, `label` that and the one below."""

    name: str
    label: str
    is_number: bool


def peek(file: OpenedFile, least: int = 3, separator: str | None = None) -> list[ColumnSample]:
    """The columns of a table, in order, cut at a `separator` or as is likeliest.

    Raises InputError for what is no table of `least` columns or more.
    """
    with file.open() as stream:
        rows, label = _first_rows(stream, least, separator), stream.label
    width = max(map(len, rows), default=0)
    if width < least:
        raise InputError(
            f"{label} is no table of {least} columns or more; give csv, tsv, JSON or parquet."
        )
    return [_column([row[c] for row in rows[:2] if c < len(row)]) for c in range(width)]


def counts_beside(
    file: OpenedFile,
    *,
    word_column: Column = None,
    separator: str | None = None,
    encoding: str | None = None,
) -> dict[str, int]:
    """The columns of the words and of their counts in a table of vectors; {} without counts.

    By the names of `load_frequency`; the options are those of `load_embedding`.
    """
    if encoding is not None:
        file = open_file(file, encoding=encoding)
    if file.kind != "text":
        return {}
    try:
        layout = vector_layout(file.head, file.name, word_column=word_column, separator=separator)
    except InputError:
        return {}
    roles = layout.roles
    return (
        {"word_column": roles["word"], "count_column": roles["count"]} if "count" in roles else {}
    )


def matrices(file: OpenedFile) -> dict[str, str]:
    """The matrices that could be the vectors, name -> what is shown: safetensors and npz.

    Only headers are read. Empty for files of any other kind; raises InputError for damaged ones.
    """
    shapes: dict[str, tuple[int, ...]] = {}
    if file.kind == "safetensors":
        with file.open() as stream:
            tensors = tensor_headers(seekable(stream), file.name)
        shapes = table_shapes(tensors)
    if file.kind == "npz":
        shapes = {k: h.shape for k, (_, h) in open_arrays(file).items() if is_matrix(h)}
    return {key: _shape(key, shape) for key, shape in shapes.items()}


def _shape(name: str, shape: Sequence[int]) -> str:
    return f"{name}: {shape[0]:,} × {shape[1]:,}"


def _column(cells: Sequence[Any]) -> ColumnSample:
    texts = [" ".join(str(cell).split()) for cell in cells]
    label = " / ".join(text if len(text) <= SHOWN else f"{text[:SHOWN]}…" for text in texts)
    name = str(cells[0]) if cells else ""
    return ColumnSample(name, label, is_number(texts[-1]))


def _first_rows(stream: Unpacked, least: int, separator: str | None) -> Sequence[Sequence[Any]]:
    """The first rows of a table, the names of its columns before them where it has such."""
    records = read_objects(stream, Account(name=stream.label), rows=1)
    if records is not None:
        return [records.header, *records.rows[:1]]
    if stream.kind != "text":
        return []
    lines = [line for line in first_lines(stream.head, stream.label, ROWS) if line.strip()]
    found = readings(start_of(lines), least=least, separator=separator)
    return found[0].rows if found else []
