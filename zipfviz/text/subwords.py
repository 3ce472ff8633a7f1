"""Match the tokens of a language model to the words of a frequency list.

A model's vocabulary marks where a word begins ("Ġthe" in byte-level BPE, "▁the" in SentencePiece),
where it goes on ("##ing" in WordPiece, "th@@" in subword-nmt) or where it ends ("the</w>" in CLIP).
A token that the model makes of a word alone is matched as that word; a fragment has no frequency
of its own, and "the" inside "bathe" is not the word "the".

    found = read_subwords(embedding.words)
    found.words[:3]        # ("the", "", "of"), "" for a token that is no word
    found.sentence()
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zipfviz.common.nouns import counted


@dataclass(frozen=True)
class Marking:
    """How a vocabulary tells words from fragments: `mark` stands where `role` says.

    A vocabulary is a model's from the share `least` of marked tokens on.
    """

    mark: str
    name: str
    role: Literal["begins", "ends", "goes on", "is cut"]
    least: float

    @property
    def at_front(self) -> bool:
        """Whether the mark stands before its token."""
        return self.role in ("begins", "goes on")

    @property
    def in_lines(self) -> str:
        """What to count in a text of a token a line: never less often there than marked tokens."""
        return "\n" + self.mark if self.at_front else self.mark + "\n"

    def on(self, token: str) -> bool:
        """Whether a token carries the mark, and more than it."""
        has = token.startswith(self.mark) if self.at_front else token.endswith(self.mark)
        return has and len(token) > len(self.mark)

    def bare(self, token: str) -> str:
        """A token without its mark."""
        return token.removeprefix(self.mark) if self.at_front else token.removesuffix(self.mark)

    def is_word(self, token: str) -> bool:
        """Whether a word alone can become this token."""
        return self.on(token) == (self.role in ("begins", "ends"))


BYTE_LEVEL = Marking("Ġ", "byte-level BPE", "begins", 0.15)  # Ġ is a letter of Maltese
SENTENCEPIECE = Marking("▁", "SentencePiece", "begins", 0.01)
WORDPIECE = Marking("##", "WordPiece", "goes on", 0.05)
# By its merges, CLIP makes each of its 34,483 tokens with </w> of that token's own text.
END_OF_WORD = Marking("</w>", "BPE with word ends", "ends", 0.05)
CUT_WORD = Marking("@@", "subword-nmt", "is cut", 0.05)
SPACED = Marking(" ", "BPE with its spaces", "begins", 0.15)
MARKINGS = (BYTE_LEVEL, SENTENCEPIECE, WORDPIECE, END_OF_WORD, CUT_WORD, SPACED)
SIGN = re.compile(r"\[(?:PAD|UNK|CLS|SEP|MASK|unused\d+)\]|<(?:[^<>\s]+)>")
# Thai, Lao, Tibetan, Myanmar, Khmer, kana and Han are written without spaces: no token of theirs
# is marked within a line.
UNSPACED = re.compile("[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff]")
LETTER = re.compile(r"[^\W_]")


@dataclass(frozen=True)
class Subwords:
    """`words[i]` is what token i is matched as, "" where it is no word; unique but for ""."""

    words: tuple[str, ...]
    marking: Marking
    repeated: int

    @property
    def mark(self) -> str:
        return self.marking.mark

    def sentence(self) -> str:
        """The rule and its counts, for a report."""
        known = sum(map(bool, self.words))
        rest = len(self.words) - known - self.repeated
        twice = f", {self.repeated:,} spell a word again and are left out" if self.repeated else ""
        several, one = {
            "ends": ("tokens are what a word alone becomes and are", "token is and is"),
            "is cut": ("tokens end a word and are", "token ends a word and is"),
        }.get(self.marking.role, ("tokens begin a word and are", "token begins a word and is"))
        mark = self.mark if self.mark.strip() else "a space"
        return (
            f"{self.marking.name} ({mark}): {counted(known, several, one)} "
            f"matched as it, {rest:,} continue one or are signs of the model and have no "
            f"frequency{twice}"
        )


def read_subwords(tokens: Sequence[str]) -> Subwords | None:
    """The words that a model's tokens stand for; None where the words are no model's tokens."""
    lines = "\n".join(["", *tokens, ""])
    could = (m for m in MARKINGS if _enough(m, lines.count(m.in_lines), tokens))
    marking = next((marking for marking in could if _marks(marking, tokens)), None)
    if marking is None:
        return None
    in_bytes = marking is BYTE_LEVEL or (marking is END_OF_WORD and _spells_bytes(tokens))
    seen: set[str] = {""}
    words: list[str] = []
    repeated = 0
    for token in tokens:
        word = "" if SIGN.fullmatch(marking.bare(token)) else _word(token, marking, in_bytes)
        repeated += bool(word) and word in seen
        words.append("" if word in seen else word)
        seen.add(word)
    return Subwords(tuple(words), marking, repeated)


def counts_tokens(listed: Sequence[str], subwords: Subwords, tokens: Sequence[str]) -> bool:
    """Whether a frequency list counts the model's tokens as they are stored, marks and all."""
    marked = set(filter(subwords.marking.on, tokens))
    there = len(marked.intersection(listed))
    return there > 0 and there >= 0.01 * min(len(marked), len(listed))


def _marks(marking: Marking, tokens: Sequence[str]) -> bool:
    """Whether enough tokens carry a mark before or behind a letter."""
    bare = (marking.bare(token) for token in tokens if marking.on(token))
    place = 0 if marking.at_front else -1
    return _enough(marking, sum(LETTER.match(rest[place]) is not None for rest in bare), tokens)


def _enough(marking: Marking, n_marked: int, tokens: Sequence[str]) -> bool:
    """Whether that many marked ones make tokens a model's."""
    return n_marked >= max(2, marking.least * len(tokens))


def _word(token: str, marking: Marking, in_bytes: bool) -> str:
    """What one token is matched as, "" for a fragment."""
    if marking in (WORDPIECE, CUT_WORD):
        return token if marking.is_word(token) else ""
    rest = marking.bare(token)
    text = _decoded(rest) if in_bytes else rest.replace(marking.mark, " ").strip(" ")
    return text if marking.is_word(token) or UNSPACED.match(text) else ""


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


def _spells_bytes(tokens: Sequence[str]) -> bool:
    """Whether tokens beyond ASCII are bytes in GPT-2's letters: most of them spell characters."""
    beyond = [END_OF_WORD.bare(token) for token in tokens if not token.isascii()]
    return sum(bool(_decoded(token)) for token in beyond) > len(beyond) / 2
