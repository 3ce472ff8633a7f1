"""The lesson's steps, as its page and the teacher's show them."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from zipfviz.common.lazy import pd
from zipfviz.figures import Draw
from zipfviz.figures.lesson import lesson_chart
from zipfviz.lesson.steps import LESSON, Reveal, Step
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.shell import export, furniture
from zipfviz.ui.shell.selection import current

#: The class's code in the links of both pages.
CODE = "class"
NUMBERS = list(range(1, len(LESSON) + 1))


def choose_step(key: str = "lesson_step") -> Step:
    """One of the six, by number; it is in the URL."""
    if key not in st.session_state and key not in st.query_params:
        st.session_state[key] = 1  # no `default`: Back and Next set the state, too
    how: dict[str, Any] = {"bind": "query-params", "required": True, "format_func": str}
    number = st.segmented_control("Step", NUMBERS, key=key, **how)
    return LESSON[(number or 1) - 1]


def chart(
    step: Step, space: WordSpace, guess: float | None, revealed: bool, headline: str, name: str
) -> None:
    """The step's chart with the guess in it; the answer, and the chart as a file, once revealed."""
    draw = _figure(step, space, guess, revealed)
    furniture.show(draw, name, headline, {"displayModeBar": False})
    if revealed:
        line = f"print(LESSON[{LESSON.index(step)}].answer(space).sentence)"
        code = current().snippet("from zipfviz.lesson import LESSON", line)
        data = partial(_frame, step.answer(space), step)
        export.take_away(name, data, code, [draw], headline)


def _frame(answer: Reveal, step: Step) -> pd.DataFrame:
    """The data behind the chart, its columns called as its axes are, without their arrows."""
    names = [axis.rpartition("→")[2].strip() for axis in step.axes]
    frame = pd.DataFrame(dict(zip(names, (answer.x, answer.y), strict=True)))
    return frame.set_index(pd.Index(answer.words, name="word")) if answer.words else frame


def _figure(step: Step, space: WordSpace, guess: float | None, revealed: bool) -> Draw:
    answer = step.answer(space)
    marks = {
        "guess": None if guess is None else answer.mark(guess),
        "answer": answer.mark(answer.value) if revealed else None,
        "bounds": () if revealed else [answer.mark(end) for end in (step.low, step.high)],
    }
    drawn = partial(lesson_chart, answer.x, answer.y, step.axes, words=answer.words)
    return partial(drawn, log=(answer.log_x, answer.log_y), **marks)
