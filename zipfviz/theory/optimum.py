"""Distance of a skip-gram from its optimum on a corpus.

At the optimum (Levy & Goldberg 2014, paper Eq. levy_goldberg), with negatives drawn from q,

    <w, c> = log p(w, c) / (q(w) p(c)) - log k,   so that   sum_w q(w) exp<w, c> = 1 / k.

With q = p this is PMI - log k, and Z_z(c) = 1 / k for every context.

A tied skip-gram has one vector for w and c, so its products are symmetric, and <w, w> >= 0. Its
optimum, pair by pair, has the mean of q(w) p(c) and p(w) q(c) below; with q = p that is PMI - log k
again. But products of such vectors cannot be any table, whatever d: by Jensen's inequality the mean
of log Z_z(c) over c ~ p is at least |mu|^2 >= 0, so that Z_z = 1 / k is out of reach unless k = 1.
"""

from dataclasses import dataclass

import numpy as np

from zipfviz.common.record import Record
from zipfviz.corpus.cooccurrence import Cooccurrence
from zipfviz.corpus.skipgram import SkipGram
from zipfviz.theory.partition import log_partition
from zipfviz.whitening.moments import block_slices


def pair_logits(W: np.ndarray, C: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Compute <w, c> of given pairs, (m,) float64, a block of products in memory at a time."""
    out = np.empty(len(rows))
    for part in block_slices(len(rows), W.shape[1]):
        w, c = W[rows[part]].astype(np.float64), C[columns[part]].astype(np.float64)
        out[part] = np.einsum("ij,ij->i", w, c)
    return out


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Optimum(Record):
    """Comparison of a skip-gram with its optimum on a corpus.

    Over the pairs that co-occur, in the order of `Cooccurrence.cells`: `pmi` and `logits`
    (nnz,), the latter <w, c> + log k. `r` is their correlation, `slope` of logits on PMI and `gap`
    the mean of logits - PMI, each weighted by N(w, c); at the optimum 1, 1 and 0.
    Over all contexts: `log_z` (n,) log Z_z(c) + log k with p as the prior, `log_z_noise` the same
    under the noise q that was trained with; at the optimum of two matrices the latter is 0.
    `z_mean` and `z_std` are mean and standard deviation of `log_z` over contexts drawn from p. If
    `tied`, `z_mean` is at least log k.
    """

    k: int
    pmi: np.ndarray
    logits: np.ndarray
    r: float
    slope: float
    gap: float
    log_z: np.ndarray
    log_z_noise: np.ndarray
    z_mean: float
    z_std: float
    tied: bool


def against_optimum(joint: Cooccurrence, skipgram: SkipGram) -> Optimum:
    """Compare <w, c> + log k with PMI, and Z_z with 1 / k.

    Output vectors are words and input vectors contexts. Raises MatchError as `SkipGram.sides`.
    """
    W, C = skipgram.sides(joint.words)
    rows, columns, N = joint.cells
    k = skipgram.recipe.k
    logits = pair_logits(W, C, rows, columns) + np.log(k)
    pmi = joint.pmi()
    share = N / N.sum()
    x, y = pmi - share @ pmi, logits - share @ logits
    noise = joint.p**skipgram.recipe.exponent
    log_z, log_z_noise = log_partition(W, C, (joint.p, noise / noise.sum()))
    log_z, log_z_noise = log_z + np.log(k), log_z_noise + np.log(k)
    mean = float(joint.p @ log_z)
    covariance, spread_x, spread_y = share @ (x * y), share @ x**2, share @ y**2
    return Optimum(
        k=k,
        pmi=pmi,
        logits=logits,
        r=float(covariance / np.sqrt(spread_x * spread_y)),
        slope=float(covariance / spread_x),
        gap=float(share @ (logits - pmi)),
        log_z=log_z,
        log_z_noise=log_z_noise,
        z_mean=mean,
        z_std=float(np.sqrt(joint.p @ (log_z - mean) ** 2)),
        tied=skipgram.recipe.tied,
    )
