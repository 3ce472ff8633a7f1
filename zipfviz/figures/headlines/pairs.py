"""Pairs of texts that moved between two methods."""

from __future__ import annotations

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.nouns import noun
from zipfviz.common.wording import change, count, gain, number, told
from zipfviz.figures.style.palette import method_style

ROUNDING = 1e-6
"""Cosines of float32 vectors that differ by less are the same."""


def moved_headline(frame: pd.DataFrame, before: str, after: str) -> str:
    """How far pairs moved, and whether towards human judgement, in points.

    `frame` is that of `zipfviz.changed_pairs`, or rows of it.
    """
    n = len(frame)
    if not n:
        return "No pair is left to look at."
    change, effect = (frame[c].to_numpy(dtype=float) for c in ("change", "effect"))
    start = f"From {method_style(before).phrase} to {method_style(after).phrase}"
    if not (np.abs(change) > ROUNDING).any():
        return f"{start} no cosine moves."
    mean = float(np.abs(change).mean())
    far = "less than 0.01" if number(mean) == number(0) else told(mean)
    average = " on average" if n > 1 else ""
    moves = f"{start} {noun(n, 'cosines move', 'the cosine moves')} by {far}{average}"
    if np.isnan(effect).all():
        return (
            f"{moves}. Whether that is the right way cannot be told: all human scores, or all "
            "cosines, are equal."
        )
    right, wrong = int((effect > 0).sum()), int((effect < 0).sum())
    if not right and not wrong:
        return f"{moves}; that changes no rank, and so not the score."
    points = gain(float(np.nansum(effect)))
    if n == 1:
        return f"{moves}, the {'right' if right else 'wrong'} way: {points} points."
    return (
        f"{moves}; of {count(n)} pairs, {count(right)} {noun(right, 'move', 'moves')} the right "
        f"way and {count(wrong)} the wrong way, together {points} points."
    )


def pair_sentence(row: pd.Series, before: str, after: str) -> str:
    """What happened to a pair: its cosine before and after, and its place among all pairs."""
    places = float(row["rank_change"])
    if places:
        far = number(abs(places), 0 if places == int(places) else 1)
        moved = f"moves {far} {noun(abs(places), 'places')} {'up' if places > 0 else 'down'}"
    else:
        moved = "keeps its place"
    return (
        f"Pair {int(row['pair'])}: people say {told(row['gold'])}. From "
        f"{method_style(before).phrase} to {method_style(after).phrase} its cosine "
        f"{change(row['before'], row['after'])}; among all pairs, ranked by it, the pair {moved}."
    )
