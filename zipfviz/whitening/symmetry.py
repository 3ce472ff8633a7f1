"""Symmetry measures of a word space: Sym1, Sym2 (paper, section 3.2), average cosine, IsoScore.

Measures come in two layers: functions of a matrix (`sym1(X, p)`), and the formulas they share
with the engine, which take moments or eigenvalues. Undefined values are nan. A matrix may be a
dask array (extra `[dask]`): it is then computed block by block where the blocks are.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from zipfviz.common.errors import InputError
from zipfviz.common.record import Record
from zipfviz.whitening.affine import Lengths
from zipfviz.whitening.dispatch import is_dask, lengths, look, moments
from zipfviz.whitening.moments import Moments, check_prior
from zipfviz.whitening.rounding import as_floats
from zipfviz.whitening.spectra import eigensystem


def _checked(X: Any, p: Any = None) -> tuple[Any, Any]:
    """The matrix and its prior; a dask array's are checked block by block."""
    if is_dask(X):
        return X, p
    X = as_floats(X)
    if X.ndim != 2 or X.shape[0] == 0 or X.shape[1] == 0:
        raise InputError(
            f"X: got shape {X.shape}, expected (n words, d dimensions) with n, d >= 1."
        )
    return X, check_prior(p, len(X))


def sym1(X: ArrayLike, p: ArrayLike | None = None) -> float:
    """Symmetry of the first moment: 1 - |E[x]| / E|x| under p (paper, section 3.2).

    Parameters
    ----------
    X : array-like or dask array of shape (n, d)
    p : array-like of shape (n,), default=None
        Weights >= 0 in any unit; None is the uniform prior.

    Returns
    -------
    float
        In [0, 1]; 1 if and only if the mean is 0. NaN if every vector is 0.

    Examples
    --------
    >>> import zipfviz
    >>> X = [[1.0, 0.0], [-1.0, 0.0], [0.0, 2.0], [0.0, -2.0]]
    >>> zipfviz.sym1(X)
    1.0
    >>> round(zipfviz.sym1(X, p=[0.7, 0.1, 0.1, 0.1]), 2)
    0.5
    """
    X, q = _checked(X, p)
    (m,) = moments(X, (q,))
    return sym1_of(m.mean, lengths(X, q).mean)


def sym1_of(mean: np.ndarray, mean_length: float) -> float:
    """Compute Sym1 from the mean (d,) and the mean length."""
    return 1.0 - float(np.linalg.norm(mean)) / mean_length if mean_length > 0 else math.nan


def sym2(X: ArrayLike, p: ArrayLike | None = None, *, d: int | None = None) -> float:
    """Symmetry of the second moment: H(lambda / sum lambda) / log d (paper, section 3.2).

    lambda are the eigenvalues of the covariance under p, H is the Shannon entropy.

    Parameters
    ----------
    X : array-like or dask array of shape (n, columns)
    p : array-like of shape (n,), default=None
        Weights >= 0 in any unit; None is the uniform prior.
    d : int, default=None
        Dimensions of the space that X lies in, its columns by default. Whitening of vectors of
        rank k < d has log k / log d: "zca" gives all d columns, of "pca", which leaves out the
        d - k that do not vary, tell d. The engine (`zipfviz.symmetry`, tables, pages) takes d of
        the space, so that both rotations have the same Sym2.

    Returns
    -------
    float
        In [0, 1]; 1 if and only if the covariance is a multiple of I. NaN for d = 1 or no
        variance.

    Raises
    ------
    InputError
        `d` is smaller than the number of columns, or X and p do not fit.

    Examples
    --------
    >>> import zipfviz
    >>> X = [[1.0, 0.0], [-1.0, 0.0], [0.0, 2.0], [0.0, -2.0]]
    >>> round(zipfviz.sym2(X), 2)
    0.72
    >>> round(zipfviz.sym2(X, p=[4, 4, 1, 1]), 2)  # frequent words are short: isotropic
    1.0
    >>> round(zipfviz.sym2(X, p=[4, 4, 1, 1], d=4), 2)  # in two of four dimensions
    0.5
    """
    return sym2_of(spectrum(X, p), d)


def sym2_of(eigenvalues: np.ndarray, d: int | None = None) -> float:
    """Compute Sym2 from the eigenvalues of the covariance, as many as d, or d of them is told."""
    d = _dimensions(eigenvalues, d)
    return _entropy(eigenvalues) / math.log(d) if d > 1 else math.nan


def _dimensions(eigenvalues: np.ndarray, d: int | None) -> int:
    """d as told, else as many as there are eigenvalues; InputError where it is fewer."""
    if d is not None and d < len(eigenvalues):
        raise InputError(
            f"d={d} is less than the {len(eigenvalues)} columns; give the dimensions of the space, "
            "or leave d out."
        )
    return len(eigenvalues) if d is None else d


def spectrum(X: ArrayLike, p: ArrayLike | None = None) -> np.ndarray:
    """Eigenvalues (d,) float64 of the covariance of X under p, descending, >= 0.

    X and p are as for `sym1`; the covariance has the normaliser sum p = 1 (ddof 0).

    Examples
    --------
    >>> import zipfviz
    >>> zipfviz.spectrum([[1.0, 0.0], [-1.0, 0.0], [0.0, 2.0], [0.0, -2.0]])
    array([2. , 0.5])
    """
    X, q = _checked(X, p)
    (m,) = moments(X, (q,))
    return eigensystem(m.as_exact(), look(X, q, m.mean)).values


def effective_rank(eigenvalues: np.ndarray) -> float:
    """Effective rank, exp of the entropy of lambda / sum lambda (Roy & Vetterli 2007); 1 to d."""
    return math.exp(_entropy(eigenvalues))


def _entropy(eigenvalues: np.ndarray) -> float:
    """Shannon entropy of lambda / sum lambda in nats; nan where all are 0."""
    share = _shares(eigenvalues)
    if not len(share):
        return math.nan
    # The logarithm of the largest share by what the others leave of 1, which keeps its digits.
    rest = float(share[1:].sum())
    return float(-(share[1:] * np.log(share[1:])).sum()) - (1 - rest) * math.log1p(-rest)


def _shares(eigenvalues: np.ndarray) -> np.ndarray:
    """Those above 0 as shares of their sum, descending."""
    found = np.sort(np.asarray(eigenvalues, np.float64))[::-1]
    found = found[found > 0]
    return found / found[:1] / (found / found[:1]).sum()


def participation_ratio(eigenvalues: np.ndarray) -> float:
    """Participation ratio of a spectrum: (sum lambda)^2 / sum lambda^2; in [1, d]."""
    share = _shares(eigenvalues)
    return 1 / float(share @ share) if len(share) else math.nan


def isoscore(X: ArrayLike) -> float:
    """IsoScore of Rudman et al. (2022) on the uniform covariance of X (n, d); in [0, 1].

    Its published steps reduce to (PR - 1) / (d - 1) with PR = (sum lambda)^2 / sum lambda^2, the
    participation ratio of the eigenvalues lambda. 0 where all variance lies along one direction, 1
    where it is the same along all; nan for d = 1 or no variance.
    """
    return isoscore_of(spectrum(X))


def isoscore_of(eigenvalues: np.ndarray, d: int | None = None) -> float:
    """Compute IsoScore from the eigenvalues of the uniform covariance; d as for `sym2_of`."""
    d, share = _dimensions(eigenvalues, d), _shares(eigenvalues)
    if d < 2 or not len(share):
        return math.nan
    # PR - 1 = 2 sum_(i<j) lambda_i lambda_j / sum lambda^2: nothing is taken from 1.
    later = share[:0:-1].cumsum()[::-1]
    return 2 * float(share[:-1] @ later) / float(share @ share) / (d - 1)


def isoscore_star(X: ArrayLike, zeta: float, target: ArrayLike | None = None) -> float:
    """IsoScore* of Rudman & Eickhoff (2024): IsoScore of (1 - zeta) C + zeta C0; in [0, 1].

    C is the uniform covariance of the rows of X with the normaliser n - 1, as in the authors' code,
    and C0 the `target` (d, d) that it is shrunk towards: the covariance of more words than these,
    the identity where there are none. With few words C alone says too little of the space they come
    from. At zeta = 0 it equals `isoscore`, at zeta = 1 it is that of C0; C and C0 are in the units
    they are given in. nan where `isoscore` is.

    Parameters
    ----------
    X : array-like or dask array of shape (n, d)
    zeta : float
        The shrinkage, 0 to 1; the paper trains with 0.2.
    target : array-like of shape (d, d), default=None
        None is the identity.

    Raises
    ------
    InputError
        For another zeta, or a target that is no covariance of d columns.

    Examples
    --------
    >>> import zipfviz
    >>> X = [[1.0, 0.0], [-1.0, 0.0], [0.0, 2.0], [0.0, -2.0]]
    >>> [round(zipfviz.isoscore_star(X, zeta), 3) for zeta in (0, 0.5, 1)]
    [0.471, 0.753, 1.0]
    """
    X, q = _checked(X)
    (m,) = moments(X, (q,))
    return isoscore_star_of(m.covariance * m.n_rows / max(m.n_rows - 1, 1), zeta, target)


def isoscore_star_of(covariance: np.ndarray, zeta: float, target: ArrayLike | None = None) -> float:
    """Compute IsoScore* from a covariance (d, d) and its target; arguments as `isoscore_star`."""
    check_shrinkage(zeta)
    d = len(covariance)
    towards = np.eye(d) if target is None else np.asarray(target, np.float64)
    if towards.shape != (d, d) or not np.isfinite(towards).all():
        raise InputError(
            f"target: got shape {towards.shape}, expected finite numbers of shape {d, d}, the "
            "covariance of more words of this space."
        )
    lowest, highest = np.linalg.eigvalsh((towards + towards.T) / 2)[[0, -1]]
    size = max(float(np.abs(towards).max()), 0.0)
    if np.abs(towards - towards.T).max() > 1e-6 * size or lowest < -1e-6 * abs(highest):
        raise InputError("target: is no covariance; it must be symmetric, without negative values.")
    return isoscore_of(np.linalg.eigvalsh((1 - zeta) * covariance + zeta * towards)[::-1])


def check_shrinkage(zeta: float) -> None:
    """Raise InputError unless a shrinkage is between 0 and 1."""
    if not 0 <= zeta <= 1:
        raise InputError(f"zeta={zeta!r} is no shrinkage; choose a number between 0 and 1.")


@dataclass(frozen=True, kw_only=True, repr=False)
class SecondMoment(Record):
    """Mean squared length under a prior: E|x|^2 = `of_mean` + `variance`, |E x|^2 + tr Cov."""

    of_mean: float
    variance: float

    @property
    def total(self) -> float:
        """E|x|^2."""
        return self.of_mean + self.variance

    @property
    def share(self) -> float:
        """Share of it that is the mean's, 0 to 1; nan where all vectors are 0."""
        return self.of_mean / self.total if self.total > 0 else math.nan


def second_moment(X: ArrayLike, p: ArrayLike | None = None) -> SecondMoment:
    """Split the mean squared length of X under p: E|x|^2 = |E x|^2 + tr Cov(x), exactly.

    X and p are as for `sym1`. The first part is what all words have in common, the second what
    tells them apart.

    Examples
    --------
    >>> import zipfviz
    >>> X = [[3.0, 0.0], [1.0, 0.0], [2.0, 1.0], [2.0, -1.0]]
    >>> zipfviz.second_moment(X)
    SecondMoment(of_mean=4, variance=1)
    """
    X, q = _checked(X, p)
    (m,) = moments(X, (q,))
    return second_moment_of(m)


def second_moment_of(m: Moments) -> SecondMoment:
    """Compute the split of the mean squared length from moments."""
    return SecondMoment(of_mean=float(m.mean @ m.mean), variance=float(m.variances.sum()))


def average_cosine(X: ArrayLike) -> float:
    """Mean of cos(x_i, x_j) over all pairs i < j of rows of X (n, d); exact, in one pass.

    A cosine with a zero vector is 0. nan for fewer than two rows.
    """
    return average_cosine_of(lengths(*_checked(X)))


def average_cosine_of(lengths: Lengths) -> float:
    """Compute the average cosine from the sum of unit vectors."""
    n = lengths.n
    if n < 2:
        return math.nan
    return float(lengths.unit_sum @ lengths.unit_sum - lengths.n_nonzero) / (n * (n - 1))
