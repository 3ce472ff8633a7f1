"""What length and information content have in common where vectors are noise.

view = length_view(space, "zipfian_whitening", k=500)
nulls = length_nulls(space, ["zipfian_whitening"], k=500)["zipfian_whitening"]
view.r, nulls["gaussian"].r.band()                      # 0.49, (0.37, 0.48)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from zipfviz.common.job import Progress, part
from zipfviz.common.record import Record
from zipfviz.evaluation.coefficients import pearson, spearman
from zipfviz.explore.views import FittedOn, check_words, top_space
from zipfviz.space.methods import BASE_METHODS, Method, MethodLike, Options, as_methods
from zipfviz.space.noise import DRAWS, NOISES, Noise, Null, Simulation, draw_noise
from zipfviz.space.word_space import WordSpace


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class LengthNull(Record):
    """Pearson's `r` and Spearman's `rho` of length and -log p under noise, a value a draw."""

    r: Null
    rho: Null


def length_simulation(
    space: WordSpace,
    methods: Iterable[MethodLike] = (),
    *,
    k: int,
    fitted_on: FittedOn = "all",
    options: Options | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> Simulation[Noise]:
    """Simulate what `length_nulls` needs, with a part for each kind of noise.

    Of some words all base methods cost little more than one of them, and a page may ask for another
    next: with the paper's settings one simulation is for all.
    """
    check_words(space, k)
    rows = _rows(as_methods(methods, options), k < len(space))
    what = f"{k} {fitted_on} {draws} {seed} {rows}"

    def compute(progress: Progress, noises: Sequence[Noise]) -> list[np.ndarray]:
        return [
            _drawn(space, rows, k, fitted_on, noise, draws, seed, part(progress, i, len(noises)))
            for i, noise in enumerate(noises)
        ]

    return Simulation(parts={f"lengths of {n} {what}": n for n in NOISES}, compute=compute)


def length_nulls(
    space: WordSpace,
    methods: Iterable[MethodLike],
    *,
    k: int,
    fitted_on: FittedOn = "all",
    deleted: bool = False,
    options: Options | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> dict[str, dict[Noise, LengthNull]]:
    """Draw noise in the place of the vectors, and correlate its lengths as `length_view` does.

    Parameters
    ----------
    k, fitted_on, deleted, options : as for `length_view`.
    draws, seed : how many draws of each noise, and which.

    Returns
    -------
    dict by the method's name, then by the kind of noise
        "gaussian" vectors, and the space's own "shuffled" over its words. A method without deleted
        lengths has its plain ones.

    Raises
    ------
    InputError
        A method is unknown, or `k` is not between 1 and the vocabulary's size.
    """
    asked = as_methods(methods, options)
    simulation = length_simulation(space, asked, k=k, fitted_on=fitted_on, draws=draws, seed=seed)
    drawn = simulation.values(space)
    rows = _rows(asked, k < len(space))

    def null(method: Method, of: np.ndarray) -> LengthNull:
        found = of[:, rows.index(method.of(method.length)), int(deleted)]
        r, rho = (Null(values=found[:, i], scale="correlation") for i in (0, 1))
        return LengthNull(r=r, rho=rho)

    return {
        method.name: {noise: null(method, drawn[name]) for name, noise in simulation.parts.items()}
        for method in asked
    }


def _rows(methods: Sequence[Method], are_few: bool) -> list[Method]:
    """The methods that lengths are from; all base methods, too, where words `are_few`."""
    base = as_methods(BASE_METHODS) if are_few else ()
    return list(dict.fromkeys([*base, *(m.of(m.length) for m in methods)]))


def _drawn(
    space: WordSpace,
    methods: Sequence[Method],
    k: int,
    fitted_on: FittedOn,
    noise: Noise,
    draws: int,
    seed: int,
    progress: Progress,
) -> np.ndarray:
    """r and rho, (draws, methods, plain and deleted, 2)."""
    rows = None
    if fitted_on == "shown":
        space = top_space(space, k)
    else:
        rows = np.sort(space.by_frequency[:k])
    strengths = sorted({0.0, 1.0, *(m.strength(m.length) for m in methods)})
    found = np.empty((draws, len(methods), 2, 2))
    for i in range(draws):
        progress(i / draws, "Drawing noise")
        drawn = draw_noise(space, noise, i, rows=rows, strengths=strengths, seed=seed)
        for j, method in enumerate(methods):
            plain = deleted = drawn.analysis.lengths(method)
            if drawn.analysis.has_deleted_lengths(method):
                deleted = drawn.analysis.deleted_lengths(method)
            for at, lengths in enumerate((plain, deleted)):
                x = drawn.information
                found[i, j, at] = pearson(x, lengths), spearman(x, lengths)
    return found
