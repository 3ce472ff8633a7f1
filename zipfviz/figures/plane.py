"""A few words in the plane at one step of whitening, under one prior."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
import plotly.graph_objects as go

from zipfviz.figures.labels import label_points
from zipfviz.figures.palette import PRIOR_STYLES, Mode
from zipfviz.figures.sheet import Sheet
from zipfviz.figures.text import number

__all__ = ["plane_headline", "plane_limit", "plane_step"]

Step = Literal["vectors", "centred", "ellipse", "rotated", "scaled"]
AXES = {"rotated": ("along the long axis", "across it"), "scaled": ("first, whitened", "second")}


class Worked(Protocol):
    """What `zipfviz.plane.Worked` has."""

    @property
    def prior(self) -> Literal["uniform", "zipfian"]: ...
    @property
    def q(self) -> np.ndarray: ...
    @property
    def mean(self) -> np.ndarray: ...
    @property
    def values(self) -> np.ndarray: ...
    @property
    def axes(self) -> np.ndarray: ...
    @property
    def lengths(self) -> np.ndarray: ...
    def at(self, step: Step) -> np.ndarray: ...
    def ellipse(self, step: Step) -> np.ndarray: ...


def plane_limit(columns: Sequence[Worked], step: Step) -> tuple[np.ndarray, np.ndarray]:
    """Low and high corner that hold the words, means and ellipses of all columns at a step."""
    held = [np.zeros((1, 2))]
    for worked in columns:
        held += [worked.at(step), worked.ellipse(step)]
    points = np.concatenate(held)
    pad = 0.14 * (np.ptp(points, axis=0).max() or 1.0)
    return points.min(axis=0) - pad, points.max(axis=0) + pad


def plane_step(
    worked: Worked,
    step: Step,
    words: Sequence[str],
    *,
    limit: tuple[np.ndarray, np.ndarray] | None = None,
    mode: Mode = "live",
    height: int = 300,
) -> go.Figure:
    """The words (n,) with areas by their weight, the mean as a star, from "ellipse" on the ellipse.

    `limit` is `plane_limit` of all figures that stand beside each other. The words are the last
    trace.
    """
    sheet = Sheet(mode, height)
    colour = sheet.colours.of(worked.prior)
    low, high = plane_limit([worked], step) if limit is None else limit
    centre = worked.mean if step == "vectors" else np.zeros(2)
    for x, y in (([low[0], high[0]], [0, 0]), ([0, 0], [low[1], high[1]])):
        line = {"color": sheet.colours.grid, "width": 1}
        sheet.add("scatter", x=x, y=y, mode="lines", line=line, hoverinfo="skip")
    if step in ("ellipse", "rotated", "scaled"):
        _add_ellipse(sheet, worked, step, colour)
    sheet.add(
        "scatter",
        x=centre[:1],
        y=centre[1:],
        mode="markers",
        marker={"symbol": "star", "size": 15, "color": sheet.colours.accent},
        hovertemplate="mean (%{x:.2f}, %{y:.2f})<extra></extra>",
        name="mean",
    )
    points = worked.at(step)
    sheet.add(
        "scatter",
        x=points[:, 0],
        y=points[:, 1],
        customdata=worked.q,
        mode="markers",
        marker={
            "size": 7 + 26 * np.sqrt(worked.q),
            "color": colour,
            "opacity": 0.75,
            "line": {"width": 1, "color": sheet.colours.paper},
        },
        hovertemplate="(%{x:.2f}, %{y:.2f})<br>weight %{customdata:.3f}<extra></extra>",
        name="words",
    )
    frame = np.array([low, high])
    label_points(
        sheet, 0, points, words, np.vstack([points, centre]),
        colour=sheet.colours.text, frame=frame, width=360, gap=12,
    )  # fmt: skip
    x_title, y_title = AXES.get(step, ("x", "y"))
    sheet.x(title=x_title, range=[low[0], high[0]], showgrid=False, nticks=6)
    sheet.y(title=y_title, range=[low[1], high[1]], showgrid=False, nticks=6, scaleanchor="x")
    sheet.title(0, PRIOR_STYLES[worked.prior].label.capitalize())
    sheet.layout |= {"showlegend": False, "margin": {"t": 30}}
    return sheet.figure()


def plane_headline(words: Sequence[str], uniform: Worked, zipfian: Worked) -> str:
    """Near which word each mean lies, and how long the rarest word gets, in plain text."""
    near = [
        words[int(np.argmin(np.linalg.norm(w.at("vectors") - w.mean, axis=1)))]
        for w in (uniform, zipfian)
    ]
    rarest = int(np.argmin(zipfian.q))
    was, now = (number(w.lengths[rarest], 1) for w in (uniform, zipfian))
    return (
        f"Counting each word once, the mean lies nearest to “{near[0]}”; counting occurrences, "
        f"nearest to “{near[1]}”. The rarest word, “{words[rarest]}”, ends {was} long under the "
        f"uniform prior and {now} under the Zipfian one."
    )


def _add_ellipse(sheet: Sheet, worked: Worked, step: Step, colour: str) -> None:
    """One standard deviation, and its two axes."""
    outline = worked.ellipse(step)
    line = {"color": colour, "width": 2, "dash": PRIOR_STYLES[worked.prior].dash}
    sheet.add(
        "scatter", x=outline[:, 0], y=outline[:, 1], mode="lines", line=line, hoverinfo="skip"
    )
    quarter = (len(outline) - 1) // 4
    for start in (0, quarter):
        ends = outline[[start, start + 2 * quarter]]
        sheet.add(
            "scatter", x=ends[:, 0], y=ends[:, 1], mode="lines", hoverinfo="skip",
            line={"color": colour, "width": 1},
        )  # fmt: skip
