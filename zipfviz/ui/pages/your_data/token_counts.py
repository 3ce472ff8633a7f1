"""Count a language model's own tokens on a chosen text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from zipfviz.corpus.corpora import GENSIM_CORPORA
from zipfviz.io.fetch.keep import keep_files, keep_frequency, stem_of
from zipfviz.io.folders import cache_folder
from zipfviz.io.pairs.known_tasks import gensim_file
from zipfviz.ui.pages.your_data import bring_in, offers
from zipfviz.ui.server import jobs, loaders

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile


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
    files = bring_in.files_at_hand()
    left, right = st.columns(2)
    text = left.selectbox(
        "Text", [NEWS, *files], key="data_tokens_text",
        format_func=lambda o: GENSIM_CORPORA[NEWS][1] if o == NEWS else files[o],
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
