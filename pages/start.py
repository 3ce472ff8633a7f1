"""The claim in one screen: raw, uniform and Zipfian whitening on the chosen data."""

from functools import partial

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.evaluation.tokenize import is_tokenised
from zipfviz.gallery.lengths import lengths_frame
from zipfviz.report.export import About
from zipfviz.report.snippets import load_task_line
from zipfviz.space.names import task_name
from zipfviz.ui.pages.start import average, claim, language, two_lists
from zipfviz.ui.server import noise
from zipfviz.ui.shell import export, furniture, notices, pickers, selection, zoom

furniture.heading(
    "Word frequency hides in embedding spaces",
    "“The” occurs about a million times as often as “isotropy”, yet the usual average over word "
    "vectors counts both once. Weight **every average by how often a word occurs**, change nothing "
    "else, and plain whitening becomes what the paper finds best in 22 of 28 scores. And here?",
)
if st.button("Start the lesson", type="primary", icon=":material/school:"):
    st.switch_page("pages/lesson.py")
space = selection.space()
code = language.language_of_space(space)
two_lists.ask(space, code)
st.markdown("#### Where is the average word?")
moving = st.container()
st.markdown("#### What is each way of counting worth?")
task = pickers.choose_task("start_task", "Scored on", language.usual_task(code))
if said := language.lacking(code, task):
    st.caption(f":orange[{plain(said)}]")
label = f"Score on {plain(task_name(task.name))}"
views, symmetries = claim.lengths(space), claim.symmetries(space)
draws = claim.noise_draws(space, task) if is_tokenised(task) else []
ready = bool(draws) and noise.is_ready(draws)
panels = claim.panels(space, views, ready)
drawn = [
    partial(claim.thumbnail, space.digest, panel.method, len(panel.words), ready, panel)
    for panel in panels
]

# Charts before numbers where a task's texts were never split into words: that takes seconds.
scores = claim.scores(space, task) if is_tokenised(task) else None
above = st.empty()
places = {}
keys = zoom.chart_keys("start", len(drawn))
for column, panel, draw, key in zip(st.columns(3), panels, drawn, keys, strict=True):
    method = panel.method
    with column.container(border=True, key=f"claim-{method}"):
        told = claim.caption(panel, symmetries[method])
        st.markdown(f"##### {panel.title}  \n{claim.CLAIMS[method]}")
        places[method] = st.empty()
        claim.tell({method: places[method]}, label, scores)
        furniture.show(
            draw,
            key,
            f"{panel.title}. {told}",
            {"displayModeBar": False},
        )
        st.caption(told)
if scores is None:
    with above.container():
        furniture.prepare([task])
    scores = claim.scores(space, task)
    claim.tell(places, label, scores)
draws = claim.noise_draws(space, task)
pending = noise.is_pending(draws)
headline = claim.headline(space, task, scores, ready=ready, pending=pending)
with above.container():
    furniture.finding(
        headline,
        f"{claim.lengths_told(panels, space, pending)} Each dot is one of these "
        "words, measured without its own part.",
    )
about = About(space, [task], list(views))
notices.tell_about(about)
export.take_away(
    "start",
    lambda: lengths_frame(list(views.values()), space),
    selection.current().snippet(
        load_task_line(task),
        f"print(zipfviz.score_table(space, [task], {list(views)!r}).round(1))",
        f"print(zipfviz.symmetry_table(space, {list(views)!r}).round(2))",
        *claim.noise_code(len(views["raw"].rows)),
    ),
    drawn,
    headline,
    about,
)
noise.begin(draws)
furniture.explain(
    "The **score** says how well cosines between mean word vectors follow human judgements of "
    "similarity. **Sym₁** is 1 when the average vector is zero, **Sym₂** is 1 when all directions "
    "vary equally. Uniform and Zipfian whitening are the same code; only the weights q differ. "
    "**Lengths** are those under the whitening of all other words: with its own part a frequent "
    "word is short whatever its vector is. **Noise**: 20 draws each of Gaussian vectors and of the "
    "vectors shuffled over the words; in brackets, where another draw lies 95 times in 100.",
    r"\widetilde{w}_i = (w_i - \mu)\, V \Lambda^{-1/2}, \quad \mu = \sum_i q_i\, w_i, \quad "
    r"\sum_i q_i (w_i-\mu)(w_i-\mu)^{\!\top} = V \Lambda V^{\!\top}, \quad "
    r"q_i = \tfrac1n \ \text{or}\ p(w_i)",
)
with moving:
    average.show(space)
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
