"""Compose words from a floret table, whose rows are hash buckets of character n-grams, not words.

A word's vector is the mean of the rows that it and its n-grams fall into, each by one to four
hashes: floret (https://github.com/explosion/floret), spaCy's vectors of mode "floret".
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.memory import free_memory
from zipfviz.common.nouns import counted
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.kinds import FLORET
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.text import decode
from zipfviz.io.vectors.rows import RowStore, add_composed
from zipfviz.io.vectors.vocabulary import check_words

ALL = 2**64 - 1
LONGEST = 2**20  # bytes of a line


@dataclass(frozen=True)
class Floret:
    """A floret table: `rows` (buckets, d), and how words are cut and hashed."""

    rows: np.ndarray
    minn: int
    maxn: int
    hashes: int
    seed: int
    begin: str
    end: str

    def rows_of(self, word: str) -> list[int]:
        """The buckets of a word between its marks, whole and in n-grams."""
        marked = f"{self.begin}{word}{self.end}"
        ngrams = [
            marked[i : i + n]
            for n in range(max(self.minn, 1), min(self.maxn, len(marked)) + 1)
            for i in range(len(marked) - n + 1)
        ]
        return [
            number % len(self.rows)
            for piece in (marked, *ngrams)
            for number in murmur128(piece.encode("utf-8", "surrogateescape"), self.seed)[
                : self.hashes
            ]
        ]

    def vector(self, word: str) -> np.ndarray:
        """(d,) mean of the rows of a word's buckets."""
        return np.asarray(self.rows[self.rows_of(word)].mean(axis=0, dtype=np.float64))


def read_floret(
    stream: Unpacked, compose: Collection[str], *, limit: int | None = None
) -> RowStore:
    """The words of `compose`, put together from a floret table's n-grams.

    Raises InputError where no words are named, and for a damaged table.
    """
    if not FLORET.match(stream.head):
        raise InputError(
            f"{stream.label} is no floret table, whose first line holds eight fields (the number "
            "of its buckets and so on) above row 0; fetch it again, or leave format= out."
        )
    words = check_words(list(compose), "compose")
    if not words:
        buckets = decode(stream.head.split(b" ", 1)[0])
        raise InputError(
            f"{stream.label} is a floret table: its {buckets} rows are hash buckets of n-grams and "
            "no words; name the words to put together from them, such as compose=['sun', 'moon']."
        )
    words = list(dict.fromkeys(words))[:limit]
    table = _read(stream)
    store = RowStore(Account(name=stream.label, unit="word"), table.rows.shape[1])
    add_composed(store, words, table.vector, len(words))
    store.account.facts.append(("n-grams", f"{table.minn} to {table.maxn} characters"))
    store.account.facts.append(("hash buckets", f"{len(table.rows):,}"))
    return store


def _read(stream: Unpacked) -> Floret:
    """The whole table; each line is the number of its bucket and its row."""
    label = stream.label
    lines = _lines(stream)
    fields = decode(next(lines)).split(" ")
    buckets, dim, minn, maxn, hashes, seed = map(int, fields[:6])
    if buckets * dim * 4 > free_memory() or dim < 1 or buckets < 1:
        raise InputError(
            f"{label} promises {counted(buckets, 'rows')} of {dim:,} numbers, which do not fit "
            "into memory; fetch it again, or give a smaller one."
        )
    rows: list[np.ndarray] = []
    for line in lines:
        cells = line.split()
        try:
            if len(cells) != dim + 1 or int(cells[0]) != len(rows):
                raise ValueError("another row")
            rows.append(np.array(cells[1:], np.float32))
        except ValueError as error:
            raise InputError(
                f"{label} is a damaged floret table: line {len(rows) + 2:,} is not row "
                f"{len(rows):,} with {counted(dim, 'numbers')}; fetch it again."
            ) from error
    if len(rows) != buckets:
        raise InputError(
            f"{label} ends after {counted(len(rows), 'rows')} and its header promises "
            f"{buckets:,}; fetch it again."
        )
    return Floret(np.array(rows), minn, maxn, hashes, seed, fields[6], fields[7])


def _lines(stream: Unpacked) -> Iterator[bytes]:
    while line := stream.readline(LONGEST):
        yield line.rstrip(b"\r\n")


def murmur128(data: bytes, seed: int) -> tuple[int, int, int, int]:
    """MurmurHash3 x64 128 of Austin Appleby, as four numbers of 32 bits."""
    c1, c2 = 0x87C37B91114253D5, 0x4CF5AD432745937F
    h1 = h2 = seed
    body = len(data) // 16 * 16
    for i in range(0, body, 16):
        h1 ^= _mixed(data[i : i + 8], c1, 31, c2)
        h1 = ((_rotated(h1, 27) + h2) * 5 + 0x52DCE729) & ALL
        h2 ^= _mixed(data[i + 8 : i + 16], c2, 33, c1)
        h2 = ((_rotated(h2, 31) + h1) * 5 + 0x38495AB5) & ALL
    h2 ^= _mixed(data[body + 8 :], c2, 33, c1)
    h1 ^= _mixed(data[body : body + 8], c1, 31, c2)
    h1, h2 = h1 ^ len(data), h2 ^ len(data)
    h1 = (h1 + h2) & ALL
    h2 = (h2 + h1) & ALL
    h1, h2 = _finished(h1), _finished(h2)
    h1 = (h1 + h2) & ALL
    h2 = (h2 + h1) & ALL
    return h1 & 0xFFFFFFFF, h1 >> 32, h2 & 0xFFFFFFFF, h2 >> 32


def _rotated(number: int, bits: int) -> int:
    return (number << bits | number >> 64 - bits) & ALL


def _mixed(data: bytes, first: int, bits: int, second: int) -> int:
    k = int.from_bytes(data, "little") * first & ALL
    return _rotated(k, bits) * second & ALL


def _finished(h: int) -> int:
    h = (h ^ h >> 33) * 0xFF51AFD7ED558CCD & ALL
    h = (h ^ h >> 33) * 0xC4CEB9FE1A85EC53 & ALL
    return h ^ h >> 33
