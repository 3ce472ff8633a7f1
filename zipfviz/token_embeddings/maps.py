"""Centering and whitening of token vectors, under the priors tokens can be weighted by.

Method names are those of the paper's table: "zipfian" counts every token once, which weights types
as often as they occur; "uniform" is the pseudo-uniform prior, which gives each type the same
weight. "sentence" takes the moments of the sentence vectors instead, as WhiteningBERT does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zipfviz import affine
from zipfviz.affine import Affine, Rotation
from zipfviz.errors import InputError
from zipfviz.moments import Moments

__all__ = ["METHODS", "PRIORS", "SENTENCE_METHODS", "moment_map"]

PRIORS = ("uniform", "zipfian")
METHODS = (
    "raw",
    "uniform_centering",
    "uniform_whitening",
    "zipfian_centering",
    "zipfian_whitening",
)
SENTENCE_METHODS = ("sentence_centering", "sentence_whitening")


def moment_map(
    method: str,
    moments: Mapping[str, Sequence[Moments]],
    stream: int,
    rotation: Rotation = "pca",
) -> Affine:
    """The map of `method` from `moments[prior][stream]`.

    Raises InputError for an unknown method or prior, or vectors that have no variance.
    """
    if method == "raw":
        return affine.identity(next(iter(moments.values()))[stream].d)
    prior, _, operation = method.partition("_")
    if prior not in moments or operation not in ("centering", "whitening"):
        known = ", ".join((*METHODS, *SENTENCE_METHODS))
        raise InputError(f"the method {method!r} is unknown for tokens; use one of {known}.")
    m = moments[prior][stream]
    return affine.centering(m) if operation == "centering" else affine.whitening(m, rotation)
