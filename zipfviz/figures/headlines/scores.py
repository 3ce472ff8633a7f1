"""What a method gains on each task, and whether noise gains as much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.nouns import noun
from zipfviz.common.wording import best, count, interval, listed, signed
from zipfviz.figures.headlines.noise import Beside, Ends, NoiseBand, clauses
from zipfviz.figures.style.palette import method_style


def score_headline(
    table: pd.DataFrame,
    gains: Mapping[str, NoiseBand] | None = None,
    sure: Mapping[str, Ends] | None = None,
    *,
    pending: bool = False,
) -> str:
    """What Zipfian whitening does to the raw score, task by task, in plain text.

    `gains` are the bands in which the same difference would lie with noise for vectors, by task;
    `pending` says that they are being computed. `sure` are the ends of the difference's own 95 %
    interval, corrected for all tasks together.
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
    bands, ends = gains or {}, sure or {}
    items = [
        Beside(str(task), float(value), bands.get(str(task)), ends=ends.get(str(task)))
        for task, value in gain.items()
    ]
    start, end = "Zipfian whitening against the raw vectors", ""
    if sure:
        corrected = f", corrected for {len(sure)}" if len(sure) > 1 else ""
        start += f" (95 % {noun(len(sure), 'intervals')}{corrected})"
        end = f" {_sure([ends for name, ends in sure.items() if name != 'average'])}"
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
        return f"{start}: {said}.{end}"
    known = [item for item in items if not np.isnan(item.value)]
    parts = ", ".join(_alone(item) for item in known)
    wait = "; what noise gives is being computed" if pending else ""
    return f"{start}: {parts}{wait}.{end}"


def _alone(item: Beside) -> str:
    """`+17.7 on Lee50 (6.6 to 29.5)`."""
    value, _, rest = item.text(1, "+").partition(", ")
    return f"{value} on {item.name}{f' ({rest})' if rest else ''}"


def _sure(ends: Sequence[Ends]) -> str:
    """In how many columns the gain, or the loss, is more than texts by accident would make it."""
    gains, losses = sum(low > 0 for low, _ in ends), sum(high < 0 for _, high in ends)
    if len(ends) == 1:
        if gains or losses:
            return f"On other texts of this kind the {'gain' if gains else 'loss'} is sure."
        return "Whether other texts of this kind would show a gain is open."
    lost = f", a loss in {count(losses)}" if losses else ""
    of = f"{count(gains)} of {count(len(ends))}"
    return f"On other texts of their kind a gain is sure in {of}{lost}."


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
