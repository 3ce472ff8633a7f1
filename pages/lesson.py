"""A lesson in six steps: guess first, then see."""

import streamlit as st

from zipfviz.ui.pages.lesson import class_code, one_screen
from zipfviz.ui.shell import furniture, lesson, selection

furniture.heading("Lesson", "")
space = selection.space(above_floor=True)
step = one_screen.chosen_step()
one_screen.show(step, space)
guess, revealed = one_screen.guess_of(step), one_screen.is_revealed(step)
class_code.join(step, guess)
st.caption(
    "Guess first: drag the mark in the chart, or type. Answers are computed from the vectors and "
    "frequencies chosen in the sidebar; words that are named are made of letters. Keys: B goes "
    "back, S shows the answer, N goes on; arrows move the mark."
)
if revealed:
    band = lesson.noise_beside(step, space)
    draw = lesson.figure(step, space, guess, True, band)
    lesson.take_away(step, space, draw, step.answer(space).sentence, f"lesson-{step.key}")
