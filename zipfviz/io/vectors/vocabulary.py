"""The words of arrays and tensors that name none: word lists, vocab.txt, tokenizer.json."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, cast

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.opened import OpenedFile, open_file
from zipfviz.io.files.room import check_lines, parse_json, read_whole
from zipfviz.io.files.wording import why
from zipfviz.io.tables.text import BOM, decode

# Kinds of files that name no words, and where these are looked for beside them.
NEEDS_WORDS = (".npy", ".safetensors")
LIST_NAMES = (
    "{stem}.vocab.txt", "{stem}.vocab", "{stem}.words", "{stem}.words.txt", "{stem}.txt",
    "{stem}_vocab.txt", "{stem}_words.txt", "{stem}.vocab.json", "{stem}.words.json",
    "{stem}.json", "tokenizer.json", "vocab.txt", "words.txt", "vocabulary.txt", "tokens.txt",
    "vocab.json", "words.json",
)  # fmt: skip


MAX_BYTES = 2**31


@dataclass(frozen=True)
class Vocabulary:
    """Words and the row of each: `ids[i]`, or row i when `ids` is None. `name` says where from.

    `own` is how many ids a tokenizer's own vocabulary takes, without tokens added behind it, which
    a table need not have rows for; None for what is no tokenizer.
    """

    words: list[str]
    name: str
    ids: np.ndarray | None = None
    own: int | None = None

    def __len__(self) -> int:
        return len(self.words)

    def rows(self) -> np.ndarray:
        """(len(words),) int64, the row of each word."""
        return np.arange(len(self.words)) if self.ids is None else self.ids

    def head(self, rows: int) -> Vocabulary:
        """The words of the first `rows` rows."""
        keep = np.flatnonzero(self.rows() < rows)
        ids = None if self.ids is None else self.ids[keep]
        return Vocabulary([self.words[i] for i in keep.tolist()], self.name, ids, self.own)

    def check_length(self, rows: int, label: str) -> None:
        """Raise InputError when the words are not those of a table of `rows` rows.

        A plain list has one word for each row. A tokenizer's own tokens all have a row, and what is
        more than padding behind them is another model's. An object of words and their rows may
        leave rows out, and may not go beyond them.
        """
        what, there = "words", len(self.words)
        if self.ids is None:
            fits = there == rows
        elif self.own is None:
            there = int(self.ids.max(initial=-1)) + 1
            what, fits = f"words in rows up to {there:,}", there <= rows
        else:
            what, there = "tokens", self.own
            top = max(there, int(self.ids.max(initial=-1)) + 1)
            fits = there <= rows and is_padding(rows - top, rows)
        if not fits:
            had = what if " " in what else counted(there, what)
            raise InputError(
                f"{label} has {counted(rows, 'rows')} and {self.name} has {had}; give "
                "the list that belongs to it with words=."
            )


def is_padding(more: int, rows: int) -> bool:
    """Whether `more` rows behind those of a model's tokens only fill its table up.

    Models add up to a tenth, or fill up to a multiple of 8, 64 or 128.
    """
    return more <= rows // 10 or (more < 128 and rows % 8 == 0)


def read_vocabulary(
    given: Any, *, rows: int | None = None, max_bytes: int = MAX_BYTES, name: str | None = None
) -> Vocabulary:
    """Words from a sequence, or from a file by content; a Vocabulary is given back.

    A file is one word a line (lines end at LF or CRLF), a JSON list of words, a JSON object of
    word to row, or a tokenizer.json; a file of exactly `rows` lines that is not called .json is
    one word a line, whatever the words look like. Raises InputError for anything else.
    """
    if isinstance(given, Vocabulary):
        return given
    is_file = isinstance(given, (str, bytes, os.PathLike, OpenedFile)) or hasattr(given, "read")
    if not is_file:
        return Vocabulary(check_words(given, "words"), "the words given")
    with open_file(given, max_bytes=min(max_bytes, MAX_BYTES), name=name).open() as stream:
        label = stream.label
        data = read_whole(stream, label, max_bytes)
    check_lines(data, label)
    lines = data.removeprefix(BOM).split(b"\n")
    if not lines[-1]:
        lines.pop()
    if all(line.endswith(b"\r") for line in lines):
        lines = [line[:-1] for line in lines]
    if data[:1] in (b"{", b"[") and (len(lines) != rows or label.endswith(".json")):
        found = _from_json(data, label)
        if found is not None:
            return found
    return Vocabulary([decode(line) for line in lines], label)


def check_words(words: Iterable[Any], label: str) -> list[str]:
    """The words as a list of str; bytes are decoded, anything else is an InputError."""
    if isinstance(words, np.ndarray):
        words = words.tolist()
    result = [decode(w) if isinstance(w, bytes) else w for w in words]
    for place, word in enumerate(result, 1):
        if not isinstance(word, str):
            raise InputError(
                f"{label}: word {place:,} is {word!r:.60}, a {type(word).__name__}; words are text."
            )
    return cast(list[str], result)


def _from_json(data: bytes, label: str) -> Vocabulary | None:
    """A list, a word-to-row object or a tokenizer; None when it is a word list after all."""
    try:
        content = parse_json(data, label)
    except InputError:
        raise
    except (ValueError, RecursionError):
        return None
    if isinstance(content, list):
        return Vocabulary(check_words(content, label), label)
    if isinstance(content, dict) and isinstance(content.get("model"), dict):
        return _from_tokenizer(content, label)
    if isinstance(content, dict) and content:
        return _by_row(content, label)
    return None


def _from_tokenizer(content: dict[str, Any], label: str) -> Vocabulary:
    """The tokens of a tokenizer.json.

    The tokenizers package is not asked: it has the file's own rules work on added tokens, and one
    that makes gigabytes of a letter ends the process.
    """
    try:
        vocab = content["model"]["vocab"]
        if isinstance(vocab, list):  # of pieces with their scores
            vocab = {piece: row for row, (piece, _) in enumerate(vocab)}
        ids = dict(vocab)
        added = {token["content"]: token["id"] for token in content.get("added_tokens") or ()}
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"{label} is no tokenizer.json that can be read ({why(error)})."
        ) from error
    found = _by_row(added | ids, label)
    own = 1 + max((i for token, i in ids.items() if token not in added), default=-1)
    return replace(found, own=own)


def _by_row(content: dict[str, Any], label: str) -> Vocabulary:
    bad = next((k for k, v in content.items() if type(v) is not int or not 0 <= v < 2**40), None)
    if bad is not None:
        raise InputError(
            f"{label}: {bad!r:.60} has {content[bad]!r:.60} where a row number should be."
        )
    ordered = sorted(content, key=content.__getitem__)
    ids = np.array([content[word] for word in ordered], np.int64)
    return Vocabulary(ordered, label, ids)


def beside(is_there: Callable[[str], bool], main: str) -> str | None:
    """The name of the file that holds the words of file `main`, in the same folder; or None."""
    folder, stem = PurePosixPath(main).parent, PurePosixPath(main).name
    while stem:
        for pattern in LIST_NAMES:
            name = str(folder / pattern.format(stem=stem))
            if name != main and is_there(name):
                return name
        shorter = PurePosixPath(stem).stem
        stem = "" if shorter == stem else shorter
    return None
