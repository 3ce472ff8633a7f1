"""For the teacher: the lesson's plan, the poll, the worksheet."""

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.lesson.steps import LESSON
from zipfviz.ui.pages.teacher import poll, worksheets
from zipfviz.ui.shell import furniture, lesson, messages, selection

minutes = sum(step.minutes for step in LESSON)
furniture.heading(
    "Teacher",
    f"The lesson takes **{minutes} minutes** with its {len(LESSON)} questions; with ten, ask the "
    "first and the fourth. Every answer is computed from what the sidebar says.",
)
space = selection.space(above_floor=True)
step = lesson.choose_step("teacher_step")
reveal, step = step.answer(space), step.of(space)
st.subheader(f"{step.title}: {step.minutes} minutes", anchor=False)
st.markdown(f"#### {step.question}")
left, middle, right = st.columns(3)
left.markdown(f"**What to ask**  \n{step.ask}")
middle.markdown(f"**What goes wrong**  \n{step.pitfall}")
# This page may be on the projector while the class guesses.
hidden = poll.is_guessing(step)
told = plain(f"{reveal.sentence} {lesson.beside(step, space)}".rstrip())
answer = "Hidden until “Show the answer”." if hidden else f"{told}  \n{step.why}"
right.markdown(f"**The answer**  \n{answer}")

st.subheader("The class guesses", anchor=False)
with messages.show_errors():
    poll.screen(step, reveal)

st.subheader("What the class will see", anchor=False)
headline = "The chart waits for the answer." if hidden else reveal.sentence
lesson.chart(step, space, None, not hidden, headline, f"teacher-{step.key}")
st.subheader("On paper", anchor=False)
st.caption("HTML opens in the browser and prints from there; the answers are those of your choice.")
worksheets.worksheets(space)
st.subheader("For every student", anchor=False)
st.caption(
    "One HTML file with these words: types and tokens, the average word, five words, lengths and "
    "spectra, all computed on the page. It opens with a double click, without a network."
)
worksheets.page_alone(space)
