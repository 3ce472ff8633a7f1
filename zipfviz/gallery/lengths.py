"""Lengths of word vectors against the information that the words carry."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted, noun
from zipfviz.common.wording import count, listed, told
from zipfviz.evaluation import published
from zipfviz.evaluation.coefficients import pearson, spearman
from zipfviz.explore.length_noise import length_nulls
from zipfviz.explore.views import FittedOn, LengthView, length_view
from zipfviz.figures import (
    Beside,
    NoiseBand,
    NormPanel,
    method_style,
    noise_chart,
    norm_headline,
    norm_panels,
)
from zipfviz.gallery.record import Drawing, Sheet, rows_of
from zipfviz.report.export import About, Elsewhere
from zipfviz.space.word_space import WordSpace, word_space
from zipfviz.whitening.deleted import deleted_from

THREE = ("raw", "uniform_whitening", "zipfian_whitening")


def norms(
    space: WordSpace,
    *,
    methods: Sequence[str] = THREE,
    words: int = 500,
    fitted_on: FittedOn = "all",
    deleted: bool = True,
    noise: bool | None = True,
    find: Sequence[str] = (),
) -> Drawing:
    """Lengths of the most frequent words after each method, a panel each, beside those of noise.

    Parameters
    ----------
    words : how many words are shown, or all where the space has fewer.
    fitted_on : "shown" fits each method on these words alone, as the paper's figure does.
    deleted : measure each word by a method that is fitted on the others, where that has a closed
        form; the paper's figure has plain lengths, which are short for frequent words by algebra.
    noise : whether to draw what noise gives; None says that it is being computed elsewhere.
    find : words to ring.
    """
    k, rows = min(words, len(space)), rows_of(space, find)
    views = length_views(space, methods, k, fitted_on, deleted)
    bands = length_bands(space, methods, k, fitted_on, deleted) if noise else {}
    panels = [norm_panel(view, space, rows, bands.get(view.method)) for view in views]
    lead = (
        f"Length of the {k:,} most frequent {noun(k, 'words’', 'word’s')} vectors against −log p"
        f"{', each word left out of what it is measured by' if deleted else ''}. {NOISE_CAPTION}"
    )
    return Drawing(
        name="norms",
        draws=[partial(norm_panels, [panel]) for panel in panels],
        headline=norm_headline(_beside(panels), k, len(space), pending=noise is None),
        data=lambda: lengths_frame(views, space),
        about=About(space, methods=methods, lead=lead),
        lines=[
            "from zipfviz.explore import length_nulls, length_view",
            *_each(methods, k, fitted_on, deleted),
            "    print(method, view.r, [null.r.band(n) for null in nulls[method].values()])",
        ],
        key=(space.digest, tuple(methods), k, fitted_on, deleted, bool(noise), tuple(rows)),
        left_out=_out_of_sight(views, space),
    )


def _beside(panels: Sequence[NormPanel]) -> list[Beside]:
    return [panel.beside for panel in panels]


#: What the bands are, in a caption.
NOISE_CAPTION = (
    "Noise: 20 draws each of Gaussian vectors and of the vectors shuffled over the words, with the "
    "same p; bands hold 95 % of such draws, all of them together."
)


def norm_noise(
    space: WordSpace,
    *,
    methods: Sequence[str] = THREE,
    words: int = 500,
    fitted_on: FittedOn = "all",
    deleted: bool = True,
) -> Drawing:
    """The correlation of length and information content beside the bands that noise gives."""
    k = min(words, len(space))
    views = length_views(space, methods, k, fitted_on, deleted)
    bands = length_bands(space, methods, k, fitted_on, deleted)
    items = [norm_panel(view, space, (), bands[view.method]).beside for view in views]
    nulls = length_nulls(space, methods, k=k, fitted_on=fitted_on, deleted=deleted)
    means = {method_style(m).label: nulls[m]["gaussian"].r.mean for m in methods}
    given = [f"{told(mean)} in “{label}”" for label, mean in means.items()]
    return Drawing(
        name="norm-noise",
        draws=[partial(noise_chart, items, title="r of length and information content")],
        headline=f"With Gaussian vectors in their place r is on average {listed(given)}.",
        data=lambda: _noise_frame(views, bands),
        about=About(space, methods=methods, lead=NOISE_CAPTION),
        lines=[
            "from zipfviz.explore import length_nulls, length_view",
            *_each(methods, k, fitted_on, deleted),
            "    for noise, null in nulls[method].items():",
            "        print(method, view.r, noise, null.r.mean, null.r.sd, null.r.band(n))",
        ],
        key=(space.digest, tuple(methods), k, fitted_on, deleted),
    )


def _each(methods: Sequence[str], k: int, fitted_on: str, deleted: bool) -> list[str]:
    """Python that has the view of each method, and what noise gives for all."""
    how = f"k={k}, fitted_on={fitted_on!r}"
    lines = [
        f"methods = {list(methods)!r}",
        "n = len(methods)  # looked at together",
        f"nulls = length_nulls(space, methods, {how}, deleted={deleted})",
        "for method in methods:",
    ]
    if deleted:
        lines.append("    deleted = space.analysis.has_deleted_lengths(method)")
    return [*lines, f"    view = length_view(space, method, {how}{', deleted=deleted' * deleted})"]


def length_views(
    space: WordSpace,
    methods: Sequence[str],
    k: int,
    fitted_on: FittedOn = "all",
    deleted: bool = True,
    whole: bool = True,
) -> list[LengthView]:
    """The view of each method; plain lengths where `deleted` ones have no closed form."""
    known = space.analysis.has_deleted_lengths
    how: dict[str, Any] = {"k": k, "fitted_on": fitted_on, "whole": whole}
    return [length_view(space, m, deleted=deleted and known(m), **how) for m in methods]


def length_bands(
    space: WordSpace,
    methods: Sequence[str],
    k: int,
    fitted_on: FittedOn = "all",
    deleted: bool = True,
) -> dict[str, NoiseBand]:
    """Where r of each method would lie with noise for vectors, for all methods together."""
    nulls = length_nulls(space, methods, k=k, fitted_on=fitted_on, deleted=deleted)
    n = len(methods)
    return {
        method: NoiseBand(of["gaussian"].r.band(n), of["shuffled"].r.band(n))
        for method, of in nulls.items()
    }


def _noise_frame(views: Sequence[LengthView], bands: Mapping[str, NoiseBand]) -> pd.DataFrame:
    index = pd.Index([method_style(v.method).label for v in views], name="lengths after")
    rows = [(v.r, *bands[v.method].gaussian, *(bands[v.method].shuffled or ())) for v in views]
    return pd.DataFrame(rows, index, ["Pearson r", *BAND_COLUMNS])


BAND_COLUMNS = [f"{noise}, {end}" for noise in ("noise", "shuffled") for end in ("low", "high")]


def _out_of_sight(views: Sequence[LengthView], space: WordSpace) -> str:
    """How much of the vocabulary the density has and the axes show at first; a sentence."""
    if any(view.density is None for view in views):
        return ""
    drawn = min(int(view.density[2].sum()) for view in views if view.density is not None)
    rarer = int((space.information > views[0].information.max()).sum())
    if not rarer:
        return ""
    cut = len(space) - drawn
    longest = f"; the {counted(cut, 'longest')} of them are not drawn" if cut else ""
    are = noun(rarer, "words are rarer and lie", "word is rarer and lies")
    return (
        f"{count(rarer)} {are} right of the dots, outside of the axes as they open (a double click "
        f"shows them){longest}."
    )


def norm_agreement(
    space: WordSpace,
    *,
    methods: Sequence[str] = THREE,
    words: int = 500,
    deleted: bool = True,
    noise: bool = True,
    noise_of_all: bool = False,
) -> Sheet:
    """How length goes with information content, over the shown and over all words.

    With `noise` the ends of what noise gives over the shown ones stand beside, with `noise_of_all`
    those over all words, whose draws take longer.
    """
    k = min(words, len(space))
    views = length_views(space, methods, k, "all", deleted)
    index = pd.Index([method_style(v.method).label for v in views], name="lengths after")
    columns = [f"{r}, {of} words" for of in ("shown", "all") for r in ("Pearson r", "Spearman ρ")]
    frame = pd.DataFrame([(v.r, v.rho, v.all_r, v.all_rho) for v in views], index, columns)
    for asked, of, n in ((noise, "shown", k), (noise_of_all, "all", len(space))):
        if asked:
            bands = _noise_frame(views, length_bands(space, methods, n, "all", deleted))
            after = frame.columns.get_loc(f"Pearson r, {of} words")
            for i, column in enumerate(BAND_COLUMNS, int(after) + 1):
                frame.insert(i, f"{of} words, r of {column}", bands[column])
    return Sheet(
        name="norm-agreement",
        frame=frame,
        about=About(space, methods=methods, lead="Correlation of length and information content."),
        lines=[
            "from zipfviz.explore import length_nulls, length_view",
            *_each(methods, k, "all", deleted),
            "    print(method, view.r, view.rho, view.all_r, view.all_rho)",
            "    print([null.r.band(n) for null in nulls[method].values()])",
            *(_all_lines(deleted) if noise_of_all else []),
        ],
    )


def _all_lines(deleted: bool) -> list[str]:
    """Python that prints what noise gives over all words."""
    return [
        f"nulls = length_nulls(space, methods, k=len(space), deleted={deleted})",
        "for method in methods:",
        "    print(method, [null.r.band(n) for null in nulls[method].values()])",
    ]


def all_words_headline(
    space: WordSpace, methods: Sequence[str], deleted: bool, *, noise: bool, pending: bool
) -> str:
    """How length goes with information content over all words, beside what noise gives there."""
    n = len(space)
    bands = length_bands(space, methods, n, "all", deleted) if noise else {}
    found = [
        Beside(method_style(v.method).label, v.all_r, bands.get(v.method), v.method)
        for v in length_views(space, methods, n, "all", deleted)
        if v.all_r is not None
    ]
    return norm_headline(found, n, n, pending=pending)


def printed_norms(embedding: str, *, deleted: bool = False) -> Drawing:
    """The paper's norm figure: raw, uniform and Zipfian whitening of the 500 plotted words.

    `embedding` is "glove" or "word2vec". `deleted` leaves each word out of what it is measured by,
    which the released lengths and p tell. Beside r stands that of Gaussian noise.
    """
    data = published.norms(embedding)
    p = data["p"].to_numpy() / data["p"].sum()
    weights = {"uniform_whitening": np.full(len(p), 1 / len(p)), "zipfian_whitening": p}
    information = -np.log(p)
    ranks = [f"word of rank {i}" for i in range(1, len(data) + 1)]
    noise = np.random.default_rng(0).normal(size=(len(p), published.NORM_DIMENSIONS))
    nulls = length_nulls(word_space(ranks, noise, p), THREE, k=len(p), deleted=deleted)
    panels = []
    for method in THREE:
        lengths = data[method].to_numpy()
        if deleted and method in weights:
            lengths = deleted_from(lengths, weights[method])
        agreed = pearson(information, lengths), spearman(information, lengths)
        panels.append(
            NormPanel(
                method_style(method).label, method, information, lengths, ranks, *agreed,
                noise=NoiseBand(nulls[method]["gaussian"].r.band(len(THREE))),
            )
        )  # fmt: skip
    left_out = " Each word is left out of what it is measured by." if deleted else ""
    return Drawing(
        name="norms-paper",
        draws=[partial(norm_panels, [panel]) for panel in panels],
        headline=norm_headline(_beside(panels), len(p)),
        data=lambda: data,
        about=Elsewhere(
            f"Lengths as Yokoi et al. (2024) released them; enwiki frequencies.{left_out}"
        ),
        lines=[
            "from zipfviz.evaluation import published",
            f"print(published.norms({embedding!r}))",
        ],
        key=(embedding, deleted),
    )


def norm_panel(
    view: LengthView,
    space: WordSpace,
    found: Collection[int] = (),
    noise: NoiseBand | None = None,
) -> NormPanel:
    """A panel of lengths; `found` are rows of the space to ring where they are shown."""
    label, words = method_style(view.method).label, [space.words[i] for i in view.rows]
    ringed = np.flatnonzero(np.isin(view.rows, list(found))).tolist()
    sides = view.information, view.lengths
    agreed = view.r, view.rho
    return NormPanel(label, view.method, *sides, words, *agreed, view.density, ringed, noise)


def lengths_frame(views: Sequence[LengthView], space: WordSpace) -> pd.DataFrame:
    """The data behind the length charts: word, p, -log p and one column of lengths a method."""
    rows = views[0].rows
    data = {"p": space.p[rows], "information": views[0].information}
    data |= {view.method: view.lengths for view in views}
    return pd.DataFrame(data, index=pd.Index([space.words[i] for i in rows], name="word"))
