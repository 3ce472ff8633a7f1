"""Tell a visitor that something failed which nobody thought of, without the server's insides.

The traceback is in the log, under a mark that is said to the visitor, who can tell it on.
"""

import logging
import secrets

import streamlit as st

SAID = "Something went wrong here that nobody thought of"
_log = logging.getLogger(__name__)


def tell(error: Exception) -> bool:
    """For `streamlit.App`, which logs the traceback: a box, and True since it is shown."""
    mark = secrets.token_hex(3)
    _log.error("the %s above is marked %s", type(error).__name__, mark)
    show(error, mark)
    return True


def log(error: BaseException, what: str) -> str:
    """Log an error of `what`, with its traceback; its mark."""
    mark = secrets.token_hex(3)
    _log.error("%s failed, which is marked %s", what, mark, exc_info=error)
    return mark


def show(error: BaseException, mark: str) -> None:
    """A box with the kind of error and its mark."""
    st.error(
        f"{SAID} ({type(error).__name__}). The other controls still work; who runs this server "
        f"finds the details in its log under **{mark}**.",
        icon=":material/error:",
    )
