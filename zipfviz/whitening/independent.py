"""Independent components under a prior: FastICA's fixed point with weighted expectations.

After whitening under a prior, z = (x - mu) V Lambda^(-1/2), each axis w is moved to

    w <- E_q[z g(w^T z)] - E_q[g'(w^T z)] w,    g = tanh,

for all axes at once, and these are set at right angles again by W <- (W W^T)^(-1/2) W (Hyvarinen
1999). Words are never copied: a block of them is mapped, squashed and added up at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from zipfviz.common.errors import InputError
from zipfviz.common.job import Progress, no_progress
from zipfviz.common.parallel import in_ranges
from zipfviz.common.record import Record
from zipfviz.whitening.affine import whitening
from zipfviz.whitening.dispatch import look
from zipfviz.whitening.moments import block_slices, check_prior, moments
from zipfviz.whitening.rounding import as_floats
from zipfviz.whitening.spectra import eigensystem

TOLERANCE = 1e-4  # as scikit-learn; the last axes, nearly Gaussian, take hundreds of steps more
MOST_STEPS = 200
BLOCK = 1 << 16  # numbers of a block: its maps stay in the caches


@dataclass(frozen=True, kw_only=True, repr=False)
class Independent(Record):
    """Independent components: x is mapped to (x - `mean`) @ `axes`, of mean 0 and variance 1.

    `mean` (d,), `axes` (d, k) float64, k the rank of the covariance. `skewness` (k,) is that of
    each component under the prior, >= 0 by the choice of its sign; components come in its falling
    order. After `steps` the axes last moved by `moved`, the largest 1 - |cos| of one before and
    after; `converged` says whether that is within the tolerance.
    """

    mean: np.ndarray
    axes: np.ndarray
    skewness: np.ndarray
    steps: int
    moved: float
    converged: bool


def independent_components(
    X: ArrayLike,
    p: Sequence[float] | np.ndarray | None = None,
    *,
    tolerance: float = TOLERANCE,
    max_steps: int = MOST_STEPS,
    seed: int = 0,
    progress: Progress = no_progress,
) -> Independent:
    """Find independent components of X (n, d) under p by FastICA (Hyvarinen 1999).

    All axes move at once (symmetric decorrelation) from a random rotation drawn with `seed`, with
    g = tanh; every expected value, that of the whitening too, is under p. With p uniform it is what
    scikit-learn's `FastICA` computes, up to order and sign. The same call gives the same axes.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Read in blocks, never copied whole; float32 is squashed in float32, sums are float64.
    p : array-like of shape (n,), default=None
        Weights >= 0 in any unit; None is the uniform prior.
    tolerance : float
        Largest 1 - |cos| between an axis before and after the last step.
    max_steps : int
        Steps after which it ends in any case; `converged` says how. Axes along which words spread
        nearly as a Gaussian move for long, and mean little.
    progress : callable
        Hears the share done and a text after each step; what it raises ends the work.

    Raises
    ------
    InputError
        Where all vectors are equal, and for wrong shapes, weights or settings.

    Examples
    --------
    >>> import numpy as np
    >>> import zipfviz
    >>> sources = np.random.default_rng(0).exponential(size=(5000, 2))
    >>> found = zipfviz.independent_components(sources @ np.array([[1.0, 0.5], [0.3, 1.0]]))
    >>> found.skewness.round().tolist()  # as that of an exponential
    [2.0, 2.0]
    """
    X = as_floats(X)
    if X.ndim != 2 or X.shape[0] == 0 or X.shape[1] == 0:
        raise InputError(
            f"X: got shape {X.shape}, expected (n words, d dimensions) with n, d >= 1."
        )
    if not (0 < tolerance < 1 and max_steps >= 1):
        raise InputError("give a tolerance between 0 and 1, and at least one step.")
    q = check_prior(p, len(X))
    (m,) = moments(X, (q,))
    turn = whitening(m, system=eigensystem(m, look(X, q, m.mean)))
    white, k = turn.matrix, turn.d_out
    assert white is not None
    kind = np.float32 if X.dtype == np.float32 else np.float64
    weights = np.full(len(X), 1 / len(X)) if q is None else q

    def over(part: slice, W: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """E[z g(w^T z)] and E[g'(w^T z)] of some rows, each times their weight."""
        pull, slope, across = np.zeros((k, k)), np.zeros(k), W.T.astype(kind)
        for rows in block_slices(part, max(k, X.shape[1]), BLOCK):
            z = ((np.asarray(X[rows], np.float64) - m.mean) @ white).astype(kind)
            g = np.tanh(z @ across)
            weighed = g * weights[rows, None].astype(kind)
            pull += weighed.T @ z
            slope += weights[rows].sum() - np.einsum("ij,ij->j", weighed, g, dtype=np.float64)
        return pull, slope

    W = _at_right_angles(np.random.default_rng(seed).standard_normal((k, k)))
    moved, steps = np.inf, 0
    while steps < max_steps and moved > tolerance:
        parts = in_ranges(len(X), X.shape[1], partial(over, W=W))
        pull, slope = (sum(each) for each in zip(*parts, strict=True))
        turned = _at_right_angles(pull - np.asarray(slope)[:, None] * W)
        moved = float(np.max(1 - np.abs(np.einsum("ij,ij->i", turned, W))))
        W, steps = turned, steps + 1
        progress(steps / max_steps, f"step {steps}, axes moved by {max(moved, 0.0):.1g}")
    axes = white @ W.T

    def third(part: slice) -> np.ndarray:
        total = np.zeros(k)
        for rows in block_slices(part, max(k, X.shape[1]), BLOCK):
            total += weights[rows] @ ((np.asarray(X[rows], np.float64) - m.mean) @ axes) ** 3
        return total

    skewness = np.sum(in_ranges(len(X), X.shape[1], third), axis=0)
    order = np.argsort(-np.abs(skewness), kind="stable")
    signs = np.where(skewness < 0, -1.0, 1.0)
    return Independent(
        mean=m.mean,
        axes=(axes * signs)[:, order],
        skewness=np.abs(skewness)[order],
        steps=steps,
        moved=max(moved, 0.0),
        converged=moved <= tolerance,
    )


def _at_right_angles(W: np.ndarray) -> np.ndarray:
    """(W W^T)^(-1/2) W, the nearest orthogonal matrix."""
    left, _, right = np.linalg.svd(W)
    return left @ right
