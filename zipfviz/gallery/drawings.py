"""The figures: each takes a request and fills what its page fills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from zipfviz import figures
from zipfviz.common.nouns import noun
from zipfviz.explore.views import correlations, direction_view, growth_view, length_view, rank_view
from zipfviz.gallery import panels
from zipfviz.gallery.request import (
    Drawing,
    Request,
    correlated,
    correlation_lead,
    named,
    own_points,
    papers_spaces,
    printed_points,
    score_frame,
)
from zipfviz.io.records import Task
from zipfviz.report import export
from zipfviz.space.methods import METHODS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FIGURES", "PAGES", "draw"]

THREE = ("raw", "uniform_whitening", "zipfian_whitening")


def draw(name: str, request: Request) -> Drawing:
    """The figure of that name; InputError for an unknown one."""
    return named(name, FIGURES, "figure")(request)


def _drawing(
    request: Request,
    draws: Sequence[figures.Draw],
    headline: str,
    data: pd.DataFrame,
    lead: str,
    tasks: Sequence[Task] = (),
    methods: Sequence[str] = (),
) -> Drawing:
    about = export.caption(request.space, tasks, request.coefficient, lead=lead)
    sources = export.bibtex(request.space, tasks, methods)
    return Drawing(list(draws), headline, data, about, sources, tuple(tasks))


def _norms(request: Request) -> Drawing:
    space, methods = request.space, request.methods_or(THREE)
    k = min(request.words or 500, len(space))
    views = [length_view(space, method, k=k) for method in methods]
    shown = [panels.norm_panel(view, space, request.rows()) for view in views]
    return _drawing(
        request,
        [partial(figures.norm_panels, [panel]) for panel in shown],
        figures.norm_headline(shown),
        panels.lengths_frame(views, space),
        f"Length of the {k:,} most frequent {noun(k, 'words’', 'word’s')} vectors against −log p.",
        methods=methods,
    )


def _symmetry_map(request: Request) -> Drawing:
    points = panels.join_points(own_points(request), printed_points(request))
    measured = points[~points["own"]] if request.paper else points
    priors = ("uniform", "zipfian")
    return _drawing(
        request,
        [partial(figures.symmetry_map, points, priors=[prior]) for prior in priors],
        figures.symmetry_headline(measured),
        points,
        "Symmetry of spaces under both priors, coloured by score × 100."
        + f" Small marks: {papers_spaces(request)} Large marks:" * request.paper,
        [request.task],
        request.methods_or(METHODS[:7]),
    )


def _correlations(request: Request) -> Drawing:
    found = correlations(correlated(request))
    draws: list[figures.Draw] = [partial(figures.correlation_chart, found)]
    headline = figures.correlation_headline(found)
    lead = correlation_lead(request)
    if request.paper:  # then nothing of the space at hand is in the figure
        about, sources = f"{lead} {papers_spaces(request)}", export.bibtex()
        return Drawing(draws, headline, found, about, sources, ())
    return _drawing(request, draws, headline, found, lead, [request.task])


def _eigenspectrum(request: Request) -> Drawing:
    methods = request.methods_or(["raw"])
    lines = panels.spectrum_lines(request.space, methods)
    return _drawing(
        request,
        [partial(figures.eigenspectrum, lines)],
        figures.spectrum_headline(lines),
        panels.spectra_frame(lines),
        "Share of variance by direction under both priors.",
        methods=methods,
    )


def _direction(request: Request) -> Drawing:
    space = request.space
    found = direction_view(space, request.direction - 1)
    low, high = ([space.words[i] for i in rows] for rows in (found.low, found.high))
    ends = [found.positions[rows] for rows in (found.low, found.high)]
    cloud = panels.direction_cloud(space, found, request.rows())
    return _drawing(
        request,
        [
            partial(figures.component_words, low, ends[0], high, ends[1]),
            partial(
                figures.component_against_log_p,
                cloud.information,
                cloud.positions,
                cloud.words,
                found.density,
                highlight=cloud.found,
            ),
        ],
        figures.component_headline(request.direction, found.share, found.r, low, high),
        panels.direction_frame(space, found),
        f"Principal direction {request.direction} under the Zipfian prior.",
    )


def _scores(request: Request) -> Drawing:
    methods = request.methods_or(METHODS)
    scores = score_frame(request)
    return _drawing(
        request,
        figures.score_charts(scores),
        figures.score_headline(scores),
        scores,
        "",
        request.loaded,
        methods,
    )


def _rank_frequency(request: Request) -> Drawing:
    space = request.space
    ranks = rank_view(space, first=1, last=min(10_000, len(space)))
    fit = (ranks.fit.exponent, ranks.fit.log_constant, ranks.fit.first, ranks.fit.last)
    places = ranks.places(request.rows())
    drawn = partial(
        figures.rank_frequency,
        ranks.ranks,
        ranks.p,
        words=ranks.words,
        fit=fit,
        highlight=places,
        floor=ranks.floor(places),
    )
    return _drawing(
        request,
        [drawn],
        figures.rank_headline(len(space), fit, ranks.n_half),
        ranks.frame(),
        "Share of running text by rank of the word.",
    )


def _vocabulary_growth(request: Request) -> Drawing:
    growth = growth_view(request.space)
    return _drawing(
        request,
        [partial(figures.vocabulary_growth, growth.draws, growth.types, growth.tokens)],
        figures.growth_headline(growth.draws, growth.types, growth.tokens),
        growth.frame(),
        "Expected number of different words among draws from types and from tokens.",
    )


FIGURES: dict[str, Callable[[Request], Drawing]] = {
    "norms": _norms,
    "symmetry-map": _symmetry_map,
    "correlations": _correlations,
    "eigenspectrum": _eigenspectrum,
    "direction": _direction,
    "scores": _scores,
    "rank-frequency": _rank_frequency,
    "vocabulary-growth": _vocabulary_growth,
}

# The page that shows each, by its address.
PAGES = {
    "norms": "norms",
    "symmetry-map": "symmetry_map",
    "correlations": "symmetry_map",
    "eigenspectrum": "eigenspectra",
    "direction": "eigenspectra",
    "scores": "scores",
    "rank-frequency": "types_and_tokens",
    "vocabulary-growth": "types_and_tokens",
}
