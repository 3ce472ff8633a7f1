"""What is said in place of a chart: an error meant for the user, or what to do to see one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import streamlit as st

from zipfviz.common.errors import ZipfvizError
from zipfviz.common.markdown import plain
from zipfviz.ui.server import loaders
from zipfviz.ui.shell.ways_out import in_app

ELSEWHERE = "On the page Your data this file can be looked at, read as you choose, and kept so."


@contextmanager
def show_errors() -> Iterator[None]:
    """Show an error meant for the user as its sentence in a quiet box; let all else through.

    What a listed file asks can be answered there, where the answer is to go on without some rows.
    """
    try:
        yield
    except loaders.Undecided as error:
        losses = [way for way in error.asked.choices if set(way.options) == {"max_loss"}]
        said = f"{error.asked.found}." if losses else f"{in_app(error.asked)} {ELSEWHERE}"
        st.warning(plain(said), icon=":material/info:")
        for way in losses:
            st.button(
                "Go on without them", icon=":material/check:", key=f"agree-{error.name}",
                help=f"It {way.gives}.", on_click=loaders.agree, args=(error.name,),
            )  # fmt: skip
    except ZipfvizError as error:
        st.warning(plain(in_app(error)), icon=":material/info:")


def stop_with_hint(hint: str) -> NoReturn:
    """End the page with what to do so that there is something to see."""
    st.info(hint, icon=":material/touch_app:")
    st.stop()
