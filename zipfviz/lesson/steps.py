"""A lesson in six steps: a question, how its answer is computed from the chosen space, and why.

    for step in LESSON:
        step.of(space).question                            # in the words of the space
        reveal = step.answer(space)                        # once a space
        reveal.value, reveal.sentence                      # 5.0, "11 tokens, but only 5 types: ..."
        reveal.mark(guess)                                 # where a guess lies in the chart
        step.verdict(guess, reveal.value)                  # "6 types too high"

Every answer is a number, so that a guess can be drawn beside it and a class's guesses counted.
"""

import math
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from zipfviz.common.nouns import counted, noun
from zipfviz.common.wording import count, listed, number, percent
from zipfviz.common.wording import order as compared
from zipfviz.corpus.text_corpus import corpus_of, growth_of
from zipfviz.evaluation.coefficients import pearson
from zipfviz.explore.projection import sample_rows
from zipfviz.explore.views import growth_view
from zipfviz.space.sampling import expected_types, teaching_rows
from zipfviz.space.word_space import WordSpace

SENTENCE = "The cat saw the dog, and the dog saw the cat."
PATTERN = (0, 1, 2, 0, 3, 4, 0, 3, 2, 0, 1)
"""Which word stands where in SENTENCE: the, cat, saw, dog, and."""
READ = 1_000_000
TOP = 100
DOTS = 1_000
Line = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, eq=False)
class Reveal:
    """An answer and the chart that shows it.

    `x`, `y` (k,) are drawn as a line, or as dots where `words` (k,) name them, on logarithmic axes
    where `log_x`, `log_y` say so. `mark(value)` is the line (m,), (m,) or single point
    that a value makes in the chart, for the answer as for a guess; x and y of it are linear in the
    value. `tokens` are read one after the other while the line grows.
    """

    value: float
    sentence: str
    x: np.ndarray
    y: np.ndarray
    mark: Callable[[float], Line]
    words: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step: what to ask, in what unit, between what bounds, and what a teacher should know.

    A guess is a number from `low` to `high`, of `counts` a whole one; where it is `drawn`, it is
    where a line ends that one draws. `axes` name the chart's axes. Texts with {braces} are filled
    in, and `high` is set, by `of`.
    """

    key: str
    title: str
    question: str
    unit: str
    low: float
    high: float
    digits: int
    axes: Sequence[str]
    compute: Callable[[WordSpace], Reveal]
    why: str
    minutes: int
    ask: str
    pitfall: str
    counts: bool = False
    drawn: bool = False

    @property
    def is_wide(self) -> bool:
        """Whether guesses spread over powers of ten; then none is 0."""
        return self.low > 0 and self.high >= 1_000

    def unit_of(self, value: float) -> str:
        """The unit as it stands after a value: `types`, but `type` after 1."""
        return self.unit if self.digits else noun(round(value), self.unit)

    def of(self, space: WordSpace) -> "Step":
        """The step in the words of a space, with no bound that its answer could be beyond."""
        told = {
            "{sentence}": _line_to_read(space)[0],
            "{row}": "sentence" if is_english(space) else "row of words",
            "{frequent}": listed(_frequent(space, 4)),
            "{first}": _frequent(space, 1)[0],
            "{tenfolds}": tenfolds(space),
        }

        def filled(text: str) -> str:
            for name, value in told.items():
                text = text.replace(name, value)
            return text

        high = float(len(space)) if self.key == "average" else self.high
        return replace(
            self,
            high=max(high, self.low + 1),
            question=filled(self.question),
            why=filled(self.why),
            ask=filled(self.ask),
            pitfall=filled(self.pitfall),
        )

    def verdict(self, guess: float, value: float) -> str:
        """How far a guess is from the answer, in words: `8 times too high`, `right`.

        In times where both are above 0 and one is at least 1.5 times the other, and the answer is
        no share or correlation; else the difference, in the step's unit.
        """
        if math.isnan(value):
            return "undefined"
        if compared(guess, value, self.digits) == 0:
            return "right"
        way = "high" if guess > value else "low"
        ratio = max(guess, value) / min(guess, value) if min(guess, value) > 0 else 0.0
        if ratio >= 1.5 and self.unit != "%":
            return f"{number(ratio, 0 if ratio >= 9.5 else 1).removesuffix('.0')} times too {way}"
        far = abs(guess - value)
        digits = self.digits if number(far, self.digits).strip("0.") else self.digits + 1
        unit = "percentage points" if self.unit == "%" else self.unit_of(far)
        return f"{number(far, digits)} {unit} too {way}".replace("  ", " ")

    def answer(self, space: WordSpace) -> Reveal:
        """The answer for a space, as the function of this step defines it; kept with the space."""
        return space.analysis.cached(("lesson", self.key), lambda: self.compute(space))


def is_english(space: WordSpace) -> bool:
    """Whether the lesson's English sentence is of this space's words, and "the" its commonest."""
    return _frequent(space, 1) == ["the"] and {"cat", "saw", "dog", "and"} <= space.index.keys()


def _frequent(space: WordSpace, k: int) -> list[str]:
    """The most frequent words of letters, at most k."""
    return [space.words[i] for i in _teaching_order(space)[:k]]


def _teaching_order(space: WordSpace) -> np.ndarray:
    """Teaching rows from the most to the least frequent."""

    def compute() -> np.ndarray:
        is_shown = np.zeros(len(space), bool)
        is_shown[teaching_rows(space)] = True
        return space.by_frequency[is_shown[space.by_frequency]]

    return space.analysis.cached(("teaching order",), compute)


def _line_to_read(space: WordSpace) -> tuple[str, tuple[str, ...]]:
    """What is read in the first step, and its tokens: words of the space's own language.

    Where that is not English, its five most frequent words, in the order of the English ones.
    """
    words = _frequent(space, len(set(PATTERN)))
    if is_english(space) or len(words) < len(set(PATTERN)):
        corpus = corpus_of(SENTENCE)
        return SENTENCE, tuple(corpus.words[i] for i in corpus.tokens)
    tokens = tuple(words[i] for i in PATTERN)
    return " ".join(tokens), tokens


def tenfolds(space: WordSpace) -> str:
    """The share of running text of ranks 1 to 10, 11 to 100, and so on, in words."""
    shares, n, first, parts = np.cumsum(space.p[space.by_frequency]), len(space), 1, []
    while first <= n:
        last = min(n, first * 10 if first == 1 else (first - 1) * 10)
        filled = float(shares[last - 1] - (shares[first - 2] if first > 1 else 0.0))
        to = f" to {count(last)}" if last > first else ""
        parts.append(f"{count(first)}{to}: {percent(filled)}")
        first = last + 1
    return "; ".join(parts)


def _sentence(space: WordSpace) -> Reveal:
    """Number of types in the sentence, or in the row of the language's own words."""
    _, tokens = _line_to_read(space)
    types = tuple(dict.fromkeys(tokens))
    growth = growth_of(np.array([types.index(token) for token in tokens]))
    n = len(tokens)
    told = f"{n} tokens, but only {len(types)} types: {', '.join(types)}."

    def mark(value: float) -> Line:
        return np.array([1.0, n]), np.array([value, value])

    return Reveal(float(len(types)), told, growth.tokens, growth.types, mark, tokens=tokens)


def _million(space: WordSpace) -> Reveal:
    """Expected number of different words in a million tokens drawn by p (`expected_types`)."""
    view = growth_view(space)
    value = float(expected_types(space.p, np.array([READ]))[0])
    words = f"{count(len(space))} {noun(len(space), 'words')} of the list"
    told, mark = f"About {count(value)} of the {words}.", partial(_point, READ)
    before = view.draws < READ
    x, y = np.append(view.draws[before], READ), np.append(view.tokens[before], value)
    return Reveal(value, told, x, y, mark, log_x=True, log_y=True)


def _top(space: WordSpace) -> Reveal:
    """Share of running text, in %, of the hundred most frequent words."""
    shares = 100 * np.cumsum(space.p[space.by_frequency])
    top = min(TOP, len(space))
    ranks = np.unique(np.geomspace(1, len(space), 300).round().astype(int))
    value = float(shares[top - 1])
    told = f"{percent(value / 100)} of all tokens are one of {counted(top, 'words')}."
    if top == len(space):
        told = f"All tokens: there are no more than {counted(top, 'words')}."
    return Reveal(value, told, ranks, shares[ranks - 1], partial(_point, top), log_x=True)


def _average(space: WordSpace) -> Reveal:
    """Rank by frequency of the word nearest to the mean that counts each word once.

    The mean is over all words of the space, the nearest among its `teaching_rows`.
    """
    away = space.analysis.lengths("uniform_centering")
    rank = np.empty(len(space), int)
    rank[space.by_frequency] = np.arange(1, len(space) + 1)
    shown = teaching_rows(space)
    apparent = int(shown[away[shown].argmin()])
    centroid = int(shown[space.analysis.lengths("zipfian_centering")[shown].argmin()])
    rows, words = _dots(space)
    y = away[rows]
    nearest = f"“{space.words[apparent]}”, number {count(rank[apparent])} by frequency"
    if (tied := int((away[shown] <= away[apparent] * (1 + 1e-9)).sum())) > 1:
        nearest = f"{count(tied)} words lie equally near, {nearest}, is one of them"
    told = (
        f"{nearest}. Counting "
        f"occurrences, the nearest is “{space.words[centroid]}”, number {count(rank[centroid])}."
    )

    def mark(guess: float) -> Line:
        return np.array([guess, guess]), np.array([y.min(), y.max()])

    return Reveal(float(rank[apparent]), told, rank[rows], y, mark, words, log_x=True)


def _raw_lengths(space: WordSpace) -> Reveal:
    """Pearson's r of length and −log p over all words, raw vectors."""
    x, norms = space.information, space.analysis.lengths("raw")
    (rows, words), r = _dots(space), raw_agreement(space)
    ends = np.array([x.min(), x.max()])
    slope, middle, centre = norms.std() / (x.std() or 1.0), norms.mean(), x.mean()
    told = "The correlation is undefined: all lengths or all frequencies are equal."
    if not np.isnan(r):
        way = {1: "longer", -1: "shorter", 0: "neither longer nor shorter"}[compared(r, 0.0) or 0]
        told = f"In the raw vectors rare words are {way}: r = {number(r)}."

    def mark(guess: float) -> Line:
        return ends, middle + guess * slope * (ends - centre)

    return Reveal(r, told, x[rows], norms[rows], mark, words)


def raw_agreement(space: WordSpace) -> float:
    """Pearson's r of length and −log p over all words, raw vectors."""
    return pearson(space.information, space.analysis.lengths("raw"))


def times_as_long(space: WordSpace) -> float:
    """Mean deleted length after Zipfian whitening: the rarer half over the 100 most frequent words.

    In a list of under 200 words it is the rarer half over the others.
    """
    lengths, frequent, rare = _halves(space)
    base = float(lengths[frequent].mean())
    return float(lengths[rare].mean()) / base if base > 0 else float("nan")


def _halves(space: WordSpace) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Deleted lengths, the rows of the frequent words and of the rarer half."""
    order, half = space.by_frequency, len(space) // 2
    lengths = space.analysis.deleted_lengths("zipfian_whitening")
    return lengths, order[: min(TOP, half or 1)], order[half:]


def _whitened_lengths(space: WordSpace) -> Reveal:
    """How many times as long rare words are as frequent ones; see `times_as_long`."""
    norms, frequent, _ = _halves(space)
    x, base, value = space.information, float(norms[frequent].mean()), times_as_long(space)
    rows, words = _dots(space)
    ends = np.array([x.min(), x.max()])
    told = "The frequent words have no length to compare with."
    if not np.isnan(value):
        most = f"the {len(frequent)} most frequent {noun(len(frequent), 'words')}"
        far = (
            "About as long as"
            if number(value, 1) == "1.0"
            else f"{number(value, 1)} times as long as"
        )
        told = f"{far} {most}, on average."

    def mark(guess: float) -> Line:
        return ends, np.array([guess * base] * 2)

    return Reveal(value, told, x[rows], norms[rows], mark, words)


def _dots(space: WordSpace) -> tuple[np.ndarray, tuple[str, ...]]:
    """Rows and names of some words, half from the list and half from text."""
    rows = np.unique([*sample_rows(space, DOTS // 2, by="types"), *sample_rows(space, DOTS // 2)])
    shown = np.intersect1d(rows, teaching_rows(space))
    rows = shown if len(shown) else rows
    return rows, tuple(space.words[i] for i in rows)


def _point(x: float, guess: float) -> Line:
    return np.array([float(x)]), np.array([guess])


_ANSWERS = {
    "types": _sentence,
    "growth": _million,
    "top": _top,
    "average": _average,
    "raw": _raw_lengths,
    "zipfian": _whitened_lengths,
}


def _read() -> tuple[Step, ...]:
    text = Path(__file__).with_suffix(".toml").read_text("utf-8")
    return tuple(
        Step(key=key, compute=_ANSWERS[key], **fields)
        for key, fields in tomllib.loads(text).items()
    )


#: The six steps, in the order of the lesson; their texts are those of `steps.toml`.
LESSON = _read()
