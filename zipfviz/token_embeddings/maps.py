"""Centering and whitening of token vectors, under the priors tokens can be weighted by.

Method names are those of the paper's table: "zipfian" counts every token once, which weights types
as often as they occur; "uniform" is the pseudo-uniform prior, which gives each type the same
weight. "sentence" takes the moments of the sentence vectors instead, as WhiteningBERT does.
"""

from collections.abc import Collection, Mapping

from zipfviz.common.errors import InputError
from zipfviz.whitening import affine
from zipfviz.whitening.affine import Affine, Rotation
from zipfviz.whitening.moments import Moments
from zipfviz.whitening.spectra import Eigensystem

PRIORS = ("uniform", "zipfian")
#: Prior and operation of each method by name.
PARTS = {"raw": ("", "raw")} | {
    f"{prior}_{operation}": (prior, operation)
    for prior in (*PRIORS, "sentence")
    for operation in ("centering", "whitening")
}
METHODS = tuple(name for name, (prior, _) in PARTS.items() if prior != "sentence")
SENTENCE_METHODS = tuple(name for name, (prior, _) in PARTS.items() if prior == "sentence")


def method_parts(method: str, priors: Collection[str]) -> tuple[str, str]:
    """Prior and operation of a method; raw is ("", "raw").

    Raises InputError for an unknown method, or one whose prior is not among `priors`.
    """
    known = {name: parts for name, parts in PARTS.items() if parts[0] in ("", *priors)}
    if method not in known:
        raise InputError(f"the method {method!r} is unknown here; use one of {', '.join(known)}.")
    return known[method]


def moment_map(
    method: str,
    moments: Mapping[str, Moments],
    rotation: Rotation = "pca",
    systems: Mapping[str, Eigensystem] | None = None,
) -> Affine:
    """The map of `method` from the moments under each prior; `systems` if they are at hand.

    Raises InputError for an unknown method or prior, or vectors without variance.
    """
    prior, operation = method_parts(method, moments)
    if operation == "raw":
        return affine.identity(next(iter(moments.values())).d)
    m = moments[prior]
    if operation == "centering":
        return affine.centering(m)
    return affine.whitening(m, rotation=rotation, system=systems[prior] if systems else None)
