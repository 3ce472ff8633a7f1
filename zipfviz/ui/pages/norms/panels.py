"""Show lengths of words under some methods, and beside what noise makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zipfviz import gallery
from zipfviz.common.nouns import counted
from zipfviz.common.wording import listed
from zipfviz.explore.length_noise import length_simulation
from zipfviz.explore.views import FittedOn
from zipfviz.figures import count
from zipfviz.space.methods import as_method
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import noise
from zipfviz.ui.shell import furniture, selection
from zipfviz.ui.shell.assets import texts_of

TEXTS = texts_of(__file__)


def show(
    space: WordSpace, methods: Sequence[str], k: int, fitted_on: FittedOn, deleted: bool,
    found: Sequence[int],
) -> None:  # fmt: skip
    """The panels; below them r beside noise, once its draws are there, and the table."""
    draws = [(space, length_simulation(space, methods, k=k, fitted_on=fitted_on))]
    ready = noise.is_ready(draws)
    known = None if noise.is_pending(draws) else ready
    how: dict[str, Any] = {"methods": methods, "words": k, "deleted": deleted}
    drawn = gallery.norms(
        space, **how, fitted_on=fitted_on, noise=known,
        find=[space.words[i] for i in found],
    )  # fmt: skip
    dots = f"Dots are the {count(k)} most frequent words; the grey cloud is the whole vocabulary."
    furniture.drawing(
        drawn,
        look_for="Look for the cloud that rises from left to right. "
        + (dots if fitted_on == "all" else f"{counted(k, 'words')} fitted on.")
        + f" {drawn.left_out}".rstrip(),
        seeing=f"{TEXTS['lengths']['seeing']}{_ranks(space, methods)}",
        formula=TEXTS["lengths"]["formula"],
    )
    if ready:
        beside = gallery.norm_noise(space, **how, fitted_on=fitted_on)
        furniture.drawing(beside, **TEXTS["noise"])
    else:
        noise.begin(draws)
    if fitted_on == "all":
        agreement = gallery.norm_agreement(space, **how, noise=ready)
        furniture.table(
            agreement.frame,
            name=agreement.name,
            code=selection.current().snippet(*agreement.lines),
            about=agreement.about,
            alt="Correlation of length and information content over shown and over all words",
        )


def _ranks(space: WordSpace, methods: Sequence[str]) -> str:
    """How many directions each whitening keeps, and by which rule others are dropped (markdown)."""
    lengths = [as_method(method).length for method in methods]
    kept = {
        base.label: space.analysis.eigensystem(float(base.prior == "zipfian")).rank
        for base in lengths
        if base.kind == "whitening"
    }
    if not kept:
        return ""
    told = listed([f"{label} keeps {count(rank)}" for label, rank in kept.items()])
    return (
        f"\n\n**Directions**: of {count(space.d)}, {told}. One is dropped, never divided by, where "
        "its variance is no more than what rounding the vectors to their digits puts there."
    )
