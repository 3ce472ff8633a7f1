"""The first rows of a table, whatever it is, for someone to say which column is what."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.counts.count_tally import parse_number
from zipfviz.io.files.containers import Unpacked, seekable
from zipfviz.io.files.opened import OpenedFile
from zipfviz.io.parquet_table import parquet_columns, whole
from zipfviz.io.tables.columns import split_fields
from zipfviz.io.vectors.arrays import is_matrix, open_arrays
from zipfviz.io.vectors.tensors import tensor_headers

__all__ = ["ColumnSample", "matrices", "peek"]

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
        if stream.kind == "parquet":
            table = parquet_columns(stream, rows=1)
            rows: Sequence[Sequence[Any]] = [
                list(table),
                [cells[0] if cells else "" for cells in table.values()],
            ]
        elif stream.kind == "text":
            rows = _rows(stream, least)
        else:
            rows = []
        label = stream.label
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
    return ColumnSample(name, label, parse_number(texts[-1]) is not None)


def _rows(stream: Unpacked, least: int) -> list[list[Any]]:
    lines = stream.head.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    lines = [line.removesuffix("\r") for line in lines[:ROWS] if line.strip()]
    if lines and lines[0].lstrip().startswith(("{", "[")):
        return _objects(stream)
    rows: list[list[Any]] = []
    for separator in ("\t", ",", ";", " "):
        rows = [list(split_fields(line, separator)) for line in lines]
        if sum(len(row) >= least for row in rows) > len(rows) / 2:
            break
    return rows


def _objects(stream: Unpacked) -> list[list[Any]]:
    """Keys, and the values of the first of a JSON array or of JSON lines."""
    text = whole(stream).decode("utf-8", "replace")
    try:
        found = json.loads(text if text.lstrip().startswith("[") else text.partition("\n")[0])
    except (ValueError, RecursionError):
        return []
    first = found[0] if isinstance(found, list) and found else found
    return [list(first), list(first.values())] if isinstance(first, dict) else []
