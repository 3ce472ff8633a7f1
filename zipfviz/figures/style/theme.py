"""One look for every figure: layout, axes, templates and the mode bar.

`"live"` is for the app: its colours are stand-ins, which `for_screen` and `picture` turn into those
of the theme that is looked at or of paper. They are the ones that streamlit's frontend swaps for
the lists of `.streamlit/config.toml` (`chartCategoricalColors`, `chartSequentialColors`), so
`st.plotly_chart(fig, theme="streamlit")` shows them right, too. All of the layout is written on the
figure itself: streamlit's theme replaces a template's, and plotly draws a figure with a template
twice there.

`"light"`, `"dark"` and `"print"` carry their real colours in a template, for notebooks and files
(in streamlit: `theme=None`). The light and dark colours equal those of config.toml.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from zipfviz.figures.style.palette import PALETTES, Mode

__all__ = ["LEGEND", "MARGIN", "POWERS", "canvas", "merged", "plot_config", "template"]


# A log axis in powers of ten; plotly sets their tens a quarter larger than it is told.
POWERS: dict[str, Any] = {"dtick": 1, "exponentformat": "power", "tickfont": {"size": 10}}

MARGIN = {"l": 8, "r": 12, "t": 32, "b": 8, "pad": 0}
LAST_LABEL = 18  # pixels: half of a label under the right end of the x axis reaches beyond it
LEGEND = 42  # pixels of a legend of one line

FONT = "'Source Sans', 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"
PRINT_FONT = "'Helvetica Neue', Helvetica, Arial, sans-serif"


def _axis_look(mode: Mode) -> dict[str, Any]:
    """What every axis has."""
    c = PALETTES[mode]
    size = 10 if mode == "print" else 12
    return {
        "showgrid": True,
        "gridcolor": c.grid,
        "gridwidth": 1,
        "zeroline": False,
        "showline": True,
        "linecolor": c.line,
        "linewidth": 1,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": c.line,
        "tickfont": {"color": c.muted, "size": size},
        "title": {"font": {"color": c.muted, "size": size + 1}, "standoff": 8},
        "automargin": True,
    }


def _layout_look(mode: Mode) -> dict[str, Any]:
    """What every layout has, axes apart."""
    c = PALETTES[mode]
    size = 10 if mode == "print" else 13
    family = PRINT_FONT if mode == "print" else FONT
    small = {"color": c.text, "size": size, "family": family}
    return {
        "font": small,
        "paper_bgcolor": c.paper,
        "plot_bgcolor": c.paper,
        "separators": ".\u202f",
        "margin": MARGIN,
        "colorway": [c.zipfian, c.uniform, c.raw, c.other, c.accent],
        "hovermode": "closest",
        "hoverdistance": 5,
        "spikedistance": 0,
        "hoverlabel": {
            "bgcolor": c.paper,
            "bordercolor": c.line,
            "font": small,
            "align": "left",
            "namelength": -1,
        },
        "legend": {
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": 1.02,
            "yanchor": "bottom",
            "font": small,
            "bgcolor": "rgba(0,0,0,0)",
            "itemsizing": "trace",
            "tracegroupgap": 0,
        },
        "coloraxis": {
            "colorscale": c.colorscale,
            "colorbar": {
                "thickness": 10,
                "outlinewidth": 0,
                "ticklen": 3,
                "tickcolor": c.line,
                "tickfont": {"color": c.muted, "size": size - 1},
                "title": {"font": {"color": c.muted, "size": size - 1}, "side": "top"},
            },
        },
        "dragmode": False,
    }


def template(mode: Mode) -> go.layout.Template:
    """The look of a mode as a plotly template."""
    axis = _axis_look(mode)
    return go.layout.Template(layout={**_layout_look(mode), "xaxis": axis, "yaxis": axis})


def canvas(
    mode: Mode,
    height: int,
    *,
    data: Sequence[dict[str, Any]] = (),
    axes: dict[str, dict[str, Any]] | None = None,
    layout: dict[str, Any] | None = None,
) -> go.Figure:
    """A dressed figure of `data`, `axes` by plotly's names and the rest of a `layout`."""
    axes = axes or {"xaxis": {}, "yaxis": {}}
    layout = layout or {}
    if mode == "live":
        axes = {name: merged(_axis_look(mode), axis) for name, axis in axes.items()}
        room = {**MARGIN, "l": _room(axes, "y"), "r": LAST_LABEL, "b": _room(axes, "x")}
        if layout.get("showlegend", sum(trace.get("showlegend", True) for trace in data) > 1):
            room["t"] = max(50, LEGEND + round(0.02 * height))
        look = merged({**_layout_look(mode), "margin": room}, layout)
        layout = {"template": "none", **look}
    else:
        layout = {"template": template(mode), **layout}
    return go.Figure(data=list(data), layout={**layout, **axes, "height": height})


def _room(axes: dict[str, dict[str, Any]], letter: str) -> int:
    """Pixels that the labels and titles of the x or y axes usually need on screen.

    Where they need more, plotly finds out by drawing and draws all again, at twice the time.
    """
    needs = [MARGIN["l"]]
    for name, axis in axes.items():
        if name.startswith(letter):
            title = (
                {"x": 25, "y": 24}[letter]
                if axis["title"].get("text")
                else {"x": 7, "y": 4}[letter]
            )
            needs.append(title + _label_room(axis, letter))
    return max(needs)


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
    return {
        "displaylogo": False,
        "displayModeBar": "hover",
        "modeBarButtonsToRemove": ["zoomIn2d", "zoomOut2d", "select2d", "lasso2d"],
        "typesetMath": False,
        "scrollZoom": False,
        "doubleClick": "reset",
        "toImageButtonOptions": {
            "format": "svg",
            "filename": file_name,
            "width": width,
            "height": height,
            "scale": 1,
        },
    }
