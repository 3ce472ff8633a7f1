"""What a page's link holds beyond the values of controls, as short text: a table, marked words.

A link is typed, cut off and edited by hand: what cannot be read is None, never an error.
"""

import base64
import hashlib
import math
import zlib
from collections.abc import Sequence
from urllib.parse import quote, unquote

import numpy as np

# Mail programs, chats and slides break longer addresses.
MOST_LETTERS = 1_500
MOST_ROWS = 200
Row = tuple[str, float, float, float]


def fits(text: str) -> bool:
    """Whether a text is short enough for a link, counted as it is written there."""
    return len(quote(text)) <= MOST_LETTERS


def rows_text(rows: Sequence[Row]) -> str:
    """Rows of a word and three numbers: `the~60~1~0.5~of~30~…`."""
    fields = []
    for word, *numbers in rows:
        fields += [word.replace("%", "%25").replace("~", "%7E"), *(f"{v:.6g}" for v in numbers)]
    return "~".join(fields)


def rows_of(text: str) -> list[Row] | None:
    """The rows of such a text."""
    fields = text.split("~")
    if len(fields) % 4 or len(fields) > 4 * MOST_ROWS:
        return None
    rows: list[Row] = []
    for word, *numbers in zip(*(fields[i::4] for i in range(4)), strict=True):
        try:
            count, x, y = map(float, numbers)
        except ValueError:
            return None
        if not math.isfinite(count + x + y):
            return None
        rows.append((unquote(word), count, x, y))
    return rows


def marks_text(marked: Sequence[int], words: Sequence[str]) -> str:
    """Which of the `words` are marked (positions), a bit a word, and what the words were."""
    bits = np.zeros(len(words), bool)
    bits[list(marked)] = True
    packed = zlib.compress(np.packbits(bits).tobytes(), 9)
    return f"{_told(words)}-{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def marks_of(text: str, words: Sequence[str]) -> list[int] | None:
    """The positions marked; None also where the text was made of other words."""
    told, _, packed = text.partition("-")
    if told != _told(words):
        return None
    try:
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacked = zlib.decompressobj().decompress(raw, len(words))
    except (ValueError, zlib.error):
        return None
    bits = np.unpackbits(np.frombuffer(unpacked, np.uint8))[: len(words)]
    return np.flatnonzero(bits).tolist()


def _told(words: Sequence[str]) -> str:
    """A few letters that differ for other words."""
    return hashlib.blake2b("\n".join(words).encode("utf-8", "replace"), digest_size=4).hexdigest()
