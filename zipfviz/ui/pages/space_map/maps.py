"""Sample words, lay them out by PCA or UMAP, draw the linked maps."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args

import numpy as np
import pandas as pd
import streamlit as st

from zipfviz.common.job import StoppedError
from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted, noun
from zipfviz.explore.projection import (
    FEWEST,
    LAYOUTS,
    By,
    layout_digest,
    mapped_rows,
    pca_map,
    sample_rows,
    turned_onto,
)
from zipfviz.figures import Chart, Draw, count, method_style, number
from zipfviz.figures.space_map import Colouring, space_map
from zipfviz.io.records import content_digest
from zipfviz.space.methods import ALL_WORD_METHODS
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import disk_cache
from zipfviz.ui.server import jobs as server_jobs
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import furniture, links

BY: dict[By, str] = {"tokens": "running text (tokens)", "types": "the word list (types)"}
COLOURS = {"information": "−log p", "bands": "frequency bands", "norms": "length"}
# The transforms that are maps on words by themselves.
MAPPED = ALL_WORD_METHODS
CHOSEN, LINK = "space_chosen", "lasso"
ASKED = "space_layouts"
"""The layouts that this visitor has begun."""
LASSO = {"modeBarButtonsToRemove": ["zoomIn2d", "zoomOut2d"]}
assert set(get_args(By)) == set(BY)


@dataclass(frozen=True, eq=False)
class Sample:
    """The words on the map: `rows` (k,) of the space, how they were drawn, and their names."""

    space: WordSpace
    rows: np.ndarray
    by: By

    @property
    def digest(self) -> str:
        """A digest of the words and of which they are."""
        return content_digest(self.space.digest, np.asarray(self.rows, np.int64))

    @property
    def words(self) -> list[str]:
        return [self.space.words[i] for i in self.rows]

    def stated(self) -> str:
        """How the words were drawn."""
        n, words = count(len(self.rows)), noun(len(self.rows), "words")
        if len(self.rows) == len(self.space):
            return f"all {n} {words} of the space"
        if self.by == "tokens":
            return f"the first {n} different {words} of running text, drawn by frequency"
        return f"{n} {words} of the list, each equally likely"


@dataclass(frozen=True, eq=False)
class Panel:
    """One map: `points` (k, 2) under a method, what its axes and its second line say."""

    method: str
    points: np.ndarray
    below: str
    axes: tuple[str, str] = ("", "")

    @property
    def title(self) -> str:
        return method_style(self.method).label


def sample(space: WordSpace, k: int, by: By, seed: int) -> Sample:
    """The words to draw."""
    rows = space.analysis.cached(
        ("sample", k, by, seed), lambda: sample_rows(space, k, by=by, seed=seed)
    )
    return Sample(space, rows, by)


def panels(drawn: Sample, methods: Sequence[str], with_umap: bool) -> list[Panel]:
    """Both maps: UMAP where it is asked for and at hand, else PCA, and then why.

    The second UMAP layout is turned onto the first.
    """
    if with_umap and (layouts := _layouts(drawn, methods)):
        first = layouts[0]
        turned = [first - first.mean(axis=0), *(turned_onto(p, first) for p in layouts[1:])]
        return [Panel(m, p, "UMAP, by cosine") for m, p in zip(methods, turned, strict=True)]
    found = []
    for method in methods:
        flat = pca_map(mapped_rows(drawn.space, method, rows=drawn.rows))
        shares = [f"{number(100 * share, 1)} %" for share in flat.shares]
        below = f"PCA: {number(100 * float(flat.shares.sum()), 1)} % of the variance is in view"
        axes = (f"first direction, {shares[0]}", f"second direction, {shares[1]}")
        found.append(Panel(method, flat.points, below, axes))
    return found


def _layouts(drawn: Sample, methods: Sequence[str]) -> list[np.ndarray] | None:
    """UMAP's points for each method, or None after saying what there is to wait for."""
    n = len(drawn.rows)
    if n < FEWEST:
        st.caption(f"UMAP needs {FEWEST} words or more; with {n} the maps are PCA.")
        return None
    digests = [layout_digest(drawn.space, m, rows=drawn.rows) for m in methods]
    points = [_kept(digest) for digest in digests]
    if all(p is not None for p in points):
        return [p for p in points if p is not None]
    jobs = [LAYOUTS.found(digest) for digest in digests]
    is_asked = set(digests) & set(st.session_state.get(ASKED, ()))
    if is_asked and any(job is not None and not job.done for job in jobs):
        _watch(digests)
        return None
    errors = [job.error for job in jobs if job is not None and job.error]
    said = ["The layout was stopped." if isinstance(e, StoppedError) else str(e) for e in errors]
    for sentence in dict.fromkeys(said):
        st.warning(plain(sentence), icon=":material/info:")
    ask, icon = partial(_ask, drawn, methods, digests), ":material/scatter_plot:"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Lay out with UMAP", on_click=ask, icon=icon, type="primary")
        st.caption("Runs once for these words, in the background; the maps are PCA meanwhile.")
    return None


def _ask(drawn: Sample, methods: Sequence[str], digests: Sequence[str]) -> None:
    st.session_state[ASKED] = list(digests)
    for method, digest in zip(methods, digests, strict=True):
        rows = partial(mapped_rows, drawn.space, method, rows=drawn.rows)
        server_jobs.want(LAYOUTS.ask(digest, rows, disk_cache.array))


def _kept(digest: str) -> np.ndarray | None:
    """A layout made now or by an earlier process, or None."""
    job = LAYOUTS.found(digest)
    if job is not None and not job.error:
        return job.result
    try:
        return _stored(digest)
    except LookupError:
        return None


@shared_cache(32, False)
def _stored(digest: str) -> np.ndarray:
    """A layout made by an earlier process, read once; LookupError where there is none."""
    return disk_cache.array(digest, _absent)


def _absent() -> np.ndarray:
    raise LookupError


@st.fragment(run_every=1)
def _watch(digests: Sequence[str]) -> None:
    """How far the layouts are; the page is drawn anew when they are over."""
    jobs = [job for job in map(LAYOUTS.found, digests) if job is not None]
    running = [server_jobs.want(job) for job in jobs if not job.done]
    if not running or ASKED not in st.session_state:
        st.rerun()
    share = sum(1.0 if job.done else job.share for job in jobs) / len(digests)
    # One that has begun says more than one that waits for it.
    now = max(running, key=lambda job: job.share).text or "Beginning"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(share, f"{now} … the maps are PCA meanwhile")
        server_jobs.stop_button("layouts", ASKED, *running)


def draw(
    drawn: Sample, maps: Sequence[Panel], colour: str, found: Sequence[int], headline: str
) -> list[Draw]:
    """Show the maps side by side; what is caught in one stands out in all."""
    draws: list[Draw] = []
    position = {int(row): i for i, row in enumerate(drawn.rows)}
    ringed = [position[row] for row in found if row in position]
    chosen = [position[row] for row in chosen_words(drawn)]
    _keep(drawn, chosen)
    for i, (place, panel) in enumerate(zip(st.columns(len(maps)), maps, strict=True)):
        key, alt = f"space-map-{i + 1}", f"{panel.title}, {panel.below}. {headline}"
        draw = partial(_figure, drawn, panel, colour, chosen=tuple(chosen), found=tuple(ringed))
        draws.append(draw)
        with place:
            furniture.show(draw, key, alt, LASSO, on_select=partial(_catch, key, drawn))
    if chosen:
        with st.container(horizontal=True, vertical_alignment="center"):
            caught = counted(len(chosen), "words are", "word is")
            st.caption(f"{caught} caught in the lasso.")
            st.button("Let them go", on_click=_release, icon=":material/deselect:")
    return draws


@shared_cache(16, False, Sample)
def _figure(drawn: Sample, panel: Panel, colour: str, **marked: Any) -> Chart:
    """One map, drawn once for the same words, places, colours and marks."""
    colours = _colouring(drawn, panel.method, colour)
    told: dict[str, Any] = {"title": panel.title, "below": panel.below, "axes": panel.axes}
    return space_map(panel.points, drawn.words, colours, **told, **marked)


def map_frame(drawn: Sample, maps: Sequence[Panel]) -> pd.DataFrame:
    """The data behind the maps: each word's p and its place in each."""
    data = {"p": drawn.space.p[drawn.rows]}
    for which, panel in zip(("first", "second"), maps, strict=True):
        data |= {f"{which}_{axis}": panel.points[:, i] for i, axis in enumerate("xy")}
    return pd.DataFrame(data, index=pd.Index(drawn.words, name="word"))


def _catch(key: str, drawn: Sample) -> None:
    """Keep the words of a lasso.

    A chart that is drawn anew comes with an empty selection; that is none.
    """
    points = st.session_state[key].selection.points
    caught = [int(np.ravel(point["customdata"])[0]) for point in points]
    if caught:
        st.session_state[CHOSEN] = [drawn.words[i] for i in dict.fromkeys(caught)]


def _keep(drawn: Sample, chosen: Sequence[int]) -> None:
    """The lasso in the link, as positions on the map."""
    if chosen:
        st.query_params[LINK] = links.marks_text(chosen, drawn.words)
    else:
        st.query_params.pop(LINK, None)


def _release() -> None:
    st.session_state[CHOSEN] = []


def chosen_words(drawn: Sample) -> list[int]:
    """Rows of the caught words that are on this map: of this session, else of the link."""
    linked = st.query_params.get(LINK)
    if CHOSEN not in st.session_state and linked is not None:
        marked = links.marks_of(linked, drawn.words) or []
        st.session_state[CHOSEN] = [drawn.words[i] for i in marked]
    shown = {int(row) for row in drawn.rows}
    index = drawn.space.index
    words = st.session_state.get(CHOSEN, [])
    return [index[w] for w in words if index.get(w) in shown]


def _colouring(drawn: Sample, method: str, colour: str) -> Colouring:
    if colour == "norms":
        return Colouring("length ‖w‖", drawn.space.analysis.lengths(method)[drawn.rows])
    if colour == "information":
        return Colouring("information content −log p", drawn.space.information[drawn.rows])
    rank = np.empty(len(drawn.space), int)
    rank[drawn.space.by_frequency] = np.arange(len(drawn.space))
    edges = [100, 1_000, 10_000, 100_000]
    names = ["top 100", "to 1k", "to 10k", "to 100k", "rarer"]
    return Colouring("rank", np.searchsorted(edges, rank[drawn.rows], side="right"), names)
