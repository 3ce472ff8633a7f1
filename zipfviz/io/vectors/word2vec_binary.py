"""Read word2vec binary: 'count dim', then each word, a space, and its float32 values.

word2vec's own writer ends every row with LF, gensim's does not. A word ends at its first space;
where that leads astray (a word with a space in it), rows are searched for the reading in which
the rows that follow fit too.
"""

import re
from collections.abc import Iterator
from itertools import product

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.tables.account import Account
from zipfviz.io.tables.text import BOM, decode
from zipfviz.io.vectors.rows import RowStore, check_promise
from zipfviz.io.vectors.text_layout import HEADER, MAX_DIM, numbers_at_end

CHUNK = 2 * 2**20
MAX_WORD = 4096
LINES = 20
AHEAD = 6  # rows that must fit behind a row that is in doubt
MAX_SPACES = 32  # within a word
TRIES = 200_000  # readings looked at in one chunk before the first space is taken as it is
STRANGE = re.compile(rb"[\x00-\x08\x0e-\x1f]")
LEAST, MOST = 127 - 50, 127 + 33  # exponents of two in embeddings; bytes out of step have others


def looks_like_word2vec_binary(head: bytes) -> bool:
    """True when the first line is 'count dim' and what follows is not lines of text."""
    first, _, rest = head.partition(b"\n")
    header = _header(first)
    if header is None or not rest:
        return False
    count, dim = header
    lines = [decode(line) for line in rest.split(b"\n", LINES)[:LINES] if line.strip()]
    if sum(numbers_at_end(line)[0] >= dim for line in lines) * 2 >= len(lines):
        return False
    if STRANGE.search(rest) or not _is_utf8(rest[:-4]):
        return True
    rows = _Rows(rest, 4 * dim, count, True)
    return rows.fits(0, True, AHEAD, count, True, True)


def _header(line: bytes) -> tuple[int, int] | None:
    """The count and the dimension that a first line announces."""
    found = HEADER.fullmatch(decode(line.removeprefix(BOM).removesuffix(b"\r")))
    count, dim = map(int, found.groups()) if found else (0, 0)
    return (count, dim) if 1 <= dim <= MAX_DIM else None


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _in_step(data: bytes, size: int, count: int) -> bool:
    """Whether the first rows, of `size` bytes of numbers each, all begin with a plain word."""
    at, rows = 0, min(count, AHEAD)
    for row in range(rows):
        end = data.find(b" ", at, at + MAX_WORD)
        word = data[at:end].removeprefix(b"\n")
        if end < 0 or not word or STRANGE.search(word) or not _is_utf8(word):
            return False
        at = end + 1 + size
        if at > len(data):
            return row > 2
    return rows > 2


def read_word2vec_binary(
    stream: Unpacked, *, limit: int | None = None, partial: bool = False
) -> RowStore:
    """Read rows until the end of the stream or `limit` words.

    Raises InputError when the file ends inside a row or before the rows its header promises,
    unless `partial`: then the complete rows are kept.
    """
    header = _header(stream.readline(64).removesuffix(b"\n"))
    if header is None:
        raise InputError(f"{stream.label}: expected 'count dim' before binary word2vec rows.")
    count, dim = header
    start = stream.head.partition(b"\n")[2]
    single = _in_step(start, 4 * dim, count) or _Rows(start, 4 * dim, count, True).are_sure()
    if _in_step(start, 8 * dim, count) and not single:
        raise InputError(
            f"{stream.label} holds float64 numbers where word2vec binary has float32; save it as "
            "float32."
        )
    expect = count
    if stream.size is not None:
        expect = min(count, stream.size // (1 + 4 * dim) + 1)
    account = Account(name=stream.label, unit="row")
    store = RowStore(account, dim, expect=expect, limit=limit)
    rest = _read_rows(stream, store, count)
    if store.full:
        return store
    if rest and store.account.rows < count and not partial:
        raise InputError(
            f"{stream.label} ends inside row {store.account.rows + 1:,} of {count:,}; pass "
            "partial=True to load the complete rows."
        )
    check_promise(store, count, partial)
    if rest:
        account.facts.append(("bytes after the last complete row", f"{rest:,}"))
    return store


def _read_rows(stream: Unpacked, store: RowStore, count: int) -> int:
    """Feed the store chunk by chunk; the number of bytes that belong to no complete row."""
    size = 4 * store.dim
    least = (AHEAD + 1) * (MAX_WORD + size + 2)
    chunk = CHUNK if store.limit is None else min(CHUNK, store.limit * (size + 16))
    buffer, ended = b"", False
    lf: bool | None = None
    while True:
        while not ended and len(buffer) < least + chunk:
            more = stream.read(least + chunk - len(buffer))
            buffer, ended = buffer + more, not more
        rows = _Rows(buffer, size, count - store.account.rows, store.account.rows == 0)
        if lf is None:
            lf = rows.has_line_ends()
        words, vectors, end = rows.fast()
        block = np.frombuffer(b"".join(vectors), "<f4").reshape(-1, store.dim)
        if not _sound(words, block, lf, rows.first) or (ended and buffer[end:].strip(b"\n")):
            stop = len(buffer) if ended else len(buffer) - least
            words, vectors, end = rows.careful(lf, stop)
            block = np.frombuffer(b"".join(vectors), "<f4").reshape(-1, store.dim)
        if words:
            first = store.account.rows + 1
            store.add(_texts(words, lf, rows.first), block, range(first, first + len(words)))
        if store.full:
            return 0
        buffer = buffer[end:]
        if ended:
            return len(buffer) if buffer.strip(b"\n") else 0
        if not words:
            raise InputError(
                f"{stream.label} row {store.account.rows + 1:,}: its word does not end within "
                f"{MAX_WORD:,} bytes; this is no word2vec binary file."
            )


def _texts(words: list[bytes], lf: bool, first: bool) -> list[str]:
    """The words as text, without the line end of the row before."""
    texts = decode((b"" if lf else b"\n").join(words)).split("\n")
    if lf and not first:
        del texts[0]
    if len(texts) != len(words):
        texts = [decode(word.removeprefix(b"\n")) for word in words]
    return texts


def _sound(words: list[bytes], block: np.ndarray, lf: bool, first: bool) -> bool:
    """Whether words cut at their first space look like words, not like bytes out of step."""
    if lf:
        whole = b" " + b" ".join(words)
        ends = len(words) - first
        return whole.count(b"\n") == ends and whole.count(b" \n") == ends
    whole = b"\n".join(words)
    if whole.count(b"\n") >= max(len(words), 1) or STRANGE.search(whole) or not _is_utf8(whole):
        return False
    return _plausible(block)


def _plausible(values: np.ndarray) -> bool:
    """Whether all float32 values are 0 or have a size embeddings have."""
    if not values.size:
        return True
    sizes = values.view("<u4") & np.uint32(0x7FFF_FFFF)
    if sizes.max() >= MOST << 23:
        return False
    sizes -= np.uint32(1)  # 0 becomes the largest number
    return bool(sizes.min() >= LEAST << 23)


class _Rows:
    """Rows in a buffer: `size` bytes of values each, `left` of them until the end of the file.

    `first` says that the buffer starts at the first row of the file.
    """

    def __init__(self, buffer: bytes, size: int, left: int, first: bool) -> None:
        self.buffer, self.size, self.left, self.first = buffer, size, left, first
        self.tries = TRIES

    def has_line_ends(self) -> bool:
        """Whether rows end with LF, judged from the first ones."""
        for proper, strict in product((True, False), (True, False)):
            for lf in (True, False):
                self.tries = TRIES
                if self.fits(0, lf, AHEAD, self.left, strict, proper):
                    return lf
        return False

    def are_sure(self) -> bool:
        """Whether the first rows end with LF and hold words, spaces in them or not."""
        return self.fits(0, True, AHEAD, self.left, True, True)

    def fast(self) -> tuple[list[bytes], list[bytes], int]:
        """Words, values and the end of all complete rows, every word ending at its first space."""
        buffer, size, last = self.buffer, self.size, len(self.buffer)
        words: list[bytes] = []
        vectors: list[bytes] = []
        find, start = buffer.find, 0
        while True:
            space = find(b" ", start, start + MAX_WORD + 1)
            end = space + 1 + size
            if space < 0 or end > last:
                return words, vectors, start
            words.append(buffer[start:space])
            vectors.append(buffer[space + 1 : end])
            start = end

    def careful(self, lf: bool, stop: int) -> tuple[list[bytes], list[bytes], int]:
        """The same, every word ending where the rows behind it fit best, up to byte `stop`."""
        words: list[bytes] = []
        vectors: list[bytes] = []
        start = 0
        while start < stop:
            space = self._best_space(start, lf, self.left - len(words))
            if space is None:
                break
            words.append(self.buffer[start:space])
            vectors.append(self.buffer[space + 1 : space + 1 + self.size])
            start = space + 1 + self.size
        return words, vectors, start

    def _best_space(self, start: int, lf: bool, left: int) -> int | None:
        spaces = list(self._spaces(start))
        for proper, strict in product((True, False), (True, False)):
            for space in spaces:
                after = space + 1 + self.size
                if self._row_fits(start, space, lf, proper) and self.fits(
                    after, lf, AHEAD, left - 1, strict, proper
                ):
                    return space
        return spaces[0] if spaces else None

    def _spaces(self, start: int) -> Iterator[int]:
        """Where the word at `start` may end, so that a whole row is in the buffer."""
        last = min(start + MAX_WORD + 1, max(0, len(self.buffer) - self.size))
        space = start - 1
        for _ in range(MAX_SPACES):
            space = self.buffer.find(b" ", space + 1, last)
            if space < 0:
                return
            yield space

    def _row_fits(self, start: int, space: int, lf: bool, proper: bool) -> bool:
        """Whether a row from `start` whose word ends at `space` can be; `proper`: word is UTF-8."""
        self.tries -= 1
        word = self.buffer[start:space]
        after = space + 1 + self.size
        if lf and (start > 0 or not self.first):
            word = word.removeprefix(b"\n")
        if b"\n" in word or (lf and self.buffer[after : after + 1] not in (b"\n", b"")):
            return False
        if proper and not _is_utf8(word):
            return False
        return lf or _plausible(np.frombuffer(self.buffer, "<f4", self.size // 4, space + 1))

    def fits(self, start: int, lf: bool, depth: int, left: int, strict: bool, proper: bool) -> bool:
        """Whether `depth` rows can follow from `start`, or fewer and then the end of the file.

        `strict`: the file ends after exactly `left` rows; else it may be cut short anywhere.
        """
        ended = len(self.buffer) - start <= 1 and self.buffer[start:] in (b"", b"\n")
        if strict and (ended or left == 0):
            return ended and left == 0
        if depth == 0 or ended:
            return True
        if self.tries < 0:
            return False
        spaces = list(self._spaces(start))
        if not spaces and not strict:
            return True
        return any(
            self._row_fits(start, space, lf, proper)
            and self.fits(space + 1 + self.size, lf, depth - 1, left - 1, strict, proper)
            for space in spaces
        )
