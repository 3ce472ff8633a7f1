"""Read .npy and .npz: a matrix that names no words, or names them in an array beside it."""

import io
import math
import pickle
import tokenize
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Literal

import numpy as np

from zipfviz.common.errors import ChoiceNeeded, InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.containers import Unpacked, seekable
from zipfviz.io.files.file_rows import FileRows, bytes_after
from zipfviz.io.files.opened import OpenedFile
from zipfviz.io.files.room import LINE_BYTES, check_room
from zipfviz.io.files.wording import listed
from zipfviz.io.tables.account import Account
from zipfviz.io.vectors.rows import RowStore, require_memory
from zipfviz.io.vectors.vocabulary import Vocabulary, check_words, read_vocabulary

ROWS_AT_ONCE = 2**22  # numbers in one block
MOST_ARRAYS = 1000
HEADER_ERRORS = (
    ValueError, EOFError, OSError, SyntaxError, TypeError, KeyError, OverflowError,
    RecursionError, MemoryError, tokenize.TokenError, AttributeError, IndexError,
)  # fmt: skip


def check_dtype(dtype: np.dtype[Any], label: str, account: Account | None = None) -> None:
    """Raise InputError for numbers that are not a vector's; note what float32 rounds."""
    if dtype.kind in "fiu" and (dtype.kind == "f" or dtype.itemsize >= 4):
        if account is not None and dtype != np.dtype(np.float32) and dtype.itemsize >= 4:
            account.facts.append(("stored as", f"{dtype.name}, rounded to float32"))
        return
    if dtype.kind in "iu":
        raise InputError(
            f"{label} holds {dtype.name} numbers, which are quantised; export it as float32."
        )
    if dtype.name.startswith(("float8", "float6", "float4", "int4", "uint4")):
        raise InputError(
            f"{label} holds {dtype.name} numbers, which are quantised; export it as float32."
        )
    what = "Python objects" if dtype.hasobject else f"{dtype} values"
    hint = " (numpy stores bfloat16 so)" if dtype.str[1:] == "V2" else ""
    raise InputError(f"{label} holds {what}{hint}, not numbers; save it as a float32 array.")


def check_shape(shape: Sequence[int], label: str) -> None:
    """Raise InputError unless there are rows and columns."""
    if len(shape) != 2 or shape[1] < 1:
        raise InputError(
            f"{label} has shape {tuple(shape)}; an embedding has two axes, words and numbers."
        )


@dataclass(frozen=True)
class ArrayHeader:
    """What an .npy file says about itself; its values start at byte `offset`."""

    shape: tuple[int, ...]
    fortran: bool
    dtype: np.dtype[Any]
    offset: int


def is_matrix(header: ArrayHeader) -> bool:
    """Whether an array could be vectors: two axes of numbers."""
    return len(header.shape) == 2 and header.dtype.kind in "fiu"


def read_header(file: BinaryIO, label: str) -> ArrayHeader:
    """The header of an .npy file, its sizes not yet believed."""
    try:
        version = np.lib.format.read_magic(file)
        read = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }[version]
        shape, fortran, dtype = read(file)
        if min(shape, default=0) < 0:
            raise ValueError("negative size")
        return ArrayHeader(tuple(map(int, shape)), fortran, dtype, file.tell())
    except HEADER_ERRORS as error:
        raise InputError(f"{label} has a damaged npy header; save it again.") from error


def open_npy(stream: Unpacked, *, partial: bool = False) -> FileRows:
    """The (n, d) array of an .npy file, whose rows are read when they are asked for.

    Raises InputError before anything is allocated when the dtype or shape cannot be an embedding's
    or the file is shorter than its header says (unless `partial`).
    """
    file = seekable(stream)
    header = read_header(file, stream.label)
    check_dtype(header.dtype, stream.label)
    check_shape(header.shape, stream.label)
    rows, dim = header.shape
    row_bytes = dim * header.dtype.itemsize
    there = bytes_after(file, header.offset)
    if rows * row_bytes > there:
        complete = there // row_bytes
        if not partial or header.fortran:
            raise InputError(
                f"{stream.label} ends after {complete:,} of the {counted(rows, 'rows')} its "
                "header promises; pass partial=True to load those."
            )
        rows = complete
    order: Literal["C", "F"] = "F" if header.fortran else "C"
    return FileRows(file, header.offset, (rows, dim), header.dtype, order, label=stream.label)


def read_rows(vocabulary: Vocabulary, array: Any, account: Account, limit: int | None) -> RowStore:
    """Give each word its row of `array`, anything (n, d) that can be sliced, in blocks.

    Words whose row is not there are bad rows; rows no word asks for are noted.
    """
    store = RowStore(account, array.shape[1], expect=len(vocabulary), limit=limit)
    rows = len(array)
    wanted = vocabulary.rows()
    step = max(1, ROWS_AT_ONCE // store.dim)
    used = 0
    order = np.argsort(wanted, kind="stable")
    for start in range(0, rows, step):
        stop = min(start + step, rows)
        first, last = np.searchsorted(wanted[order], (start, stop))
        picked = order[first:last]
        if not len(picked):
            continue
        block = np.asarray(array[start:stop])
        places = wanted[picked]
        words = [vocabulary.words[i] for i in picked.tolist()]
        used += len(np.unique(places))
        store.add(words, block[places - start], (places + 1).tolist())
        if store.full:
            return store
    for i in order[np.searchsorted(wanted[order], rows) :].tolist():
        store.account.reject(
            int(wanted[i]) + 1, f"{vocabulary.words[i]!r:.60} has no row in the array"
        )
    if used < rows:
        account.notes.append(
            f"{counted(rows - used, 'rows have no word and are', 'row has no word and is')} left "
            "out."
        )
    return store


def read_npy(
    stream: Unpacked, words: Any, *, limit: int | None = None, partial: bool = False
) -> RowStore:
    """Read an .npy matrix; `words` is whatever read_vocabulary takes."""
    account = Account(name=stream.label, unit="row")
    array = open_npy(stream, partial=partial)
    check_dtype(array.dtype, stream.label, account)
    vocabulary = read_vocabulary(words, rows=len(array))
    if partial and len(vocabulary) > len(array):
        vocabulary = vocabulary.head(len(array))
        account.notes.append(
            f"Cut short: the first {counted(len(array), 'words were', 'word was')} loaded."
        )
    vocabulary.check_length(len(array), stream.label)
    account.facts.append(("words from", vocabulary.name))
    return read_rows(vocabulary, array, account, limit)


def choose(candidates: Mapping[str, str], asked: str | None, label: str) -> str:
    """The array or tensor that is meant; `candidates` maps names to their shapes."""
    there = listed(f"{name} {shape}" for name, shape in candidates.items())
    if asked is not None:
        if asked in candidates:
            return asked
        raise InputError(f"{label} has no matrix called {asked!r}; it has {there}.")
    if len(candidates) == 1:
        return next(iter(candidates))
    if not candidates:
        raise InputError(f"{label} holds no matrix of numbers (words × numbers).")
    found = f"{label} holds {len(candidates)} matrices"
    sizes = {name: shape.strip("()").replace(", ", " × ") for name, shape in candidates.items()}
    raise ChoiceNeeded.between(found, "tensor", sizes)


def open_arrays(opened: OpenedFile) -> dict[str, tuple[OpenedFile, ArrayHeader]]:
    """Name -> member and header of each array of an .npz; only their first bytes are unpacked."""
    found = {}
    if len(opened.members) > MOST_ARRAYS:
        raise InputError(
            f"{opened.name} holds {len(opened.members):,} arrays, too many for an embedding; save "
            "its words and vectors alone."
        )
    for member in opened.members:
        key = member.removesuffix(".npy")
        part = opened.member(member, label=f"{opened.name}: {key}")
        header = read_header(io.BytesIO(part.head), part.name)
        found[key] = replace(part, head=b""), header  # of thousands of arrays, too much to hold
    return found


def read_npz(
    opened: OpenedFile,
    words: Any = None,
    *,
    limit: int | None = None,
    tensor: str | None = None,
    trust: bool = False,
) -> RowStore:
    """Read an .npz: one (n, d) array of numbers, and its words in a 1-d array of strings.

    `tensor` names the array where there are several, `words` gives the words where the file does
    not. Words kept as pickled objects are read only with `trust`.
    """
    label = opened.name
    arrays = open_arrays(opened)
    key = choose({k: str(h.shape) for k, (_, h) in arrays.items() if is_matrix(h)}, tensor, label)
    matrix, header = arrays[key]
    if words is None:
        texts = [k for k, (_, h) in arrays.items() if len(h.shape) == 1 and h.dtype.kind in "USO"]
        if len(texts) != 1:
            raise InputError(
                f"{label} holds {len(texts)} lists of strings beside {key!r}; give its words "
                "with words=."
            )
        part, strings = arrays[texts[0]]
        if strings.shape[0] != header.shape[0]:
            raise InputError(
                f"{label}: {key!r} has {counted(header.shape[0], 'rows')} and {texts[0]!r} has "
                f"{counted(strings.shape[0], 'words')}; give the words that belong to it with "
                "words=."
            )
        check_shape(header.shape, part.name)
        require_memory(header.shape[0], header.shape[1], label)
        with part.open() as stream:
            vocabulary = _strings(stream, label, texts[0], trust)
    else:
        vocabulary = read_vocabulary(words, rows=header.shape[0], max_bytes=opened.max_bytes)
    with matrix.open() as stream:
        store = read_npy(stream, vocabulary, limit=limit)
    store.account.name = label
    store.account.facts.insert(0, ("vectors from", key))
    return store


def _strings(part: Unpacked, label: str, key: str, trust: bool) -> Vocabulary:
    """A 1-d array of strings; one of pickled objects only with `trust`."""
    file = seekable(part)
    header = read_header(file, part.label)
    if header.dtype.hasobject and not trust:
        raise InputError(
            f"{label}: {key!r} is a Python pickle, which can run code when read; save it as "
            "an array of strings, or pass trust=True for a local file you made yourself."
        )
    size = math.prod(header.shape) * header.dtype.itemsize
    if not header.dtype.itemsize:
        raise InputError(f"{label}: {key!r} holds empty words only; save it again.")
    if size > bytes_after(file, header.offset) and not header.dtype.hasobject:
        raise InputError(f"{label}: {key!r} is shorter than its header says; save it again.")
    check_room(3 * size + LINE_BYTES * header.shape[0], f"{label}: {key!r}")
    file.seek(0)
    try:
        found = np.lib.format.read_array(file, allow_pickle=trust)
    except (*HEADER_ERRORS, pickle.UnpicklingError, ImportError) as error:
        raise InputError(f"{label}: {key!r} cannot be read; save it again.") from error
    return Vocabulary(check_words(found, f"{label}: {key}"), f"array {key!r}")
