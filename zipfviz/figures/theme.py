"""One look for every figure: the templates, the empty canvas and the mode bar.

`"live"` is for the app: `st.plotly_chart(fig, theme="streamlit", config=plot_config(name))`. Its
colours are the stand-ins that streamlit's frontend swaps for the lists of `.streamlit/config.toml`
(`chartCategoricalColors`, `chartSequentialColors`) of the theme being looked at. So a chart follows
a switch of theme at once, which a figure coloured in Python does not: streamlit 1.67 runs no script
when the viewer changes the theme. Layout is written on the figure itself, since streamlit's theme
replaces a template's.

`"light"`, `"dark"` and `"print"` carry their real colours in a template, for notebooks and files
(in streamlit: `theme=None`). The light and dark colours equal those of config.toml.
"""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from zipfviz.figures.palette import PALETTES, PRIOR_STYLES, Mode

__all__ = [
    "MAX_POINTS",
    "PALETTES",
    "PRIOR_STYLES",
    "SVG_POINTS",
    "Mode",
    "canvas",
    "plot_config",
    "template",
]

SVG_POINTS = 5_000
MAX_POINTS = 90_000
"""Plotly.js freezes on hover from 100,000 points in one trace."""


FONT = "'Source Sans', 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"
PRINT_FONT = "'Helvetica Neue', Helvetica, Arial, sans-serif"


def _axis(mode: Mode) -> dict[str, Any]:
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


def _layout(mode: Mode) -> dict[str, Any]:
    c = PALETTES[mode]
    size = 10 if mode == "print" else 13
    family = PRINT_FONT if mode == "print" else FONT
    small = {"color": c.text, "size": size, "family": family}
    return {
        "font": small,
        "paper_bgcolor": c.paper,
        "plot_bgcolor": c.paper,
        "separators": ".\u202f",
        "margin": {"l": 8, "r": 12, "t": 32, "b": 8, "pad": 0},
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
    axis = _axis(mode)
    return go.layout.Template(layout={**_layout(mode), "xaxis": axis, "yaxis": axis})


def canvas(mode: Mode, height: int, rows: int = 1, columns: int = 1, **subplots: Any) -> go.Figure:
    """An empty, dressed figure of `rows` × `columns` panels; the rest goes to `make_subplots`."""
    fig = make_subplots(rows=rows, cols=columns, **subplots)
    fig.update_layout(height=height, template="none" if mode == "live" else template(mode))
    if mode == "live":
        fig.update_layout(_layout(mode))
        fig.update_xaxes(_axis(mode)).update_yaxes(_axis(mode))
    return fig


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
