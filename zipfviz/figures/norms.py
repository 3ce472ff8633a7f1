"""Length of a word's vector against the information the word carries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from zipfviz.figures.headlines.noise import Beside, NoiseBand, beside_title
from zipfviz.figures.style.palette import LIGHT, Medium, method_style
from zipfviz.figures.style.parts import Density, add_density, add_words
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded
from zipfviz.figures.style.text import escape, number

QUIET: dict[str, Any] = {"showticklabels": False, "ticks": "", "showgrid": False}


@dataclass(frozen=True)
class NormPanel:
    """Lengths after one transform against information content.

    `log_p_neg` (k,) is −log p of the shown words in nats, `norms` (k,) their vectors' lengths and
    `words` (k,) the words as typed; `pearson` and `spearman` belong to the first two.
    `density` is the whole vocabulary as `(x edges (a+1,), y edges (b+1,), counts (a, b))`;
    `highlight` holds positions in the k words to ring and name. `noise` is the band that
    `pearson` would lie in with noise for vectors.
    """

    title: str
    method: str
    log_p_neg: np.ndarray
    norms: np.ndarray
    words: Sequence[str]
    pearson: float
    spearman: float
    density: Density | None = None
    highlight: Sequence[int] = ()
    noise: NoiseBand | None = None

    @property
    def beside(self) -> Beside:
        """Its r beside that of noise."""
        return Beside(self.title, self.pearson, self.noise, self.method)


def norm_panels(
    panels: Sequence[NormPanel],
    *,
    medium: Medium = LIGHT,
    columns: int | None = None,
    view: Literal["words", "vocabulary"] = "words",
) -> Chart:
    """Panels side by side (`columns=1` stacks them, for phones), their x axes moving together.

    `view` is what the axes span at first: the shown words, or all of the vocabulary's density.
    """
    sheet = Sheet(medium, 80, each=340, panels=len(panels), columns=columns, gap=(0.2, 0.26))
    sheet.x(matches="x", showgrid=False, nticks=6)
    sheet.y(title="length of the vector ‖w‖", showgrid=False, nticks=6)
    if view == "words":
        sheet.x(range=padded(np.concatenate([panel.log_p_neg for panel in panels])))
    for i, panel in enumerate(panels):
        _draw(sheet, i, panel, panel.highlight)
        r = beside_title(panel.pearson, panel.noise)
        sheet.title(i, panel.title, f"{r}   ρ = {number(panel.spearman)}")
        if view == "words":
            sheet.y(i, range=padded(panel.norms))
    sheet.footer("information content −log p(w)")
    sheet.layout |= {"margin": {"t": 56, "b": 56}, "showlegend": False}
    return sheet.figure()


def norm_small(panel: NormPanel, *, medium: Medium = LIGHT, height: int = 150) -> Chart:
    """One panel as a thumbnail: the shape of the cloud, no numbers on its axes."""
    sheet = Sheet(medium, height)
    _draw(sheet, 0, panel)
    if medium.is_page:  # on a screen the page says it
        sheet.title(0, panel.title, beside_title(panel.pearson, panel.noise))
    sheet.x(title="rarer words →", range=padded(panel.log_p_neg), **QUIET)
    sheet.y(title="longer →", range=padded(panel.norms), **QUIET)
    sheet.layout |= {"margin": {"r": 4, "t": 4}, "showlegend": False}
    return sheet.figure()


def _draw(sheet: Sheet, at: int, panel: NormPanel, found: Sequence[int] = ()) -> None:
    style = method_style(panel.method)
    colour = sheet.colours.of(style.prior)
    add_density(sheet, at, panel.density)
    x, y = np.asarray(panel.log_p_neg), np.asarray(panel.norms)
    look: Look = {"symbol": style.symbol, "size": 5, "opacity": 0.75}
    told: Look = {"names": ("−log p", "length"), "name": escape(panel.title)}
    add_words(sheet, at, x, y, panel.words, colour, found=found, **look, **told)
