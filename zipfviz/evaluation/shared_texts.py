"""Which pairs share texts, and how far a coefficient may be off because they do.

Pairs that hold the same document, sentence or word are not independent: what is special about it
is in all of them. Variances are dyadic-robust (Fafchamps & Gubert 2007; Aronow, Samii & Assenova
2015): with z_k what pair k adds to an estimate (its influence value over n),

    V = sum_u (sum of z_k over pairs that hold u)^2 - sum_uv (sum of z_k over pairs of u and v)^2

over texts u and over two texts u, v of a pair; the second sum takes out what the first counts
twice, pairs of the same two texts. Where n pairs hold 2n different texts it is the sum of z_k^2.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from zipfviz.common.nouns import counted
from zipfviz.common.recent import Recent
from zipfviz.common.record import Record
from zipfviz.evaluation.influence import FEWEST, student
from zipfviz.io.records import Task

#: So few texts are drawn again; see `SharedTexts.are_few`.
FEW_TEXTS = 200


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SharedTexts(Record):
    """Texts of n pairs: `names` (texts,), each once, `pairs` (n, 2) its places in `names`.

    `kind` is what to call them: "documents", "sentences", "words" or "texts".
    """

    names: tuple[str, ...]
    pairs: np.ndarray
    kind: str

    @classmethod
    def joined(cls, parts: Sequence[SharedTexts]) -> SharedTexts:
        """One after the other; texts of one name are the same text, whichever part they are of."""
        named = [np.array(part.names, object)[part.pairs] for part in parts]
        kinds = {part.kind for part in parts}
        return _numbered(np.concatenate(named), kinds.pop() if len(kinds) == 1 else "texts")

    def of_pairs(self, rows: np.ndarray) -> SharedTexts:
        """Take some of the pairs, ascending, and the texts that they hold."""
        if len(rows) == len(self):
            return self
        used, places = np.unique(self.pairs[rows], return_inverse=True)
        names = tuple(self.names[i] for i in used)
        return SharedTexts(names=names, pairs=places.reshape(-1, 2), kind=self.kind)

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def are_few(self) -> bool:
        """Whether there are 6 to 200 texts, and half of all pairs of them or more.

        Then texts are drawn again (`resampling`): a sum over so few is not normal yet. With fewer
        pairs a text that would count up to three times what is special about a single pair.
        """
        n = len(self.names)
        return FEWEST <= n <= FEW_TEXTS and len(self) >= n * (n - 1) / 4

    @property
    def are_distinct(self) -> bool:
        """Whether no text is in two pairs."""
        return len(self.names) == self.pairs.size

    @cached_property
    def _in_pairs(self) -> sparse.csc_array:
        """Whether a text is in a pair, (n, texts)."""
        k = np.arange(len(self))
        first, second = self.pairs.T
        apart = first != second
        rows, columns = np.append(k, k[apart]), np.append(first, second[apart])
        ones = np.ones(len(rows))
        return sparse.csc_array((ones, (rows, columns)), shape=(len(self), len(self.names)))

    @cached_property
    def _of_two(self) -> tuple[sparse.csc_array, np.ndarray]:
        """Whether a pair is of these two texts, (n, m), and whether the two differ, (m,)."""
        low, high = self.pairs.min(axis=1), self.pairs.max(axis=1)
        found, which = np.unique(low * len(self.names) + high, return_inverse=True)
        ones, k = np.ones(len(self)), np.arange(len(self))
        pairs = sparse.csc_array((ones, (k, which)), shape=(len(self), len(found)))
        return pairs, found // max(len(self.names), 1) != found % max(len(self.names), 1)

    def variances(self, parts: np.ndarray) -> np.ndarray:
        """Compute the variance of each of m estimates, (m,), whose pairs add `parts` (m, n).

        Never less than if pairs of other texts were independent, which a sum over few texts may
        fall below by accident.
        """
        parts = np.atleast_2d(parts)
        of_two, differ = self._of_two
        by_text, by_two = np.square(parts @ self._in_pairs), np.square(parts @ of_two)
        robust = by_text.sum(axis=1) - by_two[:, differ].sum(axis=1)
        return np.maximum(robust, by_two.sum(axis=1))

    @cached_property
    def degrees(self) -> float:
        """Degrees of freedom of such a variance: G - 1 for G texts alike, G pairs of 2 G texts.

        G = (sum n_u)^2 / sum n_u^2 of the pairs n_u that text u is in, how many texts alike would
        share pairs as unevenly, and no more than there are pairs.
        """
        n_u = np.bincount(self.pairs.ravel()).astype(np.float64)
        alike = float(n_u.sum() ** 2 / (n_u**2).sum()) if len(self) else 0.0
        return min(float(len(self)), alike) - 1

    def quantile(self, level: float) -> float:
        """How many standard errors hold `level` of such estimates; nan where texts are too few."""
        return student(level, self.degrees)

    def error(self, added: np.ndarray) -> float:
        """Compute the standard error of one estimate."""
        return math.sqrt(float(self.variances(added)[0]))

    @property
    def over(self) -> str:
        """What is taken as independent: "documents", "sentences", "words"; "pairs" of 2n texts."""
        return "pairs" if self.are_distinct else self.kind

    @property
    def n_over(self) -> int:
        """How many there are of it."""
        return len(self) if self.are_distinct else len(self.names)

    def sentence(self, n_resamples: int = 0) -> str:
        """Say what was drawn again, or over what errors were taken."""
        pairs, texts = counted(len(self), "pairs"), counted(len(self.names), self.kind)
        if n_resamples:
            return f"{texts} drawn again {n_resamples:,} times, with all of the {pairs} among them."
        one = self.kind.removesuffix("s")
        if self.are_distinct:
            return f"Standard errors over {pairs}, none of which share a {one}."
        return (
            f"Standard errors over the {texts} of {pairs}: pairs that share a {one} are not "
            "taken for independent."
        )


def shared_texts(task: Task) -> SharedTexts:
    """Find the texts of a task's pairs that are the same; kept for the most recent tasks.

    Texts that differ in case, spaces or punctuation only are one.
    """
    found = _known.get(task.digest)
    if found is None:
        found = _numbered(np.array(text_names(task.texts), object)[task.pairs], task.kind)
        _known.put(task.digest, found)
    return found


_known: Recent[SharedTexts] = Recent(16)


def _numbered(named: np.ndarray, kind: str) -> SharedTexts:
    """The texts of pairs given by name, (n, 2)."""
    place: dict[str, int] = {}
    flat = [place.setdefault(name, len(place)) for name in named.ravel()]
    pairs = np.array(flat, np.intp).reshape(-1, 2)
    return SharedTexts(names=tuple(place), pairs=pairs, kind=kind)


def text_names(texts: Iterable[str]) -> list[str]:
    """Name texts so that those are one that differ in case, spaces or punctuation only.

    >>> text_names(["A dog runs.", "a dog  runs", "..."])
    ['adogruns', 'adogruns', '...']
    """
    folded = [unicodedata.normalize("NFKC", text).casefold() for text in texts]
    letters = set().union(*folded)
    dropped = {ord(c): None for c in letters if unicodedata.category(c)[0] not in "LMN"}
    return [text.translate(dropped) or text for text in folded]
