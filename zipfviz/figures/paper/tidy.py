"""What printed panels need: few upright ticks, values on bars, texts and colour bars in place."""

from __future__ import annotations

import math

import numpy as np

from zipfviz.figures.paper.anatomy import Figure, axes_of, bar_of, wide

__all__ = ["few_ticks", "inner_texts", "stand_bar", "upright_values"]

Size = tuple[float, float]
AIR = 8.0  # pixels between two tick labels
DIGIT = 6.5  # pixels of a figure of 12 pixels


def few_ticks(figure: Figure, inside: Size) -> None:
    """As many numbers below an axis as stand beside each other, none turned."""
    for number, axis in axes_of(figure, "x").items():
        if axis.get("type") in ("log", "category") or axis.get("tickvals") is not None:
            continue
        axis["tickangle"] = 0
        span = axis.get("range") or _data_span(figure, f"x{number}")
        if span is None:
            continue
        low, high = sorted(map(float, span))
        start, end = axis.get("domain") or (0, 1)
        panel = inside[0] * (end - start)
        for n in range(int(axis.get("nticks") or 6), 2, -1):
            step = _step((high - low) / n)
            numbers = math.floor(high / step) - math.ceil(low / step) + 1
            if numbers * (_letters(low, high, step) * DIGIT + AIR) <= panel:
                break
        axis["nticks"] = n


def _step(least: float) -> float:
    """The next of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … as plotly steps along an axis."""
    power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
    return next(f * power for f in (1, 2, 5, 10, 20) if f * power >= least)


def _data_span(figure: Figure, axis: str) -> tuple[float, float] | None:
    """Least and greatest number drawn on an x axis; None where there is none."""
    traces = [trace for trace in figure["data"] if trace.get("xaxis", "x") == axis]
    try:
        values = np.array([x for t in traces for x in t.get("x", ())], dtype=float)
    except (TypeError, ValueError):  # names
        return None
    values = values[np.isfinite(values)]
    return (float(values.min()), float(values.max())) if values.size else None


def _letters(low: float, high: float, step: float) -> int:
    """Letters of the longest number of an axis in steps of about that size."""
    decimals = max(0, -math.floor(math.log10(step)))
    whole = len(str(int(max(abs(low), abs(high)))))
    return whole + (low < 0) + (1 + decimals if decimals else 0)


def upright_values(figure: Figure, inside: Size) -> None:
    """Keep the size of values on bars, which plotly shrinks to the bar; stand them up if narrow."""
    bars = [t for t in figure["data"] if t.get("type") == "bar" and t.get("text") is not None]
    if not bars or any(bar.get("orientation") == "h" for bar in bars):
        return
    pitch = inside[0] / max(1, len(bars) * len(bars[0]["x"]))
    widest = max(wide(str(text)) for bar in bars for text in bar["text"])
    turned = 0.75 * pitch < widest
    for bar in bars:
        bar |= {"constraintext": "none", "textangle": -90 if turned else 0}
        bar["textfont"] = {**(bar.get("textfont") or {}), "size": 11}
    highest = max(np.nanmax(np.asarray(bar["y"], dtype=float)) for bar in bars)
    needed = (widest if turned else 14.0) + 8
    figure["layout"].pop("uniformtext", None)
    axis = figure["layout"].setdefault("yaxis", {})
    axis["range"] = [0, float(highest) / max(1 - needed / inside[1], 0.5)]


def inner_texts(figure: Figure, inside: Size) -> None:
    """Move a text that stands alone so far that no edge of its panel cuts it."""
    for trace in figure["data"]:
        axis = figure["layout"].get(f"xaxis{trace.get('xaxis', 'x')[1:]}") or {}
        if trace.get("mode") != "text" or len(trace["x"]) != 1 or axis.get("range") is None:
            continue
        low, high = map(float, axis["range"])
        start, end = axis.get("domain") or (0, 1)
        size = float((trace.get("textfont") or {}).get("size", 13))
        half = wide(str(trace["text"][0])) * size / 24 / (inside[0] * (end - start)) * (high - low)
        x = min(max(float(trace["x"][0]), low + half), high - half)
        trace["textposition"] = "middle center"  # whichever side of its point a screen shows it on
        trace["x"] = [x if 2 * half < high - low else (low + high) / 2]


def stand_bar(figure: Figure) -> None:
    """Let a colour bar that lies below stand at the right: of a slide, height is what is scarce."""
    bar = bar_of(figure)
    if bar is None or bar.get("orientation") != "h":
        return
    lying = ("orientation", "x", "xanchor", "yref", "y", "yanchor", "ypad", "len")
    standing = {key: value for key, value in bar.items() if key not in lying}
    standing["title"] = {**bar.get("title", {}), "side": "right"}
    layout = figure["layout"]
    layout["coloraxis"] = {**layout["coloraxis"], "colorbar": standing}
