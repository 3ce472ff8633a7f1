"""Scores and symmetry of token vectors, raw and after each transform."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import pearson, spearman
from zipfviz.evaluation.scoring import Score, pair_cosines
from zipfviz.io.records import Task
from zipfviz.token_embeddings.cloud import TokenCloud
from zipfviz.token_embeddings.maps import METHODS, PRIORS, SENTENCE_METHODS
from zipfviz.whitening.affine import Rotation
from zipfviz.whitening.spectra import eigensystem
from zipfviz.whitening.symmetry import isoscore_of, sym1_of, sym2_of

Order = Literal["average_first", "transform_first"]
ORDERS: tuple[Order, ...] = ("average_first", "transform_first")


def token_sentence_vectors(
    cloud: TokenCloud,
    method: str = "raw",
    *,
    order: Order = "average_first",
    rotation: Rotation = "pca",
) -> np.ndarray:
    """Vectors of the task's texts, (m, k) float64: the mean of their tokens' transformed vectors.

    Transforms are affine, so the mean of transformed tokens is the transformed mean. With
    `order="average_first"` two layers are averaged, then transformed with the moments of the
    average. "transform_first" transforms each layer with its own moments, then averages, as the
    authors' code does; then `rotation` matters, since "pca" leaves each layer in its own axes
    ("zca" turns them back). A text without a token is the zero vector, also after centering.

    Raises InputError for an unknown method or order, or one layer given to "transform_first".
    """
    if order not in ORDERS:
        raise InputError(f"order={order!r} is unknown; use {' or '.join(map(repr, ORDERS))}.")
    if order == "transform_first" and not cloud.streams:
        raise InputError(
            f"transforming before averaging needs two layers and {cloud.layers.label()} is one; "
            "use layers='first_last' or 'zeroth_last'."
        )
    streams = [0] if order == "average_first" else list(range(1, cloud.streams + 1))
    mapped = [cloud.map(method, s, rotation).rows(cloud.sentence_stream(s)) for s in streams]
    width = min(part.shape[1] for part in mapped)
    vectors = np.mean([part[:, :width] for part in mapped], axis=0)
    vectors[~cloud.sentence_means.any(axis=(1, 2))] = 0.0
    return vectors[cloud.rows]


def token_score(
    cloud: TokenCloud,
    task: Task,
    method: str = "raw",
    *,
    order: Order = "average_first",
    rotation: Rotation = "pca",
) -> Score:
    """Correlate cosines of sentence vectors with the task's human scores, over all pairs.

    Every text is covered by subwords, so no pair is left out; a cosine with a zero vector is 0.
    Raises InputError if the cloud is not of this task.
    """
    if task.digest != cloud.task_digest:
        raise InputError(
            f"these token vectors are of {cloud.task}, not of {task.name}; run the model on it."
        )
    vectors = token_sentence_vectors(cloud, method, order=order, rotation=rotation)
    cosines = pair_cosines(vectors, task.pairs)
    return Score(
        task=task.name,
        method=method,
        spearman=spearman(cosines, task.gold),
        pearson=pearson(cosines, task.gold),
        n_pairs=len(task.gold),
        n_left_out=0,
        n_empty=cloud.n_empty,
        coverage=1.0,
    )


def token_score_table(
    cloud: TokenCloud,
    task: Task,
    methods: Iterable[str] = (*METHODS, *SENTENCE_METHODS),
    *,
    order: Order = "average_first",
    rotation: Rotation = "pca",
) -> pd.DataFrame:
    """Tabulate Spearman's rho and Pearson's r x 100 of each method, as `token_score` defines them.

    They are taken between the cosines of the texts' vectors, the means of their tokens' transformed
    vectors (`token_sentence_vectors`), and human scores; nan where undefined.
    """
    names = list(methods)
    scores = [token_score(cloud, task, m, order=order, rotation=rotation) for m in names]
    values = [{"spearman": 100 * s.spearman, "pearson": 100 * s.pearson} for s in scores]
    return pd.DataFrame(values, index=pd.Index(names, name="method"))


def token_symmetry_table(cloud: TokenCloud, methods: Iterable[str] = METHODS) -> pd.DataFrame:
    """Symmetry of all tokens after each method, averaged layers first.

    Columns sym1_uniform, sym2_uniform (`sym1`, `sym2` under the pseudo-uniform prior: a token has
    weight 1 / (types x count of its type), so each type the same), sym1_zipfian,
    sym2_zipfian (each token once), average_cosine and isoscore (each token once, as these are used
    on token vectors elsewhere); nan where undefined.
    """
    names = list(methods)
    rows = []
    for method in names:
        mapping = cloud.map(method)
        after = {prior: mapping.moments(cloud.moments_of(prior)) for prior in PRIORS}
        values = {
            prior: (cloud.eigensystem(prior) if mapping.matrix is None else eigensystem(m)).values
            for prior, m in after.items()
        }
        lengths, row = cloud.lengths[method], {}
        for prior in PRIORS:
            row[f"sym1_{prior}"] = sym1_of(after[prior].mean, getattr(lengths, prior))
            row[f"sym2_{prior}"] = sym2_of(values[prior], cloud.d)
        row["average_cosine"] = lengths.average_cosine
        rows.append(row | {"isoscore": isoscore_of(values["zipfian"], cloud.d)})
    return pd.DataFrame(rows, index=pd.Index(names, name="method"))
