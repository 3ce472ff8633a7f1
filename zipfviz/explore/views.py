"""Views of a space as plain arrays: lengths, ranks, growth, directions.

Each view says which words it shows and which its numbers are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted
from zipfviz.common.record import Record
from zipfviz.corpus.zipf import ZipfFit, fit_zipf
from zipfviz.evaluation.coefficients import pearson, spearman
from zipfviz.explore.symmetry_scores import correlations as correlations
from zipfviz.space.methods import Method, MethodLike, Options, Prior, as_method
from zipfviz.space.sampling import expected_types
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.affine import Affine

FittedOn = Literal["all", "shown"]
Histogram = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class LengthView(Record):
    """Lengths of words after a method against their information content.

    `rows` (k,) of the space are the words shown; `information` (k,) is -log p in nats, `lengths`
    (k,) their lengths; `r` and `rho` are Pearson's and Spearman's correlation of the two, in
    [-1, 1]. `all_r`, `all_rho` and `density` (x edges,
    y edges, counts) belong to the whole vocabulary; they are None where that was not asked for, or
    the transform was fitted on the shown words alone. `deleted` says that each word was left out
    of what its own length was measured by.
    """

    method: str
    deleted: bool
    rows: np.ndarray
    information: np.ndarray
    lengths: np.ndarray
    r: float
    rho: float
    all_r: float | None
    all_rho: float | None
    density: Histogram | None


def length_view(
    space: WordSpace,
    method: MethodLike,
    *,
    k: int,
    fitted_on: FittedOn = "all",
    deleted: bool = False,
    options: Options | None = None,
    whole: bool = True,
) -> LengthView:
    """Compute lengths of the `k` most frequent words after a method, and how they follow -log p.

    Returns a `LengthView`: its `r` and `rho` are the correlations of length and -log p.

    The paper's norm figure shows k = 500 and fits the transform on these words alone
    (`fitted_on="shown"`). `deleted` leaves each word out of what its own length is measured by
    (`zipfviz.deleted_lengths`): with their own part frequent words are short by algebra,
    `length_nulls` says how short. `whole=False` leaves out what belongs to the whole vocabulary.
    Raises InputError if `k` is not between 1 and the vocabulary's size, and where a method has no
    deleted lengths.
    """
    check_words(space, k)
    method = as_method(method, options)
    rows = space.by_frequency[:k]
    x = space.information[rows]
    if fitted_on == "shown":
        top = top_space(space, k)
        lengths = _lengths(top, method, deleted)[top.by_frequency]
    else:
        every = _lengths(space, method, deleted)
        lengths = every[rows]

    def of_all() -> tuple[float, float, Histogram | None]:
        x, defined = space.information, np.isfinite(every)
        density = histogram(x[defined], every[defined]) if defined.any() else None
        return pearson(x, every), spearman(x, every), density

    all_r, all_rho, density = None, None, None
    if whole and fitted_on == "all":
        all_r, all_rho, density = space.analysis.cached(("lengths", method, deleted), of_all)
    return LengthView(
        method=method.name,
        deleted=deleted,
        rows=rows,
        information=x,
        lengths=lengths,
        r=pearson(x, lengths),
        rho=spearman(x, lengths),
        all_r=all_r,
        all_rho=all_rho,
        density=density,
    )


def check_words(space: WordSpace, k: int) -> None:
    """Raise InputError unless there are `k` words to show."""
    if not 1 <= k <= len(space):
        raise InputError(
            f"cannot show the {k:,} most frequent of {counted(len(space), 'words')}; "
            f"choose a number between 1 and {len(space):,}."
        )


def top_space(space: WordSpace, k: int) -> WordSpace:
    """The `k` most frequent words as a space of their own, kept with the whole one."""
    return space.analysis.cached(("top", k), lambda: space.top(k))


def _lengths(space: WordSpace, method: Method, deleted: bool) -> np.ndarray:
    return space.analysis.deleted_lengths(method) if deleted else space.analysis.lengths(method)


def histogram(x: np.ndarray, y: np.ndarray, bins: int = 70) -> Histogram:
    """Count points over a grid: (x edges, y edges, counts (bins, bins)).

    The grid spans x whole and y up to its 99.9th percentile, so one long vector does not flatten
    the picture; what lies beyond is not drawn but is part of every number.
    """
    left, right = float(x.min()), float(x.max())
    low, top = float(y.min()), float(np.percentile(y, 99.9))
    across, up = (right - left) or 1.0, (top - low) or 1.0
    column = np.minimum((x - left) * (bins / across), bins - 1).astype(np.intp)
    row = np.minimum((y - low) * (bins / up), bins - 1).astype(np.intp)
    cells = (column * bins + row)[y <= top]
    counts = np.bincount(cells, minlength=bins * bins).reshape(bins, bins).astype(np.float64)
    return np.linspace(left, left + across, bins + 1), np.linspace(low, low + up, bins + 1), counts


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RankView(Record):
    """Frequency against rank: `rows` (n,) of the space by descending `p`, and a power law."""

    words: Sequence[str]
    rows: np.ndarray
    p: np.ndarray
    fit: ZipfFit

    @property
    def ranks(self) -> np.ndarray:
        return np.arange(1, len(self.p) + 1)

    @property
    def n_half(self) -> int:
        """The fewest of the most frequent words whose p sums to at least half of all of it."""
        running = np.cumsum(self.p)
        half = 0.5 * running[-1] * (1 - 1e-12)  # of equal words half are half, rounding or not
        return int(np.searchsorted(running, half)) + 1

    def floor(self, found: Sequence[int] = ()) -> float:
        """Choose where the p axis starts: half a decade below the first 95 % of the ranks.

        On a logarithmic rank axis the last twentieth of the words stands on less than a dot's
        width, as one vertical line; however deep that reaches, it must not flatten the rest. Words
        looked for (`found`, positions in the ranking) are always in the picture.
        """
        last = min(int(0.95 * len(self.p)), len(self.p) - 1)
        return float(self.p[[last, *found]].min() / 10**0.5)

    def n_below(self, floor: float) -> int:
        """Count the words below that."""
        return int((self.p < floor).sum())

    def places(self, rows: Sequence[int]) -> list[int]:
        """Find the positions of rows of the space in the ranking."""
        return np.flatnonzero(np.isin(self.rows, list(rows))).tolist()

    def frame(self) -> pd.DataFrame:
        return pd.DataFrame({"rank": self.ranks, "word": self.words, "p": self.p}).set_index("rank")


def rank_view(space: WordSpace, *, first: int = 1, last: int | None = None) -> RankView:
    """Rank words by frequency, and fit Zipf's exponent over ranks `first` to `last`.

    Returns a `RankView`: `fit` is what `fit_zipf` gives, `n_half` the fewest of the most frequent
    words whose p sums to half of the text or more.
    """

    def compute() -> RankView:
        rows = space.by_frequency
        fit = fit_zipf(space.p, first=first, last=last)  # to the last rank where there are fewer
        return RankView(words=[space.words[i] for i in rows], rows=rows, p=space.p[rows], fit=fit)

    return space.analysis.cached(("ranks", first, last), compute)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class GrowthView(Record):
    """Expected number of different words among `draws` (m,) draws from types and from tokens."""

    draws: np.ndarray
    types: np.ndarray
    tokens: np.ndarray

    def frame(self) -> pd.DataFrame:
        data = {"from_types": self.types, "from_tokens": self.tokens}
        return pd.DataFrame(data, index=pd.Index(self.draws, name="draws"))


def growth_view(space: WordSpace) -> GrowthView:
    """Compute vocabulary growth up to ten draws a word, exact for independent draws.

    Returns a `GrowthView`: `types` and `tokens` are `expected_types` of so many draws with each
    word equally likely, and with its p.
    """

    def compute() -> GrowthView:
        n = len(space)
        round_numbers = np.outer(10.0 ** np.arange(len(str(10 * n))), [1, 1.5, 2, 3, 5, 7])
        draws = np.unique(np.append(round_numbers[round_numbers < 10 * n].round(), 10 * n))
        uniform = n * -np.expm1(draws * np.log1p(-1 / n)) if n > 1 else np.minimum(draws, 1)
        return GrowthView(draws=draws, types=uniform, tokens=expected_types(space.p, draws))

    return space.analysis.cached("growth", compute)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Direction(Record):
    """Principal direction of a space and the words along it; see `direction_view`.

    `low` and `high` are rows of the most extreme words among the most frequent ones.
    """

    index: int
    share: float
    positions: np.ndarray
    r: float
    rho: float
    low: np.ndarray
    high: np.ndarray
    density: Histogram


def direction_view(
    space: WordSpace, index: int, *, prior: Prior = "zipfian", n_words: int = 10, among: int = 5_000
) -> Direction:
    """Find principal direction `index` (from 0) of the raw vectors under a prior.

    It is v_i of the covariance sum_w q(w) (w - mu)(w - mu)^T = V diag(lambda) V^T. Returns a
    `Direction`: `share` is lambda_i / sum_j lambda_j, `positions` (n,) are <w - mu, v_i>, `r` and
    `rho` Pearson's and Spearman's correlation of positions with -log p over the whole vocabulary.

    Raises InputError for a direction the space does not have.
    """
    if not 0 <= index < space.d:
        raise InputError(f"direction {index + 1} does not exist; choose 1 to {space.d}.")
    strength = float(prior == "zipfian")

    def compute() -> Direction:
        m = space.analysis.moments(strength)
        system = space.analysis.eigensystem(strength, exact=True)
        axis = system.vectors[:, index]
        along = Affine(m.mean, axis[:, None], mean_error=m.mean_error)
        positions = along(space.vectors)[:, 0]
        frequent = space.by_frequency[:among]
        order = frequent[np.argsort(positions[frequent], kind="stable")]
        shown = min(n_words, len(order) // 2)
        total = float(system.values.sum())
        return Direction(
            index=index,
            share=float(system.values[index]) / total if total > 0 else float("nan"),
            positions=positions,
            r=pearson(space.information, positions),
            rho=spearman(space.information, positions),
            low=order[:shown],
            high=order[len(order) - shown :][::-1],
            density=histogram(space.information, positions),
        )

    return space.analysis.cached(("direction", index, prior, n_words, among), compute)
