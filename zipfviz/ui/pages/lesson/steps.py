"""The lesson's parts: steps and their keys, the guess, the reveal, the worksheet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from zipfviz.figures import Draw, count, number
from zipfviz.figures.lesson import lesson_chart
from zipfviz.lesson.steps import LESSON, Reveal, Step
from zipfviz.lesson.worksheet import worksheet_html, worksheet_markdown
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.shell import furniture
from zipfviz.ui.shell.selection import current

if TYPE_CHECKING:
    import pandas as pd


REVEALED = "lesson_revealed"
NUMBERS = list(range(1, len(LESSON) + 1))


def choose_step(key: str = "lesson_step") -> Step:
    """One of the six, by number; it is in the URL."""
    if key not in st.session_state and key not in st.query_params:
        st.session_state[key] = 1  # no `default`: Back and Next set the state, too
    number = st.segmented_control(
        "Step", NUMBERS, key=key, bind="query-params", required=True,
        format_func=lambda i: f"{i}",
    )  # fmt: skip
    return LESSON[(number or 1) - 1]


def choose_guess(step: Step) -> float | None:
    """The guess, typed or picked, kept in this browser session; None before there is one."""
    key = f"lesson_guess_{step.key}"
    label = f"Your guess, {step.unit}" if step.unit else "Your guess"
    if step.options:
        return st.segmented_control(
            label, step.options, format_func=count, key=key,
            persist_state="session",
        )  # fmt: skip
    # While it is typed a number has no thin spaces: its `format` is C's, which has no groups.
    return st.number_input(
        label,
        float(step.low),
        float(step.high),
        None,
        10.0**-step.digits,
        format=f"%.{step.digits}f",
        key=key,
        persist_state="session",
        placeholder="type a number, press Enter",
    )


def amount(step: Step, value: float) -> str:
    """A guess or an answer with its unit, where it has one: `11 types`."""
    return f"{number(value, step.digits)} {step.unit_of(value)}".rstrip()


def is_revealed(step: Step) -> bool:
    """Whether this session has seen the answer."""
    return step.key in st.session_state.get(REVEALED, set())


def turn(step: Step) -> None:
    """Back, reveal and next, each with its key on the keyboard.

    The focus stays on the button pressed: its identity is not its label, and none is ever disabled,
    since the lesson goes round.
    """
    here, last = LESSON.index(step) + 1, len(LESSON)
    with st.container(horizontal=True):
        st.button(
            "Back" if here > 1 else "To the last", on_click=_go, args=(here - 1 or last,),
            icon=":material/arrow_back:", shortcut="B", key="lesson_back",
        )  # fmt: skip
        st.button(
            "Hide again" if is_revealed(step) else "Reveal", on_click=_reveal, args=(step.key,),
            type="primary", icon=":material/visibility:", shortcut="S", key="lesson_reveal",
        )  # fmt: skip
        st.button(
            "Next" if here < last else "To the first", on_click=_go, args=(here % last + 1,),
            icon=":material/arrow_forward:", shortcut="N", key="lesson_next",
        )  # fmt: skip


def _go(number: int) -> None:
    st.session_state["lesson_step"] = number


def _reveal(key: str) -> None:
    st.session_state[REVEALED] = set(st.session_state.get(REVEALED, set())) ^ {key}


def chart(
    step: Step, space: WordSpace, guess: float | None, revealed: bool, headline: str, name: str
) -> None:
    """The step's chart with the guess in it; the answer, and the chart as a file, once revealed."""
    draw = _figure(step, space, guess, revealed)
    furniture.show(draw(), name, headline, {"displayModeBar": False})
    if revealed:
        furniture.take_away(
            name,
            lambda: _frame(step.answer(space), step),
            current().snippet(
                "from zipfviz.lesson import LESSON",
                f"print(LESSON[{LESSON.index(step)}].answer(space).sentence)",
            ),
            [draw],
            headline,
        )


def _frame(answer: Reveal, step: Step) -> pd.DataFrame:
    """The data behind the chart, its columns called as its axes are, without their arrows."""
    import pandas as pd

    names = [axis.rpartition("→")[2].strip() for axis in step.axes]
    frame = pd.DataFrame(dict(zip(names, (answer.x, answer.y), strict=True)))
    return frame.set_index(pd.Index(answer.words, name="word")) if answer.words else frame


def _figure(step: Step, space: WordSpace, guess: float | None, revealed: bool) -> Draw:
    answer = step.answer(space)
    return partial(
        lesson_chart,
        answer.x,
        answer.y,
        step.axes,
        words=answer.words,
        guess=None if guess is None else answer.mark(guess),
        answer=answer.mark(answer.value) if revealed else None,
        bounds=() if revealed else [answer.mark(end) for end in (step.low, step.high)],
        log=(answer.log_x, answer.log_y),
    )


def worksheets(space: WordSpace) -> None:
    """The sheets to print, for students and with answers."""
    for title, answers in (("for students", False), ("with answers", True)):
        name = "answers" if answers else "worksheet"
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"Worksheet {title}")
            for kind, mime, make in (
                ("HTML", "text/html", worksheet_html),
                ("Markdown", "text/markdown", worksheet_markdown),
            ):
                st.download_button(
                    f"{kind}",
                    partial(_sheet, make, space, answers),
                    file_name=f"zipfviz-{name}.{'html' if kind == 'HTML' else 'md'}",
                    mime=mime,
                    key=f"sheet-{name}-{kind}",
                    on_click="ignore",
                    icon=":material/print:" if kind == "HTML" else ":material/description:",
                )


def _sheet(make: Callable[[WordSpace, bool], str], space: WordSpace, answers: bool) -> bytes:
    return make(space, answers).encode()
