"""Partition functions: how constant they are, and how far their second-order form is off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from zipfviz.common.wording import best, listed, number, order, percent
from zipfviz.figures.style.palette import method_style

if TYPE_CHECKING:
    from zipfviz.theory.partition import Constancy
    from zipfviz.theory.space_partition import Partition

HARDLY = 0.05
"""A share by which a spread must change for Z to be called more or less constant."""


def partition_headline(partitions: Mapping[str, Mapping[str, Partition]]) -> str:
    """Did whitening make Z of its own prior more constant here?

    `partitions` by method, then by prior.
    """
    words = [set(p.contexts.tolist()) for both in partitions.values() for p in both.values()]
    if words and max(map(len, words)) < 2:
        return "One context cannot tell how constant Z is: choose more."
    sentences = [
        _verdict(partitions, prior, f"{prior}_whitening") for prior in ("zipfian", "uniform")
    ]
    found = [sentence for sentence in sentences if sentence]
    if found:
        return " ".join(found)
    return _most_constant({m: p["zipfian"].constancy.std_log for m, p in partitions.items()})


def _most_constant(spreads: Mapping[str, float]) -> str:
    lead = best({m: s for m, s in spreads.items() if np.isfinite(s)}, lowest=True)
    if lead is None:
        return "How constant Z is cannot be told here."
    after = listed([method_style(method).phrase for method in lead.names])
    if len(spreads) == 1:
        return f"Under the Zipfian prior log Z spreads by {lead.text} after {after}."
    if lead.is_everywhere:
        return f"Under the Zipfian prior log Z spreads by {lead.text} alike after {after}."
    return (
        f"Under the Zipfian prior log Z is most constant after {after}: it spreads by {lead.text}."
    )


def _verdict(partitions: Mapping[str, Mapping[str, Partition]], prior: str, method: str) -> str:
    if method not in partitions or "raw" not in partitions:
        return ""
    now, was = (partitions[m][prior].constancy for m in (method, "raw"))
    after, before = now.std_log, was.std_log
    if not np.isfinite([after, before]).all():
        return ""
    label = "Zipfian" if prior == "zipfian" else "uniform"
    whitening = method_style(method).label
    way = order(after, before)
    if way == 0:
        return (
            f"{whitening} hardly changed how constant the {label} Z is here: log Z spreads by "
            f"{number(after)}, as for the raw vectors."
        )
    spreads = f"log Z spreads by {number(after)}, against {number(before)} for the raw vectors"
    if abs(after - before) <= HARDLY * before:
        return f"{whitening} hardly changed how constant the {label} Z is here: {spreads}."
    if way == -1:
        said = f"{whitening} made the {label} Z more constant here: {spreads}."
        return f"{said}{_otherwise(now, was)}"
    return f"{whitening} made the {label} Z less constant here: {spreads}."


def _otherwise(now: Constancy, was: Constancy) -> str:
    """The variation of Z itself, where it says that Z became less constant."""
    if not np.isfinite([now.variation, was.variation]).all():
        return ""
    less = now.variation > (1 + HARDLY) * was.variation
    if not less or order(now.variation, was.variation) != 1:
        return ""
    variations = f"{number(now.variation)}, before {number(was.variation)}"
    return f" But the variation of Z ({variations}) says the opposite."


def second_order_headline(partitions: Mapping[str, Mapping[str, Partition]]) -> str:
    """How far the second-order form of Z_z is off, by transform."""
    errors = {method_style(m).label: both["zipfian"].error for m, both in partitions.items()}
    known = [f"{percent(e)} ({label})" for label, e in errors.items() if np.isfinite(e)]
    beyond = [label for label, error in errors.items() if not np.isfinite(error)]
    rest = f"it is no number for {listed(beyond)}" if beyond else ""
    if not known:
        return f"How far the second-order form of Z is off cannot be told: {rest}."
    off = f"The second-order form of Z under the Zipfian prior is off by {', '.join(known)}"
    return f"{off}; {rest}." if rest else f"{off}."
