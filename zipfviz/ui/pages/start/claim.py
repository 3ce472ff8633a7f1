"""The claim in numbers, as Start shows it: raw, uniform and Zipfian whitening of one space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import zipfviz
from zipfviz.evaluation.scoring import score, symmetry
from zipfviz.explore.views import LengthView, length_view
from zipfviz.figures import Chart, NormPanel, norm_small, number, signed
from zipfviz.io.records import Task, content_digest
from zipfviz.space.analysis import Symmetry
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import disk_cache
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
    """Of each method the most frequent words' lengths against information content."""
    k = min(SHOWN, len(space))
    return {method: length_view(space, method, k=k, whole=False) for method in CLAIMS}


@shared_cache(12, False)
def thumbnail(space: str, method: str, k: int, _panel: NormPanel, **medium: Any) -> Chart:
    """The small chart of a panel, drawn once for the same words (by digest) and method."""
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
