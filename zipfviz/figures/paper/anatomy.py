"""What a figure (as a dictionary) consists of, and about how many pixels its texts take."""

from __future__ import annotations

import html
import re
from base64 import b64decode
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

__all__ = [
    "LETTER",
    "Figure",
    "array_of",
    "axes_of",
    "bar_of",
    "bare",
    "common",
    "equal_units",
    "fits",
    "footer",
    "grid",
    "heading_notes",
    "is_footer",
    "is_name",
    "legend_lines",
    "lines_of",
    "row_names",
    "tells_legend",
    "title_of",
    "wide",
    "x_title",
    "y_title",
]

LETTER = 6.2  # pixels of a letter of 12 or 13 pixels, about
_AXIS = re.compile(r"([xy])axis(\d*)")
_TAG = re.compile(r"<[^>]*>")
Figure = dict[str, Any]


def array_of(sent: dict[str, Any]) -> np.ndarray:
    """The array that plotly sends as bytes: `bdata` in base64, `dtype`, and `shape` beyond one."""
    array = np.frombuffer(b64decode(sent["bdata"]), sent["dtype"])
    return array.reshape([int(n) for n in str(sent.get("shape", array.size)).split(",")])


def lines_of(text: str) -> list[str]:
    """The lines of a markup text as they are read."""
    return [html.unescape(_TAG.sub("", line)) for line in str(text).split("<br>")]


def wide(text: str) -> float:
    """Pixels of a text's longest line."""
    return LETTER * max(map(len, lines_of(text)))


def fits(text: str, width: float) -> str:
    """The text in as many lines as `width` pixels need; a line with markup within stays whole."""
    parts = []
    for line in text.split("<br>"):
        whole = re.fullmatch(r"(<[^>]*>)([^<]*)(</\w+>)|([^<]*)", line)
        if whole is None or wide(line) <= width:
            parts.append(line)
            continue
        opened, inner, closed = (whole[1], whole[2], whole[3]) if whole[1] else ("", whole[4], "")
        parts += [f"{opened}{part}{closed}" for part in _wrapped(inner, int(width / LETTER))]
    return "<br>".join(parts)


def _wrapped(text: str, letters: int) -> list[str]:
    """Lines of at most so many letters, entities counted as one, broken at spaces only."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(html.unescape(longer)) > letters:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def is_name(note: Figure, pair: tuple[str, str]) -> bool:
    """Whether a note names a point: it stands in a panel's data, off the point by a shift."""
    at = (note.get("xref"), note.get("yref")) == pair
    return at and not note.get("showarrow", True) and "xshift" in note


def axes_of(figure: Figure, name: str) -> dict[str, Figure]:
    """The axes called `name`, by their numbers ("", "2", …)."""
    found = {_AXIS.fullmatch(key): value for key, value in figure["layout"].items()}
    return {m[2]: value for m, value in found.items() if m and m[1] == name}


def grid(figure: Figure) -> tuple[int, int]:
    """Columns and rows of panels within a figure."""
    x, y = (
        {tuple(round(v, 4) for v in axis.get("domain") or (0, 1)) for axis in axes.values()}
        for axes in (axes_of(figure, "x"), axes_of(figure, "y"))
    )
    return max(len(x), 1), max(len(y), 1)


def common(figures: Sequence[Figure], of: Callable[[Figure], Any]) -> bool:
    """Whether all figures say the same, and something."""
    values = [of(figure) for figure in figures]
    return bool(values[0]) and all(value == values[0] for value in values)


def title_of(axis: Figure) -> str:
    return str((axis.get("title") or {}).get("text") or "")


def x_title(figure: Figure) -> str:
    """The title of its only x axis, where that is below."""
    axes = list(axes_of(figure, "x").values())
    return title_of(axes[0]) if len(axes) == 1 and axes[0].get("side") != "top" else ""


def y_title(figure: Figure) -> str:
    return title_of(axes_of(figure, "y").get("", {}))


def row_names(figure: Figure) -> list[str]:
    """What its first y axis calls its rows, [] where it has numbers."""
    names = axes_of(figure, "y").get("", {}).get("ticktext")
    return [] if names is None else [str(name) for name in names]


def bare(figure: Figure) -> bool:
    """Whether none of its axes has labels, as in a thumbnail."""
    axes = [*axes_of(figure, "x").values(), *axes_of(figure, "y").values()]
    return not any(axis.get("showticklabels", True) for axis in axes)


def equal_units(figure: Figure) -> bool:
    """Whether a unit is as long across as up, as on a map."""
    return any("scaleanchor" in axis for axis in axes_of(figure, "y").values())


def heading_notes(figure: Figure) -> list[Figure]:
    """The titles over its panels."""
    notes = figure["layout"].get("annotations") or []
    return [n for n in notes if str(n.get("yref", "")).endswith("domain") and n.get("y") == 1]


def footer(figure: Figure) -> str:
    """The title below all panels of a figure."""
    notes = figure["layout"].get("annotations") or []
    return next((str(note["text"]) for note in notes if is_footer(note)), "")


def is_footer(note: Figure) -> bool:
    return note.get("xref") == "paper" and note.get("yref") == "paper" and note.get("y") == 0


def bar_of(figure: Figure) -> Figure | None:
    """Its colour bar, where it is drawn."""
    axis = figure["layout"].get("coloraxis") or {}
    drawn = axis.get("showscale", True) and any(
        "coloraxis" in trace or "coloraxis" in (trace.get("marker") or {})
        for trace in figure["data"]
    )
    return dict(axis.get("colorbar") or {}) if drawn else None


def legend_lines(figures: Sequence[Figure], width: float) -> int:
    """Lines of a legend: entries stand in columns of one width, groups one after the other."""
    entries = {
        lines_of(trace.get("name", ""))[0]: bool(trace.get("legendgroup"))
        for figure in figures
        if tells_legend(figure)
        for trace in figure["data"]
        if trace.get("showlegend", True)
    }
    widths = [45 + LETTER * len(name) for name in entries]
    if not any(entries.values()):
        widths = [max(widths, default=0.0)] * len(widths)
    lines, free = 0, 0.0
    for needed in widths:
        if needed > free:
            lines, free = lines + 1, width
        free -= needed
    return lines


def tells_legend(figure: Figure) -> bool:
    """Whether plotly draws a legend: as told, else for more than one entry."""
    told = figure["layout"].get("showlegend")
    entries = sum(bool(trace.get("showlegend", True)) for trace in figure["data"])
    return entries > 1 if told is None else bool(told)
