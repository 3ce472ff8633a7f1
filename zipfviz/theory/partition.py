"""Partition functions under both priors, exact and to second order, and how constant they are.

    Z_u(c) = sum_w exp<w, c>                 paper, Eq. partition_const_unif
    Z_z(c) = sum_w p(w) exp<w, c>            paper, Eq. partition_const_zipf

    Z_z(c) ~ 1 + <mu, c> + c^T E[w w^T] c / 2,  Z_u(c) ~ n (the same under the uniform prior)

Whitening sets the mean to 0 and the second moment to the identity, so the second-order form becomes
1 + |c|^2 / 2: constant for contexts of one length. (The paper writes |V| where the expansion of Z_z
has sum p(w) = 1.) Values are kept as log Z: exp overflows for raw vectors.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from zipfviz.affine import eigensystem
from zipfviz.errors import InputError
from zipfviz.methods import Options, WordMap
from zipfviz.moments import Moments, block_slices
from zipfviz.parallel import in_ranges
from zipfviz.sampling import sample_tokens, sample_types
from zipfviz.space import WordSpace

__all__ = [
    "Constancy",
    "Partition",
    "Prior",
    "Scaling",
    "constancy",
    "draw_contexts",
    "log_partition",
    "partition_functions",
    "second_order",
    "second_order_error",
    "variation",
]

Prior = Literal["uniform", "zipfian"]
RowMap = Callable[[slice, np.ndarray], np.ndarray]
Progress = Callable[[float], None]
DEFAULT = Options()
ALIKE = 1e-6
"""Second moments that differ by less than this share are those of whitened words."""


def log_partition(
    X: np.ndarray,
    C: np.ndarray,
    priors: Sequence[np.ndarray | None] = (None,),
    *,
    row_map: RowMap | None = None,
    progress: Progress | None = None,
) -> tuple[np.ndarray, ...]:
    """log sum_w q(w) exp<w, c> for each context, one exact pass over all words for all priors.

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
        for inner in block_slices(part.stop - part.start, max(len(C), X.shape[1])):
            rows = slice(part.start + inner.start, part.start + inner.stop)
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
                    progress(inner.stop / part.stop)
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
            f"words have {block.shape[1]} dimensions and contexts {C.shape[1]}; "
            "give both in the same space."
        )
    return block @ C.T


def second_order(m: Moments, C: np.ndarray, mass: float = 1.0) -> np.ndarray:
    """log of  mass (1 + <mu, c> + c^T E[w w^T] c / 2)  for contexts C (k, d), float64 (k,).

    `m` are the words' moments under the prior; `mass` is its total, 1 for Z_z and n for Z_u. The
    form is at least mass / 2, since E[w w^T] is at least mu mu^T.
    """
    first = C @ m.mean
    second = np.einsum("ij,jk,ik->i", C, m.covariance, C) + first**2
    return np.log(mass) + np.log1p(first + second / 2)


def variation(log_z: np.ndarray) -> float:
    """Coefficient of variation of Z, its standard deviation over its mean, from log Z (k,)."""
    z = np.exp(log_z - log_z.max())
    return float(z.std() / z.mean())


@dataclass(frozen=True)
class Constancy:
    """How constant a partition function is; perfectly so at (0, 0, 1).

    `std_log` is the standard deviation of log Z over the contexts, `variation` the coefficient of
    variation of Z over them, `min_max` the smallest over the largest Z among the contexts
    +- c * direction for the principal directions of the words, c one length for all
    (Mu & Viswanath 2018, their I(W) with both signs).
    """

    std_log: float
    variation: float
    min_max: float


def constancy(log_z: np.ndarray, log_z_directions: np.ndarray) -> Constancy:
    """The measures from log Z over contexts (k,) and over +- principal directions (2 d,)."""
    spread = float(log_z_directions.min() - log_z_directions.max())
    return Constancy(float(log_z.std()), variation(log_z), float(np.exp(spread)))


@dataclass(frozen=True)
class Scaling:
    """How long vectors are before Z is taken.

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
        """What words are multiplied by, from their moments under the prior."""
        power = float(np.trace(m.covariance) + m.mean @ m.mean)
        return float(np.sqrt(m.d / power)) if self.equal_words and power > 0 else 1.0

    def contexts(self, C: np.ndarray, words: float) -> np.ndarray:
        """Contexts (k, d) as they enter; `words` is what vectors of the space are multiplied by."""
        if not self.unit:
            return C * (words * self.factor)
        norms = np.linalg.norm(C, axis=1, keepdims=True)
        return self.factor * np.divide(C, norms, out=np.zeros_like(C), where=norms > 0)


@dataclass(frozen=True, eq=False)
class Partition:
    """Z of one prior over contexts, after one transform.

    `log_z` (k,) exact, `log_second_order` (k,) its second-order form, `contexts` (k,) rows of the
    space; `constancy` how constant the exact one is.
    """

    method: str
    prior: Prior
    contexts: np.ndarray
    log_z: np.ndarray
    log_second_order: np.ndarray
    constancy: Constancy

    @property
    def error(self) -> float:
        return second_order_error(self.log_z, self.log_second_order)


def second_order_error(log_z: np.ndarray, log_second_order: np.ndarray) -> float:
    """Median over contexts of |second-order Z / exact Z - 1|."""
    return float(np.median(np.abs(np.expm1(log_second_order - log_z))))


def draw_contexts(
    space: WordSpace, by: Literal["types", "tokens"], k: int, seed: int = 0
) -> np.ndarray:
    """Rows of `k` context words, (k,) int64: as `sample_types` or `sample_tokens` draws.

    Tokens may repeat. Raises InputError as these do.
    """
    if by not in ("types", "tokens"):
        raise InputError(f"contexts by {by!r} are unknown; draw them by 'types' or by 'tokens'.")
    words = (sample_types if by == "types" else sample_tokens)(space, k, seed)
    return np.array([space.index[word] for word in words], dtype=np.int64)


def partition_functions(
    space: WordSpace,
    method: str,
    contexts: np.ndarray,
    scaling: Scaling = Scaling(),
    options: Options = DEFAULT,
    *,
    context_vectors: np.ndarray | None = None,
    progress: Progress | None = None,
) -> dict[Prior, Partition]:
    """Z_u and Z_z over contexts, words and contexts after the same transform.

    Parameters
    ----------
    method : one of METHODS but "sif_ccr", which is no map on words without a task.
    contexts : rows of the space, (k,) int64, repeats allowed.
    context_vectors : a second matrix (n, d) whose rows are the contexts, such as a skip-gram's
        output vectors; taken as they are, no transform. Only `scaling` applies to them.
    progress : as for `log_partition`.

    Raises InputError for no context at all, or a method it cannot take. Results are kept with the
    space (not those with `context_vectors`).
    """
    contexts = np.asarray(contexts, dtype=np.int64)
    if not contexts.size:
        raise InputError("there is no context; draw or list at least one word.")
    if method == "sif_ccr":
        raise InputError("SIF + CCR is no map on words without a task; choose another transform.")

    def compute() -> dict[Prior, Partition]:
        return _compute(space, method, contexts, scaling, options, context_vectors, progress)

    if context_vectors is not None:
        return compute()
    key = ("partition", method, options, scaling, contexts.tobytes())
    return space.analysis.once(key, compute)


def _compute(
    space: WordSpace,
    method: str,
    contexts: np.ndarray,
    scaling: Scaling,
    options: Options,
    context_vectors: np.ndarray | None,
    progress: Progress | None,
) -> dict[Prior, Partition]:
    mapped = space.analysis.word_map(method, options)
    rows, back = np.unique(contexts, return_inverse=True)
    own = _mapped(mapped, rows, space.vectors[rows])
    given = own if context_vectors is None else np.asarray(context_vectors[rows], np.float64)
    k = len(rows)
    found: dict[Prior, Partition] = {}
    sides: tuple[tuple[Prior, np.ndarray | None, float], ...] = (
        ("uniform", None, float(len(space))),
        ("zipfian", space.p, 1.0),
    )
    both = space.analysis.mapped_moments(mapped)
    for i, ((prior, q, mass), m) in enumerate(zip(sides, both, strict=True)):
        size = scaling.words(m)
        C = scaling.contexts(given, size if context_vectors is None else 1.0)
        directions = scaling.factor * _principal_directions(m)
        # Multiplying words and multiplying contexts is the same to a logit.
        (log_z,) = log_partition(
            space.vectors,
            size * np.vstack([C, directions]),
            (q,),
            row_map=lambda rows, block: _mapped(mapped, rows, block),
            progress=None if progress is None else _part(progress, i, len(sides)),
        )
        found[prior] = Partition(
            method,
            prior,
            contexts,
            log_z[:k][back],
            second_order(m, size * C, mass)[back],
            constancy(log_z[:k][back], log_z[k:]),
        )
    return found


def _part(progress: Progress, i: int, n: int) -> Progress:
    """Progress of the `i`-th of `n` equal parts, told as progress of the whole."""
    return lambda share: progress((i + share) / n)


def _mapped(mapped: WordMap, rows: slice | np.ndarray, block: np.ndarray) -> np.ndarray:
    """Rows of the space after the transform, float64."""
    Y = mapped.affine.rows(np.asarray(block, np.float64))
    return Y if mapped.scale is None else Y * mapped.scale[rows, None]


def _principal_directions(m: Moments) -> np.ndarray:
    """+- the eigenvectors of E[w w^T], as rows (2 d, d).

    Whitened words have no direction wider than another, and what a solver returns then is rounding;
    the axes stand in, which are the principal directions before whitening.
    """
    second = m.covariance + np.outer(m.mean, m.mean)
    system = eigensystem(Moments(m.weight, np.zeros(m.d), second, m.resolution))
    alike = system.values[0] - system.values[-1] <= ALIKE * system.values[0]
    V = np.eye(m.d) if alike else system.vectors.T
    return np.vstack([V, -V])
