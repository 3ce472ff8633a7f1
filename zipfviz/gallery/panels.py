"""From the core's views to what figures and tables take: panels, lines, frames."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from zipfviz.evaluation.scoring import score
from zipfviz.explore.views import Direction, LengthView
from zipfviz.figures import NormPanel, SpectrumLine, method_style
from zipfviz.io.records import Task
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.symmetry import effective_rank

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Cloud",
    "agreement_frame",
    "columns_frame",
    "coverage_frame",
    "direction_cloud",
    "direction_frame",
    "join_points",
    "labelled",
    "lengths_frame",
    "norm_panel",
    "points_table",
    "spectra_frame",
    "spectrum_lines",
]

PRIORS: dict[Literal["uniform", "zipfian"], str] = {
    "uniform": "uniform prior",
    "zipfian": "Zipfian prior",
}
CLOUD_WORDS = 2_000


def norm_panel(view: LengthView, space: WordSpace, found: Collection[int] = ()) -> NormPanel:
    """A panel of lengths; `found` are rows of the space to ring where they are shown."""
    return NormPanel(
        method_style(view.method).label,
        view.method,
        view.information,
        view.norms,
        [space.words[i] for i in view.rows],
        view.r,
        view.rho,
        view.density,
        np.flatnonzero(np.isin(view.rows, list(found))).tolist(),
    )


def lengths_frame(views: Sequence[LengthView], space: WordSpace) -> pd.DataFrame:
    """The data behind the length charts: word, p, -log p and one column of lengths a method."""
    import pandas as pd

    rows = views[0].rows
    frame = pd.DataFrame(
        {
            "word": [space.words[i] for i in rows],
            "p": space.p[rows],
            "information": views[0].information,
        }
    )
    return frame.assign(**{view.method: view.norms for view in views}).set_index("word")


def agreement_frame(views: Sequence[LengthView]) -> pd.DataFrame:
    """r and rho of length against information content, over shown and over all words."""
    import pandas as pd

    return pd.DataFrame(
        {
            "Pearson r, shown words": [v.r for v in views],
            "Spearman ρ, shown words": [v.rho for v in views],
            "Pearson r, all words": [v.all_r for v in views],
            "Spearman ρ, all words": [v.all_rho for v in views],
        },
        index=pd.Index([method_style(v.method).label for v in views], name="lengths after"),
    )


def spectrum_lines(space: WordSpace, methods: Sequence[str]) -> dict[str, SpectrumLine]:
    """Spectra of each method's words under both priors, by label."""
    lines = {}
    for method in methods:
        for prior, values in zip(PRIORS, space.analysis.spectra(method), strict=True):
            label = f"{method_style(method).label}, {PRIORS[prior]}"
            lines[label] = SpectrumLine(values, prior, effective_rank(values), method)
    return lines


def spectra_frame(lines: Mapping[str, SpectrumLine]) -> pd.DataFrame:
    """Eigenvalues, one column a spectrum; a space of fewer dimensions ends in blanks."""
    import pandas as pd

    frame = pd.DataFrame({label: pd.Series(line.eigenvalues) for label, line in lines.items()})
    frame.index = pd.Index(frame.index + 1, name="direction")
    return frame


@dataclass(frozen=True, eq=False)
class Cloud:
    """The words of a direction chart: the most frequent ones, and those looked for."""

    information: np.ndarray
    positions: np.ndarray
    words: list[str]
    found: list[int]


def direction_cloud(space: WordSpace, direction: Direction, found: Sequence[int]) -> Cloud:
    rows = np.union1d(space.by_frequency[:CLOUD_WORDS], np.array(found, dtype=int))
    return Cloud(
        space.information[rows],
        direction.positions[rows],
        [space.words[i] for i in rows],
        np.flatnonzero(np.isin(rows, found)).tolist(),
    )


def direction_frame(space: WordSpace, direction: Direction) -> pd.DataFrame:
    """Every word's coordinate along the direction, with p."""
    import pandas as pd

    words = pd.Index(list(space.words), name="word")
    return pd.DataFrame({"p": space.p, "position": direction.positions}, index=words)


def join_points(own: pd.DataFrame, printed: pd.DataFrame | None) -> pd.DataFrame:
    """The chosen space's points and, if asked for, the paper's."""
    import pandas as pd

    return own if printed is None else pd.concat([own, printed], ignore_index=True)


def points_table(points: pd.DataFrame) -> pd.DataFrame:
    """Measures and score of each transform, under their full names, the score first."""
    from zipfviz.gallery.published import MEASURE_LABELS

    table = points.set_index("method")[["score", *MEASURE_LABELS]]
    return labelled(table.rename(columns={"score": "score × 100", **MEASURE_LABELS}))


def labelled(frame: pd.DataFrame) -> pd.DataFrame:
    """The same table with its methods under their full names."""
    return frame.rename(index=lambda m: method_style(m).label)


def coverage_frame(space: WordSpace, tasks: Sequence[Task]) -> pd.DataFrame:
    """What each score stands on: pairs scored and left out, coverage, sentences without a word."""
    import pandas as pd

    scores = [score(space, task, "raw") for task in tasks]
    return pd.DataFrame(
        {
            "task": [s.task for s in scores],
            "pairs scored": [s.n_pairs for s in scores],
            "word pairs left out": [s.n_left_out for s in scores],
            "tokens known, %": [round(100 * s.coverage, 1) for s in scores],
            "texts without a known word": [s.n_empty for s in scores],
        }
    )


def columns_frame(**columns: Sequence[str]) -> pd.DataFrame:
    """Draws of one number or not, as columns; rows are counted from 1."""
    import pandas as pd

    frame = pd.DataFrame({name: pd.Series(list(values)) for name, values in columns.items()})
    return frame.set_index(pd.RangeIndex(1, len(frame) + 1, name="draw"))
