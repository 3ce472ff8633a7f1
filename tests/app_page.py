"""A page of the app without a browser."""

import ast
from pathlib import Path

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[1]
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))


ALONE = """
import streamlit as st
from zipfviz.ui.shell import furniture, messages, selection
page = st.navigation([st.Page({path!r}, default=True)])
with messages.show_errors():
    selection.select()
    page.run()
"""


def open_page(page, **choices):
    """A page with choices in its URL, rendered by app.py; nothing on it has failed."""
    return rendered(AppTest.from_file(ROOT / "app.py", default_timeout=120), page, choices)


def open_alone(page, **choices):
    """A page in an app of its own, where `if st.button(...)` hears a click.

    With a folder of pages beside it, AppTest takes each run for a new server's first, which starts
    over through app.py; what was clicked is forgotten by then.
    """
    script = ALONE.format(path=str(ROOT / "pages" / f"{page}.py"))
    return rendered(AppTest.from_string(script, default_timeout=120), None, choices)


def rendered(at, page, choices):
    for key, value in choices.items():
        at.query_params[key] = value
    if page not in (None, "start"):
        at.switch_page(f"pages/{page}.py")
    at.run()
    assert not at.exception
    return at


def as_typed(markdown):
    """What a reader sees of escaped text."""
    return markdown.replace("\\", "").replace("\u2060", "")


def said(at):
    """Every sentence on a page as a reader sees it."""
    return [as_typed(e.value) for e in (*at.markdown, *at.caption, *at.info, *at.warning)]


def button(at, label):
    """The button whose label begins like this."""
    return next(b for b in at.button if b.label.startswith(label))


def prints(code):
    """Whether code calls print at all: a comment does not."""
    calls = (node.func for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    return any(isinstance(called, ast.Name) and called.id == "print" for called in calls)
