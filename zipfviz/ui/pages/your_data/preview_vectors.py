"""Show a file of vectors: what can be chosen about it, first words, counts of its own tokens."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from zipfviz.common.errors import ChoiceNeeded, InputError, ZipfvizError
from zipfviz.common.markdown import plain
from zipfviz.corpus.corpora import GENSIM_CORPORA
from zipfviz.io.counts.frequencies import read_frequency
from zipfviz.io.fetch.keep import keep_embedding, keep_frequency, stem_of
from zipfviz.io.files.opened import OpenedFile
from zipfviz.io.folders import cache_folder
from zipfviz.io.glance import COUNTS_OPTIONS, Glance, first_vectors
from zipfviz.io.pairs.known_tasks import gensim_file
from zipfviz.io.records import Embedding
from zipfviz.io.vectors.read import read_embedding
from zipfviz.ui.pages.your_data import bring_in, offers
from zipfviz.ui.pages.your_data.reading import Options, settled
from zipfviz.ui.server import brought, jobs, loaders
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import files
from zipfviz.ui.shell.ways_out import CONTROLS

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile


NUMBERS = 6


First = tuple[Embedding, dict[str, int]]


@shared_cache(8, "Reading the first rows …")
def _first_words(file: OpenedFile, options: Options) -> First | ZipfvizError:
    """The first vectors, and the columns of counts beside them."""
    try:
        return brought.read(first_vectors, file, offers.ROWS, **dict(options))
    except ZipfvizError as error:
        return error


def preview_vectors(path: Path, seen: Glance) -> None:
    file = seen.file
    chosen = {"tensor": _matrix(seen), "compose": _composed(file)}
    (first, counts), options = settled(
        file, "embedding", partial(_first_words, file), {k: v for k, v in chosen.items() if v}
    )
    dim = first.vectors.shape[1]
    numbers = {f"{i + 1}": first.vectors[:, i] for i in range(min(NUMBERS, dim))}
    told = [line for line in first.report.lines() if line[0] not in ("rows read", "seconds")]
    offers.show_rows(
        pd.DataFrame({"word": list(map(offers.shown, first.words)), **numbers}),
        "The first words with the first numbers of their vectors",
        [("numbers a word", f"{dim:,}"), *told],
    )
    entry = files.listed_entry(path, "embedding")
    if entry is not None and not options:
        st.caption("Only these rows were read so far; the whole file is once it is in use.")
        offers.offer_to_use("Use these vectors", plain(entry.title), embedding=entry.name)
        if has_tokenizer(path):
            count_tokens(path, entry.name)
    else:
        st.caption(offers.KEEP)
        offers.offer_to_keep(
            "Keep these vectors",
            path.name,
            lambda **more: keep_embedding(
                brought.read(read_embedding, file, **(options | more)), "uploads"
            ),
        )
    if counts:
        _offer_counts(file, options, counts)


def _matrix(seen: Glance) -> str | None:
    """The matrix chosen among several, None for the one that is read without a choice."""
    if seen.why:
        raise InputError(seen.why)
    file, found = seen.file, seen.matrices
    if len(found) < 2 or isinstance(_first_words(file, ()), ChoiceNeeded):
        return None  # the only one, or asked about
    return st.selectbox(
        CONTROLS["tensor"], [None, *found], key=f"matrix-{file.path}",
        format_func=lambda name: found[name] if name else "the input table, by its name",
        help="This file holds several. Another one than the input table is kept as a file of its "
        "own.",
    )  # fmt: skip


def _offer_counts(file: OpenedFile, options: dict[str, Any], columns: dict[str, int]) -> None:
    """Offer the counts that stand beside vectors as a list of frequencies."""
    told = {k: v for k, v in options.items() if k in COUNTS_OPTIONS} | columns
    offers.offer_to_keep(
        "Keep its counts as a list",
        file.name,
        lambda **more: keep_frequency(
            brought.read(read_frequency, file, **(told | more)), "uploads"
        ),
        key="keep-counts",
    )


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
        called = own.name if own is not None else chosen.name
        # A visitor's text is read from memory and never kept.
        content = own.getvalue() if own is not None else chosen

        size = len(content) if isinstance(content, bytes) else content.stat().st_size
        counts = brought.aside(  # a tokenizer that somebody brought may fill the memory
            count_with_model, path.parent, content, label=called, size=brought.SLOWER * size,
            told=lambda: heard(0.0, bring_in.megabytes(size)),
            name=f"{stem_of(path.parent.name)} tokens of {stem_of(called)}",
        )  # fmt: skip
        return keep_frequency(counts, "uploads")

    jobs.start("tokens", "Counting tokens", work)
