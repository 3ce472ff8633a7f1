"""Ask which of two word lists sounds like the language: one of types, one of tokens."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted
from zipfviz.space.sampling import alphabetic_rows, sample_tokens, sample_types
from zipfviz.space.word_space import WordSpace
from zipfviz.text.languages import language_name

SHOWN = 14
LEAST = 200  # words of letters; of fewer, both lists are much the same
KEY = "sounds"


def ask(space: WordSpace, language: str) -> None:
    """Show both lists and the question; after an answer, how each was drawn.

    Nothing for spaces in which the two ways of counting hardly differ, or without words to read.
    """
    rows = space.analysis.cached(("alphabetic",), lambda: alphabetic_rows(space))
    if len(rows) < LEAST or not _tells(space.p[rows]):
        return
    name = language_name(language) if language else "a language"
    st.markdown(f"#### Which of these lists sounds like {plain(name)}?")
    types = sample_types(space, SHOWN, among=rows)
    tokens = sample_tokens(space, SHOWN, among=rows)
    for column, letter, words in zip(st.columns(2), "AB", (types, tokens), strict=True):
        with column.container(border=True, key=f"list-{letter}"):
            st.markdown(f"**{letter}**  \u2003{_line(words)}")
    answer = st.segmented_control(
        "Which list", ["A", "B"], key=KEY, bind="query-params", label_visibility="collapsed"
    )
    if answer is None:
        st.caption("Choose A or B. Then read on to see what the difference does to vectors.")
        return
    st.info(
        f"Both are drawn from the same {counted(len(rows), 'words')} of this space. In **A** every "
        "word has the same chance: it shows **types**, the entries of the word list. In **B** a "
        "word’s chance is how often it occurs: it shows **tokens**, as text does. "
        f"{_remark(answer, name)} The usual average over word vectors is an average over list A.",
        icon=":material/lightbulb:",
    )


def _tells(p: np.ndarray) -> bool:
    """Whether tokens are so unevenly spread over these words that a draw of them shows it."""
    q = p / p.sum()
    return bool(np.square(q).sum() * len(q) > 10)  # 1 where all are equally frequent


def _line(words: Sequence[str]) -> str:
    return " · ".join(map(plain, words))


def _remark(answer: str, name: str) -> str:
    return f"You chose {answer}: text in {plain(name)} is like list B."
