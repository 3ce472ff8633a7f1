"""Read parquet and Arrow (feather) tables: a column of words beside a list or many numbers."""

from typing import Any

import numpy as np

from zipfviz.common.errors import ChoiceNeeded, InputError
from zipfviz.io.files.arrow_batches import damage_told, read_batches, read_schema
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.wording import listed, plain, shown
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.columns import NAMES, Column, squeezed
from zipfviz.io.tables.text import decode
from zipfviz.io.vectors.arrays import check_dtype
from zipfviz.io.vectors.dimensions import COUNTS
from zipfviz.io.vectors.rows import RowStore

NUMBERS_AT_ONCE = 2**21
ROWS = 4096
LIST_ROWS = 2048  # the length of a list shows when it is read
MAX_WORDS = 2**29  # bytes of all words together
PANDAS_INDEX = "__index_level_"


def read_table(
    stream: Unpacked,
    *,
    limit: int | None = None,
    tensor: str | None = None,
    word_column: Column = None,
) -> RowStore:
    """Read a table in batches; `word_column` and `tensor` (a list column) choose where unclear.

    Raises InputError for columns that cannot be told apart, quantised numbers, a damaged file.
    """
    with damage_told(stream):
        schema, rows = read_schema(stream)
        words = _word_column(schema, word_column, stream.label)
        lists, wide = _vector_columns(schema, words, tensor, stream.label)
        return _read(stream, schema, rows, words, lists, wide, limit)


def _word_column(schema: Any, asked: Column, label: str) -> str:
    import pyarrow.types as types

    def is_text(kind: Any) -> bool:
        kind = kind.value_type if types.is_dictionary(kind) else kind
        return bool(
            types.is_string(kind)
            or types.is_large_string(kind)
            or types.is_binary(kind)
            or types.is_large_binary(kind)
            or types.is_string_view(kind)
        )

    texts = [f.name for f in schema if is_text(f.type)]
    if isinstance(asked, int) and -len(schema) <= asked < len(schema):
        asked = schema.names[asked]
    if asked is not None:
        if not isinstance(asked, str) or asked not in texts:
            raise InputError(
                f"{label} has no column of words called {asked!r}; it has {listed(texts)}."
            )
        return asked
    named = [name for name in texts if squeezed(name) in NAMES["word"]]
    found = named[:1] or (texts if len(texts) == 1 else [])
    if not texts:
        raise InputError(
            f"{label} has no column of text; an embedding needs one of words beside its numbers."
        )
    if not found:
        said = f"{label} has {len(texts)} columns of text"
        raise ChoiceNeeded.between(said, "word_column", dict.fromkeys(texts, ""))
    return found[0]


def _vector_columns(
    schema: Any, words: str, tensor: str | None, label: str
) -> tuple[str | None, list[str]]:
    """The list column that holds the vectors, or else the number columns that make them up."""
    import pyarrow.types as types

    lists = [
        f.name
        for f in schema
        if types.is_list(f.type) or types.is_large_list(f.type) or types.is_fixed_size_list(f.type)
    ]
    if tensor is not None and tensor not in lists:
        raise InputError(f"{label} has no list column {tensor!r}; it has {listed(lists)}.")
    if tensor is not None or len(lists) == 1:
        chosen = tensor or lists[0]
        check_dtype(_numpy_type(schema.field(chosen).type.value_type), f"{label}: {plain(chosen)}")
        return chosen, []
    if lists:
        found = f"{label} has {len(lists)} list columns"
        raise ChoiceNeeded.between(found, "tensor", dict.fromkeys(lists, ""))
    wide = [f.name for f in schema if f.name != words and _is_value(f, types)]
    floats = [name for name in wide if not types.is_integer(schema.field(name).type)]
    if len(floats) > 1:  # among these a column of counts is no dimension
        wide = [name for name in wide if name in floats or squeezed(name) not in COUNTS]
    if not wide:
        raise InputError(f"{label} has no columns of numbers beside {words!r}.")
    for name in wide:
        check_dtype(_numpy_type(schema.field(name).type), f"{label}: {plain(name)}")
    return None, wide


def _is_value(field: Any, types: Any) -> bool:
    if types.is_integer(field.type):
        numbering = squeezed(field.name) in NAMES["row"]
        return not numbering and not field.name.startswith(PANDAS_INDEX)
    return bool(types.is_floating(field.type) or types.is_decimal(field.type))


def _numpy_type(kind: Any) -> np.dtype[Any]:
    import pyarrow.types as types

    if types.is_decimal(kind):
        return np.dtype(np.float64)
    if not (types.is_integer(kind) or types.is_floating(kind)):
        return np.dtype(object)
    return np.dtype(kind.to_pandas_dtype())


def _read(
    stream: Unpacked,
    schema: Any,
    expect: int,
    words: str,
    lists: str | None,
    wide: list[str],
    limit: int | None,
) -> RowStore:
    label = stream.label
    account = Account(name=label, unit="row", facts=[("words from", words)])
    store: RowStore | None = None
    columns = [words, *([lists] if lists else wide)]
    rows = LIST_ROWS
    if lists:
        account.facts.append(("vectors from", lists))
    else:
        rows = max(1, min(NUMBERS_AT_ONCE // len(wide), ROWS))
        unused = [n for n in schema.names if n not in columns]
        if unused:
            account.notes.append(f"Columns not used: {listed(unused)}.")
    kind = schema.field(lists or wide[0]).type
    check_dtype(_numpy_type(kind.value_type if lists else kind), label, account)
    row, letters = 1, 0
    for batch in read_batches(stream, columns, rows):
        dim = store.dim if store else None
        block, wrong = _lists(batch.column(1), dim) if lists else (_wide(batch), {})
        if store is None:
            store = RowStore(account, block.shape[1], expect=expect, limit=limit)
        texts = _texts(batch.column(0))
        letters += sum(len(text) for text in texts if text is not None)
        if letters > MAX_WORDS:
            raise InputError(
                f"{label}: its first {row + len(texts) - 1:,} words have {letters:,} bytes, too "
                "many for words; choose their column with word_column=."
            )
        wrong |= {i: "a row without a word" for i, text in enumerate(texts) if text is None}
        good = [i for i in range(len(texts)) if i not in wrong]
        bad = [
            (row + i, f"{shown(decode(texts[i] or b''))}: {reason}")
            for i, reason in sorted(wrong.items())
        ]
        known = [decode(texts[i]) for i in good]
        store.add(known, block[good], [row + i for i in good], bad)
        row += len(texts)
        if store.full:
            break
    if store is None:
        raise InputError(f"{label} has no rows.")
    return store


def _texts(column: Any) -> list[Any]:
    """The words as bytes, None where there is none."""
    import pyarrow as pa

    if pa.types.is_string_view(column.type):
        column = column.cast(pa.string())
    return list(column.cast(pa.large_binary()).to_pylist())


def _wide(batch: Any) -> np.ndarray:
    """(rows, columns) of the number columns; nulls are nan."""
    columns = [batch.column(i).cast("float64", safe=False) for i in range(1, batch.num_columns)]
    return np.stack([c.to_numpy(zero_copy_only=False) for c in columns], axis=1)


def _lists(column: Any, dim: int | None) -> tuple[np.ndarray, dict[int, str]]:
    """(rows, d) of a list column, and what is wrong with the rows that have not d numbers."""
    import pyarrow as pa
    import pyarrow.compute as compute

    storage = column.storage if isinstance(column, pa.ExtensionArray) else column
    lengths = compute.list_value_length(storage).fill_null(-1).to_numpy(zero_copy_only=False)
    known = lengths[lengths > 0]
    dim = dim or (int(np.bincount(known).argmax()) if len(known) else 1)
    wrong = {
        int(i): "no vector" if lengths[i] < 0 else f"{lengths[i]} numbers instead of {dim}"
        for i in np.flatnonzero(lengths != dim)
    }
    right = storage.filter(pa.array(lengths == dim))
    flat = right.flatten().cast("float64", safe=False).to_numpy(zero_copy_only=False)
    block = np.zeros((len(lengths), dim), np.float64)
    block[lengths == dim] = flat.reshape(-1, dim)
    return block, wrong
