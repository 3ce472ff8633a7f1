"""Scores of methods on tasks: cosines of mean word vectors against human judgement.

Transforms are affine up to a per-word scale, so the sums of raw word vectors over each sentence
are made once per space and task, and mapped for every method.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError, MatchError
from zipfviz.common.nouns import counted, noun
from zipfviz.common.record import Record, html_rows
from zipfviz.evaluation.coefficients import correlate_finite, rankdata
from zipfviz.evaluation.tokenize import tokens_among
from zipfviz.io.records import Task, percent
from zipfviz.space.analysis import Symmetry
from zipfviz.space.methods import Method, MethodLike, Options, WordMap, as_method
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.rounding import EPS, row_norms, zero_level

COSINE_DECIMALS = 12
ENOUGH = 0.5  # of a task's words; a score on fewer says little


@dataclass(frozen=True, kw_only=True)
class Score:
    """Correlation of cosines with human judgement on one task.

    `spearman` and `pearson` are in [-1, 1] (not x 100), nan where undefined (fewer than two pairs,
    constant gold). `n_pairs` counts the scored pairs, `n_left_out` word pairs with a word outside
    the space, `n_empty` texts whose vector is 0 (their cosine is 0): sentences without a known
    word, or whose words cancel to what rounding leaves; `coverage` the share of the tokens of all
    texts, with repeats, that are in the space (texts of a word task are its different words).
    `n_folded` different words are in the space in another case only (see
    `zipfviz.evaluation.tokenize.tokens_among`).
    """

    task: str
    method: str
    spearman: float
    pearson: float
    n_pairs: int
    n_left_out: int
    n_empty: int
    coverage: float
    n_folded: int = 0

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences on what of the task the score does not stand on; () where that is nothing."""
        told = []
        if self.n_left_out:
            hold = noun(self.n_left_out, "hold", "holds")
            told.append(
                f"{self.n_left_out:,} of {counted(self.n_pairs + self.n_left_out, 'pairs')} {hold} "
                f"a word that is not in the space and {noun(self.n_left_out, 'are', 'is')} left "
                "out."
            )
        if self.n_empty:
            told.append(
                f"{counted(self.n_empty, 'texts hold', 'text holds')} no word of the space, or "
                "words that cancel, so that their cosines are 0."
            )
        if self.coverage < ENOUGH:
            told.append(
                f"Only {percent(self.coverage)} of its words are in the space, so that its scores "
                "say little: is the embedding in the language of the task?"
            )
        return tuple(told)

    def _repr_html_(self) -> str:
        numbers = (
            (name.replace("_", " "), f"{value:.4g}" if isinstance(value, float) else value)
            for name, value in vars(self).items()
        )
        return html_rows([*numbers, *(("note", said) for said in self.notices)])


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TaskMatrix(Record):
    """Texts of a task over the words of a space: which known words each has, and how often.

    `counts` (texts, words used) sparse float64, each row divided by the number of its known
    tokens (a text without any is a zero row); `rows` the words used, as rows of the space;
    `vectors` (words used, d) float64; `known` tokens per text; `pairs`, `gold` the scored pairs.
    """

    counts: sparse.csr_array
    rows: np.ndarray
    vectors: np.ndarray
    known: np.ndarray
    pairs: np.ndarray
    gold: np.ndarray
    gold_ranks: np.ndarray
    kept_pairs: np.ndarray
    n_tokens: int
    n_folded: int

    @cached_property
    def extent(self) -> tuple[np.ndarray, np.ndarray]:
        """Smallest and largest number of the words' vectors in each column, (d,) each."""
        return self.vectors.min(axis=0), self.vectors.max(axis=0)


def task_matrix(space: WordSpace, task: Task) -> TaskMatrix:
    """Count the words of a space in each of a task's texts; computed once per space and task."""
    return space.analysis.cached(("task", task.digest), lambda: _task_matrix(space, task))


def matched(space: WordSpace, task: Task) -> TaskMatrix:
    """The same, where there are words to score by; else MatchError."""
    m = task_matrix(space, task)
    if not len(m.rows):
        raise MatchError(
            f"{task.name} has no word in common with the {counted(len(space), 'words')} of this "
            "space; choose a task in the embedding's language, or more words."
        )
    return m


def _task_matrix(space: WordSpace, task: Task) -> TaskMatrix:
    index = space.index
    tokens, n_folded = tokens_among(task, index)
    ids = [[i for t in text if (i := index.get(t)) is not None] for text in tokens]
    known = np.array([len(row) for row in ids], np.intp)
    rows, columns = np.unique(
        np.fromiter((i for row in ids for i in row), np.intp, int(known.sum())),
        return_inverse=True,
    )
    share = np.repeat(1.0 / np.maximum(known, 1), known)
    counts = sparse.csr_array(
        (share, columns, np.concatenate([[0], np.cumsum(known)])), shape=(len(ids), len(rows))
    )
    counts.sum_duplicates()
    pairs, gold = task.pairs, task.gold
    kept = np.arange(len(gold))
    if task.kind == "words":
        kept = np.flatnonzero((known[pairs] > 0).all(axis=1))
        pairs, gold = pairs[kept], gold[kept]
    vectors = space.vectors[rows].astype(np.float64)
    return TaskMatrix(
        counts=counts,
        rows=rows,
        vectors=vectors,
        known=known,
        pairs=pairs,
        gold=gold,
        gold_ranks=rankdata(gold) if len(gold) else gold,
        kept_pairs=kept,
        n_tokens=sum(len(text) for text in tokens),
        n_folded=n_folded,
    )


def sentence_vectors(
    space: WordSpace, task: Task, method: MethodLike, *, options: Options | None = None
) -> np.ndarray:
    """Compute vectors of a task's texts, (texts, k) float64: means of their known words' vectors.

    A text without a known word is the zero vector, also after centering, and so is one whose words
    cancel: its length is then at the rounding of a sum of its words, `rounding.zero_level`.
    """
    method = as_method(method, options)
    m = task_matrix(space, task)
    mapped = space.analysis.word_map(method)
    vectors = _mapped_means(space, task, mapped)
    gain = mapped.affine.gain
    if method.needs_task:
        removed = common_part(vectors, m.pairs, method)
        vectors = vectors - (vectors @ removed) @ removed.T
        size = np.eye(len(removed)) + np.abs(removed) @ np.abs(removed).T
        gain = size if gain is None else gain @ size
    _clear_rounding(vectors, m, mapped, gain)
    return vectors


def _mapped_means(space: WordSpace, task: Task, mapped: WordMap) -> np.ndarray:
    """Mean of the mapped words of each text, before anything is removed, (texts, k)."""
    means, matrix = _centred_means(space, task, mapped), mapped.affine.matrix
    return means.copy() if matrix is None else means @ matrix  # the means are kept


def _centred_means(space: WordSpace, task: Task, mapped: WordMap) -> np.ndarray:
    """Mean of s_i (x_i - mu) over each text's words, (texts, d); kept where there is no s."""
    m, mean = task_matrix(space, task), mapped.affine.mean
    if mapped.scale is not None:
        return m.counts @ ((m.vectors - mean) * mapped.scale[m.rows, None])
    return space.analysis.cached(
        ("means", task.digest, mean.tobytes()), lambda: m.counts @ (m.vectors - mean)
    )


def _clear_rounding(
    vectors: np.ndarray, m: TaskMatrix, mapped: WordMap, gain: np.ndarray | None
) -> None:
    """Set to 0 the texts' vectors that are no longer than rounding makes them."""
    if not len(m.rows):
        return
    mean = mapped.affine.mean
    scale = np.ones(len(m.rows)) if mapped.scale is None else mapped.scale[m.rows]
    off = mapped.affine.reach(mapped.affine.error)
    # Hardly a text is that short: only those that may be are asked about one by one.
    low, high = m.extent
    farthest = scale.max() * np.maximum(high - mean, mean - low)
    most = zero_level(farthest[None], m.known.max() + 2, gain)[0] + off * scale.max()
    norms = row_norms(vectors)
    short = np.flatnonzero((norms > 0) & (norms <= most))
    if short.size:
        own, parts = m.counts[short], np.abs(m.vectors - mean) * scale[:, None]
        level = zero_level(own @ parts, m.known[short] + 2, gain) + off * (own @ scale)
        vectors[short[norms[short] <= level]] = 0.0


def common_direction(vectors: np.ndarray, pairs: np.ndarray, centred: bool = True) -> np.ndarray:
    """Find the first principal direction of sentence vectors over both sides of all pairs, (k,).

    Arora et al. (2017) do not centre the PCA (`centred=False`); the paper's protocol does.
    """
    q, values, axes = _sentence_axes(vectors, pairs, centred=centred)
    if values[-1] <= _rounding(vectors, q):  # all are equal, or none: no direction in common
        return np.zeros(vectors.shape[1])
    u = axes[:, -1]
    return u * (-1.0 if u[np.abs(u).argmax()] < 0 else 1.0)


def common_part(vectors: np.ndarray, pairs: np.ndarray, method: Method) -> np.ndarray:
    """Find what a method removes from sentence vectors (texts, k): columns for `WordMap.without`.

    SIF + CCR removes one common direction. uSIF removes of each of the first singular directions
    u_j of the sentences of all pairs the share lambda_j = sigma_j^2 / sum sigma^2 over these
    (Ethayarajh 2018): its columns are sqrt(lambda_j) u_j.
    """
    options = method.options
    if method.direction.removal == "ccr":
        return common_direction(vectors, pairs, options.sif_centred_pca)[:, None]
    q, values, axes = _sentence_axes(vectors, pairs, centred=False)
    few = min(options.usif_components, vectors.shape[1])
    leading, u = values[::-1][:few], axes[:, ::-1][:, :few]
    leading = np.where(leading > _rounding(vectors, q), leading, 0.0)
    total = leading.sum()
    return u * np.sqrt(leading / total) if total > 0 else np.zeros_like(u)


def _sentence_axes(
    vectors: np.ndarray, pairs: np.ndarray, *, centred: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Weights of the texts by the pairs they are in, second moments and axes, ascending."""
    q = np.bincount(pairs.ravel(), minlength=len(vectors)).astype(np.float64)
    q /= max(q.sum(), 1.0)
    shifted = vectors - q @ vectors if centred else vectors
    return q, *np.linalg.eigh(shifted.T @ (shifted * q[:, None]))


def _rounding(vectors: np.ndarray, q: np.ndarray) -> float:
    """What rounding makes of a second moment of texts that is 0."""
    return (EPS * sum(vectors.shape)) ** 2 * float(q @ np.square(vectors).sum(axis=1))


def pair_cosines(vectors: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Compute cosines of pairs (m, 2) of rows to 12 decimals, (m,); 0 with a zero vector.

    Sentences of the same words have cosine 1, not 1 within rounding: ties are ties, and a rank does
    not depend on the order of a sum.
    """
    norms = row_norms(vectors)[:, None]
    unit = np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 0)
    return np.einsum("ij,ij->i", unit[pairs[:, 0]], unit[pairs[:, 1]]).round(COSINE_DECIMALS)


@accepts_positional("options")
def similarities(
    space: WordSpace, task: Task, method: MethodLike, *, options: Options | None = None
) -> np.ndarray:
    """Compute cosines of the scored pairs to 12 decimals, (n_pairs,); 0 with a zero vector."""
    return _compared(space, task, as_method(method, options))[0]


def _compared(space: WordSpace, task: Task, method: Method) -> tuple[np.ndarray, int]:
    """Cosines of the scored pairs, and how many of the task's texts have the vector 0."""
    m = task_matrix(space, task)

    def compute() -> tuple[np.ndarray, int]:
        vectors = sentence_vectors(space, task, method)
        cosines = pair_cosines(vectors, m.pairs)
        cosines.setflags(write=False)
        is_text = m.known > 0 if task.kind == "words" else np.ones(len(vectors), bool)
        return cosines, int((is_text & ~vectors.any(axis=1)).sum())

    return space.analysis.cached(("cosines", task.digest, method), compute)


@accepts_positional("options")
def score(
    space: WordSpace, task: Task, method: MethodLike = "raw", *, options: Options | None = None
) -> Score:
    """Correlate a method's cosines with what people said of a task's pairs.

    Parameters
    ----------
    space, task : as `align` and `load_task` give them.
    method : one of ALL_METHODS by name, or a `Method`.
    options : settings of a method given by name.

    Returns
    -------
    Score
        `.spearman` and `.pearson` in [-1, 1], NaN where undefined, and what they stand on:
        `.n_pairs` scored, `.n_left_out`, `.n_empty` texts, `.n_folded` words, and `.coverage`, the
        share of the task's tokens that are in the space (each defined at `Score`).

    Raises
    ------
    InputError
        The method is unknown.
    MatchError
        No word of the task is in the space.

    Examples
    --------
    >>> import zipfviz
    >>> emb = zipfviz.load_embedding("glove.6B.50d", max_words=20_000)
    >>> space = zipfviz.align(emb, zipfviz.load_frequency("wordfreq:en"))
    >>> task = zipfviz.load_task("wordsim353")
    >>> found = zipfviz.score(space, task, "zipfian_whitening")
    >>> round(found.spearman, 3), found.n_pairs
    (0.649, 319)
    """
    method = as_method(method, options)
    cosines, n_empty = _compared(space, task, method)
    m = matched(space, task)

    def compute() -> Score:
        return Score(
            task=task.name,
            method=method.name,
            spearman=correlate_finite(rankdata(cosines), m.gold_ranks),
            pearson=correlate_finite(cosines, m.gold),
            n_pairs=len(m.gold),
            n_left_out=len(task.gold) - len(m.gold),
            n_empty=n_empty,
            coverage=float(m.known.sum()) / m.n_tokens if m.n_tokens else math.nan,
            n_folded=m.n_folded,
        )

    return space.analysis.cached(("score", task.digest, task.name, method), compute)


@accepts_positional("task", "options")
def transform(
    space: WordSpace,
    method: MethodLike,
    *,
    task: Task | None = None,
    options: Options | None = None,
) -> np.ndarray:
    """Map the words of a space by a method: their vectors, (n, k) float32.

    "sif_ccr" is a map on words only together with a task (its common direction is projected out,
    then words are scaled by a/(a+p)), and so is "usif"; without one they raise InputError that
    says so.

    Examples
    --------
    >>> import zipfviz
    >>> words, p = ["the", "cat", "purrs"], [8, 1, 1]
    >>> space = zipfviz.word_space(words, [[1.0, 0.0], [0.0, 2.0], [2.0, 3.0]], p)
    >>> zipfviz.transform(space, "zipfian_centering")
    array([[ 0. , -0.5],
           [-1. ,  1.5],
           [ 1. ,  2.5]], dtype=float32)
    """
    return task_word_map(space, as_method(method, options), task=task)(space.vectors)


def symmetry(
    space: WordSpace,
    method: MethodLike,
    *,
    task: Task | None = None,
    options: Options | None = None,
) -> Symmetry:
    """Measure Sym1, Sym2 under both priors, average cosine and IsoScore after a method.

    Raises InputError for "sif_ccr" and "usif" without a task.
    """
    method = as_method(method, options)
    if not method.needs_task:
        return space.analysis.symmetry(method)
    return space.analysis.cached(
        ("symmetry", method, task.digest if task else None),
        lambda: space.analysis.symmetry(method, mapped=task_word_map(space, method, task=task)),
    )


def task_word_map(space: WordSpace, method: Method, *, task: Task | None = None) -> WordMap:
    """Fit a method as a map on words, for SIF + CCR and uSIF with the task's common part removed.

    Raises InputError for these without a task.
    """
    mapped = space.analysis.word_map(method)
    if not method.needs_task:
        return mapped
    if task is None:
        raise InputError(
            f"{method} removes what a task's sentences have in common, so as a map on words it "
            f"needs one: transform(space, {method.name!r}, task=task)."
        )
    m = task_matrix(space, task)
    return mapped.without(common_part(_mapped_means(space, task, mapped), m.pairs, method))
