"""How far token clouds are what the theory takes them for.

A token is its type: variance between types as a share of all. Sentence vectors follow tokens:
their first two moments beside the tokens'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted
from zipfviz.common.record import Record
from zipfviz.token_embeddings.cloud import TokenCloud
from zipfviz.whitening.affine import whitening
from zipfviz.whitening.moments import Moments
from zipfviz.whitening.spectra import eigensystem
from zipfviz.whitening.symmetry import effective_rank, sym2_of


@dataclass(frozen=True, kw_only=True, repr=False)
class Explained(Record):
    """Between-type variance as a share of the total, over `n_types` types and `n_tokens` tokens.

    `share` is 1 when every token equals its type's mean. `by_chance` is what types without any
    meaning would explain, (types - 1) / (tokens - 1) with repeated texts counted once: a type met
    once always explains itself. nan where nothing varies.
    """

    share: float
    by_chance: float
    n_types: int
    n_tokens: int


def explained_variance(
    cloud: TokenCloud,
    prior: Literal["uniform", "zipfian"] = "zipfian",
    *,
    min_count: int = 1,
) -> Explained:
    """How much of the tokens' variance lies between types (raw vectors; centering changes nothing).

    sum_w q(w) |mu_w - mu|^2 / (sum_w q(w) (|mu_w - mu|^2 + s_w)), q(w) a type's weight under the
    prior, mu_w its mean, s_w its tokens' mean squared distance from it. Only types that occur at
    least `min_count` times take part. Raises InputError if there is none.
    """
    kept = np.flatnonzero(cloud.counts >= min_count)
    if not len(kept):
        raise InputError(f"no subword occurs {counted(min_count, 'times')}; ask for fewer.")
    counts = cloud.counts[kept]
    weights = counts.astype(np.float64) if prior == "zipfian" else np.ones(len(kept))
    weights /= weights.sum()
    means = cloud.type_means[kept].astype(np.float64)
    means -= weights @ means
    between = float(weights @ np.einsum("ij,ij->i", means, means))
    total = between + float(weights @ cloud.type_scatter[kept])
    n = int(counts.sum())
    different = n * cloud.n_different / cloud.n_tokens
    chance = min((len(kept) - 1) / (different - 1), 1.0) if different > 1 else np.nan
    share = _share(between, total)
    return Explained(share=share, by_chance=chance, n_types=len(kept), n_tokens=n)


def type_table(cloud: TokenCloud, min_count: int = 2) -> pd.DataFrame:
    """One row a type that occurs at least `min_count` times, the commonest first.

    Index piece; columns id, count, p (share of all tokens), between (squared distance of the type's
    mean from the mean of all tokens), within (its tokens' mean squared distance from their mean),
    explained = between / (between + within).
    """
    kept = np.flatnonzero(cloud.counts >= min_count)
    kept = kept[np.argsort(-cloud.counts[kept], kind="stable")]
    away = cloud.type_means[kept] - cloud.moments["zipfian"][0].mean
    between = np.einsum("ij,ij->i", away, away)
    within = cloud.type_scatter[kept]
    total = between + within
    return pd.DataFrame(
        {
            "id": cloud.types[kept],
            "count": cloud.counts[kept],
            "p": cloud.counts[kept] / cloud.n_tokens,
            "between": between,
            "within": within,
            "explained": np.divide(between, total, out=np.full(len(kept), np.nan), where=total > 0),
        },
        index=pd.Index([cloud.pieces[i] for i in kept], name="piece"),
    )


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TypeView(Record):
    """Sampled tokens of a few types in the plane that shows them best.

    `points` (k, 2), `piece` (k) their subwords, `context` (k) the texts they stand in; `centres`
    (t, 2) are the means of all tokens of each of `pieces` (t), `others` (m, 2) the means of other
    common types; `shown` is the share of the points' variance that the plane holds.
    """

    points: np.ndarray
    piece: list[str]
    context: list[str]
    pieces: list[str]
    centres: np.ndarray
    others: np.ndarray
    shown: float


def type_view(cloud: TokenCloud, pieces: Sequence[str]) -> TypeView:
    """Tokens of `pieces` around their type means, on the two principal axes of these tokens.

    Each type weighs the same. Raises InputError for a piece outside the sampled common types.
    """
    sampled = set(cloud.sample_types.tolist())
    unknown = [p for p in pieces if cloud.index.get(p) not in sampled]
    if unknown:
        raise InputError(
            f"{unknown[0]!r} is not among the {len(sampled)} commonest subwords, whose tokens were "
            "kept; choose others."
        )
    if not pieces:
        raise InputError("no subword is chosen; name at least one.")
    chosen = [cloud.index[p] for p in pieces]
    rows = np.flatnonzero(np.isin(cloud.sample_types, chosen))
    types = cloud.sample_types[rows]
    X = cloud.sample_vectors[rows].astype(np.float64)
    q = 1.0 / np.bincount(types)[types]
    q /= q.sum()
    mean = q @ X
    root = (X - mean) * np.sqrt(q)[:, None]
    _, s, axes = np.linalg.svd(root, full_matrices=False)
    plane = axes[:2].T
    if plane.shape[1] < 2:
        plane = np.hstack([plane, np.zeros((len(plane), 1))])
    others = np.setdiff1d(np.unique(cloud.sample_types), chosen)
    total = float((s**2).sum())
    return TypeView(
        points=(X - mean) @ plane,
        piece=[cloud.pieces[i] for i in types],
        context=[cloud.texts[i] for i in cloud.sample_texts[rows]],
        pieces=list(pieces),
        centres=(cloud.type_means[chosen] - mean) @ plane,
        others=(cloud.type_means[others] - mean) @ plane,
        shown=_share(float((s[:2] ** 2).sum()), total),
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class MomentAgreement(Record):
    """How alike two sets of moments are; nan where undefined.

    `mean_cosine` of the two means, `mean_distance` |mu_a - mu_b| / |mu_b|, `covariance_cosine` the
    cosine of the two covariances as vectors (1 when one is a multiple of the other),
    `whiteness` Sym2 of a's covariance after whitening with b: 1 when b's moments whiten a.
    """

    mean_cosine: float
    mean_distance: float
    covariance_cosine: float
    whiteness: float


def moment_agreement(a: Moments, b: Moments) -> MomentAgreement:
    """Compare the moments `a` with a reference `b` of the same width."""
    na, nb = (float(np.linalg.norm(m.mean)) for m in (a, b))
    ca, cb = (float(np.linalg.norm(m.covariance)) for m in (a, b))
    white = whitening(b).moments(a) if cb > 0 else None
    return MomentAgreement(
        mean_cosine=_share(float(a.mean @ b.mean), na * nb),
        mean_distance=_share(float(np.linalg.norm(a.mean - b.mean)), nb),
        covariance_cosine=_share(float((a.covariance * b.covariance).sum()), ca * cb),
        whiteness=sym2_of(eigensystem(white).values, b.d) if white is not None else np.nan,
    )


def _share(part: float, whole: float) -> float:
    return part / whole if whole > 0 else np.nan


def moment_table(cloud: TokenCloud) -> pd.DataFrame:
    """Moments of sentence vectors beside those of tokens.

    Rows: tokens each once ("zipfian"), tokens pseudo-uniform ("uniform"), sentence vectors
    ("sentence"). Columns: length of the mean, total variance, effective rank of the covariance, and
    how each compares with the sentence vectors: mean_cosine, mean_distance, covariance_cosine, and
    whiteness, Sym2 of the sentence vectors after whitening with the row's moments.
    """
    sentence = cloud.moments_of("sentence")
    rows = {}
    for name in ("zipfian", "uniform", "sentence"):
        m = cloud.moments_of(name)
        rows[name] = {
            "mean_length": float(np.linalg.norm(m.mean)),
            "variance": float(np.trace(m.covariance)),
            "effective_rank": effective_rank(cloud.eigensystem(name).values),
            **asdict(moment_agreement(sentence, m)),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("moments_of")
