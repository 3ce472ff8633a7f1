"""Skip-gram against its optimum: logits by PMI, Z by 1 / k."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from zipfviz.figures.style.palette import LIGHT, Medium
from zipfviz.figures.style.parts import (
    Density,
    add_density,
    add_reference,
    add_words,
    found_words,
)
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded
from zipfviz.figures.style.theme import POWERS

SMALL: dict[str, Any] = {"size": 4, "opacity": 0.45}  # marks of many words, which overlap


def pair_chart(
    pmi: np.ndarray,
    logits: np.ndarray,
    pairs: Sequence[str],
    density: Density,
    *,
    medium: Medium = LIGHT,
) -> Chart:
    """<w, c> + log k against PMI: frequent pairs as points, all pairs as density beneath."""
    sheet = Sheet(medium, 420)
    add_density(sheet, 0, density)
    x_edges, y_edges, _ = density
    top = max(float(y_edges[-1]), float(np.max(logits, initial=-np.inf)))
    ends = [max(x_edges[0], y_edges[0]), min(x_edges[-1], top)]
    add_reference(sheet, ends, ends)
    told: Look = {"names": ("PMI", "⟨w, c⟩ + log k"), "name": "frequent pairs"}
    add_words(sheet, 0, pmi, logits, pairs, sheet.colours.zipfian, **SMALL, **told)
    sheet.x(title="PMI of the pair in the corpus", showgrid=False, range=[x_edges[0], x_edges[-1]])
    sheet.y(title="⟨w, c⟩ + log k", showgrid=False, range=[y_edges[0], top])
    sheet.title(0, "Pairs of words", "on the dashed line the optimum is reached")
    sheet.layout |= {"margin": {"t": 52}, "showlegend": False}
    return sheet.figure()


def context_chart(
    information: np.ndarray,
    log_z: np.ndarray,
    words: Sequence[str],
    *,
    highlight: Sequence[int] = (),
    medium: Medium = LIGHT,
) -> Chart:
    """log Z_z(c) + log k of every context against its information content; 0 is the optimum."""
    sheet = Sheet(medium, 420)
    ends = padded(information)
    add_reference(sheet, ends, [0, 0])
    told: Look = {"names": ("−log p", "log k Z"), "name": "contexts"}
    told |= {**SMALL, "found": highlight}
    add_words(sheet, 0, information, log_z, words, sheet.colours.zipfian, **told)
    sheet.x(title="information content −log p(c)", showgrid=False, range=ends)
    low, high = padded(log_z)
    sheet.y(title="log k·Z of the context", showgrid=False, range=[min(low, -0.5), max(high, 0.5)])
    sheet.title(0, "Contexts", "on the dashed line Z = 1/k")
    sheet.layout |= {"margin": {"t": 52}, "showlegend": False}
    return sheet.figure()


def update_chart(
    p: np.ndarray,
    pulls: np.ndarray,
    pushes: np.ndarray,
    even: float,
    words: Sequence[str],
    *,
    highlight: Sequence[int] = (),
    medium: Medium = LIGHT,
) -> Chart:
    """How often a round pulls and pushes each word's vector (n,), against p (n,); log axes.

    The line is `even`, the pushes were negatives uniform.
    """
    sheet = Sheet(medium, 420)
    ends = [float(p.min()), float(p.max())]
    law = "pushed, were negatives uniform"
    sheet.line(ends, [even, even], **sheet.stroke("uniform"), name=law)
    hover = "<b>%{text}</b><br>p  %{x:.2e}<br>%{y:,.0f} times"
    for name, y, symbol, colour in (
        ("pulled, as the word that stands there", pulls, "circle", sheet.colours.zipfian),
        ("pushed, as a negative", pushes, "diamond-open", sheet.colours.other),
    ):
        told: Look = {"texts": list(words), "many": len(p), "name": name, "hover": hover}
        sheet.marks(p, y, colour=colour, symbol=symbol, **SMALL, **told)
    found_words(sheet, 0, p, pulls, words, highlight)
    sheet.x(type="log", title="share p(w) of the word", **POWERS)
    sheet.y(type="log", title="updates in a round", **POWERS)
    sheet.legend_above(26)
    return sheet.figure()


def loss_chart(
    information: np.ndarray,
    pull: np.ndarray,
    push: np.ndarray,
    words: Sequence[str],
    *,
    highlight: Sequence[int] = (),
    medium: Medium = LIGHT,
) -> Chart:
    """Mean loss of each word (n,) where it stands and of one negative, against −log p (n,)."""
    sheet = Sheet(medium, 420)
    for name, y, symbol, colour in (
        ("where it stands", pull, "circle", sheet.colours.zipfian),
        ("as one negative", push, "diamond-open", sheet.colours.other),
    ):
        hover = "<b>%{text}</b><br>−log p  %{x:.2f}<br>%{y:.3f} nats"
        told: Look = {"texts": list(words), "many": len(pull), "name": name, "hover": hover}
        sheet.marks(information, y, colour=colour, symbol=symbol, **SMALL, **told)
    found_words(sheet, 0, information, pull, words, highlight)
    sheet.x(title="information content −log p(w)", showgrid=False)
    sheet.y(title="loss, nats", showgrid=False, rangemode="tozero")
    sheet.legend_above(26)
    return sheet.figure()


def arora_chart(
    log_p: np.ndarray,
    squared: np.ndarray,
    predicted: np.ndarray,
    words: Sequence[str],
    *,
    highlight: Sequence[int] = (),
    medium: Medium = LIGHT,
) -> Chart:
    """|w|^2 of each word against log p, and the line 2 d (log p + log Z) of Arora et al."""
    sheet = Sheet(medium, 400)
    ends, law = np.argsort(log_p)[[0, -1]], "2d (log p + log Z)"
    sheet.line(log_p[ends], predicted[ends], **sheet.stroke("uniform"), name=law)
    told: Look = {"names": ("log p", "length²"), "name": "words", "found": highlight}
    add_words(sheet, 0, log_p, squared, words, sheet.colours.raw, size=4, opacity=0.5, **told)
    sheet.x(title="log p(w), frequent words right", showgrid=False)
    sheet.y(title="length² of the vector", showgrid=False, range=padded(squared))
    sheet.legend_above(4)
    return sheet.figure()
