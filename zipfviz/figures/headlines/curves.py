"""Where a score is highest over a setting, and whether that differs from the paper's."""

from __future__ import annotations

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.wording import count, gain, interval, number, order, stands
from zipfviz.figures.style.palette import method_style

NO_LIMITS = (-np.inf, np.inf)


def curve_headline(
    frame: pd.DataFrame,
    method: str,
    coefficient: str = "spearman",
    limits: tuple[float, float] = NO_LIMITS,
) -> str:
    """Where the curve is highest, how far above the paper's setting, and whether that stands.

    `frame` is what `zipfviz.curve_frame` gives, complete or not. `limits` are the smallest and
    largest value there are: a highest point at the end of what was tried, short of them, is said to
    be one.
    """
    known = frame[np.isfinite(frame[coefficient])]
    label = method_style(method).label
    if not len(known):
        return "The score is undefined for every value."
    best, paper = known.loc[known[coefficient].idxmax()], known[known["is_paper"]]
    score = number(best[coefficient], 1)
    reads = {number(value, 1) for value in known[coefficient]}
    if len(known) > 1 and len(reads) == 1:
        return f"{label} scores {score} at every value."
    if not len(paper):
        return f"{label} scores highest at {value_text(best['value'])}: {score}."
    there = paper.iloc[0]
    setting = f"{method_style(method).setting}, {value_text(there['value'])}"
    if there["value"] == best["value"]:
        return f"{label} scores highest at {setting}: {score}.{_at_end(best, known, limits)}"
    if order(there[coefficient], best[coefficient], 1) == 0:
        return f"{label} scores nowhere above {setting}: {score}."
    change, low, high = (best[f"{coefficient}_{name}"] for name in ("change", "low", "high"))
    return (
        f"{label} scores highest at {value_text(best['value'])}: {score}, {gain(change)} against "
        f"{setting} ({judged(low, high, 'all other values')}.{_at_end(best, known, limits)}"
    )


def value_text(value: float) -> str:
    """A knob's value in a sentence: 0.001, 3, 253 970."""
    return count(value) if value >= 1 and value == int(value) else f"{value:g}"


def judged(low: float, high: float, others: str) -> str:
    """The interval of a difference, corrected for `others`, a closing bracket, and the verdict."""
    if not np.isfinite(low + high):
        return "of too few texts to tell how sure that is)"
    verdict = "stands" if stands(low, high) else "does not stand"
    ends = interval(low, high, 1)
    return f"95 % interval {ends}, corrected for {others}): the difference {verdict}"


def _at_end(best: pd.Series, known: pd.DataFrame, limits: tuple[float, float]) -> str:
    """A sentence where the highest point is the last one tried, and others could be."""
    value = best["value"]
    if value == known["value"].max() < limits[1]:
        return " That is the largest value tried: beyond it the score may rise on."
    if value == known["value"].min() > limits[0]:
        return " That is the smallest value tried: below it the score may rise on."
    return ""
