"""Identify the language of words by script, then by likelihood under wordfreq's unigrams.

    language_of(["der", "Hund", "und", "die", "Katze"]).code          # "de"

Among languages of the words' script, the one whose list makes them likeliest: each of its TOP most
frequent words counts with its frequency there, any other word with a floor. Where too few of them
are in its list, the words may be of a language that has none, and the answer is not sure. A script
of one language settles it. Nothing is drawn or learnt: the same words give the same answer.
"""

import math
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

import regex

from zipfviz.common.errors import InputError
from zipfviz.text.wordfreq_lists import as_listed, bands, wordfreq_languages
from zipfviz.text.words import nfc

#: What people call languages, by their code.
LANGUAGES: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
TOP = 5000
FLOOR = math.log(1e-7)  # some way below the rarest of the TOP
MOST = 4000  # different words looked at
SURE = 10.0  # nats by which the words are likelier in one language than in any other
# Of the words that are in the list of a language told for sure. Short texts of 42 languages with a
# list hold 0.57 and more of their own; Azerbaijani, read as Turkish, 0.33, Pashto as Persian 0.38.
LEAST = 0.5
CLOSE = 10  # languages no further apart by CLDR's measure understand each other: hr, sr and sh

# ISO 15924 codes of the scripts in use; kana and Han are told apart below.
_SCRIPTS = (
    "Latn", "Cyrl", "Arab", "Deva", "Grek", "Hebr", "Hang", "Beng", "Taml", "Thai", "Telu", "Knda",
    "Mlym", "Gujr", "Guru", "Orya", "Sinh", "Geor", "Armn", "Ethi", "Khmr", "Laoo", "Mymr", "Tibt",
    "Thaa", "Syrc", "Mong", "Cher", "Tfng", "Cans", "Java", "Bali", "Sund", "Nkoo", "Vaii", "Yiii",
    "Olck", "Mtei", "Copt", "Lana", "Talu", "Tale", "Adlm",
)  # fmt: skip
# Scripts of several languages of which at most one has a list, as Marathi is written like Hindi.
_SHARED = frozenset({"Deva", "Beng", "Hebr", "Ethi", "Tibt", "Mymr"})
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_HAN = regex.compile(r"\p{Han}")
_LETTER = regex.compile(r"\p{L}")
_TWO_LETTERS = regex.compile(r"\p{L}\X*?\p{L}")  # one is a word of too many languages
# Lists whose spelling is further from what people write than upper and lower case.
_MARKED = frozenset({"ar", "fa", "he", "ur", "sh"})


UNSURE = "; that is little to go by, and language= sets it."


@dataclass(frozen=True)
class Language:
    """A language told from words: its code, and on what grounds.

    `share` of the `n_words` looked at are among the most frequent ones of its list, 0 to 1 (nan for
    a language that only its script tells). `runner_up` ("" for none) is the next likeliest language
    of that script, with its share. `is_sure` is False for words too few or too mixed.
    """

    code: str
    script: str
    n_words: int = 0
    share: float = math.nan
    runner_up: str = ""
    runner_up_share: float = math.nan
    is_sure: bool = True

    @property
    def title(self) -> str:
        """What people call it."""
        return language_name(self.code)

    def sentence(self, of: str = "its texts") -> str:
        """The language and the grounds for it, for a report.

        >>> language_of("the cat sat on the mat and looked at the dog".split()).sentence()
        'Language: English (en), told from its texts: 91 % of their words ...'
        """
        told = f"Language: {self.title} ({self.code}), told from {of}"
        if math.isnan(self.share):
            return f"{told}: they are in its script."
        told += (
            f": {self.share:.0%} of their words are among the {TOP:,} most frequent ones of "
            f"wordfreq’s {self.title} list"
        ).replace("%", " %")
        if self.runner_up:
            share = f"{self.runner_up_share:.0%}".replace("%", " %")
            told += f", {share} of its {language_name(self.runner_up)} one"
        return (
            f"{told}." if self.is_sure else f"{told}; that is little to go by, language= sets it."
        )


def language_name(code: str) -> str:
    """What people call a language; its code where it has no name here."""
    return LANGUAGES.get(code, code)


def language_code(tag: str) -> str:
    """The code of a language tag, "en" of "en-US"; raises InputError for what is none."""
    import langcodes

    code = langcodes.Language.get(tag).language if langcodes.tag_is_valid(tag) else None
    if code is None:
        raise InputError(
            f"language={tag!r} is no code of a language; give one such as 'en' or 'ru'."
        )
    return code


def is_same(one: str, other: str) -> bool:
    """Whether two codes name one language, or two as near as Croatian and Serbian."""
    import langcodes

    return one == other or langcodes.tag_distance(one, other) <= CLOSE


def language_of(words: Iterable[str]) -> Language:
    """Tell the language of words, tokens with their repeats or the words of a list.

    The first MOST different ones that have a letter are looked at. Words without any are
    undetermined ("und"). Where no word is in any list the answer is English for Latin script, and
    not sure.

    >>> language_of("Der Hund und die Katze sind auf dem Weg".split()).code
    'de'
    """
    counts = Counter(word for word in map(nfc, words) if _LETTER.search(word))
    counts = Counter(dict(islice(counts.items(), MOST)))
    if not counts:
        return Language("und", "", is_sure=False)
    script = script_of(counts)
    if script in ("Jpan", "Hans"):
        return Language("ja" if script == "Jpan" else "zh", script, counts.total())
    codes = _languages_in(script)
    if len(codes) < 2 and script not in _SHARED:
        return Language(codes[0], script, counts.total())
    return _likeliest(counts, codes, script)


def script_of(counts: Counter[str]) -> str:
    """The script of most letters of words with their counts, as ISO 15924 has it.

    "Jpan" is Han with at least a tenth of kana, "Hans" any other Han.
    """
    text = "".join(word * min(n, 100) for word, n in counts.items())
    kana, han = (len(pattern.findall(text)) for pattern in (_KANA, _HAN))
    found = {"Jpan" if kana > 0.1 * (kana + han) else "Hans": kana + han}
    left = len(_LETTER.findall(text)) - kana - han
    for code in _SCRIPTS:
        if left <= max(found.values()):
            break
        found[code] = len(regex.findall(rf"[\p{{sc={code}}}&&\p{{L}}]", text, regex.V1))
        left -= found[code]
    return max(found, key=found.__getitem__)


@lru_cache
def _languages_in(script: str) -> tuple[str, ...]:
    """The languages with a list that are written in a script; else the one that mostly is."""
    import langcodes

    scripts = {
        code: langcodes.Language.get(code).maximize().script for code in wordfreq_languages()
    }
    found = [code for code, written in scripts.items() if written == script]
    if script == "Cyrl":
        found.append("sh")
    most = langcodes.Language.make(script=script).maximize().language or "und"
    found.sort(key=lambda code: code != most)  # of equal ones the most spoken, as English
    return tuple(found) or (most,)


@lru_cache(maxsize=64)
def _top(code: str) -> dict[str, float]:
    """The most frequent words of a list with the logarithm of their frequency."""
    found: dict[str, float] = {}
    for i, band in enumerate(bands(code, "small")):
        found.update(dict.fromkeys(band, -i / 100 * math.log(10)))
        if len(found) >= TOP:
            break
    return found


def _likeliest(counts: Counter[str], codes: Sequence[str], script: str) -> Language:
    words = [word for word in counts if _TWO_LETTERS.search(word)]
    if not words:
        return Language(codes[0], script, counts.total(), 0.0, is_sure=False)
    times = [counts[word] for word in words]
    folded = [word.casefold() for word in words]
    n = sum(times)
    scored: list[tuple[float, float, str]] = []
    for code in codes:
        top = _top(code) if code in wordfreq_languages() else {}
        listed = [top.get(w) for w in (as_listed(words, code) if code in _MARKED else folded)]
        log_p = sum(k * (FLOOR if p is None else p) for k, p in zip(times, listed, strict=True))
        share = sum(k for k, p in zip(times, listed, strict=True) if p is not None) / n
        scored.append((log_p, share, code))
    scored.sort(key=lambda row: -row[0])  # stable: the most spoken of equal ones
    (best, share, code), (second, next_share, other) = [*scored, (-math.inf, math.nan, "")][:2]
    sure = best - second >= SURE and share >= LEAST
    return Language(code, script, n, share, other, next_share, sure)


def share_in(words: Iterable[str], code: str) -> float:
    """The share of different words, 0 to 1, among the most frequent ones of a language's list."""
    known = [word for word in map(nfc, words) if _LETTER.search(word)][:MOST]
    if code not in wordfreq_languages() or not known:
        return math.nan
    top = _top(code)
    return sum(word in top for word in as_listed(known, code)) / len(known)
