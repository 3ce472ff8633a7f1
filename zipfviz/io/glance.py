"""What a file is before it is read whole: its kind, its first rows, its columns or matrices.

    found = glance(path)                   # found.file, found.kind, found.likely, found.matrices

Records that go from one process to another, so that what strangers brought is glanced at apart.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from zipfviz.common.errors import InputError, ZipfvizError
from zipfviz.io.classify import (
    LEAST_NUMBERS,
    ColumnSample,
    Kind,
    classify,
    counts_beside,
    matrices,
    peek,
)
from zipfviz.io.counts.frequencies import read_frequency
from zipfviz.io.files.opened import OpenedFile, open_file
from zipfviz.io.records import Embedding, Frequency
from zipfviz.io.tables.columns import squeezed
from zipfviz.io.vectors.read import read_embedding

SMALL = 20_000_000  # bytes of a text that is read whole for a glance
COUNTS_OPTIONS = ("separator", "encoding", "word_column")


@dataclass(frozen=True, kw_only=True)
class Glance:
    """What a file looks like.

    `kind` is what it would load as, None where that is in doubt, `likely` what it could be then.
    `matrices` that could be the vectors, name -> what is shown; `why` they cannot be listed.
    """

    file: OpenedFile
    kind: Kind | None
    likely: Kind
    matrices: dict[str, str] = field(default_factory=dict)
    why: str = ""


def glance(path: str | os.PathLike[str]) -> Glance:
    """Look at the beginning of a file. Raises InputError for what cannot be opened."""
    file = open_file(path)
    kind, why, found = classify(file), "", {}
    try:
        found = matrices(file)
    except InputError as error:
        why = str(error)
    return Glance(file=file, kind=kind, likely=kind or _likely(file), matrices=found, why=why)


def _likely(file: OpenedFile) -> Kind:
    """What a file that nothing is sure about could be: a table of counts or pairs, or a text."""
    try:
        if len(file.members) > 1:
            return classify(file.member(file.members[0])) or "frequency"
        columns = peek(file)
    except ZipfvizError:
        return "frequency" if file.kind == "text" or file.members else "embedding"
    numbers = sum(column.is_number for column in columns)
    if any("freq" in squeezed(column.name) for column in columns):
        return "frequency"  # a lexicon, whose columns of counts are asked about
    if numbers and len(columns) - numbers >= 2:
        return "task"
    return "embedding" if numbers >= LEAST_NUMBERS else "frequency"


def first_frequencies(file: OpenedFile, **options: Any) -> Frequency:
    """`read_frequency` of a file, or of the first lines of a text too large for a glance."""
    if file.size > SMALL and file.kind == "text":
        file = file.beginning(len(file.head) - 1)
    return read_frequency(file, **options)


def first_vectors(file: OpenedFile, rows: int, **options: Any) -> tuple[Embedding, dict[str, int]]:
    """The first vectors of a file, and the columns of counts beside them as `counts_beside`."""
    how = {"max_words": rows, "partial": True, "max_loss": 1.0, **options}
    told = {name: value for name, value in options.items() if name in COUNTS_OPTIONS}
    return read_embedding(file, **how), counts_beside(file, **told)


def columns_of(
    file: OpenedFile, least: int, member: str | None, separator: str | None, encoding: str | None
) -> list[ColumnSample]:
    """The columns of a table as far as it can be told; [] where it cannot."""
    try:
        return peek(open_file(file, member=member, encoding=encoding), least, separator)
    except ZipfvizError:
        return []
