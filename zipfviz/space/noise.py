"""Noise in a space's place: what a number comes to when vectors know nothing of their words.

    space with the same words and p, and for vectors
        "gaussian"   independent draws from N(0, I)
        "shuffled"   its own vectors, dealt out to its words anew

The same computation on such a draw is what the frequencies alone make of it; a claim about vectors
says what lies beyond. A `Null` holds the value of each draw, and the band another would lie in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Generic, Literal, TypeVar, get_args

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.job import Progress, no_progress
from zipfviz.common.parallel import in_ranges
from zipfviz.common.record import Record
from zipfviz.io.records import content_digest
from zipfviz.space.analysis import Analysis
from zipfviz.space.methods import Method, as_method
from zipfviz.space.weights import word_weights
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.moments import Moments, moments, partial_moments, tempered
from zipfviz.whitening.rounding import spacing
from zipfviz.whitening.spectra import Eigensystem, eigensystem

K = TypeVar("K")
Noise = Literal["gaussian", "shuffled"]
NOISES: tuple[Noise, ...] = get_args(Noise)
DRAWS = 20
#: Rows drawn from one seed. A draw hangs on this number, and on no number of threads.
CHUNK = 4096
FEW_ELEMENTS = 1 << 20
Scale = Literal["plain", "correlation", "ratio"]
#: What values are turned into to be taken for normal, and how back.
SCALES: dict[Scale, tuple[Callable[[np.ndarray], np.ndarray], Callable[[float], float]]] = {
    "plain": (np.asarray, float),
    "correlation": (np.arctanh, math.tanh),
    "ratio": (np.log, math.exp),
}


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Null(Record):
    """What a number comes to under noise: `values` (draws,), one a draw, nan where undefined.

    `scale` is where draws are taken to be normal: "correlation" in the inverse hyperbolic tangent
    (Fisher 1915), "ratio" in the logarithm, "plain" as they are.

    >>> null = Null(values=np.array([0.41, 0.47, 0.44, 0.40]), scale="correlation")
    >>> round(null.mean, 2), null.beyond(0.43), null.beyond(0.9)
    (0.43, 0, 1)
    """

    values: np.ndarray
    scale: Scale = "plain"

    @property
    def mean(self) -> float:
        return float(self.values.mean())

    @property
    def sd(self) -> float:
        """Standard deviation over draws, as an estimate for all there could be (ddof 1)."""
        return float(self.values.std(ddof=1))

    def less(self, other: Null) -> Null:
        """Draw by draw less another number of the same draws."""
        return Null(values=self.values - other.values)

    def band(self, comparisons: int = 1) -> tuple[float, float]:
        """Ends between which another draw lies with probability 0.95; nan where one is undefined.

        Student's prediction interval, since mean and deviation are known from few draws. With
        `comparisons` all of so many numbers lie in their bands so often (Bonferroni).
        """
        from scipy.special import stdtrit  # here, since a first page does without

        n = len(self.values)
        if n < 2 or not np.isfinite(self.values).all():
            return math.nan, math.nan
        if self.scale == "correlation" and (np.abs(self.values) >= 1).any():
            return -1.0, 1.0  # of two or three words, which lie on a line
        to, back = SCALES[self.scale]
        x = to(self.values)
        t = float(stdtrit(n - 1, 1 - 0.025 / comparisons))
        reach = t * float(x.std(ddof=1)) * math.sqrt(1 + 1 / n)
        return back(float(x.mean()) - reach), back(float(x.mean()) + reach)

    def beyond(self, value: float, comparisons: int = 1) -> int:
        """1 where a value lies above the band, -1 below, 0 in it or where nothing is known."""
        low, high = self.band(comparisons)
        return int(value > high) - int(value < low)


@dataclass(frozen=True, kw_only=True, eq=False)
class Simulation(Generic[K]):
    """Draws that are made once for a space, which keeps them: what each part of them is called.

    `parts` has a key for each name; `compute(progress, keys)` gives an array for each key. All that
    an array hangs on besides the space is in its name, so that it can be stored.
    """

    parts: Mapping[str, K]
    compute: Callable[[Progress, Sequence[K]], Sequence[np.ndarray]]

    def missing(self, space: WordSpace) -> list[str]:
        """Names of the parts that the space does not hold."""
        return [name for name in self.parts if space.analysis.peek(name) is None]

    def values(self, space: WordSpace, progress: Progress = no_progress) -> dict[str, np.ndarray]:
        """The array of each part by its name; made where they are missing.

        Threads that miss the same parts share the work. `progress` hears of it, and can stop it.
        """
        found = {name: space.analysis.peek(name) for name in self.parts}
        names = [name for name, values in found.items() if values is None]
        keys = [self.parts[name] for name in names]
        made = space.analysis.cached(
            ("simulation", *names), lambda: self.compute(progress, keys) if keys else ()
        )
        for name, values in zip(names, made, strict=True):
            space.analysis.put(name, values)
            found[name] = values
        return {name: values for name, values in found.items() if values is not None}


def draw_noise(
    space: WordSpace,
    noise: Noise,
    draw: int = 0,
    *,
    rows: np.ndarray | None = None,
    strengths: Sequence[float] = (0.0, 1.0),
    d: int | None = None,
    seed: int = 0,
) -> WordSpace:
    """Draw noise in the place of a space's vectors: number `draw` of those of a seed.

    Parameters
    ----------
    rows : (k,) ascending, the words of the space to keep; all by default. Methods are fitted on
        noise for every word all the same: of Gaussian vectors that are not kept only the moments
        are drawn, by their exact distribution, so that these are other draws than whole ones.
    strengths : t of the priors q ~ p^t that methods will ask for, where only some rows are kept.
    d : dimensions of Gaussian noise, those of the space by default.

    Returns
    -------
    WordSpace
        The words kept, with vectors (k, d) float32 and their p in the whole space.

    Raises
    ------
    InputError
        The kind of noise is unknown, or `d` is given for shuffled vectors.

    Examples
    --------
    >>> import zipfviz
    >>> space = zipfviz.word_space(["the", "cat", "purrs"], [[1, 0], [0, 2], [3, 1]], [8, 1, 1])
    >>> draw_noise(space, "shuffled", 1).vectors.tolist()
    [[3.0, 1.0], [1.0, 0.0], [0.0, 2.0]]
    """
    if noise not in NOISES:
        raise InputError(f"noise={noise!r} is unknown; use one of {', '.join(NOISES)}.")
    if d is not None and noise == "shuffled":
        raise InputError("shuffled vectors have the dimensions of the space; leave d out.")
    n = len(space)
    every = rows is None or len(rows) == n
    kept = np.arange(n) if rows is None else rows
    found: Mapping[float, Moments] = {}
    if noise == "shuffled":
        dealt = _generator(seed, draw).permutation(n)
        vectors = space.vectors[dealt[kept]]
        if not every:
            found = {t: _shuffled_moments(space, t, dealt, seed, draw) for t in strengths}
    elif every:
        vectors = _gaussian(n, d or space.d, seed, draw)
    else:
        vectors, found = _some_gaussian(space, d or space.d, kept, strengths, seed, draw)
    vectors.setflags(write=False)
    drawn = replace(
        space,
        words=space.words if every else tuple(space.words[i] for i in kept),
        vectors=vectors,
        p=space.p[kept],
        digest=content_digest(space.digest, noise, f"{seed} {draw} {d}", kept),
    )
    if not every:
        drawn.__dict__["_analysis"] = _SomeRows(
            vectors, space.p, kept, found, {t: _prior(space.p, t)[kept] for t in strengths}
        )
    elif noise == "shuffled":
        _put_known(space, drawn, dealt, seed, draw)
    return drawn


class _SomeRows(Analysis):
    """Engine of some rows of a draw, by the moments of all of them."""

    whole = False

    def __init__(
        self,
        vectors: np.ndarray,
        every_p: np.ndarray,
        rows: np.ndarray,
        known: Mapping[float, Moments],
        q: Mapping[float, np.ndarray],
    ) -> None:
        super().__init__(vectors, every_p[rows])
        self._every_p, self._rows = every_p, rows
        self._known, self._q = known, q

    def word_weights(self, method: Method) -> np.ndarray | None:
        weights = word_weights(method, self._every_p)
        return None if weights is None else weights[self._rows]

    def moments(self, strength: float = 1.0) -> Moments:
        return self._known[strength]

    def prior(self, strength: float) -> np.ndarray:
        return self._q[strength]

    def eigensystem(self, strength: float = 1.0, *, exact: bool = False) -> Eigensystem:
        m = self.moments(strength)
        return self.cached(
            ("eigensystem", strength, exact), lambda: eigensystem(m.as_exact() if exact else m)
        )


def _generator(*seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(list(seed)))


def _prior(p: np.ndarray, strength: float) -> np.ndarray:
    return np.full(len(p), 1 / len(p)) if strength == 0 else tempered(p, strength)


def _gaussian(n: int, d: int, seed: int, draw: int) -> np.ndarray:
    """All of n draws from N(0, I_d), (n, d) float32."""
    vectors = np.empty((n, d), np.float32)

    def of_range(chunks: slice) -> None:
        for chunk in range(chunks.start, chunks.stop):
            rows = vectors[chunk * CHUNK : (chunk + 1) * CHUNK]
            _generator(seed, draw, chunk).standard_normal(dtype=np.float32, out=rows)

    in_ranges(-(-n // CHUNK), CHUNK * d, of_range)
    return vectors


def _some_gaussian(
    space: WordSpace, d: int, kept: np.ndarray, strengths: Sequence[float], seed: int, draw: int
) -> tuple[np.ndarray, dict[float, Moments]]:
    """Draws from N(0, I_d) for the rows kept, and the moments of draws for all, by strength.

    Words of one p, who are many in a list with few digits, have one weight: the moments of m > d of
    them follow from their mean, N(0, I/m), and their scatter, Wishart with m - 1 degrees of freedom
    and independent of it. The others are drawn one by one.
    """
    rng = _generator(seed, draw)
    vectors = rng.standard_normal((len(kept), d), dtype=np.float32)
    priors = [_prior(space.p, t) for t in strengths]
    parts = [partial_moments(vectors, [q[kept] for q in priors])]
    first, group, sizes = space.analysis.cached("ties", lambda: _ties(space.p))
    sizes = sizes - np.bincount(group[kept], minlength=len(sizes))
    many = sizes > d
    is_alone = ~many[group]
    is_alone[kept] = False
    alone = np.flatnonzero(is_alone)
    for start in range(0, len(alone), CHUNK):
        some = alone[start : start + CHUNK]
        block = rng.standard_normal((len(some), d), dtype=np.float32)
        parts.append(partial_moments(block, [q[some] for q in priors]))
    if many.any():
        weights = [q[first[many]] for q in priors]
        parts.append(_of_groups(rng, sizes[many], d, weights))
    return vectors, dict(zip(strengths, _merged(parts), strict=True))


def _ties(p: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Groups of words of one p: the first word of each, the group of each word, their sizes."""
    return np.unique(p, return_index=True, return_inverse=True, return_counts=True)[1:]


def _of_groups(
    rng: np.random.Generator, sizes: np.ndarray, d: int, weights: Sequence[np.ndarray]
) -> tuple[Moments, ...]:
    """Moments of groups of draws from N(0, I_d), each of `sizes` > d rows of one weight a prior.

    A scatter is A A^T with A lower triangular, the square roots of chi squares on its diagonal and
    normal below it (Bartlett 1933).
    """
    means = rng.standard_normal((len(sizes), d)) / np.sqrt(sizes)[:, None]
    scatters = np.zeros((len(weights), d, d))
    step = max(1, FEW_ELEMENTS // d**2)
    lower = np.tri(d, k=-1)
    for start in range(0, len(sizes), step):
        m = sizes[start : start + step]
        factors = rng.standard_normal((len(m), d, d)) * lower
        degrees = m[:, None] - 1 - np.arange(d)
        factors[:, np.arange(d), np.arange(d)] = np.sqrt(rng.chisquare(degrees))
        for scatter, q in zip(scatters, weights, strict=True):
            scaled = factors * np.sqrt(q[start : start + step])[:, None, None]
            flat = scaled.transpose(1, 0, 2).reshape(d, -1)
            scatter += flat @ flat.T
    found = []
    for scatter, q in zip(scatters, weights, strict=True):
        share = q * sizes
        weight = float(share.sum())
        mean = share @ means / weight
        apart = (means - mean) * np.sqrt(share)[:, None]
        covariance = (scatter + apart.T @ apart) / weight
        found.append(
            Moments(
                weight=weight,
                mean=mean,
                covariance=covariance,
                noise=spacing(np.dtype(np.float32)) ** 2 * (np.diagonal(covariance) + mean**2),
                n_rows=int(sizes.sum()),
            )
        )
    return tuple(found)


def _merged(parts: Sequence[tuple[Moments, ...]]) -> tuple[Moments, ...]:
    return tuple(reduce(Moments.merge, each) for each in zip(*parts, strict=True))


def _shuffled_moments(
    space: WordSpace, strength: float, dealt: np.ndarray, seed: int, draw: int
) -> Moments:
    """Moments of the vectors with the weights of the words they are dealt to; kept by the space."""
    if strength == 0:
        return space.analysis.moments(0.0)

    def compute() -> Moments:
        given = np.empty(len(dealt))
        given[dealt] = tempered(space.p, strength)
        return moments(space.vectors, (given,))[0]

    return space.analysis.cached(("shuffled", seed, draw, strength), compute)


def _put_known(space: WordSpace, drawn: WordSpace, dealt: np.ndarray, seed: int, draw: int) -> None:
    """What the uniform prior makes of vectors it makes of them wherever they are dealt to."""
    both = tuple(_shuffled_moments(space, t, dealt, seed, draw) for t in (0.0, 1.0))
    drawn.analysis.put("moments", both)
    for method in map(as_method, ("raw", "uniform_centering", "uniform_whitening")):
        rows = space.analysis.peek(("rows", method))
        if rows is not None:
            lengths, unit_sum = rows
            drawn.analysis.put(("rows", method), (lengths[dealt], unit_sum))
