"""Lazy, cached analysis of a word space: moments, maps, lengths, spectra, symmetry.

Kept are moments and eigensystems (d x d), lengths (n,) and sums: never a second n x d array.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.space.methods import Method, MethodLike, WordMap, as_method
from zipfviz.space.weights import word_weights
from zipfviz.whitening import affine
from zipfviz.whitening.affine import Lengths, row_statistics
from zipfviz.whitening.deleted import centred_without, whitened_without
from zipfviz.whitening.dispatch import look
from zipfviz.whitening.moments import Moments, moments, tempered
from zipfviz.whitening.scaled import Turned, scaled_moments
from zipfviz.whitening.spectra import Eigensystem, eigensystem, eigenvalues
from zipfviz.whitening.symmetry import average_cosine_of, isoscore_of, sym1_of, sym2_of

T = TypeVar("T")
Pair = tuple[np.ndarray, np.ndarray]
Keep = Callable[[str, Callable[[], np.ndarray]], np.ndarray]
KEPT_RESULTS = 400
KEPT_BYTES = 512 << 20


@dataclass(frozen=True, kw_only=True)
class Symmetry:
    """Symmetry measures of the words after one method; nan where undefined."""

    sym1_uniform: float
    sym2_uniform: float
    sym1_zipfian: float
    sym2_zipfian: float
    average_cosine: float
    isoscore: float


class Analysis:
    """Engine of one space: moments, maps, lengths, symmetry and spectra, each computed once.

    Safe to share between threads: two that ask for one result share its computation, and neither
    waits for anything else. Results are read-only; the oldest are let go of beyond `KEPT_BYTES`.

    It knows `vectors` (n, d) and `p` (n,) but not the space that holds it: in a circle both would
    stay, gigabytes with them, until Python next looks for garbage.
    """

    #: Whether the vectors are all that the moments are of.
    whole = True

    def __init__(self, vectors: np.ndarray, p: np.ndarray) -> None:
        self.vectors: np.ndarray = vectors
        self.p: np.ndarray = p
        self._results: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        # One lock for each result being computed, there as long as somebody holds it.
        self._computing: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()

    @property
    def d(self) -> int:
        return int(self.vectors.shape[1])

    def cached(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the cached result for `key`, or compute and cache it.

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

    def put(self, key: Hashable, result: Any) -> None:
        """Keep a result that is known from elsewhere, unless there is one."""
        self.cached(key, lambda: result)

    def peek(self, key: Hashable) -> Any | None:
        """Return the result for `key` where it is at hand, else None."""
        with self._lock:
            return self._found(key) if key in self._results else None

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
        """Compute moments of the raw vectors under q ~ p^strength: 0 is uniform, 1 Zipfian.

        The two ends come from one pass, any strength between costs one pass more.
        """
        if strength in (0.0, 1.0):
            pair = self.cached("moments", lambda: moments(self.vectors, (None, self.p)))
            return pair[int(strength)]
        q = tempered(self.p, strength)
        return self.cached(("moments", strength), lambda: moments(self.vectors, (q,))[0])

    def eigensystem(self, strength: float = 1.0, *, exact: bool = False) -> Eigensystem:
        """Solve for the eigensystem of the raw covariance under q ~ p^strength.

        `exact` takes vectors as they are, for directions that nothing is divided by: no variance
        is put down to float32's digits.
        """
        m = self.moments(strength)
        exact = exact and not (m.variances > m.noise).all()
        return self.cached(
            ("eigensystem", strength, exact),
            lambda: eigensystem(
                m.as_exact() if exact else m,
                look(self.vectors, tempered(self.p, strength), m.mean),
            ),
        )

    def word_map(self, method: MethodLike) -> WordMap:
        """Fit a method as a map on words (SIF + CCR and uSIF before what they remove)."""
        method = as_method(method)
        return self.cached(("map", method), lambda: self._word_map(method))

    def _word_map(self, method: Method) -> WordMap:
        mapping = self._affine(method)
        if method.is_mixed:
            of_direction = self.lengths(method.of(method.direction))
            of_length = self.lengths(method.of(method.length))
            scale = np.divide(
                of_length, of_direction, out=np.zeros_like(of_length), where=of_direction > 0
            )
            return WordMap(mapping, scale)
        return WordMap(mapping, self.word_weights(method))

    def word_weights(self, method: Method) -> np.ndarray | None:
        """Compute what a method scales the words by, (n,) float64; None where it scales none."""
        return word_weights(method, self.p)

    def _affine(self, method: Method) -> affine.Affine:
        """The affine part of a method: that of the base method it has its direction from."""
        base = method.direction
        if base.kind in ("raw", "weighting"):
            return affine.identity(self.d)
        strength = method.strength(base)
        m = self.moments(strength)
        if base.kind == "centering":
            return affine.centering(m)
        if base.kind == "filter":
            return affine.embed_filter(m, method.options.filter_ratio)
        system = self.eigensystem(strength, exact=base.kind in ("abtt", "pca"))
        n_kept = method.options.n_kept
        if base.kind == "whitening":
            return affine.whitening(m, system=system, n_kept=n_kept)
        if base.kind == "soft_whitening":
            epsilon = method.options.soft_epsilon
            return affine.soft_whitening(m, epsilon, system=system, n_kept=n_kept)
        if base.kind == "pca":
            return affine.principal_axes(m, system=system, n_kept=n_kept)
        return affine.all_but_the_top(m, method.options.abtt_components, system=system)

    def lengths(self, method: MethodLike) -> np.ndarray:
        """Compute lengths of the words after a method, (n,) float64."""
        method = as_method(method)
        return self._row_statistics(method.of(method.length))[0]

    def prior(self, strength: float) -> np.ndarray:
        """Weights of the words under q ~ p^strength, (n,) with sum 1."""
        return tempered(self.p, strength)

    def deleted_lengths(self, method: MethodLike) -> np.ndarray:
        """Compute lengths of the words, each after the method fitted on all words but itself, (n,).

        See `whitening.deleted`; float64, nan where nothing is left to fit on. There is a closed
        form for raw vectors (which are fitted on nothing), centering and whitening that keeps all
        directions. Raises InputError for other methods.
        """
        method = as_method(method)
        base = method.length
        if base.kind == "raw":
            return self.lengths(method)
        if not self.has_deleted_lengths(method):
            raise InputError(
                f"{method}: there is no closed form for lengths without a word’s own part where "
                "directions are left out, softened, or words weighed; choose centering, or "
                "whitening that keeps all directions."
            )
        strength = method.strength(base)

        def compute() -> np.ndarray:
            q, m = self.prior(strength), self.moments(strength)
            lengths = self.lengths(method.of(base))
            if base.kind == "centering":
                return centred_without(self.vectors, q, m, lengths, whole=self.whole)
            turn = self.word_map(method.of(base)).affine
            return whitened_without(self.vectors, q, m, turn, lengths, whole=self.whole)

        return self.cached(("deleted", method.of(base)), compute)

    def has_deleted_lengths(self, method: MethodLike) -> bool:
        """Whether `deleted_lengths` knows a method's lengths."""
        method = as_method(method)
        base, kept = method.length, method.options.n_kept
        if base.weighting is not None:
            return False
        if base.kind != "whitening" or kept is None:
            return base.kind in ("raw", "centering", "whitening")
        return kept >= self.eigensystem(method.strength(base)).rank

    def _row_statistics(self, method: Method) -> Pair:
        """Lengths of the words after a method, and the sum of their unit vectors."""

        def compute() -> Pair:
            if method.is_mixed:
                of_direction, unit_sum = self._row_statistics(method.of(method.direction))
                lengths = self.lengths(method)
                if not ((lengths == 0) != (of_direction == 0)).any():
                    return lengths, unit_sum
            m = self.word_map(method)
            lengths, unit_sum = row_statistics(self.vectors, m.affine, m.scale)
            lengths.setflags(write=False)
            return lengths, unit_sum

        return self.cached(("rows", method), compute)

    def recall(self, methods: Sequence[MethodLike], keep: Keep) -> None:
        """Restore moments, and lengths after `methods`, from a store, or compute and store them.

        `keep(what, compute)` gives the float64 array kept as `what`, or computes and keeps it.
        """
        pair = keep(
            "moments and noise", lambda: np.stack([_packed(self.moments(t)) for t in (0.0, 1.0)])
        )
        self.cached("moments", lambda: tuple(_unpacked(row, self.d) for row in pair))
        for method in methods:
            self._recall_rows(as_method(method), keep)

    def _recall_rows(self, method: Method, keep: Keep) -> None:
        rows = keep(f"rows {method}", lambda: np.concatenate(self._row_statistics(method)))
        lengths, unit_sum = np.split(rows, [len(self.p)])
        lengths.setflags(write=False)
        self.cached(("rows", method), lambda: (lengths, unit_sum))

    def mapped_moments(self, mapped: WordMap) -> tuple[Moments, Moments]:
        """Compute uniform and Zipfian moments of the mapped words.

        Affine maps need no pass over the words, a per-word scale needs one.
        """
        turn = mapped.affine
        if mapped.scale is None:
            both: Sequence[Moments] = (self.moments(0.0), self.moments(1.0))
        else:
            both = scaled_moments(self.vectors, turn.mean, mapped.scale, (None, self.p))
            turn = affine.Affine(np.zeros(self.d), turn.matrix)
        if not all(map(turn.keeps_digits, both)):
            rows = Turned(self.vectors, mapped.affine, mapped.scale)
            uniform, zipfian = moments(rows, (None, self.p))
            return uniform, zipfian
        return turn.moments(both[0]), turn.moments(both[1])

    def spectra(self, method: MethodLike) -> Pair:
        """Compute covariance eigenvalues after a method, uniform and Zipfian, descending.

        (d,) each: along a direction that whitening drops nothing varies, whatever the rotation.
        """
        return self._measured(as_method(method))[1]

    def symmetry(self, method: MethodLike, *, mapped: WordMap | None = None) -> Symmetry:
        """Measure the symmetry of the words after a method.

        `mapped` is given for a method that is a map on words only together with a task (SIF + CCR);
        then nothing is kept here.
        """
        if mapped is not None:
            rows = row_statistics(self.vectors, mapped.affine, mapped.scale)
            return self._symmetry(*self._spectra(mapped), *rows)
        method = as_method(method)
        return self.cached(
            ("symmetry", method),
            lambda: self._symmetry(*self._measured(method), *self._row_statistics(method)),
        )

    def _measured(self, method: Method) -> tuple[Pair, Pair]:
        """Means and eigenvalues of the words after a method, each uniform and Zipfian."""
        return self.cached(("spectra", method), lambda: self._spectra(self.word_map(method)))

    def _spectra(self, mapped: WordMap) -> tuple[Pair, Pair]:
        u, z = self.mapped_moments(mapped)
        left = (0, self.d - u.d)
        return (u.mean, z.mean), (np.pad(eigenvalues(u), left), np.pad(eigenvalues(z), left))

    def _symmetry(
        self, means: Pair, eigenvalues: Pair, lengths: np.ndarray, unit_sum: np.ndarray
    ) -> Symmetry:
        return Symmetry(
            sym1_uniform=sym1_of(means[0], float(lengths.mean())),
            sym2_uniform=sym2_of(eigenvalues[0]),
            sym1_zipfian=sym1_of(means[1], float(self.p @ lengths)),
            sym2_zipfian=sym2_of(eigenvalues[1]),
            average_cosine=average_cosine_of(Lengths.of(lengths, unit_sum)),
            isoscore=isoscore_of(eigenvalues[0]),
        )


def _packed(m: Moments) -> np.ndarray:
    """All numbers of moments in one row, (d^2 + 2 d + 2,) float64."""
    return np.concatenate([m.covariance.ravel(), m.mean, m.noise, [m.weight, m.n_rows]])


def _unpacked(row: np.ndarray, d: int) -> Moments:
    covariance, mean, noise, (weight, n_rows) = np.split(row, [d * d, d * d + d, d * d + 2 * d])
    return Moments(
        weight=float(weight),
        mean=mean,
        covariance=covariance.reshape(d, d),
        noise=noise,
        n_rows=int(n_rows),
    )


def bytes_of(result: Any) -> int:
    """Count the bytes of arrays in a result: one, or records, tuples and dictionaries of them."""
    if isinstance(result, np.ndarray):
        return result.nbytes
    if isinstance(result, dict):
        result = tuple(result.values())
    if isinstance(result, tuple | list):
        return 8 * len(result) + (sum(map(bytes_of, result)) if len(result) < 1000 else 0)
    if isinstance(result, Analysis):  # of a smaller space that is kept here: it has its own bound
        return 0
    return sum(map(bytes_of, getattr(result, "__dict__", {}).values()))
