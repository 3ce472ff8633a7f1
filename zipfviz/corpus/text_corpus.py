"""One's own text counted: tokens, types, Zipf's exponent, and how the vocabulary grows.

text = count_text(corpus_of("The cat saw the cat."))
text.n_tokens, text.n_types, text.n_hapaxes            # 5, 3, 2
text.growth.tokens, text.growth.types                  # different words after so many
text.heaps.exponent                                    # V(N) = K N^beta
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.job import Progress
from zipfviz.common.lazy import pd
from zipfviz.common.record import Record
from zipfviz.corpus.corpora import GENSIM_CORPORA, Corpus, corpus_from_lines, read_corpus
from zipfviz.corpus.zipf import ENOUGH, ZipfFit, fit_zipf
from zipfviz.io.pairs.known_tasks import gensim_file

RUSSIAN = "crime-and-punishment.txt"
#: Texts in gensim's wheel: name -> what a person calls it.
INSTALLED = {name: GENSIM_CORPORA[name][1] for name in ("lee", "enwiki")} | {
    "dostoevsky": "Crime and Punishment, opening (Russian and English)"
}
POINTS = 200


def installed_corpus(name: str, progress: Progress | None = None) -> Corpus:
    """Read a corpus of INSTALLED; `progress(share, what)` hears how far it is."""
    if name not in INSTALLED:
        raise InputError(f"no text is called {name!r}; use one of {', '.join(INSTALLED)}.")
    if name == "dostoevsky":
        return read_corpus(gensim_file(RUSSIAN), name=INSTALLED[name], progress=progress)
    return read_corpus(name, progress=progress)


def corpus_of(text: str, name: str = "your text") -> Corpus:
    """Make a corpus of a text, lower-cased; raises InputError for fewer than two words.

    Text in a script without spaces between words needs its tokenizer: MissingExtraError says which.
    """
    return corpus_from_lines(text.splitlines(), name)


@dataclass(frozen=True, eq=False, repr=False)
class Growth(Record):
    """Different words `types` (m,) among the first `tokens` (m,) words of a running text."""

    tokens: np.ndarray
    types: np.ndarray

    def frame(self) -> pd.DataFrame:
        return pd.DataFrame({"tokens": self.tokens, "types": self.types}).set_index("tokens")


@dataclass(frozen=True, kw_only=True)
class HeapsFit:
    """Heaps' law V(N) = constant · N^exponent of different words among N; see `fit_heaps`.

    Both are nan for a text too short to fit. No error and no R² comes with it: each point of the
    curve holds all before it, so that any text lies near such a line.
    """

    exponent: float
    constant: float


def growth_of(tokens: np.ndarray, points: int = POINTS) -> Growth:
    """Count a text's vocabulary growth over word ids (T,), at `points` lengths even in log."""
    is_new = np.zeros(len(tokens), np.int64)
    is_new[np.unique(tokens, return_index=True)[1]] = 1
    at = np.unique(np.geomspace(1, len(tokens), points).round().astype(np.int64))
    return Growth(at, np.cumsum(is_new)[at - 1])


def fit_heaps(growth: Growth, shortest: int = 10) -> HeapsFit:
    """Fit Heaps' law V(N) = K N^b to a growth curve, by least squares of log V on log N.

    Points are used from `shortest` tokens on, where repeats have begun. A text of fewer than ten
    times as many has no fit.
    """
    use = growth.tokens >= shortest
    if growth.tokens[-1] < 10 * shortest or use.sum() < 2:
        return HeapsFit(exponent=math.nan, constant=math.nan)
    x, y = np.log(growth.tokens[use]), np.log(growth.types[use])
    about = x - x.mean()
    exponent = float(about @ (y - y.mean())) / float(about @ about)
    return HeapsFit(exponent=exponent, constant=math.exp(y.mean() - exponent * x.mean()))


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TextCount(Record):
    """Counts of a text: tokens, types, hapaxes, ranks, growth; see `count_text`."""

    corpus: Corpus

    @property
    def n_tokens(self) -> int:
        """Running words, each as often as it occurs."""
        return len(self.corpus.tokens)

    @property
    def n_types(self) -> int:
        """Different words."""
        return len(self.corpus)

    @property
    def ratio(self) -> float:
        """Types per token, 0 to 1; it falls with the length of a text, whatever the text."""
        return self.n_types / self.n_tokens

    @property
    def n_hapaxes(self) -> int:
        """Words that occur once."""
        return int((self.corpus.counts == 1).sum())

    @property
    def doubled(self) -> float:
        """Different words of the whole text over those of its first half, 1 to 2 or so."""
        return self.n_types / len(np.unique(self.corpus.tokens[: max(self.n_tokens // 2, 1)]))

    @property
    def p(self) -> np.ndarray:
        """Share of each word, (n,) float64, most frequent first."""
        return self.corpus.counts / self.n_tokens

    @cached_property
    def growth(self) -> Growth:
        return growth_of(self.corpus.tokens)

    @cached_property
    def heaps(self) -> HeapsFit:
        """Heaps' law of the text, as `fit_heaps` fits it."""
        return fit_heaps(self.growth)

    def zipf(
        self, first: int = 1, last: int | None = None, *, min_count: float | None = ENOUGH
    ) -> ZipfFit:
        """Zipf's exponent over a window of ranks, with its standard error for so many tokens.

        The window ends at the last word of `min_count` occurrences, at `last` where that is None.
        """
        counts, n_tokens = self.corpus.counts, self.n_tokens
        return fit_zipf(counts, first=first, last=last, min_count=min_count, n_tokens=n_tokens)

    def sample(self, k: int, seed: int = 0) -> tuple[list[str], list[str]]:
        """`k` words from the list of types (each once; all if there are fewer), `k` from the text.

        Tokens are drawn with replacement, as `sampling.sample_tokens` does.
        """
        rng, words = np.random.default_rng(seed), self.corpus.words
        types = rng.choice(self.n_types, size=min(k, self.n_types), replace=False)
        tokens = rng.choice(self.corpus.tokens, size=k)
        return [words[i] for i in types], [words[i] for i in tokens]

    def frame(self) -> pd.DataFrame:
        """Every word with its rank, count and share."""
        data = {"count": self.corpus.counts, "p": self.p, "rank": np.arange(1, self.n_types + 1)}
        return pd.DataFrame(data, index=pd.Index(self.corpus.words, name="word"))


def count_text(corpus: Corpus) -> TextCount:
    """Count a corpus; each number is computed when it is first asked for.

    Returns a `TextCount`: `n_tokens` running words, `n_types` different ones, their `ratio`
    n_types / n_tokens, `n_hapaxes` words that occur once; `growth` how many different words the
    first N hold, `heaps` the power law of it (`fit_heaps`), `doubled` the different words of the
    whole over those of its first half; `zipf(first, last)` as `fit_zipf`.
    """
    return TextCount(corpus=corpus)
