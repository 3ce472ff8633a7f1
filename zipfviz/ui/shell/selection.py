"""The sidebar: which embedding, which frequencies, which words; the spaces of that recipe."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from zipfviz.common.errors import MatchError
from zipfviz.common.markdown import plain, reported, thin
from zipfviz.io.catalogue import Entry, listing_notes
from zipfviz.io.folders import is_public, word_limit
from zipfviz.io.records import Fold
from zipfviz.io.tables.account import MAX_LOSS
from zipfviz.report.snippets import SpaceRecipe
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.text.languages import language_name
from zipfviz.text.splitters import SPACELESS
from zipfviz.text.wordfreq_lists import wordfreq_languages
from zipfviz.ui.server import loaders
from zipfviz.ui.server.jobs import work
from zipfviz.ui.shell import notices, pickers
from zipfviz.ui.shell.assets import texts_of
from zipfviz.ui.shell.python import show_python
from zipfviz.ui.shell.ways_out import with_controls

APP_RAN = "app_ran"
SPLIT = sorted({*wordfreq_languages(), *SPACELESS}, key=language_name)
HELP = texts_of(__file__)["help"]
LIMITED = "This server reads the first {:,} words of each embedding only, to save memory."
# Streamlit writes what an option is shown as into the URL, so these are short.
SIZES: dict[str, int | None] = {
    "all matched": None,
    **{f"{k}k": 1000 * k for k in (200, 100, 50, 20, 10, 5, 1)},
}
MISSING = {
    "left out": "drop",
    "lowest count": "floor",
    **{f"p = 1e-{k}": f"1e-{k}" for k in (6, 7, 8, 9)},
}
FOLDS: dict[str, Fold] = {"as written": "none", "fold list": "list", "fold both": "both"}


def select() -> None:
    """Draw the sidebar's choices for this run; each one is in the URL."""
    known = loaders.entries()
    with st.sidebar:
        embedding = _choose("Embedding", "embedding", known["embeddings"])
        frequency = _choose("Word frequencies", "frequency", known["frequencies"])
        size = st.selectbox(
            "Most frequent words", list(SIZES), key="words", bind="query-params", help=HELP["words"]
        )
        fold = st.selectbox(
            "Upper and lower case", list(FOLDS), key="case", bind="query-params", help=HELP["case"]
        )
        missing = st.selectbox(
            "Words not in the list", list(MISSING), key="missing", bind="query-params",
            help=HELP["missing"],
        )  # fmt: skip
        above_floor = frequency.startswith("wordfreq:") and st.toggle(
            "Without made-up numbers", key="listed", bind="query-params", help=HELP["listed"]
        )
        languages = {"": "told from their texts", **{c: language_name(c) for c in SPLIT}}
        pickers.choose("Language of the tasks", languages, loaders.LANGUAGE, help=HELP["language"])
        for note in listing_notes():
            st.caption("Not all of this server’s files are listed." if is_public() else plain(note))
    without = _agreed(known)
    st.session_state["selection"] = SpaceRecipe(
        embedding, frequency, FOLDS[fold], SIZES[size], MISSING[missing], word_limit(),
        max_loss=1.0 if without else MAX_LOSS, above_floor=above_floor,
    )  # fmt: skip
    st.session_state[APP_RAN] = True


def _agreed(known: Mapping[str, Sequence[Entry]]) -> list[str]:
    """Files whose unreadable rows are gone on without, by the session and by the link, which is
    kept so.
    """
    for name in st.query_params.get_all(loaders.AGREED):
        loaders.agree(name)
    names = {entry.name for entries in known.values() for entry in entries}
    found = [name for name in loaders.agreed() if name in names]
    if found:
        st.query_params[loaders.AGREED] = found
    else:
        st.query_params.pop(loaders.AGREED, None)
    return found


def require_app() -> None:
    """Start over through app.py where streamlit ran a page of `pages/` by itself.

    It does so once, for the very first visit to a new server if that asks for a page by its
    address: the folder's name still means streamlit's older kind of pages until `st.navigation`
    was called.
    """
    if not st.session_state.pop(APP_RAN, False):
        PagesManager.uses_pages_directory = False
        st.rerun()


def current() -> SpaceRecipe:
    """What the sidebar says in this run."""
    return st.session_state["selection"]


def load(recipe: SpaceRecipe) -> WordSpace:
    """The space of a recipe, from the cache all sessions share."""
    policies = recipe.fold, recipe.max_words, str(recipe.missing), recipe.above_floor
    return loaders.load_space(recipe.embedding, recipe.frequency, *policies)


def space(*, tell: bool = True, above_floor: bool = False) -> WordSpace:
    """The chosen word space, from the cache all sessions share; the sidebar says what matched.

    What was left out or assumed is said where this is called, under the page's title; not where a
    page does not `tell` numbers of the space, or its reports. `above_floor` leaves out numbers that
    a list makes up, whatever the sidebar says.
    """
    if above_floor:
        st.session_state["selection"] = replace(current(), above_floor=True)
    found = load(current())
    report = found.report
    with st.sidebar:
        st.caption(plain(thin(report.sentence())))
        if limit := word_limit():
            st.caption(f":orange[{thin(LIMITED.format(limit))}]")
        with st.popover("Report of the match", type="tertiary", icon=":material/fact_check:"):
            for label, value in report.lines():
                st.markdown(f"**{plain(label)}**  \n{reported(with_controls(value))}")
            line = "print(space.report.matched_share, space.report, sep='\\n')"
            show_python(current().snippet(line))
    if tell:
        notices.tell(report.notices, report.left_out)
    return found


def _choose(label: str, key: str, known: Sequence[Entry]) -> str:
    return pickers.choose(label, {entry.name: entry.title for entry in known}, key, help=HELP[key])


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
                found[embedding, frequency] = load(each)
            except MatchError as error:
                st.caption(plain(error))
    _tell_others(load(recipe), found.values())
    return found


def _tell_others(told: WordSpace, spaces: Collection[WordSpace]) -> None:
    """Say what was left out or assumed of spaces, without what `told` says of itself."""
    said = dict.fromkeys(each for space in spaces for each in space.report.notices)
    rows = dict.fromkeys(row for space in spaces for row in space.report.left_out)
    notices.tell(
        [each for each in said if each not in told.report.notices],
        [row for row in rows if row not in told.report.left_out],
    )


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
