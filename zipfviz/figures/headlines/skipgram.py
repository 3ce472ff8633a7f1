"""Skip-gram on a corpus: is it at its optimum, and are frequent words long?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from zipfviz.common.wording import interval, number, order, relation, sentence, stands, told
from zipfviz.figures.headlines.law import CLOSE_R, CLOSE_SLOPE

if TYPE_CHECKING:
    from zipfviz.theory.information import Arora
    from zipfviz.theory.optimum import Optimum

NEAR = 0.2
"""log k·Z this near to 0, on average and from context to context, is called close."""


def optimum_headline(found: Optimum) -> str:
    """How near the skip-gram is to its optimum: <w, c> + log k to PMI, and Z to 1 / k."""
    return f"{_pairs(found)} {_contexts(found)}"


def _pairs(found: Optimum) -> str:
    if not np.isfinite([found.r, found.slope]).all():
        return "⟨w, c⟩ + log k cannot be compared with PMI: one of them is the same for all pairs."
    follows = "follows" if order(found.r, 0.0) == 1 else "does not follow"
    return (
        f"⟨w, c⟩ + log k {follows} PMI: r = {number(found.r)} and slope {number(found.slope)}, "
        "where the optimum has 1 and 1."
    )


def _contexts(found: Optimum) -> str:
    mean, std = found.z_mean, found.z_std
    target = f"1/{found.k}" if found.k > 1 else "1"
    if not np.isfinite([mean, std]).all():
        return f"Whether Z is {target} cannot be told: it is no number for some context."
    near = "close to" if abs(mean) < NEAR and std < NEAR else "not close to"
    least = (
        f"one vector a word cannot bring it below log k = {number(np.log(found.k))} on average"
        if found.tied and found.k > 1
        else "the optimum has 0"
    )
    return f"Z is {near} {target}: log k·Z is {number(mean)} ± {number(std)}; {least}."


def arora_headline(found: Arora) -> str:
    """Do frequent words have long vectors, as Arora et al. say?"""
    if not np.isfinite([found.r, found.slope]).all():
        return "Arora’s relation cannot be looked at: all lengths, or all frequencies, are equal."
    ends = ""
    if np.isfinite([found.r_low, found.r_high]).all():
        ends = f" (95 % interval {interval(found.r_low, found.r_high)})"
    numbers = f"r = {number(found.r)}{ends} and slope {told(found.slope)}"
    law = f"where Arora’s relation says 1 and {2 * found.d}"
    if order(found.r, 0.0) == 0 or not stands(found.r_low, found.r_high):
        return f"Length² and log p show no sure relation here: {numbers}, {law}."
    low, high = CLOSE_SLOPE
    near = order(found.r, CLOSE_R) != -1 and low <= found.slope / (2 * found.d) <= high
    way = sentence(relation("length²", "log p", found.r))
    return f"{way} here, {'nearly' if near else 'but not'} as it should: {numbers}, {law}."
