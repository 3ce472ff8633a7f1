"""Legend of the symmetry map, once for all panels: symbols of methods, signs of spaces."""

from __future__ import annotations

from html import escape

import pandas as pd
import streamlit as st

from zipfviz.figures import METHOD_STYLES, method_style, space_signs
from zipfviz.ui.shell.assets import texts_of

# Streamlit takes <svg> out of HTML, but not a clipping.
SHAPES = texts_of(__file__)["shapes"]


def legend(points: pd.DataFrame) -> str:
    """HTML that tells the drawn methods by their symbols and the spaces by their signs."""
    drawn = set(points["method"].astype(str))
    in_order = [m for m in METHOD_STYLES if m in drawn]
    methods = [
        _entry(
            '<span aria-hidden="true" style="width:12px;height:12px;background:currentColor;'
            f"clip-path:path('{SHAPES[style.symbol]}')\"></span>",
            style.label,
        )
        for style in map(method_style, [*in_order, *sorted(drawn - set(in_order))])
    ]
    spaces = [
        _entry(f"<b>{escape(sign)}</b>", name if own else f"{name} (paper)")
        for (own, name), sign in space_signs(points).items()
    ]
    return "".join(_line(entries) for entries in (methods, spaces) if entries)


def show(points: pd.DataFrame) -> None:
    """Draw the legend above the panels."""
    st.html(legend(points))


def _entry(sign: str, name: str) -> str:
    return (
        '<span style="display:inline-flex;align-items:center;gap:.4em;margin-right:1.2em">'
        f"{sign}<span>{escape(name)}</span></span>"
    )


def _line(entries: list[str]) -> str:
    return f'<div style="font-size:.875rem;line-height:1.7">{"".join(entries)}</div>'
