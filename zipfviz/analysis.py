"""One lazily computed analysis per word space: everything is computed once and kept small.

Kept are moments and eigensystems (d x d), norms (n,) and sums: never a second n x d array.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from zipfviz import affine
from zipfviz.methods import Options, WordMap, parse_method, word_map
from zipfviz.moments import Moments, moments, tempered
from zipfviz.symmetry import (
    average_cosine_of,
    isoscore_of,
    row_statistics,
    sym1_of,
    sym2_of,
)

if TYPE_CHECKING:
    from zipfviz.space import WordSpace

__all__ = ["Analysis", "Symmetry"]

T = TypeVar("T")
DEFAULT = Options()
KEPT_RESULTS = 160


@dataclass(frozen=True)
class Symmetry:
    """The six measures of one transformed space; nan where undefined."""

    sym1_uniform: float
    sym2_uniform: float
    sym1_zipfian: float
    sym2_zipfian: float
    average_cosine: float
    isoscore: float


class Analysis:
    """Moments, maps, norms, symmetry and spectra of one space, each computed once.

    Safe to share between threads. Results are read-only.
    """

    def __init__(self, space: WordSpace) -> None:
        self.space = space
        self._results: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.RLock()

    def once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """The result for `key`, computed at most once while it is among the most recent."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
            result = self._results[key] = compute()
            if len(self._results) > KEPT_RESULTS:
                self._results.popitem(last=False)
            return result

    def moments(self, strength: float = 1.0) -> Moments:
        """Moments of the raw vectors under q ~ p^strength: 0 is uniform, 1 Zipfian.

        The two ends come from one pass, any strength between costs one pass more.
        """
        space = self.space
        if strength in (0.0, 1.0):
            pair = self.once("moments", lambda: moments(space.vectors, (None, space.p)))
            return pair[int(strength)]
        q = tempered(space.p, strength)
        return self.once(("moments", strength), lambda: moments(space.vectors, (q,))[0])

    def eigensystem(self, strength: float = 1.0) -> affine.Eigensystem:
        """Eigensystem of the raw covariance under q ~ p^strength."""
        return self.once(
            ("eigensystem", strength), lambda: affine.eigensystem(self.moments(strength))
        )

    def word_map(self, method: str, options: Options = DEFAULT) -> WordMap:
        """The method as a map on words ("sif_ccr" before its projection)."""
        return self.once(("map", method, options), lambda: word_map(self, method, options))

    def norms(self, method: str, options: Options = DEFAULT) -> np.ndarray:
        """Lengths of the transformed words, (n,) float64."""
        length = parse_method(method)[1]
        if length is not None:
            return self.norms(length, options)
        return self._row_statistics(method, options)[0]

    def _row_statistics(self, method: str, options: Options) -> tuple[np.ndarray, np.ndarray]:
        def compute() -> tuple[np.ndarray, np.ndarray]:
            m = self.word_map(method, options)
            norms, unit_sum = row_statistics(self.space.vectors, m.affine, m.scale)
            norms.setflags(write=False)
            return norms, unit_sum

        return self.once(("rows", method, options), compute)

    def mapped_moments(self, mapped: WordMap) -> tuple[Moments, Moments]:
        """Uniform and Zipfian moments of the transformed words.

        Affine maps need no pass over the words, a per-word scale needs one.
        """
        if mapped.scale is None:
            return tuple(mapped.affine.moments(self.moments(s)) for s in (0.0, 1.0))  # type: ignore[return-value]
        scale = mapped.scale
        return moments(  # type: ignore[return-value]
            self.space.vectors,
            (None, self.space.p),
            row_map=lambda rows, block: mapped.affine.rows(block) * scale[rows, None],
        )

    def spectra(self, method: str, options: Options = DEFAULT) -> tuple[np.ndarray, np.ndarray]:
        """Eigenvalues of the transformed words' covariance, uniform and Zipfian, descending."""

        def compute() -> tuple[np.ndarray, np.ndarray]:
            both = self.mapped_moments(self.word_map(method, options))
            return tuple(affine.eigensystem(m).values for m in both)  # type: ignore[return-value]

        return self.once(("spectra", method, options), compute)

    def symmetry(
        self, method: str, options: Options = DEFAULT, *, mapped: WordMap | None = None
    ) -> Symmetry:
        """All measures of the transformed words.

        `mapped` is given for a method that is a map on words only together with a task (SIF + CCR);
        then nothing is kept here.
        """
        if mapped is None:
            return self.once(
                ("symmetry", method, options),
                lambda: self._symmetry(
                    self.word_map(method, options), *self._row_statistics(method, options)
                ),
            )
        return self._symmetry(
            mapped, *row_statistics(self.space.vectors, mapped.affine, mapped.scale)
        )

    def _symmetry(self, mapped: WordMap, norms: np.ndarray, unit_sum: np.ndarray) -> Symmetry:
        uniform, zipfian = self.mapped_moments(mapped)
        of_uniform = affine.eigensystem(uniform).values
        of_zipfian = affine.eigensystem(zipfian).values
        return Symmetry(
            sym1_of(uniform.mean, float(norms.mean())),
            sym2_of(of_uniform),
            sym1_of(zipfian.mean, float(self.space.p @ norms)),
            sym2_of(of_zipfian),
            average_cosine_of(norms, unit_sum),
            isoscore_of(of_uniform),
        )
