"""Spectra under both priors, and the words along one principal direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.explore.views import direction_view
from zipfviz.figures import (
    SpectrumLine,
    component_against_log_p,
    component_headline,
    component_words,
    method_style,
    spectrum_headline,
)
from zipfviz.figures import eigenspectrum as draw_eigenspectrum
from zipfviz.gallery.record import Drawing, rows_of
from zipfviz.report.export import About
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.symmetry import effective_rank

PRIORS: dict[Literal["uniform", "zipfian"], str] = {
    "uniform": "uniform prior",
    "zipfian": "Zipfian prior",
}
CLOUD_WORDS = 2_000
LEAD = "Share of variance by direction under both priors."


def eigenspectrum(
    space: WordSpace,
    *,
    methods: Sequence[str] = ("raw",),
    cumulative: bool = False,
    scale: Literal["log", "linear"] = "log",
) -> Drawing:
    """Shares of variance by direction under both priors, of each method's words."""
    lines = _spectrum_lines(space, methods)
    return Drawing(
        name="eigenspectrum",
        draws=[partial(draw_eigenspectrum, lines, cumulative=cumulative, scale=scale)],
        headline=spectrum_headline(lines),
        data=lambda: _spectra_frame(lines),
        about=About(space, methods=methods, lead=LEAD),
        lines=[
            f"for method in {list(methods)!r}:",
            "    Y = zipfviz.transform(space, method)",
            "    for prior in (None, space.p):",
            "        eigenvalues = zipfviz.spectrum(Y, prior)",
            "        print(method, 'uniform' if prior is None else 'Zipfian')",
            "        print(zipfviz.effective_rank(eigenvalues), eigenvalues / eigenvalues.sum())",
        ],
    )


def _spectrum_lines(space: WordSpace, methods: Sequence[str]) -> dict[str, SpectrumLine]:
    """Spectra of each method's words under both priors, by label."""
    lines = {}
    for method in methods:
        for prior, values in zip(PRIORS, space.analysis.spectra(method), strict=True):
            label = f"{method_style(method).label}, {PRIORS[prior]}"
            lines[label] = SpectrumLine(values, prior, effective_rank(values), method)
    return lines


def _spectra_frame(lines: Mapping[str, SpectrumLine]) -> pd.DataFrame:
    """Eigenvalues, one column a spectrum; a space of fewer dimensions ends in blanks."""
    frame = pd.DataFrame({label: pd.Series(line.eigenvalues) for label, line in lines.items()})
    frame.index = pd.Index(frame.index + 1, name="direction")
    return frame


def direction(
    space: WordSpace,
    *,
    direction: int = 1,
    prior: Literal["uniform", "zipfian"] = "zipfian",
    find: Sequence[str] = (),
) -> Drawing:
    """The words that a principal direction pulls apart, and how it follows −log p.

    `direction` counts from 1; `find` are words to ring. Raises InputError for a direction that the
    space does not have.
    """
    found, ringed = direction_view(space, direction - 1, prior=prior), rows_of(space, find)
    low, high = ([space.words[i] for i in rows] for rows in (found.low, found.high))
    cloud = np.union1d(space.by_frequency[:CLOUD_WORDS], np.array(ringed, dtype=int))
    x, y, words = space.information, found.positions, [space.words[i] for i in cloud]
    marked = np.flatnonzero(np.isin(cloud, ringed)).tolist()
    against = partial(component_against_log_p, x[cloud], y[cloud], words, found.density)

    def frame() -> pd.DataFrame:
        words = pd.Index(list(space.words), name="word")
        return pd.DataFrame({"p": space.p, "position": found.positions}, index=words)

    return Drawing(
        name="direction",
        draws=[
            partial(component_words, low, y[found.low], high, y[found.high]),
            partial(against, highlight=marked),
        ],
        headline=component_headline(direction, found.share, found.r, low, high),
        data=frame,
        about=About(
            space, methods=(), lead=f"Principal direction {direction} under the {PRIORS[prior]}."
        ),
        lines=[
            "from zipfviz.explore import direction_view",
            f"found = direction_view(space, {direction - 1}, prior={prior!r})",
            "print(found.share, found.r, found.positions[:5])",
        ],
    )
