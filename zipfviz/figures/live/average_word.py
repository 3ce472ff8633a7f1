"""The moving average word as the numbers that its script draws."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from zipfviz.figures.style.sheet import padded


class Path(Protocol):
    """What `zipfviz.explore.prior_path.PriorPath` has."""

    @property
    def positions(self) -> np.ndarray: ...
    @property
    def strengths(self) -> np.ndarray: ...
    @property
    def centroids(self) -> np.ndarray: ...
    @property
    def shares(self) -> np.ndarray: ...
    @property
    def typical(self) -> float: ...
    @property
    def nearest(self) -> np.ndarray: ...
    @property
    def distances(self) -> np.ndarray: ...
    def in_lengths(self, distance: np.ndarray) -> np.ndarray: ...


def average_word_table(
    words: Sequence[str], information: np.ndarray, path: Path, rows: np.ndarray
) -> dict[str, Any]:
    """Tell `averageOfTable` what to draw.

    `words` and `information` (n,), −log p, are of all words; those of `rows` (k,) are drawn as dots
    where they lie in the picture, and each word that is near to some mean of the path has its name.
    """
    named, nearest = np.unique(path.nearest, return_inverse=True)
    places, positions = path.positions[named], path.positions[rows]
    low, high = view(positions, np.vstack([path.centroids, places]))
    inside = ((positions >= low) & (positions <= high)).all(axis=1)
    return {
        "x": _short(positions[inside, 0]),
        "y": _short(positions[inside, 1]),
        "shades": _short(shades(information[rows])[inside]),
        "low": low.tolist(),
        "high": high.tolist(),
        "typical": path.typical,
        "strengths": path.strengths.tolist(),
        "means": path.centroids.tolist(),
        "shares": path.shares.tolist(),
        "names": [words[i] for i in named],
        "places": places.tolist(),
        "nearest": nearest.reshape(path.nearest.shape).tolist(),
        "distances": path.in_lengths(path.distances).tolist(),
    }


def view(positions: np.ndarray, held: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Low and high corner that leave out the farthest half per cent of `positions` (n, 2) on each
    side, but none of `held` (k, 2).
    """
    spans = [
        padded(np.concatenate([np.percentile(positions[:, i], [0.5, 99.5]), held[:, i]]))
        for i in range(2)
    ]
    return np.array([span[0] for span in spans]), np.array([span[1] for span in spans])


def shades(information: np.ndarray) -> np.ndarray:
    """Rarity −log p (n,) from 0, the most frequent of them, to 1, the rarest."""
    return (information - information.min()) / (np.ptp(information) or 1.0)


def _short(values: np.ndarray) -> list[float]:
    return np.round(values.astype(float), 4).tolist()
