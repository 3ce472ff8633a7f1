"""Map of words with both averages among them, and the way from one to the other."""

from collections.abc import Sequence

import numpy as np

from zipfviz.figures.style.palette import LIGHT, Medium
from zipfviz.figures.style.panel import Panel, Size
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded
from zipfviz.figures.style.text import number, wide


def centroid_map(
    positions: np.ndarray,
    information: np.ndarray,
    words: Sequence[str],
    centroids: np.ndarray,
    share: float,
    *,
    medium: Medium = LIGHT,
) -> Chart:
    """Words (k,) at `positions` (k, 2) coloured by −log p, and two stars.

    The grey star is the apparent mean (`centroids[0]`), the blue one the centroid at the end of the
    path of `centroids` (m, 2), `share` typical lengths away.
    """
    sheet = Sheet(medium, 520)
    c = sheet.colours
    told: Look = {"texts": words, "legend": False, "name": "words"}
    told["hover"] = "<b>%{text}</b><br>−log p  %{marker.color:.2f}"
    sheet.marks(*positions.T, colour=np.asarray(information, float), size=5, opacity=0.7, **told)
    star: Look = {"symbol": "star", "size": 20, "outline": (1.5, c.paper)}
    told = star | {"hover": "apparent mean, each word once", "name": "apparent mean (uniform)"}
    sheet.marks(*centroids[:1].T, colour=c.uniform, **told)
    sheet.line(*centroids.T, colour=c.zipfian, legend=False, name="path")
    told = star | {"hover": "centroid", "name": "centroid (Zipfian)"}
    sheet.marks(*centroids[-1:].T, colour=c.zipfian, **told)
    spans = [_span(positions[:, i], centroids) for i in range(2)]
    above = 0.92 * spans[1][1] + 0.08 * spans[1][0]
    text: Look = {"mode": "text", "textfont": {"color": c.text, "size": 14}, "name": "gap"}
    text["text"] = [f"<b>{number(share)}</b> typical lengths away"]
    # Above the crowd, where it can be read.
    sheet.marks(centroids[-1:, 0], [above], colour=c.text, legend=False, **text)
    sheet.x(title="from the apparent mean to the centroid", range=spans[0])
    sheet.y(title="what varies most across it", range=spans[1])
    sheet.x(showgrid=False)
    sheet.y(showgrid=False, scaleanchor="x")
    sheet.colour_bar("−log p", len=0.7, y=1, yanchor="top")
    sheet.when_sized(0, _keep_inside)
    return sheet.figure()


def _span(values: np.ndarray, centroids: np.ndarray) -> list[float]:
    """An axis range that leaves out the farthest half per cent of words on each side."""
    inner = np.percentile(values, [0.5, 99.5])
    return padded(np.concatenate([inner, centroids.ravel()]))


def _keep_inside(panel: Panel, size: Size) -> None:
    """Move the text beside the star so far that no edge of its panel cuts it."""
    gap = next(trace for trace in panel.traces if trace["name"] == "gap")
    low, high = panel.x["range"]
    half = wide(gap["text"][0]) * gap["textfont"]["size"] / 24 / size[0] * (high - low)
    x = min(max(float(gap["x"][0]), low + half), high - half)
    gap["textposition"] = "middle center"  # whichever side of its point a screen shows it on
    gap["x"] = [x if 2 * half < high - low else (low + high) / 2]
