"""Centering, whitening and all-but-the-top as scikit-learn transformers.

`sample_weight=None` is the uniform prior, `sample_weight=p` the Zipfian one: the paper in one
argument.

>>> from zipfviz import Whitening
>>> uniform = Whitening().fit(W)                      # each word counts once
>>> zipfian = Whitening().fit(W, sample_weight=p)     # each word counts as often as it occurs
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from zipfviz.common.errors import InputError
from zipfviz.whitening import affine
from zipfviz.whitening.affine import working_dtype
from zipfviz.whitening.dispatch import is_dask, moments
from zipfviz.whitening.moments import Moments, check_prior
from zipfviz.whitening.rows import Rows

__all__ = ["AllButTheTop", "Centering", "Whitening"]


class _MomentTransformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator, ABC):
    """Shared life of the three: moments in `fit`, an affine map in `transform`."""

    #: Fewest rows that a fit can make sense of.
    _min_samples = 1

    def fit(self, X: Any, y: None = None, sample_weight: Any = None) -> Any:
        """Learn the map from X (n, d) under the prior `sample_weight` (n,), None for uniform.

        Weights are normalised to sum 1; a word of weight 0 has no influence. X may be a memory
        map, read in blocks, or a dask array (extra `[dask]`), computed where its blocks are.
        """
        if is_dask(X) or isinstance(X, Rows):
            return self._fit_in_blocks(X, sample_weight)
        X = validate_data(
            self,
            X,
            dtype=[np.float64, np.float32],
            ensure_min_samples=self._min_samples,
            ensure_all_finite=False,  # told by `moments`, which reads every value anyway
        )
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
        (m,) = moments(X, (check_prior(sample_weight, len(X), "sample_weight"),))
        self._learn(m)
        return self

    def _fit_in_blocks(self, X: Any, sample_weight: Any) -> Any:
        """`fit` without scikit-learn's look at the whole of X, which is not in memory."""
        if not is_dask(X):
            sample_weight = check_prior(sample_weight, len(X), "sample_weight")
        (m,) = moments(X, (sample_weight,))
        self.n_features_in_ = m.d
        self._learn(m)
        return self

    def transform(self, X: Any) -> np.ndarray:
        """Map X (n, d) to (n, k), in the dtype of X; a dask array to a dask array."""
        check_is_fitted(self)
        if is_dask(X):
            X = X.rechunk({1: -1})
            mapping = self._affine()
            return X.map_blocks(
                mapping, dtype=working_dtype(X), chunks=(X.chunks[0], (mapping.d_out,))
            )
        X = validate_data(self, X, dtype=[np.float64, np.float32], reset=False)
        return self._affine()(X)

    @property
    def _n_features_out(self) -> int:
        return self._affine().d_out

    @abstractmethod
    def _learn(self, m: Moments) -> None:
        """Set what is fitted, from the moments of the data."""

    @abstractmethod
    def _affine(self) -> affine.Affine:
        """The fitted map."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


class Centering(_MomentTransformer):
    """Subtract the mean under a prior: x - mu, mu = sum_i q_i x_i (paper, Algorithm 1, 1st moment).

    Attributes
    ----------
    mean_ : (d,) float64
        The centroid under the prior.
    """

    mean_: np.ndarray

    def _learn(self, m: Moments) -> None:
        self.mean_ = m.mean

    def _affine(self) -> affine.Affine:
        return affine.Affine(self.mean_)


class Whitening(_MomentTransformer):
    """Centre and decorrelate to unit variance under a prior (paper, Algorithm 1).

    Parameters
    ----------
    rotation : {"pca", "zca"}
        "pca" maps to principal axes, (x - mu) V Lambda^(-1/2); "zca" rotates back,
        (x - mu) V Lambda^(-1/2) V^T. Norms and cosines are the same.

    Attributes
    ----------
    mean_ : (d,) float64
    components_ : (n_components_, d) float64, rows are the kept eigenvectors
    eigenvalues_ : (d,) float64, descending, all of them
    n_components_ : int, the rank: directions above rounding level

    Notes
    -----
    The covariance has the normaliser sum q = 1 (ddof 0). The paper divides by n - 1 in the uniform
    case, a constant factor that no score or symmetry sees. Null directions are dropped: "pca"
    returns `n_components_` columns, "zca" all d. Raises ZipfvizError if nothing varies.
    """

    _min_samples = 2
    mean_: np.ndarray
    components_: np.ndarray
    eigenvalues_: np.ndarray
    n_components_: int
    _map: affine.Affine

    def __init__(self, rotation: affine.Rotation = "pca") -> None:
        self.rotation = rotation

    def _learn(self, m: Moments) -> None:
        system = affine.eigensystem(m)
        self._map = affine.whitening(m, self.rotation, system)
        self.mean_ = m.mean
        self.n_components_ = system.rank
        self.components_ = np.ascontiguousarray(system.vectors[:, : system.rank].T)
        self.eigenvalues_ = system.values

    def _affine(self) -> affine.Affine:
        return self._map


class AllButTheTop(_MomentTransformer):
    """Centre, then project out the leading principal directions (Mu & Viswanath 2018).

    Parameters
    ----------
    n_components : int
        How many directions to remove; the paper fixes 3, Mu & Viswanath suggest about d/100.

    Attributes
    ----------
    mean_ : (d,) float64
    components_ : (n_components_, d) float64, the removed directions
    n_components_ : int, directions removed: fewer than asked for only where X has fewer columns
    """

    mean_: np.ndarray
    components_: np.ndarray
    n_components_: int
    _map: affine.Affine

    def __init__(self, n_components: int = 3) -> None:
        self.n_components = n_components

    def _learn(self, m: Moments) -> None:
        if not isinstance(self.n_components, int | np.integer):
            raise InputError(f"n_components={self.n_components!r} is not a whole number.")
        system = affine.eigensystem(m)
        self._map = affine.all_but_the_top(m, int(self.n_components), system)
        self.mean_ = m.mean
        self.n_components_ = min(int(self.n_components), m.d)
        self.components_ = np.ascontiguousarray(system.vectors[:, : self.n_components_].T)

    def _affine(self) -> affine.Affine:
        return self._map
