"""Word spaces: the words an embedding and a frequency source share, their vectors and p(w)."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

import numpy as np

from zipfviz.common.errors import InputError, MatchError
from zipfviz.common.nouns import counted
from zipfviz.common.record import html_rows
from zipfviz.io.records import Embedding, Fold, Frequency, Source, content_digest
from zipfviz.io.subwords import Subwords, counts_tokens
from zipfviz.space.analysis import Analysis
from zipfviz.space.match_report import MatchReport
from zipfviz.whitening.moments import check_prior

__all__ = [
    "MatchReport",
    "SubwordPolicy",
    "WordSpace",
    "align",
    "space_of",
    "tokens_as_words",
    "word_space",
]

SubwordPolicy = Literal["auto", "words", "as stored"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class WordSpace:
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

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return (
            f"<WordSpace of {counted(len(self), 'words')}, {counted(self.d, 'dimensions')}: "
            f"{self.report.embedding} with {self.report.frequency}>"
        )

    def _repr_html_(self) -> str:
        return html_rows([*self.report.lines(), ("dimensions", self.d)])

    @property
    def d(self) -> int:
        return int(self.vectors.shape[1])

    @cached_property
    def index(self) -> dict[str, int]:
        """Row of each word."""
        return dict(zip(self.words, range(len(self.words)), strict=True))

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
    vectors = np.asarray(vectors)
    if vectors.ndim != 2 or len(vectors) != len(words) or vectors.shape[1] == 0:
        raise InputError(
            f"vectors: got shape {vectors.shape} for {counted(len(words), 'words')}; "
            "give one row of at least one number per word."
        )
    assert weights is not None
    keep = np.flatnonzero(weights)
    kept_words = tuple(map(words.__getitem__, keep.tolist()))
    if len(set(kept_words)) < len(kept_words):
        twice = Counter(kept_words).most_common(1)[0][0]
        raise InputError(f"the word {twice!r} stands twice; give each word once.")
    X = np.ascontiguousarray(vectors[keep], dtype=np.float32)
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
        report=report
        or MatchReport(
            embedding="in memory",
            frequency="in memory",
            n_embedding=len(words),
            n_matched=len(keep),
            n_words=len(keep),
            matched_mass=1.0,
            matched_share=1.0,
        ),
        digest=digest or content_digest(X, q, kept_words),
        embedding_source=embedding_source,
        frequency_source=frequency_source,
    )


def align(
    embedding: Embedding,
    frequency: Frequency,
    *,
    fold: Fold = "none",
    missing: str | float = "drop",
    max_words: int | None = None,
    subwords: SubwordPolicy = "auto",
) -> WordSpace:
    """Match an embedding with a frequency list: the space of the words that both have.

    Parameters
    ----------
    embedding, frequency : as `load_embedding` and `load_frequency` give them.
    fold : case policy, see `Frequency.masses`.
    missing : what becomes of words the list does not have: "drop" (default), "floor" (the smallest
        positive mass matched), or a probability relative to the whole list, such as 1e-8.
    max_words : keep only so many words, the most frequent ones.
    subwords : the tokens of a language model ("Ġthe", "▁the", "##ing"): "words" matches those that
        begin a word as that word, by which the space calls them, and leaves out those that
        continue one; "as stored" matches every token letter by letter; "auto" (default) is
        "words" unless the list itself counts such tokens.

    Returns
    -------
    WordSpace
        Words by descending p, vectors (n, d) float32, p (n,) float64 with sum 1, and a report of
        what was matched.

    Raises
    ------
    MatchError
        No word is shared.
    InputError
        A policy or size that is none.

    Examples
    --------
    >>> import zipfviz
    >>> emb = zipfviz.load_embedding("glove.6B.50d", max_words=20_000)
    >>> space = zipfviz.align(emb, zipfviz.load_frequency("wordfreq:en"))
    >>> space.vectors.shape
    (19507, 50)
    >>> space.report.sentence()
    '19,507 of 20,000 words, 91.4% of the list’s mass'
    """
    tokens = tokens_as_words(embedding, frequency, subwords)
    masses = frequency.masses(tokens.words if tokens else embedding.words, fold)
    return space_of(
        embedding, frequency, masses, fold, missing=missing, max_words=max_words, tokens=tokens
    )


def tokens_as_words(
    embedding: Embedding, frequency: Frequency, subwords: SubwordPolicy = "auto"
) -> Subwords | None:
    """Resolve what a model's tokens are matched as; None where as stored."""
    if subwords not in ("auto", "words", "as stored"):
        raise InputError(f"subwords={subwords!r} is unknown; use 'auto', 'words' or 'as stored'.")
    found = embedding.subwords if subwords != "as stored" and frequency.words else None
    if found is None or subwords == "words":
        return found
    return None if counts_tokens(frequency.words, found, embedding.words) else found


def space_of(
    embedding: Embedding,
    frequency: Frequency,
    masses: np.ndarray,
    fold: Fold,
    *,
    missing: str | float = "drop",
    max_words: int | None = None,
    tokens: Subwords | None = None,
) -> WordSpace:
    """Make the space of `align` from the masses (n,) of the embedding's words, say cached ones.

    With `tokens` the masses are those of `tokens.words`.
    """
    if max_words is not None and max_words < 1:
        raise InputError(f"max_words={max_words} keeps no word; give 1 or more.")
    masses = masses.copy()
    words = tokens.words if tokens else embedding.words
    is_word = np.fromiter(map(bool, words), bool, len(words)) if tokens else np.ones(1, bool)
    masses[~is_word & (masses > 0)] = 0
    matched = np.flatnonzero(masses > 0)
    if not matched.size:
        raise MatchError(
            f"{frequency.name} shares no word with {embedding.name} "
            f"(first words: {_some(frequency.words)} against {_some(embedding.words)}); "
            "choose a list of the same language and case, or fold case."
        )
    matched_mass = float(masses[matched].sum())
    total = frequency.total
    share = matched_mass / total if total > 0 else float("nan")
    unmatched_rows = np.flatnonzero((masses <= 0) & is_word)
    n_missing = 0
    if missing != "drop" and unmatched_rows.size:
        masses[unmatched_rows] = _missing_mass(missing, masses[matched].min(), total)
        n_missing = len(unmatched_rows)
    rows = np.flatnonzero(masses > 0)
    if max_words is not None and max_words < len(rows):
        most = np.argsort(-masses[rows], kind="stable")[:max_words]
        rows = rows[np.sort(most)]
    report = MatchReport(
        embedding=embedding.name,
        frequency=frequency.name,
        n_embedding=len(words),
        n_matched=len(matched),
        n_words=len(rows),
        matched_mass=matched_mass,
        matched_share=share,
        fold=fold,
        missing=str(missing),
        n_missing_kept=n_missing,
        assumption=frequency.assumption,
        unmatched=tuple(embedding.words[i] for i in unmatched_rows[:8]),
        subwords=tokens.sentence() if tokens else "",
    )
    return word_space(
        list(map(words.__getitem__, rows.tolist())),
        embedding.vectors[rows],
        masses[rows],
        report=report,
        digest=content_digest(
            embedding.digest,
            frequency.digest,
            f"{fold} {missing} {max_words}",
            *([tokens.mark] if tokens else []),
        ),
        embedding_source=embedding.source,
        frequency_source=frequency.source,
    )


def _missing_mass(missing: str | float, floor: float, total: float) -> float:
    if missing == "floor":
        return float(floor)
    try:
        share = float(missing)
    except ValueError:
        share = float("nan")
    if not 0 < share < 1:
        raise InputError(
            f"missing={missing!r} is no policy; use 'drop', 'floor' or a probability like 1e-8."
        )
    return share * total


def _some(words: Sequence[str]) -> str:
    return ", ".join(repr(w) for w in words[:3]) or "none"
