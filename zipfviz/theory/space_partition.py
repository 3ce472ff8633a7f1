"""Partition functions of a word space over drawn or listed contexts, after any method.

contexts = draw_contexts(space, 200, by="tokens")
for prior, z in partition_functions(space, "zipfian_whitening", contexts=contexts).items():
    print(prior, z.constancy, z.error)

Contexts from a second matrix, such as a skip-gram's other side, are matched by their words:

contexts, C = contexts_elsewhere(space, contexts, zipfviz.load_embedding("other.vec"))
partition_functions(space, "raw", contexts=contexts, context_vectors=C)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from zipfviz.common.deprecated import accepts_positional, reordered
from zipfviz.common.errors import InputError, MatchError
from zipfviz.common.nouns import counted
from zipfviz.common.record import Record
from zipfviz.io.records import Embedding, content_digest
from zipfviz.space.methods import Method, MethodLike, Options, Prior, WordMap, as_method
from zipfviz.space.names import method_name
from zipfviz.space.sampling import sample_tokens, sample_types
from zipfviz.space.word_space import WordSpace
from zipfviz.theory.partition import (
    Constancy,
    Progress,
    Scaling,
    constancy,
    log_partition,
    part_of,
    second_order,
    second_order_error,
)
from zipfviz.whitening.affine import Affine, uncentred
from zipfviz.whitening.moments import Moments

UNIT = Scaling()
ALIKE = 1e-6
"""Second moments that differ by less than this share are those of whitened words."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Partition(Record):
    """Partition function of one prior over contexts, after one method.

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
        """What the second-order approximation misses, as `second_order_error` defines it."""
        return second_order_error(self.log_z, self.log_second_order)


@reordered("space", "by", "k", "seed")
def draw_contexts(
    space: WordSpace, k: int, *, by: Literal["types", "tokens"], seed: int = 0
) -> np.ndarray:
    """Draw `k` context words as `sample_types` or `sample_tokens`: their rows, (k,) int64.

    Tokens may repeat. Raises InputError as these do.
    """
    if by not in ("types", "tokens"):
        raise InputError(f"contexts by {by!r} are unknown; draw them by 'types' or by 'tokens'.")
    words = (sample_types if by == "types" else sample_tokens)(space, k, seed=seed)
    return np.array([space.index[word] for word in words], dtype=np.int64)


def contexts_elsewhere(
    space: WordSpace, contexts: Sequence[int] | np.ndarray, second: Embedding
) -> tuple[np.ndarray, np.ndarray]:
    """Look contexts up in a second matrix, by their words as written.

    Returns (rows of the space, (m,) int64; their vectors there, (m, d) float64), m <= k, in order.
    Raises MatchError where no context is there.
    """
    rows = np.asarray(contexts, dtype=np.int64)
    wanted = {space.words[row] for row in rows.tolist()}
    place = {word: i for i, word in enumerate(second.words) if word in wanted}
    kept = np.array([row for row in rows.tolist() if space.words[row] in place], dtype=np.int64)
    if not kept.size:
        raise MatchError(
            f"none of the contexts has a vector in {second.name}; choose other contexts or another "
            "matrix."
        )
    there = [place[space.words[row]] for row in kept.tolist()]
    return kept, second.vectors[there].astype(np.float64)


@accepts_positional("contexts", "scaling", "options")
def partition_functions(
    space: WordSpace,
    method: MethodLike,
    *,
    contexts: np.ndarray,
    scaling: Scaling = UNIT,
    options: Options | None = None,
    context_vectors: np.ndarray | None = None,
    progress: Progress | None = None,
) -> dict[Prior, Partition]:
    """Compute Z_u and Z_z over contexts, words and contexts after the same method.

    Z_u(c) = sum_w exp<w, c> and Z_z(c) = sum_w p(w) exp<w, c>, exact sums. Returns a `Partition`
    for each prior: `constancy.std_log` is the standard deviation of log Z over the contexts,
    `constancy.variation` that of Z over its mean, `constancy.min_max` the smallest over the largest
    Z among ± principal directions (nan for whitened words, which have none), and `error` the median
    over contexts of |second-order Z / Z - 1| (`zipfviz.theory.constancy`, `second_order`,
    `second_order_error`).

    With `context_vectors` contexts come from a second matrix and are taken as they are: no
    transform, only `scaling`. Whitening keeps the words' own axes then (ZCA; see `affine`), for
    words that are turned no longer fit contexts that are not.

    Parameters
    ----------
    method : one of ALL_WORD_METHODS; "sif_ccr" and "usif" are no maps on words without a task.
    contexts : rows of the space, (k,) int64, repeats allowed.
    context_vectors : the contexts' vectors in a second matrix, (k, d), a row for each of
        `contexts`; see `contexts_elsewhere`.
    progress : as for `log_partition`.

    Raises InputError for no context at all, a method it cannot take, or context vectors of another
    dimension than the words'. Results are kept with the space.
    """
    contexts = np.asarray(contexts, dtype=np.int64)
    if not contexts.size:
        raise InputError("there is no context; draw or list at least one word.")
    method = as_method(method, options)
    if method.needs_task:
        raise InputError(
            f"{method_name(method)} is no map on words without a task; choose another transform."
        )

    second = None if context_vectors is None else np.asarray(context_vectors, np.float64)
    if second is not None:
        _check_second(space, contexts, second)

    which = () if second is None else (content_digest(second),)
    return space.analysis.cached(
        ("partition", method, scaling, contexts.tobytes(), *which),
        lambda: _compute(space, method, contexts, scaling, second, progress),
    )


def _check_second(space: WordSpace, contexts: np.ndarray, second: np.ndarray) -> None:
    if second.ndim != 2 or len(second) != len(contexts):
        raise InputError(
            f"{counted(len(contexts), 'contexts')} and context vectors of shape {second.shape}; "
            "give one row a context."
        )
    if second.shape[1] != space.d:
        raise InputError(
            f"the words have {counted(space.d, 'dimensions')} and the second matrix "
            f"{second.shape[1]}; choose one with as many."
        )


def _compute(
    space: WordSpace,
    method: Method,
    contexts: np.ndarray,
    scaling: Scaling,
    context_vectors: np.ndarray | None,
    progress: Progress | None,
) -> dict[Prior, Partition]:
    mapped = space.analysis.word_map(method)
    rows, first, back = np.unique(contexts, return_index=True, return_inverse=True)
    if context_vectors is None:
        given = mapped.of_rows(rows, space.vectors[rows])
    else:
        mapped, given = _axes_kept(method, mapped), context_vectors[first]
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
            row_map=mapped.of_rows,
            progress=progress and part_of(progress, i, len(sides)),
        )
        found[prior] = Partition(
            method=method.name,
            prior=prior,
            contexts=contexts,
            log_z=log_z[:k][back],
            log_second_order=second_order(m, size * C, mass=mass)[back],
            constancy=constancy(log_z[:k][back], log_z[k:]),
        )
    return found


def _axes_kept(method: Method, mapped: WordMap) -> WordMap:
    """Whitening V Lambda^(-1/2) turned back to V Lambda^(-1/2) V^T, V_k to V_k V_k^T.

    All other methods turn no word.
    """
    matrix = mapped.affine.matrix
    if matrix is None or method.direction.kind not in ("whitening", "pca", "filter"):
        return mapped
    V = matrix / np.linalg.norm(matrix, axis=0)
    return replace(mapped, affine=Affine(mapped.affine.mean, matrix @ V.T))


def _principal_directions(m: Moments) -> np.ndarray:
    """+- the eigenvectors of E[w w^T], as rows (2 d, d); none where all directions are alike.

    Whitened words have no direction wider than another, and what a solver returns then is rounding.
    """
    system = uncentred(m)
    found = system.values[: system.rank]
    if len(found) > 1 and found[0] - found[-1] <= ALIKE * found[0]:
        return np.empty((0, m.d))
    return np.vstack([system.vectors.T, -system.vectors.T])
