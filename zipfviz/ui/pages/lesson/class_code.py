"""Let a student into a class; send the guess."""

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.lesson.poll import POLLS
from zipfviz.lesson.steps import Step
from zipfviz.ui.server import class_room, visitor
from zipfviz.ui.shell.lesson import CODE


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
        # Never disabled: the tap on it is what ends the typing of the guess.
        if not st.button("Send my guess", key="poll_send", icon=":material/send:"):
            return
        if guess is None:
            st.caption("Guess first.")
        else:
            POLLS.guess(code, step.key, visitor.me(), guess)
            st.caption("Sent. Another guess replaces this one.")


@st.fragment(run_every=5)
def _watch(code: str, was_open: bool) -> None:
    """The whole page again when the class has ended or opened, which nobody's click would tell."""
    if POLLS.is_open(code) != was_open:
        st.rerun()
