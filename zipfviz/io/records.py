"""Records that readers return: an embedding, a frequency source or a task, with its report."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted, noun
from zipfviz.common.record import html_rows
from zipfviz.text.folding import fold_case, lower_case, nfc_once, nfc_words
from zipfviz.text.languages import Language, language_of
from zipfviz.text.splitters import splitter_name
from zipfviz.text.subwords import Subwords, read_subwords

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

Fold = Literal["none", "list", "both"]
FOLDS: tuple[Fold, ...] = ("none", "list", "both")
TOLD_BY = 2000  # words by which the language of vectors or a list is told


def content_digest(*parts: np.ndarray | str | Iterable[str]) -> str:
    """Hash arrays (bytes, shape, dtype) and texts to 32 hex digits; the key of every cache."""
    h = hashlib.blake2b(digest_size=16)
    for part in parts:
        if isinstance(part, np.ndarray):
            h.update(f"array {part.shape} {part.dtype.str};".encode())
            h.update(np.ascontiguousarray(part).data)
        else:
            texts = [part] if isinstance(part, str) else list(part)
            # "\n" cannot be inside a word of a text file, lengths settle every other doubt.
            h.update(f"text {len(texts)};".encode())
            h.update("\n".join(texts).encode("utf-8", "surrogatepass"))
            lengths = list(map(len, texts))
            written = {n: str(n) for n in set(lengths)}  # a third of the time of `str` for each
            h.update(",".join(map(written.__getitem__, lengths)).encode())
    return h.hexdigest()


@dataclass(frozen=True)
class Source:
    """Where something comes from, for captions, exports and BibTeX.

    `title` is what a person calls it, `licence` a short name or SPDX id ("" when unknown),
    `bibtex` a complete entry ("" when there is none), `url` a page to read more. `is_brought` is
    whether a visitor brought it to the cache folder, who may call it as he likes.
    """

    title: str = ""
    licence: str = ""
    bibtex: str = ""
    url: str = ""
    is_brought: bool = False


def percent(share: float) -> str:
    """A share as people say it, two digits that count: 12 %, 0.012 %; 100 % is all.

    >>> percent(0.12), percent(0.00012), percent(0.99692), percent(1)
    ('12 %', '0.012 %', '99.69 %', '100 %')
    """
    if not 0.995 <= share < 1:
        return f"{100 * share:.2g} %" if share < 0.995 else f"{100 * share:.0f} %"
    return f"{100 * share:.{min(9, 1 - math.floor(math.log10(100 * (1 - share))))}f} %"


@dataclass(frozen=True)
class Report:
    """Record of one load: nothing is dropped, guessed or clipped without a line in here.

    Counts are rows of the source (words, entries, pairs). `bad_examples` names the first few bad
    rows with their line numbers; `assumptions` are whole sentences a reader may show as they are;
    `facts` are further (label, value) lines.
    """

    source: str
    rows_read: int
    rows_kept: int
    duplicates: int = 0
    bad_rows: int = 0
    bad_examples: tuple[str, ...] = ()
    encoding_trouble: int = 0
    assumptions: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences that a reader of a number must know: what was left out or assumed.

        () where every row was read as it stands. Sizes and times are no doubt and are not here.

        >>> report = Report("my.vec", rows_read=1000, rows_kept=988, bad_rows=12)
        >>> report.notices
        ('12 of 1,000 rows (1.2 %) cannot be read and are left out.',)
        """
        told = []
        if self.bad_rows:
            told.append(
                f"{self.bad_rows:,} of {counted(self.rows_read, 'rows')} "
                f"({percent(self.bad_rows / self.rows_read)}) cannot be read and "
                f"{noun(self.bad_rows, 'are', 'is')} left out."
            )
        if self.encoding_trouble:
            told.append(
                f"{counted(self.encoding_trouble, 'entries hold', 'entry holds')} bytes that are "
                "not UTF-8; they are kept as they are."
            )
        return (*told, *self.assumptions)

    def lines(self) -> list[tuple[str, str]]:
        """The report as (label, value) rows, only those that say something."""
        rows = [
            ("source", self.source),
            ("rows read", f"{self.rows_read:,}"),
            ("rows kept", f"{self.rows_kept:,}"),
        ]
        if self.duplicates:
            rows.append(("duplicates", f"{self.duplicates:,}"))
        if self.bad_rows:
            rows.append(("bad rows left out", f"{self.bad_rows:,}"))
        rows += [("for example", example) for example in self.bad_examples]
        if self.encoding_trouble:
            rows.append(("words with bytes that are not UTF-8", f"{self.encoding_trouble:,}"))
        rows += [("assumed", sentence) for sentence in self.assumptions]
        rows += list(self.facts)
        rows.append(("seconds", f"{self.seconds:.2f}"))
        return rows

    def __str__(self) -> str:
        width = max(len(label) for label, _ in self.lines())
        return "\n".join(f"{label:<{width}}  {value}" for label, value in self.lines())

    def _repr_html_(self) -> str:
        return html_rows(self.lines())


def keyed_vectors(words: Sequence[str], vectors: np.ndarray) -> KeyedVectors:
    """Make gensim's KeyedVectors of words (n,) and vectors (n, d), which are copied."""
    from gensim.models import KeyedVectors

    made = KeyedVectors(vectors.shape[1], dtype=np.float32)
    made.add_vectors(list(words), vectors)
    return made


@dataclass(frozen=True, eq=False, repr=False)
class Embedding:
    """Words and their vectors as read.

    `words` are unique, in the order of the source; `vectors` is (n, d) float32, C order, finite,
    read-only. `name` is what the user typed or a file is called.
    """

    name: str
    words: tuple[str, ...]
    vectors: np.ndarray
    report: Report
    source: Source = field(default_factory=Source)

    def __post_init__(self) -> None:
        if self.vectors.ndim != 2 or len(self.words) != len(self.vectors):
            raise InputError(
                f"{self.name}: got {counted(len(self.words), 'words')} for vectors of shape "
                f"{self.vectors.shape}; give one row per word."
            )
        self.vectors.setflags(write=False)

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        shape = f"{counted(len(self), 'words')}, {counted(self.vectors.shape[1], 'dimensions')}"
        return f"<Embedding {self.name!r}: {shape}>"

    def _repr_html_(self) -> str:
        return html_rows([("name", self.name), *self.report.lines()])

    def to_pandas(self) -> pd.DataFrame:
        """A row a word, (n, d) float32; `load_embedding` takes it back.

        >>> import zipfviz
        >>> zipfviz.load_embedding({"cat": [1.0, 0.0], "dog": [0.5, 1.0]}).to_pandas().loc["dog", 0]
        np.float32(0.5)
        """
        return pd.DataFrame(self.vectors, index=pd.Index(self.words, name="word"))

    def to_gensim(self) -> KeyedVectors:
        """The same as gensim's KeyedVectors, with a copy of the vectors."""
        return keyed_vectors(self.words, self.vectors)

    @cached_property
    def digest(self) -> str:
        return content_digest(self.vectors, self.words)

    @cached_property
    def subwords(self) -> Subwords | None:
        """What the words stand for where they are a language model's tokens, else None."""
        return read_subwords(self.words)

    @cached_property
    def told_language(self) -> Language:
        """The language that the words are in: half the first ones, half spread over all."""
        words = [w for w in self.subwords.words if w] if self.subwords else self.words
        step = max(len(words) // (TOLD_BY // 2), 1)
        return language_of(dict.fromkeys([*words[: TOLD_BY // 2], *words[::step]]))


@dataclass(frozen=True, eq=False, repr=False)
class Frequency:
    """A frequency source: how much mass each word has.

    `words` are unique, `values` (m,) float64, >= 0, in any unit (counts, probabilities): every use
    normalises. `assumption` is "" for measured counts, else a sentence that every chart and export
    must repeat (rank-based sources). `language` is its code where it was stated, else "".
    Subclasses may answer `lookup` by a rule instead of a list.
    """

    name: str
    words: tuple[str, ...]
    values: np.ndarray
    report: Report
    source: Source = field(default_factory=Source)
    assumption: str = ""
    language: str = ""

    def __post_init__(self) -> None:
        if len(self.words) != len(self.values):
            raise InputError(
                f"{self.name}: got {counted(len(self.words), 'words')} for "
                f"{counted(len(self.values), 'values')}; give one value per word."
            )
        self.values.setflags(write=False)

    def __repr__(self) -> str:
        size = counted(len(self.words), "words") if self.words else "a rule for any word"
        return f"<{type(self).__name__} {self.name!r}: {size}>"

    def _repr_html_(self) -> str:
        return html_rows([("name", self.name), *self.report.lines()])

    @cached_property
    def total(self) -> float:
        """Mass of the whole list, in its own unit."""
        return float(self.values.sum(dtype=np.float64))

    @property
    def floor(self) -> float:
        """Least mass that the list itself has, where words get less by a rule; 0 where none do."""
        return 0.0

    @cached_property
    def digest(self) -> str:
        return content_digest(self.name, self.values, self.words)

    @cached_property
    def told_language(self) -> Language | None:
        """The language stated, else that of the most frequent words; None for a rule without."""
        if self.language or not self.words:
            return Language(self.language, "") if self.language else None
        most = np.argsort(-self.values, kind="stable")[:TOLD_BY]
        return language_of(self.words[i] for i in most)

    @cached_property
    def _table(self) -> dict[str, float]:
        """Mass of each word in NFC; words that become one add up."""
        keys = nfc_words(self.words)
        if keys is self.words:
            return dict(zip(keys, self.values.tolist(), strict=True))
        return _summed(keys, self.values)

    @cached_property
    def renormalized(self) -> frozenset[str]:
        """Words, in NFC, that the list has in another form."""
        keys = nfc_words(self.words)
        return frozenset(k for k, w in zip(keys, self.words, strict=True) if k != w)

    def lookup(self, words: Sequence[str]) -> np.ndarray:
        """Mass of each word as written, (len(words),) float64; 0 where it is not listed.

        Words are compared in Unicode's normal form C.
        """
        get = self._table.get
        return np.fromiter((get(w, 0.0) for w in nfc_words(words)), np.float64, len(words))

    def _added_up(self, fold: Callable[[str], str]) -> Frequency:
        sums = _summed(map(fold, nfc_words(self.words)), self.values)
        return replace(self, words=tuple(sums), values=np.array(list(sums.values()), np.float64))

    @property
    def _code(self) -> str:
        return self.told_language.code if self.told_language else ""

    @cached_property
    def folded(self) -> Frequency:
        """The same source with its counts added up under lower-cased words, in its language."""
        return self._added_up(lower_case(self._code))

    @cached_property
    def _case_folded(self) -> Frequency:
        return self._added_up(fold_case(self._code))

    def masses(self, words: Sequence[str], fold: Fold = "none") -> np.ndarray:
        """Mass of each of an embedding's `words` under a case policy, (len(words),) float64.

        "none" matches as written. "list" adds the list's counts up under the lower-cased form.
        "both" takes case away on both sides (the list's language decides about I and ı); then words
        that meet in one entry share its mass once: in proportion to their own counts where the
        list has them as written, else equally. Of words that are one in NFC, one has the mass
        (`nfc_once`).
        """
        words = nfc_once(words)
        if fold == "none":
            return self.lookup(words)
        if fold == "list":
            return self.folded.lookup(words)
        if fold != "both":
            raise InputError(f"fold={fold!r} is unknown; use one of {', '.join(FOLDS)}.")
        keys = list(map(fold_case(self._code), words))
        group_of: dict[str, int] = {}
        groups = np.array([group_of.setdefault(k, len(group_of)) for k in keys], np.intp)
        written = self.lookup(words)
        in_group = np.bincount(groups, written)[groups]
        size = np.bincount(groups)[groups]
        share = np.divide(written, in_group, out=1.0 / size, where=in_group > 0)
        return self._case_folded.lookup(keys) * share


def _summed(keys: Iterable[str], values: np.ndarray) -> dict[str, float]:
    sums: dict[str, float] = {}
    for key, value in zip(keys, values.tolist(), strict=True):
        sums[key] = sums.get(key, 0.0) + value
    return sums


@dataclass(frozen=True, eq=False, repr=False)
class Task:
    """Pairs of texts with a human similarity.

    `texts` are sentences ("sentences"), whole documents ("documents") or single words ("words").
    `pairs` is (m, 2) int64 indices into `texts`; a text may stand in many pairs, and sentence
    tasks list both sides of every pair (repeats kept). `gold` is (m,) float64. `subsets` name
    slices (name, start, stop) of the pairs, in order; () when there is one set only. `language` is
    its code; not sure where it was told from little text.
    """

    name: str
    kind: Literal["sentences", "documents", "words"]
    texts: tuple[str, ...]
    pairs: np.ndarray
    gold: np.ndarray
    report: Report
    subsets: tuple[tuple[str, int, int], ...] = ()
    language: str = "en"
    source: Source = field(default_factory=Source)
    is_language_sure: bool = True

    def __post_init__(self) -> None:
        if self.pairs.shape != (len(self.gold), 2):
            raise InputError(
                f"{self.name}: got pairs of shape {self.pairs.shape} for "
                f"{counted(len(self.gold), 'scores')}; give one score per pair."
            )
        self.pairs.setflags(write=False)
        self.gold.setflags(write=False)

    def __len__(self) -> int:
        return len(self.gold)

    def __repr__(self) -> str:
        return f"<Task {self.name!r}: {counted(len(self), 'pairs')} of {self.kind}>"

    def _repr_html_(self) -> str:
        return html_rows([("name", self.name), *self.report.lines()])

    def to_pandas(self) -> pd.DataFrame:
        """A row a pair: text_1, text_2, score.

        `load_task(frame, kind=task.kind, language=task.language)` takes it back.
        """
        texts = [[self.texts[i] for i in side] for side in self.pairs.T.tolist()]
        return pd.DataFrame({"text_1": texts[0], "text_2": texts[1], "score": self.gold})

    @cached_property
    def digest(self) -> str:
        """A name of the content, and of what cuts the texts where packages decide about that."""
        cut_by = splitter_name(self.language.partition("+")[0]) if self.kind != "words" else ""
        language = f"{self.language} {cut_by}".strip()
        return content_digest(self.kind, language, self.texts, self.pairs, self.gold)
