"""A figure of the app as paper shows it: real colours, one font, nothing that only a screen has."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from zipfviz.figures.paper.anatomy import array_of, axes_of, heading_notes
from zipfviz.figures.style.palette import METHOD_STYLES, PALETTES, coloured
from zipfviz.figures.style.text import escape
from zipfviz.figures.style.theme import MARGIN

__all__ = ["for_paper"]

SHORT = {escape(style.label): escape(style.short) for style in METHOD_STYLES.values()}
_RGBA = re.compile(r"(rgba?)\((\d+), *(\d+), *(\d+)")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b")
_GREYS: dict[str, str] = {
    PALETTES["print"].zipfian: "#000000",
    PALETTES["print"].uniform: "#8a8a8a",
    PALETTES["print"].raw: "#b4b4b4",
    PALETTES["print"].other: "#5a5a5a",
    PALETTES["print"].accent: "#000000",
    **{  # from black in even steps to a grey on which white letters can be read
        colour: f"#{level:02x}{level:02x}{level:02x}"
        for level, colour in zip(range(0, 160, 16), PALETTES["print"].scale, strict=True)
    },
}
_SCREEN_ONLY = ("sliders", "updatemenus", "hovermode", "hoverdistance", "spikedistance", "dragmode")


class _Look(NamedTuple):
    """What is asked for."""

    line_width: float
    black_white: bool


def for_paper(
    figure: dict[str, Any], family: str, line_width: float = 1.0, *, black_white: bool = False
) -> dict[str, Any]:
    """Real colours, one font, vectors, chosen line widths; nothing that only a screen has."""
    layout = {k: v for k, v in figure["layout"].items() if k not in _SCREEN_ONLY}
    look = _Look(line_width, black_white)
    layout = _said_in_print(_restyled(layout, look))
    layout["font"] = {**layout.get("font", {}), "family": family}
    # A printed panel has all the width that its labels leave.
    layout["margin"] = {**(layout.get("margin") or {}), "l": MARGIN["l"]}
    traces = []
    for trace in figure["data"]:
        restyled = _restyled(trace, look)
        restyled["type"] = restyled.get("type", "scatter").removesuffix("gl")
        for hover in ("hovertemplate", "hoverinfo", "hoverlabel", "customdata"):
            restyled.pop(hover, None)
        if not _shows_text(restyled):
            restyled.pop("text", None)
        traces.append(restyled)
    drawn = {"data": traces, "layout": layout}
    _shorter(drawn)
    return drawn


def _shows_text(trace: dict[str, Any]) -> bool:
    """Whether a trace's text stands in the chart, not only on hover."""
    return "text" in trace.get("mode", "") or trace["type"] == "bar" or "texttemplate" in trace


def _said_in_print(layout: dict[str, Any]) -> dict[str, Any]:
    """The layout with what `Sheet.in_print` and titles only in print keep for paper."""
    notes = [_shown(note) for note in layout.get("annotations") or []]
    said = {n["name"]: n["text"] for n in notes if str(n.get("name", "")).startswith("print-")}
    layout["annotations"] = [n for n in notes if n.get("name") not in said]
    if text := said.get("print-below"):
        for note in heading_notes({"layout": layout}):
            note["text"] += f"<br>{text}"
    if text := said.get("print-x"):
        for axis in axes_of({"layout": layout}, "x").values():
            axis["title"] = {**(axis.get("title") or {}), "text": text}
    return layout


def _shown(note: dict[str, Any]) -> dict[str, Any]:
    """A note, visible and nameless if it is a title that only paper has."""
    if note.get("name") != "print-title":
        return note
    return {key: value for key, value in note.items() if key not in ("name", "visible")}


def _shorter(figure: dict[str, Any]) -> None:
    """Let rows of methods have their short names, where a panel stands beside."""
    for axis in axes_of(figure, "y").values():
        if axis.get("ticktext") is not None:
            axis["ticktext"] = [SHORT.get(str(name), str(name)) for name in axis["ticktext"]]


def _restyled(value: Any, look: _Look, key: str = "") -> Any:
    """`value` with print colours, no font family of its own and line widths times the factor."""
    if isinstance(value, dict):
        if "bdata" in value:  # plotly's way of sending an array
            return array_of(value)
        return {k: _restyled(v, look, f"{key}.{k}") for k, v in value.items() if k != "family"}
    if isinstance(value, list | tuple):
        return [_restyled(v, look, key) for v in value]
    if isinstance(value, str):
        return _paper_colour(value, look.black_white)
    if key.endswith("line.width"):
        return value * look.line_width
    return value


def _paper_colour(text: str, black_white: bool) -> str:
    text = coloured(text, "print")
    if not black_white:
        return text
    text = _RGBA.sub(_grey_parts, text)
    return _COLOUR.sub(lambda m: _grey(m.group()), text)


def _grey(colour: str) -> str:
    """The grey that stands for a colour: the priors' far apart, any other one as light as it is."""
    if colour in _GREYS:
        return _GREYS[colour]
    level = _level(*(int(colour[i : i + 2], 16) for i in (1, 3, 5)))
    return f"#{level:02x}{level:02x}{level:02x}"


def _grey_parts(match: re.Match[str]) -> str:
    """The beginning of rgb(…) or rgba(…) with the grey of its colour."""
    level = _level(*map(int, match.groups()[1:]))
    return f"{match[1]}({level},{level},{level}"


def _level(r: int, g: int, b: int) -> int:
    """How light a colour is, 0 to 255."""
    return round(0.2126 * r + 0.7152 * g + 0.0722 * b)
