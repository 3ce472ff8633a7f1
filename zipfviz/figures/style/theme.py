"""One look for every figure: layout, axes, margins and the mode bar.

The look is in `theme.toml`. All of the layout is written on the figure itself: streamlit's theme
replaces a template's, and plotly draws a figure with a template twice there. The light and dark
colours equal those of `.streamlit/config.toml`.
"""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zipfviz.figures.style.palette import LIGHT, Medium

# A log axis in powers of ten; plotly sets their tens a quarter larger than it is told.
POWERS: dict[str, Any] = {"dtick": 1, "exponentformat": "power", "tickfont": {"size": 10}}

MARGIN = {"l": 8, "r": 12, "t": 32, "b": 8, "pad": 0}
LAST_LABEL = 18  # pixels: half of a label under the right end of the x axis reaches beyond it
LEGEND = 42  # pixels of a legend of one line

_LOOK = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def look(name: str, medium: Medium = LIGHT) -> dict[str, Any]:
    """A table of `theme.toml`, in a medium's colours and letters, a copy of its own."""
    return _filled(_LOOK[name], medium)


def _filled(look: Any, medium: Medium) -> Any:
    if isinstance(look, dict):
        return {key: _filled(value, medium) for key, value in look.items()}
    if isinstance(look, list):
        return [_filled(value, medium) for value in look]
    if not (isinstance(look, str) and look.startswith("@")):
        return look
    return medium.family if look == "@family" else getattr(medium.colours, look[1:])


def dressed(
    medium: Medium,
    data: Sequence[dict[str, Any]],
    axes: dict[str, dict[str, Any]],
    layout: dict[str, Any],
) -> dict[str, Any]:
    """A figure of `data`, `axes` and a `layout`, by plotly's names, in the one look.

    On a screen its margins are what labels usually need; those of a page are the layout's own.
    """
    axes = {name: merged(look("axis", medium), axis) for name, axis in axes.items()}
    room: dict[str, Any] = dict(MARGIN)
    if not medium.is_page:
        room |= {"l": _room(axes, "y"), "r": LAST_LABEL, "b": _room(axes, "x")}
        if layout.get("showlegend", sum(trace.get("showlegend", True) for trace in data) > 1):
            room["t"] = max(50, LEGEND + round(0.02 * layout["height"]))
    usual = look("layout", medium)
    scales = {key: usual["coloraxis"] for key in layout if key.startswith("coloraxis")}
    usual = merged({**usual, **scales, "margin": room}, layout)
    return {"data": list(data), "layout": {"template": "none", **usual, **axes}}


def _room(axes: dict[str, dict[str, Any]], letter: str) -> int:
    """Pixels that the labels and titles of the x or y axes usually need on screen.

    Where they need more, plotly finds out by drawing and draws all again, at twice the time.
    """
    bare, titled = {"x": (7, 25), "y": (4, 24)}[letter]
    own = [axis for name, axis in axes.items() if name.startswith(letter)]
    needs = [(titled if a["title"].get("text") else bare) + _label_room(a, letter) for a in own]
    return max([MARGIN["l"], *needs])


def _label_room(axis: dict[str, Any], letter: str) -> int:
    """Pixels of an axis' tick labels across it: numbers, percentages or names."""
    if not axis.get("showticklabels", True):
        return 0
    if letter == "x":
        return 28
    lines = [
        re.sub("<[^>]*>", "", line)
        for name in axis.get("ticktext", ())
        for line in str(name).split("<br>")
    ]
    if lines:
        return 16 + round(5.3 * max(map(len, lines)))
    return 52 if str(axis.get("tickformat", "")).endswith(("%", "p")) else 33


def merged(base: dict[str, Any], extra: dict[str, Any]) -> dict[str, Any]:
    """`base` with `extra` in it, dictionaries within merged the same way."""
    result = dict(base)
    for key, value in extra.items():
        both = isinstance(value, dict) and isinstance(result.get(key), dict)
        result[key] = merged(result[key], value) if both else value
    return result


def plot_config(file_name: str, width: int = 800, height: int | None = None) -> dict[str, Any]:
    """The `config` of a chart: quiet mode bar, vector SVG download, `$` never read as a formula.

    `width` and `height` are pixels of the saved picture; without `height` it is as on screen.
    """
    picture = {"filename": file_name, "width": width, "height": height}
    return merged(look("config"), {"toImageButtonOptions": picture})
