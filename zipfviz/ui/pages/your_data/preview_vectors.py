"""Show a file of vectors: what can be chosen about it, and its first words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from zipfviz.common.errors import ZipfvizError
from zipfviz.io.fetch.keep import keep_embedding
from zipfviz.io.files.opened import OpenedFile
from zipfviz.io.records import Embedding
from zipfviz.io.vectors.read import read_embedding
from zipfviz.ui.pages.your_data import offers
from zipfviz.ui.pages.your_data.token_counts import count_tokens, has_tokenizer
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import files

GUESS = ""
NUMBERS = 6


@dataclass(frozen=True)
class Reading:
    """What was chosen about a file of vectors, by the names of `read_embedding`."""

    tensor: str | None = None
    word_column: str | None = None
    compose: tuple[str, ...] = ()

    def read(self, file: OpenedFile, **more: Any) -> Embedding:
        return read_embedding(
            file, tensor=self.tensor, word_column=self.word_column, compose=self.compose, **more
        )


@shared_cache(4, "Reading the first rows …")
def _first_words(file: OpenedFile, how: Reading) -> Embedding:
    return how.read(file, max_words=offers.ROWS, partial=True)


def preview_vectors(path: Path) -> None:
    file = files.opened(path)
    how = Reading(_matrix(file), _word_column(file), _composed(file))
    first = _first_words(file, how)
    dim = first.vectors.shape[1]
    numbers = {f"{i + 1}": first.vectors[:, i] for i in range(min(NUMBERS, dim))}
    told = [line for line in first.report.lines() if line[0] not in ("rows read", "seconds")]
    offers.show_rows(
        pd.DataFrame({"word": list(map(offers.shown, first.words)), **numbers}),
        "The first words with the first numbers of their vectors",
        [("numbers a word", f"{dim:,}"), *told],
    )
    entry = files.listed_entry(path, "embedding")
    if entry is not None and how == Reading():
        st.caption("Only these rows were read so far; the whole file is once it is in use.")
        offers.offer_to_use("Use these vectors", "embedding", entry)
        if has_tokenizer(path):
            count_tokens(path, entry.name)
    else:
        st.caption(offers.KEEP)
        offers.offer_to_keep(
            "Keep these vectors", lambda: keep_embedding(how.read(file), "uploads")
        )


def _matrix(file: OpenedFile) -> str | None:
    """The matrix chosen among several, None for the one that is read without a choice."""
    found = files.matrices_in(file)
    if len(found) < 2:
        return None
    named = "choose one" if _needs_choice(file) else "the input table, by its name"
    labels = {GUESS: named, **found}
    chosen = st.selectbox(
        "Matrix", list(labels), format_func=labels.__getitem__, key=f"matrix-{file.path}",
        help="This file holds several. Another one than the input table is kept as a file of its "
        "own.",
    )  # fmt: skip
    return chosen or None


def _word_column(file: OpenedFile) -> str | None:
    """The column of words chosen in a table that has several of text, None where none was."""
    try:
        columns = files.peeked(file, 2)
    except ZipfvizError:
        return None
    texts = {column.name: column.label for column in columns if not column.is_number}
    if len(texts) < 2:
        return None
    labels = {GUESS: "choose one" if _needs_choice(file) else "as its content says", **texts}
    chosen = st.selectbox(
        "Column of words", list(labels), format_func=labels.__getitem__, key=f"words-{file.path}",
        help="This table has several columns of text; each row’s vector belongs to one word.",
    )  # fmt: skip
    return chosen or None


def _composed(file: OpenedFile) -> tuple[str, ...]:
    """Words typed to be composed from the n-grams of a fastText model."""
    if file.kind != "fasttext":
        return ()
    typed = st.text_input(
        "Also compose these words", key=f"compose-{file.path}",
        placeholder="isotropicity, untokened",
        help="A fastText model makes a vector for a word it does not know from the word’s letters. "
        "Words between commas; they are kept with the model’s own.",
    )  # fmt: skip
    return tuple(dict.fromkeys(word for part in typed.split(",") if (word := part.strip())))


@shared_cache(8, False)
def _needs_choice(file: OpenedFile) -> bool:
    """Whether a file cannot be read without a choice."""
    try:
        _first_words(file, Reading())
    except ZipfvizError:
        return True
    return False
