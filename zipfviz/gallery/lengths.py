"""Lengths of word vectors against the information that the words carry."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Literal

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.nouns import noun
from zipfviz.evaluation import published
from zipfviz.evaluation.coefficients import pearson, spearman
from zipfviz.explore.views import LengthView, length_view
from zipfviz.figures import NormPanel, method_style, norm_headline, norm_panels
from zipfviz.gallery.record import Drawing, Sheet, rows_of
from zipfviz.report.export import About, Elsewhere
from zipfviz.space.word_space import WordSpace

THREE = ("raw", "uniform_whitening", "zipfian_whitening")


def norms(
    space: WordSpace,
    *,
    methods: Sequence[str] = THREE,
    words: int = 500,
    fitted_on: Literal["all", "shown"] = "all",
    find: Sequence[str] = (),
) -> Drawing:
    """Lengths of the most frequent words after each method, a panel each.

    Parameters
    ----------
    words : how many words are shown, or all where the space has fewer.
    fitted_on : "shown" fits each method on these words alone, as the paper's figure does.
    find : words to ring.
    """
    k, rows = min(words, len(space)), rows_of(space, find)
    views = [length_view(space, method, k=k, fitted_on=fitted_on) for method in methods]
    panels = [norm_panel(view, space, rows) for view in views]
    lead = (
        f"Length of the {k:,} most frequent {noun(k, 'words’', 'word’s')} vectors against −log p."
    )
    return Drawing(
        name="norms",
        draws=[partial(norm_panels, [panel]) for panel in panels],
        headline=norm_headline(panels),
        data=lambda: lengths_frame(views, space),
        about=About(space, methods=methods, lead=lead),
        lines=[
            "from zipfviz.explore import length_view",
            f"for method in {list(methods)!r}:",
            f"    print(length_view(space, method, k={k}, fitted_on={fitted_on!r}).r)",
        ],
        key=(space.digest, tuple(methods), k, fitted_on, tuple(rows)),
    )


def norm_agreement(space: WordSpace, *, methods: Sequence[str] = THREE, words: int = 500) -> Sheet:
    """How length goes with information content, over the shown and over all words."""
    k = min(words, len(space))
    views = [length_view(space, method, k=k) for method in methods]
    index = pd.Index([method_style(v.method).label for v in views], name="lengths after")
    columns = [f"{r}, {of} words" for of in ("shown", "all") for r in ("Pearson r", "Spearman ρ")]
    frame = pd.DataFrame([(v.r, v.rho, v.all_r, v.all_rho) for v in views], index, columns)
    return Sheet(
        name="norm-agreement",
        frame=frame,
        about=About(space, methods=methods, lead="Correlation of length and information content."),
        lines=[
            "from zipfviz.explore import length_view",
            f"for method in {list(methods)!r}:",
            f"    view = length_view(space, method, k={k})",
            "    print(method, view.r, view.rho, view.all_r, view.all_rho)",
        ],
    )


def printed_norms(embedding: str) -> Drawing:
    """The paper's norm figure: raw, uniform and Zipfian whitening of the 500 plotted words.

    `embedding` is "glove" or "word2vec".
    """
    data = published.norms(embedding)
    information = -np.log(data["p"].to_numpy())
    ranks = [f"word of rank {i}" for i in range(1, len(data) + 1)]
    panels = []
    for method in THREE:
        lengths = data[method].to_numpy()
        agreed = pearson(information, lengths), spearman(information, lengths)
        label = method_style(method).label
        panels.append(NormPanel(label, method, information, lengths, ranks, *agreed))
    return Drawing(
        name="norms-paper",
        draws=[partial(norm_panels, [panel]) for panel in panels],
        headline=norm_headline(panels),
        data=lambda: data,
        about=Elsewhere("Lengths as Yokoi et al. (2024) released them; enwiki frequencies."),
        lines=[
            "from zipfviz.evaluation import published",
            f"print(published.norms({embedding!r}))",
        ],
        key=embedding,
    )


def norm_panel(view: LengthView, space: WordSpace, found: Collection[int] = ()) -> NormPanel:
    """A panel of lengths; `found` are rows of the space to ring where they are shown."""
    label, words = method_style(view.method).label, [space.words[i] for i in view.rows]
    ringed = np.flatnonzero(np.isin(view.rows, list(found))).tolist()
    sides = view.information, view.lengths
    return NormPanel(label, view.method, *sides, words, view.r, view.rho, view.density, ringed)


def lengths_frame(views: Sequence[LengthView], space: WordSpace) -> pd.DataFrame:
    """The data behind the length charts: word, p, -log p and one column of lengths a method."""
    rows = views[0].rows
    data = {"p": space.p[rows], "information": views[0].information}
    data |= {view.method: view.lengths for view in views}
    return pd.DataFrame(data, index=pd.Index([space.words[i] for i in rows], name="word"))
