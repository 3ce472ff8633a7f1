"""Bases of records of results, which a person can read at a prompt and in a notebook."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from html import escape
from typing import Any, cast

#: Longer sequences are told by their ends.
SHOWN = 4


class Record:
    """Base of dataclasses (with `repr=False`) that hold arrays: told by shape and dtype.

    >>> import numpy as np
    >>> from zipfviz.explore.projection import pca_map
    >>> pca_map(np.eye(3))
    FlatMap(points=<float64 (3, 2)>, shares=<float64 (2,)>)
    """

    def __repr__(self) -> str:
        names = (field.name for field in fields(cast(Any, self)))  # whoever derives is a dataclass
        told = (f"{name}={_short(getattr(self, name))}" for name in names)
        return f"{type(self).__name__}({', '.join(told)})"


class Vocabulary:
    """Base of records with one row a word of `words` (n,), each word once."""

    words: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def index(self) -> dict[str, int]:
        """Row of each word, as it is stored and in Unicode's normal form C."""
        rows = dict(zip(self.words, range(len(self.words)), strict=True))
        text = "\n".join(self.words)
        if not text.isascii() and not unicodedata.is_normalized("NFC", text):
            for word, row in list(rows.items()):
                rows.setdefault(unicodedata.normalize("NFC", word), row)
        return rows


def _short(value: Any) -> str:
    if hasattr(value, "dtype") and value.ndim:
        return f"<{value.dtype} {value.shape}>"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {_short(each)}" for key, each in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) > SHOWN:
        return f"[{_short(value[0])}, ..., {_short(value[-1])}] ({len(value):,})"
    if isinstance(value, tuple):
        return f"({', '.join(map(_short, value))})"
    return repr(value)


def html_rows(rows: Iterable[tuple[str, object]]) -> str:
    """A small table of (label, value) rows, for `_repr_html_`."""
    cells = (f"<tr><th>{escape(a)}</th><td>{escape(str(b))}</td></tr>" for a, b in rows)
    return f"<table>{''.join(cells)}</table>"
