"""A page of the app without a browser."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[1]
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))


def open_page(page, **choices):
    """A page with choices in its URL, rendered once by app.py; nothing on it has failed."""
    at = AppTest.from_file(ROOT / "app.py", default_timeout=120)
    for key, value in choices.items():
        at.query_params[key] = value
    if page != "start":
        at.switch_page(f"pages/{page}.py")
    at.run()
    assert not at.exception
    return at


def as_typed(markdown):
    """What a reader sees of escaped text."""
    return markdown.replace("\\", "")


def said(at):
    """Every sentence on a page as a reader sees it."""
    return [as_typed(e.value) for e in (*at.markdown, *at.caption, *at.info, *at.warning)]


def button(at, label):
    """The button whose label begins like this."""
    return next(b for b in at.button if b.label.startswith(label))
