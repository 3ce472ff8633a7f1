"""Train both losses over seeds; compare the priors that batches draw from."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from zipfviz.common.nouns import noun
from zipfviz.figures.style.text import count
from zipfviz.space.word_space import WordSpace
from zipfviz.theory import batches, losses
from zipfviz.ui.server.jobs import work_or_stop

SEEDS = 10
BATCHES = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)


@st.cache_data(max_entries=400, show_spinner=False)
def _loss_run(problem: losses.Problem, strength: float, seed: int) -> losses.Classifier:
    return losses.run(problem, strength=strength, seed=seed)


def strengths(strength: float) -> dict[str, float]:
    """The prior strength of each loss, by its label."""
    return {"softmax": 0.0, f"logit-adjusted (t = {strength:g})": strength}


def train_losses(problem: losses.Problem, strength: float) -> dict[str, losses.Spread]:
    """Softmax and the logit-adjusted softmax on the same seeds, with a bar."""
    sides = strengths(strength)
    runs: dict[str, list[losses.Classifier]] = {label: [] for label in sides}
    with work_or_stop("Training") as told:
        for seed in range(SEEDS):
            for label, t in sides.items():
                runs[label].append(_loss_run(problem, t, seed))
            told((seed + 1) / SEEDS)
    return {label: losses.spread(found) for label, found in runs.items()}


def class_frame(runs: Mapping[str, losses.Spread]) -> pd.DataFrame:
    """Accuracy and length of each class, mean over seeds, and both errors by seed below."""
    means = {
        f"{label}: {name}": np.asarray(getattr(run, name)).mean(axis=0)
        for label, run in runs.items()
        for name in ("accuracy", "lengths")
    }
    return pd.DataFrame(means).rename_axis("class")


def batch_priors(space: WordSpace) -> batches.BatchPriors:
    """Distances to both priors for batches from one token to ten a word."""
    sizes = np.unique(np.geomspace(1, 100 * len(space), 49).round())
    return space.analysis.cached(("batches",), lambda: batches.batch_priors(space.p, sizes))


def batch_lines(
    space: WordSpace, sizes: Sequence[int]
) -> tuple[np.ndarray, dict[str, np.ndarray], np.ndarray]:
    """(ranks, in-batch prior by label, p) at about 300 ranks."""
    order = space.by_frequency
    ranks = np.unique(np.geomspace(1, len(space), 300).round().astype(int))
    rows = order[ranks - 1]
    lines = {
        f"batch of {count(B)} {noun(B, 'tokens')}": batches.batch_prior(space.p, B)[rows]
        for B in sizes
    }
    return ranks, lines, space.p[rows]


def batch_frame(found: batches.BatchPriors) -> pd.DataFrame:
    """Distances and expected different words by batch size."""
    distances = {"distance_to_p": found.to_zipfian, "distance_to_uniform": found.to_uniform}
    index = pd.Index(found.batches, name="batch")
    return pd.DataFrame(distances | {"different_words": found.words}, index=index)
