"""Offer the worksheets to print, and the lesson as a page of its own."""

from functools import partial

import streamlit as st

from zipfviz.lesson.explorable import explorable_html
from zipfviz.lesson.worksheet import worksheet_html, worksheet_markdown
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.shell.pickers import download

KINDS = (
    ("HTML", "html", worksheet_html, "print"),
    ("Markdown", "md", worksheet_markdown, "description"),
)


def worksheets(space: WordSpace) -> None:
    """The sheets to print, for students and with answers."""
    for title, answers in (("for students", False), ("with answers", True)):
        name = "answers" if answers else "worksheet"
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"Worksheet {title}")
            for kind, ending, make, icon in KINDS:
                sheet, key = partial(make, space, answers), f"sheet-{name}-{kind}"
                download(kind, sheet, f"zipfviz-{name}.{ending}", key, icon)


def page_alone(space: WordSpace) -> None:
    """The lesson as one file for every student."""
    make = partial(explorable_html, space)
    download("The lesson as one page", make, "zipfviz-lesson.html", "explorable", "web")
