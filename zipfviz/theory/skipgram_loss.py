"""The loss of skip-gram with negative sampling, and how often it moves each word's vector.

    L = -E_(w,c) [ log sigma<w, c>  +  k E_(w' ~ q) log sigma(-<w', c>) ]      (paper, section 4)

exactly over a corpus's pairs: (w, c) from p(w, c) = N(w, c) / N, negatives w' from q and c from p.
Every pair pulls its word's vector to the context once and pushes k drawn words away, so that in
one round a word is pulled N(w) times and pushed k N q(w) times. With q = p both are more for a
frequent word, in the same proportion for all; uniform negatives would push rare words far more
often than they are pulled.

joint = cooccurrence(corpus)
found = sgns_loss(joint, *train_skipgram(corpus).sides(joint.words), k=5)
print(found.value, found.lowest, found.at_zero)
"""

from dataclasses import dataclass

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.parallel import in_ranges
from zipfviz.common.record import Record
from zipfviz.corpus.cooccurrence import Cooccurrence
from zipfviz.theory.optimum import pair_logits
from zipfviz.whitening.moments import block_slices


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Updates(Record):
    """How often a round moves each word's (output) vector, expected: arrays (n,) float64.

    `pulls` N(w) to contexts it stands by, `pushes` k N q(w) away from contexts it is drawn for,
    `even` the pushes were negatives uniform, one number for all words.
    """

    pulls: np.ndarray
    pushes: np.ndarray
    even: float

    @property
    def ratio(self) -> np.ndarray:
        """Pushes for each pull, (n,)."""
        return self.pushes / self.pulls


def updates(joint: Cooccurrence, *, k: int, exponent: float = 1.0) -> Updates:
    """Count updates with `k` negatives a pair from q ~ p^exponent; 1 is the paper's prior.

    Neither gensim's thinning of frequent tokens nor its passing over of a negative that is the word
    itself is counted. Raises InputError for less than one negative.
    """
    _check(k)
    pushed = k * joint.total
    return Updates(
        pulls=joint.marginal.copy(),
        pushes=pushed * _noise(joint, exponent),
        even=pushed / len(joint),
    )


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SkipGramLoss(Record):
    """The loss in nats a pair, and by word.

    `pull` (n,) is the mean of -log sigma<w, c> over the contexts a word stands by, `push` (n,) that
    of -log sigma(-<w, c>) over contexts c ~ p; `value` = p . pull + k q . push. `lowest` is the
    least that any table of products <w, c> can have, of whatever dimension, at the Levy-Goldberg
    optimum; `at_zero` = (1 + k) log 2 that of vectors 0.
    """

    k: int
    pull: np.ndarray
    push: np.ndarray
    pulled: float
    pushed: float
    lowest: float

    @property
    def value(self) -> float:
        """The whole loss: `pulled` for the words that stand there and `pushed` for negatives."""
        return self.pulled + self.pushed

    @property
    def at_zero(self) -> float:
        """The loss of vectors that are all 0."""
        return float((1 + self.k) * np.log(2))


def sgns_loss(
    joint: Cooccurrence, W: np.ndarray, C: np.ndarray, *, k: int, exponent: float = 1.0
) -> SkipGramLoss:
    """Compute the loss of words W and contexts C, (n, d) in joint's order, over all n^2 products.

    `k` negatives a pair from q ~ p^exponent. Raises InputError for less than one negative.
    """
    _check(k)
    rows, columns, N = joint.cells
    p, q, n = joint.p, _noise(joint, exponent), len(joint)
    W, C = np.asarray(W, np.float64), np.asarray(C, np.float64)
    losses = np.logaddexp(0.0, -pair_logits(W, C, rows, columns))
    pull = np.bincount(rows, N * losses, minlength=n) / joint.marginal

    def pushes(part: slice) -> np.ndarray:
        blocks = [np.logaddexp(0.0, W[block] @ C.T) @ p for block in block_slices(part, n)]
        return np.concatenate(blocks) if blocks else np.empty(0)

    push = np.concatenate(in_ranges(n, n, pushes))
    met, drawn = N / joint.total, k * q[rows] * p[columns]
    both = met + drawn
    # A pair that never meets has its least loss, 0, at minus infinity.
    lowest = met @ np.log(both / met) + drawn @ np.log(both / drawn)
    return SkipGramLoss(
        k=k, pull=pull, push=push, pulled=float(p @ pull), pushed=float(k * (q @ push)),
        lowest=float(lowest),
    )  # fmt: skip


def _noise(joint: Cooccurrence, exponent: float) -> np.ndarray:
    q = joint.p**exponent
    return q / q.sum()


def _check(k: int) -> None:
    if k < 1:
        raise InputError(f"k={k} draws no negatives; give 1 or more.")
