"""Show lengths of words under some methods, and beside what noise makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from zipfviz import gallery
from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted
from zipfviz.explore.length_noise import length_simulation
from zipfviz.explore.views import FittedOn
from zipfviz.figures import count
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import noise
from zipfviz.ui.shell import furniture, notices, selection
from zipfviz.ui.shell.assets import texts_of

TEXTS = texts_of(__file__)


def show(
    space: WordSpace, methods: Sequence[str], k: int, fitted_on: FittedOn, deleted: bool,
    found: Sequence[int],
) -> None:  # fmt: skip
    """The panels; below them r beside noise, once its draws are there, and the table.

    What noise gives over all words takes longer, and is drawn when the rest is shown.
    """
    draws = [(space, length_simulation(space, methods, k=k, fitted_on=fitted_on))]
    of_all = [(space, length_simulation(space, methods, k=len(space)))]
    ready = noise.is_ready(draws)
    known = None if noise.is_pending(draws) else ready
    how: dict[str, Any] = {"methods": methods, "words": k, "deleted": deleted}
    drawn = gallery.norms(
        space, **how, fitted_on=fitted_on, noise=known,
        find=[space.words[i] for i in found],
    )  # fmt: skip
    dots = f"Dots are the {count(k)} most frequent words; the grey cloud is the whole vocabulary."
    furniture.drawing(
        drawn,
        look_for="Look for the cloud that rises from left to right. "
        + (dots if fitted_on == "all" else f"{counted(k, 'words')} fitted on.")
        + f" {drawn.left_out}".rstrip(),
        seeing=TEXTS["lengths"]["seeing"],
        formula=TEXTS["lengths"]["formula"],
    )
    notices.tell_directions({"": space}, methods)
    if ready:
        beside = gallery.norm_noise(space, **how, fitted_on=fitted_on)
        furniture.drawing(beside, **TEXTS["noise"])
    else:
        noise.begin(draws)
    if fitted_on == "all":
        known = noise.is_ready(of_all)
        if ready:
            noise.begin(of_all)
        headline = gallery.all_words_headline(
            space, methods, deleted, noise=known, pending=noise.is_pending(of_all)
        )
        st.markdown(plain(headline))
        agreement = gallery.norm_agreement(space, **how, noise=ready, noise_of_all=known)
        furniture.table(
            agreement.frame,
            name=agreement.name,
            code=selection.current().snippet(*agreement.lines),
            about=agreement.about,
            alt="Correlation of length and information content over shown and over all words",
        )
