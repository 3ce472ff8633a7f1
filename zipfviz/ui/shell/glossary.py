"""The words of this field in plain sentences, one click away on every page."""

import streamlit as st

from zipfviz.ui.shell.assets import texts_of
from zipfviz.ui.shell.pickers import pop_over

#: Word -> its `meaning` and, where it helps, its `formula`.
WORDS = texts_of(__file__)


def glossary() -> None:
    """A pop-over with each word, one or two sentences and its formula."""
    box = pop_over("What the words mean", ":material/dictionary:", "glossary")
    if box is None:
        return
    with box:
        for word, told in WORDS.items():
            st.markdown(f"**{word}**  \n{told['meaning']}")
            if "formula" in told:
                st.latex(told["formula"], width="content")
