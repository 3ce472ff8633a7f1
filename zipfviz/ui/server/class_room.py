"""Keep a teacher's class room through a reload.

The room's owner has a token; it stands in the address of the teacher's page and of no other, since
students are sent to those.
"""

import streamlit as st

from zipfviz.common.errors import InputError
from zipfviz.lesson.poll import POLLS

TOKEN = "room"
KEPT = "poll_room"
LOST = "poll_room_lost"
REFUSED = "poll_room_refused"
PAGE = "teacher"


def keep_token(here: str) -> None:
    """The token of a room that is open into the address of the teacher's page, off all others."""
    token = st.query_params.get(TOKEN) or st.session_state.get(KEPT, "")
    is_open = bool(POLLS.owned(token))
    st.session_state[KEPT] = token if is_open else ""
    if token and not is_open:
        st.session_state[LOST] = True
    if is_open and here == PAGE:
        st.query_params[TOKEN] = token
    else:
        st.query_params.pop(TOKEN, None)


def client() -> str:
    """The network address of who is asking; a class behind one router has one."""
    return str(st.context.ip_address or "this machine")


def code_of_room() -> str:
    """The class code of this teacher's room; empty while none is open."""
    return POLLS.owned(st.session_state.get(KEPT, ""))


def is_lost() -> bool:
    """Whether this teacher had a room that the server no longer knows, and no new one yet."""
    return LOST in st.session_state and not code_of_room()


def open_room() -> None:
    """A new room, this teacher's."""
    try:
        opened = POLLS.open(client())
    except InputError as error:  # a callback has no page to say it on
        st.session_state[REFUSED] = str(error)
        return
    st.session_state.pop(LOST, None)
    st.session_state[KEPT] = st.query_params[TOKEN] = opened.owner


def refusal() -> str:
    """Why no room was opened at the last click; told once."""
    return str(st.session_state.pop(REFUSED, ""))


def close_room() -> None:
    """Forget this teacher's room."""
    POLLS.close(code_of_room())
    st.session_state[KEPT] = ""
    st.query_params.pop(TOKEN, None)
