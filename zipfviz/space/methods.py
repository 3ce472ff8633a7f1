"""The methods of the paper, and those in use today, as values: parsed once from their names.

Every method is a map on words  y_i = s_i (x_i - mean) A  with an optional per-word scale s_i:
centering and whitening have no scale, SIF scales by a/(a+p), a mixed method takes the direction
of one base method and the length of another. SIF + CCR and uSIF need a task besides: what they
remove are common directions of the task's sentence vectors.

Methods of today, with x_i a word's vector and mu, V, Lambda the mean, eigenvectors and eigenvalues
under a prior (the uniform one where none is named):

    model2vec               a/(a + q_i) (x_i - mu) V_k, q_i ~ 1/(r_i + 2) at rank r_i = 0, 1, ...
    model2vec_p             the same with q = p
    usif                    b/(b/2 + p_i) x_i, less lambda_j of each of five common directions u_j
    zipfian_whitening_sif   a/(a + p_i) (x_i - mu) V Lambda^(-1/2) under p
    *_soft_whitening        (x_i - mu) V (Lambda + epsilon m I)^(-1/2) V^T, m the mean eigenvalue
    embed_filter            x_i U_k, the middle d/ratio right singular vectors of the vectors

Sources: model2vec's `distill/inference.py` (Tulkens & van Dongen 2024; its vocabulary order is the
rank, which is that of p under the frequency "rank"; it keeps 256 directions, n_kept here), uSIF
(Ethayarajh 2018, and kawine/usif, which besides scales columns within each sentence: no map on
words, and left out), Soft-ZCA (Diera, Galke & Scherp 2024), EmbedFilter (Wu et al. 2026, and
CentreChen/EmbFilter).
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
#: The longest sentence that uSIF can be told of.
MOST_WORDS = 1_000_000
Kind = Literal[
    "raw", "centering", "whitening", "abtt", "weighting", "pca", "soft_whitening", "filter"
]
Weighting = Literal["sif", "model2vec by rank", "model2vec by p", "usif"]
Removal = Literal["ccr", "piecewise"]


@dataclass(frozen=True, kw_only=True)
class Options:
    """Settings of the methods; the defaults are the paper's, or those of a method's own source.

    Parameters
    ----------
    abtt_components : D, how many leading directions all-but-the-top removes.
    sif_a : a of SIF's word weight a/(a+p), from 1e-30 to 1e30.
    sif_centred_pca : whether CCR's common direction comes from a centred PCA.
    prior_strength : t in [0, 2]; Zipfian methods use the prior q proportional to p^t, 1 is Zipf's.
    n_kept : directions kept by whitening and by Model2Vec's PCA; None keeps all.
    model2vec_a : a of Model2Vec's word weight a/(a+q), from 1e-30 to 1e30.
    usif_length : words of a sentence, n; it decides which words count as frequent.
    usif_components : common directions that uSIF removes in part.
    soft_epsilon : what soft whitening adds to each eigenvalue, in units of their mean.
    filter_ratio : EmbedFilter keeps one direction in so many.

    Raises InputError for a setting that is no such number or out of its range.
    """

    abtt_components: int = 3
    sif_a: float = 1e-3
    sif_centred_pca: bool = True
    prior_strength: float = 1.0
    n_kept: int | None = None
    model2vec_a: float = 1e-4
    usif_length: int = 11
    usif_components: int = 5
    soft_epsilon: float = 0.1
    filter_ratio: int = 2

    def __post_init__(self) -> None:
        _check(self.abtt_components, "abtt_components", int, low=0)
        _check(self.sif_a, "sif_a", float, low=1e-30, high=1e30)
        _check(self.prior_strength, "prior_strength", float, low=0, high=STRONGEST)
        if self.n_kept is not None:
            _check(self.n_kept, "n_kept", int, low=1)
        _check(self.model2vec_a, "model2vec_a", float, low=1e-30, high=1e30)
        _check(self.usif_length, "usif_length", int, low=1, high=MOST_WORDS)
        _check(self.usif_components, "usif_components", int, low=0)
        _check(self.soft_epsilon, "soft_epsilon", float, low=0, high=1e6)
        _check(self.filter_ratio, "filter_ratio", int, low=1)
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

    `kind` is what it does to vectors, `prior` the one its moments are taken under (None where it is
    not a choice: the raw vectors, all-but-the-top, SIF, Model2Vec, EmbedFilter). `weighting` is
    what words are scaled by, `removal` what is taken out of sentences after it, None for nothing.
    """

    name: str
    label: str
    kind: Kind
    prior: Prior | None = None
    weighting: Weighting | None = None
    removal: Removal | None = None

    @property
    def is_proper_noun(self) -> bool:
        """Whether its label keeps its capital inside a sentence."""
        return self.prior == "zipfian" or self.weighting is not None or self.kind == "filter"


RAW = BaseMethod(name="raw", label="Raw vectors", kind="raw")
ABTT = BaseMethod(name="abtt", label="All-but-the-top", kind="abtt")
SIF_CCR = BaseMethod(
    name="sif_ccr", label="SIF + CCR", kind="weighting", weighting="sif", removal="ccr"
)
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

#: Methods in use today, by their names; none of them is in the paper.
TODAY = {
    base.name: base
    for base in (
        BaseMethod(
            name="model2vec",
            label="Model2Vec, by rank",
            kind="pca",
            weighting="model2vec by rank",
        ),
        BaseMethod(
            name="model2vec_p", label="Model2Vec, by p", kind="pca", weighting="model2vec by p"
        ),
        BaseMethod(
            name="usif", label="uSIF", kind="weighting", weighting="usif", removal="piecewise"
        ),
        BaseMethod(
            name="zipfian_whitening_sif",
            label="Zipfian whitening + SIF",
            kind="whitening",
            prior="zipfian",
            weighting="sif",
        ),
        *(
            BaseMethod(
                name=f"{prior}_soft_whitening",
                label=f"{prior.capitalize()} soft whitening",
                kind="soft_whitening",
                prior=prior,
            )
            for prior in _PRIORS
        ),
        BaseMethod(name="embed_filter", label="EmbedFilter", kind="filter"),
    )
}
METHODS_OF_TODAY = tuple(TODAY)

#: Which base methods each setting belongs to.
_BELONGS_TO: dict[str, Callable[[BaseMethod], bool]] = {
    "abtt_components": lambda base: base.kind == "abtt",
    "sif_a": lambda base: base.weighting == "sif",
    "sif_centred_pca": lambda base: base.removal == "ccr",
    "prior_strength": lambda base: base.prior == "zipfian",
    "n_kept": lambda base: base.kind in ("whitening", "soft_whitening", "pca"),
    "model2vec_a": lambda base: base.weighting in ("model2vec by rank", "model2vec by p"),
    "usif_length": lambda base: base.weighting == "usif",
    "usif_components": lambda base: base.removal == "piecewise",
    "soft_epsilon": lambda base: base.kind == "soft_whitening",
    "filter_ratio": lambda base: base.kind == "filter",
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
        """Parse a name: one of ALL_METHODS, or "<base>_norm_<base>" for two of BASE_METHODS.

        "zipfian" after "_norm_" is short for Zipfian whitening, as in the paper's tables. Raises
        InputError that names the known methods.
        """
        base = SIF_CCR if name == SIF_CCR.name else MIXABLE.get(name) or TODAY.get(name)
        if base is not None:
            return cls(direction=base, length=base, options=options)
        direction, joint, length = name.partition("_norm_")
        length = ZIPFIAN_WHITENING.name if length == "zipfian" else length
        if joint and direction in MIXABLE and length in MIXABLE:
            return cls(direction=MIXABLE[direction], length=MIXABLE[length], options=options)
        raise InputError(
            f"the method {name!r} is unknown; use one of {', '.join(ALL_METHODS)}, "
            f"or '<method>_norm_<method>' of {', '.join(BASE_METHODS)}."
        )

    @property
    def name(self) -> str:
        """Public name, as in ALL_METHODS; settings are not part of it."""
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
        """Whether it is a map on words only together with a task (SIF + CCR, uSIF)."""
        return self.direction.removal is not None

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
#: The paper's methods and those of today; those of them that are maps on words without a task.
ALL_METHODS = (*METHODS, *METHODS_OF_TODAY)
ALL_WORD_METHODS = tuple(name for name in ALL_METHODS if not Method.parse(name).needs_task)


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

    def without(self, removed: np.ndarray) -> WordMap:
        """Compose with I - removed removed^T, for columns `removed` (k, few) at right angles.

        Each is as long as the root of the share of its direction that is taken out.
        """
        P = np.eye(len(removed)) - removed @ removed.T
        if self.affine.matrix is None:
            projection = replace(self.affine, matrix=P, removed=removed)
        else:
            projection = replace(self.affine, matrix=self.affine.matrix @ P, removed=None)
        return replace(self, affine=projection)
