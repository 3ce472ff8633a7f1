"""Lengths against information content under each transform, beside those of noise."""

import streamlit as st

from zipfviz import gallery
from zipfviz.evaluation import published
from zipfviz.space.methods import ALL_WORD_METHODS
from zipfviz.ui.pages.norms import panels
from zipfviz.ui.shell import furniture, messages, pickers, selection

FITTED = {"all words": "all", "the shown words only": "shown"}
MEASURED = {"without": True, "with": False}

furniture.heading(
    "Vector length",
    "A word that occurs with probability p carries −log p of information. Do rare, informative "
    "words have long vectors, longer than noise would give them? It depends on the average that "
    "whitening uses.",
)
space = selection.space()
left, middle, right = st.columns([2, 1, 1])
with left:
    methods = pickers.choose_methods(
        "norm_methods",
        ["raw", "uniform_whitening", "zipfian_whitening"],
        ALL_WORD_METHODS,
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
measured = pickers.switch(
    "Each word is measured with or without its own part", list(MEASURED), "norm_own",
    help="Without: by the mean and covariance of all other words. With, as in the paper’s figure, "
    "frequent words are short whatever their vectors are.",
)  # fmt: skip
k, deleted = min(k, len(space)), MEASURED[measured]
if not methods:
    messages.stop_with_hint("Choose at least one transform to see its lengths.")
found = pickers.find_words("find_norm", space, space.by_frequency[:k])
panels.show(space, methods, k, FITTED[fitted], deleted, found)
box = st.expander(
    "The paper’s figure", icon=":material/article:", type="compact", key="norm_beside",
    bind="query-params",
)  # fmt: skip
if box.open:
    with box:
        embeddings = {"glove": "GloVe 840B", "word2vec": "word2vec"}
        which = pickers.switch("Vectors", embeddings, "norm_paper")
        printed = gallery.printed_norms(which, deleted=deleted)
        own = "each without its own part" if deleted else "as released"
        furniture.drawing(
            printed,
            look_for="The authors’ lengths of the 500 most frequent enwiki words, 300 dimensions, "
            f"{own}; noise is Gaussian. {published.REMARKS['norms']}",
            code="\n".join(printed.lines),
        )
