"""Methods by tasks, computed now, with the paper's numbers beside."""

import streamlit as st

from zipfviz import figures
from zipfviz.methods import METHODS
from zipfviz.tables import score_table
from zipfviz.ui import furniture, panels, paper, pickers, selection

furniture.heading(
    "Scores",
    "A sentence is the average of its words’ vectors; two sentences are as similar as the cosine "
    "says. How well does that follow human judgement, before and after each transform?",
)
space = selection.space()
left, right = st.columns([3, 1])
with left:
    tasks = pickers.choose_tasks("tasks", ["lee50", "wordsim353", "simlex999", "sts-b"])
coefficient = right.segmented_control(
    "Coefficient", ["spearman", "pearson"], default="spearman", key="coefficient",
    bind="query-params", format_func={"spearman": "Spearman ρ", "pearson": "Pearson r"}.get,
    required=True,
)  # fmt: skip
methods = pickers.choose_methods("score_methods", METHODS)
if not tasks or not methods:
    furniture.nothing("Choose at least one task and one transform to see scores.")
furniture.prepare(tasks)
scores = score_table(space, tasks, methods, coefficient)
shown = scores.rename(columns=paper.task_label)
code = selection.current().snippet(
    f"tasks = [zipfviz.load_task(t) for t in {[task.name for task in tasks]!r}]",
    f"print(zipfviz.score_table(space, tasks, coefficient={coefficient!r}).round(2))",
)
furniture.chart(
    *figures.score_charts(shown),
    per_row=2,
    name="scores",
    headline=figures.score_headline(shown),
    look_for="Each line runs from the raw vectors’ score to the method’s. Look for the blue ones.",
    data=lambda: scores,
    code=code,
    seeing="Scores are correlations × 100 between cosines and human judgements over all pairs of a "
    "task at once. Tokens and sentence vectors follow the paper’s protocol; every method sees the "
    "same words.",
    formula=r"\mathrm{score} = \rho\big(\cos(s_1, s_2),\ \mathrm{gold}\big), \qquad "
    r"s = \frac{1}{|s|}\sum_{w \in s} \widetilde{w}",
)
furniture.table(
    panels.labelled(shown), name="score-table", code=code,
    alt="Scores times 100 of each transform on each task",
)  # fmt: skip
with st.expander("Pairs, coverage, empty sentences", icon=":material/fact_check:", type="compact"):
    st.dataframe(panels.coverage_frame(space, tasks), hide_index=True)

st.subheader("The paper’s numbers", anchor=False)
paper.score_tables(space, coefficient)
