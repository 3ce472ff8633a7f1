"""Legend of the symmetry map, once for all panels: symbols of methods, signs of spaces."""

from __future__ import annotations

from html import escape

import pandas as pd
import streamlit as st

from zipfviz.figures import METHOD_STYLES, method_style, space_signs

# Plotly's symbols within 12 x 12 pixels; streamlit takes <svg> out of HTML, but not a clipping.
SHAPES = {
    "circle": "M6 1A5 5 0 1 0 6 11 5 5 0 1 0 6 1Z",
    "triangle-down": "M1 2H11L6 11Z",
    "triangle-up": "M1 10H11L6 1Z",
    "square": "M1.5 1.5H10.5V10.5H1.5Z",
    "diamond": "M6 0L12 6 6 12 0 6Z",
    "cross": "M4 0H8V4H12V8H8V12H4V8H0V4H4Z",
    "x": "M3 0L6 3 9 0 12 3 9 6 12 9 9 12 6 9 3 12 0 9 3 6 0 3Z",
    "pentagon": "M6 0L12 4.5 9.7 11.5H2.3L0 4.5Z",
    "hexagon": "M6 0L11 3V9L6 12 1 9V3Z",
    "star": "M6 0L7.5 4.3H12L8.4 7 9.7 11.5 6 8.8 2.3 11.5 3.6 7 0 4.3H4.5Z",
}


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
