"""Collect words and vectors: memory checked first, every row kept or accounted for."""

from collections.abc import Callable, Sequence

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.memory import free_memory
from zipfviz.common.nouns import counted, noun
from zipfviz.io.files.wording import shown
from zipfviz.io.records import Embedding, Source
from zipfviz.io.tables.account import EXAMPLES, Account
from zipfviz.io.tables.text import has_bad_bytes

GROWTH = 1.125
WORD_BYTES = 80  # a str of a few letters, its place in a tuple and in the set of seen words


def require_memory(rows: int, dim: int, label: str) -> None:
    """Raise InputError when `rows` words with float32 vectors of `dim` numbers cannot be held."""
    needed = rows * (dim * 4 + WORD_BYTES)
    free = free_memory()
    if needed > free:
        raise InputError(
            f"{label}: {counted(rows, 'words')} × {counted(dim, 'numbers')} need "
            f"{needed / 1e9:,.1f} GB and {free / 1e9:,.1f} GB are free; pass max_words= to read "
            "fewer."
        )


def to_float32(block: np.ndarray) -> np.ndarray:
    """float32 copy or view, C order; what float32 cannot hold becomes inf, for RowStore to see."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.ascontiguousarray(block, dtype=np.float32)


class RowStore:
    """Collects unique words with finite vectors; counts and names what it leaves out.

    `dim` is the length of a vector, `expect` a row count to make room for (checked against free
    memory), `limit` the number of words after which `full` is true; `account` has the name of the
    source and what is said of it.
    """

    def __init__(
        self, account: Account, dim: int, *, expect: int = 0, limit: int | None = None
    ) -> None:
        if dim < 1:
            raise InputError(
                f"{account.name}: vectors of {dim} numbers; each word needs at least one."
            )
        expect = expect if limit is None else min(expect, limit)
        require_memory(expect, dim, account.name)
        self.account, self.dim, self.limit = account, dim, limit
        self.vectors = np.empty((max(expect, 1024 if limit is None else 1), dim), np.float32)
        self.words: list[str] = []
        self.seen: set[str] = set()
        self.duplicates = 0
        self.repeated: list[str] = []
        self.encoding_trouble = 0

    @property
    def full(self) -> bool:
        return self.limit is not None and len(self.words) >= self.limit

    def add(
        self,
        words: Sequence[str],
        block: np.ndarray,
        places: Sequence[int],
        bad: Sequence[tuple[int, str]] = (),
    ) -> None:
        """Take rows in: (m,) words, (m, dim) numbers of any type, (m,) line or row numbers.

        `bad` are the rows among them that could not be read: place and reason. Rows behind the
        limit are not looked at.
        """
        block = to_float32(block)
        wrong: list[tuple[int, str]] = []
        keep = self._fresh_and_finite(words, block, places, wrong)
        kept = len(words) if keep is None else len(keep)
        self._make_room(kept)
        start = len(self.words)
        self.vectors[start : start + kept] = block if keep is None else block[keep]
        fresh = words if keep is None else [words[i] for i in keep]
        if has_bad_bytes("".join(fresh)):
            self.encoding_trouble += sum(map(has_bad_bytes, fresh))
        self.words += fresh
        last = places[kept - 1 if keep is None else keep[-1]] if self.full and kept else None
        for place, reason in sorted([*wrong, *bad]):
            if last is None or place < last:
                self.account.reject(place, reason)

    def _fresh_and_finite(
        self,
        words: Sequence[str],
        block: np.ndarray,
        places: Sequence[int],
        wrong: list[tuple[int, str]],
    ) -> list[int] | None:
        """Indices of the rows to keep, None for all of them; rows that are not finite are wrong."""
        room = len(words) if self.limit is None else self.limit - len(self.words)
        finite = np.isfinite(block).all(axis=1)
        if len(words) <= room and finite.all() and self._all_fresh(words):
            self.seen.update(words)
            self.account.rows += len(words)
            return None
        keep: list[int] = []
        for i, word in enumerate(words):
            if len(keep) == room:
                break
            if not finite[i]:
                reason = f"{shown(word)} has a value that is not a finite float32"
                wrong.append((int(places[i]), reason))
                continue
            self.account.rows += 1
            if word in self.seen:
                self.duplicates += 1
                if len(self.repeated) < EXAMPLES:
                    self.repeated.append(shown(word))
            else:
                self.seen.add(word)
                keep.append(i)
        return keep

    def _all_fresh(self, words: Sequence[str]) -> bool:
        return self.seen.isdisjoint(words) and len(set(words)) == len(words)

    def _make_room(self, more: int) -> None:
        needed = len(self.words) + more
        if needed > len(self.vectors):
            rows = max(needed, int(len(self.vectors) * GROWTH))
            rows = rows if self.limit is None else max(needed, min(rows, self.limit))
            require_memory(rows - len(self.vectors), self.dim, self.account.name)
            self.vectors.resize((rows, self.dim), refcheck=False)

    def finish(self, name: str | None = None, source: Source | None = None) -> Embedding:
        """The embedding with its report; InputError when no row could be kept."""
        account = self.account
        if not self.words:
            why = f" ({account.bad_examples[0]})" if account.bad_examples else ""
            raise InputError(
                f"{account.name}: none of its {counted(account.rows, 'rows')} can be used{why}; "
                "check the file, or choose how it is read with format=."
            )
        self.vectors.resize((len(self.words), self.dim), refcheck=False)
        self.seen = set()
        if self.duplicates:
            rows = noun(self.duplicates, "rows repeat", "row repeats")
            account.notes.append(
                f"{self.duplicates:,} {rows} a word; the first row of each word is kept."
            )
            account.facts.append(("repeated words, for example", ", ".join(self.repeated)))
        if self.full:
            account.facts.append(("stopped at limit", f"{self.limit:,}"))
        return Embedding(
            name or account.name,
            tuple(self.words),
            self.vectors,
            account.report(
                len(self.words), duplicates=self.duplicates, encoding_trouble=self.encoding_trouble
            ),
            source or Source(),
        )


def add_composed(
    store: RowStore, words: Sequence[str], vector: Callable[[str], np.ndarray | None], asked: int
) -> None:
    """Add words composed from their n-grams; `vector` gives None where there are none of these.

    `asked` is how many words were asked for, known ones too.
    """
    composed = 0
    for place, word in enumerate(words, store.account.rows + 1):
        found = vector(word)
        if found is None:
            store.account.reject(place, f"{word!r:.60} has no n-grams in this model")
        else:
            store.add([word], found[None, :], [place])
            composed += 1
    if asked:
        store.account.facts.append(
            ("composed from n-grams", f"{composed:,} of {counted(asked, 'words')} asked for")
        )


def check_promise(store: RowStore, count: int, partial: bool) -> None:
    """Compare the rows read with the `count` that a header promises.

    Raises InputError where some are missing, unless `partial`; notes what was read otherwise.
    """
    name, rows = store.account.name, store.account.rows
    if store.full or rows == count:
        return
    if rows < count and not partial:
        raise InputError(
            f"{name} ends after {counted(rows, 'rows')} and its header promises "
            f"{count:,}; pass partial=True to load those."
        )
    store.account.notes.append(
        f"The header promises {counted(count, 'rows')} and "
        f"{counted(rows, 'were', 'was')} there; all of them were read."
    )
