"""Counting the words of running text of any size, in a stream."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import BinaryIO

from zipfviz.common.errors import InputError

# Letters, digits and marks of any script, with apostrophes, hyphens and points inside.
WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
RULE = (
    "Running text was cut into runs of letters and digits (apostrophes, hyphens and points inside "
    "a word stay), case kept; tokenizer= sets another rule."
)
BLOCK = 1 << 20
# Scripts written without spaces: Thai, Lao, Burmese, Khmer, kana, Han.
SPACELESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


def count_words(
    stream: BinaryIO,
    name: str,
    tokenizer: Callable[[str], list[str]] | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Counter[str], int]:
    """Counts of the words of a text, and the number of its lines.

    `tokenizer` takes one line; without one, words are runs of letters and digits. `progress` is
    called with the unpacked bytes read so far. Memory grows with the vocabulary, not with the text.
    Raises InputError for text in a script without spaces when there is no tokenizer.
    """
    counts: Counter[str] = Counter()
    lines = read = 0
    for block, size in _blocks(stream):
        if tokenizer is None:
            if read == 0:
                _check_script(block, name)
            counts.update(WORD.findall(block))
        else:
            for line in block.split("\n"):
                counts.update(tokenizer(line.removesuffix("\r")))
        lines += block.count("\n")
        read += size
        if progress is not None:
            progress(read)
    return counts, lines


def _blocks(stream: BinaryIO) -> Iterator[tuple[str, int]]:
    """Text and size of blocks of about a megabyte, cut after a line or else between words."""
    rest = b""
    while data := stream.read(BLOCK):
        data = rest + data
        cut = data.rfind(b"\n") + 1 or max(data.rfind(b" "), data.rfind(b"\t")) + 1
        if not cut and len(data) < 16 * BLOCK:
            rest = data
            continue
        cut = cut or len(data)
        yield data[:cut].decode("utf-8", "surrogateescape"), cut
        rest = data[cut:]
    if rest:
        yield rest.decode("utf-8", "surrogateescape"), len(rest)


def is_spaceless(text: str) -> bool:
    """Whether a text's first letters are in a script without spaces between words, mostly."""
    head = text[:100_000]
    letters = sum(c.isalpha() for c in head)
    return len(SPACELESS.findall(head)) > 0.3 * letters > 0


def _check_script(block: str, name: str) -> None:
    if is_spaceless(block):
        raise InputError(
            f"{name} is in a script without spaces between words; give tokenizer=, such as "
            "zipfviz.evaluation.tokenize.tokenizer_for('ja') (pip install mecab-python3 ipadic)."
        )
