"""Token vectors of a language model: scores, tokens around their types, moments side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.scores import add_score_lines
from zipfviz.figures.style.palette import LIGHT, TOKEN_METHODS, Medium, Prior
from zipfviz.figures.style.parts import found_words
from zipfviz.figures.style.sheet import Chart, Look, Sheet
from zipfviz.figures.style.text import escape

PAPER_SYMBOLS = ("circle-open", "square-open", "triangle-up-open", "x-thin-open")
SPECTRA: dict[str, tuple[str, Prior, str]] = {
    "zipfian": ("tokens, each once", "zipfian", "solid"),
    "uniform": ("tokens, types alike", "uniform", "dash"),
    "sentence": ("sentence vectors", "other", "dot"),
}
CLOUD_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "star")


def token_scores(
    scores: pd.Series, title: str, paper: pd.DataFrame | None = None, *, medium: Medium = LIGHT
) -> Chart:
    """A row a method, a line from the raw vectors' score to the method's.

    `scores` (methods) are × 100 and those of the model `title`; `paper` (methods × models) are
    printed ones, drawn as open marks.
    """
    sheet = Sheet(medium, (90 if paper is None else 150) + 30 * len(scores))
    styles = [TOKEN_METHODS[str(method)] for method in scores.index]
    add_score_lines(sheet, 0, scores, styles)
    printed = {} if paper is None else dict(paper.items())
    for symbol, (model, column) in zip(PAPER_SYMBOLS, printed.items(), strict=False):
        name, rows = escape(str(model)), list(range(len(scores)))
        look: Look = {"symbol": symbol, "size": 9, "outline": (1.5, None), "name": name}
        look |= {
            "colour": sheet.colours.muted,
            "hover": f"%{{x:.2f}}<extra>{name}, printed</extra>",
        }
        sheet.marks(column.reindex(scores.index), rows, **look)
    sheet.name_rows([style.label for style in styles])
    sheet.x(nticks=6, title="score × 100")
    sheet.title(0, title)
    sheet.legend_above()
    return sheet.figure()


def type_cloud(
    points: np.ndarray,
    piece: Sequence[str],
    context: Sequence[str],
    pieces: Sequence[str],
    centres: np.ndarray,
    others: np.ndarray,
    *,
    medium: Medium = LIGHT,
) -> Chart:
    """Tokens (k, 2) of a few `pieces` around their types' means (t, 2), other types' means faint.

    `piece` (k) and `context` (k) say of each token which subword it is and where it stands.
    """
    sheet = Sheet(medium, 440)
    c = sheet.colours
    look: Look = {"symbol": "x-thin-open", "outline": (1, None)}
    sheet.marks(*others.T, colour=c.line, size=5, name="means of other types", **look)
    six = (c.zipfian, c.accent, c.raw, c.other, c.uniform, c.text)
    colours = [colour for colour, _ in zip(cycle(six), pieces, strict=False)]
    for name, colour, symbol in zip(pieces, colours, cycle(CLOUD_SYMBOLS)):
        rows = [k for k, p in enumerate(piece) if p == name]
        told: Look = {"text": [_wrapped(context[k]) for k in rows], "name": escape(name)}
        told["hover"] = f"<b>{escape(name)}</b><br>%{{text}}"
        sheet.marks(*points[rows].T, colour=colour, symbol=symbol, size=7, opacity=0.7, **told)
    look = {"symbol": "star", "size": 15, "outline": (1.5, c.paper), "texts": pieces}
    look |= {"hover": "mean of all <b>%{text}</b>", "name": "mean of all its tokens"}
    sheet.marks(*centres.T, colour=colours, **look)
    around = np.vstack([points, centres])
    sheet.name_points(0, centres, list(pieces), around, colour=c.text, gap=12)
    axis: dict[str, Any] = {"showticklabels": False, "ticks": "", "showgrid": False}
    sheet.x(title="first axis of these tokens", **axis)
    sheet.y(title="second axis", scaleanchor="x", **axis)
    sheet.layout["showlegend"] = False
    return sheet.figure()


def type_explained(
    pieces: Sequence[str],
    counts: np.ndarray,
    explained: np.ndarray,
    *,
    highlight: Sequence[int] = (),
    medium: Medium = LIGHT,
) -> Chart:
    """Spread of its tokens that a type explains (n,), 0 to 1, against its count (n,)."""
    x, y = np.asarray(counts), np.asarray(explained)
    sheet = Sheet(medium, 440)
    told: Look = {"texts": pieces, "many": len(x), "name": "types"}
    told["hover"] = "<b>%{text}</b><br>%{x:,} times<br>%{y:.1%} explained"
    sheet.marks(x, y, colour=sheet.colours.zipfian, size=5, opacity=0.5, **told)
    found_words(sheet, 0, x, y, pieces, highlight)
    sheet.x(type="log", dtick=1, tickformat=",d", showgrid=False)
    sheet.x(title="occurrences of the subword")
    sheet.y(title="spread explained by the type", tickformat=".0%", rangemode="tozero")
    sheet.layout["showlegend"] = False
    return sheet.figure()


def moment_spectra(spectra: Mapping[str, np.ndarray], *, medium: Medium = LIGHT) -> Chart:
    """Share of variance by direction for "zipfian", "uniform" and "sentence", widest first."""
    sheet = Sheet(medium, 380)
    for name, values in spectra.items():
        label, prior, dash = SPECTRA[name]
        told: Look = {"hover": "direction %{x}<br>%{y:.2%} of the variance", "name": label}
        x, colour = np.arange(1, len(values) + 1), sheet.colours.of(prior)
        sheet.line(x, values / values.sum(), colour=colour, dash=dash, **told)
    sheet.x(title="direction, from widest to narrowest")
    sheet.y(title="share of variance", type="log", tickformat=".1~p", dtick="D2")
    return sheet.figure()


def _wrapped(text: str, width: int = 60, lines: int = 4) -> str:
    """A text for a hover box: broken between words, at most `lines` lines."""
    rows: list[str] = [""]
    for word in text.split(" "):
        if rows[-1] and len(rows[-1]) + len(word) > width:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    cut = rows[:lines] + (["…"] if len(rows) > lines else [])
    return "<br>".join(escape(row) for row in cut)
