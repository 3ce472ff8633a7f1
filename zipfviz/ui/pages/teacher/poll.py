"""Show the teacher's screen of a class's poll."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from zipfviz.common.lazy import pd
from zipfviz.common.markdown import plain, sentence
from zipfviz.figures import Chart
from zipfviz.figures.headlines.guesses import guess_headline
from zipfviz.figures.lesson import guess_distribution
from zipfviz.lesson.poll import POLLS
from zipfviz.lesson.steps import Reveal, Step
from zipfviz.ui.server.class_room import close_room, code_of_room, is_lost, open_room, refusal
from zipfviz.ui.shell import export, furniture, lesson, presentation
from zipfviz.ui.shell.lesson import CODE

TOLD = "poll_told"
LOST = (
    "The class that was open here is gone: three hours have passed, or the server was started "
    "anew. Open a new one, give out its code, and let the class guess again."
)
LARGE_CODE = """<p style="font-size: clamp(3rem, 8vw, 8rem); font-weight: 700; line-height: 1.1;
letter-spacing: 0.06em; margin: 0;">{code}</p>"""


def class_address(page_url: str, lan_ip: str, **choices: str) -> str:
    """The lesson's address for other machines: the teacher's, with a name of this machine alone
    (localhost, 127.0.0.1) replaced by its address in the local network.

    `choices` are put in the query: the class code, the embedding.
    """
    parts = urlsplit(page_url)
    host = parts.hostname or lan_ip
    if _is_here_only(host):
        host = lan_ip
    host = f"[{host}]" if ":" in host else host
    port = f":{parts.port}" if parts.port else ""
    folder = parts.path.rstrip("/").rpartition("/")[0]
    address = (parts.scheme or "http", host + port, f"{folder}/lesson", urlencode(choices), "")
    return urlunsplit(address)


def _is_here_only(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _lan_ip() -> str:
    """This machine's address in the local network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        try:
            s.connect(("192.0.2.1", 9))
            return str(s.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def is_guessing(step: Step) -> bool:
    """Whether a class of this teacher's is open and the answer not yet to be seen."""
    code = code_of_room()
    told = st.session_state.get(f"{TOLD}_{step.key}", False)
    return bool(code) and not told


def screen(step: Step, reveal: Reveal) -> None:
    """For the teacher: open a class, its address as text and QR code, the guesses as they come."""
    code = code_of_room()
    if not code:
        if is_lost():
            st.info(LOST, icon=":material/info:")
        if why := refusal():
            st.warning(plain(sentence(why)), icon=":material/info:")
        st.button("Open a class", on_click=open_room, type="primary", icon=":material/groups:")
        st.caption(
            "Students guess on their own screens. Guesses stay in this server’s memory, without "
            "names, and are forgotten after three hours or when you close the class."
        )
        return
    address = class_address(
        st.context.url or f"http://localhost:{st.get_option('server.port')}",
        _lan_ip(),
        **_teachers(),
        lesson_step=f"{lesson.number_of(step)}",
        **{CODE: code},
    )
    is_large = presentation.is_on()
    left, right = st.columns([5, 4] if is_large else [1, 2])
    with left:
        st.image(_qr(address), width=520 if is_large else 220, alt=f"QR code of {address}")
    with right:
        if is_large:
            st.html(LARGE_CODE.format(code=code))
        else:
            st.markdown(f"### {code}")
        st.code(address, language=None, wrap_lines=is_large)
        if _is_here_only(st.get_option("server.address") or ""):
            st.caption(
                ":orange[This server listens to this machine only; start it with "
                "`--server.address=0.0.0.0` so that others reach it.]"
            )
        st.caption("Students must be in the same network, and its firewall must let the port pass.")
        st.caption("This page’s address opens this class again, for you alone: do not share it.")
        st.button("Close the class", on_click=close_room, icon=":material/close:")
    told = st.toggle("Show the answer", key=f"{TOLD}_{step.key}")
    answer = reveal.value if told else None
    _live(code, step, answer)
    export.take_away(
        f"poll-{step.key}",
        lambda: _frame(code, step),
        "import pandas as pd\n\n"
        f'print(pd.read_csv("zipfviz-poll-{step.key}.csv")["guess"].describe())',
        [partial(_drawn, code, step, answer=answer)],
        f"What the class guessed: {step.question}",
    )


@st.fragment(run_every=2)
def _live(code: str, step: Step, answer: float | None) -> None:
    """The guesses, anew every two seconds; the whole page once the class is gone."""
    if not POLLS.is_open(code):
        st.rerun()
    guesses = _guesses(code, step)
    unit = step.unit_of(guesses[0]) if len(guesses) == 1 else step.unit
    headline = guess_headline(guesses, unit, step.digits)
    st.markdown(f"**{plain(headline)}**")
    furniture.show(partial(_drawn, code, step, answer=answer), f"poll-{step.key}", headline)


def _guesses(code: str, step: Step) -> Sequence[float]:
    return POLLS.guesses(code, step.key) if POLLS.is_open(code) else []


def _drawn(code: str, step: Step, **more: Any) -> Chart:
    axis: dict[str, Any] = {"limits": (step.low, step.high), "log": step.is_wide}
    return guess_distribution(_guesses(code, step), step.unit, **axis, **more)


def _frame(code: str, step: Step) -> pd.DataFrame:
    return pd.DataFrame({"guess": sorted(_guesses(code, step))})


def _teachers() -> dict[str, str]:
    """The teacher's data, so that students guess about the same words."""
    chosen = ("embedding", "frequency", "words", "case", "missing")
    return {name: st.query_params[name] for name in chosen if name in st.query_params}


def _qr(address: str) -> str:
    """The address as an SVG, dark on white in every theme so that phones can read it."""
    import segno

    return segno.make(address, error="m").svg_inline(scale=6, border=4, light="white", dark="black")
