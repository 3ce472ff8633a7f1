"""Maps of a sample, raw and transformed, linked; who is near whom in both."""

from functools import partial

import streamlit as st

from zipfviz.common.nouns import counted, noun
from zipfviz.figures import count, method_style
from zipfviz.figures.headlines.neighbours import nearest_headline, space_map_headline
from zipfviz.ui.pages.space_map import maps as space_map
from zipfviz.ui.pages.space_map import neighbours as map_neighbours
from zipfviz.ui.shell import export, furniture, messages, notices, pickers, selection

furniture.heading(
    "Space map",
    "The same words in two spaces. Does the map follow **meaning**, or how **often** a word "
    "occurs? Catch words with the lasso in one map and find them in the other.",
)
space = selection.space()
left, middle, right = st.columns([3, 3, 2])
with left:
    before = pickers.choose_method("First map", "map_before", "raw", space_map.MAPPED)
with middle:
    after = pickers.choose_method("Second map", "map_after", "zipfian_whitening", space_map.MAPPED)
view = pickers.switch(
    "Layout", ["PCA", "UMAP"], "map_view", place=right,
    help="PCA shows the two directions that vary most and is there at once. UMAP keeps neighbours "
    "together and needs a while, once.",
)  # fmt: skip
left, middle, right = st.columns([3, 3, 2])
k = pickers.choose_number("Words shown", [200, 500, 1000, 2000, 5000], 500, "map_k", left)
by = pickers.switch("Drawn from", space_map.BY, "map_by", "tokens", place=middle)
seed = right.number_input("Seed", 0, 9999, 0, key="map_seed", bind="query-params")
left, middle, right = st.columns([3, 3, 2])
colour = pickers.switch("Colour", space_map.COLOURS, "map_colour", "information", place=left)
n_near = right.select_slider("Neighbours", [5, 10, 20, 50], 10, key="map_n", bind="query-params")
drawn = space_map.sample(space, k, by, seed)
with middle:
    found = pickers.find_words("find_map", space, drawn.rows.tolist())
methods = [before, after]
labels = [method_style(m).label for m in methods]
if len(drawn.rows) < 2:
    messages.stop_with_hint("One word has no neighbours; choose a larger space in the sidebar.")
maps = space_map.panels(drawn, methods, view == "UMAP")
near = map_neighbours.neighbours(drawn, methods, n_near)
headline = space_map_headline(*labels, near.overlap, near.k, near.by_chance, near.hubness)
furniture.finding(
    headline,
    f"Dots are {drawn.stated()}. Look whether the colours are sorted: then the map shows frequency "
    "where you expected meaning.",
)
shown = space_map.draw(drawn, maps, colour, found, headline)
furniture.explain(
    "Neighbours are the words with the greatest cosine, exactly, among the words on the map. The "
    "**overlap** is the share that both spaces have in common. A **hub** is a word near to very "
    "many: count how often each word is among another’s neighbours; the **skewness** of these "
    "counts is small without hubs. UMAP’s axes mean nothing, so the second layout is turned to "
    "match the first.",
    r"\mathrm{overlap} = \frac1n\sum_w \frac{|N_k(w)\cap N'_k(w)|}{k}, \qquad "
    r"\mathrm{hubness} = \frac{\mathbb E\,(O_k-\mathbb E\,O_k)^3}{\mathrm{sd}(O_k)^3}",
)
map_neighbours.numbers(near)
notices.tell_directions({"": space}, methods)
caught = space_map.chosen_words(drawn)
code = partial(
    selection.current().snippet,
    "from zipfviz import explore",
    f"rows = explore.sample_rows(space, {k}, by={by!r}, seed={seed})",
    f"X, Y = (explore.mapped_rows(space, m, rows=rows) for m in {methods!r})",
    f"near = explore.agreement(X, Y, k={near.k})",
)
lines = [
    "print(near.k * near.overlap, near.k * near.by_chance)",
    "print(near.hubness, sum(explore.hubness_by_chance(len(rows), near.k)))",
]
if view == "PCA":
    lines += ["print([explore.pca_map(Z).shares for Z in (X, Y)])"]
data = partial(space_map.map_frame, drawn, maps)
export.take_away("space-map", data, code(*lines), shown, headline)
st.subheader("What moved around one word?", anchor=False)
options = list(dict.fromkeys([*found, *caught, *drawn.rows[:200].tolist()]))
row = st.selectbox(
    "Word", options, format_func=lambda i: space.words[i], key="map_word",
    bind="query-params",
    help="Words found or caught stand first. Its neighbours are sought among all words.",
)  # fmt: skip
moved = map_neighbours.what_moved(space, row, methods, near.k)
stayed = int((moved["in the nearest"] == "stayed").sum())
sentence = nearest_headline(space.words[row], stayed, near.k)
furniture.finding(
    sentence,
    f"Among all {count(len(space))} {noun(len(space), 'words')}. A rank says how many words are "
    "as near or nearer.",
)
furniture.table(
    moved, name="map-moved", alt=sentence,
    code=map_neighbours.moved_code(space.words[row], methods, near.k),
    decimals={"rank, first": 0, "rank, second": 0},
)  # fmt: skip
st.subheader("Neighbours on the map", anchor=False)
st.caption(
    f"Of the {counted(len(caught), 'words')} in the lasso, among the words on the map."
    if caught
    else "Of every word on the map, among the words on the map; the lasso keeps some."
)
listed = code("print(near.frame([space.words[i] for i in rows], space.p[rows]).to_string())")
map_neighbours.neighbour_table(drawn, near, caught, listed, headline)
