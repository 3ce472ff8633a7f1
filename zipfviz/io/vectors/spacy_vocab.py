"""Read the vectors of a spaCy vocabulary: a matrix, key2row (hash to row) and strings.json.

Nothing of spaCy is imported. A key is the MurmurHash64A (seed 1) of a string, except for spaCy's
own symbols, whose keys are small numbers and whose strings stand in no file.
"""

import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.room import check_room, parse_json, read_whole
from zipfviz.io.tables.account import Account
from zipfviz.io.vectors.arrays import check_dtype, open_npy, read_rows
from zipfviz.io.vectors.rows import RowStore
from zipfviz.io.vectors.vocabulary import Vocabulary, check_words

PARTS = ("vectors", "key2row", "strings.json")
MAX_PART = 2**31
KEY_BYTES = 40  # what a key and its row take in Python for each of their bytes there, at most
_TOLD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
# spaCy's own symbols by their keys.
SYMBOLS = {
    key: name
    for first, names in _TOLD.items()
    for key, name in enumerate(names.split(), int(first))
}


def spacy_root(names: Iterable[str]) -> str | None:
    """The folder among `names` ("a/vocab/key2row", ...) that holds a spaCy vocabulary, or None."""
    there = set(names)
    roots = sorted(
        str(PurePosixPath(name).parent) for name in there if PurePosixPath(name).name == PARTS[1]
    )
    for root in roots:
        if all(str(PurePosixPath(root) / part) in there for part in PARTS):
            return root
    return None


def read_spacy(
    open_part: Callable[[str], Unpacked], label: str, *, limit: int | None = None
) -> RowStore:
    """Read the vocabulary whose files `open_part` opens ("vectors", "key2row", "strings.json").

    Many words may share a row (pruned vectors): each gets it, and the report says so.
    Raises InputError for models without vectors or with hashed (floret) ones.
    """
    with open_part("strings.json") as part:
        strings = _strings(read_whole(part, part.label, MAX_PART), label)
    with open_part("key2row") as part:
        keys, rows = _key_to_row(read_whole(part, part.label, MAX_PART), label)
    names = dict(zip(murmur_hash([s.encode("utf-8", "surrogatepass") for s in strings]).tolist(),
                     strings, strict=True))  # fmt: skip
    names |= SYMBOLS
    known = [i for i, key in enumerate(keys) if key in names]
    account = Account(name=label, unit="row")
    if len(known) < len(keys):
        lost = counted(len(keys) - len(known), "vectors are", "vector is")
        account.notes.append(f"{lost} left out, since their words are not stored.")
    vocabulary = Vocabulary([names[keys[i]] for i in known], "strings.json", rows[known])
    with open_part("vectors") as part:
        if part.head.startswith(b"\x93NUMPY") and not len(keys):
            raise InputError(
                f"{label} has no word vectors (small spaCy models and floret ones have none); "
                "choose a model with vectors, such as a md or lg one."
            )
        array = open_npy(part)
        check_dtype(array.dtype, label, account)
        shared = len(known) - len(np.unique(rows[known]))
        if shared:
            account.notes.append(
                f"{len(known):,} words share {counted(len(known) - shared, 'vectors')} (pruned by "
                "its makers): words with the same vector are all kept."
            )
        return read_rows(vocabulary, array, account, limit)


def _strings(data: bytes, label: str) -> list[str]:
    try:
        content = parse_json(data, f"{label}: strings.json")
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"{label}: strings.json is damaged; fetch it again.") from error
    if not isinstance(content, list):
        raise InputError(f"{label}: strings.json is no list of strings; fetch it again.")
    return check_words(content, f"{label}: strings.json")


def _key_to_row(data: bytes, label: str) -> tuple[list[int], np.ndarray]:
    """Keys and the rows they have, in the order of the file."""
    import msgpack

    check_room(len(data) * KEY_BYTES, f"{label}: key2row")
    try:
        content: Any = msgpack.unpackb(data, strict_map_key=False, max_array_len=0)
        keys = list(content)
        rows = np.array([content[key] for key in keys], np.int64)
    except (ValueError, TypeError, OverflowError, msgpack.UnpackException) as error:
        raise InputError(f"{label}: key2row is damaged; fetch it again.") from error
    if rows.ndim != 1 or not all(type(k) is int for k in keys) or (rows < 0).any():
        raise InputError(f"{label}: key2row is damaged; fetch it again.")
    return keys, rows


def murmur_hash(texts: Sequence[bytes]) -> np.ndarray:
    """MurmurHash64A with seed 1 of each text, (len(texts),) uint64."""
    result = np.zeros(len(texts), np.uint64)
    by_length: dict[int, list[int]] = defaultdict(list)
    for i, text in enumerate(texts):
        by_length[len(text)].append(i)
    for length, places in by_length.items():
        joined = np.frombuffer(b"".join(texts[i] for i in places), np.uint8)
        result[places] = _murmur_block(joined.reshape(len(places), length))
    return result


def _murmur_block(texts: np.ndarray) -> np.ndarray:
    """Hashes of texts of one length, (m, length) uint8."""
    count, length = texts.shape
    factor, shift = np.uint64(0xC6A4A7935BD1E995), np.uint64(47)
    start = np.uint64(1 ^ (length * int(factor)) % 2**64)
    h = np.full(count, start)
    words = length // 8
    blocks = np.ascontiguousarray(texts[:, : words * 8]).view("<u8").reshape(count, words)
    for column in range(words):
        k = blocks[:, column] * factor
        k = (k ^ (k >> shift)) * factor
        h = (h ^ k) * factor
    if length % 8:
        tail = np.zeros((count, 8), np.uint8)
        tail[:, : length % 8] = texts[:, words * 8 :]
        h = (h ^ tail.view("<u8").reshape(count)) * factor
    h = (h ^ (h >> shift)) * factor
    return h ^ (h >> shift)
