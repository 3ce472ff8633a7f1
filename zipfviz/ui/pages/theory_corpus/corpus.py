"""Choose a corpus, train a skip-gram on it, compare it with its optimum."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted, noun
from zipfviz.corpus.cooccurrence import Cooccurrence, cooccurrence
from zipfviz.corpus.corpora import GENSIM_CORPORA, Corpus, read_corpus
from zipfviz.corpus.skipgram import (
    Recipe,
    SkipGram,
    cached_skipgram,
    load_skipgram,
    skipgram_bytes,
    train_skipgram,
)
from zipfviz.explore.views import histogram
from zipfviz.figures.style.text import count
from zipfviz.theory.optimum import Optimum, against_optimum
from zipfviz.ui.server import brought, jobs, uploads
from zipfviz.ui.server.jobs import work_or_stop
from zipfviz.ui.server.public import is_public
from zipfviz.ui.server.shared_cache import HeldResults, shared_cache
from zipfviz.ui.server.texts import own_corpus
from zipfviz.ui.shell import messages, pickers

OWN = "own"
CORPUS, SAVED = "corpus_file", "skipgram_file"
FLOORS = (5, 10, 20, 50, 100)
SHOWN_PAIRS = 3_000
_TRAINED = HeldResults("skip-grams", 6)
_CORPORA = HeldResults("corpora", len(GENSIM_CORPORA))


def choose_corpus() -> tuple[Corpus, str]:
    """The corpus chosen, without its rarer words, and the Python that reads it."""
    titles = {**{name: title for name, (_, title) in GENSIM_CORPORA.items()}, OWN: "Your own text"}
    left, right = st.columns([2, 1])
    name = pickers.choose("Corpus", titles, "corpus", place=left)
    hint = "Rarer words are taken out of the text, as gensim’s min_count does."
    bound: dict[str, Any] = {"key": "floor", "bind": "query-params", "help": hint}
    floor = right.select_slider("Words that occur at least … times", FLOORS, 20, **bound)
    if name != OWN:
        uploads.set_aside(CORPUS)
        whole = _gensim_corpus(name)
    else:
        prompt = "Upload a text of some hundred thousand words or more."
        file = uploads.upload("A text, packed or not", CORPUS, prompt)
        if file is None:
            st.stop()
        whole, name = own_corpus(file), file.name
    return whole.at_least(floor), f"corpus = read_corpus({name!r}).at_least({floor})"


def _gensim_corpus(name: str) -> Corpus:
    """A corpus of gensim's wheel, read once for all who look at it."""
    found: Corpus | None = _CORPORA.get(name)
    if found is None:
        with work_or_stop("Reading the corpus") as told:
            found = read_corpus(name, progress=told)
        _CORPORA.put(name, found)
    return found


@shared_cache(4, "Reading your skip-gram …")
def _own_skipgram(file: uploads.Upload) -> SkipGram:
    how = {"label": file.name, "size": len(file.content), "name": file.name}
    return brought.aside(load_skipgram, file.content, **how)


joint_of = shared_cache(6, "Counting neighbours …")(cooccurrence)
optimum = shared_cache(4, "Comparing with the optimum …")(against_optimum)


def choose_tied() -> bool:
    """Whether a word has one vector, as word and as context, or two."""
    hint = (
        "Skip-gram learns two vectors a word: the output vector predicts the word, the input "
        "vector is its context. Theorem 1 assumes they are one: “tied” trains a single vector for "
        "both."
    )
    titles = {"apart": "output and input vectors", "tied": "tied"}
    return pickers.switch("Words and contexts", titles, "sg_sides", help=hint) == "tied"


def choose_recipe(tied: bool) -> Recipe:
    """How the skip-gram is trained; every choice is in the URL."""
    with st.expander("How it is trained", icon=":material/tune:", type="compact"):
        columns = st.columns(3)
        negatives = pickers.choose("Negatives drawn", NEGATIVES, "sg_negatives", place=columns[0])
        asked: dict[str, Any] = {
            name: columns[i % 3].select_slider(
                label, values, first, key=f"sg_{key}", bind="query-params"
            )
            for i, (name, (key, label, values, first)) in enumerate(SLIDERS.items(), 1)
        }
        seed = columns[2].number_input("Seed", 0, 9999, 0, key="sg_seed", bind="query-params")
    return Recipe(**asked, negatives=negatives, seed=seed, tied=tied)


#: Part of a recipe -> its key in the link, its label, what can be chosen, what is at first.
SLIDERS: dict[str, tuple[str, str, Sequence[int], int]] = {
    "k": ("k", "Negatives per pair, k", [1, 2, 5, 10, 15], 5),
    "window": ("window", "Window", [1, 2, 3, 5, 8, 10], 5),
    "d": ("d", "Dimensions", [10, 25, 50, 100, 200], 50),
    "epochs": ("rounds", "Rounds", [1, 2, 5, 10, 20, 50], 5),
}
NEGATIVES: dict[Any, str] = {
    "zipfian": "from p itself",
    "gensim": "gensim’s default (p^0.75, frequent words thinned)",
}


def skipgram_of(corpus: Corpus, recipe: Recipe) -> SkipGram | None:
    """The skip-gram of this corpus and recipe: loaded, kept, or trained after a click."""
    with messages.show_errors():
        file = uploads.uploaded(SAVED)
        if file is not None:
            loaded = _own_skipgram(file)
            how = "tied" if loaded.recipe.tied else "not tied"
            st.caption(f"Loaded: a skip-gram trained on {plain(loaded.corpus)}, vectors {how}.")
            return loaded
    key = (corpus.digest, recipe)
    trained = _TRAINED.get(key) or cached_skipgram(corpus, recipe)
    if trained is None:
        if is_public():
            st.caption("Nothing is trained on this public server; load a skip-gram saved before.")
            return None
        tokens = len(corpus.tokens) * recipe.epochs
        jobs.offer(
            "skipgram", "Training", "Train a skip-gram",
            f"{count(tokens)} running {noun(tokens, 'words')} to learn from; the result is kept on "
            "disk.",
            lambda told: _TRAINED.put(key, train_skipgram(corpus, recipe, progress=told)), key,
        )  # fmt: skip
        return None
    _TRAINED.put(key, trained)
    return trained


def take_skipgram(trained: SkipGram | None) -> None:
    """Save the skip-gram to a file, or load one saved before."""
    with st.popover("Save or load", icon=":material/save:", type="tertiary"):
        if trained is not None:
            make, label = partial(skipgram_bytes, trained), "Both sides of the skip-gram (.npz)"
            pickers.download(label, make, "skipgram.npz", "skipgram-npz", "download")
        uploads.uploader("A skip-gram saved here", SAVED, type="npz")


def told(corpus: Corpus, recipe: Recipe) -> str:
    """The corpus and what is learned from it, in sentences for a caption; plain text."""
    vectors = "one vector a word" if recipe.tied else "two vectors a word"
    return (
        f"Corpus: {corpus.name}, {counted(len(corpus.tokens), 'tokens')} of "
        f"{counted(len(corpus), 'words')}. Skip-gram with negative sampling: {vectors}, d = "
        f"{recipe.d}, window {recipe.window}, k = {recipe.k}, negatives "
        f"{NEGATIVES[recipe.negatives]}, {recipe.epochs} {noun(recipe.epochs, 'rounds')}, seed "
        f"{recipe.seed}."
    )


def try_next(recipe: Recipe) -> str:
    """What to train next, in a sentence."""
    if not recipe.tied:
        return "Then tie the vectors, train and look again."
    if recipe.k > 1:
        return "Then train with one negative a pair, k = 1: only then is Z = 1/k in reach."
    return "With more negatives a pair tied vectors cannot come near it."


def pairs(joint: Cooccurrence, found: Optimum) -> tuple[Any, ...]:
    """(PMI, logits, names, density): the most frequent pairs, each once, and all as a histogram."""
    rows, columns, counts = joint.cells
    once = np.flatnonzero(rows <= columns)
    top = once[np.argsort(-counts[once], kind="stable")[:SHOWN_PAIRS]]
    names = [f"{joint.words[rows[i]]} · {joint.words[columns[i]]}" for i in top]
    xs, ys, cells = histogram(found.pmi, found.logits)
    return found.pmi[top], found.logits[top], names, (xs, ys, cells)


def optimum_frame(joint: Cooccurrence, found: Optimum) -> pd.DataFrame:
    """log k Z of every context, under p and under the noise trained with."""
    return pd.DataFrame(
        {"p": joint.p, "log_kZ": found.log_z, "log_kZ_noise": found.log_z_noise},
        index=pd.Index(joint.words, name="context"),
    )
