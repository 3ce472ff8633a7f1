"""A figure as a browser gets it: in the colours of its theme, and so that it is drawn once.

streamlit shows each figure to plotly.js twice, as a fresh copy after the first drawing. plotly
leaves the second alone if nothing in it is another object that has to be taken for a change: a
template is always one, an array sent as bytes too, and a list unless `datarevision` says that the
data are the same. So the layout is all written out, arrays are lists, and that mark is set: a
figure of other data is another chart to streamlit and never meets the old mark.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.paper.anatomy import Figure, array_of, axes_of, is_name
from zipfviz.figures.style.palette import Mode, coloured

__all__ = ["for_screen"]

# A text's own edge at its point -> the side of the point it is on.
ABOVE = {"bottom": "top", "middle": "middle", "top": "bottom"}
BESIDE = {"left": "right", "center": "center", "right": "left"}
DIGITS = 9  # of a number: all that a float32 holds, and shorter than its bytes in base64
MOST_PLACES = 300  # beyond these a power of ten is no float64; such a number is sent as it is


def for_screen(figure: go.Figure, mode: Mode) -> Figure:
    """A figure of mode "live" as plotly.js draws it in `mode` "light" or "dark"."""
    sent: Figure = _sent(_names_as_traces(figure.to_dict()), mode)
    layout = sent["layout"]
    layout.pop("template", None)
    layout["datarevision"] = "same"
    return sent


def _names_as_traces(figure: Figure) -> Figure:
    """Names beside points as traces of text, which plotly draws ten times as fast as notes.

    Those with a ground stay notes, and so do those on logarithmic axes, whose places differ.
    """
    layout = figure["layout"]
    logarithmic = {
        f"{letter}{at}"
        for letter in "xy"
        for at, axis in axes_of(figure, letter).items()
        if axis.get("type") == "log"
    }
    kept: list[Figure] = []
    names: dict[tuple[str, str, str], list[Figure]] = {}
    for note in layout.get("annotations") or []:
        pair = (str(note.get("xref")), str(note.get("yref")))
        if is_name(note, pair) and "bgcolor" not in note and not logarithmic.intersection(pair):
            names.setdefault((*pair, repr(note.get("font"))), []).append(note)
        else:
            kept.append(note)
    traces = [_text_trace(notes) for notes in names.values()]
    return {"data": [*figure["data"], *traces], "layout": {**layout, "annotations": kept}}


def _text_trace(notes: list[Figure]) -> Figure:
    """Notes of one panel and one font as a trace; unseen marks hold them off their points."""
    first = notes[0]
    gaps = [max(abs(note["xshift"]), abs(note["yshift"])) for note in notes]
    return {
        "type": "scatter",
        "mode": "markers+text",
        "xaxis": first["xref"],
        "yaxis": first["yref"],
        "x": [note["x"] for note in notes],
        "y": [note["y"] for note in notes],
        "text": [note["text"] for note in notes],
        "textposition": [f"{ABOVE[note['yanchor']]} {BESIDE[note['xanchor']]}" for note in notes],
        "textfont": first["font"],
        "marker": {"opacity": 0, "size": [1.6 * (gap - 1) for gap in gaps]},  # to plotly's rule
        "opacity": first["opacity"],
        "cliponaxis": False,
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _sent(value: Any, mode: Mode) -> Any:
    """`value` in real colours and plain numbers."""
    if isinstance(value, dict):
        if "bdata" in value:
            return _numbers(array_of(value))
        return {key: _sent(inner, mode) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_sent(inner, mode) for inner in value]
    return coloured(value, mode) if isinstance(value, str) and "#" in value else value


def _numbers(array: np.ndarray) -> Any:
    """Lists of numbers to `DIGITS` digits; what is not finite is a gap."""
    if array.dtype.kind != "f":
        return array.tolist()
    values = array.astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        places = DIGITS - 1 - np.floor(np.log10(np.abs(values)))
    places = np.where(np.abs(places) <= MOST_PLACES, places, 0)
    # By powers of ten that are whole: a quotient of two whole numbers is the decimal's own double.
    up, down = 10.0 ** np.maximum(places, 0), 10.0 ** np.maximum(-places, 0)
    short = np.where(places == 0, values, np.round(values * up / down) / up * down)
    plain = short.astype(object)
    plain[~np.isfinite(values)] = None
    return plain.tolist()
