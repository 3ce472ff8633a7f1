"""The words of this field in plain sentences, one click away on every page."""

from __future__ import annotations

import streamlit as st

__all__ = ["WORDS", "glossary"]

WORDS: dict[str, tuple[str, str]] = {
    "type": ("An entry of the word list. “The cat saw the dog” has four types.", ""),
    "token": ("One occurrence of a word in text. “The cat saw the dog” has five tokens.", ""),
    "prior": (
        "How much each word counts in an average. Uniform: every type alike. Zipfian: as often as "
        "the word occurs.",
        r"q(w) = \tfrac1n \quad\text{or}\quad q(w) = p(w)",
    ),
    "centroid": (
        "The average of all word vectors, each weighted by the prior. Centering moves it to zero.",
        r"\mu = \textstyle\sum_w q(w)\, w",
    ),
    "isotropy": (
        "A space is isotropic when its average vector is zero and words spread equally far in "
        "every direction.",
        "",
    ),
    "whitening": (
        "Centering, then stretching every direction so that words vary equally along each.",
        r"\widetilde w = (w - \mu)\, V \Lambda^{-1/2}",
    ),
    "information content": (
        "How much you learn from meeting a word: little from a frequent one, much from a rare one.",
        r"-\log p(w)",
    ),
    "Sym₁": ("1 when the average vector is zero; lower, the farther off the words lie.", ""),
    "Sym₂": ("1 when all directions vary equally; lower, the fewer directions do.", ""),
}


def glossary() -> None:
    """A pop-over with each word, one or two sentences and its formula."""
    box = st.popover(
        "What the words mean",
        icon=":material/dictionary:",
        type="tertiary",
        key="glossary",
        on_change="rerun",
    )
    if not box.open:
        return
    with box:
        for word, (meaning, formula) in WORDS.items():
            st.markdown(f"**{word}**  \n{meaning}")
            if formula:
                st.latex(formula, width="content")
