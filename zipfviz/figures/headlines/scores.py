"""What a method gains on each task, and whether noise gains as much."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.wording import best, interval, listed, signed
from zipfviz.figures.headlines.noise import Beside, NoiseBand, clauses
from zipfviz.figures.style.palette import method_style


def score_headline(
    table: pd.DataFrame, gains: Mapping[str, NoiseBand] | None = None, *, pending: bool = False
) -> str:
    """One sentence: what Zipfian whitening does to the raw score, task by task, in plain text.

    `gains` are the bands in which the same difference would lie with noise for vectors, by task;
    `pending` says that they are being computed.
    """
    if not {"raw", "zipfian_whitening"} <= set(table.index):
        found = best(table.mean(axis=1).to_dict(), 1)
        if found is None:
            return "Every score is undefined here."
        names = listed([method_style(str(name)).label for name in found.names])
        scores = "score" if found.is_shared else "scores"
        if found.is_everywhere:
            return f"{names} {scores} alike on average: {found.text}."
        return f"{names} {scores} highest on average: {found.text}."
    gain = table.loc["zipfian_whitening"] - table.loc["raw"]
    if not gain.notna().any():
        return "Zipfian whitening cannot be compared with the raw vectors: a score is undefined."
    bands = gains or {}
    items = [Beside(str(task), float(v), bands.get(str(task))) for task, v in gain.items()]
    if gains:
        said = clauses(
            items,
            "beyond noise of the same frequencies on",
            "as noise of the same frequencies on",
            "less than noise of the same frequencies on",
            "a loss that noise of the same frequencies does not have on",
            digits=1,
            symbol="+",
            at="on",
        )
        return f"Zipfian whitening against the raw vectors: {said}."
    parts = ", ".join(
        f"{signed(item.value)} on {item.name}" for item in items if not np.isnan(item.value)
    )
    wait = "; what noise gives is being computed" if pending else ""
    return f"Zipfian whitening against the raw vectors: {parts}{wait}."


def gain_clause(gain: Beside, *, pending: bool = False) -> str:
    """What goes on after a score: `, +17.7 against raw, beyond noise (−12.1 to 14.2)`."""
    if np.isnan(gain.value):
        return ""
    said = f", {signed(gain.value)} against raw"
    way = gain.verdict(1)
    if gain.band is None or way is None:
        return f"{said}; what noise gains is being computed" if pending else said
    place = {1: "beyond", 0: "within", -1: "below"}[way]
    return (
        f"{said}, {place} what noise of the same frequencies gains ({interval(*gain.band.ends, 1)})"
    )
