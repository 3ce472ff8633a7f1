"""Partition functions as charts: how constant they are, and their second-order form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from zipfviz.figures.style.palette import LIGHT, Medium, method_style
from zipfviz.figures.style.parts import add_reference
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded
from zipfviz.figures.style.text import number

if TYPE_CHECKING:
    from zipfviz.theory.partition import Constancy
    from zipfviz.theory.space_partition import Partition

PRIOR_TITLES = {
    "uniform": ("Uniform prior", "log Z<sub>u</sub>(c), every word weighted alike"),
    "zipfian": ("Zipfian prior", "log Z<sub>z</sub>(c), words weighted by p"),
}
GOLDEN = 0.6180339887498949  # multiples of it, mod 1, spread evenly: a jitter that repeats


def partition_strips(
    found: Mapping[str, Mapping[str, Partition]],
    prior: str,
    words: Sequence[str],
    *,
    medium: Medium = LIGHT,
) -> Chart:
    """log Z of one prior: a row a transform, a dot a context, a line from -1 to +1 std at its mean.

    `found` by method, then by prior; `words` (k,) name the contexts of all.
    """
    partitions = [both[prior] for both in found.values()]
    sheet = Sheet(medium, 110 + 62 * len(partitions))
    c = sheet.colours
    jitter = 0.5 * (np.arange(len(words)) * GOLDEN % 1.0 - 0.5)
    for row, part in enumerate(partitions):
        style = method_style(part.method)
        beside = f"<extra>{style.label}</extra>"
        told: Look = {"texts": words, "name": style.label}
        told["hover"] = "<b>%{text}</b><br>log Z  %{x:.3f}" + beside
        look: Look = {"symbol": style.symbol, "size": 5, "opacity": 0.5}
        sheet.marks(part.log_z, row + jitter, colour=c.of(style.prior), **look, **told)
        mean, std = float(part.log_z.mean()), part.constancy.std_log
        ends: Look = {"symbol": "line-ns-open", "size": [10, 16, 10], "color": c.text}
        ends["line"] = {"width": 2.5}
        told = {"hover": f"mean {number(mean)}, spread {number(std, 3)}{beside}", "marker": ends}
        told |= {"mode": "lines+markers", "name": "mean ± spread"}
        sheet.line([mean - std, mean, mean + std], [row] * 3, colour=c.text, **told)
    labels = [
        f"{method_style(part.method).short}<br><span style='color:{c.muted}'>spread "
        f"{number(part.constancy.std_log)}</span>"
        for part in partitions
    ]
    sheet.title(0, *PRIOR_TITLES[prior])
    sheet.name_rows(labels)
    sheet.y(showgrid=False)
    sheet.x(title="log Z of a context", nticks=6)
    sheet.layout |= {"margin": {"t": 52}, "showlegend": False}
    return sheet.figure()


def partition_headline(partitions: Mapping[str, Mapping[str, Partition]]) -> str:
    """The verdict: did whitening make Z of its own prior more constant here, in plain text.

    `partitions` by method, then by prior.
    """
    sentences = [
        _verdict(partitions, prior, f"{prior}_whitening") for prior in ("zipfian", "uniform")
    ]
    found = [sentence for sentence in sentences if sentence]
    if found:
        return " ".join(found)
    spreads = {m: partitions[m]["zipfian"].constancy.std_log for m in partitions}
    if not np.isfinite(list(spreads.values())).any():
        return "How constant Z is cannot be told here."
    best = min(spreads, key=lambda m: np.nan_to_num(spreads[m], nan=np.inf))
    return (
        f"Under the Zipfian prior log Z is most constant after {method_style(best).label}: it "
        f"spreads by {number(partitions[best]['zipfian'].constancy.std_log)}."
    )


def _verdict(partitions: Mapping[str, Mapping[str, Partition]], prior: str, method: str) -> str:
    if method not in partitions or "raw" not in partitions:
        return ""
    now, was = (partitions[m][prior].constancy for m in (method, "raw"))
    after, before = now.std_log, was.std_log
    if not np.isfinite([after, before]).all():
        return ""
    label = "Zipfian" if prior == "zipfian" else "uniform"
    spreads = f"log Z spreads by {number(after)}, against {number(before)} for the raw vectors"
    whitening = f"{label[0].upper()}{label[1:]} whitening"
    if after < 0.95 * before:
        said = f"{whitening} made the {label} Z more constant here: {spreads}."
        return f"{said}{_otherwise(now, was)}"
    if after <= 1.05 * before:
        return f"{whitening} hardly changed how constant the {label} Z is here: {spreads}."
    return f"{whitening} made the {label} Z less constant here: {spreads}."


def _otherwise(now: Constancy, was: Constancy) -> str:
    """The other measures of constancy, where they say that Z became less constant."""
    worse = []
    if now.variation > 1.05 * was.variation:
        worse.append(
            f"the variation of Z ({number(now.variation)}, before {number(was.variation)})"
        )
    if now.min_max < 0.95 * was.min_max:
        worse.append(f"min/max ({number(now.min_max, 4)}, before {number(was.min_max, 4)})")
    if not worse:
        return ""
    say = "say" if len(worse) > 1 else "says"
    return f" But {' and '.join(worse)} {say} the opposite."


def second_order_chart(
    found: Mapping[str, Mapping[str, Partition]],
    prior: str,
    words: Sequence[str],
    *,
    medium: Medium = LIGHT,
) -> Chart:
    """Second-order log Z against the exact one, a mark a context; on the line they are equal."""
    partitions = [both[prior] for both in found.values()]
    sheet = Sheet(medium, 400)
    both = np.concatenate([a for p in partitions for a in (p.log_z, p.log_second_order)])
    add_reference(sheet, padded(both), padded(both))
    for part in partitions:
        style = method_style(part.method)
        hover = "<b>%{text}</b><br>exact  %{x:.3f}<br>second order  %{y:.3f}"
        hover += f"<extra>{style.label}</extra>"
        look: Look = {"symbol": style.symbol, "opacity": 0.6, "name": style.short}
        x, y, colour = part.log_z, part.log_second_order, sheet.colours.of(style.prior)
        sheet.marks(x, y, colour=colour, texts=words, hover=hover, **look)
    sheet.title(0, *PRIOR_TITLES[prior])
    sheet.x(title="log Z, exact sum", showgrid=False)
    sheet.y(title="log Z, second order", showgrid=False)
    sheet.legend_above(44)
    return sheet.figure()


def second_order_headline(partitions: Mapping[str, Mapping[str, Partition]]) -> str:
    """One sentence: how far the second-order form of Z_z is off, by transform, in plain text."""
    parts = [
        f"{number(100 * both['zipfian'].error, 0)} % ({method_style(method).label})"
        for method, both in partitions.items()
    ]
    return f"The second-order form of Z under the Zipfian prior is off by {', '.join(parts)}."
