"""Scores as curves over the settings that the paper fixes; lengths mixed with directions."""

from functools import partial

import streamlit as st

from zipfviz.evaluation.curves import KNOBS
from zipfviz.evaluation.grid import grid_matrix
from zipfviz.figures.curves import knob_curve, knob_symmetry
from zipfviz.figures.grid import grid_chart
from zipfviz.figures.headlines.curves import curve_headline
from zipfviz.figures.headlines.grid import grid_headline
from zipfviz.report.export import About
from zipfviz.report.snippets import load_task_line
from zipfviz.ui.pages.knobs import curves as knobs
from zipfviz.ui.shell import furniture, messages, notices, pickers, selection, tables

furniture.heading(
    "Settings",
    "The paper picks one value for each setting. Turn one and leave all else as it is: **is the "
    "paper’s value special, or one of many that would do?**",
)
space = selection.space()
section = knobs.choose_section()
left, right = st.columns([3, 2])
with left:
    task = pickers.choose_task("knob_task", preferred="sts-b")
with right:
    coefficient = pickers.choose_coefficient()
furniture.prepare([task])
about = About(space, [task], (), coefficient, best=None)
notices.tell_about(about)
notices.tell_directions({"": space}, ("uniform_whitening", "zipfian_whitening"))

if section == "grid":
    grid = knobs.grid(space, task)
    scores = grid_matrix(grid, coefficient)
    code = selection.current().snippet(
        load_task_line(task),
        "grid = zipfviz.length_direction_grid(space, task)",
        "print(grid.to_string())",
    )
    furniture.chart(
        partial(grid_chart, scores, grid_matrix(grid, "alpha")),
        name="grid",
        headline=grid_headline(grid, coefficient),
        look_for="Go down a column: the direction changes and the lengths stay. Go along a row: "
        "the other way round. Which of the two matters?",
        data=lambda: grid,
        code=code,
        about=about,
        seeing="Each word keeps the direction that one transform gives it and takes the length "
        "that another gives it. Framed cells are the plain transforms; α marks the paper’s "
        "“+ α” column.",
        formula=r"\widehat{w} = \frac{w_{\mathrm{direction}}}{\|w_{\mathrm{direction}}\|}\, "
        r"\|w_{\mathrm{length}}\|",
    )
    st.subheader("The paper’s cells", anchor=False)
    tables.table(
        knobs.grid_table(grid, task, coefficient), about, name="grid-table", code=code,
        alt="The paper's cells of the grid, computed and as printed",
    )  # fmt: skip
    st.caption(knobs.printed_note(space, task))
else:
    name, possible, usual = knobs.choices(section)
    left, right = st.columns([4, 1], vertical_alignment="bottom")
    with left:
        methods = pickers.choose_methods(f"knob_{section}_methods", usual, possible)
    with_symmetry = right.toggle("Symmetry too", key="knob_symmetry", bind="query-params")
    if not methods:
        messages.stop_with_hint("Choose at least one transform that this knob moves.")
    curves = knobs.curves(space, task, name, methods, coefficient, with_symmetry)
    if not curves:
        messages.stop_with_hint("No point is there yet. Change any control to go on.")
    values, label = KNOBS[name].values(space), KNOBS[name].label
    last = list(curves)[-1]
    code = selection.current().snippet(
        load_task_line(task),
        f"for method in {list(curves)!r}:",
        f"    frame = zipfviz.curve_frame(zipfviz.curve(space, task, method, knob={name!r}))",
        f"    best = frame.loc[frame[{coefficient!r}].idxmax()]",
        "    print(method, frame.to_string(), best, sep='\\n')",
    )
    figures = [partial(knob_curve, curves, label, values=values, coefficient=coefficient)]
    if with_symmetry:
        figures.append(partial(knob_symmetry, curves[last], label, values=values))
    furniture.chart(
        *figures,
        per_row=2,
        name=f"knob-{section}",
        headline=curve_headline(curves[last], last, coefficient, KNOBS[name].limits(space)),
        data=lambda: knobs.joined(curves, coefficient),
        code=code,
        about=about,
        **knobs.texts(name),
    )
    tables.table(
        knobs.joined(curves, coefficient), about, name=f"knob-{section}-table", code=code,
        alt="The score at each value of the knob",
    )  # fmt: skip
