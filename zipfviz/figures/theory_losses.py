"""Losses and batches: accuracy and length by class frequency, errors, batch priors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from zipfviz.figures.headlines.losses import ERRORS
from zipfviz.figures.style.palette import LIGHT, Medium, Prior
from zipfviz.figures.style.sheet import Chart, Look, Sheet
from zipfviz.figures.style.text import number
from zipfviz.figures.style.theme import POWERS

if TYPE_CHECKING:
    from zipfviz.theory.batches import BatchPriors
    from zipfviz.theory.losses import Spread

SYMBOLS: dict[Prior, str] = {"uniform": "square", "zipfian": "diamond"}


def class_chart(
    runs: Mapping[str, Spread], quantity: str, *, title: str, y_title: str, medium: Medium = LIGHT
) -> Chart:
    """Accuracy or length of each class, frequent classes left: median line, band of all seeds.

    `runs` by label, the first one softmax (grey), the other logit-adjusted (blue); `quantity` is
    "accuracy" or "lengths".
    """
    sheet = Sheet(medium, 380)
    for prior, (label, run) in zip(SYMBOLS, runs.items(), strict=False):
        values = np.asarray(getattr(run, quantity))
        x = np.arange(1, values.shape[1] + 1)
        around = np.concatenate([x, x[::-1]])
        band = np.concatenate([values.min(axis=0), values.max(axis=0)[::-1]])
        look: Look = {"width": 0, "fill": "toself", "opacity": 0.18, "name": f"{label}, all seeds"}
        sheet.line(around, band, colour=sheet.colours.of(prior), legend=False, **look)
        told: Look = {"symbol": SYMBOLS[prior], "hover": "class %{x}<br>%{y:.2f}", "name": label}
        sheet.line(x, np.median(values, axis=0), **sheet.stroke(prior), size=6, **told)
    sheet.title(0, title)
    sheet.x(title="class, from frequent to rare", showgrid=False)
    sheet.y(title=y_title, rangemode="tozero")
    sheet.legend_above(26)
    return sheet.figure()


def update_chart(
    updates: Mapping[str, tuple[np.ndarray, np.ndarray]], *, medium: Medium = LIGHT
) -> Chart:
    """How much the first step pulls (solid) and pushes (dotted) each class vector, a panel a loss.

    `updates` by label, softmax first: (pull, push), each (K,), frequent classes first.
    """
    sheet = Sheet(medium, 80, each=300, panels=len(updates), gap=(0.2, 0.3))
    for panel, (prior, (label, (pull, push))) in enumerate(
        zip(SYMBOLS, updates.items(), strict=False)
    ):
        x, colour = np.arange(1, len(pull) + 1), sheet.colours.of(prior)
        look: Look = {"panel": panel, "size": 6, "legend": panel == 0}
        for name, y, dash, symbol in (
            ("pulled to its own contexts", pull, "solid", SYMBOLS[prior]),
            ("pushed from all others", push, "dot", f"{SYMBOLS[prior]}-open"),
        ):
            told: Look = {"hover": "class %{x}<br>%{y:.4f}", "name": name}
            sheet.line(x, y, colour=colour, dash=dash, symbol=symbol, **look, **told)
        sheet.title(panel, label[0].upper() + label[1:])
    sheet.x(title="class, from frequent to rare", showgrid=False)
    sheet.y(title="share of the first step", rangemode="tozero", matches="y")
    sheet.legend_above(26)
    return sheet.figure()


def error_chart(runs: Mapping[str, Spread], *, medium: Medium = LIGHT) -> Chart:
    """Both errors of both losses: a dot a seed, a bar at the mean."""
    sheet = Sheet(medium, 380)
    c = sheet.colours
    for k, (prior, (label, run)) in enumerate(zip(SYMBOLS, runs.items(), strict=False)):
        for row, name in enumerate(ERRORS):
            values = np.asarray(getattr(run, name))
            y = row + (0.18 if k else -0.18)
            look: Look = {"symbol": SYMBOLS[prior], "size": 8, "opacity": 0.55, "name": label}
            look["hover"] = f"%{{x:.3f}}<extra>{label}, {ERRORS[name]}</extra>"
            sheet.marks(values, np.full(len(values), y), colour=c.of(prior), **look)
            mean, std = number(values.mean(), 3), number(values.std(), 3)
            look = {"symbol": "line-ns-open", "size": 22, "outline": (2, None), "legend": False}
            look["hover"] = f"mean {mean}, spread {std}<extra>{label}</extra>"
            sheet.marks([values.mean()], [y], colour=c.text, name=f"mean of {label}", **look)
    sheet.title(0, "Two errors")
    sheet.name_rows(list(ERRORS.values()))
    sheet.y(showgrid=False)
    sheet.x(title="share predicted wrong", nticks=6)
    sheet.legend_above(26)
    return sheet.figure()


def batch_shapes(
    ranks: np.ndarray,
    priors: Mapping[str, np.ndarray],
    p: np.ndarray,
    n_words: int,
    *,
    medium: Medium = LIGHT,
) -> Chart:
    """Share of the negatives by rank of the word: p, uniform, and batches between them.

    `ranks` (m,), `p` (m,) and each of `priors` (m,) by label, at these ranks of `n_words` words.
    """
    sheet = Sheet(medium, 400)
    hover, even = "rank %{x:,}<br>%{y:.2e}", np.full(len(ranks), 1 / n_words)
    ends: tuple[tuple[Prior, np.ndarray, str], ...] = (
        ("zipfian", p, "p, the Zipfian prior"),
        ("uniform", even, "uniform over all words"),
    )
    for prior, y, label in ends:
        sheet.line(ranks, y, **sheet.stroke(prior), width=3.5, hover=hover, name=label)
    dashes, between = ("dot", "dashdot", "longdash", "longdashdot"), sheet.colours.other
    for (label, q), dash in zip(priors.items(), dashes, strict=False):
        sheet.line(ranks, q, colour=between, width=2, dash=dash, hover=hover, name=label)
    sheet.x(type="log", title="rank of the word", **POWERS)
    # The rarest of all may lie many powers below the rest; it is drawn, outside the first view.
    low, high = np.log10([np.quantile(p, 0.02), p.max()])
    sheet.y(type="log", title="share of the negatives", **{**POWERS, "dtick": 2})
    sheet.y(range=[low - 0.5, high + 0.5])
    sheet.legend_above(4)
    return sheet.figure()


def batch_distances(
    found: BatchPriors, marked: Sequence[float] = (), *, medium: Medium = LIGHT
) -> Chart:
    """Distance of the in-batch prior to p and to uniform, over the batch's size."""
    sheet = Sheet(medium, 400)
    sides: tuple[tuple[Prior, np.ndarray, str], ...] = (
        ("zipfian", found.to_zipfian, "to p, the Zipfian prior"),
        ("uniform", found.to_uniform, "to uniform"),
    )
    hover = "batch of %{x:,.0f}<br>distance %{y:.3f}"
    for prior, y, label in sides:
        sheet.line(found.batches, y, **sheet.stroke(prior), hover=hover, name=label)
    for size in marked:
        sheet.mark_x(size, color=sheet.colours.other, width=1, dash="dot")
    sheet.x(type="log", title="tokens in the batch", **POWERS)
    sheet.y(title="total variation distance", range=[-0.02, 1.02])
    sheet.legend_above(4)
    return sheet.figure()
