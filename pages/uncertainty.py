"""Which differences between methods stand, and what to use, on other texts than these."""

from dataclasses import replace

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted
from zipfviz.evaluation.verdicts import difference_table
from zipfviz.figures.headlines.differences import difference_headline
from zipfviz.figures.uncertainty import difference_charts
from zipfviz.report.export import About
from zipfviz.report.snippets import load_tasks
from zipfviz.space.methods import METHODS
from zipfviz.space.names import task_name
from zipfviz.ui.pages.uncertainty import differences
from zipfviz.ui.shell import furniture, messages, notices, pickers, selection, tables
from zipfviz.ui.shell.selection import load_spaces

furniture.heading(
    "Is the difference real?",
    "A benchmark is a handful of texts that someone happened to choose. With other texts of the "
    "same kind, **would the better method stay better?**",
)
space = selection.space()
left, middle, right = st.columns([2, 3, 2])
questions = {"differences": "What stands?", "advice": "What to use?"}
question = pickers.switch("Question", questions, "stand", place=left)
with middle:
    tasks = pickers.choose_tasks("stand_tasks", ["lee50", "sts-b"])
with right:
    coefficient = pickers.choose_coefficient()
methods = pickers.choose_methods("stand_methods", METHODS[1:5])
if not tasks or not methods:
    messages.stop_with_hint("Choose at least one task and one transform.")
furniture.prepare(tasks)
compared = differences.with_baselines(methods)

if question == "differences":
    asked = About(space, tasks, compared, coefficient, best=None)
    found = differences.parts(asked)
    table = differences.named(difference_table(found, coefficient=coefficient))
    if not len(table):
        messages.stop_with_hint("No task is compared yet. Change any control to go on.")
    code = selection.current().snippet(
        "from zipfviz.evaluation import average, comparisons",
        load_tasks(tasks),
        f"parts = list(comparisons(space, tasks, {list(compared)!r}))",
        *(["parts.append(average(parts))"] if len(tasks) > 1 else []),
        f"table = zipfviz.difference_table(parts, coefficient={coefficient!r})",
        "print(table.to_string(), *(part.basis() for part in parts), sep='\\n')",
    )
    about = replace(
        asked,
        more=f"Differences with 95 % intervals, alone and corrected for "
        f"{counted(len(table), 'comparisons')} (Bonferroni). "
        + " ".join(f"{task_name(part.task)}: {part.basis()}" for part in found),
    )  # fmt: skip
    furniture.chart(
        *difference_charts(table),
        per_row=2,
        name="differences",
        headline=difference_headline(table),
        look_for="Look for lines that cross zero: there the order of two methods may be an "
        f"accident of the texts. Thin lines hold for all {counted(len(table), 'differences')} "
        "together; an open mark does not stand.",
        data=lambda: table,
        code=code,
        about=about,
        **differences.TEXTS,
    )
    st.caption(differences.bases(found))
    notices.tell_about(about)
    differences.tell(found, methods, coefficient)
    tables.table(
        differences.shown_table(table),
        about,
        name="difference-table",
        alt="Differences to the raw vectors and to the uniform prior, with intervals",
        code=code,
    )  # fmt: skip
else:
    frequencies = pickers.choose_frequencies("stand_frequencies", selection.current().frequency)
    chosen = selection.current()
    found = load_spaces(chosen, [chosen.embedding], frequencies)
    spaces = {frequency: space for (_, frequency), space in found.items()}
    if not spaces:
        messages.stop_with_hint("Choose at least one frequency source.")
    asked = About(space, tasks, compared, coefficient, spaces=spaces)
    advice = differences.advice(asked)
    st.markdown(f"**{plain(advice.sentence() if advice else 'Stopped before the answer.')}**")
    over = f"{len(tasks)} tasks" if len(tasks) > 1 else "one task"
    basis = advice.basis if advice else ""
    st.caption(
        f"The best of {len(spaces)} × {len(compared) - 1} choices by mean score over {over}. The "
        f"interval is widened for having picked the best of so many. {basis}"
    )
    about = About(
        space, tasks, (), coefficient,
        more="Mean over the tasks, one column a frequency source.", spaces=spaces,
    )  # fmt: skip
    notices.tell_about(about)
    tables.table(
        differences.choices_frame(asked),
        about,
        name="choices",
        alt="Mean score of each transform under each frequency source",
        code=selection.current().snippet(
            load_tasks(tasks),
            f"lists = {list(spaces)!r}",
            f"spaces = {{f: zipfviz.align(emb, zipfviz.load_frequency(f{selection.current().loss})"
            f"{selection.current().policies}) for f in lists}}",
            f"advice = zipfviz.advise(spaces, tasks, {list(compared)!r}, "
            f"coefficient={coefficient!r})",
            "print(advice.sentence())",
        ),
    )  # fmt: skip
