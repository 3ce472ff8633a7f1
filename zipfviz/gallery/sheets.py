"""The tables: each takes a request and computes its numbers and its caption."""

from __future__ import annotations

from collections.abc import Callable

from zipfviz.common.nouns import counted
from zipfviz.evaluation.tables import symmetry_table
from zipfviz.explore.views import correlations
from zipfviz.gallery import panels
from zipfviz.gallery.request import (
    Request,
    Sheet,
    correlated,
    correlation_lead,
    measure_labels,
    named,
    papers_spaces,
    score_frame,
)
from zipfviz.report import export
from zipfviz.space.methods import METHODS
from zipfviz.space.names import method_name
from zipfviz.space.sampling import sample_tokens, sample_types

__all__ = ["TABLES", "tabulate"]


def tabulate(name: str, request: Request) -> Sheet:
    """The table of that name; InputError for an unknown one."""
    return named(name, TABLES, "table")(request)


def _score_sheet(request: Request) -> Sheet:
    tasks, methods = request.loaded, request.methods_or(METHODS)
    return Sheet(
        score_frame(request).rename(index=method_name),
        export.caption(request.space, tasks, request.coefficient),
        2,
        "max",
        export.bibtex(request.space, tasks, methods),
    )


def _symmetry_sheet(request: Request) -> Sheet:
    methods = request.methods_or(METHODS[:7])
    frame = symmetry_table(request.space, methods, task=request.task).rename(index=method_name)
    return Sheet(
        frame.rename(columns=measure_labels()),
        export.caption(request.space, lead="Symmetry measures under both priors."),
        3,
        None,
        export.bibtex(request.space, methods=methods),
    )


def _correlation_sheet(request: Request) -> Sheet:
    found = correlations(correlated(request)).set_index("measure")
    frame = (100 * found[["pearson", "spearman"]]).rename(
        index=measure_labels(), columns={"pearson": "Pearson’s r", "spearman": "Spearman’s ρ"}
    )
    lead = f"{correlation_lead(request)} Correlations × 100."
    if request.paper:  # then nothing of the space at hand is in the table
        about, sources = f"{lead} {papers_spaces(request)}", export.bibtex()
    else:
        about = export.caption(request.space, [request.task], request.coefficient, lead=lead)
        sources = export.bibtex(request.space, [request.task])
    return Sheet(frame.rename_axis("measure"), about, 2, "max", sources)


def _types_tokens_sheet(request: Request) -> Sheet:
    k = request.words or 50
    types = sample_types(request.space, min(k, len(request.space)), seed=request.seed)
    tokens = sample_tokens(request.space, k, seed=request.seed)
    frame = panels.columns_frame(types=types, tokens=tokens).fillna("")
    lead = f"{counted(k, 'words')} drawn from types and from tokens (seed {request.seed})."
    about = export.caption(request.space, lead=lead)
    return Sheet(frame, about, 0, None, export.bibtex(request.space))


TABLES: dict[str, Callable[[Request], Sheet]] = {
    "types-tokens": _types_tokens_sheet,
    "scores": _score_sheet,
    "symmetry": _symmetry_sheet,
    "correlations": _correlation_sheet,
}
