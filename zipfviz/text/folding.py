"""Normalise words to Unicode's NFC and fold their case as each language does."""

import unicodedata
from collections.abc import Callable, Sequence

from zipfviz.text.words import nfc

# Where I is the capital of ı, and İ that of i.
_DOTTED = frozenset({"tr", "az"})


def nfc_words(words: Sequence[str]) -> Sequence[str]:
    """The words in NFC; `words` itself where they are so already, which is found in one pass."""
    text = "\n".join(words)
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return words
    return [nfc(word) for word in words]


def nfc_once(words: Sequence[str]) -> Sequence[str]:
    """The words in NFC, each once: "" for a repeat.

    Of words that become one the one stored in NFC stands for all, else the first.

    >>> nfc_once(["cafe\\u0301", "caf\\u00e9", "the"])
    ['', 'café', 'the']
    """
    keys = nfc_words(words)
    if keys is words:
        return words
    place: dict[str, int] = {}
    for row, (word, key) in enumerate(zip(words, keys, strict=True)):
        if key not in place or (word == key and words[place[key]] != key):
            place[key] = row
    return [key if place[key] == row else "" for row, key in enumerate(keys)]


def lower_case(language: str) -> Callable[[str], str]:
    """What writes a word of a language in lower case, in Turkish I as ı.

    >>> lower_case("tr")("ISPARTA"), lower_case("en")("ISPARTA")
    ('ısparta', 'isparta')
    """
    return _dotted_lower if language in _DOTTED else str.lower


def fold_case(language: str) -> Callable[[str], str]:
    """What takes case away as Unicode does: "Straße" and "STRASSE" are one, "λόγος" and "ΛΌΓΟΣ"."""
    return _dotted_fold if language in _DOTTED else _fold


def _dotted_lower(word: str) -> str:
    return word.replace("İ", "i").replace("I", "ı").lower()


def _fold(word: str) -> str:
    return nfc(word.casefold())  # of ΠΑΪ́ΣΙΟΣ the small letters have one sign for both marks


def _dotted_fold(word: str) -> str:
    return _fold(word.replace("İ", "i").replace("I", "ı"))
