"""Centering and whitening of token vectors, under the priors tokens can be weighted by.

Method names are those of the paper's table: "zipfian" counts every token once, which weights types
as often as they occur; "uniform" is the pseudo-uniform prior, which gives each type the same
weight. "sentence" takes the moments of the sentence vectors instead, as WhiteningBERT does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from zipfviz.common.errors import InputError
from zipfviz.whitening import affine
from zipfviz.whitening.affine import Affine, Eigensystem, Rotation
from zipfviz.whitening.moments import Moments

__all__ = ["METHODS", "PRIORS", "SENTENCE_METHODS", "moment_map", "split_method"]

PRIORS = ("uniform", "zipfian")
METHODS = (
    "raw",
    "uniform_centering",
    "uniform_whitening",
    "zipfian_centering",
    "zipfian_whitening",
)
SENTENCE_METHODS = ("sentence_centering", "sentence_whitening")


def split_method(method: str, priors: Collection[str]) -> tuple[str, str]:
    """(prior, operation) of a method; raw is ("", "raw").

    Raises InputError for an operation that is none, or a prior that is not among `priors`.
    """
    if method == "raw":
        return "", "raw"
    prior, _, operation = method.partition("_")
    if prior not in priors or operation not in ("centering", "whitening"):
        known = [f"{p}_{operation}" for p in priors for operation in ("centering", "whitening")]
        raise InputError(
            f"the method {method!r} is unknown here; use one of raw, {', '.join(known)}."
        )
    return prior, operation


def moment_map(
    method: str,
    moments: Mapping[str, Moments],
    rotation: Rotation = "pca",
    systems: Mapping[str, Eigensystem] | None = None,
) -> Affine:
    """The map of `method` from the moments under each prior; `systems` if they are at hand.

    Raises InputError for an unknown method or prior, or vectors without variance.
    """
    prior, operation = split_method(method, moments)
    if operation == "raw":
        return affine.identity(next(iter(moments.values())).d)
    m = moments[prior]
    if operation == "centering":
        return affine.centering(m)
    return affine.whitening(m, rotation, systems[prior] if systems else None)
