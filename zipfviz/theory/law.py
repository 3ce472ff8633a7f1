"""Theorem 1 on a corpus: both sides for every word, and how they agree.

corpus = read_corpus("enwiki").at_least(20)
joint = cooccurrence(corpus)
W, C = train_skipgram(corpus).sides(joint.words)
print(law_table(law(joint, W, C, kappa=10)))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted, noun
from zipfviz.common.parallel import one_blas_thread
from zipfviz.common.record import Record
from zipfviz.corpus.cooccurrence import Cooccurrence
from zipfviz.theory.information import (
    Agreement,
    Centre,
    Divergences,
    SquaredLengths,
    agreements,
    centre,
    divergences,
    squared_lengths,
)

Metric = Literal["paper", "centred"]
Direction = Literal["forward", "reverse"]
CENTRES: tuple[Centre, ...] = get_args(Centre)
METRICS: tuple[Metric, ...] = get_args(Metric)
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Law(Record):
    """Both sides of the law for the words at `rows` (k,) of `joint`.

    `divergences` hold 2 KL in both directions and `lengths` |w|^2_G with both G after each
    centering, arrays (k,); `agreements` by (centering, G, direction).
    """

    joint: Cooccurrence
    rows: np.ndarray
    divergences: Divergences
    lengths: Mapping[Centre, SquaredLengths]
    agreements: Mapping[tuple[Centre, Metric, Direction], Agreement]


@one_blas_thread()
def law(
    joint: Cooccurrence, W: np.ndarray, C: np.ndarray, *, kappa: float, floor: float = 0.0
) -> Law:
    """Compute both sides for words with N(t) >= `floor`: raw, uniform- and Zipf-centred.

    W and C (n, d) are words and contexts in joint's order; expected values run over all n contexts.
    The sides are w^T G w, G(t) = sum_c p(c|t) c c^T or the covariance in its place, and 2 KL(p ||
    p(.|t)) or the other way round, with p(c|t) = (N(t, c) + kappa p(c)) / (N(t) + kappa). Returns a
    `Law`: its `agreements` (`law_table`) hold Pearson's `r`, Spearman's `rho`, and the `slope`
    sum xy / sum xx of length y on divergence x through the origin, for which the law says 1.

    Raises InputError where the floor leaves fewer than three words.
    """
    rows = np.flatnonzero(joint.marginal >= floor)
    if len(rows) < 3:
        raise InputError(
            f"{counted(len(rows), 'words')} with {counted(floor, 'co-occurrences')} or more "
            f"{noun(len(rows), 'are', 'is')} too few to measure "
            "the law on; lower the floor, or take vectors that share more words with the corpus."
        )
    both = divergences(joint, kappa=kappa)
    kept = Divergences(kappa=kappa, forward=both.forward[rows], reverse=both.reverse[rows])
    lengths: dict[Centre, SquaredLengths] = {}
    for how in CENTRES:
        sides = (centre(side, joint.p, how) for side in (W, C))
        found = squared_lengths(joint, *sides, kappa=kappa)
        lengths[how] = SquaredLengths(paper=found.paper[rows], centred=found.centred[rows])
    kinds = [(how, metric) for how in CENTRES for metric in METRICS]
    stacked = np.array([getattr(lengths[how], metric) for how, metric in kinds])
    agreed = {
        (how, metric, direction): agreement
        for direction in DIRECTIONS
        for (how, metric), agreement in zip(
            kinds, agreements(stacked, getattr(kept, direction)), strict=True
        )
    }
    return Law(joint=joint, rows=rows, divergences=kept, lengths=lengths, agreements=agreed)


def law_table(found: Law) -> pd.DataFrame:
    """Tabulate agreements, one a row: centering, G, direction, then the fields of `Agreement`."""
    names = ("centering", "G", "direction")
    rows = found.agreements.items()
    return pd.DataFrame([dict(zip(names, which, strict=True)) | vars(a) for which, a in rows])
