"""Several word spaces side by side: every embedding with every frequency source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from zipfviz.common.errors import MatchError
from zipfviz.common.markdown import plain
from zipfviz.report.snippets import SpaceRecipe
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server.jobs import work
from zipfviz.ui.shell import selection


def load_spaces(
    recipe: SpaceRecipe, embeddings: Sequence[str], frequencies: Sequence[str]
) -> dict[tuple[str, str], WordSpace]:
    """The spaces of every embedding with every frequency source; what does not fit is said."""
    pairs = [(e, f) for e in embeddings for f in frequencies]
    found = {}
    with work("spaces") as told:
        for i, (embedding, frequency) in enumerate(pairs):
            told(i / len(pairs), f"Matching {plain(embedding)} with {plain(frequency)}")
            try:
                each = replace(recipe, embedding=embedding, frequency=frequency)
                found[embedding, frequency] = selection.load(each)
            except MatchError as error:
                st.caption(plain(error))
    return found


def space_names(found: Mapping[tuple[str, str], Any]) -> dict[tuple[str, str], str]:
    """What to call each space: only what tells them apart."""
    embeddings, frequencies = ({key[i] for key in found} for i in (0, 1))
    if len(frequencies) == 1:
        return {key: key[0] for key in found}
    if len(embeddings) == 1:
        return {key: key[1] for key in found}
    return {key: f"{key[0]}, {key[1]}" for key in found}


def captioned(found: Mapping[Any, WordSpace]) -> dict[str, WordSpace]:
    """The spaces of a table by what a caption calls them."""
    if all(isinstance(key, tuple) for key in found):
        names = space_names(found)
        return {names[key]: space for key, space in found.items()}
    return {task_name(str(key)): space for key, space in found.items()}
