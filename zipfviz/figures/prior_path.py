"""Map of words with the average among them, moving as the prior slides."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.style.palette import LIGHT, Medium
from zipfviz.figures.style.panel import Panel, Size
from zipfviz.figures.style.sheet import Chart, Look, Sheet, Values, padded
from zipfviz.figures.style.text import number, wide
from zipfviz.figures.style.theme import look, merged

SMOOTH = {
    "frame": {"duration": 160, "redraw": False},
    "transition": {"duration": 160, "easing": "linear"},
}


def centroid_map(
    positions: np.ndarray,
    information: np.ndarray,
    words: Sequence[str],
    strengths: np.ndarray,
    centroids: np.ndarray,
    shares: np.ndarray,
    *,
    narrow: bool = False,
    medium: Medium = LIGHT,
) -> Chart:
    """Words (k,) at `positions` (k, 2) coloured by −log p, and two stars.

    The grey star is the apparent mean (`centroids[0]`), the blue one the mean under q ~ p^t. A
    slider below moves it through `centroids` (m, 2) in the browser, with `shares` (m,), its
    distance in units of the typical length, written beside it; the button plays it. `narrow` puts
    the button below the slider, for a phone.
    """
    sheet = Sheet(medium, 520)
    c = sheet.colours
    told: Look = {"texts": words, "legend": False, "name": "words"}
    told["hover"] = "<b>%{text}</b><br>−log p  %{marker.color:.2f}"
    sheet.marks(*positions.T, colour=np.asarray(information, float), size=5, opacity=0.7, **told)
    star: Look = {"symbol": "star", "size": 20, "outline": (1.5, c.paper)}
    told = star | {"hover": "apparent mean, each word once", "name": "apparent mean (uniform)"}
    sheet.marks(*centroids[:1].T, colour=c.uniform, **told)
    last = len(strengths) - 1
    sheet.line(*centroids.T, colour=c.zipfian, legend=False, name="path")
    told = star | {"hover": "centroid under q ∝ pᵗ", "name": "centroid (Zipfian at t = 1)"}
    sheet.marks(*centroids[last:].T, colour=c.zipfian, **told)
    spans = [_span(positions[:, i], centroids) for i in range(2)]
    above = 0.92 * spans[1][1] + 0.08 * spans[1][0]
    text: Look = {"mode": "text", "textfont": {"color": c.text, "size": 14}, "name": "gap"}
    text |= {"text": [_gap(shares[last])], "textposition": _inward(centroids, last)}
    # Above the crowd, where it can be read.
    sheet.marks(centroids[last:, 0], [above], colour=c.text, legend=False, **text)
    sheet.x(title="from the apparent mean to the centroid", range=spans[0])
    sheet.y(title="what varies most across it", range=spans[1])
    sheet.x(showgrid=False)
    sheet.y(showgrid=False, scaleanchor="x")
    sheet.colour_bar("−log p", len=0.7, y=1, yanchor="top")
    if medium.is_page:
        sheet.when_sized(0, _keep_inside)
        return sheet.figure()
    sheet.layout |= {
        "sliders": [_slider(sheet, strengths, left=0 if narrow else 96)],
        "updatemenus": [_play(sheet, below=150 if narrow else 78)],
        "margin": {"r": 82, "t": 68 if narrow else 50, "b": 196 if narrow else 144},
    }
    fig = sheet.figure()
    fig.frames = [
        go.Frame(
            name=f"{i}",
            traces=[2, 3, 4],
            data=[
                _at(*centroids[: i + 1].T),
                _at(*centroids[[i]].T),
                _at(centroids[[i], 0], [above])
                | {"text": [_gap(shares[i])], "textposition": _inward(centroids, i)},
            ],
        )
        for i in range(len(strengths))
    ]
    return fig


def _span(values: np.ndarray, centroids: np.ndarray) -> list[float]:
    """An axis range that leaves out the farthest half per cent of words on each side."""
    inner = np.percentile(values, [0.5, 99.5])
    return padded(np.concatenate([inner, centroids.ravel()]))


def _at(x: Values, y: Values) -> dict[str, Any]:
    return {"type": "scatter", "x": x, "y": y}


def _gap(share: float) -> str:
    return f"<b>{number(share)}</b> typical lengths away"


def _keep_inside(panel: Panel, size: Size) -> None:
    """Move the text beside the star so far that no edge of its panel cuts it."""
    gap = next(trace for trace in panel.traces if trace["name"] == "gap")
    low, high = panel.x["range"]
    half = wide(gap["text"][0]) * gap["textfont"]["size"] / 24 / size[0] * (high - low)
    x = min(max(float(gap["x"][0]), low + half), high - half)
    gap["textposition"] = "middle center"  # whichever side of its point a screen shows it on
    gap["x"] = [x if 2 * half < high - low else (low + high) / 2]


def _inward(centroids: np.ndarray, i: int) -> str:
    """The side of the star that has room for a text."""
    middle = (centroids[0, 0] + centroids[-1, 0]) / 2
    return "middle left" if centroids[i, 0] > middle else "middle right"


def _slider(sheet: Sheet, strengths: np.ndarray, *, left: int) -> dict[str, Any]:
    """The slider below the chart, `left` pixels from its edge."""
    last = len(strengths) - 1
    steps = [
        {
            "method": "animate",
            "args": [[f"{i}"], {**SMOOTH, "mode": "immediate"}],
            "label": {0: "0 (uniform)", last: "1 (Zipfian)"}.get(i, number(float(t))),
            "value": f"{t:.2f}",
        }
        for i, t in enumerate(strengths)
    ]
    own = {"active": last, "pad": {"l": left}, "steps": steps}
    return merged(look("slider", sheet.medium), own)


def _play(sheet: Sheet, *, below: int) -> dict[str, Any]:
    """A button that lets the prior slide by itself, `below` pixels beneath the chart."""
    slide = {"method": "animate", "args": [None, {**SMOOTH, "fromcurrent": False}]}
    button = {"label": "▶ Slide", **slide}
    return look("play", sheet.medium) | {"pad": {"t": below}, "buttons": [button]}
