"""Moments and lengths of any matrix: of an array at once, of a dask array by block and merged.

What each block of a dask array (extra `[dask]`) gives is small (d x d); results travel, vectors do
not. Nothing here schedules: `dask.distributed.Client("tcp://scheduler:8786")` made before the call
is all it takes to use a cluster.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.whitening import moments as array_moments
from zipfviz.whitening.affine import Affine, Lengths, identity, row_statistics
from zipfviz.whitening.moments import Moments, check_prior, complete, partial_moments
from zipfviz.whitening.scaled import Turned
from zipfviz.whitening.spectra import Look

#: So many results are merged at once, in a tree.
MERGED_AT_ONCE = 8


def is_dask(X: object) -> bool:
    """Whether `X` is a dask array; dask itself is not imported."""
    return type(X).__module__.partition(".")[0] == "dask"


def moments(
    X: Any, priors: Sequence[Any] = (None,), *, input_spacing: float | None = None
) -> tuple[Moments, ...]:
    """Compute moments of the rows of X (n, d) under each prior, see `moments.moments`.

    With a dask array a prior is None, or (n,) weights as a numpy or dask array in any unit. Row
    numbers in messages count from the start of their block where sizes of blocks are unknown.
    """
    if not is_dask(X):
        return array_moments.moments(X, priors, input_spacing=input_spacing)
    blocks, weights, firsts = _blocks(X, priors)
    parts = [
        _delayed(_block_moments)(block, qs, first)
        for block, qs, first in zip(blocks, weights, firsts, strict=True)
    ]
    return complete(_merged(parts, _merge_moments))


def look(X: Any, q: Any, mean: np.ndarray) -> Look:
    """Make another pass over the rows of X (n, d) under weights q, for `spectra.eigensystem`."""

    def along(axes: np.ndarray) -> Moments:
        turn = Affine(mean, axes)
        if not is_dask(X):
            return moments(Turned(X, turn), (q,))[0]
        rows = X.rechunk({1: -1})
        chunks = (rows.chunks[0], (turn.d_out,))
        return moments(rows.map_blocks(turn.rows, dtype=np.float64, chunks=chunks), (q,))[0]

    return along


def lengths(X: Any, q: Any = None) -> Lengths:
    """Compute lengths of the rows of X (n, d) under weights q (n,), None for uniform."""
    if not is_dask(X):
        return Lengths.of(*row_statistics(X, identity(X.shape[1])), q)
    blocks, weights, _ = _blocks(X, (q,))
    parts = [
        _delayed(_block_lengths)(block, own) for block, (own,) in zip(blocks, weights, strict=True)
    ]
    return _merged(parts, _merge_lengths)


def _delayed(function: Callable[..., object]) -> Any:
    import dask

    return dask.delayed(function, pure=True)


def _blocks(X: Any, priors: Sequence[Any]) -> tuple[list[Any], list[list[Any]], list[int]]:
    """The blocks of rows, the weights of each block for each prior, the first row of each."""
    import dask.array

    if X.ndim != 2 or X.shape[1] == 0:
        raise InputError(f"X: got shape {X.shape}, expected (n words, d dimensions), d >= 1.")
    X = X.rechunk({1: -1})
    sizes = X.chunks[0]
    known = not np.isnan(sizes).any()
    if known and sum(sizes) == 0:
        raise InputError("there is no row to take moments of; give at least one vector.")
    firsts = [int(at) for at in np.cumsum([0, *sizes[:-1]])] if known else [0] * len(sizes)
    columns = []
    for q in priors:
        if q is None:
            columns.append([None] * len(sizes))
            continue
        if known and q.shape != (X.shape[0],):
            raise InputError(
                f"p: got shape {q.shape}, expected one weight for each of "
                f"{counted(len(X), 'rows')}."
            )
        largest = q.max()  # a sum of weights near 1e308 would overflow
        q = q / dask.array.where((largest > 0) & (largest < np.inf), largest, 1.0)
        if known:
            q = dask.array.asarray(q).rechunk((sizes,))
        elif getattr(q, "numblocks", None) != (len(sizes),):
            raise InputError(
                "the sizes of X's blocks are unknown; call X.compute_chunk_sizes() first, or give "
                "weights in blocks like those of X."
            )
        columns.append(list(q.to_delayed().ravel()))
    return list(X.to_delayed().ravel()), [list(row) for row in zip(*columns, strict=True)], firsts


def _merged(parts: list[Any], merge: Callable[..., object]) -> Any:
    """One result from those of all blocks, merged in the order of the rows."""
    while len(parts) > 1:
        groups = [parts[i : i + MERGED_AT_ONCE] for i in range(0, len(parts), MERGED_AT_ONCE)]
        parts = [_delayed(merge)(group) for group in groups]
    return parts[0].compute()


def _block_moments(block: np.ndarray, weights: Sequence[Any], first: int) -> tuple[Moments, ...]:
    return partial_moments(_floats(block), [_checked(q, len(block)) for q in weights], first)


def _merge_moments(parts: Sequence[tuple[Moments, ...]]) -> tuple[Moments, ...]:
    return tuple(functools.reduce(Moments.merge, each) for each in zip(*parts, strict=True))


def _block_lengths(block: np.ndarray, q: np.ndarray | None) -> Lengths:
    return lengths(_floats(block), _checked(q, len(block)))


def _merge_lengths(parts: Sequence[Lengths]) -> Lengths:
    return functools.reduce(Lengths.merge, parts)


def _floats(block: Any) -> np.ndarray:
    block = np.asarray(block)
    return block if np.issubdtype(block.dtype, np.floating) else block.astype(np.float64)


def _checked(q: np.ndarray | None, n: int) -> np.ndarray | None:
    """The weights of one block, in their own unit; a block may weigh nothing."""
    if q is None:
        return None
    q = np.asarray(q, np.float64)
    if q.any():
        check_prior(q, n)
    return q
