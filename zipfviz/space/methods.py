"""The methods by name: what each does to a word space, as one small object.

Every method is a map on words  y_i = s_i (x_i - mean) A  with an optional per-word scale s_i:
centering and whitening have no scale, SIF scales by a/(a+p), a mixed method takes the direction
of one transform and the length of another. SIF + CCR needs a task besides: the common direction
is that of the task's sentence vectors.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.whitening.affine import Affine
from zipfviz.whitening.moments import block_slices

__all__ = ["BASE_METHODS", "METHODS", "Options", "WordMap", "parse_method"]

#: Maps that depend on the words and one prior only: any two can be mixed.
BASE_METHODS = (
    "raw",
    "uniform_centering",
    "zipfian_centering",
    "uniform_whitening",
    "zipfian_whitening",
    "abtt",
)

#: The methods of the paper, in the order of its tables. The last two are its "+ alpha" column.
METHODS = (
    *BASE_METHODS,
    "sif_ccr",
    "uniform_centering_norm_zipfian",
    "uniform_whitening_norm_zipfian",
)


@dataclass(frozen=True)
class Options:
    """The paper's settings, and what may be moved.

    `abtt_components` D; `sif_a` a; `sif_centred_pca` whether CCR's direction comes from a centred
    PCA; `prior_strength` t in [0, 1]: "Zipfian" transforms use q proportional to p^t; `n_kept`
    directions kept by whitening (None: all).
    """

    abtt_components: int = 3
    sif_a: float = 1e-3
    sif_centred_pca: bool = True
    prior_strength: float = 1.0
    n_kept: int | None = None

    def __post_init__(self) -> None:
        if not self.sif_a > 0:
            raise InputError(f"a={self.sif_a:g} gives no word any weight; SIF needs a > 0.")
        if self.n_kept is not None and self.n_kept < 1:
            raise InputError(f"n_kept={self.n_kept} keeps no direction; give 1 or more.")


def parse_method(method: str) -> tuple[str, str | None]:
    """(direction, length) of a method name; length is None unless it is a mixed method.

    "uniform_whitening_norm_zipfian" -> ("uniform_whitening", "zipfian_whitening"): any
    "<transform>_norm_<transform>" is understood, with "zipfian" short for Zipfian whitening.
    Raises InputError that names the known methods.
    """
    if method in BASE_METHODS or method == "sif_ccr":
        return method, None
    direction, joint, length = method.partition("_norm_")
    length = "zipfian_whitening" if length == "zipfian" else length
    if joint and direction in BASE_METHODS and length in BASE_METHODS:
        return direction, length
    raise InputError(
        f"the method {method!r} is unknown; use one of {', '.join(METHODS)}, "
        "or '<transform>_norm_<transform>'."
    )


@dataclass(frozen=True)
class WordMap:
    """y_i = scale_i * affine(x_i); `scale` (n,) float64 >= 0, or None for 1."""

    affine: Affine
    scale: np.ndarray | None = None

    def __call__(self, X: np.ndarray) -> np.ndarray:
        """The mapped words, (n, k) in the dtype of X."""
        Y = self.affine(X)
        if self.scale is not None:
            for rows in block_slices(*Y.shape):
                Y[rows] *= self.scale[rows, None]
        return Y

    def projected(self, direction: np.ndarray) -> WordMap:
        """The same map with the unit vector `direction` (k,) projected out afterwards."""
        P = np.eye(len(direction)) - np.outer(direction, direction)
        matrix = P if self.affine.matrix is None else self.affine.matrix @ P
        return replace(self, affine=Affine(self.affine.mean, matrix))
