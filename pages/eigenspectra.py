"""Spectra under both priors before and after each transform, and the words along a direction."""

from typing import Any

import streamlit as st

from zipfviz import gallery
from zipfviz.space.methods import ALL_WORD_METHODS
from zipfviz.ui.shell import furniture, messages, notices, pickers, selection

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
        ALL_WORD_METHODS,
        label="Before and after",
        at_most=3,
    )
scale = pickers.switch("Scale", ["log", "linear"], "spectra_scale", place=middle)
cumulative = right.toggle("Summed up", False, key="spectra_sum", bind="query-params")
if not methods:
    messages.stop_with_hint("Choose at least one transform to see its spectra.")
furniture.drawing(
    gallery.eigenspectrum(space, methods=methods, cumulative=cumulative, scale=scale),
    look_for="Look at how fast the curves fall: a flat one uses all directions alike, a steep one "
    "wastes most of them.",
    seeing="The eigenvalues of the covariance, as shares of their sum. The effective rank is the "
    "number of equally strong directions with the same entropy; Sym₂ is its logarithm over log d.",
    formula=r"\Sigma_q = \sum_i q_i (w_i-\mu_q)(w_i-\mu_q)^{\!\top}, \qquad "
    r"r_{\mathrm{eff}} = \exp H\!\left(\lambda / \textstyle\sum_j\lambda_j\right)",
)
notices.tell_directions({"": space}, methods)

st.subheader("What does one direction pull apart?", anchor=False)
left, middle, right = st.columns([2, 1, 1])
index = left.slider("Direction", 1, min(space.d, 50), 1, key="direction", bind="query-params")
priors = {"uniform": "uniform", "zipfian": "Zipfian"}
prior = pickers.switch("Prior", priors, "direction_prior", "zipfian", place=middle)
with right:
    found = pickers.find_words("find_direction", space)
furniture.drawing(
    gallery.direction(space, direction=index, prior=prior, find=[space.words[i] for i in found]),
    look_for="Bars: the most extreme of the 5,000 most frequent words. Cloud: if it leans, the "
    "direction is frequency in disguise.",
    seeing="Principal directions of the raw vectors under the chosen prior, and each word’s "
    "coordinate along one of them. r is the correlation with −log p over the whole vocabulary.",
)

st.subheader("How many dimensions, really?", anchor=False)
left, middle, right = st.columns([2, 1, 1])
with left:
    method = pickers.choose_method("After", "dimension_method", "raw", ALL_WORD_METHODS)
sizes = {1_000: "1k", 2_000: "2k", 4_000: "4k"}
words = pickers.switch("Words drawn", sizes, "dimension_words", 4_000, place=middle)
zeta = right.slider("IsoScore* shrinkage ζ", 0.0, 1.0, 0.2, 0.1, key="zeta", bind="query-params")
asked: dict[str, Any] = {"method": method, "words": words, "zeta": zeta}
furniture.drawing(
    gallery.dimensions(space, **asked),
    look_for="Left: do the words fill fewer dimensions than a cloud of the same covariance is told "
    "to have? Then they lie on something curved or clumped. Right: how much of their squared "
    "length do all words share?",
    seeing="TwoNN looks only at how far a word’s two nearest others are, r₁ and r₂. It tells too "
    "little where words are few and dimensions many: the Gaussian, drawn with the same covariance "
    "and number of words, shows by how much. The interval knows that near words share distances. "
    "IsoScore* is IsoScore of these words’ covariance, shrunk by ζ towards that of all words.",
    formula=r"d = \frac{N}{\sum_i \ln (r_{2,i}/r_{1,i})}, \qquad \mathbb{E}\|x\|^2 = "
    r"\|\mathbb{E}\,x\|^2 + \operatorname{tr}\operatorname{Cov}(x), \qquad "
    r"C_\zeta = (1-\zeta)\,C + \zeta\,C_0",
)
sheet = gallery.dimension_sheet(space, **asked)
code = selection.current().snippet(*sheet.lines)
told = "Dimensions, IsoScore and the split of the squared length, of types and of tokens"
furniture.table(sheet.frame, name="dimension-table", code=code, alt=told, about=sheet.about)
