"""What is said in place of a chart: an error meant for the user, or what to do to see one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import streamlit as st

from zipfviz.common.errors import ZipfvizError
from zipfviz.common.markdown import plain, sentence


@contextmanager
def show_errors() -> Iterator[None]:
    """Show an error meant for the user as its sentence in a quiet box; let all else through."""
    try:
        yield
    except ZipfvizError as error:
        st.warning(plain(sentence(error)), icon=":material/info:")


def stop_with_hint(hint: str) -> NoReturn:
    """End the page with what to do so that there is something to see."""
    st.info(hint, icon=":material/touch_app:")
    st.stop()
