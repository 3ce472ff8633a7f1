"""Priors of negatives drawn from a batch: between the Zipfian and the uniform one.

A headless language model contrasts each token with the other words of its batch (paper, section
"Headless causal language model"). A batch of B tokens holds word w with probability 1 - (1 - p)^B.
Normalised over words this is p at B = 1 and tends to uniform over all words as B grows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.record import Record
from zipfviz.whitening.moments import check_prior


def inclusion(p: np.ndarray, batch: float) -> np.ndarray:
    """Compute the probability 1 - (1 - p)^B of each word to be in a batch of B tokens, (n,).

    p (n,) >= 0 in any unit; float64. Raises InputError for a batch of less than one token, or
    weights that are none.
    """
    if not 1 <= batch < np.inf:
        raise InputError(f"a batch of {batch:g} tokens is none; give 1 or more.")
    q = check_prior(p, np.size(p))
    assert q is not None
    with np.errstate(divide="ignore"):  # a word that has all the mass is in every batch
        return -np.expm1(batch * np.log1p(-q))


def batch_prior(p: np.ndarray, batch: float) -> np.ndarray:
    """Compute the prior of in-batch negatives: `inclusion` normalised to sum 1, (n,) float64."""
    present = inclusion(p, batch)
    return present / present.sum()


def total_variation(q: np.ndarray, r: np.ndarray) -> float:
    """Total variation distance, sum |q - r| / 2: 0 for equal distributions, 1 for disjoint ones."""
    return float(np.abs(q - r).sum() / 2)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BatchPriors(Record):
    """Distances of the in-batch prior from both priors at each batch size; arrays (m,).

    `to_zipfian` and `to_uniform` are total variation distances, `words` the expected number of
    different words in the batch.
    """

    batches: np.ndarray
    to_zipfian: np.ndarray
    to_uniform: np.ndarray
    words: np.ndarray

    @property
    def turning_point(self) -> float:
        """Batch size from which uniform is the nearer prior, interpolated on a log scale.

        nan where one prior is nearer at every size.
        """
        lead = self.to_zipfian - self.to_uniform
        later = np.flatnonzero(lead > 0)
        if not later.size or later[0] == 0:
            return float("nan")
        i = int(later[0])
        share = lead[i - 1] / (lead[i - 1] - lead[i])
        return float(np.exp(np.log(self.batches[i - 1 : i + 1]) @ [1 - share, share]))


def batch_priors(p: np.ndarray, batches: Sequence[float] | np.ndarray) -> BatchPriors:
    """Compare the in-batch prior at each of `batches` sizes (ascending) with p and uniform.

    The prior of a batch of B tokens is q(w) ~ 1 - (1 - p(w))^B. Returns a `BatchPriors`:
    `to_zipfian` and `to_uniform` are total variation distances sum_w |q - r| / 2 to p and to 1 / n,
    `turning_point` the size from which uniform is the nearer one, `words` the expected number of
    different words in the batch. p (n,) >= 0 in any unit. Raises InputError as `inclusion` does.
    """
    zipfian = check_prior(p, np.size(p))
    assert zipfian is not None
    sizes = np.asarray(batches, dtype=np.float64)
    uniform = np.full(len(zipfian), 1 / len(zipfian))
    rows = []
    for size in sizes:
        present = inclusion(p, size)
        q = present / present.sum()
        rows.append((total_variation(q, zipfian), total_variation(q, uniform), present.sum()))
    to_zipfian, to_uniform, words = np.array(rows).T
    return BatchPriors(batches=sizes, to_zipfian=to_zipfian, to_uniform=to_uniform, words=words)
