"""Detect the character encoding of a text (UTF-16, UTF-32, legacy code pages) and decode it.

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
# Of encodings that are not told by their first bytes, the commonest for each script.
COMMON = ("cp1252", "cp1251", "cp1250", "gb18030", "shift_jis", "euc_kr", "big5", "euc_jp",
          "koi8-r", "cp1253", "cp1254", "cp1256", "cp1255", "cp874")  # fmt: skip
GUESSES = 3
MOST = 7
LETTERS = 0.8
LEAST_LINES = 6
BROKEN = 0.01
ESCAPE = b"\x1b$"
MANY = 0.5  # of a few lines
SHOWN_TO_GUESS = 400  # lines
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
        [Choice(options={"encoding": name}, gives=f"first line {shown(first)}")],
    )


def check_utf8(head: bytes, label: str) -> None:
    """Raise ChoiceNeeded where more lines are no UTF-8 than a few broken words make."""
    if head.count(ESCAPE) > 1:
        raise ChoiceNeeded(
            f"{label} holds the escapes of ISO-2022 text",
            [
                Choice(options={"encoding": "iso2022_jp"}, gives="as Japanese"),
                Choice(options={"encoding": "utf-8"}, gives="keeps the escapes"),
            ],
        )
    try:
        head.decode("utf-8")
        return
    except UnicodeDecodeError:
        lines = [line for line in head.split(b"\n")[:-1] or [head] if line.strip()]
    bad = [line for line in lines if not _is_utf8(line)]
    few = len(bad) < 2 or len(lines) < LEAST_LINES
    if len(bad) <= (MANY if few else BROKEN) * len(lines):
        return
    names = candidates(b"\n".join(bad[:SHOWN_TO_GUESS]))
    said = f"{len(bad):,} of the first {len(lines):,} lines"
    keeps = Choice(options={"encoding": "utf-8"}, gives="keeps such words as bytes")
    telling = _telling(list(dict.fromkeys(bad[:SHOWN_TO_GUESS])), names)
    raise ChoiceNeeded(
        f"{label} is no UTF-8: {said} hold other bytes",
        [*(Choice(options={"encoding": n}, gives=_read_in(telling, n)) for n in names), keeps],
    )


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def candidates(raw: bytes) -> list[str]:
    """Encodings that text which is no UTF-8 may be in, the likeliest first, each another text.

    What charset-normalizer takes it for comes first, then the commonest of each script.
    """
    from charset_normalizer import from_bytes

    guessed = [known_encoding(match.encoding) for match in from_bytes(raw)][:GUESSES]
    texts: dict[str, list[str]] = {}
    for name in (*guessed, *COMMON):
        try:
            text = raw.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        marks = [c for c in text if not c.isascii()]
        letters = sum(unicodedata.category(c)[0] in "LM" for c in marks)
        if not name.startswith("utf") and letters >= LETTERS * len(marks) and not _is_strange(text):
            texts.setdefault(text, []).append(name)
    best = [next((n for n in COMMON if n in names), names[0]) for names in texts.values()]
    return best[:MOST]


def _telling(lines: list[bytes], names: list[str]) -> list[bytes]:
    """Two of different lines on which encodings differ most, so that each gives something else."""
    chosen: list[bytes] = []

    def apart(line: bytes) -> int:
        return len({b"\n".join((*chosen, line)).decode(name, "replace") for name in names})

    for _ in range(min(2, len(lines))):
        chosen.append(max((line for line in lines if line not in chosen), key=apart))
    return chosen


def _read_in(lines: list[bytes], name: str) -> str:
    first = [line.decode(name, "replace").strip()[:20] for line in lines]
    return f"first {', '.join(map(shown, first))}"


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
