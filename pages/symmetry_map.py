"""Sym1 against Sym2 under both priors, coloured by score: the paper's 21 spaces and ours."""

from functools import partial

import streamlit as st

from zipfviz import gallery
from zipfviz.common.nouns import counted
from zipfviz.evaluation import published
from zipfviz.explore import correlations
from zipfviz.report.export import About, Elsewhere
from zipfviz.space.methods import METHODS
from zipfviz.space.names import task_name
from zipfviz.ui.pages.symmetry_map import maps, points
from zipfviz.ui.shell import export, furniture, messages, notices, pickers, selection, tables

furniture.heading(
    "Symmetry map",
    "A space is symmetric when its average vector is zero (Sym₁ = 1) and all directions vary "
    "equally (Sym₂ = 1). Which average, over types or over tokens, tells which space works?",
)
space, chosen = selection.space(), selection.current()
left, middle, right = st.columns([2, 3, 2], vertical_alignment="bottom")
printed_for = left.selectbox(
    "Paper’s scores on", ["STS-B", "SICK-R"], key="map_paper", bind="query-params"
)
with middle:
    task = pickers.choose_task("map_task", "Your spaces scored on", "sts-b")
show_paper = right.toggle("Paper’s 21 spaces", True, key="map_show", bind="query-params")
furniture.prepare([task])
left, middle, right = st.columns([2, 3, 2])
with left:
    embeddings = pickers.choose_embeddings("embeddings", chosen.embedding)
with middle:
    frequencies = pickers.choose_frequencies("frequencies", chosen.frequency)
with right:
    coefficient = pickers.choose_coefficient()
methods = pickers.choose_methods("map_methods", METHODS[:7], label="After")
found = selection.load_spaces(chosen, embeddings, frequencies)
asked = About(space, [task], methods, coefficient)
own = points.compute(found, asked)
printed = gallery.printed_points(printed_for, coefficient)
released = Elsewhere(published.released_spaces(printed_for, coefficient))
about = maps.about(own, found, asked) or released
drawing = gallery.draw_points(
    # on the map a space is called by what tells it from the others
    own.assign(embedding=own["space"]),
    printed if show_paper else None,
    maps.with_released(about, released) if show_paper else about,
)
shown = drawing.data()
if shown.empty:
    messages.stop_with_hint("Choose at least one space and transform, or show the paper’s spaces.")
same_task = task_name(task.name) == printed_for
own_code = partial(maps.code, chosen, embeddings, frequencies, asked)
furniture.finding(
    drawing.headline,
    "Do colours get brighter towards the upper right corner? Compare the two priors. A click on a "
    "mark opens its space in Scores. "
    + (
        "Small marks are the paper’s, large ones yours."
        if same_task
        else f"Small marks are the paper’s scores on {printed_for}, large ones yours on another "
        "task: compare colours within each set only."
    ),
)
st.html(maps.legend_html(shown))
charts = [partial(maps.panel, shown, prior, legend=False) for prior in maps.PRIORS]
points.clickable(*charts, name=drawing.name, points=shown, task=task, alt=drawing.headline)
notices.tell_about(about)
if link := points.opened():
    st.switch_page("pages/scores.py", query_params=link)
furniture.explain(
    "Each mark is one space. Under the uniform prior every word counts once, under the Zipfian "
    "prior as often as it occurs. The paper’s marks are the authors’ released values: GloVe 840B, "
    "word2vec and fastText, 300 dimensions, enwiki frequencies, seven methods each.",
    r"\mathrm{Sym}_1 = 1 - \frac{\|\mathbb E_q[w]\|}{\mathbb E_q\|w\|}, \qquad "
    r"\mathrm{Sym}_2 = \frac{1}{\log d}\, H\!\left(\frac{\lambda_1}{\sum_j\lambda_j}, \dots, "
    r"\frac{\lambda_d}{\sum_j\lambda_j}\right)",
)
export.take_away(
    drawing.name, drawing.data, maps.map_code(own_code, show_paper, printed_for, coefficient),
    drawing.draws, drawing.headline, drawing.about,
)  # fmt: skip
if not own.empty:
    tables.table(
        maps.own_table(own), about, name="symmetry-own", code=own_code(),
        alt="Symmetry measures and score of each space after each transform",
    )  # fmt: skip

st.subheader("Which measure goes with the score?", anchor=False)
over = pickers.switch(
    "Over", maps.OVER, "map_over", "the paper’s spaces",
    help="Yours need three embeddings for a range that leaves one out.",
)  # fmt: skip
known = maps.counted(over, own, printed, same_task)
recomputed = correlations(known)
code = maps.correlation_code(over, printed_for, own_code, coefficient)
furniture.drawing(
    gallery.draw_correlations(recomputed, released if over == "the paper’s spaces" else about),
    look_for=f"Over {counted(len(known), 'spaces')} ({over}). Does a measure go with the score "
    "whichever embedding (thick lines) or method (thin lines) is left out? Spaces of one "
    "embedding or method are not independent: these are ranges of sensitivity, no intervals of "
    "confidence.",
    code=code,
)
is_printed = over == "the paper’s spaces" and coefficient == "spearman"
furniture.table(
    gallery.printed_correlations(recomputed, printed_for if is_printed else None),
    name="correlation-table",
    code=code,
    alt="Correlation of each symmetry measure with the score, recomputed and as printed",
)
st.caption(maps.ORDERS)
st.caption(
    f"{published.REMARKS['correlation']} In the uniform Sym₂ column for STS-B: "
    f"{published.REMARKS['correlation sym2_uniform STS-B']} "
    f"{published.REMARKS['correlation average_cosine']} {published.REMARKS['quoted']}"
)
