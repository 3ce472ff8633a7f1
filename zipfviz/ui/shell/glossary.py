"""The words of this field in plain sentences, one click away on every page."""

from __future__ import annotations

import tomllib
from pathlib import Path

import streamlit as st

#: Word -> its `meaning` and, where it helps, its `formula`.
WORDS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)


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
        for word, told in WORDS.items():
            st.markdown(f"**{word}**  \n{told['meaning']}")
            if "formula" in told:
                st.latex(told["formula"], width="content")
