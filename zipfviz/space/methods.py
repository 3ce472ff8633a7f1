"""The methods of the paper as values: parsed once from their names, passed as records below.

Every method is a map on words  y_i = s_i (x_i - mean) A  with an optional per-word scale s_i:
centering and whitening have no scale, SIF scales by a/(a+p), a mixed method takes the direction
of one base method and the length of another. SIF + CCR needs a task besides: the common direction
is that of the task's sentence vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.whitening.affine import Affine
from zipfviz.whitening.moments import STRONGEST, block_slices

Prior = Literal["uniform", "zipfian"]
Kind = Literal["raw", "centering", "whitening", "abtt", "sif"]


@dataclass(frozen=True, kw_only=True)
class Options:
    """Settings of the methods; the defaults are the paper's.

    Parameters
    ----------
    abtt_components : D, how many leading directions all-but-the-top removes.
    sif_a : a of SIF's word weight a/(a+p), from 1e-30 to 1e30.
    sif_centred_pca : whether CCR's common direction comes from a centred PCA.
    prior_strength : t in [0, 2]; Zipfian methods use the prior q proportional to p^t, 1 is Zipf's.
    n_kept : directions kept by whitening; None keeps all.

    Raises InputError for a setting that is no such number or out of its range.
    """

    abtt_components: int = 3
    sif_a: float = 1e-3
    sif_centred_pca: bool = True
    prior_strength: float = 1.0
    n_kept: int | None = None

    def __post_init__(self) -> None:
        _check(self.abtt_components, "abtt_components", int, low=0)
        _check(self.sif_a, "sif_a", float, low=1e-30, high=1e30)
        _check(self.prior_strength, "prior_strength", float, low=0, high=STRONGEST)
        if self.n_kept is not None:
            _check(self.n_kept, "n_kept", int, low=1)
        if not isinstance(self.sif_centred_pca, bool | np.bool_):
            raise InputError(f"sif_centred_pca={self.sif_centred_pca!r}: give True or False.")


def _check(value: Any, name: str, kind: type, *, low: float, high: float = np.inf) -> None:
    """Raise InputError unless a setting is a number of its kind and in its range."""
    kinds = (int, np.integer) if kind is int else (int, float, np.integer, np.floating)
    if not isinstance(value, kinds) or isinstance(value, bool) or not low <= value <= high:
        what = "a whole number" if kind is int else "a number"
        up = f"from {low:g} to {high:g}" if np.isfinite(high) else f"of {low:g} or more"
        raise InputError(f"{name}={value!r}: give {what} {up}.")


DEFAULT = Options()


@dataclass(frozen=True, kw_only=True)
class BaseMethod:
    """Method that words have both direction and length from.

    `kind` is what it does, `prior` the one its moments are taken under (None where it is not a
    choice: the raw vectors, all-but-the-top and SIF).
    """

    name: str
    label: str
    kind: Kind
    prior: Prior | None = None

    @property
    def is_proper_noun(self) -> bool:
        """Whether its label keeps its capital inside a sentence."""
        return self.prior == "zipfian" or self.kind == "sif"


RAW = BaseMethod(name="raw", label="Raw vectors", kind="raw")
ABTT = BaseMethod(name="abtt", label="All-but-the-top", kind="abtt")
SIF_CCR = BaseMethod(name="sif_ccr", label="SIF + CCR", kind="sif")
_KINDS: tuple[Kind, ...] = ("centering", "whitening")
_PRIORS: tuple[Prior, ...] = ("uniform", "zipfian")
PRIOR_METHODS = {
    (kind, prior): BaseMethod(
        name=f"{prior}_{kind}", label=f"{prior.capitalize()} {kind}", kind=kind, prior=prior
    )
    for kind in _KINDS
    for prior in _PRIORS
}
#: Base methods that depend on the words and one prior only: any two can be mixed.
MIXABLE = {base.name: base for base in (RAW, *PRIOR_METHODS.values(), ABTT)}
ZIPFIAN_WHITENING = PRIOR_METHODS["whitening", "zipfian"]

#: Their names.
BASE_METHODS = tuple(MIXABLE)

#: Which base methods each setting belongs to.
_BELONGS_TO: dict[str, Callable[[BaseMethod], bool]] = {
    "abtt_components": lambda base: base.kind == "abtt",
    "sif_a": lambda base: base.kind == "sif",
    "sif_centred_pca": lambda base: base.kind == "sif",
    "prior_strength": lambda base: base.prior == "zipfian",
    "n_kept": lambda base: base.kind == "whitening",
}


@dataclass(frozen=True, kw_only=True)
class Method:
    """Method with its settings: the direction of one base method, the length of one.

    Settings that the method does not depend on are the paper's, whatever was given: methods are
    equal, and share what is computed, when they do the same to every space.

    >>> Method.parse("zipfian_whitening", Options(sif_a=0.1)) == Method.parse("zipfian_whitening")
    True
    >>> Method.parse("uniform_whitening_norm_zipfian").length.name
    'zipfian_whitening'
    """

    direction: BaseMethod
    length: BaseMethod
    options: Options = DEFAULT

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", self.relevant(self.options))

    @classmethod
    def parse(cls, name: str, options: Options = DEFAULT) -> Method:
        """Parse a name: one of METHODS, or "<base>_norm_<base>" for any two base methods.

        "zipfian" after "_norm_" is short for Zipfian whitening, as in the paper's tables. Raises
        InputError that names the known methods.
        """
        base = SIF_CCR if name == SIF_CCR.name else MIXABLE.get(name)
        if base is not None:
            return cls(direction=base, length=base, options=options)
        direction, joint, length = name.partition("_norm_")
        length = ZIPFIAN_WHITENING.name if length == "zipfian" else length
        if joint and direction in MIXABLE and length in MIXABLE:
            return cls(direction=MIXABLE[direction], length=MIXABLE[length], options=options)
        raise InputError(
            f"the method {name!r} is unknown; use one of {', '.join(METHODS)}, "
            "or '<method>_norm_<method>'."
        )

    @property
    def name(self) -> str:
        """Public name, as in METHODS; settings are not part of it."""
        if not self.is_mixed:
            return self.direction.name
        length = "zipfian" if self.length == ZIPFIAN_WHITENING else self.length.name
        return f"{self.direction.name}_norm_{length}"

    def __str__(self) -> str:
        return self.name

    @property
    def is_mixed(self) -> bool:
        """Whether direction and length come from two base methods."""
        return self.direction != self.length

    @property
    def bases(self) -> tuple[BaseMethod, ...]:
        """Base methods it is made of, each once."""
        return (self.direction, self.length) if self.is_mixed else (self.direction,)

    @property
    def needs_task(self) -> bool:
        """Whether it is a map on words only together with a task (SIF + CCR)."""
        return self.direction.kind == "sif"

    def depends_on(self, option: str) -> bool:
        """Whether the field `option` of Options changes what the method does."""
        return any(map(_BELONGS_TO[option], self.bases))

    def relevant(self, options: Options) -> Options:
        """Reset to the paper's setting all `options` that the method does not depend on."""
        return Options(
            **{name: getattr(options, name) for name in _BELONGS_TO if self.depends_on(name)}
        )

    def with_options(self, **changes: Any) -> Method:
        """Copy with some settings changed."""
        return replace(self, options=replace(self.options, **changes))

    def of(self, base: BaseMethod) -> Method:
        """Method of one of its base methods under the same settings."""
        return replace(self, direction=base, length=base)

    def strength(self, base: BaseMethod) -> float:
        """Power t of the prior q ~ p^t that a base method takes its moments under."""
        return self.options.prior_strength if base.prior == "zipfian" else 0.0


MethodLike = str | Method


def as_method(method: MethodLike, options: Options | None = None) -> Method:
    """Parse a name; a Method is returned as it is. `options`, where given, replace its own."""
    if isinstance(method, Method):
        return method if options is None else replace(method, options=options)
    return Method.parse(method, options or DEFAULT)


#: The methods of the paper, in the order of its tables. The last two are its "+ alpha" column.
METHODS = (
    *BASE_METHODS,
    SIF_CCR.name,
    "uniform_centering_norm_zipfian",
    "uniform_whitening_norm_zipfian",
)
#: Those that are maps on words without a task.
WORD_METHODS = tuple(name for name in METHODS if not Method.parse(name).needs_task)


def as_methods(
    methods: Iterable[MethodLike] | None,
    options: Options | None = None,
    *,
    default: Iterable[str] = METHODS,
) -> list[Method]:
    """Parse each of `methods`; all of `default` when None."""
    return [as_method(method, options) for method in (default if methods is None else methods)]


@dataclass(frozen=True)
class WordMap:
    """Fitted method: y_i = scale_i * affine(x_i) with `scale` (n,) float64 >= 0, or None for 1."""

    affine: Affine
    scale: np.ndarray | None = None

    def __call__(self, X: np.ndarray) -> np.ndarray:
        """The mapped words, (n, k) in the dtype of X."""
        Y = self.affine(X)
        if self.scale is not None:
            for rows in block_slices(*Y.shape):
                Y[rows] *= self.scale[rows, None]
        return Y

    def of_rows(self, rows: slice | np.ndarray, X: np.ndarray) -> np.ndarray:
        """Map the vectors X of some `rows` of the space, all in float64."""
        Y = self.affine.rows(np.asarray(X, np.float64))
        return Y if self.scale is None else Y * self.scale[rows, None]

    def projected(self, direction: np.ndarray) -> WordMap:
        """Compose with the projection that takes the unit vector `direction` (k,) out."""
        P = np.eye(len(direction)) - np.outer(direction, direction)
        if self.affine.matrix is None:
            projection = replace(self.affine, matrix=P, removed=direction[:, None])
        else:
            projection = replace(self.affine, matrix=self.affine.matrix @ P, removed=None)
        return replace(self, affine=projection)
