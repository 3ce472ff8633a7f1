"""The lesson's steps, as its page and the teacher's show them."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from zipfviz.common.lazy import pd
from zipfviz.figures import Draw, NoiseBand
from zipfviz.figures.lesson import lesson_chart
from zipfviz.lesson.noise import SCALES, lesson_simulation, noise_band, noise_sentence
from zipfviz.lesson.steps import LESSON, Reveal, Step
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import noise
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
    band = noise_beside(step, space) if revealed else None
    draw = figure(step, space, guess, revealed, band)
    furniture.show(draw, name, headline, {"displayModeBar": False})
    if revealed:
        begin_noise(step, space)
    if revealed:
        take_away(step, space, draw, headline, name)


def take_away(step: Step, space: WordSpace, draw: Draw, headline: str, name: str) -> None:
    """The step's chart, data and Python as files."""
    line = f"print(LESSON[{number_of(step) - 1}].answer(space).sentence)"
    code = current().snippet("from zipfviz.lesson import LESSON", line)
    export.take_away(name, partial(_frame, step.answer(space), step), code, [draw], headline)


def number_of(step: Step) -> int:
    """Which of the lesson's steps it is, 1 to 6, also in the words of a space."""
    return 1 + [each.key for each in LESSON].index(step.key)


def noise_beside(step: Step, space: WordSpace) -> NoiseBand | None:
    """Where noise would put the answer; None where that says nothing, or is not drawn yet."""
    if step.key not in SCALES or not noise.is_ready([(space, lesson_simulation(space))]):
        return None
    return noise_band(space, step)


def begin_noise(step: Step, space: WordSpace) -> None:
    """Draw noise for a step that is set against it, where that was not done."""
    if step.key in SCALES and noise_beside(step, space) is None:
        noise.begin([(space, lesson_simulation(space))])


def beside(step: Step, space: WordSpace) -> str:
    """A sentence on noise after the answer, where it is known."""
    band = noise_beside(step, space)
    return "" if band is None else noise_sentence(step, step.answer(space).value, band)


def _frame(answer: Reveal, step: Step) -> pd.DataFrame:
    """The data behind the chart, its columns called as its axes are, without their arrows."""
    names = [axis.rpartition("→")[2].strip() for axis in step.axes]
    frame = pd.DataFrame(dict(zip(names, (answer.x, answer.y), strict=True)))
    return frame.set_index(pd.Index(answer.words, name="word")) if answer.words else frame


def figure(
    step: Step, space: WordSpace, guess: float | None, revealed: bool, band: NoiseBand | None
) -> Draw:
    """The step's chart for a file."""
    answer, step = step.answer(space), step.of(space)
    marks = {
        "guess": None if guess is None else answer.mark(guess),
        "answer": answer.mark(answer.value) if revealed else None,
        "noise": [] if band is None else [answer.mark(end) for end in band.ends],
        "bounds": () if revealed else [answer.mark(end) for end in (step.low, step.high)],
    }
    drawn = partial(lesson_chart, answer.x, answer.y, step.axes, words=answer.words)
    return partial(drawn, log=(answer.log_x, answer.log_y), **marks)
