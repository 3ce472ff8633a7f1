"""Sym1 against Sym2 under both priors, coloured by score: the paper's 21 spaces and ours."""

import streamlit as st

from zipfviz import figures
from zipfviz.methods import METHODS
from zipfviz.readers import published
from zipfviz.tables import symmetry_points
from zipfviz.ui import furniture, panels, paper, pickers, selection
from zipfviz.views import correlations

furniture.heading(
    "Symmetry map",
    "A space is symmetric when its average vector is zero (Sym₁ = 1) and all directions vary "
    "equally (Sym₂ = 1). Which average, over types or over tokens, tells which space works?",
)
space = selection.space()
left, middle, right = st.columns([2, 3, 1], vertical_alignment="bottom")
with left:
    printed_for = st.selectbox(
        "Paper’s scores on", ["STS-B", "SICK-R"], key="map_paper", bind="query-params"
    )
with middle:
    task = pickers.choose_task("map_task", "Your space scored on", "sts-b")
show_paper = right.toggle("Paper’s 21 spaces", True, key="map_show", bind="query-params")
furniture.prepare([task])
methods = pickers.choose_methods("map_methods", METHODS[:7], label="Your space after")
printed = published.symmetry_points(printed_for).assign(own=False)
own = symmetry_points(space, task, methods).assign(own=True)
points = panels.join_points(own, printed if show_paper else None)
if points.empty:
    furniture.nothing("Choose at least one transform, or show the paper’s spaces.")
same_task = paper.task_label(task.name) == printed_for
furniture.chart(
    *(figures.symmetry_map(points, priors=[p]) for p in ("uniform", "zipfian")),
    name="symmetry-map",
    headline=figures.symmetry_headline(printed if show_paper else own),
    look_for="Do colours get brighter towards the upper right corner? Compare the two priors. "
    + (
        "Small marks are the paper’s, large ones yours."
        if same_task
        else f"Small marks are the paper’s scores on {printed_for}, large ones yours on another "
        "task: compare colours within each set only."
    ),
    data=lambda: points,
    code=selection.current().snippet(
        f"task = zipfviz.load_task({task.name!r})",
        "print(zipfviz.symmetry_table(space, task=task))",
        "print(zipfviz.score_table(space, [task]))",
    ),
    seeing="Each mark is one space. Under the uniform prior every word counts once, under the "
    "Zipfian prior as often as it occurs. The paper’s marks are the authors’ released values: "
    "GloVe 840B, word2vec and fastText, 300 dimensions, enwiki frequencies, seven methods each.",
    formula=r"\mathrm{Sym}_1 = 1 - \frac{\|\mathbb E_q[w]\|}{\mathbb E_q\|w\|}, \qquad "
    r"\mathrm{Sym}_2 = \frac{1}{\log d}\, H\!\left(\frac{\lambda_1}{\sum_j\lambda_j}, \dots, "
    r"\frac{\lambda_d}{\sum_j\lambda_j}\right)",
)
furniture.table(
    panels.points_table(own),
    name="symmetry-own",
    code=selection.current().snippet(
        f"task = zipfviz.load_task({task.name!r})",
        "print(zipfviz.symmetry_table(space, task=task).round(3))",
    ),
    alt="Symmetry measures and score of the chosen space after each transform",
    decimals=dict.fromkeys(paper.MEASURE_LABELS.values(), 3),
)

st.subheader("Which measure predicts the score?", anchor=False)
recomputed = correlations(printed)
code = (
    "from zipfviz.readers import published\nfrom zipfviz.views import correlations\n\n"
    f"print(correlations(published.symmetry_points({printed_for!r})))"
)
furniture.chart(
    figures.correlation_chart(recomputed),
    name="correlations",
    headline=figures.correlation_headline(recomputed),
    look_for=f"Over the paper’s 21 spaces and their {printed_for} scores. The lines leave one "
    "embedding out at a time, since points of one embedding are not independent.",
    data=lambda: recomputed,
    code=code,
)
furniture.table(
    paper.correlation_table(recomputed, printed_for),
    name="correlation-table",
    code=code,
    alt="Correlation of each symmetry measure with the score, recomputed and as printed",
)
st.caption(
    f"{published.REMARKS['correlation']} In the uniform Sym₂ column for STS-B: "
    f"{published.REMARKS['correlation sym2_uniform STS-B']} The mean cosine is printed with the "
    "other sign (as 1 − mean cosine) and turned here."
)
