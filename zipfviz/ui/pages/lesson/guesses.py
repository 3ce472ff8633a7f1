"""Take a student's guess, reveal the answer, go from step to step."""

from __future__ import annotations

import streamlit as st

from zipfviz.figures import count, number
from zipfviz.lesson.steps import LESSON, Step

REVEALED = "lesson_revealed"


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
