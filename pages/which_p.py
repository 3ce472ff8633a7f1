"""How far the choice of a frequency list moves a score, and which words carry that."""

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.wording import number
from zipfviz.evaluation.which_p import frequency_table
from zipfviz.figures.headlines.which_p import which_p_headline
from zipfviz.figures.which_p import frequency_charts
from zipfviz.report.export import About
from zipfviz.space.names import task_name
from zipfviz.ui.pages.which_p import lists
from zipfviz.ui.pages.which_p import table as cells
from zipfviz.ui.shell import furniture, messages, notices, pickers, selection

furniture.heading(
    "Which p?",
    "A list of word frequencies is a setting of every Zipfian method, and papers rarely say which "
    "one they took. **Does the score hang on the list?**",
)
space = selection.space()
asked = lists.choose(selection.current())
left, middle, right = st.columns([2, 3, 2])
view = pickers.switch("Table", cells.VIEWS, "which_table", "tasks", place=left)
with middle:
    if view == "tasks":
        tasks = pickers.choose_tasks("which_tasks", ["lee50", "simlex999", "sts-b"])
    else:
        tasks = [pickers.choose_task("which_task", preferred="sts-b")]
with right:
    coefficient = pickers.choose_coefficient()
left, middle, right = st.columns([2, 3, 2])
with left:
    asked = lists.choose_words(asked)
with middle:
    if view == "tasks":
        methods = [pickers.choose_method("Transform", "which_method", "zipfian_whitening")]
    else:
        usual = ["raw", "zipfian_centering", "zipfian_whitening", "sif_ccr"]
        methods = pickers.choose_methods("which_methods", usual)
plain_spaces = lists.plain_spaces(asked)
if not tasks or not methods or not plain_spaces:
    messages.stop_with_hint("Choose at least one list, one task and one transform.")
furniture.prepare(tasks)
spaces = lists.spaces_of(asked, plain_spaces, tasks[0])
names = {name: name for name in spaces}
with right:
    against = pickers.choose("Differences to", names, "which_against")

found = cells.parts(asked, plain_spaces, tasks, list(dict.fromkeys(["raw", *methods])))
if not found:
    messages.stop_with_hint("No task is scored yet. Change any control to go on.")
table = frequency_table(found, list(spaces), methods, against=against, coefficient=coefficient)
focus = "zipfian_whitening" if "zipfian_whitening" in methods else methods[-1]
rows = table[(table["task"] == found[-1].task) & (table["method"] == focus)]
where = "on average" if found[-1].task == "average" else f"on {task_name(found[-1].task)}"
by = "task" if view == "tasks" else "method"
shown = cells.named(table)
raw = number(cells.raw_score(found[-1], against, coefficient), 1)
words = cells.on_words(asked, spaces)
about = About(
    space, tasks, methods, coefficient, plain_cells=False, best=None, spaces=plain_spaces,
    more=f"{words}. Differences to {against} with 95 % intervals corrected for all of them.",
)  # fmt: skip
code = cells.code(asked, tasks, methods, against, coefficient)
furniture.chart(
    *frequency_charts(shown, by, against),
    per_row=2,
    name="which-p",
    headline=which_p_headline(rows, where, focus, against),
    data=lambda: table,
    code=code,
    about=about,
    **cells.TEXTS["differences"],
)
notices.tell_about(about)
furniture.table(
    cells.cells(shown, by),
    name="which-p-table",
    alt="Scores under each list, with their differences and intervals",
    code=code,
    about=about,
)
st.caption(
    plain(
        f"Score, difference to {against}, its 95 % interval corrected for all differences here; "
        f"* stands. {words}. Raw vectors {where}, with {against}: {raw}."
    )
)

st.subheader("Which words carry it?", anchor=False)
others = [name for name in spaces if name != against]
if not others:
    messages.stop_with_hint("Choose a second list to see which words two lists differ by.")
left, middle, right = st.columns(3)
with left:
    other = pickers.choose(f"From {against} to", {name: name for name in others}, "which_other")
with middle:
    title = {task.name: task_name(task.name) for task in tasks}
    scored = pickers.choose("Scored on", title, "which_scored")
task = next(task for task in tasks if task.name == scored)
here = lists.spaces_of(asked, plain_spaces, task)
carried = cells.carried(here[against], here[other], task, focus, coefficient)
st.markdown(f"**{plain(cells.carried_sentence(carried, against, other))}**")
furniture.table(
    cells.carried_table(carried, against, other),
    name="carrying-words",
    alt="The words that two lists differ by most, with their shares of the change",
    code=cells.code(asked, [task], [focus], against, coefficient, (against, other, focus)),
    about=about,
)
furniture.explain(**{"text" if k == "seeing" else k: v for k, v in cells.TEXTS["carried"].items()})
