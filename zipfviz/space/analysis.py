"""One lazily computed analysis per word space: everything is computed once and kept small.

Kept are moments and eigensystems (d x d), norms (n,) and sums: never a second n x d array.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import numpy as np

from zipfviz.space.methods import Options, WordMap, parse_method
from zipfviz.whitening import affine
from zipfviz.whitening.lengths import Lengths, row_statistics
from zipfviz.whitening.moments import Moments, moments, scaled_moments, tempered
from zipfviz.whitening.symmetry import average_cosine_of, isoscore_of, sym1_of, sym2_of

__all__ = ["Analysis", "Symmetry"]

T = TypeVar("T")
Keep = Callable[[str, Callable[[], np.ndarray]], np.ndarray]
DEFAULT = Options()
KEPT_RESULTS = 400
KEPT_BYTES = 512 << 20


def relevant(method: str, options: Options) -> Options:
    """`options` with the paper's setting for all that `method` does not depend on.

    Moving one control then leaves the results of all other methods where they are.
    """
    parts = [part for part in parse_method(method) if part is not None]
    is_sif = "sif_ccr" in parts
    is_zipfian = any(part.startswith("zipfian") for part in parts)
    is_whitening = any(part.endswith("whitening") for part in parts)
    return Options(
        abtt_components=(options if "abtt" in parts else DEFAULT).abtt_components,
        sif_a=(options if is_sif else DEFAULT).sif_a,
        sif_centred_pca=(options if is_sif else DEFAULT).sif_centred_pca,
        prior_strength=(options if is_zipfian else DEFAULT).prior_strength,
        n_kept=(options if is_whitening else DEFAULT).n_kept,
    )


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

    Safe to share between threads: two that ask for one result share its computation, and neither
    waits for anything else. Results are read-only; the oldest are let go of beyond `KEPT_BYTES`.

    It knows `vectors` (n, d) and `p` (n,) but not the space that holds it: in a circle both would
    stay, gigabytes with them, until Python next looks for garbage.
    """

    def __init__(self, vectors: np.ndarray, p: np.ndarray) -> None:
        self.vectors, self.p = vectors, p
        self._results: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        # One lock for each result being computed, there as long as somebody holds it.
        self._computing: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()

    @property
    def d(self) -> int:
        return int(self.vectors.shape[1])

    def cached(self, key: Hashable, compute: Callable[[], T]) -> T:
        """The result for `key`, computed at most once while it is among the most recent.

        A computation that raises leaves nothing behind; who waited for it tries again.
        """
        with self._lock:
            if key in self._results:
                return self._found(key)
            mine = self._computing.get(key)
            if mine is None:
                mine = self._computing[key] = threading.RLock()
        with mine:
            with self._lock:
                if key in self._results:
                    return self._found(key)
            result = compute()
            with self._lock:
                self._keep(key, result)
            return result

    def _found(self, key: Hashable) -> Any:
        self._results.move_to_end(key)
        return self._results[key][0]

    def _keep(self, key: Hashable, result: Any) -> None:
        size = bytes_of(result)
        self._results[key] = result, size
        self._bytes += size
        while len(self._results) > KEPT_RESULTS or (
            self._bytes > KEPT_BYTES and len(self._results) > 1
        ):
            self._bytes -= self._results.popitem(last=False)[1][1]

    def moments(self, strength: float = 1.0) -> Moments:
        """Moments of the raw vectors under q ~ p^strength: 0 is uniform, 1 Zipfian.

        The two ends come from one pass, any strength between costs one pass more.
        """
        if strength in (0.0, 1.0):
            pair = self.cached("moments", lambda: moments(self.vectors, (None, self.p)))
            return pair[int(strength)]
        q = tempered(self.p, strength)
        return self.cached(("moments", strength), lambda: moments(self.vectors, (q,))[0])

    def eigensystem(self, strength: float = 1.0) -> affine.Eigensystem:
        """Eigensystem of the raw covariance under q ~ p^strength."""
        return self.cached(
            ("eigensystem", strength), lambda: affine.eigensystem(self.moments(strength))
        )

    def word_map(self, method: str, options: Options = DEFAULT) -> WordMap:
        """The method as a map on words ("sif_ccr" before its projection)."""
        options = relevant(method, options)
        return self.cached(("map", method, options), lambda: self._word_map(method, options))

    def _word_map(self, method: str, options: Options) -> WordMap:
        direction, length = parse_method(method)
        if length is not None:
            of_direction = self.norms(direction, options)
            of_length = self.norms(length, options)
            scale = np.divide(
                of_length, of_direction, out=np.zeros_like(of_length), where=of_direction > 0
            )
            return WordMap(self._affine(direction, options), scale)
        if direction == "sif_ccr":
            a = options.sif_a
            return WordMap(affine.identity(self.d), a / (a + self.p))
        return WordMap(self._affine(direction, options))

    def _affine(self, method: str, options: Options) -> affine.Affine:
        """The map of a method that depends on one prior only."""
        if method == "raw":
            return affine.identity(self.d)
        strength = options.prior_strength if method.startswith("zipfian") else 0.0
        m = self.moments(strength)
        if method.endswith("centering"):
            return affine.centering(m)
        system = self.eigensystem(strength)
        if method.endswith("whitening"):
            return affine.whitening(m, system=system, n_kept=options.n_kept)
        return affine.all_but_the_top(m, options.abtt_components, system)

    def norms(self, method: str, options: Options = DEFAULT) -> np.ndarray:
        """Lengths of the transformed words, (n,) float64."""
        length = parse_method(method)[1]
        if length is not None:
            return self.norms(length, options)
        return self._row_statistics(method, options)[0]

    def _row_statistics(self, method: str, options: Options) -> tuple[np.ndarray, np.ndarray]:
        options = relevant(method, options)
        direction, length = parse_method(method)

        def compute() -> tuple[np.ndarray, np.ndarray]:
            if length is not None:
                of_direction, unit_sum = self._row_statistics(direction, options)
                norms = self.norms(length, options)
                if not ((norms == 0) != (of_direction == 0)).any():
                    return norms, unit_sum
            m = self.word_map(method, options)
            norms, unit_sum = row_statistics(self.vectors, m.affine, m.scale)
            norms.setflags(write=False)
            return norms, unit_sum

        return self.cached(("rows", method, options), compute)

    def recall(self, methods: Sequence[str], keep: Keep) -> None:
        """Have moments, and the lengths after `methods`, from where they are kept.

        `keep(what, compute)` gives the float64 array kept as `what`, or computes and keeps it.
        """
        pair = keep("moments", lambda: np.stack([_packed(self.moments(t)) for t in (0.0, 1.0)]))
        self.cached("moments", lambda: tuple(_unpacked(row, self.d) for row in pair))
        for method in methods:
            self._recall_rows(method, keep)

    def _recall_rows(self, method: str, keep: Keep) -> None:
        rows = keep(f"rows {method}", lambda: np.concatenate(self._row_statistics(method, DEFAULT)))
        norms, unit_sum = np.split(rows, [len(self.p)])
        norms.setflags(write=False)
        self.cached(("rows", method, relevant(method, DEFAULT)), lambda: (norms, unit_sum))

    def mapped_moments(self, mapped: WordMap) -> tuple[Moments, Moments]:
        """Uniform and Zipfian moments of the transformed words.

        Affine maps need no pass over the words, a per-word scale needs one.
        """
        if mapped.scale is None:
            return mapped.affine.moments(self.moments(0.0)), mapped.affine.moments(
                self.moments(1.0)
            )
        uniform, zipfian = scaled_moments(
            self.vectors, mapped.affine.mean, mapped.scale, (None, self.p)
        )
        turn = affine.Affine(np.zeros(self.d), mapped.affine.matrix)
        return turn.moments(uniform), turn.moments(zipfian)

    def spectra(self, method: str, options: Options = DEFAULT) -> tuple[np.ndarray, np.ndarray]:
        """Eigenvalues of the transformed words' covariance, uniform and Zipfian, descending."""
        return self._measured(method, options)[1]

    def symmetry(
        self, method: str, options: Options = DEFAULT, *, mapped: WordMap | None = None
    ) -> Symmetry:
        """All measures of the transformed words.

        `mapped` is given for a method that is a map on words only together with a task (SIF + CCR);
        then nothing is kept here.
        """
        if mapped is not None:
            rows = row_statistics(self.vectors, mapped.affine, mapped.scale)
            return self._symmetry(*self._spectra(mapped), *rows)
        options = relevant(method, options)
        return self.cached(
            ("symmetry", method, options),
            lambda: self._symmetry(
                *self._measured(method, options), *self._row_statistics(method, options)
            ),
        )

    def _measured(
        self, method: str, options: Options
    ) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
        """Means and eigenvalues of the transformed words, each uniform and Zipfian."""
        options = relevant(method, options)
        return self.cached(
            ("spectra", method, options), lambda: self._spectra(self.word_map(method, options))
        )

    def _spectra(
        self, mapped: WordMap
    ) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
        uniform, zipfian = self.mapped_moments(mapped)
        return (uniform.mean, zipfian.mean), (
            affine.eigenvalues(uniform),
            affine.eigenvalues(zipfian),
        )

    def _symmetry(
        self,
        means: tuple[np.ndarray, np.ndarray],
        eigenvalues: tuple[np.ndarray, np.ndarray],
        norms: np.ndarray,
        unit_sum: np.ndarray,
    ) -> Symmetry:
        return Symmetry(
            sym1_of(means[0], float(norms.mean())),
            sym2_of(eigenvalues[0]),
            sym1_of(means[1], float(self.p @ norms)),
            sym2_of(eigenvalues[1]),
            average_cosine_of(Lengths.of(norms, unit_sum)),
            isoscore_of(eigenvalues[0]),
        )


def _packed(m: Moments) -> np.ndarray:
    """All numbers of moments in one row, (d^2 + d + 2,) float64."""
    return np.concatenate([m.covariance.ravel(), m.mean, [m.weight, m.resolution]])


def _unpacked(row: np.ndarray, d: int) -> Moments:
    covariance, mean, (weight, resolution) = np.split(row, [d * d, d * d + d])
    return Moments(float(weight), mean, covariance.reshape(d, d), float(resolution))


def bytes_of(result: Any) -> int:
    """Bytes of the arrays in a result: an array, or records, tuples and dictionaries of them."""
    if isinstance(result, np.ndarray):
        return result.nbytes
    if isinstance(result, dict):
        result = tuple(result.values())
    if isinstance(result, tuple | list):
        return 8 * len(result) + (sum(map(bytes_of, result)) if len(result) < 1000 else 0)
    if isinstance(result, Analysis):  # of a smaller space that is kept here: it has its own bound
        return 0
    return sum(map(bytes_of, getattr(result, "__dict__", {}).values()))
