"""What the answers about lengths come to where vectors are noise, over all words of a space."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zipfviz.common.job import Progress, part
from zipfviz.common.wording import interval
from zipfviz.figures.headlines.noise import Beside, NoiseBand
from zipfviz.lesson.steps import Step, raw_agreement, times_as_long
from zipfviz.space.noise import DRAWS, NOISES, Noise, Null, Scale, Simulation, draw_noise
from zipfviz.space.word_space import WordSpace

#: The answers that are about lengths, in the order of their columns, and how their draws spread.
SCALES: dict[str, Scale] = {"raw": "correlation", "zipfian": "ratio"}


def lesson_simulation(space: WordSpace, *, draws: int = DRAWS) -> Simulation[Noise]:
    """Simulate what `lesson_nulls` needs, with a part for each kind of noise."""

    def compute(progress: Progress, noises: Sequence[Noise]) -> list[np.ndarray]:
        return [
            _drawn(space, noise, draws, part(progress, i, len(noises)))
            for i, noise in enumerate(noises)
        ]

    return Simulation(parts={f"lesson of {n} {draws}": n for n in NOISES}, compute=compute)


def lesson_nulls(space: WordSpace, key: str, *, draws: int = DRAWS) -> dict[Noise, Null]:
    """Answer a step on noise with the same frequencies, by the kind of noise; `key` is the step's.

    Empty for a step that is not about lengths.
    """
    if key not in SCALES:
        return {}
    simulation = lesson_simulation(space, draws=draws)
    found, at = simulation.values(space), list(SCALES).index(key)
    return {
        noise: Null(values=found[name][:, at], scale=SCALES[key])
        for name, noise in simulation.parts.items()
    }


def _drawn(space: WordSpace, noise: Noise, draws: int, progress: Progress) -> np.ndarray:
    """The answers on each draw, (draws, steps)."""
    found = np.empty((draws, len(SCALES)))
    for i in range(draws):
        progress(i / draws, "Drawing noise")
        drawn = draw_noise(space, noise, i)
        found[i] = raw_agreement(drawn), times_as_long(drawn)
    return found


def noise_band(space: WordSpace, step: Step) -> NoiseBand | None:
    """Where noise with the same frequencies would put the answer; None where it says nothing."""
    nulls = lesson_nulls(space, step.key)
    return NoiseBand(nulls["gaussian"].band(), nulls["shuffled"].band()) if nulls else None


def noise_sentence(step: Step, value: float, band: NoiseBand) -> str:
    """Whether the answer is more than noise gives, in plain text; "" where either is undefined."""
    way = Beside(step.title, value, band).verdict(step.digits)
    if way is None:
        return ""
    than = {1: "more than", 0: "as much as", -1: "less than"}[way]
    ends = interval(*band.ends, step.digits)
    return f"That is {than} noise with the same frequencies gives, {ends}."
