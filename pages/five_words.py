"""Whitening by hand: five words in the plane, and where the average word really is."""

import streamlit as st

from zipfviz.figures.plane import plane_headline
from zipfviz.figures.prior_path import centroid_headline, centroid_map
from zipfviz.nouns import counted
from zipfviz.plane import worked_frame
from zipfviz.prior_path import prior_path
from zipfviz.ui import five_words, furniture, selection
from zipfviz.ui.about import Elsewhere

furniture.heading(
    "Five words by hand",
    "Whitening is five small steps. Here each is done on five words in the plane, once counting "
    "**each word once** and once counting it **as often as it occurs**. Nothing else differs.",
)
space = selection.space()
with furniture.calm():
    with st.expander("The words: change them, or add some", icon=":material/edit:", expanded=True):
        words, uniform, zipfian = five_words.edit()
    furniture.finding(
        plane_headline(words, uniform, zipfian),
        "Follow one rare word down the page, left and right. Give it a larger count, look again.",
    )
    if uniform.rank < 2:
        st.caption("All words lie on a line, so only its direction is scaled.")
    shown = five_words.steps(words, (uniform, zipfian))
    furniture.take_away(
        "five-words",
        lambda: worked_frame(words, (uniform, zipfian)),
        "from zipfviz.plane import worked_example\n\n"
        f"points = {[[round(float(v), 3) for v in row] for row in uniform.points]}\n"
        f"uniform, zipfian = worked_example(points, {zipfian.q.round(4).tolist()})\n"
        "print(zipfian.scaled)",
        shown,
        plane_headline(words, uniform, zipfian),
        Elsewhere(f"{counted(len(words), 'words')} with made vectors and counts."),
    )

st.subheader("Where is the average word?", anchor=False)
path = prior_path(space)
rows = five_words.map_rows(space)
furniture.chart(
    centroid_map(
        path.positions[rows],
        space.information[rows],
        [space.words[i] for i in rows],
        path.strengths,
        path.centroids,
        path.shares,
        narrow=furniture.on_phone(),
    ),
    name="centroid",
    headline=centroid_headline(path.share, len(space)),
    look_for="Move the slider below the chart: the blue star leaves the crowd of rare words for "
    "the few that fill the text.",
    data=path.frame,
    code=selection.current().snippet(
        "from zipfviz.prior_path import prior_path",
        "path = prior_path(space)",
        "print(path.share, path.centroids)",
    ),
    seeing=f"{counted(len(rows), 'words')}, half drawn from the list and half from running text. "
    "The grey star is the mean of all words, each counted once: the **apparent** mean. The blue "
    "star is the mean under the tempered prior; at t = 1 it is the **centroid**, the mean of "
    "running text. The plane holds both; a typical length is the mean length of a word’s vector. "
    "A few words far out lie beyond the picture.",
    formula=r"\mu_t = \sum_i q_i\, w_i, \quad q_i \propto p(w_i)^t, \qquad "
    r"\mathrm{gap} = \frac{\|\mu_1-\mu_0\|}{\frac1n\sum_i \|w_i\|}",
)
