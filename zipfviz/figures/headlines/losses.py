"""Losses and batches: which loss serves which error, and which prior negatives follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, interval, number, order, stands

if TYPE_CHECKING:
    from zipfviz.theory.batches import BatchPriors
    from zipfviz.theory.losses import Estimate, Spread

ROUNDING = 1e-9  # updates whose shares differ by less are equal
ERRORS = {"misclassification": "misclassification", "balanced": "balanced error"}


def loss_headline(runs: Mapping[str, Spread], differences: Mapping[str, Estimate]) -> str:
    """Which of two losses serves which error, with means over seeds.

    `differences` of the second loss to the first, in each error, as
    `zipfviz.theory.losses.differences` gives them.
    """
    (first, a), (second, b) = list(runs.items())[:2]
    n = len(a.balanced)
    parts = []
    for name, error in ERRORS.items():
        x, y = (100 * float(np.mean(getattr(run, name))) for run in (a, b))
        parts.append(_compared(error, (first, x), (second, y), differences[name]))
    seeds = f"Over {n} {noun(n, 'seeds')}" if n > 1 else "With one seed, which tells no chance"
    return f"{seeds}: {'; '.join(parts)}."


def _compared(
    error: str, one: tuple[str, float], other: tuple[str, float], difference: Estimate
) -> str:
    (first, x), (second, y) = one, other
    way = order(y, x, 1)
    if way == 0 or way is None:
        return f"{error} is {number(x, 1)} % with {first} and with {second} alike"
    value, low, high = difference
    if not stands(low, high):
        chance = ", which may be chance" if np.isfinite(value + low) else ""
        return (
            f"{error} is {number(x, 1)} % with {first} and {number(y, 1)} % with {second}{chance}"
        )
    lower, higher = (other, one) if way < 0 else (one, other)
    least, most = sorted([100 * abs(low), 100 * abs(high)])
    return (
        f"{error} is lower with {lower[0]}, {number(lower[1], 1)} % against "
        f"{number(higher[1], 1)} % with {higher[0]} (95 % interval of the "
        f"difference {interval(least, most, 1)} points)"
    )


def batch_headline(found: BatchPriors) -> str:
    """From which batch size on negatives are nearer to uniform."""
    at = found.turning_point
    if np.isfinite(at):
        tokens = float(f"{at:.2g}")
        return (
            "A batch of one token draws negatives from p itself; from about "
            f"{count(tokens)} {noun(tokens, 'tokens')} on, negatives are nearer to the uniform "
            "prior."
        )
    apart = float(np.max([found.to_zipfian, found.to_uniform]))
    if number(apart, 3) == number(0, 3):
        return "All words occur equally often, so negatives follow both priors at every batch size."
    nearer = "p" if (found.to_zipfian <= found.to_uniform).all() else "the uniform prior"
    return (
        f"At every batch size shown, up to {count(found.batches[-1])} tokens, negatives are "
        f"nearer to {nearer}."
    )


def first_update_headline(updates: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> str:
    """Which classes the first step pulls more than it pushes, by loss.

    `updates` by label: (pull, push), each (K,), frequent classes first.
    """
    parts = [_balance(label, pull, push) for label, (pull, push) in updates.items()]
    return f"At the first step {'; '.join(parts)}."


def _balance(label: str, pull: np.ndarray, push: np.ndarray) -> str:
    apart = pull - push
    even = np.abs(apart) <= ROUNDING * np.maximum(pull, push)
    pulled, pushed = (apart > 0) & ~even, (apart < 0) & ~even
    n = len(pull)
    if even.all():
        return f"{label} pulls each of {n} class vectors as much as it pushes it"
    return (
        f"{label} pulls {_which(pulled)} of {n} class vectors more than it pushes "
        f"{noun(int(pulled.sum()), 'them', 'it')}, and pushes {_which(pushed)} more than it pulls "
        f"{noun(int(pushed.sum()), 'them', 'it')}"
    )


def _which(chosen: np.ndarray) -> str:
    """How many, and whether they are those at an end of the classes."""
    k = int(chosen.sum())
    for name, part in (("most frequent", chosen[:k]), ("rarest", chosen[len(chosen) - k :])):
        if k and part.all():
            return f"the {name}" if k == 1 else f"the {k} {name}"
    return str(k)
