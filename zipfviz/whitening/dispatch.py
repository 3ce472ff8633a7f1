"""Dispatch of moments and lengths to numpy or dask by the kind of array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zipfviz.whitening import lengths as array_lengths
from zipfviz.whitening import moments as array_moments
from zipfviz.whitening.lengths import Lengths
from zipfviz.whitening.moments import Moments


def is_dask(X: object) -> bool:
    """Whether `X` is a dask array; dask itself is not imported."""
    return type(X).__module__.partition(".")[0] == "dask"


def moments(X: Any, priors: Sequence[Any] = (None,)) -> tuple[Moments, ...]:
    """Compute moments of the rows of X (n, d) under each prior, see `moments.moments`.

    A dask array (extra `[dask]`) is computed where its blocks are.
    """
    if is_dask(X):
        from zipfviz.whitening import dask_moments

        return dask_moments.moments(X, priors)
    return array_moments.moments(X, priors)


def lengths(X: Any, q: Any = None) -> Lengths:
    """Compute lengths of the rows of X (n, d) under weights q (n,), None for uniform."""
    if is_dask(X):
        from zipfviz.whitening import dask_moments

        return dask_moments.lengths(X, q)
    return array_lengths.lengths(X, q)
