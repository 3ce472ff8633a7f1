"""How many dimensions words really fill, of types and of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted
from zipfviz.explore.dimensions import DimensionView, dimension_view
from zipfviz.figures import DimensionRow, dimension_chart, dimension_headline, split_chart
from zipfviz.gallery.record import Drawing, Sheet
from zipfviz.report.export import About
from zipfviz.space.word_space import WordSpace

NAMES = {"types": "types (the list)", "tokens": "tokens (running text)"}
WORDS = 4_000
ZETA = 0.2  # as the paper trains with


def dimensions(
    space: WordSpace,
    *,
    method: str = "raw",
    words: int = WORDS,
    zeta: float = ZETA,
    seed: int = 0,
) -> Drawing:
    """Intrinsic dimension of words after a method, and the split of their mean squared length.

    Both of types and of tokens, `words` different ones of each; see `explore.dimension_view`.
    """
    views = dimension_view(space, method, words=words, zeta=zeta, seed=seed)
    rows = [_row(view) for view in views]
    return Drawing(
        name="dimensions",
        draws=[partial(dimension_chart, rows), partial(split_chart, rows)],
        headline=dimension_headline(rows),
        data=lambda: _frame(views),
        about=_about(space, method, views),
        lines=_lines(method, words, zeta, seed),
    )


def dimension_sheet(
    space: WordSpace,
    *,
    method: str = "raw",
    words: int = WORDS,
    zeta: float = ZETA,
    seed: int = 0,
) -> Sheet:
    """Tabulate dimensions, IsoScore and IsoScore*, and the split, of types and of tokens."""
    views = dimension_view(space, method, words=words, zeta=zeta, seed=seed)
    about = replace(_about(space, method, views), best=None)
    lines = _lines(method, words, zeta, seed)
    return Sheet(name="dimensions", frame=_frame(views), about=about, lines=lines)


def _row(view: DimensionView) -> DimensionRow:
    return DimensionRow(
        name=NAMES[view.by],
        prior=view.prior,
        d=view.words.d,
        low=view.words.low,
        high=view.words.high,
        gaussian=view.gaussian.d,
        gaussian_low=view.gaussian.low,
        gaussian_high=view.gaussian.high,
        mean_share=view.second.share,
    )


def _frame(views: Sequence[DimensionView]) -> pd.DataFrame:
    rows = [
        {
            "different words": view.n,
            "dimension": view.words.d,
            "from": view.words.low,
            "to": view.words.high,
            "Gaussian’s": view.gaussian.d,
            "Gaussian fills": view.rank,
            "IsoScore": view.isoscore,
            f"IsoScore*, ζ = {view.zeta:g}": view.isoscore_star,
            "E‖x‖²": view.second.total,
            "‖E x‖²": view.second.of_mean,
            "variance": view.second.variance,
        }
        for view in views
    ]
    return pd.DataFrame(rows, index=pd.Index([NAMES[view.by] for view in views], name="words"))


def _about(space: WordSpace, method: str, views: Sequence[DimensionView]) -> About:
    drawn = counted(views[0].n, "different words")
    lead = (
        f"Intrinsic dimension (TwoNN, 95 % interval) of {drawn} each; mean squared length of all "
        "words, under the uniform prior and the Zipfian."
    )
    return About(
        space, methods=(method,), lead=lead, sources=("twonn", "isoscore", "isoscore_star")
    )


def _lines(method: str, words: int, zeta: float, seed: int) -> list[str]:
    asked = f"{method!r}, words={words}, zeta={zeta}, seed={seed}"
    return [
        "from zipfviz.explore import dimension_view",
        f"for view in dimension_view(space, {asked}):",
        "    print(view.prior, view.words, view.gaussian, view.rank)",
        "    print(view.second, view.second.share, view.isoscore, view.isoscore_star)",
    ]
