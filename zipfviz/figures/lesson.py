"""Charts of the lesson: a guess beside the answer, and what a whole class guessed."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from zipfviz.figures.style.palette import LIGHT, Medium
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded

Line = tuple[np.ndarray, np.ndarray]


def lesson_chart(
    x: np.ndarray,
    y: np.ndarray,
    axes: Sequence[str],
    *,
    words: Sequence[str] = (),
    guess: Line | None = None,
    answer: Line | None = None,
    bounds: Sequence[Line] = (),
    noise: Sequence[Line] = (),
    log: tuple[bool, bool] = (False, False),
    medium: Medium = LIGHT,
) -> Chart:
    """A curve, or dots where `words` name them, with the guess in accent and the answer in blue.

    `guess` and `answer` are lines, or points, (m,), (m,). Without an answer the data are not drawn
    either: only the axes and the guess, so that the class can see what it has bet on. `bounds` are
    the marks of the least and the largest guess; the y axis then holds these and not the data,
    whose ends would give the answer away. `noise` are marks between which noise would lie.
    """
    sheet = Sheet(medium, 380)
    c = sheet.colours
    if answer is not None:
        hover = "%{x:,.3~g}, %{y:,.3~g}<extra></extra>"
        if words:
            told: Look = {"texts": words, "name": "words"}
            told["hover"] = f"<b>%{{text}}</b><br>{hover}"
            sheet.marks(x, y, colour=c.uniform, size=5, opacity=0.6, **told)
        else:
            sheet.line(x, y, colour=c.uniform, hover=hover, name="as it is")
        _add_mark(sheet, answer, "answer", c.zipfian, "solid", "star")
    for i, end in enumerate(noise):
        told = {"name": "what noise gives", "legendgroup": "noise", "legend": i == 0}
        sheet.line(*end, colour=c.muted, width=1.5, dash="dot", **told)
    if guess is not None:
        _add_mark(sheet, guess, "your guess", c.accent, "dash", "diamond")
    marks = [mark for mark in (guess, answer, *bounds) if mark is not None]
    held_x, held_y = lesson_spans(x, y[:0] if bounds else y, marks)
    sheet.x(title=axes[0], **_scale(held_x, log[0]))
    sheet.y(title=axes[1], **_scale(held_y, log[1]))
    return sheet.figure()


def lesson_spans(
    x: np.ndarray, y: np.ndarray, marks: Sequence[Line]
) -> tuple[np.ndarray, np.ndarray]:
    """What each axis has to hold: data (k,), (k,) and marks."""
    held = [np.concatenate([values, *(m[i] for m in marks)]) for i, values in enumerate((x, y))]
    return held[0], held[1]


def lesson_range(values: np.ndarray, log: bool) -> list[float]:
    """Ends of an axis over the values, or in powers of ten over those above 0."""
    return padded(np.log10(values[values > 0]) if log else np.asarray(values, float))


def guess_distribution(
    guesses: Sequence[float],
    unit: str,
    *,
    answer: float | None = None,
    limits: tuple[float, float] = (0.0, 1.0),
    log: bool = False,
    medium: Medium = LIGHT,
) -> Chart:
    """A class's guesses stacked as dots, their median as a line, the answer once it is told.

    `limits` are the ends of the axis while there is no guess. `log` holds where all guesses are
    above 0, so that each is drawn.
    """
    sheet = Sheet(medium, 320)
    c = sheet.colours
    values = np.sort(np.asarray(guesses, float))
    log = log and bool((values > 0).all())
    x, y = _stacked(values, log)
    told: Look = {"hover": "%{customdata:,.3~g}", "name": "guesses"}
    told["customdata"] = values  # a dot is drawn at its bin
    sheet.marks(x, y, colour=c.uniform, size=13, outline=(1, c.paper), **told)
    top = max(float(y.max()) if y.size else 1.0, 3.0)
    marks = [(answer, "answer", c.zipfian, "solid")] if answer is not None else []
    if values.size:
        marks.insert(0, (float(np.median(values)), "median guess", c.accent, "dash"))
    for value, name, colour, dash in marks:
        if np.isfinite(value) and (value > 0 or not log):
            sheet.line([value, value], [0, top + 0.5], colour=colour, dash=dash, name=name)
    held = np.array([*(values if values.size else limits), *(mark[0] for mark in marks)])
    title = f"guess, {unit}" if unit else "guess"
    sheet.x(title=title, showgrid=False, **_scale(held, log))
    sheet.y(title="students", range=[0, top + 1], nticks=5)
    return sheet.figure()


def _scale(values: np.ndarray, log: bool) -> dict[str, Any]:
    """An axis over the values, or over the logarithms of those above 0."""
    look = {"type": "log", "dtick": 1, "tickformat": "~s"} if log else {}
    return {**look, "range": lesson_range(values, log)}


def _stacked(values: np.ndarray, log: bool, bins: int = 40) -> Line:
    """Dots above their bin: x in the values' own unit, y 1, 2, … upwards."""
    if not values.size:
        return values, values
    scaled = np.log10(values) if log else values
    width = np.ptp(scaled) / bins or 1.0
    cells = np.round((scaled - scaled[0]) / width)
    x = scaled[0] + cells * width
    y = np.array([(cells[:i] == cell).sum() + 1.0 for i, cell in enumerate(cells)])
    return (10**x if log else x), y


def _add_mark(sheet: Sheet, at: Line, name: str, colour: str, dash: str, symbol: str) -> None:
    x, y = at
    if len(x) == 1:
        sheet.marks(x, y, colour=colour, size=15, symbol=symbol, name=name)
    else:
        sheet.line(x, y, colour=colour, width=3, dash=dash, name=name)
