"""Token vectors of a language model: scores, symmetry, types, moments."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, order, percent, told

FOLLOWS = 0.9
"""A cosine from here on says that two moments point nearly the same way."""


def token_score_headline(scores: pd.Series, task: str) -> str:
    """Whitening with tokens alike against whitening with types alike."""
    raw, types, tokens = (
        told(float(scores[m]), 1) for m in ("raw", "uniform_whitening", "zipfian_whitening")
    )
    if not np.isfinite(scores.to_numpy(dtype=float)).any():
        return f"Every score on {task} is undefined."
    return (
        f"On {task}, whitening scores {tokens} when every token counts once (types by how often "
        f"they occur) and {types} when every type counts the same; raw vectors score {raw}."
    )


def token_symmetry_headline(symmetry: pd.DataFrame) -> str:
    """What whitening with tokens alike does to the cloud, under both priors."""

    def both(row: str, prior: str) -> str:
        sym1, sym2 = (told(float(symmetry.loc[row, f"sym{i}_{prior}"])) for i in (1, 2))
        return f"Sym₁ {sym1} and Sym₂ {sym2}"

    return (
        f"Counting every token once, the raw cloud has {both('raw', 'zipfian')}; whitened that "
        f"way it has {both('zipfian_whitening', 'zipfian')}, and counting every type the same "
        f"{both('zipfian_whitening', 'uniform')}."
    )


def type_headline(share: float, by_chance: float, n_types: int, n_tokens: int) -> str:
    """How far a token is its type: the spread that lies between types, and what chance gives."""
    if n_types == 1:
        return "All tokens are of one type, so nothing can lie between types."
    if not np.isfinite(share):
        return "All tokens have the same vector, so there is no spread to explain."
    start = (
        f"{percent(share, 1)} of the spread of {count(n_tokens)} {noun(n_tokens, 'tokens')} lies "
        f"between their {count(n_types)} types"
    )
    if not np.isfinite(by_chance):
        return f"{start[0].upper()}{start[1:]}."
    chance = f"{percent(by_chance, 1)} would by chance"
    verdict = {
        1: "so far a token is its type",
        0: "no more than types without meaning would have",
        -1: "less than types without meaning would have",
        None: "",
    }[order(100 * share, 100 * by_chance, 1)]
    return f"{start[0].upper()}{start[1:]} ({chance}): {verdict}."


def moment_headline(moments: Mapping[str, Mapping[str, float]]) -> str:
    """Do sentence vectors have the tokens' moments, and which tokens'?

    `moments` has the columns of `zipfviz.token_embeddings.moment_table`, "mean_cosine",
    "covariance_cosine" and "whiteness", each for "zipfian" and "uniform".
    """
    mean, second, white = (
        moments[name] for name in ("mean_cosine", "covariance_cosine", "whiteness")
    )
    return (
        f"{_means(mean['zipfian'], mean['uniform'])} "
        f"{_second_moments(second['zipfian'], second['uniform'])}; the tokens’ moments whiten "
        f"sentences to Sym₂ {told(white['zipfian'])} ({told(white['uniform'])} with types alike)."
    )


def _means(tokens: float, types: float) -> str:
    if np.isnan(tokens):
        return "One of the mean sentence vector and the mean token is 0, and so has no direction."
    if order(tokens, FOLLOWS, 3) != -1:
        where = "nearly the same way as"
    else:
        where = "another way than" if order(tokens, 0.0, 3) == 1 else "away from"
    return (
        f"The mean sentence vector points {where} the mean token (cosine {told(tokens, 3)}; "
        f"{told(types, 3)} with types alike)."
    )


def _second_moments(tokens: float, types: float) -> str:
    numbers = f"covariance cosine {told(tokens)} ({told(types)} with types alike)"
    if np.isnan(tokens):
        return f"The second moments cannot be compared, for one varies in no direction: {numbers}"
    shape = "is nearly" if order(tokens, FOLLOWS) != -1 else "is not"
    return f"The second moment {shape} that of tokens: {numbers}"
