"""Types against tokens: what is drawn, frequency by rank, how the vocabulary grows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted, noun
from zipfviz.explore.views import GrowthView, growth_view, rank_view
from zipfviz.figures import count, growth_headline, rank_headline
from zipfviz.figures import rank_frequency as draw_ranks
from zipfviz.figures import vocabulary_growth as draw_growth
from zipfviz.gallery.record import Drawing, Sheet, rows_of
from zipfviz.report.export import About
from zipfviz.space.sampling import sample_tokens, sample_types
from zipfviz.space.word_space import WordSpace


def rank_frequency(
    space: WordSpace, *, ranks: tuple[int, int] = (1, 10_000), find: Sequence[str] = ()
) -> Drawing:
    """Share of running text by rank of the word, with a power law.

    `ranks` are the first and the last rank of the fit; `find` are words to ring.
    """
    view = rank_view(space, first=ranks[0], last=min(ranks[1], len(space)))
    fit = (view.fit.exponent, view.fit.log_constant, view.fit.first, view.fit.last)
    places = view.places(rows_of(space, find))
    floor = view.floor(places)
    below = view.n_below(floor)
    lie = noun(below, "words lie", "word lies")
    ranked = partial(draw_ranks, view.ranks, view.p, words=view.words)
    return Drawing(
        name="rank-frequency",
        draws=[partial(ranked, fit=fit, highlight=places, floor=floor)],
        headline=rank_headline(len(space), fit, view.n_half),
        data=view.frame,
        about=About(space, methods=(), lead="Share of running text by rank of the word."),
        lines=[
            "from zipfviz.explore import rank_view",
            f"view = rank_view(space, first={fit[2]}, last={fit[3]})",
            "print(view.fit, view.n_half)  # by zipfviz.fit_zipf(space.p, ...)",
        ],
        left_out=f"{count(below)} rarer {lie} below the picture." if below else "",
    )


def vocabulary_growth(space: WordSpace) -> Drawing:
    """Expected number of different words among draws from types and from tokens."""
    growth = growth_view(space)
    lead = "Expected number of different words among draws from types and from tokens."
    return Drawing(
        name="vocabulary-growth",
        draws=[partial(draw_growth, growth.draws, growth.types, growth.tokens)],
        headline=_growth_told(growth),
        data=growth.frame,
        about=About(space, methods=(), lead=lead),
        lines=[
            "from zipfviz.explore import growth_view",
            "print(growth_view(space).frame().to_string())  # by zipfviz.expected_types",
        ],
    )


def _growth_told(growth: GrowthView) -> str:
    """What is met at the number of draws nearest to 10,000."""
    at = int(np.abs(np.log(growth.draws / 10_000)).argmin())
    return growth_headline(*(float(of[at]) for of in (growth.draws, growth.types, growth.tokens)))


def types_tokens(space: WordSpace, *, words: int = 50, seed: int = 0) -> Sheet:
    """Words drawn from types beside words drawn from tokens."""
    n_types = min(words, len(space))
    types, tokens = sample_types(space, n_types, seed=seed), sample_tokens(space, words, seed=seed)
    lead = f"{counted(words, 'words')} drawn from types and from tokens (seed {seed})."
    return Sheet(
        name="types-tokens",
        frame=columns_frame(types=types, tokens=tokens).fillna(""),
        about=About(space, methods=(), lead=lead),
        decimals=0,
        lines=[
            f"print(zipfviz.sample_types(space, {n_types}, seed={seed}))",
            f"print(zipfviz.sample_tokens(space, {words}, seed={seed}))",
        ],
    )


def columns_frame(**columns: Sequence[str]) -> pd.DataFrame:
    """Draws of one number or not, as columns; rows are counted from 1."""
    frame = pd.DataFrame({name: pd.Series(list(values)) for name, values in columns.items()})
    return frame.set_index(pd.RangeIndex(1, len(frame) + 1, name="draw"))
