"""A step of the lesson as the numbers and texts that its script shows."""

from typing import Any

import numpy as np

from zipfviz.common.wording import number
from zipfviz.figures.lesson import Line, lesson_range, lesson_spans
from zipfviz.lesson.steps import Reveal, Step


def lesson_step_data(step: Step, reveal: Reveal) -> dict[str, Any]:
    """Tell `drawLesson` what to ask; nothing in it gives the answer away.

    `step` is one in the words of its space, `reveal` its answer there. A mark is linear in the
    value, so those of 0 and 1 say where each lies.
    """
    bounds = [reveal.mark(step.low), reveal.mark(step.high)]
    log = (reveal.log_x, reveal.log_y)
    return {
        "key": step.key,
        "title": step.title,
        "question": step.question,
        "unit": step.unit,
        "low": step.low,
        "high": step.high,
        "digits": step.digits,
        "counts": step.counts,
        "wide": step.is_wide,
        "drawn": step.drawn,
        "axes": list(step.axes),
        "log": list(log),
        "zero": _line(reveal.mark(0.0)),
        "one": _line(reveal.mark(1.0)),
        "seen": _seen(reveal.x, reveal.y[:0], bounds, log),
    }


def lesson_answer_data(
    step: Step, reveal: Reveal, guess: float | None, noise: list[float], beside: str
) -> dict[str, Any]:
    """Tell `drawLesson` the answer, and how far the guess is from it.

    `noise` are the ends between which noise would put the answer, `beside` a sentence on it.
    """
    values = [reveal.value, *([] if guess is None else [guess]), *noise]
    marks = [reveal.mark(value) for value in values if np.isfinite(value)]
    told = ""
    if guess is not None:
        told = f"Your guess, {_amount(step, guess)}, is {step.verdict(guess, reveal.value)}."
    first = {token: i for i, token in reversed(list(enumerate(reveal.tokens)))}
    return {
        "value": reveal.value if np.isfinite(reveal.value) else None,
        "said": f"{number(reveal.value, step.digits)} {step.unit_of(reveal.value)}".rstrip(),
        "sentence": f"{reveal.sentence} {beside}".rstrip(),
        "verdict": told,
        "why": step.why,
        "x": _short(reveal.x),
        "y": _short(reveal.y),
        "words": list(reveal.words),
        "noise": noise,
        "tokens": [[token, first[token] == i] for i, token in enumerate(reveal.tokens)],
        "seen": _seen(reveal.x, reveal.y, marks, (reveal.log_x, reveal.log_y)),
    }


def _amount(step: Step, value: float) -> str:
    return f"{number(value, step.digits)} {step.unit_of(value)}".rstrip()


def _seen(
    x: np.ndarray, y: np.ndarray, marks: list[Line], log: tuple[bool, bool]
) -> list[list[float]]:
    """The ends of both axes, in powers of ten where these are logarithmic."""
    held = lesson_spans(x, y, marks)
    return [lesson_range(values, is_log) for values, is_log in zip(held, log, strict=True)]


def _line(line: Line) -> list[list[float]]:
    return [np.asarray(values, float).tolist() for values in line]


def _short(values: np.ndarray) -> list[float]:
    return [float(f"{value:.6g}") for value in np.asarray(values, float)]
