"""Sym1 against Sym2 under both priors, coloured by score: the paper's 21 spaces and the chosen one."""

import streamlit as st

from zipfviz import figures
from zipfviz.methods import METHODS
from zipfviz.readers import published
from zipfviz.tables import symmetry_points
from zipfviz.ui import furniture, panels, pickers, selection
from zipfviz.views import correlations

furniture.heading(
    "Symmetry map",
    "A space is symmetric when its average vector is zero (Sym₁ = 1) and all directions vary "
    "equally (Sym₂ = 1). Which average, over types or over tokens, tells which space works?",
)
space = selection.space()
left, middle, right = st.columns([1, 1, 2])
with left:
    paper_task = st.selectbox(
        "Paper’s scores", ["STS-B", "SICK-R"], key="map_paper", bind="query-params"
    )
with middle:
    task = pickers.choose_task("map_task", "Your space scored on", pickers.same_task(paper_task))
with right:
    methods = pickers.choose_methods("map_methods", METHODS, label="Your space after")
show_paper = st.toggle("Show the paper’s 21 spaces", True, key="map_show", bind="query-params")
printed = published.symmetry_points(paper_task).assign(own=False)
own = symmetry_points(space, task, methods).assign(own=True)
points = panels.join_points(own, printed if show_paper else None)
if points.empty:
    furniture.nothing("Choose at least one transform, or show the paper’s spaces.")
comparable = task.name.upper().startswith(paper_task)
furniture.chart(
    *(figures.symmetry_map(points, priors=(p,)) for p in ("uniform", "zipfian")),
    name="symmetry-map",
    headline=figures.symmetry_headline(printed if show_paper else own),
    look_for="Look along the diagonal: on the right, under the Zipfian prior, colours get brighter "
    "towards the upper right corner; on the left they do not. "
    + (
        "Small marks are the paper’s, large ones yours."
        if comparable
        else f"Small marks are the paper’s scores on {paper_task}, large ones yours on another "
        "task: compare colours within each set only."
    ),
    data=lambda: points,
    code=selection.current().snippet(
        f"task = zipfviz.load_task({pickers.name_of('map_task')!r})",
        "print(zipfviz.symmetry_table(space, task=task))",
        "print(zipfviz.score_table(space, [task]))",
    ),
    seeing="Each mark is one space. Under the uniform prior every word counts once, under the "
    "Zipfian prior as often as it occurs. The paper’s marks are the authors’ released values: GloVe "
    "840B, word2vec and fastText, 300 dimensions, enwiki frequencies, seven methods each.",
    formula=r"\mathrm{Sym}_1 = 1 - \frac{\|\mathbb E_q[w]\|}{\mathbb E_q\|w\|}, \qquad "
    r"\mathrm{Sym}_2 = \frac{1}{\log d}\, H\!\left(\frac{\lambda_1}{\sum_j\lambda_j}, \dots, "
    r"\frac{\lambda_d}{\sum_j\lambda_j}\right)",
)
furniture.table(
    panels.points_table(own),
    name="symmetry-own",
    code=selection.current().snippet("print(zipfviz.symmetry_table(space))"),
    alt="Symmetry measures and score of the chosen space after each transform",
)

st.subheader("Which measure predicts the score?", anchor=False)
of_paper = correlations(printed)
furniture.chart(
    figures.correlation_chart(of_paper),
    name="correlations",
    headline=figures.correlation_headline(of_paper),
    look_for=f"Over the paper’s 21 spaces and their {paper_task} scores. Bars leave one embedding out "
    "at a time: the points of one embedding are not independent.",
    data=lambda: of_paper,
    code=f"from zipfviz.readers import published\nfrom zipfviz.views import correlations\n\n"
    f"print(correlations(published.symmetry_points({paper_task!r})))",
)
furniture.table(
    panels.correlation_table(of_paper, published.printed_correlations(), paper_task),
    name="correlation-table",
    code=f"from zipfviz.readers import published\nprint(published.printed_correlations())",
    alt="Correlation of each symmetry measure with the score: recomputed and as printed",
)
st.caption(
    "The paper prints these as Spearman’s ρ; recomputed from the authors’ released scores, the "
    "printed values are Pearson’s r. Its “Ave. Cos.” column correlates 1 − mean cosine, so the sign "
    "is turned here. Uniform Sym₂ on STS-B is −22.21 recomputed, −21.21 printed."
)
