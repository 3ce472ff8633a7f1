"""The Python behind a number, as a page shows it."""

import ast

import streamlit as st

from zipfviz.ui.server import loaders

HOW = {
    "data folder": "is a file of this app's data folder; point ZIPFVIZ_DATA at yours, or give "
    "the path",
    "cache": "was fetched or brought to this server; elsewhere give the path of your copy",
}


def with_notes(code: str) -> str:
    """`code`, led by a comment for each name in it that only this server's folders know."""
    try:
        constants = [node.value for node in ast.walk(ast.parse(code)) if type(node) is ast.Constant]
    except SyntaxError:
        return code
    named = {value for value in constants if isinstance(value, str)}
    notes = {
        entry.name: f"# {entry.name!r} {HOW[entry.where]}."
        for entries in loaders.entries().values()
        for entry in entries
        if entry.name in named and entry.where in HOW
    }
    return "\n".join([*notes.values(), code])


def show_python(code: str) -> None:
    """Python to copy, with its notes."""
    st.caption("The same numbers in Python:")
    st.code(with_notes(code), language="python")
