"""Lengths against information content under each transform."""

import streamlit as st

from zipfviz import gallery
from zipfviz.common.nouns import counted
from zipfviz.evaluation import published
from zipfviz.space.methods import WORD_METHODS
from zipfviz.ui.shell import furniture, messages, pickers, selection

FITTED = {"all words": "all", "the shown words only": "shown"}

furniture.heading(
    "Norms",
    "A word that occurs with probability p carries −log p of information. Do rare, informative "
    "words have long vectors? It depends on the average that whitening uses.",
)
space = selection.space()
left, middle, right = st.columns([2, 1, 1])
with left:
    methods = pickers.choose_methods(
        "norm_methods",
        ["raw", "uniform_whitening", "zipfian_whitening"],
        WORD_METHODS,
        at_most=4,
    )
k = pickers.choose_number("Words shown", [100, 200, 500, 1000, 2000, 5000], 500, "norm_k", middle)
fitted = right.selectbox(
    "Transforms fitted on",
    list(FITTED),
    key="norm_fit",
    bind="query-params",
    help="The paper’s figure fits each transform on the 500 plotted words alone; the two differ.",
)
k = min(k, len(space))
if not methods:
    messages.stop_with_hint("Choose at least one transform to see its lengths.")
found = pickers.find_words("find_norm", space, space.by_frequency[:k])
on_all = FITTED[fitted] == "all"
furniture.drawing(
    gallery.norms(
        space,
        methods=methods,
        words=k,
        fitted_on=FITTED[fitted],
        find=[space.words[i] for i in found],
    ),
    look_for="Look for the cloud that rises from left to right. Dots are the "
    + (
        f"{k:,} most frequent words; the grey cloud beneath is the whole vocabulary."
        if on_all
        else f"{counted(k, 'words')} fitted on."
    ),
    seeing="Left are frequent words, right rare ones; the higher a dot, the longer its vector. "
    "r is Pearson’s and ρ Spearman’s correlation over the shown words. Under the Zipfian prior the "
    "squared length approaches twice the information a word gives about its context (Theorem 1); "
    "under the uniform prior theory expects long frequent words.",
    formula=r"\|\boldsymbol w\|_{\boldsymbol G(w)}^2 \approx "
    r"2\,\mathrm{KL}(p(\cdot)\,\|\,p(\cdot\mid w))",
)
if on_all:
    agreement = gallery.norm_agreement(space, methods=methods, words=k)
    furniture.table(
        agreement.frame,
        name=agreement.name,
        code=selection.current().snippet(*agreement.lines),
        about=agreement.about,
        alt="Correlation of length and information content over shown and over all words",
    )
box = st.expander(
    "The paper’s figure", icon=":material/article:", type="compact", key="norm_beside",
    bind="query-params",
)  # fmt: skip
if box.open:
    with box:
        embeddings = {"glove": "GloVe 840B", "word2vec": "word2vec"}
        which = pickers.switch("Vectors", embeddings, "norm_paper")
        printed = gallery.printed_norms(which)
        furniture.drawing(
            printed,
            look_for="The authors’ released lengths of the 500 most frequent enwiki words, 300 "
            f"dimensions. {published.REMARKS['norms']}",
            code="\n".join(printed.lines),
        )
