"""Offer the worksheets to print, and the lesson as a page of its own."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from zipfviz.lesson.explorable import explorable_html
from zipfviz.lesson.noise import lesson_simulation
from zipfviz.lesson.worksheet import worksheet_html, worksheet_markdown
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import noise
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
                sheet, key = partial(_written, make, space, answers), f"sheet-{name}-{kind}"
                download(kind, sheet, f"zipfviz-{name}.{ending}", key, icon)


def page_alone(space: WordSpace) -> None:
    """The lesson as one file for every student."""
    make = partial(explorable_html, space)
    download("The lesson as one page", make, "zipfviz-lesson.html", "explorable", "web")


def _written(make: Callable[[WordSpace, bool], str], space: WordSpace, answers: bool) -> str:
    """The sheet; what noise gives, which answers tell, is stored or made and stored."""
    if answers:
        noise.make(space, lesson_simulation(space))
    return make(space, answers)
