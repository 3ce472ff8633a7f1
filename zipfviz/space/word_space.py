"""Word spaces: the words an embedding and a frequency source share, their vectors and p(w).

A `MatchReport` says how the two were matched.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted, noun
from zipfviz.common.record import Vocabulary, html_rows
from zipfviz.io.records import Fold, Source, content_digest, keyed_vectors, percent
from zipfviz.space.analysis import Analysis
from zipfviz.whitening.moments import check_prior
from zipfviz.whitening.rounding import as_floats

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

# Shares of the words on either side and of the list's mass below which a match is in doubt.
LOW_WORDS, LOW_MASS = 0.25, 0.75
FOLDED = {"list": "in the list", "both": "in both"}
ONE_UNLISTED = "word is not in the list and is"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class WordSpace(Vocabulary):
    """Words with their vectors and probabilities: all that the methods see.

    Made by `align` from an embedding and a frequency source, or by `word_space` from arrays.

    >>> word_space(["the", "cat"], [[1.0, 0.0], [0.0, 1.0]], p=[3, 1])
    <WordSpace of 2 words, 2 dimensions: in memory with in memory>

    `words` in the embedding's order; `vectors` (n, d) float32 read-only; `p` (n,) float64 > 0 with
    sum 1, read-only; `digest` names content and policies, the key of every cache.
    """

    words: tuple[str, ...]
    vectors: np.ndarray
    p: np.ndarray
    report: MatchReport
    digest: str
    embedding_source: Source = field(default_factory=Source)
    frequency_source: Source = field(default_factory=Source)

    def __repr__(self) -> str:
        return (
            f"<WordSpace of {counted(len(self), 'words')}, {counted(self.d, 'dimensions')}: "
            f"{self.report.embedding} with {self.report.frequency}>"
        )

    def _repr_html_(self) -> str:
        return html_rows([*self.report.lines(), ("dimensions", self.d)])

    def to_pandas(self) -> pd.DataFrame:
        """A row a word: p, then its vector; `from_pandas` takes it back.

        >>> space = word_space(["the", "cat"], [[1.0, 0.0], [0.0, 2.0]], p=[3, 1])
        >>> space.to_pandas().loc["cat"].tolist()
        [0.25, 0.0, 2.0]
        """
        frame = pd.DataFrame(self.vectors, index=pd.Index(self.words, name="word"))
        frame.insert(0, "p", self.p)
        return frame

    @classmethod
    def from_pandas(cls, frame: pd.DataFrame) -> WordSpace:
        """Make a space of a frame with words in its index, a column p, and numbers beside it.

        Raises InputError without such a column, and like `word_space`.
        """
        if "p" not in frame.columns:
            raise InputError("the data frame has no column p; give each word its frequency there.")
        vectors = frame.drop(columns="p").to_numpy(dtype=np.float32)
        return word_space([str(word) for word in frame.index], vectors, frame["p"].to_numpy())

    def to_gensim(self) -> KeyedVectors:
        """Its words and vectors as gensim's KeyedVectors, each word's p as its attribute "p"."""
        made = keyed_vectors(self.words, self.vectors)
        for word, p in zip(self.words, self.p.tolist(), strict=True):
            made.set_vecattr(word, "p", p)
        return made

    @property
    def d(self) -> int:
        return int(self.vectors.shape[1])

    @cached_property
    def by_frequency(self) -> np.ndarray:
        """Rows from the most to the least frequent word; ties in the embedding's order."""
        return np.argsort(-self.p, kind="stable")

    def top(self, k: int) -> WordSpace:
        """Keep the `k` most frequent words only, p renormalised over them."""
        if not 1 <= k <= len(self):
            raise InputError(
                f"cannot keep the {k:,} most frequent of {counted(len(self), 'words')}; "
                f"choose a number between 1 and {len(self):,}."
            )
        if k == len(self):
            return self
        rows = np.sort(self.by_frequency[:k])
        return word_space(
            [self.words[i] for i in rows],
            self.vectors[rows],
            self.p[rows],
            report=replace(self.report, n_words=k),
            digest=content_digest(self.digest, f"top {k}"),
            embedding_source=self.embedding_source,
            frequency_source=self.frequency_source,
        )

    @cached_property
    def information(self) -> np.ndarray:
        """Information content -log p(w) in nats, (n,) float64."""
        return -np.log(self.p)

    @property
    def analysis(self) -> Analysis:
        """Engine that computes and caches everything about the space."""
        with _ANALYSIS_LOCK:
            found = self.__dict__.get("_analysis")
            if found is None:
                found = self.__dict__["_analysis"] = Analysis(self.vectors, self.p)
            return found


_ANALYSIS_LOCK = threading.Lock()


def word_space(
    words: Sequence[str],
    vectors: np.ndarray,
    p: Sequence[float] | np.ndarray,
    *,
    report: MatchReport | None = None,
    digest: str | None = None,
    embedding_source: Source = Source(),  # noqa: B008 - a frozen record
    frequency_source: Source = Source(),  # noqa: B008
) -> WordSpace:
    """Make a word space of words (n,), vectors (n, d) and weights p (n,) >= 0 in any unit.

    Words of weight 0 are left out, p is renormalised. Raises InputError if shapes disagree, a
    word stands twice, a weight is negative, or a vector is not finite (the word is named).

    Examples
    --------
    >>> import zipfviz
    >>> space = zipfviz.word_space(["the", "cat", "purrs"], [[1, 0], [0, 2], [3, 1]], [8, 1, 1])
    >>> space.p
    array([0.8, 0.1, 0.1])
    >>> space.vectors.dtype
    dtype('float32')
    """
    weights = check_prior(p, len(words))
    vectors = as_floats(vectors)
    if vectors.ndim != 2 or len(vectors) != len(words) or vectors.shape[1] == 0:
        raise InputError(
            f"vectors: got shape {vectors.shape} for {counted(len(words), 'words')}; "
            "give one row of at least one number per word."
        )
    assert weights is not None
    lost = np.flatnonzero((weights == 0) & (np.asarray(p, np.float64) != 0))
    if lost.size:
        raise InputError(
            f"the weight of {words[int(lost[0])]!r} vanishes beside the largest, 300 orders of "
            "magnitude above; give it weight 0 to leave the word out."
        )
    keep = np.flatnonzero(weights)
    kept_words = tuple(map(words.__getitem__, keep.tolist()))
    if len(set(kept_words)) < len(kept_words):
        twice = Counter(kept_words).most_common(1)[0][0]
        raise InputError(f"the word {twice!r} stands twice; give each word once.")
    with np.errstate(over="ignore", under="ignore"):
        X = np.ascontiguousarray(vectors[keep], dtype=np.float32)
    _check_size(vectors, X)
    finite = np.isfinite(X.sum(axis=1, dtype=np.float64))
    if not finite.all():
        word = kept_words[int(np.flatnonzero(~finite)[0])]
        raise InputError(f"the vector of {word!r} is not finite; leave the word out or mend it.")
    q = weights[keep] / weights[keep].sum()
    X.setflags(write=False)
    q.setflags(write=False)
    return WordSpace(
        words=kept_words,
        vectors=X,
        p=q,
        report=report or MatchReport.of_arrays("in memory", len(words), len(keep)),
        digest=digest or content_digest(X, q, kept_words),
        embedding_source=embedding_source,
        frequency_source=frequency_source,
    )


def _check_size(vectors: np.ndarray, X: np.ndarray) -> None:
    """Raise InputError where numbers do not fit the float32 that they are kept in."""
    if X.dtype == vectors.dtype:
        return
    size = float(np.abs(vectors).max(initial=0.0))
    limits = np.finfo(np.float32)
    if limits.max < size < np.inf or 0 < size < limits.tiny:
        raise InputError(
            f"the largest number of the vectors is {size:.1g}, and vectors are kept as float32, "
            f"from {limits.tiny:.0g} to {limits.max:.0g}; divide all by {size:.1g} first."
        )


@dataclass(frozen=True, kw_only=True)
class MatchReport:
    """Report of how an embedding and a frequency source were matched.

    `matched_mass` is the mass of the matched words in the list's own unit, `matched_share` the
    same as a share of the whole list (nan for a rule without a list); both are taken before the
    space renormalises and before `max_words` cuts. `of_embedding` and `of_frequency` are the
    notices of the two sources' own reports, `left_out` the first rows that these left out;
    `n_listed` counts the words of the list (0 for a rule without one), `n_renormalized` the words
    that match in Unicode's normal form C only, `n_repeated` those that are another word in it.
    `n_tied` words of the space share their p with another. Of `n_below_floor` matched words the
    list says less than its own `floor`, down to `least`: numbers made up from their digits, which
    `above_floor` leaves out; `n_numbers` of the matched words hold a digit, counted where there are
    such.
    """

    embedding: str
    frequency: str
    n_embedding: int
    n_matched: int
    n_words: int
    matched_mass: float
    matched_share: float
    fold: Fold = "none"
    missing: str = "drop"
    n_missing_kept: int = 0
    assumption: str = ""
    unmatched: tuple[str, ...] = ()
    subwords: str = ""
    of_embedding: tuple[str, ...] = ()
    of_frequency: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    n_listed: int = 0
    n_renormalized: int = 0
    n_repeated: int = 0
    other_language: str = ""
    n_tied: int = 0
    n_numbers: int = 0
    n_below_floor: int = 0
    floor: float = 0.0
    least: float = 0.0
    above_floor: bool = False

    @classmethod
    def of_arrays(cls, place: str, n_given: int, n_kept: int) -> MatchReport:
        """Report of words given with vectors and weights, `n_kept` of them of some weight."""
        return cls(
            embedding=place,
            frequency=place,
            n_embedding=n_given,
            n_matched=n_kept,
            n_words=n_kept,
            matched_mass=1.0,
            matched_share=1.0,
        )

    @property
    def list_total(self) -> float:
        """Sum of the whole list in its own unit; nan for a rule without a list."""
        return self.matched_mass / self.matched_share if self.matched_share else np.nan

    def sentence(self) -> str:
        """Summarise the match in one line."""
        text = f"{self.n_matched:,} of {counted(self.n_embedding, 'words')}"
        if np.isfinite(self.matched_share):
            text += f", {self.matched_share:.1%} of the list’s mass"
        if self.n_missing_kept:
            kept = counted(self.n_missing_kept, "unlisted words")
            text += f"; {kept} kept ({self.missing})"
        if self.n_words < self.n_matched + self.n_missing_kept:
            text += f"; the {self.n_words:,} most frequent kept"
        return text

    @property
    def notices(self) -> tuple[str, ...]:
        """What a reader of the space's numbers must know, by source; () where nothing is in doubt.

        Each begins with the name of what it is about: "my.vec: 12 of 1,000 rows (1.2 %) cannot be
        read and are left out."
        """
        told = (
            (f"{self.embedding} with {self.frequency}", self._of_match()),
            (self.embedding, self.of_embedding),
            (self.frequency, dict.fromkeys((*self.of_frequency, self.assumption))),
        )
        sentences = ((name, " ".join(filter(None, of))) for name, of in told)
        return tuple(f"{name}: {said}" for name, said in sentences if said)

    def _of_match(self) -> list[str]:
        """Sentences on policies that change numbers, and on a match that holds little."""
        said = [self.other_language] if self.other_language else []
        said += [f"{self.subwords}."] if self.subwords else []
        if self.n_renormalized:
            words = counted(self.n_renormalized, "words")
            said.append(f"{words} matched after Unicode normalization (NFC).")
        if self.n_repeated:
            words = counted(self.n_repeated, "words are", "word is")
            said.append(f"{words} another one in Unicode’s normal form (NFC) and left out.")
        if self.above_floor and self.n_below_floor:
            words = counted(self.n_below_floor, "words are", "word is")
            said.append(f"{words} below the list’s floor and left out.")
        if self.fold != "none":
            said.append(f"Upper and lower case are one ({FOLDED[self.fold]}).")
        if self.n_missing_kept:
            kept = counted(self.n_missing_kept, "words are not in the list and are", ONE_UNLISTED)
            how = "its lowest count" if self.missing == "floor" else f"p = {self.missing}"
            said.append(f"{kept} kept with {how}.")
        few = self.n_matched < LOW_WORDS * min(self.n_embedding, self.n_listed)
        mass = f"{percent(self.matched_share)} of the list’s mass"
        if few:
            words = f"{self.n_matched:,} of {counted(self.n_embedding, 'words')}"
            said.append(f"Only {words} {noun(self.n_matched, 'match', 'matches')}, with {mass}.")
        elif self.matched_share < LOW_MASS:
            words = counted(self.n_matched, "matched words hold", "matched word holds")
            said.append(f"The {words} only {mass}.")
        return said

    def lines(self) -> list[tuple[str, str]]:
        """List the report as (label, value) rows."""
        rows = [
            ("embedding", self.embedding),
            ("words of the embedding", f"{self.n_embedding:,}"),
            ("frequency", self.frequency),
            ("matched words", f"{self.n_matched:,}"),
            ("matched mass (list’s unit)", f"{self.matched_mass:.6g}"),
            ("words in the space", f"{self.n_words:,}"),
            ("case folding", self.fold),
            ("words missing from the list", self.missing),
        ]
        if self.n_tied:
            share = percent(self.n_tied / self.n_words)
            rows.append(("words of the same p as another", f"{self.n_tied:,} ({share})"))
        if self.n_below_floor:
            rows.append(("numbers made up from their digits", self._made_up()))
        if self.subwords:
            rows.append(("subword tokens", self.subwords))
        if self.assumption:
            rows.append(("assumed", self.assumption))
        rows += [("of the embedding", said) for said in self.of_embedding]
        rows += [("of the list", said) for said in self.of_frequency if said != self.assumption]
        rows += [("left out, for example", row) for row in self.left_out]
        if self.unmatched:
            rows.append(("unmatched, for example", " · ".join(self.unmatched)))
        return rows

    def _made_up(self) -> str:
        are = noun(self.n_below_floor, "words lie", "word lies")
        text = (
            f"{self.n_below_floor:,} {are} below the list’s floor of {self.floor:.3g}, "
            f"down to {self.least:.2g}"
        )
        if self.above_floor:
            return f"{text}; left out"
        numbers = noun(self.n_numbers, "words hold", "word holds")
        return (
            f"{text}; {self.n_numbers:,} {numbers} a digit. above_floor=True leaves out what lies "
            "below"
        )

    def _repr_html_(self) -> str:
        return html_rows(self.lines())

    def __str__(self) -> str:
        width = max(len(label) for label, _ in self.lines())
        return "\n".join(f"{label:<{width}}  {value}" for label, value in self.lines())
