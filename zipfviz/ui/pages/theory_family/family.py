"""Both sides of the law in a made-up language under each centering, and its errors."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from zipfviz.evaluation.scoring import transform
from zipfviz.figures import method_style
from zipfviz.figures.theory_law import LawPanel
from zipfviz.space.word_space import WordSpace
from zipfviz.theory import family

CENTERINGS = {
    "raw": "raw",
    "uniform_centering": "uniform-centred",
    "zipfian_centering": "Zipf-centred",
}
SCALES = (0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.0)
Errors = dict[tuple[str, str], dict[str, np.ndarray]]


def _family(space: WordSpace, k: int, method: str) -> tuple[WordSpace, np.ndarray]:
    """The `k` most frequent words and their vectors after a centering fitted on them."""
    top = space.analysis.cached(("top", k), lambda: space.top(k))
    return top, transform(top, method).astype(np.float64)


def errors(space: WordSpace, k: int) -> Errors:
    """Relative error of the law at SCALES, by (centering, its prior) and G."""

    def compute() -> Errors:
        found: Errors = {}
        for method, label in CENTERINGS.items():
            top, W = _family(space, k, method)
            found[label, method_style(method).prior] = family.law_errors(W, top.p, SCALES)
        return found

    return space.analysis.cached(("family", k), compute)


def panels(
    space: WordSpace, k: int, scale: float, metric: str, found: Sequence[int]
) -> list[LawPanel]:
    """Both sides of the law at one scale, a panel a centering; `found` are rows of the space."""
    wanted = {space.words[i] for i in found}
    found_panels = []
    for method, label in CENTERINGS.items():
        top, W = _family(space, k, method)
        point, prior = family.law_at(W, top.p, scale), method_style(method).prior
        sides = point.forward, getattr(point, metric)
        ringed = [i for i, word in enumerate(top.words) if word in wanted]
        title = label[0].upper() + label[1:]
        found_panels.append(LawPanel(title, "", prior, *sides, top.words, ringed))
    return found_panels


def off(panels: Sequence[LawPanel]) -> dict[str, float]:
    """Relative error of the law in each panel, by its title."""
    return {panel.title: family.law_error(panel.length, panel.divergence) for panel in panels}


def error_frame(errors: Errors) -> pd.DataFrame:
    """Relative error of the law by scale, a column a centering and G."""
    columns = {
        f"{label}, {side} G": values
        for (label, _), sides in errors.items()
        for side, values in sides.items()
    }
    return pd.DataFrame(columns, index=pd.Index(SCALES, name="scale"))


def frame(panels: Sequence[LawPanel]) -> pd.DataFrame:
    """Both sides for every word of the family, two columns a centering."""
    columns = {}
    for panel in panels:
        columns[f"{panel.title} 2 KL"] = panel.divergence
        columns[f"{panel.title} length²"] = panel.length
    return pd.DataFrame(columns, index=pd.Index(panels[0].words, name="word"))
