"""The average word: of a few words in the plane, and of a space."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, listed, number, told

ALIKE = 1e-9  # distances and weights that differ by less than this share are equal


class Worked(Protocol):
    """What these sentences take of `zipfviz.explore.plane.Worked`."""

    @property
    def points(self) -> np.ndarray: ...
    @property
    def q(self) -> np.ndarray: ...
    @property
    def mean(self) -> np.ndarray: ...
    @property
    def lengths(self) -> np.ndarray: ...


def plane_headline(words: Sequence[str], uniform: Worked, zipfian: Worked) -> str:
    """Near which word each mean lies, and how long the rarest word gets."""
    near = [_nearest(words, worked) for worked in (uniform, zipfian)]
    rarest = _least(zipfian.q)
    if len(rarest) == len(words):
        return (
            f"All words occur equally often, so counting each word once and counting occurrences "
            f"are one: the mean lies {near[0]}."
        )
    return (
        f"Counting each word once, the mean lies {near[0]}; counting occurrences, {near[1]}. "
        f"{_rarest(words, rarest, uniform, zipfian)}"
    )


def _nearest(words: Sequence[str], worked: Worked) -> str:
    away = np.linalg.norm(worked.points - worked.mean, axis=1)
    # On the scale of the words, for the mean may lie on one of them.
    scale = np.ptp(worked.points, axis=0).max()
    found = np.flatnonzero(away <= away.min() + ALIKE * scale)
    return f"{'nearest' if len(found) == 1 else 'equally near'} to {_quoted(words, found)}"


def _least(q: np.ndarray) -> np.ndarray:
    return np.flatnonzero(q <= q.min() * (1 + ALIKE))


def _rarest(words: Sequence[str], rarest: np.ndarray, uniform: Worked, zipfian: Worked) -> str:
    was, now = ([number(w.lengths[i], 1) for i in rarest] for w in (uniform, zipfian))
    who = noun(len(rarest), "words", "word")
    end = noun(len(rarest), "end", "ends")
    start = f"The rarest {who}, {_quoted(words, rarest)}, {end} {listed(was)} long"
    if was == now:
        return f"{start} under both priors."
    return f"{start} under the uniform prior and {listed(now)} under the Zipfian one."


def _quoted(words: Sequence[str], rows: np.ndarray) -> str:
    return listed([f"“{words[i]}”" for i in rows])


def centroid_headline(share: float, n_words: int) -> str:
    """Distance of the two averages, in units of the typical length of a vector."""
    if n_words == 1:
        return "The only word is its own average, however it is counted."
    start = (
        f"Over {count(n_words)} {noun(n_words, 'words')}, the average that counts each word once "
        "and the average that counts occurrences"
    )
    if not np.isfinite(share):
        return f"{start} cannot be compared: no vector has a length to measure by."
    if share == 0:
        return f"{start} are the same point."
    apart = "less than 0.01" if number(share) == number(0) else told(share)
    return f"{start} lie {apart} typical vector lengths apart."
