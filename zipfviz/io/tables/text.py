"""Cut bytes into lines of text: one encoding, one rule of line ends, one bound on their length.

Text is UTF-8; bytes that are not stay as lone surrogates, so that every word can be written back.
Lines end at LF, whatever carriage returns stand before it (CRLF, CR CR LF), and at nothing else.
"""

import io
import re
from collections.abc import Callable, Iterator

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.room import check_lines, check_not_full, read_whole
from zipfviz.io.files.unpackers import HEAD

BOM = b"\xef\xbb\xbf"
LONE_CR = re.compile(rb"(?<!\r)\r++(?!\n)")
# What other systems end lines with: VT, FF, RS, NEL, and Unicode's separators of lines, paragraphs.
OTHER_ENDS = ("\x0b", "\x0c", "\x1e", "\x85", "\u2028", "\u2029")
FEW = 0.05  # of the lines
BAD_BYTE = re.compile("[\udc80-\udcff]")
SAMPLE = 500  # lines that a layout is judged by
BLOCK = 4 * 2**20
LINES_BLOCK = 2**20
MAX_LINE = 64 * 2**20
MAX_WHOLE = 2 * 2**30


def decode(raw: bytes) -> str:
    """Text of UTF-8 bytes; others stay as lone surrogates."""
    return raw.decode("utf-8", "surrogateescape")


def has_bad_bytes(text: str) -> bool:
    """Whether a text holds bytes that were not UTF-8."""
    return not text.isascii() and BAD_BYTE.search(text) is not None


def whole(stream: Unpacked, limit: int = MAX_WHOLE) -> bytes:
    """All bytes of a stream; raises InputError when there are more than `limit`, or than fit."""
    return read_whole(stream, stream.label, limit)


def _check_line_ends(head: bytes, label: str) -> None:
    """Raise InputError where more than a few lines end in something else than LF.

    Carriage returns alone may stand in a few words of a list of tokens, other ends in some texts.
    """
    n_lines = head.count(b"\n")
    if b"\r" in head:
        inside = len(LONE_CR.findall(head.rstrip(b"\r")))
        if inside > min(n_lines, max(1, FEW * n_lines)):
            raise InputError(
                f"{label} ends its lines with a carriage return (CR alone); save it with LF or "
                "CRLF."
            )
    for end in OTHER_ENDS:
        if head.count(end.encode()) > max(1, 4 * n_lines):
            raise InputError(
                f"{label} ends its lines with U+{ord(end):04X}; save it with LF or CRLF."
            )


def read_lines(stream: Unpacked) -> list[str]:
    """All lines of a text. Raises InputError for too large a text, or line ends of CR alone."""
    data = whole(stream).removeprefix(BOM)
    check_lines(data, stream.label)
    _check_line_ends(data, stream.label)
    lines = [line.rstrip("\r") for line in decode(data).split("\n")]
    return lines if lines[-1] else lines[:-1]


def first_lines(
    head: bytes, label: str, most: int = SAMPLE, *, n_told: int | None = None
) -> list[str]:
    """Up to `most` lines at the start of a file, of which `head` holds up to HEAD bytes.

    The last line is among them only when it is whole; a byte order mark is left out. Raises
    InputError for lines that end in CR alone, but where `n_told`, the number of lines that the file
    itself tells, is that of its LF: any CR are then in its words.
    """
    if len(head) >= HEAD or n_told != head.rstrip(b"\n").count(b"\n") + 1:
        _check_line_ends(head, label)
    lines = head.removeprefix(BOM).split(b"\n", most)
    if len(lines) > most or len(head) >= HEAD or not lines[-1]:
        lines.pop()
    return [decode(line.rstrip(b"\r")) for line in lines]


def whole_lines(stream: io.BufferedIOBase, label: str, size: int = BLOCK) -> Iterator[bytes]:
    """Blocks of about `size` bytes, cut at line ends; what follows the last of them comes alone.

    Raises InputError for a line that is longer than any table's.
    """
    tail: list[bytes] = []
    while block := stream.read(size):
        check_not_full(label)
        end = block.rfind(b"\n") + 1
        if end:
            lines = b"".join((*tail, memoryview(block)[:end]))
            tail = [block[end:]]
            del block
            yield lines
        else:
            tail.append(block)
        if sum(map(len, tail)) > MAX_LINE:
            raise InputError(
                f"{label} has a line longer than {MAX_LINE:,} bytes; this is no table with a row "
                "on each line."
            )
    if last := b"".join(tail):
        yield last


def numbered_lines(
    stream: io.BufferedIOBase, label: str, progress: Callable[[int], None] | None = None
) -> Iterator[tuple[int, str]]:
    """Every line of a stream and its number from 1, without line ends and byte order mark.

    `progress` hears the bytes read so far.
    """
    number = read = 0
    for block in whole_lines(stream, label, LINES_BLOCK):
        read += len(block)
        text = decode(block if number else block.removeprefix(BOM))
        crlf = "\r\n" in text or text.endswith("\r")
        for line in text.removesuffix("\n").split("\n"):
            number += 1
            yield number, line.rstrip("\r") if crlf else line
        if progress is not None:
            progress(read)
