"""Attribution of a change of score to the pairs of a task, and of pairs to their words.

A sentence vector is a mean of word vectors, s = sum_w (c_w/|s|) y_w, so its squared length splits
exactly into its words:

    share_w = (c_w/|s|) <y_w, s> / ||s||^2,        sum_w share_w = 1

with c_w how often w stands in the sentence and |s| how many of its tokens are in the space. A share
is negative where a word points away from its sentence. In the same way the cosine of a pair splits
into the words of either side, and each coefficient into the pairs of the task.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from zipfviz.common.deprecated import accepts_positional, reordered
from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import (
    Coefficient,
    check_coefficient,
    rankdata,
    standardised,
)
from zipfviz.evaluation.scoring import (
    sentence_vectors,
    similarities,
    task_matrix,
    task_word_map,
)
from zipfviz.io.records import Task
from zipfviz.space.methods import Method, MethodLike, Options, as_method
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.moments import block_slices

CARRIERS = 3
# A change of share below half a percent is not listed.
SHOWN = 0.005


@accepts_positional("options", "coefficient")
def changed_pairs(
    space: WordSpace,
    task: Task,
    before: MethodLike,
    after: MethodLike,
    *,
    options: Options | None = None,
    coefficient: Coefficient = "spearman",
) -> pd.DataFrame:
    """List every scored pair under two methods, those whose cosine moved most first.

    Columns: `pair` (place in the task, from 0), `text_1`, `text_2`, `gold`; the cosines `before`
    and `after` and their `change`; `rank_before`, `rank_after`, `rank_change` (mid-ranks of the
    cosines, 1 the least similar pair) beside `rank_gold`; `effect`, the pair's part of the score's
    change in points x 100; `gained` and `lost`, the words of both texts whose share of their
    sentence's length rose and fell most, as "guitar +31 %, plays +5 %".

    The effect of pair i is 100 (y_i - x_i) g_i / n, with x, y and g the cosines before and after
    and the gold of n pairs (their ranks for Spearman), each set to mean 0 and variance 1: a
    correlation is a mean of such products, so that effects sum to the change of the score. A pair
    moved the right way where its effect is above 0.

    Raises InputError for an unknown method or coefficient.
    """
    m = task_matrix(space, task)
    check_coefficient(coefficient)
    before, after = as_method(before, options), as_method(after, options)
    x, y = (similarities(space, task, method) for method in (before, after))
    ranks = [rankdata(values) for values in (x, y, m.gold)]
    effect = _effects(*ranks) if coefficient == "spearman" else _effects(x, y, m.gold)
    moved = word_shares(space, task, after) - word_shares(space, task, before)
    gained, lost = _carriers(space, moved.tocsr(), m.rows, m.pairs)
    frame = pd.DataFrame(
        {
            "pair": m.kept_pairs,
            "text_1": [task.texts[i] for i in m.pairs[:, 0]],
            "text_2": [task.texts[i] for i in m.pairs[:, 1]],
            "gold": m.gold,
            "before": x,
            "after": y,
            "change": y - x,
            "rank_before": ranks[0],
            "rank_after": ranks[1],
            "rank_change": ranks[1] - ranks[0],
            "rank_gold": ranks[2],
            "effect": effect,
            "gained": gained,
            "lost": lost,
        }
    )
    order = np.argsort(-np.abs(y - x), kind="stable")
    return frame.iloc[order].reset_index(drop=True)


def word_shares(
    space: WordSpace, task: Task, method: MethodLike, *, options: Options | None = None
) -> sparse.csr_array:
    """Split each text's squared length into its words' shares, sparse (texts, words used) float64.

    Columns are `task_matrix(space, task).rows`. A row sums to 1; one of a text whose vector is 0
    (no known word, or words that cancel) holds zeros only.
    """
    m = task_matrix(space, task)
    method = as_method(method, options)
    Y = _task_words(space, task, method)
    S = sentence_vectors(space, task, method)
    length = np.einsum("ij,ij->i", S, S)
    text_of = np.repeat(np.arange(len(S)), np.diff(m.counts.indptr))
    shares = np.empty_like(m.counts.data)
    for part in block_slices(len(shares), Y.shape[1]):
        texts = text_of[part]
        along = np.einsum("ij,ij->i", Y[m.counts.indices[part]], S[texts])
        shares[part] = np.divide(
            m.counts.data[part] * along,
            length[texts],
            out=np.zeros(len(along)),
            where=length[texts] > 0,
        )
    return sparse.csr_array((shares, m.counts.indices, m.counts.indptr), shape=m.counts.shape)


@reordered("space", "task", "pair", "before", "after", "options")
def pair_words(
    space: WordSpace,
    task: Task,
    before: MethodLike,
    after: MethodLike,
    *,
    pair: int,
    options: Options | None = None,
) -> pd.DataFrame:
    """Attribute one pair's cosine to its known words, under both methods.

    `pair` is a place in the task, as in `changed_pairs`. Columns: `text` (1 or 2), `word`, `count`;
    `share_before`, `share_after` of the text's squared length, <part_w, s> / |s|^2 for a text s
    that is the sum of its words' parts, so that they sum to 1 (a share may be negative; all are 0
    for a text whose vector is 0); and
    `cosine_before`, `cosine_after`, the word's part of the pair's cosine, summing to it likewise.

    Raises InputError for a place the task does not have.
    """
    if not 0 <= pair < len(task):
        raise InputError(f"{task.name} has no pair {pair}; choose 0 to {len(task) - 1}.")
    m = task_matrix(space, task)
    texts = task.pairs[pair]
    words = [m.counts[[text]].indices for text in texts]
    columns: dict[str, np.ndarray] = {
        "text": np.repeat([1, 2], [len(w) for w in words]),
        "word": np.array([space.words[m.rows[i]] for w in words for i in w], dtype=object),
        "count": np.concatenate(
            [np.rint(m.counts[[t]].data * m.known[t]).astype(int) for t in texts]
        ),
    }
    for when, method in (("before", before), ("after", after)):
        Y = _task_words(space, task, as_method(method, options))
        parts = [m.counts[[t]].data[:, None] * Y[w] for t, w in zip(texts, words, strict=True)]
        s, t = sentence_vectors(space, task, as_method(method, options))[texts]
        columns[f"share_{when}"] = np.concatenate(
            [_ratio(parts[0] @ s, s @ s), _ratio(parts[1] @ t, t @ t)]
        )
        size = float(np.sqrt((s @ s) * (t @ t)))
        columns[f"cosine_{when}"] = np.concatenate(
            [_ratio(parts[0] @ t, size), _ratio(parts[1] @ s, size)]
        )
    return pd.DataFrame(columns)


def _task_words(space: WordSpace, task: Task, method: Method) -> np.ndarray:
    """Map the words a task uses by `method`, (words used, k) float64."""
    m = task_matrix(space, task)
    return task_word_map(space, method, task=task).of_rows(m.rows, m.vectors)


def _ratio(values: np.ndarray, whole: float) -> np.ndarray:
    return values / whole if whole > 0 else np.zeros_like(values)


def _effects(before: np.ndarray, after: np.ndarray, gold: np.ndarray) -> np.ndarray:
    """Each pair's part of 100 (r(after, gold) - r(before, gold)), (n_pairs,); nan if undefined."""
    if not len(gold):
        return np.zeros(0)
    x, y, g = (standardised(values) for values in (before, after, gold))
    return 100 * (y - x) * g / len(gold)


def _carriers(
    space: WordSpace, moved: sparse.csr_array, rows: np.ndarray, pairs: np.ndarray
) -> tuple[list[str], list[str]]:
    """For each pair the words whose share rose most, and those whose share fell most."""
    gained: list[str] = []
    lost: list[str] = []
    for texts in pairs:
        places = [slice(moved.indptr[text], moved.indptr[text + 1]) for text in texts]
        change = np.concatenate([moved.data[place] for place in places])
        words = rows[np.concatenate([moved.indices[place] for place in places])]
        order = np.argsort(change, kind="stable")
        rising, falling = order[::-1][: 2 * CARRIERS], order[: 2 * CARRIERS]
        gained.append(_listed(space, words, change, rising[change[rising] >= SHOWN]))
        lost.append(_listed(space, words, change, falling[change[falling] <= -SHOWN]))
    return gained, lost


def _listed(space: WordSpace, words: np.ndarray, change: np.ndarray, order: np.ndarray) -> str:
    """The first few words in this order with their change; a word of both texts stands once."""
    first = {int(words[k]): float(change[k]) for k in order[::-1]}
    chosen = list(dict.fromkeys(words[order].tolist()))[:CARRIERS]
    percent = {row: f"{100 * first[row]:+.0f} %".replace("-", "−") for row in chosen}
    return ", ".join(f"{space.words[row]} {percent[row]}" for row in chosen)
