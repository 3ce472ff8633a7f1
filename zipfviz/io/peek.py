"""The first rows of a table, whatever it is, for someone to say which column is what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked, seekable
from zipfviz.io.files.opened import OpenedFile
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import is_number
from zipfviz.io.tables.json_parquet import Records, read_json, read_parquet, starts_json
from zipfviz.io.tables.sample import readings
from zipfviz.io.tables.text import first_lines
from zipfviz.io.vectors.arrays import is_matrix, open_arrays
from zipfviz.io.vectors.tensors import tensor_headers

ROWS = 20
SHOWN = 40


@dataclass(frozen=True)
class ColumnSample:
    """A column of a table: `name` is its first cell, `label` that and the one below."""

    name: str
    label: str
    is_number: bool


def peek(file: OpenedFile, least: int = 3) -> list[ColumnSample]:
    """The columns of a table, in order.

    Raises InputError for what is no table of `least` columns or more.
    """
    with file.open() as stream:
        rows, label = _first_rows(stream, least), stream.label
    width = max(map(len, rows), default=0)
    if width < least:
        raise InputError(
            f"{label} is no table of {least} columns or more; give csv, tsv, JSON or parquet."
        )
    return [_column([row[c] for row in rows[:2] if c < len(row)]) for c in range(width)]


def matrices(file: OpenedFile) -> dict[str, str]:
    """The matrices that could be the vectors, name -> what is shown: safetensors and npz.

    Only headers are read. Empty for files of any other kind; raises InputError for damaged ones.
    """
    shapes: dict[str, tuple[int, ...]] = {}
    if file.kind == "safetensors":
        with file.open() as stream:
            tensors = tensor_headers(seekable(stream), file.name)
        shapes = {k: h.shape for k, h in tensors.items() if len(h.shape) == 2}
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


def _first_rows(stream: Unpacked, least: int) -> Sequence[Sequence[Any]]:
    """The first rows of a table, the names of its columns before them where it has such."""
    if stream.kind == "parquet":
        return _with_names(read_parquet(stream, rows=1))
    if stream.kind != "text":
        return []
    if starts_json(stream.head, objects=True):
        return _with_names(read_json(stream, Account(name=stream.label), objects=True))
    lines = [line for line in first_lines(stream.head, stream.label, ROWS) if line.strip()]
    found = readings(lines, least=least)
    return found[0].rows if found else []


def _with_names(records: Records) -> Sequence[Sequence[Any]]:
    return [records.header, *records.rows[:1]]
