"""Whitening by hand: a few words in the plane at one step, a panel a prior."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from zipfviz.figures.style.labels import in_equal_units
from zipfviz.figures.style.palette import LIGHT, PRIOR_STYLES, Medium
from zipfviz.figures.style.sheet import Chart, Look, Sheet

Step = Literal["vectors", "centred", "ellipse", "rotated", "scaled"]
PANEL = (400.0, 215.0)  # pixels, on a laptop
DRAWN = ("ellipse", "rotated", "scaled")  # steps with an ellipse
STEP_NAMES: dict[Step, str] = {
    "vectors": "1 · The average word",
    "centred": "2 · Centering",
    "ellipse": "3 · The ellipse",
    "rotated": "4 · Rotation",
    "scaled": "5 · Scaling",
}
STEP_TEXTS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)
"""What to look for at each step, and its formula in LaTeX."""
AXES = {"rotated": ("along the long axis", "across it"), "scaled": ("first, whitened", "second")}


class Worked(Protocol):
    """What `zipfviz.explore.plane.Worked` has."""

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


def plane_step(
    columns: Sequence[Worked],
    step: Step,
    words: Sequence[str],
    *,
    stacked: bool = False,
    medium: Medium = LIGHT,
) -> Chart:
    """The words (n,) at a step, a panel for each of `columns`, all on the same axes.

    `stacked` puts them one below the other, for a phone.

    Areas are the words' weights, the star is their mean; from "ellipse" on the ellipse of one
    standard deviation. The words are the last trace of a panel.
    """
    n = len(columns)
    columns_shown, gap = 1 if stacked else n, (0.16, 0.4)
    sheet = Sheet(medium, 0, each=300, panels=n, columns=columns_shown, gap=gap, together=True)
    low, high = _corners(columns, step)
    for panel, worked in enumerate(columns):
        _add_plane(sheet, panel, worked, step, words, np.array([low, high]))
    x_title, y_title = AXES.get(step, ("x", "y"))
    look: Look = {"showgrid": False, "nticks": 6, "zeroline": True}
    look["zerolinecolor"] = sheet.colours.grid
    sheet.x(title=x_title, range=[low[0], high[0]], **look)
    sheet.y(title=y_title, range=[low[1], high[1]], scaleanchor="x", **look)
    sheet.layout |= {"showlegend": False, "margin": {"t": 30}}
    return sheet.figure()


def _corners(columns: Sequence[Worked], step: Step) -> tuple[np.ndarray, np.ndarray]:
    """Low and high corner that hold the words, means and ellipses of all columns at a step."""
    held = [np.zeros((1, 2))]
    for worked in columns:
        held += [worked.at(step), worked.ellipse(step)]
    points = np.concatenate(held)
    pad = 0.14 * (np.ptp(points, axis=0).max() or 1.0)
    return points.min(axis=0) - pad, points.max(axis=0) + pad


def _add_plane(
    sheet: Sheet, panel: int, worked: Worked, step: Step, words: Sequence[str], frame: np.ndarray
) -> None:
    """Ellipse, mean and words of one prior."""
    colour = sheet.colours.of(worked.prior)
    centre = worked.mean if step == "vectors" else np.zeros(2)
    if step in DRAWN:
        _add_ellipse(sheet, panel, worked, step)
    star: Look = {"symbol": "star", "hover": "mean (%{x:.2f}, %{y:.2f})", "name": "mean"}
    sheet.marks(centre[:1], centre[1:], colour=sheet.colours.accent, panel=panel, size=15, **star)
    points = worked.at(step)
    sizes = 7 + 26 * np.sqrt(worked.q)
    look: Look = {"size": sizes, "opacity": 0.75, "outline": (1, sheet.colours.paper)}
    look |= {"hover": "(%{x:.2f}, %{y:.2f})<br>weight %{customdata:.3f}", "customdata": worked.q}
    sheet.marks(*points.T, colour=colour, panel=panel, name="words", **look)
    outline = worked.ellipse(step)[::6] if step in DRAWN else np.empty((0, 2))
    sheet.name_points(
        panel, points, words, np.vstack([points, centre, outline]), colour=sheet.colours.text,
        frame=in_equal_units(frame, PANEL), usual=PANEL, gap=sizes / 2 + 5, mark=9, needed=True,
        ground=False,
    )  # fmt: skip
    # On a screen a heading above names the step.
    below = STEP_NAMES[step] if sheet.medium.is_page else ""
    sheet.title(panel, PRIOR_STYLES[worked.prior].label.capitalize(), below)


def _add_ellipse(sheet: Sheet, panel: int, worked: Worked, step: Step) -> None:
    """One standard deviation, and its two axes."""
    outline = worked.ellipse(step)
    quarter = (len(outline) - 1) // 4
    across = [outline[[start, start + 2 * quarter]] for start in (0, quarter)]
    gap = np.full((1, 2), np.nan)
    drawn = np.concatenate([outline, gap, across[0], gap, across[1]])
    sheet.line(*drawn.T, panel=panel, **sheet.stroke(worked.prior), width=1.5)


def five_words_data(rows: Sequence[tuple[str, float, float, float]]) -> dict[str, Any]:
    """Tell `fiveWords` what to draw: words, counts and places, and what is said at each step."""
    steps = [
        {"title": title, "look_for": STEP_TEXTS[step]["look_for"]}
        for step, title in STEP_NAMES.items()
    ]
    return {"rows": [list(row) for row in rows], "steps": steps}
