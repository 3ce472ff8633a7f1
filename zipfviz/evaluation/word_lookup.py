"""Look up the words of a word task in a vocabulary, exactly or case-folded."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence


def look_up(texts: Sequence[str], words: Collection[str]) -> tuple[list[str], int]:
    """The word of a vocabulary that each text stands for, and how many are not as written.

    A text is looked up as it is written (or in Unicode's normal form C); then in lower case, as the
    paper's protocol has it; then among all `words` without regard to case ("hund" finds "Hund", the
    first of several). A text that is not there stays, in lower case.

    >>> look_up(["Hund", "FBI", "polish"], {"Hund": 0, "fbi": 1, "Polish": 2})
    (['Hund', 'fbi', 'Polish'], 2)
    """
    found = {text: next((w for w in _written(text) if w in words), None) for text in texts}
    missing = {_folded(text) for text, word in found.items() if word is None}
    there: dict[str, str] = {}
    if missing:
        for word in words:
            if (folded := _folded(word)) in missing:
                there.setdefault(folded, word)
    chosen = [found[text] or there.get(_folded(text), text.lower()) for text in texts]
    n_folded = sum(w != text and w in words for w, text in zip(chosen, texts, strict=True))
    return chosen, n_folded


def _written(text: str) -> tuple[str, ...]:
    nfc = unicodedata.normalize("NFC", text)
    return text, nfc, nfc.lower()


def _folded(word: str) -> str:
    return unicodedata.normalize("NFC", word).casefold()
