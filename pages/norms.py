"""Lengths against information content under each transform."""

from functools import partial

import streamlit as st

from zipfviz import figures
from zipfviz.common.nouns import counted
from zipfviz.evaluation import published
from zipfviz.explore.views import length_view
from zipfviz.gallery import panels
from zipfviz.gallery import published as paper
from zipfviz.report.about import About, Elsewhere
from zipfviz.space.methods import WORD_METHODS
from zipfviz.ui.pages.norms import charts as norms
from zipfviz.ui.shell import furniture, pickers, selection

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
    furniture.nothing("Choose at least one transform to see its lengths.")
views = [length_view(space, method, k=k, fitted_on=FITTED[fitted]) for method in methods]
found = pickers.find_words("find_norm", space, views[0].rows)
shown = [panels.norm_panel(view, space, found) for view in views]
furniture.chart(
    *(partial(norms.chart, space.digest, p.method, k, fitted, tuple(found), p) for p in shown),
    name="norms",
    headline=figures.norm_headline(shown),
    look_for=f"Look for the cloud that rises from left to right. Dots are the {k:,} most frequent "
    "words; the grey cloud beneath is the whole vocabulary."
    if views[0].density is not None
    else "Look for the cloud that rises from left to right. Dots are the "
    f"{counted(k, 'words')} fitted on.",
    data=lambda: panels.lengths_frame(views, space),
    about=About(space, methods=methods),
    code=selection.current().snippet(
        "import numpy as np",
        *([f"space = space.top({k})"] if FITTED[fitted] == "shown" else []),
        f"Y = zipfviz.transform(space, {methods[-1]!r})",
        "norms = np.linalg.norm(Y, axis=1)",
        f"top = space.by_frequency[:{k}]",
        "print(np.corrcoef(space.information[top], norms[top])[0, 1])",
    ),
    seeing="Left are frequent words, right rare ones; the higher a dot, the longer its vector. "
    "r is Pearson’s and ρ Spearman’s correlation over the shown words. Under the Zipfian prior the "
    "squared length approaches twice the information a word gives about its context (Theorem 1); "
    "under the uniform prior theory expects long frequent words.",
    formula=r"\|\boldsymbol w\|_{\boldsymbol G(w)}^2 \approx "
    r"2\,\mathrm{KL}(p(\cdot)\,\|\,p(\cdot\mid w))",
)
if views[0].all_r is not None:
    furniture.table(
        panels.agreement_frame(views),
        name="norm-agreement",
        code=selection.current().snippet(
            "# r and ρ over all words: norms against space.information"
        ),
        alt="Correlation of length and information content over shown and over all words",
    )
box = st.expander(
    "The paper’s figure", icon=":material/article:", type="compact", key="norm_beside",
    bind="query-params",
)  # fmt: skip
if box.open:
    with box:
        which = st.segmented_control(
            "Vectors", ["glove", "word2vec"], default="glove", key="norm_paper", required=True,
            format_func={"glove": "GloVe 840B", "word2vec": "word2vec"}.get, bind="query-params",
        )  # fmt: skip
        printed = paper.norm_panels(which)
        furniture.chart(
            *(partial(figures.norm_panels, [panel]) for panel in printed),
            name="norms-paper",
            headline=figures.norm_headline(printed),
            look_for="The authors’ released lengths of the 500 most frequent enwiki words, 300 "
            f"dimensions. {published.REMARKS['norms']}",
            data=lambda: published.norms(which),
            code=f"from zipfviz.evaluation import published\n\nprint(published.norms({which!r}))",
            about=Elsewhere("Lengths as Yokoi et al. (2024) released them; enwiki frequencies."),
        )
