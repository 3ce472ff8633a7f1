"""Segment running text into words at Unicode's word boundaries (UAX 29).

    words_in("¿Dónde está हिन्दी? Don’t!")        # ["Dónde", "está", "हिन्दी", "Don't"]

Marks, joiners and the apostrophe of "don't" stay inside a word; punctuation of every script and
emoji are between words. Scripts without spaces need a tokenizer (`splitters`); a run of them amid
other text is one word.
"""

import re
import unicodedata

import regex

#: What `words_in` does, for a report.
RULE = (
    "at Unicode’s word boundaries (UAX 29): a word is a segment with a letter or digit, in NFC; "
    "’ inside a word is written ', hyphens part words, marks of layout and tone (ـ, ՞) are left out"
)

# Written without spaces between words. Their punctuation is no part of a word.
SPACELESS = (
    r"[[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
    r"\p{Tai_Le}\p{New_Tai_Lue}\p{Tai_Tham}\p{Tai_Viet}ー]--[\p{P}\p{S}]]"
)
# The classes of UAX 29; what extends a letter or digit goes with it (its rule WB4).
_EXTEND = r"\p{WB=Extend}\p{WB=Format}\p{WB=ZWJ}"
_LETTER = r"\p{WB=ALetter}\p{WB=Hebrew_Letter}"
_LETTERS = rf"[[{_LETTER}]&&\p{{Alphabetic}}][{_LETTER}{_EXTEND}]*+"
_DIGITS = rf"\p{{WB=Numeric}}[\p{{WB=Numeric}}{_EXTEND}]*+"
_QUOTE = r"""(?<=\p{Hebrew})"(?=\p{Hebrew})"""
_IN_WORD = rf"(?:[\p{{WB=MidLetter}}\p{{WB=MidNumLet}}']|{_QUOTE})[{_EXTEND}]*+"
_IN_NUMBER = rf"[\p{{WB=MidNum}}\p{{WB=MidNumLet}}'][{_EXTEND}]*+"
_RUN = rf"""(?:
    {_LETTERS} (?:{_IN_WORD} {_LETTERS})*+ (?:(?<=\p{{Hebrew}})')?+
  | {_DIGITS} (?:{_IN_NUMBER} {_DIGITS})*+
)"""
# Letters that need no mark; most words of Latin, Greek and Cyrillic script are nothing else.
_PLAIN = "[A-Za-zÀ-ÖØ-öø-\u02afΈ-ϵЀ-ҁҊ-ԯ]"
# Connectors such as "_" join (WB13a, WB13b); around a word they are emphasis or narrow spaces.
_WORD = regex.compile(
    rf"""{_PLAIN}++(?=[\ \n,;!?)])
    | {_RUN}(?:\p{{WB=ExtendNumLet}}*+ {_RUN})*+
    | {SPACELESS}[{SPACELESS}{_EXTEND}]*+""",
    regex.V1 | regex.VERBOSE,
)
# The same rules for ASCII alone, of which most lines of English are.
_RUN_ASCII = r"(?:[A-Za-z]+(?:[.:'][A-Za-z]+)*|[0-9]+(?:[.,;'][0-9]+)*)"
_ASCII_WORD = re.compile(rf"{_RUN_ASCII}(?:_*{_RUN_ASCII})*")
_SPACELESS_WORD = regex.compile(SPACELESS, regex.V1)
# Curly and full-width forms of the apostrophe; marks of layout that are not seen, or stretch a word
# (Arabic's tatweel); Armenian's question, stress and exclamation marks, which stand inside a word.
_WRITTEN = {
    "’": "'", "＇": "'", "\u00ad": "", "\u2060": "", "\ufeff": "", "\u0640": "",
    "\u055b": "", "\u055c": "", "\u055e": "",
}  # fmt: skip
# Ukrainian's apostrophe as a letter; between other letters it is one (Navajo, IPA).
_CYRILLIC_APOSTROPHE = regex.compile(r"(?<=\p{Cyrillic})ʼ(?=\p{Cyrillic})")


def nfc(text: str) -> str:
    """The text in Unicode's normal form C: letters and their marks in one way of several."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def words_in(text: str) -> list[str]:
    """The words of a text in their order, case kept.

    >>> words_in("“Don’t!” — ¿Qué? 3.14, e.g. well-known")
    ["Don't", 'Qué', '3.14', 'e.g', 'well', 'known']
    """
    if text.isascii():
        return _ASCII_WORD.findall(text)
    text = nfc(text)
    for letter, plain in _WRITTEN.items():
        text = text.replace(letter, plain)
    if "ʼ" in text:
        text = _CYRILLIC_APOSTROPHE.sub("'", text)
    return _WORD.findall(text)


def is_spaceless(text: str) -> bool:
    """Whether a text's first letters are in a script without spaces between words, mostly.

    Above 30 %: such scripts take fewer letters for a word than others.
    """
    head = text[:100_000]
    letters = sum(map(str.isalpha, head))
    return len(_SPACELESS_WORD.findall(head)) > 0.3 * letters > 0


def is_spaceless_word(word: str) -> bool:
    """Whether a word is a run in a script without spaces between words."""
    return _SPACELESS_WORD.match(word) is not None
