"""Text in other encodings than UTF-8: known by its first bytes, read as UTF-8 from then on.

UTF-16 and UTF-32 are told by their byte order mark, or by making a text of plain characters; what
cannot be told (Latin-1 from its many kin) is left to `encoding=`. Bytes that an encoding does not
have stay as they are, as bytes that are no UTF-8 do.
"""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from typing import Any

from zipfviz.common.errors import Choice, ChoiceNeeded, InputError
from zipfviz.io.files.wording import shown

BLOCK = 2**18
LOOK = 4096
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
FEW = 0.1
# What a text of lines has in it, whatever its script.
PLAIN = re.compile(r"[\t\n\r 0-9.,;:]")
STRANGE = ("Cc", "Cn", "Co", "Cs")


def known_encoding(name: str) -> str:
    """The name that Python has for an encoding of text; raises InputError where it has none."""
    try:
        codec: Any = codecs.lookup(name)
        "".encode(name)
        text = codec._is_text_encoding
    except (LookupError, TypeError, ValueError, UnicodeError):
        text = False
    if not text:
        raise InputError(
            f"encoding={name!r} is unknown; give one that Python knows, such as 'utf-8', "
            "'utf-16-le', 'cp1252' or 'gb18030'."
        )
    return str(codec.name)


def wide_encoding(head: bytes) -> str | None:
    """The UTF-16 or UTF-32 that bytes are in, by Python's name; None where they are in neither."""
    start = head[: LOOK // 4 * 4]
    if b"\0" not in start:
        return None
    marked = next((name for mark, name in MARKS if start.startswith(mark)), None)
    if marked is None and start.count(0) < FEW * len(start):  # text that holds a zero byte
        without = start.replace(b"\0", b"").decode("utf-8", "replace")
        if not _is_strange(without.removesuffix("\ufffd").replace("\ufffd", "\0")):
            return None
    return marked or next((name for name in WIDE if _is_text_in(start, name)), None)


def _is_strange(text: str) -> bool:
    """Whether a text holds what no list, table or prose does: control characters and the like."""
    return any(unicodedata.category(c) in STRANGE and c not in "\t\n\r" for c in text)


def _is_text_in(head: bytes, name: str) -> bool:
    """Whether bytes are text in an encoding of fixed width: known characters, lines, no control."""
    decoder = codecs.getincrementaldecoder(name)()
    try:
        text = decoder.decode(head)  # a character that is cut at the end is left out
    except UnicodeDecodeError:
        return False
    return bool(PLAIN.search(text)) and not _is_strange(text)


def wide_text(head: bytes, label: str) -> ChoiceNeeded:
    """The question that UTF-16 and UTF-32 leave, answered by their own name."""
    name = wide_encoding(head) or "utf-16"
    marked = name in ("utf-16", "utf-32")
    mark = "with" if marked else "without"
    text = codecs.getincrementaldecoder(name)("replace").decode(head[:LOOK])
    first = (text.lstrip("\ufeff").splitlines() or [""])[0]
    return ChoiceNeeded(
        f"{label} is {name[:6].upper()} text {mark} a byte order mark",
        [
            Choice(
                options={"encoding": name}, gives=f"first line {shown(first[0] if first else '')}"
            )
        ],
    )


class Recoded(io.RawIOBase):
    """The UTF-8 of a stream in another encoding, as it is read."""

    def __init__(self, outer: Any, encoding: str) -> None:
        self.outer, self.encoding = outer, encoding
        self.decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
        self.rest = b""
        self.ended = False

    @property
    def cut(self) -> bool:
        return bool(self.outer.cut)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self.rest and not self.ended:
            data = self.outer.read(BLOCK)
            self.ended = not data
            try:
                text = self.decoder.decode(data, self.ended)
                self.rest = text.encode("utf-8", "surrogateescape")
            except UnicodeError as error:
                raise InputError(
                    f"{self.outer.label} is not text in {self.encoding} ({error}); give the "
                    "encoding= it has."
                ) from None
        taken = self.rest[: len(buffer)]
        self.rest = self.rest[len(taken) :]
        buffer[: len(taken)] = taken
        return len(taken)

    def close(self) -> None:
        if not self.closed:
            self.outer.close()
        super().close()
