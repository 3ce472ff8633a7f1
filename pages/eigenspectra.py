"""Spectra under both priors before and after each transform, and the words along a direction."""

from functools import partial

import streamlit as st

from zipfviz import figures
from zipfviz.explore.views import direction_view
from zipfviz.gallery import panels
from zipfviz.space.methods import WORD_METHODS
from zipfviz.ui.shell import furniture, pickers, selection

furniture.heading(
    "Eigenspectra",
    "Along how many directions do the words really spread? Counting each word once, or as often as "
    "it occurs, gives two different answers.",
)
space = selection.space()
left, middle, right = st.columns([2, 1, 1])
with left:
    methods = pickers.choose_methods(
        "spectra",
        ["raw"],
        WORD_METHODS,
        label="Before and after",
        at_most=3,
    )
scale = middle.segmented_control(
    "Scale",
    ["log", "linear"],
    default="log",
    key="spectra_scale",
    bind="query-params",
    required=True,
)
cumulative = right.toggle("Summed up", False, key="spectra_sum", bind="query-params")
if not methods:
    furniture.nothing("Choose at least one transform to see its spectra.")
lines = panels.spectrum_lines(space, methods)
furniture.chart(
    partial(figures.eigenspectrum, lines, cumulative=cumulative, scale=scale),
    name="eigenspectrum",
    headline=figures.spectrum_headline(lines),
    look_for="Look at how fast the curves fall: a flat one uses all directions alike, a steep one "
    "wastes most of them.",
    data=lambda: panels.spectra_frame(lines),
    code=selection.current().snippet(
        f"Y = zipfviz.transform(space, {methods[0]!r})",
        "for prior in (None, space.p):",
        "    eigenvalues = zipfviz.spectrum(Y, prior)",
        "    print(eigenvalues[:5], zipfviz.effective_rank(eigenvalues))",
    ),
    seeing="The eigenvalues of the covariance, as shares of their sum. The effective rank is the "
    "number of equally strong directions with the same entropy; Sym₂ is its logarithm over log d.",
    formula=r"\Sigma_q = \sum_i q_i (w_i-\mu_q)(w_i-\mu_q)^{\!\top}, \qquad "
    r"r_{\mathrm{eff}} = \exp H\!\left(\lambda / \textstyle\sum_j\lambda_j\right)",
)

st.subheader("What does one direction pull apart?", anchor=False)
left, middle, right = st.columns([2, 1, 1])
index = left.slider("Direction", 1, min(space.d, 50), 1, key="direction", bind="query-params")
prior = middle.segmented_control(
    "Prior", ["uniform", "zipfian"], default="zipfian", key="direction_prior", bind="query-params",
    format_func={"uniform": "uniform", "zipfian": "Zipfian"}.get, required=True,
)  # fmt: skip
with right:
    found = pickers.find_words("find_direction", space)
direction = direction_view(space, index - 1, prior=prior)
low, high = ([space.words[i] for i in rows] for rows in (direction.low, direction.high))
shown = panels.direction_cloud(space, direction, found)
furniture.chart(
    partial(
        figures.component_words,
        low,
        direction.positions[direction.low],
        high,
        direction.positions[direction.high],
    ),
    partial(
        figures.component_against_log_p,
        shown.information,
        shown.positions,
        shown.words,
        direction.density,
        highlight=shown.found,
    ),
    name="direction",
    headline=figures.component_headline(index, direction.share, direction.r, low, high),
    look_for="Bars: the most extreme of the 5,000 most frequent words. Cloud: if it leans, the "
    "direction is frequency in disguise.",
    data=lambda: panels.direction_frame(space, direction),
    code=selection.current().snippet(
        f"prior = {'space.p' if prior == 'zipfian' else None}",
        "white = zipfviz.Whitening().fit(space.vectors, sample_weight=prior)",
        f"positions = (space.vectors - white.mean_) @ white.components_[{index - 1}]",
        "print(positions[:5])",
    ),
    seeing="Principal directions of the raw vectors under the chosen prior, and each word’s "
    "coordinate along one of them. r is the correlation with −log p over the whole vocabulary.",
)
