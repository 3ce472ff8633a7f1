"""Train word vectors on a text."""

from pathlib import Path

import streamlit as st

from zipfviz.corpus.corpora import GENSIM_CORPORA
from zipfviz.corpus.train import Recipe, Trained, train
from zipfviz.io import catalogue
from zipfviz.io.folders import cache_folder
from zipfviz.ui.pages.your_data import bring_in, offers
from zipfviz.ui.server import brought, jobs, loaders

CONTROLS = ("algorithm", "d", "window", "min_count", "epochs", "seed")
TRAINED = "data_trained"


def train_on_text() -> None:
    """Train word2vec or fastText on a corpus in gensim, a file, or a text of one's own."""
    files = bring_in.files_at_hand()
    left, right = st.columns(2)
    left.selectbox(
        "Text", [*GENSIM_CORPORA, *files], key="data_text",
        format_func=lambda o: GENSIM_CORPORA[o][1] if isinstance(o, str) else files[o],
        help="A corpus that comes with gensim, or any file of running text in the data folder or "
        "among the uploads, plain or packed.",
    )  # fmt: skip
    right.file_uploader("Or a text from your machine", key="data_own_text")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Algorithm", ["word2vec", "fasttext"], default="word2vec", key="data_algorithm",
            required=True, format_func=lambda name: name.replace("text", "Text"),
        )  # fmt: skip
        st.number_input("Dimensions", 5, 1000, 100, key="data_d", width=130)
        st.number_input("Window", 1, 50, 5, key="data_window", width=130)
        st.number_input("Epochs", 1, 200, 5, key="data_epochs", width=130)
        st.number_input("Least count", 1, 10_000, 5, key="data_min_count", width=130)
        st.number_input("Seed", 0, 2**31 - 1, 0, key="data_seed", width=130)
    st.button(
        "Train", type="primary", icon=":material/model_training:", disabled=jobs.running("train"),
        on_click=_start_training,
    )  # fmt: skip
    done: Trained | None = jobs.take("train")
    if done is not None:
        bring_in.look_at(done.vectors)
        st.session_state[TRAINED] = done
    jobs.watch("train", loaders.forget_entries)
    if TRAINED in st.session_state:
        _trained(st.session_state[TRAINED])
    st.caption(
        "Skip-gram with five negative samples; words are lower-cased and cut at hyphens. "
        "One worker and a seed, so that it repeats. The vectors and the text’s own counts are kept "
        "on this server and listed for all who use it, under the text’s file name. A text from "
        "your machine is itself not kept; its words and their counts are."
    )


def _start_training() -> None:
    """Train as the controls say at the moment of the click."""
    recipe = Recipe(**{name: st.session_state[f"data_{name}"] for name in CONTROLS})
    own, at_hand = st.session_state["data_own_text"], st.session_state["data_text"]

    def work(heard: jobs.Progress) -> Trained:
        def told() -> None:
            heard(0.0, "Reading the text")

        if own is not None:  # a visitor's text is read from memory and never kept
            text = brought.corpus(own.getvalue(), own.name, told)
            return train(text, recipe, name=own.name, progress=heard)
        if isinstance(at_hand, Path) and catalogue.is_brought(at_hand):
            text = brought.corpus(at_hand, told=told)
            return train(text, recipe, progress=heard)
        return train(at_hand, recipe, progress=heard)

    jobs.start("train", "Training", work, None if own is not None else (at_hand, recipe))


def _trained(done: Trained) -> None:
    """What the last training made, and a button that shows both halves of it."""
    bring_in.report_lines(done.lines())
    root = cache_folder()
    names = [path.relative_to(root).as_posix() for path in (done.vectors, done.counts)]
    offers.offer_both("Use these vectors with their own counts", *names)
