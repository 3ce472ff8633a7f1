"""Offer the worksheets to print."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from zipfviz.lesson.worksheet import worksheet_html, worksheet_markdown
from zipfviz.space.word_space import WordSpace


def worksheets(space: WordSpace) -> None:
    """The sheets to print, for students and with answers."""
    for title, answers in (("for students", False), ("with answers", True)):
        name = "answers" if answers else "worksheet"
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"Worksheet {title}")
            for kind, mime, make in (
                ("HTML", "text/html", worksheet_html),
                ("Markdown", "text/markdown", worksheet_markdown),
            ):
                st.download_button(
                    f"{kind}",
                    partial(_sheet, make, space, answers),
                    file_name=f"zipfviz-{name}.{'html' if kind == 'HTML' else 'md'}",
                    mime=mime,
                    key=f"sheet-{name}-{kind}",
                    on_click="ignore",
                    icon=":material/print:" if kind == "HTML" else ":material/description:",
                )


def _sheet(make: Callable[[WordSpace, bool], str], space: WordSpace, answers: bool) -> bytes:
    return make(space, answers).encode()
