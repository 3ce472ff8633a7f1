"""The paper's figures and tables by name, as the pages draw them, for any word space.

Between core and page: calls the views, fills the figures. Knows nothing of streamlit, so that the
command line draws what the app draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from zipfviz import export, figures
from zipfviz.errors import InputError
from zipfviz.methods import METHODS
from zipfviz.names import method_name, task_name
from zipfviz.readers import catalogue, published
from zipfviz.readers.records import Task
from zipfviz.readers.tasks import load_task
from zipfviz.sampling import sample_tokens, sample_types
from zipfviz.space import WordSpace
from zipfviz.tables import score_table, symmetry_points, symmetry_table
from zipfviz.ui import panels
from zipfviz.views import correlations, direction_view, growth_view, length_view, rank_view

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

__all__ = ["FIGURES", "PAGES", "TABLES", "Drawing", "Request", "Sheet", "draw", "tabulate"]

TASKS = ("lee50", "wordsim353", "simlex999", "sts-b")
THREE = ("raw", "uniform_whitening", "zipfian_whitening")


@dataclass(frozen=True)
class Request:
    """What a figure or table is made of.

    Parameters
    ----------
    space : the words.
    tasks, methods : names; none are the page's own choice.
    words : how many words a chart of single words shows, or how many are drawn.
    find : words to ring, as written.
    direction : a principal direction, counted from 1, under the Zipfian prior.
    coefficient : of scores.
    paper : whether the paper's 21 spaces stand beside this one.
    seed : of draws.
    """

    space: WordSpace
    tasks: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    words: int | None = None
    find: tuple[str, ...] = ()
    direction: int = 1
    coefficient: Literal["spearman", "pearson"] = "spearman"
    paper: bool = True
    seed: int = 0

    @cached_property
    def loaded(self) -> list[Task]:
        """The tasks asked for, by default those of the page that are at hand."""
        known = {entry.name for entry in catalogue.list_tasks()}
        return [load_task(name) for name in self.tasks or [n for n in TASKS if n in known]]

    @cached_property
    def task(self) -> Task:
        """The one task of a figure that has one: the first asked for, else STS-B, else Lee50."""
        if self.tasks:
            return self.loaded[0]
        known = {entry.name for entry in catalogue.list_tasks()}
        return load_task("sts-b" if "sts-b" in known else "lee50")

    def methods_or(self, usual: Sequence[str]) -> list[str]:
        return list(self.methods or usual)

    def rows(self) -> list[int]:
        """Rows of the words to ring; InputError for one that is not in the space."""
        for word in self.find:
            if word not in self.space.index:
                raise InputError(f"{word!r} is not among the words of this space.")
        return [self.space.index[word] for word in self.find]


@dataclass(frozen=True)
class Drawing:
    """A chart as a page shows it: figures side by side, one headline, data, caption, sources."""

    figures: list[go.Figure]
    headline: str
    data: pd.DataFrame
    caption: str
    bibtex: str
    tasks: tuple[Task, ...]


@dataclass(frozen=True)
class Sheet:
    """A table of the paper: numbers, its caption, which value of a column is best, its sources."""

    frame: pd.DataFrame
    caption: str
    decimals: int
    best: Literal["max"] | None
    bibtex: str


def draw(name: str, request: Request) -> Drawing:
    """The figure of that name; InputError for an unknown one."""
    return _found(name, FIGURES, "figure")(request)


def tabulate(name: str, request: Request) -> Sheet:
    """The table of that name; InputError for an unknown one."""
    return _found(name, TABLES, "table")(request)


def _found(name: str, known: dict[str, Callable], kind: str) -> Callable:
    if name not in known:
        raise InputError(f"there is no {kind} {name!r}; choose one of {', '.join(known)}.")
    return known[name]


def _drawing(
    request: Request,
    drawn: Sequence[go.Figure],
    headline: str,
    data: pd.DataFrame,
    lead: str,
    tasks: Sequence[Task] = (),
    methods: Sequence[str] = (),
) -> Drawing:
    about = export.caption(request.space, tasks, request.coefficient, lead=lead)
    sources = export.bibtex(request.space, tasks, methods)
    return Drawing(list(drawn), headline, data, about, sources, tuple(tasks))


def _norms(request: Request) -> Drawing:
    space, methods = request.space, request.methods_or(THREE)
    k = min(request.words or 500, len(space))
    views = [length_view(space, method, k) for method in methods]
    shown = [panels.norm_panel(view, space, request.rows()) for view in views]
    return _drawing(
        request,
        [figures.norm_panels([panel]) for panel in shown],
        figures.norm_headline(shown),
        panels.lengths_frame(views, space),
        f"Length of the {k:,} most frequent words’ vectors against −log p.",
        methods=methods,
    )


def _symmetry_map(request: Request) -> Drawing:
    points = panels.join_points(_own_points(request), _printed_points(request))
    measured = points[~points["own"]] if request.paper else points
    priors = ("uniform", "zipfian")
    return _drawing(
        request,
        [figures.symmetry_map(points, priors=[prior]) for prior in priors],
        figures.symmetry_headline(measured),
        points,
        "Symmetry of spaces under both priors, coloured by score × 100.",
        [request.task],
        request.methods_or(METHODS[:7]),
    )


def _correlations(request: Request) -> Drawing:
    found = correlations(_correlated(request))
    return _drawing(
        request,
        [figures.correlation_chart(found)],
        figures.correlation_headline(found),
        found,
        _correlation_lead(request),
        [] if request.paper else [request.task],
    )


def _eigenspectrum(request: Request) -> Drawing:
    methods = request.methods_or(["raw"])
    lines = panels.spectrum_lines(request.space, methods)
    return _drawing(
        request,
        [figures.eigenspectrum(lines)],
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
            figures.component_words(low, ends[0], high, ends[1]),
            figures.component_against_log_p(
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
    scores = _score_frame(request)
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
    ranks = rank_view(space, 1, min(10_000, len(space)))
    fit = (ranks.fit.exponent, ranks.fit.log_constant, ranks.fit.first, ranks.fit.last)
    places = ranks.places(request.rows())
    drawn = figures.rank_frequency(
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
        figures.rank_headline(len(space), fit),
        ranks.frame(),
        "Share of running text by rank of the word.",
    )


def _vocabulary_growth(request: Request) -> Drawing:
    growth = growth_view(request.space)
    return _drawing(
        request,
        [figures.vocabulary_growth(growth.draws, growth.types, growth.tokens)],
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


def _score_sheet(request: Request) -> Sheet:
    tasks, methods = request.loaded, request.methods_or(METHODS)
    return Sheet(
        _score_frame(request).rename(index=method_name),
        export.caption(request.space, tasks, request.coefficient),
        2,
        "max",
        export.bibtex(request.space, tasks, methods),
    )


def _symmetry_sheet(request: Request) -> Sheet:
    methods = request.methods_or(METHODS[:7])
    frame = symmetry_table(request.space, methods, request.task).rename(index=method_name)
    return Sheet(
        frame.rename(columns=_measure_labels()),
        export.caption(request.space, lead="Symmetry measures under both priors."),
        3,
        None,
        export.bibtex(request.space, methods=methods),
    )


def _correlation_sheet(request: Request) -> Sheet:
    found = correlations(_correlated(request)).set_index("measure")
    frame = (100 * found[["pearson", "spearman"]]).rename(
        index=_measure_labels(), columns={"pearson": "Pearson’s r", "spearman": "Spearman’s ρ"}
    )
    lead = f"{_correlation_lead(request)} Correlations × 100."
    if request.paper:  # then nothing of the space at hand is in the table
        about, sources = f"{lead} {_PAPERS_SPACES}", export.bibtex()
    else:
        about = export.caption(request.space, [request.task], request.coefficient, lead=lead)
        sources = export.bibtex(request.space, [request.task])
    return Sheet(frame.rename_axis("measure"), about, 2, "max", sources)


_PAPERS_SPACES = (
    "Embeddings: GloVe 840B, word2vec and fastText, 300 dimensions, seven transforms each; word "
    "frequencies: enwiki; symmetry and Spearman’s ρ × 100 as Yokoi et al. (2024) released them."
)


def _types_tokens_sheet(request: Request) -> Sheet:
    k = request.words or 50
    types = sample_types(request.space, min(k, len(request.space)), request.seed)
    tokens = sample_tokens(request.space, k, request.seed)
    frame = panels.columns_frame(types=types, tokens=tokens).fillna("")
    frame.index = frame.index + 1
    lead = f"{k} words drawn from types and from tokens (seed {request.seed})."
    about = export.caption(request.space, lead=lead)
    return Sheet(frame.rename_axis("draw"), about, 0, None, export.bibtex(request.space))


TABLES: dict[str, Callable[[Request], Sheet]] = {
    "types-tokens": _types_tokens_sheet,
    "scores": _score_sheet,
    "symmetry": _symmetry_sheet,
    "correlations": _correlation_sheet,
}


def _score_frame(request: Request) -> pd.DataFrame:
    methods = request.methods_or(METHODS)
    scores = score_table(request.space, request.loaded, methods, request.coefficient)
    return scores.rename(columns=task_name)


def _own_points(request: Request) -> pd.DataFrame:
    methods = request.methods_or(METHODS[:7])
    return symmetry_points(request.space, request.task, methods).assign(own=True)


def _printed_points(request: Request) -> pd.DataFrame | None:
    if not request.paper:
        return None
    return published.symmetry_points(_printed_task(request)).assign(own=False)


def _printed_task(request: Request) -> Literal["STS-B", "SICK-R"]:
    """The paper's 21 spaces are scored on two tasks."""
    return "SICK-R" if request.task.name == "sick-r" else "STS-B"


def _measure_labels() -> dict[str, str]:
    from zipfviz.ui.paper import MEASURE_LABELS  # imports streamlit, which figures do not need

    return MEASURE_LABELS


def _correlated(request: Request) -> pd.DataFrame:
    printed = _printed_points(request)
    return _own_points(request) if printed is None else printed


def _correlation_lead(request: Request) -> str:
    over = (
        f"the paper’s 21 spaces and their {_printed_task(request)} scores"
        if request.paper
        else f"this space after each transform and its {task_name(request.task.name)} scores"
    )
    return f"How symmetry goes with the score, over {over}."
