"""A lesson in six steps: guess first, then see."""

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.figures import number
from zipfviz.ui.pages.lesson import guesses
from zipfviz.ui.shell import furniture, lesson, selection

furniture.heading(
    "Lesson",
    "Six questions about words and averages. **Guess first**: then the answer is computed from the "
    "vectors and frequencies chosen in the sidebar.",
)
space = selection.space(above_floor=True)
step = lesson.choose_step()
st.subheader(step.title, anchor=False)
st.markdown(f"#### {step.question}")
guess = guesses.choose_guess(step)
guesses.join(step, guess)
guesses.turn(step)
revealed = guesses.is_revealed(step)
answer = step.answer(space)
if revealed:
    told = f"**{plain(answer.sentence)}** {plain(lesson.beside(step, space))}".rstrip()
    st.success(told, icon=":material/lightbulb:")
    if guess is not None:
        st.markdown(
            f"You guessed {number(guess, step.digits)}; the answer is "
            f"{guesses.amount(step, answer.value)}."
        )
    st.markdown(f"**Why?** {step.why}")
    headline = answer.sentence
elif guess is None:
    headline = "The chart waits for your guess."
else:
    headline = f"Your guess: {guesses.amount(step, guess)}."
if not revealed:
    st.caption(f"{plain(headline)} The answer comes with “Reveal” (key S).")
lesson.chart(step, space, guess, revealed, headline, f"lesson-{step.key}")
st.caption(
    "Keys: Tab moves, arrows move within a choice, Enter confirms; B goes back, S shows the "
    "answer, N goes on."
)
