"""Centering, whitening and all-but-the-top as scikit-learn transformers.

`sample_weight=None` is the uniform prior, `sample_weight=p` the Zipfian one: the paper in one
argument.
"""

from abc import ABC, abstractmethod
from typing import Any, Self, get_args

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    OneToOneFeatureMixin,
    TransformerMixin,
)
from sklearn.utils.validation import (
    _check_sample_weight,
    check_array,
    check_is_fitted,
    validate_data,
)

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.whitening import affine
from zipfviz.whitening.affine import working_dtype
from zipfviz.whitening.dispatch import is_dask, look, moments
from zipfviz.whitening.moments import Moments, check_prior
from zipfviz.whitening.rounding import given_spacing, readable
from zipfviz.whitening.rows import Rows
from zipfviz.whitening.spectra import Eigensystem, Look, eigensystem

FLOATS: list[type[np.floating]] = [np.float64, np.float32]


class _MomentTransformer(TransformerMixin, BaseEstimator, ABC):
    """Learn moments in `fit`, apply an affine map in `transform`, undo it in `inverse_transform`.

    A subclass sets `_map` and, where undoing takes more than adding the mean, `_back`.
    """

    #: Fewest rows that a fit can make sense of.
    _min_samples = 1

    mean_: np.ndarray
    n_features_in_: int
    _map: affine.Affine
    #: (columns out, d): takes mapped rows to centred rows; None for the identity.
    _back: np.ndarray | None = None

    def fit(
        self, X: ArrayLike | Rows, y: None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Learn the map from the moments of X under a prior.

        Parameters
        ----------
        X : array-like of shape (n, d)
            One word a row. A memory map is read in blocks; a dask array (extra `[dask]`) is
            computed where its blocks are.
        y : None
            Ignored, there for scikit-learn's conventions.
        sample_weight : array-like of shape (n,), default=None
            The prior, in any unit: weights >= 0 are divided by their sum. None is the uniform
            prior. A word of weight 0 has no influence.

        Returns
        -------
        self

        Raises
        ------
        InputError
            For a value of X that is not finite, a weight that is negative or not finite, weights
            that are all 0, or parameters that do not fit X.
        """
        W: Any = readable(X)
        q: Any = sample_weight
        if not (is_dask(X) or isinstance(X, Rows)):  # which are never looked at whole
            W = validate_data(
                self,
                W,
                dtype=FLOATS,
                ensure_min_samples=self._min_samples,
                ensure_all_finite=False,  # told by `moments`, which reads every value anyway
            )
            q = None if q is None else _check_sample_weight(q, W, dtype=float)
        if not is_dask(X):
            q = check_prior(q, len(W), "sample_weight")
        (m,) = moments(W, (q,), input_spacing=given_spacing(X))
        self.n_features_in_ = m.d
        self._learn(m, look(W, q, m.mean))
        self.mean_ = m.mean
        return self

    def transform(self, X: ArrayLike) -> np.ndarray:
        """Map X (n, d) to (n, columns out), in the dtype of X.

        A dask array is mapped to a dask array. Raises ValueError for other columns than `fit` saw.
        """
        check_is_fitted(self)
        if is_dask(X):
            return _map_blocks(X, self._map, self._map.d_out)
        return self._map(validate_data(self, readable(X), dtype=FLOATS, reset=False))

    def inverse_transform(self, X: ArrayLike) -> np.ndarray:
        """Map X (n, columns out) back to (n, d), in the dtype of X: the nearest rows that map to X.

        These are the rows themselves where no direction was dropped. Directions that were dropped
        or removed come back as they are at the mean. A dask array is mapped to a dask array.
        Raises InputError for other columns than `transform` gives.
        """
        check_is_fitted(self)
        Y: Any = X if is_dask(X) else check_array(readable(X), dtype=FLOATS)
        if Y.shape[1] != self._map.d_out:
            raise InputError(
                f"X has {counted(Y.shape[1], 'columns')}, but transform gave {self._map.d_out}; "
                "hand in what transform gave."
            )
        return _map_blocks(Y, self._undo, self.n_features_in_) if is_dask(Y) else self._undo(Y)

    def _undo(self, Y: np.ndarray) -> np.ndarray:
        dtype = working_dtype(Y)
        centred = Y if self._back is None else Y @ self._back.astype(dtype)
        return np.add(centred, self.mean_, dtype=dtype)

    @abstractmethod
    def _learn(self, m: Moments, look: Look) -> None:
        """Set what is fitted, from the moments of the data."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


class _Directions:
    """The leading principal directions of a fit, in the words of scikit-learn's PCA."""

    components_: np.ndarray
    explained_variance_: np.ndarray
    explained_variance_ratio_: np.ndarray
    n_components_: int

    def _keep_directions(self, system: Eigensystem, n: int) -> None:
        self.n_components_ = n
        self.components_ = np.ascontiguousarray(system.vectors[:, :n].T)
        self.explained_variance_ = system.values[:n]
        with np.errstate(invalid="ignore"):  # no share of no variance: NaN
            self.explained_variance_ratio_ = system.values[:n] / system.values.sum()


def _map_blocks(X: Any, mapping: Any, d_out: int) -> Any:
    """The dask array of the mapped rows of a dask array."""
    X = X.rechunk({1: -1})
    return X.map_blocks(mapping, dtype=working_dtype(X), chunks=(X.chunks[0], (d_out,)))


class Centering(OneToOneFeatureMixin, _MomentTransformer):
    """Subtract the mean under a prior: x - mu, mu = sum_i q_i x_i.

    The first moment of Algorithm 1 in [1]_. Output columns are named as input columns.

    Attributes
    ----------
    mean_ : ndarray of shape (d,), float64
        The centroid under the prior.
    n_features_in_ : int
        d.
    feature_names_in_ : ndarray of shape (d,)
        Names of the columns, where X had any.

    See Also
    --------
    Whitening : The second moment as well.

    References
    ----------
    .. [1] Yokoi, Bao, Kurita & Shimodaira, "Zipfian Whitening", NeurIPS 2024.

    Examples
    --------
    >>> import numpy as np
    >>> from zipfviz import Centering
    >>> W = np.array([[0.0, 4.0], [2.0, 0.0]])
    >>> Centering().fit_transform(W)
    array([[-1.,  2.],
           [ 1., -2.]])
    >>> often_first = Centering().fit(W, sample_weight=[3, 1])
    >>> often_first.mean_
    array([0.5, 3. ])
    >>> often_first.inverse_transform(often_first.transform(W))
    array([[0., 4.],
           [2., 0.]])
    """

    def _learn(self, m: Moments, look: Look) -> None:
        self._map = affine.centering(m)


class Whitening(ClassNamePrefixFeaturesOutMixin, _Directions, _MomentTransformer):
    """Centre and decorrelate to unit variance under a prior.

    Algorithm 1 of [1]_: with `sample_weight=p` Zipfian whitening, without it the uniform one.

    Parameters
    ----------
    n_components : int, float or None, default=None
        How many directions are kept, those of the largest variance under the prior. None keeps
        all of them. A float between 0 and 1 keeps as few as explain more than that share of the
        variance, as in `sklearn.decomposition.PCA`.
    rotation : {"pca", "zca"}, default="pca"
        "pca" maps to principal axes, (x - mu) V Lambda^(-1/2), one column a direction; "zca"
        rotates back, (x - mu) V Lambda^(-1/2) V^T, to d columns named as those of X. Norms and
        cosines are the same.
    epsilon : float, default=0.0
        Soft whitening [2]_: what is added to each eigenvalue before the root, in units of their
        mean over all directions. 0 is whitening, much above 1 little but centering.

    Attributes
    ----------
    mean_ : ndarray of shape (d,), float64
        The centroid under the prior.
    components_ : ndarray of shape (n_components_, d), float64
        The kept eigenvectors of the covariance as rows, the largest component of each positive.
    explained_variance_ : ndarray of shape (n_components_,), float64
        The variance along each, descending: its eigenvalue.
    explained_variance_ratio_ : ndarray of shape (n_components_,), float64
        The same as a share of the variance along all directions.
    eigenvalues_ : ndarray of shape (d,), float64
        The eigenvalues of all directions, kept or not, descending.
    n_components_ : int
        How many are kept: at most the rank. Directions whose variance is no more than rounding
        are dropped, never divided by.
    n_features_in_ : int
        d.
    feature_names_in_ : ndarray of shape (d,)
        Names of the columns, where X had any.

    See Also
    --------
    sklearn.decomposition.PCA : With whiten=True the uniform prior only.

    Notes
    -----
    A direction v is null where its variance is no more than rounding the input to its dtype puts
    there, sum_j v_j^2 eps^2 E x_j^2: each column's rounding by its own size, so that a huge column
    hides no small one.

    The covariance has the normaliser sum q = 1 (ddof=0). The paper divides by n - 1 in the uniform
    case, a constant factor that no score or symmetry sees. `fit` raises InputError where nothing
    varies. `inverse_transform` is exact on the kept directions: with all of them it gives X back,
    with some of them the nearest rows among mu + their span.

    In a `Pipeline` or a search, `Whitening().set_fit_request(sample_weight=True)` asks for the
    weights under scikit-learn's metadata routing.

    References
    ----------
    .. [1] Yokoi, Bao, Kurita & Shimodaira, "Zipfian Whitening", NeurIPS 2024.
    .. [2] Diera, Galke & Scherp, "Isotropy Matters: Soft-ZCA Whitening of Embeddings for Semantic
       Code Search", arXiv:2411.17538, 2024.

    Examples
    --------
    >>> import numpy as np
    >>> from zipfviz import Whitening
    >>> W = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 3.0]])
    >>> p = np.array([0.4, 0.3, 0.2, 0.1])
    >>> zipfian = Whitening().fit(W, sample_weight=p)
    >>> zipfian.mean_
    array([0.8, 0.5])
    >>> Z = zipfian.transform(W)
    >>> np.allclose(np.cov(Z.T, aweights=p, ddof=0), np.eye(2))
    True
    >>> np.allclose(zipfian.inverse_transform(Z), W)
    True
    >>> zipfian.explained_variance_ratio_.round(2)
    array([0.61, 0.39])
    >>> Whitening(n_components=1).set_output(transform="pandas").fit_transform(W).round(1)
       whitening0
    0        -1.0
    1        -0.2
    2        -0.4
    3         1.7
    """

    _min_samples = 2

    eigenvalues_: np.ndarray

    def __init__(
        self,
        n_components: int | float | None = None,
        *,
        rotation: affine.Rotation = "pca",
        epsilon: float = 0.0,
    ) -> None:
        self.n_components = n_components
        self.rotation = rotation
        self.epsilon = epsilon

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """Names of the output columns: "whitening0" and so on, with "zca" those of X."""
        named_by = (
            OneToOneFeatureMixin if self.rotation == "zca" else ClassNamePrefixFeaturesOutMixin
        )
        return named_by.get_feature_names_out(self, input_features)

    @property
    def _n_features_out(self) -> int:
        return self._map.d_out

    def _learn(self, m: Moments, look: Look) -> None:
        system = eigensystem(m, look)
        n_kept = self._count_kept(system)
        epsilon = self._checked_epsilon()
        turn: Any = {"rotation": self.rotation, "system": system, "n_kept": n_kept}
        self._map = affine.soft_whitening(m, epsilon, **turn)
        self._keep_directions(system, n_kept)
        self.eigenvalues_ = np.sort(system.values)[::-1]
        divided_by = self.explained_variance_ + epsilon * self.eigenvalues_.mean()
        self._back = np.sqrt(divided_by)[:, None] * self.components_
        if self.rotation == "zca":
            self._back = self.components_.T @ self._back

    def _checked_epsilon(self) -> float:
        is_number = isinstance(self.epsilon, int | float | np.integer | np.floating)
        if not is_number or not 0 <= self.epsilon < np.inf:
            raise InputError(f"epsilon={self.epsilon!r}: give a finite number of 0 or more.")
        return float(self.epsilon)

    def _count_kept(self, system: Eigensystem) -> int:
        asked, d = self.n_components, len(system.values)
        if asked in get_args(affine.Rotation):
            raise InputError(f"a rotation goes by name: Whitening(rotation={asked!r}).")
        if asked is None:
            return system.rank
        if isinstance(asked, int | np.integer) and 1 <= asked <= d:
            return min(int(asked), system.rank)
        if isinstance(asked, float | np.floating) and 0 < asked < 1:
            reached = np.cumsum(system.values) > float(asked) * system.values.sum()
            return min(int((~reached).sum()) + 1, system.rank)
        raise InputError(
            f"n_components={asked!r}: expected None, a whole number from 1 to n_features={d}, or "
            "a share of the variance between 0 and 1."
        )


class AllButTheTop(OneToOneFeatureMixin, _Directions, _MomentTransformer):
    """Centre, then project out the leading principal directions.

    All-but-the-top of [1]_, a baseline of [2]_. Output columns are named as input columns.

    Parameters
    ----------
    n_components : int, default=3
        How many directions to remove, those of the largest variance under the prior. [2]_ fixes
        3, [1]_ suggests about d / 100.

    Attributes
    ----------
    mean_ : ndarray of shape (d,), float64
        The centroid under the prior.
    components_ : ndarray of shape (n_components_, d), float64
        The removed directions as rows.
    explained_variance_ : ndarray of shape (n_components_,), float64
        The variance along each of the removed directions, descending.
    explained_variance_ratio_ : ndarray of shape (n_components_,), float64
        The same as a share of the variance along all directions.
    n_components_ : int
        Directions removed: fewer than asked for only where X has fewer columns.
    n_features_in_ : int
        d.
    feature_names_in_ : ndarray of shape (d,)
        Names of the columns, where X had any.

    Notes
    -----
    What was removed cannot come back: `inverse_transform` adds the mean, which gives the nearest
    rows that have no part along the removed directions but that of the mean.

    References
    ----------
    .. [1] Mu & Viswanath, "All-but-the-Top: Simple and Effective Postprocessing for Word
       Representations", ICLR 2018.
    .. [2] Yokoi, Bao, Kurita & Shimodaira, "Zipfian Whitening", NeurIPS 2024.

    Examples
    --------
    >>> import numpy as np
    >>> from zipfviz import AllButTheTop
    >>> W = np.array([[0.0, 1.0], [6.0, 1.0], [0.0, 3.0], [6.0, 3.0]])
    >>> top = AllButTheTop(n_components=1).fit(W)
    >>> top.components_
    array([[1., 0.]])
    >>> top.transform(W)
    array([[ 0., -1.],
           [ 0., -1.],
           [ 0.,  1.],
           [ 0.,  1.]])
    >>> top.inverse_transform(top.transform(W))
    array([[3., 1.],
           [3., 1.],
           [3., 3.],
           [3., 3.]])
    """

    def __init__(self, n_components: int = 3) -> None:
        self.n_components = n_components

    def _learn(self, m: Moments, look: Look) -> None:
        if not isinstance(self.n_components, int | np.integer):
            raise InputError(f"n_components={self.n_components!r} is not a whole number.")
        system = eigensystem(m.as_exact(), look)
        self._map = affine.all_but_the_top(m, int(self.n_components), system=system)
        self._keep_directions(system, min(int(self.n_components), m.d))


class EmbedFilter(ClassNamePrefixFeaturesOutMixin, _MomentTransformer):
    """Keep the middle singular directions of a table, leave out the widest and the narrowest.

    EmbedFilter of [1]_: fitted on the output table of a language model (its unembedding matrix), it
    is applied to text embeddings from that model. Nothing is centred.

    Parameters
    ----------
    ratio : int, default=2
        One direction in so many is kept: d // ratio of them, those in the middle of the order by
        singular value, where d are the directions that X fills. 1 keeps all columns as they are.

    Attributes
    ----------
    components_ : ndarray of shape (n_components_, d), float64
        The directions kept as rows, right singular vectors of X in descending order.
    n_components_ : int
        How many are kept.
    mean_ : ndarray of shape (d,), float64
        The centroid under the prior, which is not subtracted.
    n_features_in_ : int
        d.
    feature_names_in_ : ndarray of shape (d,)
        Names of the columns, where X had any.

    Notes
    -----
    With `sample_weight` rows count by weight, which [1]_ does not do. `fit` raises InputError for a
    ratio above d. `inverse_transform` gives the nearest rows that map to X, without what was left
    out.

    References
    ----------
    .. [1] Wu, Chen, Liu, Cui, Li & Yan, "Your UnEmbedding Matrix is Secretly a Feature Lens for
       Text Embeddings", arXiv:2606.07502, 2026.

    Examples
    --------
    >>> import numpy as np
    >>> from zipfviz import EmbedFilter
    >>> table = np.diag([8.0, 4.0, 2.0, 1.0])
    >>> kept = EmbedFilter(ratio=2).fit(table)
    >>> kept.transform(np.array([[1.0, 2.0, 3.0, 4.0]]))
    array([[2., 3.]])
    """

    def __init__(self, ratio: int = 2) -> None:
        self.ratio = ratio

    def _learn(self, m: Moments, look: Look) -> None:
        if not isinstance(self.ratio, int | np.integer) or isinstance(self.ratio, bool):
            raise InputError(f"ratio={self.ratio!r} is not a whole number.")
        self._map = affine.embed_filter(m, int(self.ratio))
        matrix = self._map.matrix
        self.components_ = np.eye(m.d) if matrix is None else np.ascontiguousarray(matrix.T)
        self.n_components_ = len(self.components_)

    @property
    def _n_features_out(self) -> int:
        return self.n_components_

    def _undo(self, Y: np.ndarray) -> np.ndarray:
        return Y @ self.components_.astype(working_dtype(Y))
