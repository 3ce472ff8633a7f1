"""The claim in one screen: raw, uniform and Zipfian whitening on the chosen data."""

import streamlit as st

from zipfviz import figures
from zipfviz.figures import number, signed
from zipfviz.names import task_name
from zipfviz.scoring import score, symmetry
from zipfviz.ui import furniture, panels, pickers, selection, zoom
from zipfviz.ui.about import About
from zipfviz.ui.words import plain
from zipfviz.views import length_view

CLAIMS = {
    "raw": "The vectors as they come.",
    "uniform_whitening": "Each word counts once.",
    "zipfian_whitening": "Each word counts as it occurs.",
}

furniture.heading(
    "Word frequency hides in embedding spaces",
    "“The” occurs about a million times as often as “isotropy”, yet the usual average over word "
    "vectors counts both once. Weight **every average by how often a word occurs**, change nothing "
    "else, and plain whitening becomes the best simple cure for a skewed space.",
)
space = selection.space()
task = pickers.choose_task("start_task", "Scored on")
label = f"Score on {plain(task_name(task.name))}"
views = {method: length_view(space, method, min(500, len(space))) for method in CLAIMS}
drawn = [figures.norm_small(panels.norm_panel(v, space, whole=False)) for v in views.values()]

# Charts first: a task whose texts were never split into words takes seconds to score.
above = st.empty()
places = {}
keys = zoom.chart_keys("start", len(drawn))
for column, method, figure, key in zip(st.columns(3), CLAIMS, drawn, keys, strict=True):
    with column.container(border=True):
        style = figures.method_style(method)
        s = symmetry(space, method)
        st.markdown(f"##### {style.label}  \n{CLAIMS[method]}")
        places[method] = st.empty()
        places[method].metric(label, "…", delta="being computed", delta_color="off")
        furniture.show(
            figure,
            key,
            f"{style.label}: length follows information content with r = {number(views[method].r)}",
            {"displayModeBar": False},
        )
        st.caption(
            f"Length against rarity: r = {number(views[method].r)}. Zipfian Sym₁ "
            f"{number(s.sym1_zipfian)}, Sym₂ {number(s.sym2_zipfian)}."
        )
with above.container():
    furniture.prepare([task])
scores = {method: 100 * score(space, task, method).spearman for method in CLAIMS}
raw, uniform, zipfian = scores.values()
for method, place in places.items():
    is_raw = method == "raw"
    place.metric(
        label,
        number(scores[method], 1),
        delta="the baseline" if is_raw else f"{signed(scores[method] - raw)} against raw",
        delta_color="off" if is_raw else "normal",
        delta_arrow="off" if is_raw else "auto",
        help="Spearman’s ρ × 100 between cosines and human judgements.",
    )
headline = (
    f"On {task_name(task.name)} the raw vectors score {number(raw, 1)}. Whitening gives "
    f"{number(uniform, 1)} when averages count each word once, and {number(zipfian, 1)} when they "
    "count it as often as it occurs."
)
with above.container():
    furniture.finding(
        headline,
        "Each dot is one of the 500 most frequent words. Look for the cloud that rises from left "
        "to right: there, rare and informative words have the long vectors.",
    )
furniture.take_away(
    "start",
    lambda: panels.lengths_frame(list(views.values()), space),
    selection.current().snippet(
        f"task = zipfviz.load_task({task.name!r})",
        f"print(zipfviz.score_table(space, [task], {list(CLAIMS)!r}).round(1))",
        f"print(zipfviz.symmetry_table(space, {list(CLAIMS)!r}).round(2))",
    ),
    drawn,
    headline,
    About(space, selection.current(), [task], list(CLAIMS)),
)
furniture.explain(
    "The **score** says how well cosines between mean word vectors follow human judgements of "
    "similarity. **Sym₁** is 1 when the average vector is zero, **Sym₂** is 1 when all directions "
    "vary equally. Uniform and Zipfian whitening are the same code; only the weights q differ.",
    r"\widetilde{w}_i = (w_i - \mu)\, V \Lambda^{-1/2}, \quad \mu = \sum_i q_i\, w_i, \quad "
    r"\sum_i q_i (w_i-\mu)(w_i-\mu)^{\!\top} = V \Lambda V^{\!\top}, \quad "
    r"q_i = \tfrac1n \ \text{or}\ p(w_i)",
)
st.subheader("Where to go from here", anchor=False)
for path, question in {
    "pages/types_and_tokens.py": "What do you draw when each word counts once, and when it counts "
    "as often as it occurs?",
    "pages/norms.py": "Where do rare, informative words get long?",
    "pages/symmetry_map.py": "Which measure of symmetry tells which space works?",
    "pages/eigenspectra.py": "How many directions does a space really use?",
    "pages/scores.py": "What does each method gain, and on which task?",
}.items():
    with st.container(horizontal=True, vertical_alignment="center"):
        st.page_link(path, width=170)
        st.caption(question)
