"""Read fastText .bin models: the words, and words composed from character n-grams.

The n-grams are hashed by gensim's compiled helpers. gensim's own reader of the file is not used:
it never returns from a dictionary cut short, merges words it cannot decode, and holds the whole
matrix in memory twice.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.memory import free_memory
from zipfviz.common.nouns import counted
from zipfviz.io.files.containers import Unpacked, seekable
from zipfviz.io.files.file_rows import FileRows, bytes_after
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.text import decode
from zipfviz.io.vectors.rows import RowStore, add_composed
from zipfviz.io.vectors.vocabulary import check_words

MAGIC = struct.pack("<i", 793712314)
SETTINGS = struct.Struct("<12id")
COUNTS = struct.Struct("<3iq")
ENTRY = struct.Struct("<qb")
VERSIONS = (11, 12)
SUPERVISED = 3
END_OF_SENTENCE = b"</s>"
WORDS_AT_ONCE = 1024
ROWS_AT_ONCE = 2**18
NUMBERS_AT_ONCE = 2**23
MANY = 20_000  # words
CHUNK = 2**20
MAX_WORD = 2**12
MAX_NGRAMS = 2**29  # of all words; a model of two million has a tenth of that


@dataclass(frozen=True)
class Model:
    """A fastText model: `words` have rows 0, 1, ... of `matrix`, n-gram buckets the rows behind.

    Words in `whole` are never cut into n-grams.
    """

    words: list[bytes]
    matrix: FileRows | np.ndarray
    minn: int
    maxn: int
    whole: frozenset[bytes] = frozenset({END_OF_SENTENCE})

    @property
    def buckets(self) -> int:
        return len(self.matrix) - len(self.words)

    @property
    def dim(self) -> int:
        """Numbers of a vector."""
        return int(self.matrix.shape[1])

    def ngram_rows(self, word: bytes) -> list[int]:
        """Rows of the character n-grams of `<word>`, none for models without subwords."""
        from gensim.models.fasttext_inner import ft_hash_bytes

        if self.maxn <= 0 or self.buckets <= 0:
            return []
        first = len(self.words)
        return [
            first + ft_hash_bytes(ngram) % self.buckets
            for ngram in ngrams(b"<" + word + b">", self.minn, self.maxn)
        ]

    def average(self, row_lists: list[list[int]]) -> np.ndarray:
        """(len(row_lists), d) float64: the mean of the rows in each (non-empty) list."""
        sizes = np.array([len(rows) for rows in row_lists])
        of = np.repeat(np.arange(len(row_lists)), sizes)
        rows = np.concatenate(row_lists)
        sums = np.zeros((len(row_lists), self.dim))
        step = max(1, NUMBERS_AT_ONCE // self.dim)
        with np.errstate(invalid="ignore"):  # nan and inf are for the store to find
            for start in range(0, len(rows), step):
                some = of[start : start + step]
                starts = np.flatnonzero(np.diff(some, prepend=-1))
                picked = self.matrix[rows[start : start + step]]
                sums[some[starts]] += np.add.reduceat(picked, starts, axis=0, dtype=np.float64)
            return sums / sizes[:, None]

    def held(self, words: int) -> Model:
        """The model with its matrix in memory, where so many words make that worth it.

        Each word takes some twenty rows from all over the matrix.
        """
        if isinstance(self.matrix, np.ndarray) or words < MANY or self.buckets <= 0:
            return self
        if 2 * self.matrix.nbytes > free_memory():
            return self
        return replace(self, matrix=self.matrix[:])

    def composed(self, word: str) -> np.ndarray | None:
        """(d,) mean of the n-grams' vectors of a word the model does not know; None without any."""
        rows = self.ngram_rows(word.encode("utf-8", "surrogateescape"))
        return self.average([rows])[0] if rows else None


def ngrams(word: bytes, minn: int, maxn: int) -> Iterator[bytes]:
    """Character n-grams as fastText cuts them: by UTF-8 lead bytes, no lone `<` or `>`."""
    starts = [i for i, byte in enumerate(word) if byte & 0xC0 != 0x80]
    stops = [*starts[1:], len(word)]
    for i, start in enumerate(starts):
        for n in range(max(minn, 1), maxn + 1):
            last = i + n - 1
            if last >= len(starts):
                break
            if not (n == 1 and (start == 0 or stops[last] == len(word))):
                yield word[start : stops[last]]


def read_fasttext(
    stream: Unpacked, *, limit: int | None = None, compose: Iterable[str] = ()
) -> RowStore:
    """Vectors of the model's words as `fasttext print-word-vectors` gives them.

    `compose` lists further words; those the model does not know are composed from their n-grams
    and stand behind its own. Raises InputError for a damaged or quantised model.
    """
    label = stream.label
    model = _read_model(seekable(stream), label)
    extra = [w.encode("utf-8", "surrogateescape") for w in check_words(list(compose), "compose")]
    words = model.words if limit is None else model.words[:limit]
    account = Account(name=label, unit="word")
    store = RowStore(account, model.dim, expect=len(words) + len(extra))
    model, start = model.held(len(words)), 0
    while start < len(words):
        rows, n_rows = [], 0
        for i, word in enumerate(words[start : start + WORDS_AT_ONCE], start):
            rows.append([i, *([] if word in model.whole else model.ngram_rows(word))])
            n_rows += len(rows[-1])
            if n_rows > ROWS_AT_ONCE:  # of long words
                break
        stop = start + len(rows)
        some = [decode(word) for word in words[start:stop]]
        store.add(some, model.average(rows), range(start + 1, stop + 1))
        start = stop
    if limit is not None and limit < len(model.words):
        stopped = f"{limit:,} of {counted(len(model.words), 'words')}"
        account.facts.append(("stopped at limit", stopped))
    known = set(model.words)
    unknown = [decode(word) for word in dict.fromkeys(extra) if word not in known]
    add_composed(store, unknown, model.composed, len(extra))
    if model.maxn > 0 and model.buckets > 0:
        account.facts.append(("subwords", f"{model.minn} to {model.maxn} characters"))
    return store


def looks_like_old_fasttext(head: bytes) -> bool:
    """True for models of 2016, which start with their settings and not with a magic number."""
    if len(head) < SETTINGS.size:
        return False
    dim, window, epoch, least, negatives, _, loss, model, bucket, minn, maxn, rate, t = (
        SETTINGS.unpack_from(head)
    )
    kinds = loss in (1, 2, 3) and model in (1, 2, 3) and 0 <= minn <= maxn < 256 and 0 <= t <= 1
    sizes = 1 <= dim <= 10_000 and 1 <= window <= 1_000 and 1 <= epoch <= 100_000
    return kinds and sizes and min(least, negatives, bucket, rate) >= 0


def _read_model(file: BinaryIO, label: str) -> Model:
    """The words and the input matrix, every size checked against the bytes that are there."""
    new = file.read(len(MAGIC)) == MAGIC
    version = int.from_bytes(file.read(4), "little") if new else VERSIONS[-1]
    file.seek(2 * len(MAGIC) if new else 0)
    head = file.read(SETTINGS.size + COUNTS.size)
    pruned = file.read(8) if new else b"\0" * 8
    if len(head) < SETTINGS.size + COUNTS.size or len(pruned) < 8:
        raise InputError(f"{label} is a fastText model cut short in its header; fetch it again.")
    dim, *_, model, bucket, minn, maxn, _, _ = SETTINGS.unpack_from(head)
    size, words, labels, _ = COUNTS.unpack_from(head, SETTINGS.size)
    if version not in VERSIONS or min(size, words, labels, bucket) < 0 or size != words + labels:
        raise InputError(f"{label} has a damaged fastText header; fetch it again.")
    if int.from_bytes(pruned, "little", signed=True) > 0:
        raise InputError(f"{label} is a pruned (quantised) fastText model; use the full .bin.")
    if version == 11 and model == SUPERVISED:
        maxn = 0  # as fastText itself reads such models
    entries, offset = _read_dictionary(file, size, label)
    names = [word for word, kind in entries if kind == 0]
    matrix = _vectors(file, offset, dim, words + bucket, new, label)
    if len(names) != words or not 0 <= minn <= maxn + 1 <= 256:
        raise InputError(f"{label} has a damaged fastText dictionary; fetch it again.")
    _check_ngrams(names, minn, maxn, label)
    whole = {END_OF_SENTENCE} if new else set()
    return Model(names, matrix, minn, maxn, frozenset(whole))


def _check_ngrams(names: list[bytes], minn: int, maxn: int, label: str) -> None:
    """Raise InputError where the words have more n-grams than any model was trained with."""
    lengths = 2 + np.array([len(name) for name in names], np.int64)
    longest = np.minimum(maxn, lengths)
    sizes = np.maximum(0, longest - max(minn, 1) + 1)  # of n-grams, each at most at every place
    total = int((sizes * lengths).sum())
    if total > MAX_NGRAMS:
        raise InputError(
            f"{label}: its words have up to {total:,} n-grams of {minn} to {maxn} characters, more "
            "than fastText trains with; export its vectors as .vec."
        )


def _vectors(file: BinaryIO, offset: int, dim: int, rows: int, new: bool, label: str) -> FileRows:
    """The (rows, dim) input matrix, which starts at `offset` with its own sizes."""
    file.seek(offset)
    sizes = (b"" if new else b"\0") + file.read(17 if new else 16)
    if len(sizes) < 17:
        raise InputError(f"{label} is a fastText model cut short after its words; fetch it again.")
    quantised, stored_rows, stored_dim = struct.unpack("<?2q", sizes)
    if quantised:
        raise InputError(f"{label} is a quantised fastText model (.ftz); use the full .bin.")
    if (stored_rows, stored_dim) != (rows, dim) or dim < 1:
        raise InputError(
            f"{label}: its header promises {counted(rows, 'rows')} of {counted(dim, 'numbers')} "
            f"and its matrix has {stored_rows:,} of {stored_dim:,}; fetch it again."
        )
    start = file.tell()
    if rows * dim * 4 > bytes_after(file, start):
        raise InputError(f"{label} is a fastText model cut short in its vectors; fetch it again.")
    return FileRows(file, start, (rows, dim), np.dtype("<f4"), label=label)


def _read_dictionary(file: BinaryIO, size: int, label: str) -> tuple[list[tuple[bytes, int]], int]:
    """(word, 0 or 1 for a label) of each entry, and the byte behind the last one."""
    entries: list[tuple[bytes, int]] = []
    buffer, at, offset = b"", 0, file.tell()
    while len(entries) < size:
        end = buffer.find(b"\0", at)
        if end - at > MAX_WORD:
            raise InputError(
                f"{label}: word {len(entries) + 1:,} has {end - at:,} bytes, which is no word of a "
                "text; fetch it again."
            )
        if end < 0 or end + 1 + ENTRY.size > len(buffer):
            more = file.read(CHUNK)
            if not more or len(buffer) - at > MAX_WORD + ENTRY.size:
                raise InputError(
                    f"{label} is a fastText model cut short after {len(entries):,} of {size:,} "
                    "words of its dictionary; fetch it again."
                )
            offset += at
            buffer, at = buffer[at:] + more, 0
            continue
        _, kind = ENTRY.unpack_from(buffer, end + 1)
        entries.append((buffer[at:end], kind))
        at = end + 1 + ENTRY.size
    return entries, offset + at
