"""Partition functions under both priors, exact and to second order, and how constant they are.

    Z_u(c) = sum_w exp<w, c>                 paper, Eq. partition_const_unif
    Z_z(c) = sum_w p(w) exp<w, c>            paper, Eq. partition_const_zipf

    Z_z(c) ~ 1 + <mu, c> + c^T E[w w^T] c / 2,  Z_u(c) ~ n (the same under the uniform prior)

Whitening sets the mean to 0 and the second moment to the identity, so the second-order form becomes
1 + |c|^2 / 2: constant for contexts of one length. (The paper writes |V| where the expansion of Z_z
has sum p(w) = 1.) Values are kept as log Z: exp overflows for raw vectors.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.common.parallel import in_ranges
from zipfviz.whitening.moments import Moments, block_slices
from zipfviz.whitening.rounding import row_norms

RowMap = Callable[[slice, np.ndarray], np.ndarray]
Progress = Callable[[float], None]


def part_of(progress: Progress, i: int, n: int) -> Progress:
    """Progress of the `i`-th of `n` equal parts, told as progress of the whole."""
    return lambda share: progress((i + share) / n)


def log_partition(
    X: np.ndarray,
    C: np.ndarray,
    priors: Sequence[np.ndarray | None] = (None,),
    *,
    row_map: RowMap | None = None,
    progress: Progress | None = None,
) -> tuple[np.ndarray, ...]:
    """Compute log sum_w q(w) exp<w, c> of each context, in one exact pass for all priors.

    Parameters
    ----------
    X : (n, d) words; read in blocks, logits and sums are float64.
    C : (m, k) contexts.
    priors : each (n,) weights q (Z_z for p), or None for weight 1 (Z_u).
    row_map : (slice, float64 block) -> float64 block (rows, k), as in `moments`.
    progress : hears the share of words done, in the caller's thread; an exception it raises stops
        the sum.

    Returns one (m,) float64 array for each prior. A block's largest logit is taken out before exp
    and put back after (log-sum-exp), so nothing overflows. Raises InputError for shapes that do not
    fit.
    """
    C = np.asarray(C, dtype=np.float64)
    stopped = threading.Event()

    def sums(part: slice) -> tuple[np.ndarray, np.ndarray]:
        """(largest logit, (priors, m) sums over it) of a range of words."""
        largest, totals = np.full(len(C), -np.inf), np.zeros((len(priors), len(C)))
        for rows in block_slices(part, max(len(C), X.shape[1])):
            if stopped.is_set():
                break
            logits = _logits(X, C, rows, row_map)
            before, largest = largest, np.maximum(largest, logits.max(axis=0))
            logits -= largest
            np.exp(logits, out=logits)
            totals *= np.exp(before - largest)
            for total, q in zip(totals, priors, strict=True):
                total += logits.sum(axis=0) if q is None else q[rows] @ logits
            # Only the first range runs in the caller's thread.
            if progress is not None and part.start == 0:
                try:
                    progress(rows.stop / part.stop)
                except BaseException:
                    stopped.set()
                    raise
        return largest, totals

    parts = in_ranges(len(X), max(len(C), X.shape[1]), sums)
    largest = np.max([found for found, _ in parts], axis=0)
    total = sum(totals * np.exp(found - largest) for found, totals in parts)
    with np.errstate(divide="ignore"):  # a prior without mass where the logits are: Z = 0
        return tuple(largest + np.log(total))


def _logits(X: np.ndarray, C: np.ndarray, rows: slice, row_map: RowMap | None) -> np.ndarray:
    block = np.asarray(X[rows], dtype=np.float64)
    block = block if row_map is None else row_map(rows, block)
    if block.shape[1] != C.shape[1]:
        raise InputError(
            f"words have {counted(block.shape[1], 'dimensions')} and contexts {C.shape[1]}; "
            "give both in the same space."
        )
    return block @ C.T


def second_order(m: Moments, C: np.ndarray, *, mass: float = 1.0) -> np.ndarray:
    """Compute log of  mass (1 + <mu, c> + c^T E[w w^T] c / 2)  for contexts C (k, d): (k,).

    `m` are the words' moments under the prior; `mass` is its total, 1 for Z_z and n for Z_u. The
    form is at least mass / 2, since E[w w^T] is at least mu mu^T.
    """
    first = C @ m.mean
    second = np.einsum("ij,jk,ik->i", C, m.covariance, C) + first**2
    return np.log(mass) + np.log1p(first + second / 2)


def variation(log_z: np.ndarray) -> float:
    """Compute the coefficient of variation of Z, std over mean, from log Z (k,)."""
    z = np.exp(log_z - log_z.max())
    return float(z.std() / z.mean())


@dataclass(frozen=True, kw_only=True)
class Constancy:
    """Measures of how constant a partition function is; perfectly so at (0, 0, 1).

    `std_log` is the standard deviation of log Z over the contexts, `variation` the coefficient of
    variation of Z over them, `min_max` the smallest over the largest Z among the contexts
    +- c * direction for the principal directions of the words, c one length for all
    (Mu & Viswanath 2018, their I(W) with both signs); nan where no direction is wider than another.
    """

    std_log: float
    variation: float
    min_max: float


def constancy(log_z: np.ndarray, log_z_directions: np.ndarray) -> Constancy:
    """Measure constancy from log Z over contexts (k,) and over +- principal directions (2 d,).

    Without directions `min_max` is nan.
    """
    spread = -np.ptp(log_z_directions) if len(log_z_directions) else np.nan
    return Constancy(
        std_log=float(log_z.std()), variation=variation(log_z), min_max=float(np.exp(spread))
    )


@dataclass(frozen=True)
class Scaling:
    """Scaling of vectors before Z is taken.

    `unit` sets contexts to length 1 (Arora's condition); `factor` then multiplies them.
    `equal_words` multiplies all words by one number so that E_q|w|^2 = d under the prior q of the
    partition function, as it is after whitening under that prior: else a transform that merely
    shrinks vectors makes every Z constant.
    """

    unit: bool = True
    factor: float = 1.0
    equal_words: bool = False

    def __post_init__(self) -> None:
        if not (np.isfinite(self.factor) and self.factor >= 0):
            raise InputError(f"a factor of {self.factor:g} scales no vector; give 0 or more.")

    def words(self, m: Moments) -> float:
        """Compute the factor of words from their moments under the prior."""
        power = float(np.trace(m.covariance) + m.mean @ m.mean)
        return float(np.sqrt(m.d / power)) if self.equal_words and power > 0 else 1.0

    def contexts(self, C: np.ndarray, words: float) -> np.ndarray:
        """Scale contexts (k, d); `words` is the factor of vectors of the space."""
        if not self.unit:
            return C * (words * self.factor)
        C = np.asarray(C, np.float64)
        norms = row_norms(C)[:, None]
        return self.factor * np.divide(C, norms, out=np.zeros_like(C), where=norms > 0)


def second_order_error(log_z: np.ndarray, log_second_order: np.ndarray) -> float:
    """Compute the median over contexts of |second-order Z / exact Z - 1|."""
    return float(np.median(np.abs(np.expm1(log_second_order - log_z))))
