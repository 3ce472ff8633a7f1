"""Eigenspectra, and what one direction is about."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from zipfviz.common.wording import listed, number, percent


class Spectrum(Protocol):
    """What these sentences take of a `SpectrumLine`."""

    @property
    def eigenvalues(self) -> np.ndarray: ...
    @property
    def effective_rank(self) -> float: ...


def spectrum_headline(spectra: Mapping[str, Spectrum]) -> str:
    """How many directions each spectrum really uses."""
    known = {label: s for label, s in spectra.items() if np.isfinite(s.effective_rank)}
    still = [f"“{label}”" for label in spectra if label not in known]
    rest = f"nothing varies in {listed(still)}"
    if not known:
        return f"No direction is in use: {rest}." if still else "No spectrum is chosen."
    parts = [
        f"{number(s.effective_rank, 1)} of {len(s.eigenvalues)} ({label})"
        for label, s in known.items()
    ]
    return f"Directions in use (effective rank): {'; '.join([*parts, *([rest] if still else [])])}."


def component_headline(
    index: int, share: float, pearson: float, words_low: Sequence[str], words_high: Sequence[str]
) -> str:
    """Direction `index` (from 1): its variance, its tie to log p, its ends."""
    if not share > 0:
        return f"Nothing varies along direction {index}."
    if np.isfinite(pearson):
        tie = f"with −log p it has r = {number(pearson)}"
    else:
        tie = "its correlation with −log p is undefined, since all words are alike in one of them"
    low, high = (", ".join(f"“{word}”" for word in words[:3]) for words in (words_low, words_high))
    ends = f" and runs from {low} to {high}" if low and high else ""
    return f"Direction {index} holds {percent(share, 1)} of the variance{ends}; {tie}."
