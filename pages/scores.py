"""Methods by tasks, computed now, with the paper's numbers beside; several spaces side by side."""

from dataclasses import replace

import streamlit as st

from zipfviz import gallery
from zipfviz.evaluation.tables import SUMMARIES
from zipfviz.gallery import published as paper
from zipfviz.report.export import About
from zipfviz.space.methods import METHODS
from zipfviz.space.names import task_name
from zipfviz.ui.pages.scores import table as scores
from zipfviz.ui.pages.scores.errors import error_rows, sure
from zipfviz.ui.server import noise
from zipfviz.ui.shell import furniture, messages, notices, pickers, selection, tables

furniture.heading(
    "Scores",
    "A sentence is the average of its words’ vectors; two sentences are as similar as the cosine "
    "says. How well does that follow human judgement, before and after each transform?",
)
space, chosen = selection.space(), selection.current()
left, right = st.columns([3, 1])
kind = pickers.switch("Table", scores.KINDS, "table", "sentences", place=left)
with right:
    coefficient = pickers.choose_coefficient()
left, right = st.columns(2)
with left:
    tasks = scores.choose_tasks(kind)
with right:
    methods = pickers.choose_methods("score_methods", METHODS)
if not tasks or not methods:
    messages.stop_with_hint("Choose at least one task and one transform to see scores.")

if kind == "several":
    left, right = st.columns(2)
    with left:
        embeddings = pickers.choose_embeddings("embeddings", chosen.embedding)
    with right:
        frequencies = pickers.choose_frequencies("frequencies", chosen.frequency)
    sides = embeddings, frequencies
    found = selection.load_spaces(chosen, *sides)
    if not found:
        messages.stop_with_hint("Choose at least one embedding and one frequency source.")
    about = About(space, tasks, methods, coefficient)
    table = scores.side_by_side(found, about)
    columns = scores.several_columns(found, tasks)
    rings, printed, summary, more = None, None, "all", ""
else:
    sides = None
    left, middle, third, right = st.columns([3, 3, 2, 2], vertical_alignment="bottom")
    own_words = left.toggle("p from each task’s own words", key="own_words", bind="query-params")
    summary = pickers.switch(
        "SemEval years as", SUMMARIES, "summary", "all", place=middle,
        help="“All” correlates all pairs of a year at once, as the paper does; the others average "
        "the scores of its subsets.",
    )  # fmt: skip
    with_printed = third.toggle("Printed numbers", True, key="beside", bind="query-params")
    found = scores.spaces(space, tasks, chosen, own_words)
    about = About(space, tasks, methods, coefficient, own_words=own_words)
    table = scores.compute(found, about, summary)
    columns = {task.name: (found[task.name], task) for task in tasks}
    printed_for = "GloVe"
    if with_printed:
        options = paper.EMBEDDINGS[kind]
        printed_for = right.selectbox("Printed for", options, key=f"printed_{kind}",
                                      bind="query-params")  # fmt: skip
    printed = paper.setting(printed_for, own_words)
    theirs = paper.printed_scores(kind, printed, coefficient)
    differing = paper.matching(found, printed, tasks, summary)
    same = with_printed and not any(differing.values())
    rings = theirs if same else None
    more = "" if summary == "all" else f"SemEval years: {summary} over subsets."

code = scores.table_code(chosen, about, summary, sides)
about = replace(
    about,
    space=next(iter(found.values())),
    more=more,
    spaces=selection.captioned(found),
    plain_cells=kind not in ("several", "subwords") and summary == "all",
)
beside, waiting = scores.beside_noise(columns, about, table, summary)
gains = sure(columns, about, summary, average_too=sides is None)
how = {"pending": noise.is_pending(waiting), "per_figure": -(-table.shape[1] // 2)}
drawing = gallery.draw_scores(table, about, printed=rings, noise=beside, sure=gains, **how)
furniture.chart(
    *drawing.draws,
    name=drawing.name,
    headline=drawing.headline,
    look_for=scores.TEXTS["seeing"]["look_for"],
    data=drawing.data,
    code=scores.table_code(chosen, about, summary, sides, gains and (len(gains), bool(beside))),
    about=about,
    seeing=scores.seeing(kind),
    formula=scores.TEXTS["seeing"]["formula"],
)
shown = table.rename(columns=task_name)
if kind != "several" and with_printed:
    shown = scores.with_paper(table, theirs, differing)
    more = f"{more} {paper.caption_note(printed, len(theirs))}".strip()
noise.begin(waiting)
notices.tell_about(about)
tables.table(
    shown, replace(about, more=more), name="score-table", code=code,
    alt="Scores times 100 of each transform on each task, and as printed",
)  # fmt: skip
error_rows(columns, about, summary, chosen, sides)
scores.noise_rows(table, beside, about, summary, chosen, sides)
if kind != "several":
    if with_printed:
        st.caption(f"{paper.setting_note(printed, differing, len(theirs))} "
                   f"{paper.remark(kind, printed, coefficient)}")  # fmt: skip
    scores.subset_rows(found, about, chosen)
    scores.coverage(found, about, chosen)
