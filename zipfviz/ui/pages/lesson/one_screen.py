"""Show a step of the lesson on one screen; keep what was guessed and revealed."""

import math
from collections.abc import Mapping
from typing import Any

import streamlit as st

from zipfviz.lesson.picture import lesson_answer_data, lesson_step_data
from zipfviz.lesson.steps import LESSON, Step
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.shell import lesson, live
from zipfviz.ui.shell.assets import HERE

STEP = "lesson_step"
GUESSES = "lesson_guesses"
REVEALED = "lesson_revealed"
HEARD = "lesson_heard"
PICTURE = "lesson-picture"
KEYS = {step.key: step for step in LESSON}


def chosen_step() -> Step:
    """The step of the link, the first where it names none."""
    told = st.query_params.get(STEP, "1")
    number = int(told) if told.isdecimal() and told.isascii() else 1
    return LESSON[number - 1] if 1 <= number <= len(LESSON) else LESSON[0]


def guess_of(step: Step) -> float | None:
    """The guess of this visit; None before there is one."""
    return st.session_state.get(GUESSES, {}).get(step.key)


def is_revealed(step: Step) -> bool:
    """Whether this visit has asked for the answer."""
    return step.key in st.session_state.get(REVEALED, set())


def show(step: Step, space: WordSpace) -> None:
    """Question, guess, chart and answer in one picture, which tells what was done in it."""
    st.html(HERE / "one_screen.css")
    reveal, asked = step.answer(space), step.of(space)
    guess = guess_of(step)
    data: dict[str, Any] = {
        **lesson_step_data(asked, reveal),
        "number": lesson.number_of(step),
        "titles": [each.title for each in LESSON],
        "guess": guess,
        "heard": st.session_state.get(HEARD, 0),
        "answer": None,
    }
    if is_revealed(step):
        lesson.begin_noise(step, space)
        band = lesson.noise_beside(step, space)
        ends = [] if band is None else list(band.ends)
        told = lesson.beside(step, space)
        data["answer"] = lesson_answer_data(asked, reveal, guess, ends, told)
    live.show("lesson_step", "drawLesson", data, PICTURE, on_told_change=_hear)


def _hear() -> None:
    """What was done in the picture: a guess, a reveal, a turn to another step."""
    told = st.session_state[PICTURE].get("told")
    if not isinstance(told, Mapping) or told.get("key") not in KEYS:
        return
    step = KEYS[told["key"]]
    st.session_state[HEARD] = told.get("at", 0)
    keep_guess(step, told.get("guess"))
    revealed = set(st.session_state.get(REVEALED, set())) - {step.key}
    st.session_state[REVEALED] = revealed | ({step.key} if told.get("revealed") is True else set())
    if told.get("go") in range(1, len(LESSON) + 1):
        st.query_params[STEP] = str(told["go"])


def keep_guess(step: Step, guess: object) -> None:
    """Keep what a browser tells as a guess, where it is a number."""
    guesses = dict(st.session_state.get(GUESSES, {}))
    guesses.pop(step.key, None)
    if isinstance(guess, int | float) and not isinstance(guess, bool) and math.isfinite(guess):
        guesses[step.key] = float(guess)
    st.session_state[GUESSES] = guesses
