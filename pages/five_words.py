"""Whitening by hand: five words in the plane."""

import streamlit as st

from zipfviz.common.nouns import counted
from zipfviz.explore.plane import worked_frame
from zipfviz.figures.headlines.averages import plane_headline
from zipfviz.report.export import Elsewhere
from zipfviz.ui.pages.five_words import example
from zipfviz.ui.shell import export, furniture, messages, selection

furniture.heading(
    "Five words by hand",
    "Whitening is five small steps. Here each is done on five words in the plane, once counting "
    "**each word once** and once counting it **as often as it occurs**. Nothing else differs.",
)
selection.space(tell=False)  # the sidebar tells of the match on every page
with messages.show_errors():
    found = st.container()
    words, uniform, zipfian = example.edit()
    with found:
        furniture.finding(
            plane_headline(words, uniform, zipfian),
            "Slide through the five steps below the picture. Then give the rarest word a larger "
            "count.",
        )
    if uniform.rank < 2:
        st.caption("All words lie on a line, so only its direction is scaled.")
    hint = "All five steps under both priors, one below the other, as they are printed."
    if st.toggle("As a strip", key="five_strip", bind="query-params", help=hint):
        example.strip((uniform, zipfian))
    export.take_away(
        "five-words",
        lambda: worked_frame(words, (uniform, zipfian)),
        "from zipfviz.explore import worked_example\n\n"
        f"points = {[[round(float(v), 3) for v in row] for row in uniform.points]}\n"
        f"uniform, zipfian = worked_example(points, {zipfian.q.round(4).tolist()})\n"
        "for w in (uniform, zipfian):\n"
        "    print(w.prior, w.mean, w.covariance, w.axes, w.values, w.scaled, sep='\\n')\n"
        "    print(w.lengths)",
        example.draws((uniform, zipfian)),
        plane_headline(words, uniform, zipfian),
        Elsewhere(f"{counted(len(words), 'words')} with made vectors and counts."),
    )

st.page_link(
    "pages/average_word.py",
    label="The average word: the same with the real vectors",
    icon=":material/arrow_forward:",
)
