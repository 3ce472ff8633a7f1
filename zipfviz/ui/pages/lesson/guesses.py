"""Take a student's guess, reveal the answer, go from step to step; let a class in."""

import secrets
from typing import Any

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.figures import count, number
from zipfviz.lesson.poll import POLLS
from zipfviz.lesson.steps import LESSON, Step
from zipfviz.ui.server import class_room
from zipfviz.ui.shell.lesson import CODE

REVEALED = "lesson_revealed"


def choose_guess(step: Step) -> float | None:
    """The guess, typed or picked, kept in this browser session; None before there is one."""
    key = f"lesson_guess_{step.key}"
    label = f"Your guess, {step.unit}" if step.unit else "Your guess"
    kept: dict[str, Any] = {"key": key, "persist_state": "session"}
    if step.options:
        return st.segmented_control(label, step.options, format_func=count, **kept)
    # While it is typed a number has no thin spaces: its `format` is C's, which has no groups.
    kept |= {"format": f"%.{step.digits}f", "placeholder": "type a number, press Enter"}
    ends = float(step.low), float(step.high)
    return st.number_input(label, *ends, None, 10.0**-step.digits, **kept)


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


WHO = "poll_who"


def join(step: Step, guess: float | None) -> None:
    """For a student: the class code, and the guess into the class."""
    with st.expander(
        "In a class?", icon=":material/groups:", expanded=bool(st.query_params.get(CODE))
    ):
        code = st.text_input(
            "Class code", key=CODE, bind="query-params", max_chars=8,
            help="Four letters on the teacher’s screen. Only your guess is sent, without a name.",
        )  # fmt: skip
        if not code:
            return
        is_open = POLLS.is_open(code, class_room.client())
        _watch(code, is_open)
        if not is_open:
            st.caption(
                f"No class is open under {plain(code)}: it was closed, has ended after three "
                "hours, or the server was started anew. Ask for the present code and send your "
                "guess again."
            )
            return
        who = st.session_state.setdefault(WHO, secrets.token_hex(16))
        # Never disabled: the tap on it is what ends the typing of the guess.
        if not st.button("Send my guess", key="poll_send", icon=":material/send:"):
            return
        if guess is None:
            st.caption("Type a guess first.")
        else:
            POLLS.guess(code, step.key, who, guess)
            st.caption("Sent. Another guess replaces this one.")


@st.fragment(run_every=5)
def _watch(code: str, was_open: bool) -> None:
    """The whole page again when the class has ended or opened, which nobody's click would tell."""
    if POLLS.is_open(code) != was_open:
        st.rerun()
