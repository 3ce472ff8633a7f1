"""Partition functions under both priors, and a family in which Theorem 1 can be watched to hold."""

from functools import partial

import streamlit as st

from zipfviz.figures import theory_law, theory_partition
from zipfviz.methods import METHODS
from zipfviz.ui import furniture, pickers, second_matrix, selection, theory_panels

furniture.heading(
    "Theory: why it works",
    "A model that predicts a word w from a context c gives it the probability "
    "q(w) exp⟨w, c⟩ / Z(c). The sum **Z(c)** makes the probabilities add up to one. The paper’s "
    "point: whitening makes Z nearly the same for every context, **if the average that whitening "
    "uses weights words as the model does**.",
)
space = selection.space()
methods = pickers.choose_methods(
    "theory_methods",
    ["raw", "uniform_whitening", "zipfian_whitening"],
    [m for m in METHODS if m != "sif_ccr"],
    at_most=5,
)
if not methods:
    furniture.nothing("Choose at least one transform to see its Z.")
contexts = second_matrix.choose_vectors(space, theory_panels.choose_contexts(space))
scaling = theory_panels.choose_scaling()
found = theory_panels.partitions(space, methods, contexts, scaling)
code = selection.current().snippet(
    contexts.code,
    f"scaling = {scaling!r}",
    f"for method in {methods!r}:",
    "    found = partition_functions(space, method, contexts, scaling"
    f"{second_matrix.passed(contexts)})",
    "    for prior, z in found.items():",
    "        print(method, prior, z.constancy, z.error)",
    imports=second_matrix.IMPORTS,
)
furniture.chart(
    *(theory_partition.partition_strips(found, q, contexts.words) for q in theory_panels.PRIORS),
    name="partition",
    headline=theory_partition.partition_headline(found),
    look_for="Each dot is a context, the bar its mean ± one standard deviation. Look for the "
    "narrow rows: there, Z hardly depends on the context.",
    data=lambda: theory_panels.partition_frame(found, contexts.words),
    code=code,
    seeing=f"Exact sums over all words ({len(space):,}). {second_matrix.told(contexts)} Left every "
    "word weighs the same, right as often as it occurs.",
    formula=r"Z_u(c) = \sum_w e^{\langle w, c\rangle}, \qquad "
    r"Z_z(c) = \sum_w p(w)\, e^{\langle w, c\rangle}",
)
furniture.table(
    theory_panels.partition_table(found), name="partition-table", code=code,
    decimals={"spread of log Z": 3, "variation of Z": 3, "min/max Z": 5, "2nd order off, %": 1},
    alt="How constant Z is under both priors after each transform, and the second-order error",
)  # fmt: skip
furniture.chart(
    *(theory_partition.second_order_chart(found, q, contexts.words) for q in theory_panels.PRIORS),
    name="second-order",
    headline=theory_partition.second_order_headline(found),
    look_for="On the dashed line the short formula is exact. The argument for whitening uses it: "
    "does it describe your vectors? Make contexts shorter and watch.",
    data=lambda: theory_panels.partition_frame(found, contexts.words),
    code=code,
    seeing="The series of exp, cut after its second term. Whitening sets the mean to 0 and the "
    "second moment to the identity, so that only the length of c is left. (The paper prints |V| "
    "where the sum of p, which is 1, stands here.) The percentage is the median of "
    "|second order / exact − 1|. Min/max is the smallest over the largest Z along ± the principal "
    "directions (Mu & Viswanath).",
    formula=r"Z_z(c) \approx 1 + \langle \mu, c\rangle + \tfrac12\, c^{\!\top}\, "
    r"\mathbb E[w w^{\!\top}]\, c \;\leadsto\; 1 + \tfrac12 \|c\|^2",
)

st.subheader("A family where length is information", anchor=False)
left, middle, right = st.columns([2, 2, 2], vertical_alignment="bottom")
scale = left.select_slider(
    "Scale of the vectors", theory_panels.SCALES, 0.08, key="family_scale", bind="query-params"
)
metric = middle.segmented_control(
    "G", ["paper", "centred"], default="paper", key="family_g", bind="query-params", required=True,
    format_func={"paper": "the paper’s", "centred": "centred"}.get,
)  # fmt: skip
with right:
    ringed = pickers.find_words("find_family", space)
panels = theory_panels.family_panels(space, k := min(500, len(space)), scale, metric, ringed)
errors = theory_panels.family_errors(space, k)
code = selection.current().snippet(
    f"top = space.top({k})",
    "W = zipfviz.transform(top, 'zipfian_centering')",
    f"print(law_at(W, top.p, {scale}).{metric}[:5], law_at(W, top.p, {scale}).forward[:5])",
    f"print(law_errors(W, top.p, {list(theory_panels.SCALES)}))",
    imports="import zipfviz\nfrom zipfviz.theory.family import law_at, law_errors",
)
furniture.panel_chart(
    partial(theory_law.law_panels, x_title="2 KL(p ‖ p(·|w))", y_title="‖w‖² in G"),
    panels,
    name="family",
    headline=theory_law.family_headline(theory_panels.family_off(panels), scale),
    look_for=f"A made-up language of your most frequent words ({k:,}) that follows the model to "
    "the letter. Do the dots lie on the dashed line?",
    data=lambda: theory_panels.family_frame(panels),
    code=code,
    seeing="Theorem 1: a word’s squared length, measured in G, is twice the information it gives "
    "about its contexts. The paper’s proof drops a term of G; with it, G is the centred second "
    "moment, which does not see where the origin is. Both can be shown.",
    formula=r"p(t'|t) \propto p(t')\, e^{\langle w(t'), w(t)\rangle}, \qquad "
    r"\|w(t)\|^2_{G(t)} \approx 2\,\mathrm{KL}(p \,\|\, p(\cdot|t)), \qquad "
    r"G(t) = \sum_{t'} p(t'|t)\, c(t')\, c(t')^{\!\top}",
)
furniture.chart(
    theory_law.law_errors_chart(theory_panels.SCALES, errors, marked=scale),
    name="family-errors",
    headline=theory_law.law_error_headline(theory_panels.SCALES, errors),
    look_for="Make the vectors shorter: with the paper’s G only Zipf-centred ones follow the thin "
    "line down.",
    data=lambda: theory_panels.error_frame(errors),
    code=code,
)
