"""Match the tokens of a language model to the words of a frequency list.

A model's vocabulary marks where a word begins ("Ġthe" in byte-level BPE, "▁the" in SentencePiece)
or where it goes on ("##ing" in WordPiece). A token that begins a word is matched as that word; one
that continues a word has no frequency of its own, and "the" inside "bathe" is not the word "the".

    found = read_subwords(embedding.words)
    found.words[:3]        # ("the", "", "of"), "" for a token that is no word
    found.sentence()
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zipfviz.common.nouns import counted

BYTE_LEVEL, SENTENCEPIECE, WORDPIECE = "Ġ", "▁", "##"
NAMES = {BYTE_LEVEL: "byte-level BPE", SENTENCEPIECE: "SentencePiece", WORDPIECE: "WordPiece"}
# Share of marked tokens above which a vocabulary is a model's; Ġ is a letter of Maltese.
LEAST = {BYTE_LEVEL: 0.15, SENTENCEPIECE: 0.01, WORDPIECE: 0.05}
MARKED = {mark: re.compile(rf"{mark}[^\W_]") for mark in NAMES}
SIGN = re.compile(r"\[(?:PAD|UNK|CLS|SEP|MASK|unused\d+)\]|<(?:[^<>\s]+)>")
# Thai, Lao, Tibetan, Myanmar, Khmer, kana and Han are written without spaces: no token of theirs
# is marked within a line.
UNSPACED = re.compile("[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True)
class Subwords:
    """`words[i]` is what token i is matched as, "" where it is no word; unique but for ""."""

    words: tuple[str, ...]
    mark: str
    repeated: int

    def sentence(self) -> str:
        """The rule and its counts, for a report."""
        known = sum(map(bool, self.words))
        rest = len(self.words) - known - self.repeated
        twice = f", {self.repeated:,} spell a word again and are left out" if self.repeated else ""
        return (
            f"{NAMES[self.mark]} ({self.mark}): "
            f"{counted(known, 'tokens begin a word and are', 'token begins a word and is')} "
            f"matched as it, {rest:,} continue one or are signs of the model and have no "
            f"frequency{twice}"
        )


def _mark(tokens: Sequence[str]) -> str:
    """The mark of a model's vocabulary, "" for words of any other kind."""
    marks = tuple(NAMES)
    marked = [token for token in tokens if token.startswith(marks)]
    for mark, pattern in MARKED.items():
        hits = sum(pattern.match(token) is not None for token in marked)
        if hits >= max(2, LEAST[mark] * len(tokens)):
            return mark
    return ""


def read_subwords(tokens: Sequence[str]) -> Subwords | None:
    """The words that a model's tokens stand for; None where the words are no model's tokens."""
    mark = _mark(tokens)
    if not mark:
        return None
    seen: set[str] = {""}
    words: list[str] = []
    repeated = 0
    for token in tokens:
        word = "" if SIGN.fullmatch(token) else _word(token, mark)
        repeated += bool(word) and word in seen
        words.append("" if word in seen else word)
        seen.add(word)
    return Subwords(tuple(words), mark, repeated)


def counts_tokens(listed: Sequence[str], subwords: Subwords, tokens: Sequence[str]) -> bool:
    """Whether a frequency list counts the model's tokens as they are stored, marks and all."""
    marked = {token for token in tokens if token.startswith(subwords.mark)}
    there = len(marked.intersection(listed))
    return there > 0 and there >= 0.01 * min(len(marked), len(listed))


def _word(token: str, mark: str) -> str:
    """What one token is matched as, "" for a continuation."""
    if mark == WORDPIECE:
        return "" if token.startswith(mark) and len(token) > len(mark) else token
    begins = token.startswith(mark)
    rest = token[1:] if begins else token
    text = _decoded(rest) if mark == BYTE_LEVEL else rest.replace(mark, " ").strip(" ")
    return text if begins or UNSPACED.match(text) else ""


def _alphabet() -> dict[str, int]:
    """GPT-2's letter of each byte: itself where that can be printed, else one from U+0100 on."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    letters = {chr(byte): byte for byte in plain}
    return letters | {chr(256 + i): byte for i, byte in enumerate(others)}


BYTES = _alphabet()


def _decoded(text: str) -> str:
    """The text whose bytes a byte-level token spells; "" for half a character."""
    try:
        return bytes(BYTES[letter] for letter in text).decode().strip(" ")
    except (KeyError, UnicodeDecodeError):
        return ""
