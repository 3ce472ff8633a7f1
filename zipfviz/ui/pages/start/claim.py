"""The claim in numbers, as Start shows it: raw, uniform and Zipfian whitening of one space."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import zipfviz
from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted
from zipfviz.common.wording import told
from zipfviz.evaluation.score_noise import score_simulation
from zipfviz.evaluation.scoring import score, symmetry
from zipfviz.explore.length_noise import length_simulation
from zipfviz.explore.views import LengthView
from zipfviz.figures import (
    Chart,
    NormPanel,
    norm_headline,
    norm_small,
    number,
    signed,
)
from zipfviz.figures.headlines.noise import Beside, beside_title
from zipfviz.figures.headlines.scores import gain_clause
from zipfviz.gallery import ScoreNoise
from zipfviz.gallery.lengths import length_bands, length_views, norm_panel
from zipfviz.io.records import Task, content_digest
from zipfviz.space.analysis import Symmetry
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import disk_cache, noise
from zipfviz.ui.server.shared_cache import shared_cache

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator


CLAIMS = {
    "raw": "The vectors as they come.",
    "uniform_whitening": "Each word counts once.",
    "zipfian_whitening": "Each word counts as it occurs.",
}
HELP = "Spearman’s ρ × 100 between cosines and human judgements."
SHOWN = 500  # most frequent words, as in the paper's norm figure


def lengths(space: WordSpace) -> dict[str, LengthView]:
    """Of each method the most frequent words' deleted lengths against information content."""
    views = length_views(space, list(CLAIMS), min(SHOWN, len(space)), whole=False)
    return dict(zip(CLAIMS, views, strict=True))


def noise_draws(space: WordSpace, task: Task) -> list[noise.Asked]:
    """The draws of noise that these lengths and scores stand beside."""
    of_lengths = length_simulation(space, list(CLAIMS), k=min(SHOWN, len(space)))
    return [(space, of_lengths), (space, score_simulation(space, [task]))]


def panels(space: WordSpace, views: Mapping[str, LengthView], ready: bool) -> list[NormPanel]:
    """The lengths to draw, beside those of noise where its draws are there."""
    bands = length_bands(space, list(CLAIMS), len(views["raw"].rows)) if ready else {}
    return [norm_panel(view, space, (), bands.get(method)) for method, view in views.items()]


def headline(
    space: WordSpace, task: Task, scores: Mapping[str, float], *, ready: bool, pending: bool
) -> str:
    """The finding in plain text: the scores, and what of the gain is beyond noise."""
    if all(map(math.isnan, scores.values())):
        return f"Every score on {task_name(task.name)} is undefined."
    raw, uniform, zipfian = (told(value, 1) for value in scores.values())
    gain = Beside("gain", scores["zipfian_whitening"] - scores["raw"])
    if ready:
        beside = ScoreNoise.of({task.name: (space, task)}, list(CLAIMS), "spearman")
        gain = replace(gain, band=beside.gains[task.name])
    told_gain = gain_clause(gain, pending=pending)
    return (
        f"On {task_name(task.name)} the raw vectors score {raw}. Whitening gives {uniform} when "
        f"averages count each word once, and {zipfian} when they count it as often as it occurs"
        f"{told_gain}."
    )


def lengths_told(found: Sequence[NormPanel], space: WordSpace, pending: bool) -> str:
    """What of the lengths is beyond noise (markdown)."""
    k = len(found[0].words)
    return plain(norm_headline([p.beside for p in found], k, len(space), pending=pending))


def noise_code(k: int) -> list[str]:
    """Python that prints the lengths' correlations, and what noise gives in the place of both."""
    return [
        "from zipfviz.evaluation import score_nulls",
        "from zipfviz.explore import length_nulls, length_view",
        f"methods = {list(CLAIMS)!r}",
        f"nulls = length_nulls(space, methods, k={k}, deleted=True)",
        "for m in methods:",
        f"    print(m, length_view(space, m, k={k}, deleted=True).r)",
        "    print([null.r.band(len(methods)) for null in nulls[m].values()])",
        "given = zipfviz.score_table(space, [task], methods)[task.name]",
        "print(given['zipfian_whitening'] - given['raw'])",
        "scores = score_nulls(space, [task], methods)",
        "for noise in ('gaussian', 'shuffled'):",
        "    zipfian, raw = (scores[task.name, m, noise] for m in (methods[2], methods[0]))",
        "    print(noise, zipfian.less(raw).band())",
    ]


def caption(panel: NormPanel, symmetry: Symmetry) -> str:
    """What stands below a small chart (markdown)."""
    return (
        f"Length against rarity among the {counted(len(panel.words), 'words')}: "
        f"{beside_title(panel.pearson, panel.noise)}. Zipfian "
        f"Sym₁ {number(symmetry.sym1_zipfian)}, Sym₂ {number(symmetry.sym2_zipfian)}."
    )


@shared_cache(12, False)
def thumbnail(
    space: str, method: str, k: int, beside: bool, _panel: NormPanel, **medium: Any
) -> Chart:
    """The small chart of a panel, drawn once for the same words (by digest), method and noise."""
    return norm_small(_panel, **medium)


def recall(space: WordSpace) -> None:
    """Have what takes long to compute of these from the cache folder, or put it there."""
    space.analysis.recall(
        list(CLAIMS),
        lambda what, compute: disk_cache.array(
            content_digest(zipfviz.__version__, space.digest, what), compute
        ),
    )


def symmetries(space: WordSpace) -> dict[str, Symmetry]:
    """The symmetry measures after each method."""
    return {method: symmetry(space, method) for method in CLAIMS}


def scores(space: WordSpace, task: Task) -> dict[str, float]:
    """Spearman's rho x 100 of each method on a task."""
    return {method: 100 * score(space, task, method).spearman for method in CLAIMS}


def tell(
    places: Mapping[str, DeltaGenerator], label: str, scores: Mapping[str, float] | None
) -> None:
    """Put each method's score, and its gain over raw, into its place; None where none is yet.

    As text: streamlit's metric comes with code of its own, which waits behind that of the charts.
    """
    for method, place in places.items():
        value, mark = "…", ":gray-badge[being computed]"
        if scores is not None:
            value, mark = number(scores[method], 1), ":gray-badge[the baseline]"
            gain = scores[method] - scores["raw"]
            if method != "raw":
                colour = "green" if gain > 0 else "red" if gain < 0 else "gray"
                mark = f":{colour}-badge[{signed(gain)} against raw]"
        place.markdown(f":small[{label}]  \n**{value}** {mark}", help=HELP)
