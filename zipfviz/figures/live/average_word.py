"""The moving average word as the numbers that its script draws."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from zipfviz.figures.style.sheet import padded


def average_word_data(
    positions: np.ndarray,
    information: np.ndarray,
    strengths: np.ndarray,
    centroids: np.ndarray,
    shares: np.ndarray,
    names: Sequence[str],
    places: np.ndarray,
    nearest: np.ndarray,
    distances: np.ndarray,
    typical: float,
) -> dict[str, Any]:
    """Tell `averageOfTable` what to draw.

    `positions` (k, 2) and `information` (k,), −log p, are of the words drawn as dots; `centroids`
    (m, 2) of the mean at each of `strengths` (m,) and `shares` (m,) its distance from the first, in
    typical lengths. `names` at `places` (j, 2) are the words that are nearest to some mean,
    `nearest` (m, r) their numbers at each, nearest first, `distances` (m, r) in typical lengths.
    Places are those of `positions`, where a typical length has `typical` units.
    """
    low, high = view(positions, np.vstack([centroids, places]))
    inside = ((positions >= low) & (positions <= high)).all(axis=1)
    return {
        "x": _short(positions[inside, 0]),
        "y": _short(positions[inside, 1]),
        "shades": _short(shades(information)[inside]),
        "low": low.tolist(),
        "high": high.tolist(),
        "typical": typical,
        "strengths": strengths.tolist(),
        "means": centroids.tolist(),
        "shares": shares.tolist(),
        "names": list(names),
        "places": places.tolist(),
        "nearest": nearest.tolist(),
        "distances": distances.tolist(),
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
