"""Deleted lengths: how long each row is under the centering or whitening of all the others.

A row takes part in the moments that it is then measured by. With q its weight, z = x - mu and
|w|^2 = z^T Sigma^-1 z, its plain squared length is at most (1 - q) / q, whatever the vectors are:
frequent words are short by algebra, those of noise too. Leaving the row out changes the moments by

    mu' = mu - q z / (1 - q),      Sigma' = (Sigma - q / (1 - q) z z^T) / (1 - q),

and by Sherman & Morrison (1950) its length under those is D^2 = |w|^2 / (1 - q (1 + |w|^2)), with
q (1 + |w|^2) the row's leverage: the leverages of all rows sum to 1 + rank. A row of leverage 1
alone spans a direction, which without it is null and dropped: its moments are taken anew.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from zipfviz.common.errors import InputError
from zipfviz.whitening.affine import Affine, centering, row_statistics, whitening
from zipfviz.whitening.dispatch import look
from zipfviz.whitening.moments import Moments, check_prior, moments
from zipfviz.whitening.rounding import as_floats, row_norms
from zipfviz.whitening.spectra import eigensystem

#: Rows of a larger leverage are mapped in float64: 1 - leverage has lost digits of theirs.
LEANS = 0.5
#: What a row leaves of 1 below which it is measured by moments taken without it.
ALONE = 1e-4


def deleted_lengths(X: ArrayLike, p: Sequence[float] | np.ndarray | None = None) -> np.ndarray:
    """Lengths of the rows of X, each whitened by the moments of all rows but itself.

    Parameters
    ----------
    X : array-like of shape (n, d)
    p : array-like of shape (n,), default=None
        Weights >= 0 in any unit; None is the uniform prior.

    Returns
    -------
    ndarray of shape (n,), float64
        >= 0; a row without weight has its plain length. NaN where the others are all equal, or
        have no weight: there is nothing to whiten by.

    Raises
    ------
    InputError
        X is no table of finite numbers, p no weights of its rows, or all rows are equal.

    Examples
    --------
    >>> import numpy as np
    >>> import zipfviz
    >>> X, p = [[0.0], [1.0], [3.0], [7.0]], [8, 4, 2, 1]
    >>> zipfviz.deleted_lengths(X, p).round(3)
    array([1.179, 0.084, 1.175, 6.102])
    >>> others = zipfviz.Whitening().fit(X, sample_weight=[8, 4, 2, 0])
    >>> np.abs(others.transform([[7.0]])).round(3)
    array([[6.102]])
    """
    X = as_floats(X)
    if X.ndim != 2 or X.shape[0] == 0 or X.shape[1] == 0:
        raise InputError(
            f"X: got shape {X.shape}, expected (n words, d dimensions) with n, d >= 1."
        )
    q = check_prior(p, len(X))
    (m,) = moments(X, (q,))
    affine = whitening(m, system=eigensystem(m, look(X, q, m.mean)))
    q = np.full(len(X), 1 / len(X)) if q is None else q
    return whitened_without(X, q, m, affine, row_statistics(X, affine)[0])


def centred_without(
    X: np.ndarray, q: np.ndarray, m: Moments, lengths: np.ndarray, *, whole: bool = True
) -> np.ndarray:
    """Lengths of the rows X (k, d) from the mean of the others: |z| / (1 - q).

    Arguments are those of `whitened_without`, `lengths` those after centering.
    """
    leans = np.flatnonzero(q > LEANS)
    found = lengths / (1 - np.where(q > LEANS, 0.0, q))
    for i in leans:
        others = _others(X, q, m, int(i), whole)
        found[i] = math.nan if others is None else _length(X[i], centering(others))
    return found


def whitened_without(
    X: np.ndarray,
    q: np.ndarray,
    m: Moments,
    affine: Affine,
    lengths: np.ndarray,
    *,
    whole: bool = True,
) -> np.ndarray:
    """Lengths of the rows X (k, d), each whitened by the moments of the others, (k,).

    `m` and `affine` are the moments of all rows and the whitening by them along every direction
    that varies, `q` (k,) the rows' weights, which sum to 1 over all, `lengths` (k,) those after the
    whitening. `whole` says that X are all rows: one of leverage 1 is then measured by another pass
    over the others, else by what its own part leaves of the moments.
    """
    lengths = np.array(lengths, np.float64)
    leans = np.flatnonzero(q * (1 + lengths**2) > LEANS)
    lengths[leans] = row_norms(affine.rows(X[leans]))
    found = deleted_from(lengths, q)
    for i in np.flatnonzero(np.isnan(found)):
        others = _others(X, q, m, int(i), whole)
        system = None if others is None else eigensystem(others)
        if others is not None and system is not None and system.rank > 0:
            found[i] = _length(X[i], whitening(others, system=system))
    return found


def deleted_from(lengths: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Deleted lengths from whitened lengths and weights that sum to 1, (n,) each; the closed form.

    nan for rows whose leverage is so near 1 that the two do not tell.
    """
    left = 1.0 - q * (1 + lengths**2)
    return lengths / np.sqrt(np.where(left > ALONE, left, math.nan))


def _others(X: np.ndarray, q: np.ndarray, m: Moments, i: int, whole: bool) -> Moments | None:
    """Moments of all rows but row i of X; None where the others have no weight."""
    if whole:
        rest = q.copy()
        rest[i] = 0.0
        return moments(X, (rest,))[0] if rest.any() else None
    own, left = float(q[i]), 1.0 - float(q[i])
    if left <= 0:
        return None
    z = X[i].astype(np.float64) - m.mean
    return replace(
        m,
        mean=m.mean - own / left * z,
        covariance=(m.covariance - own / left * np.outer(z, z)) / left,
    )


def _length(x: np.ndarray, affine: Affine) -> float:
    return float(row_norms(affine.rows(x[None]))[0])
