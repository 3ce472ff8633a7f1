"""A family of made-up languages in which Theorem 1 can be watched to hold."""

from functools import partial

import streamlit as st

from zipfviz.figures import theory_law
from zipfviz.figures.headlines.law import family_headline, law_error_headline
from zipfviz.ui.pages.theory_family import family
from zipfviz.ui.shell import furniture, pickers, selection

furniture.heading(
    "Theory: length is information",
    "If a model predicts words by their vectors, a centered word’s squared length, measured by its "
    "contexts, says how much it tells about them. Here is a made-up language that follows such a "
    "model exactly: "
    "**does the law hold, and from which origin must lengths be measured?**",
)
space = selection.space()
left, middle, right = st.columns([2, 2, 2], vertical_alignment="bottom")
scale = left.select_slider(
    "Scale of the vectors", family.SCALES, 0.08, key="family_scale", bind="query-params"
)
metrics = {"paper": "the paper’s", "centred": "centred"}
metric = pickers.switch("G", metrics, "family_g", place=middle)
with right:
    ringed = pickers.find_words("find_family", space)
panels = family.panels(space, k := min(500, len(space)), scale, metric, ringed)
errors = family.errors(space, k)
code = partial(
    selection.current().snippet,
    f"top = space.top({k})",
    f"for method in {list(family.CENTERINGS)!r}:",
    "    W = zipfviz.transform(top, method)",
    imports="import zipfviz\nfrom zipfviz.theory import error_order, law_at, law_errors",
)
drawn = partial(theory_law.law_panels, x_title="2 KL(p ‖ p(·|w))", y_title="‖w‖² in G")
furniture.chart(
    *(partial(drawn, [panel]) for panel in panels),
    name="family",
    headline=family_headline(family.off(panels), scale),
    look_for=f"A made-up language of your most frequent words ({k:,}) that follows the model to "
    "the letter. Do the dots lie on the dashed line?",
    data=lambda: family.frame(panels),
    code=code(
        f"    found = law_at(W, top.p, {scale})",
        f"    print(method, found.scale, law_errors(W, top.p, [{scale}])[{metric!r}])",
        f"    print(found.{metric}[:5], found.forward[:5])",
    ),
    seeing="Theorem 1 is about a centered embedding that follows this model: ‖w‖²_G, a word’s "
    "squared length measured in G, is near twice the Kullback–Leibler divergence between all "
    "contexts and its own. It says nothing of other lengths or models. The paper’s proof drops a "
    "term of G; with it, G is the centred second moment, which does not see where the origin is. "
    "Both can be shown.",
    formula=r"p(t'|t) \propto p(t')\, e^{\langle w(t'), w(t)\rangle}, \qquad "
    r"\|w(t)\|^2_{G(t)} \approx 2\,\mathrm{KL}(p \,\|\, p(\cdot|t)), \qquad "
    r"G(t) = \sum_{t'} p(t'|t)\, c(t')\, c(t')^{\!\top}",
)
furniture.chart(
    partial(theory_law.law_errors_chart, family.SCALES, errors, marked=scale),
    name="family-errors",
    headline=law_error_headline(family.SCALES, errors),
    look_for="Make the vectors shorter: with the paper’s G only Zipf-centred ones follow the thin "
    "line down.",
    data=lambda: family.error_frame(errors),
    code=code(
        f"    scales = {list(family.SCALES)}",
        "    found = law_errors(W, top.p, scales)",
        "    print(method, error_order(scales, found['paper']), found)",
    ),
)
