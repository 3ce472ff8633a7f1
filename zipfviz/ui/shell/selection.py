"""The sidebar: which embedding, which frequencies, which words. One frozen record per run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from zipfviz.common.markdown import plain, reported, thin
from zipfviz.io.folders import word_limit
from zipfviz.io.records import Fold
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import loaders
from zipfviz.ui.shell import snippets

__all__ = ["Selection", "current", "require_app", "select", "space"]

APP_RAN = "app_ran"
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


@dataclass(frozen=True)
class Selection:
    """What the sidebar says: everything that decides which words, vectors and p are shown."""

    embedding: str
    frequency: str
    fold: Fold
    max_words: int | None
    missing: str = "drop"

    def snippet(self, *lines: str, imports: str = "import zipfviz") -> str:
        """Python that loads the same space, followed by `lines`."""
        head = [
            f"emb = zipfviz.load_embedding({self.embedding!r}{self._limit})",
            f"freq = zipfviz.load_frequency({self.frequency!r})",
            f"space = zipfviz.align(emb, freq{self.policies})",
        ]
        return snippets.with_notes("\n".join([imports, "", *head, *lines]))

    def each_space(
        self,
        embeddings: Sequence[str],
        frequencies: Sequence[str],
        *lines: str,
        imports: str = "import zipfviz",
        before: str = "",
    ) -> str:
        """Python that runs `lines` for the space of every embedding with every source.

        `before` stands above the loop; in it an embedding is called e, a source f.
        """
        code = [
            imports,
            "",
            *([before] if before else []),
            f"for e in {list(embeddings)!r}:",
            f"    emb = zipfviz.load_embedding(e{self._limit})",
            f"    for f in {list(frequencies)!r}:",
            f"        space = zipfviz.align(emb, zipfviz.load_frequency(f){self.policies})",
            *(f"        {line}" for line in lines),
        ]
        return snippets.with_notes("\n".join(code))

    @property
    def _limit(self) -> str:
        return f", limit={k}" if (k := word_limit()) else ""

    @property
    def policies(self) -> str:
        """What `zipfviz.align` is told besides the two sources, each after a comma."""
        fold = f", fold={self.fold!r}" if self.fold != "none" else ""
        missing = f", missing={self.missing!r}" if self.missing != "drop" else ""
        size = f", max_words={self.max_words}" if self.max_words else ""
        return f"{fold}{missing}{size}"


def select() -> None:
    """Draw the sidebar's choices for this run; each one is in the URL."""
    known = loaders.entries()
    with st.sidebar:
        embedding = _choose("Embedding", "embedding", known["embeddings"], EMBEDDING_HELP)
        frequency = _choose("Word frequencies", "frequency", known["frequencies"], FREQUENCY_HELP)
        size = st.selectbox(
            "Most frequent words", list(SIZES), key="words", bind="query-params", help=SIZE_HELP
        )
        fold = st.selectbox(
            "Upper and lower case", list(FOLDS), key="case", bind="query-params", help=FOLD_HELP
        )
        missing = st.selectbox(
            "Words not in the list", list(MISSING), key="missing", bind="query-params",
            help=MISSING_HELP,
        )  # fmt: skip
    st.session_state["selection"] = Selection(
        embedding, frequency, FOLDS[fold], SIZES[size], MISSING[missing]
    )
    st.session_state[APP_RAN] = True


def require_app() -> None:
    """Start over through app.py where streamlit ran a page of `pages/` by itself.

    It does so once, for the very first visit to a new server if that asks for a page by its
    address: the folder's name still means streamlit's older kind of pages until `st.navigation`
    was called.
    """
    if not st.session_state.pop(APP_RAN, False):
        PagesManager.uses_pages_directory = False
        st.rerun()


def current() -> Selection:
    """What the sidebar says in this run."""
    return st.session_state["selection"]


def space() -> WordSpace:
    """The chosen word space, from the cache all sessions share; the sidebar says what matched."""
    chosen = current()
    found = loaders.load_space(
        chosen.embedding, chosen.frequency, chosen.fold, chosen.max_words, chosen.missing
    )
    report = found.report
    with st.sidebar:
        st.caption(plain(thin(report.sentence())))
        if limit := word_limit():
            st.caption(f":orange[{thin(LIMITED.format(limit))}]")
        if report.subwords:
            st.caption(plain(f"{report.subwords}."))
        if report.assumption:
            st.caption(f":orange[{plain(report.assumption)}]")
        with st.popover("Report of the match", type="tertiary", icon=":material/fact_check:"):
            for label, value in report.lines():
                st.markdown(f"**{plain(label)}**  \n{reported(value)}")
    return found


EMBEDDING_HELP = (
    "A table with one vector for each word type. Files in the data folder are listed here too."
)
FREQUENCY_HELP = (
    "How often each word occurs in running text: the p(w) of every Zipfian expected value."
)


LIMITED = "This server reads the first {:,} words of each embedding only, to save memory."
SIZE_HELP = (
    "Keep only the most frequent words of the overlap. Means, covariances and scores then see "
    "these words alone."
)
FOLD_HELP = (
    "“As written” matches words letter by letter. “Fold list” adds the list’s counts up under the "
    "lower-cased form. “Fold both” lower-cases the embedding’s words too; words that meet in one "
    "entry share its count once."
)

MISSING_HELP = (
    "What becomes of the embedding’s words that the list does not have. Left out, as in the paper; "
    "or kept, with the lowest count of a matched word, or with a fixed share of the whole list."
)


def _choose(label: str, key: str, known: list, help: str) -> str:
    titles = {entry.name: entry.title for entry in known}
    return st.selectbox(
        label,
        list(titles),
        format_func=lambda name: titles[name],
        key=key,
        bind="query-params",
        help=help,
    )
