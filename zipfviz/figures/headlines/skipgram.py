"""Skip-gram on a corpus: is it at its optimum, and are frequent words long?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from zipfviz.common.nouns import noun
from zipfviz.common.wording import (
    count,
    finer,
    interval,
    listed,
    number,
    order,
    relation,
    sentence,
    stands,
    times,
    told,
)
from zipfviz.figures.headlines.law import CLOSE_R, CLOSE_SLOPE

if TYPE_CHECKING:
    from zipfviz.theory.information import Arora
    from zipfviz.theory.optimum import Optimum
    from zipfviz.theory.skipgram_loss import SkipGramLoss, Updates

MOST_NAMED = 3
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


def update_headline(words: Sequence[str], found: Updates) -> str:
    """How often a round pulls the vectors of frequent and rare words, and pushes for every pull.

    `words` (n,) are those of the updates.
    """
    ratio = found.ratio
    low, high = finer(float(ratio.min()), 1), finer(float(ratio.max()), 1)
    pushed = f"{low} times" if low == high else f"from {low} to {high} times"
    even = f"uniform negatives would push each {times(round(found.even))}"
    often = [finer(float(pulls), 0) for pulls in found.pulls]
    most, least = often[int(found.pulls.argmax())], often[int(found.pulls.argmin())]
    if most == least:
        pulled = f"A round pulls every vector equally often, {_times(most)},"
    else:
        pulled = (
            f"A round pulls {_vectors(words, often, most)} and {_vectors(words, often, least)},"
        )
    return f"{pulled} and pushes a vector {pushed} for every pull; {even}."


def _vectors(words: Sequence[str], often: Sequence[str], as_often: str) -> str:
    """Whose vectors are updated as often as that, and how often."""
    found = [word for word, n in zip(words, often, strict=True) if n == as_often]
    if len(found) == 1:
        return f"the vector of “{found[0]}” {_times(as_often)}"
    few = len(found) <= MOST_NAMED
    who = listed([f"“{word}”" for word in found]) if few else f"{count(len(found))} words"
    return f"the vectors of {who} {_times(as_often)} each"


def _times(often: str) -> str:
    return {"1": "once", "2": "twice"}.get(often, f"{often} times")


def skipgram_loss_headline(found: SkipGramLoss) -> str:
    """The loss a pair beside that of vectors 0 and the least that any can have."""
    if not np.isfinite(found.value):
        return "The loss is no number: a product of two vectors is too large."
    parts = (
        f"{number(found.pulled)} for the words that stand there and {number(found.pushed)} for "
        f"{noun(found.k, 'negatives', 'the negative')}"
    )
    zero = {
        1: f"more than vectors of 0 have, {number(found.at_zero)}",
        0: f"as vectors of 0 have, {number(found.at_zero)}",
        -1: f"vectors of 0 have {number(found.at_zero)}",
    }[order(found.value, found.at_zero) or 0]
    least = (
        "and no vectors can have less"
        if order(found.value, found.lowest) == 0
        else f"and the least that any can have is {number(found.lowest)}"
    )
    return f"The loss is {number(found.value)} nats a pair, {parts}; {zero}, {least}."
