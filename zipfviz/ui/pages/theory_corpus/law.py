"""Measure Theorem 1 and Arora's relation on a corpus: vectors, panels, tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.nouns import noun
from zipfviz.corpus.cooccurrence import Cooccurrence, among
from zipfviz.corpus.skipgram import SkipGram
from zipfviz.figures import Draw, count, number
from zipfviz.figures.theory_law import LawPanel
from zipfviz.figures.theory_skipgram import arora_chart
from zipfviz.report.export import About, Elsewhere, Subject
from zipfviz.space.word_space import WordSpace
from zipfviz.theory.information import Arora, Centre, arora
from zipfviz.theory.law import CENTRES, Direction, Law, Metric, law, law_table
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import pickers
from zipfviz.ui.shell.assets import texts_of
from zipfviz.ui.shell.selection import current

KAPPAS = (0, 1, 3, 10, 30, 100, 300, 1000)
FLOORS = (0, 300, 1_000, 3_000, 10_000)
TEXTS = texts_of(__file__)
CENTRE_TITLES: dict[Centre, str] = {
    "raw": "Raw",
    "uniform": "Uniform-centred",
    "zipfian": "Zipf-centred",
}
CENTRE_PRIORS: dict[Centre, Any] = {"raw": "none", "uniform": "uniform", "zipfian": "zipfian"}


@dataclass(frozen=True, eq=False)
class Vectors:
    """Words and contexts to measure the law with: the words' co-occurrences, W and C (n, d)."""

    joint: Cooccurrence
    W: np.ndarray
    C: np.ndarray
    digest: str
    code: str
    is_trained: bool

    def places(self, rows: Sequence[int], joint: Cooccurrence) -> list[int]:
        """Rows of another joint's words in this one, those that are here."""
        words = (joint.words[row] for row in rows)
        return [self.joint.index[word] for word in words if word in self.joint.index]


def choose_vectors(
    joint: Cooccurrence, trained: SkipGram | None, space: WordSpace, code: Sequence[str]
) -> Vectors:
    """The skip-gram's vectors where there is one, or those of the sidebar's embedding.

    `code` is Python that makes `joint`, and then W and C of the skip-gram.
    """
    counted, of_skipgram = code
    name = space.report.embedding
    if trained is None:
        st.caption(f"Vectors of {plain(name)}, in the sidebar, until there is a skip-gram.")
    elif pickers.choose(
        "Vectors of", {True: "the skip-gram", False: f"{name}, in the sidebar"}, "law_vectors"
    ):
        W, C = trained.sides(joint.words)
        digest = f"{joint.digest} {trained.digest}"
        return Vectors(joint, W, C, digest, f"{counted}\n{of_skipgram}", True)
    shared = among(joint, space.words)
    V = space.vectors[[space.index[word] for word in shared.words]].astype(np.float64)
    if len(shared) < len(joint):
        st.caption(
            f"{count(len(shared))} of the corpus’s {count(len(joint))} words "
            f"{noun(len(shared), 'have', 'has')} a vector there."
        )
    of_space = current().snippet(
        "joint = among(joint, space.words)",
        "W = C = space.vectors[[space.index[w] for w in joint.words]].astype(float)",
        imports=f"import zipfviz\n{counted}",
    )
    return Vectors(shared, V, V, f"{shared.digest} {space.digest}", of_space, False)


def about(vectors: Vectors, space: WordSpace, corpus: str) -> Subject:
    """What the law's numbers are about; `corpus` is told in sentences."""
    if vectors.is_trained:
        return Elsewhere(corpus)
    return About(space, methods=(), more=corpus)


@shared_cache(12, "Measuring information and length …", Vectors)
def law_of(vectors: Vectors, kappa: float, floor: float) -> Law:
    """Both sides of the law for the words with at least `floor` co-occurrences."""
    return law(vectors.joint, vectors.W, vectors.C, kappa=kappa, floor=floor)


def law_panels(
    found: Law, metric: Metric, direction: Direction, ringed: Sequence[int]
) -> list[LawPanel]:
    """A panel a centering; `ringed` are words of the corpus to find, as rows of its joint."""
    words = [found.joint.words[i] for i in found.rows]
    places = np.flatnonzero(np.isin(found.rows, list(ringed))).tolist()
    divergence, panels = getattr(found.divergences, direction), []
    for how in CENTRES:
        agreed = found.agreements[how, metric, direction]
        told = CENTRE_TITLES[how], f"r = {number(agreed.r)}   slope {number(agreed.slope)}"
        sides = divergence, getattr(found.lengths[how], metric)
        panels.append(LawPanel(*told, CENTRE_PRIORS[how], *sides, words, places))
    return panels


def law_rows(found: Law) -> pd.DataFrame:
    """Every agreement in words: direction, centering and G, with 95 % intervals."""
    table = law_table(found)
    metrics = {"paper": "the paper’s G", "centred": "centred G"}
    table.index = [
        f"{TEXTS[d]['title']}, {CENTRE_TITLES[c]}, {metrics[g]}"
        for d, c, g in zip(table["direction"], table["centering"], table["G"], strict=True)
    ]
    shown = table[["r", "r_low", "r_high", "rho", "slope", "slope_low", "slope_high"]]
    shown.columns = ["r", "r from", "r to", "ρ", "slope", "slope from", "slope to"]
    return shown.rename_axis("divergence, vectors, G")


def law_frame(found: Law) -> pd.DataFrame:
    """Both sides for every word shown: p, 2 KL both ways, length² by centering and G."""
    columns: dict[str, np.ndarray] = {
        "p": found.joint.p[found.rows],
        "2 KL(p || p(.|w))": found.divergences.forward,
        "2 KL(p(.|w) || p)": found.divergences.reverse,
    }
    for how, lengths in found.lengths.items():
        columns[f"{how} paper G"], columns[f"{how} centred G"] = lengths.paper, lengths.centred
    words = pd.Index([found.joint.words[i] for i in found.rows], name="word")
    return pd.DataFrame(columns, index=words)


def arora_figure(
    vectors: Vectors, relation: Arora, ringed: Sequence[int], joint: Cooccurrence
) -> Draw:
    """Draw squared length against what the relation expects; `ringed` are rows of `joint`."""
    drawn = partial(arora_chart, vectors.joint.log_p, relation.squared, relation.predicted)
    return partial(drawn, vectors.joint.words, highlight=vectors.places(ringed, joint))


def arora_frame(vectors: Vectors, found: Arora) -> pd.DataFrame:
    """log p, squared length and what Arora's relation predicts, for every word."""
    return pd.DataFrame(
        {"log_p": vectors.joint.log_p, "length²": found.squared, "predicted": found.predicted},
        index=pd.Index(vectors.joint.words, name="word"),
    )


@shared_cache(12, False, Vectors)
def arora_of(vectors: Vectors) -> Arora:
    """Arora et al.'s relation for these vectors, contexts set to length 1."""
    return arora(vectors.W, vectors.C, vectors.joint.p)
