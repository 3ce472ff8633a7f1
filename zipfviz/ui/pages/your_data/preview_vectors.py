"""Show a file of vectors: what can be chosen about it, first words, counts of its own tokens."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from zipfviz.common.errors import ZipfvizError
from zipfviz.common.markdown import plain
from zipfviz.corpus.corpora import GENSIM_CORPORA
from zipfviz.io.fetch.keep import keep_embedding, keep_files, keep_frequency, stem_of
from zipfviz.io.files.opened import OpenedFile
from zipfviz.io.folders import cache_folder
from zipfviz.io.pairs.known_tasks import gensim_file
from zipfviz.io.records import Embedding
from zipfviz.io.vectors.read import read_embedding
from zipfviz.ui.pages.your_data import bring_in, offers
from zipfviz.ui.server import jobs, loaders
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import files

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile


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
    return how.read(file, max_words=offers.ROWS, partial=True, max_loss=1.0)


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
        offers.offer_to_use("Use these vectors", plain(entry.title), embedding=entry.name)
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
    if file.kind not in ("fasttext", "floret"):
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


NEWS = "lee"
COUNTED = "data_tokens_counted"


def has_tokenizer(path: Path) -> bool:
    """Whether a file is the table of a language model whose tokenizer lies beside it."""
    return path.suffix == ".safetensors" and (path.parent / "tokenizer.json").is_file()


def count_tokens(path: Path, embedding: str) -> None:
    """Count the tokens of the model of `path`, listed as `embedding`, with its own tokenizer."""
    st.markdown("##### Frequencies of its own tokens")
    st.caption(
        "These words are the tokens of a language model. A list of words knows those that begin a "
        "word; counted on a text with the model’s own tokenizer, every token has a frequency."
    )
    texts = bring_in.files_at_hand()
    left, right = st.columns(2)
    text = left.selectbox(
        "Text", [NEWS, *texts], key="data_tokens_text",
        format_func=lambda o: GENSIM_CORPORA[NEWS][1] if o == NEWS else texts[o],
    )  # fmt: skip
    own = right.file_uploader("Or a text from your machine", key="data_tokens_own")
    st.button(
        "Count its tokens", icon=":material/tag:", disabled=jobs.running("tokens"),
        on_click=_start, args=(path, text, own),
    )  # fmt: skip
    done: Path | None = jobs.take("tokens")
    if done is not None:
        st.session_state[COUNTED] = (embedding, done)
        loaders.forget_entries()
    jobs.watch("tokens", loaders.forget_entries)
    model, counts = st.session_state.get(COUNTED, ("", None))
    if counts is not None and model == embedding:
        name = counts.relative_to(cache_folder()).as_posix()
        offers.offer_both("Use the table with these counts", embedding, name)


def _start(path: Path, text: Path | str, own: UploadedFile | None) -> None:
    def work(heard: jobs.Progress) -> Path:
        from zipfviz.token_embeddings import count_with_model

        chosen = gensim_file(GENSIM_CORPORA[NEWS][0]) if text == NEWS else Path(text)
        if own is not None:
            chosen = keep_files("uploads", {own.name: own})[0]

        def told(done: int, total: int | None) -> None:
            heard(done / total if total else 0.0, bring_in.megabytes(done))

        name = f"{stem_of(path.parent.name)} tokens of {stem_of(chosen.name)}"
        return keep_frequency(
            count_with_model(path.parent, chosen, name=name, progress=told), "uploads"
        )

    jobs.start("tokens", "Counting tokens", work)
