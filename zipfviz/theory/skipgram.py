"""Skip-gram with negative sampling on a corpus, and how near it comes to its optimum.

gensim predicts the word w from the vector of a neighbour c and draws k negatives w' from q:

    max  sum_(w, c) log sigma<w, c> + k E_(w' ~ q) log sigma(-<w', c>)

At the optimum (Levy & Goldberg 2014, paper Eq. levy_goldberg)

    <w, c> = log p(w, c) / (q(w) p(c)) - log k,   so that   sum_w q(w) exp<w, c> = 1 / k.

With negatives from p itself (q = p) this is PMI - log k, and Z_z(c) = 1 / k for every context. In
gensim that takes `ns_exponent=1` and `sample=0`; its defaults (0.75, 1e-3) are another prior. Word
vectors w are gensim's output vectors (`syn1neg`), context vectors c its input vectors (`wv`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np

from zipfviz.errors import InputError, MatchError
from zipfviz.moments import block_slices
from zipfviz.readers.records import content_digest
from zipfviz.theory.cooccurrence import Cooccurrence
from zipfviz.theory.corpora import Corpus
from zipfviz.theory.partition import log_partition
from zipfviz.theory.store import cached_path, pack, recall, unpack, write

__all__ = [
    "Optimum",
    "Recipe",
    "Sides",
    "SkipGram",
    "against_optimum",
    "cached_skipgram",
    "load_skipgram",
    "pair_logits",
    "skipgram_bytes",
    "train_skipgram",
]

Sides = Literal["apart", "tied"]
Progress = Callable[[float, str], None]
CHUNK = 25_000
"""Words trained on between two calls of `progress`."""
ARRAYS = ("inputs", "outputs")
_TRAINING = threading.Lock()


@dataclass(frozen=True)
class Recipe:
    """How a skip-gram is trained.

    `negatives` "zipfian" draws them from p itself and keeps every token, "gensim" is gensim's
    default (exponent 0.75, frequent tokens thinned at 1e-3). `rate` is the learning rate at the
    start; it falls linearly to 1e-4. `shrink` draws the window anew for each word, from 1 to
    `window`. One worker, so that equal seeds give equal vectors.
    """

    d: int = 50
    window: int = 5
    k: int = 5
    epochs: int = 5
    negatives: Literal["zipfian", "gensim"] = "zipfian"
    rate: float = 0.1
    shrink: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.d, self.window, self.k, self.epochs) < 1 or not self.rate > 0:
            raise InputError(
                f"d={self.d}, window={self.window}, k={self.k}, epochs={self.epochs}, "
                f"rate={self.rate:g}: nothing can be trained; give 1 or more of each, rate above 0."
            )
        if self.negatives not in ("zipfian", "gensim"):
            raise InputError(
                f"negatives={self.negatives!r} are unknown; use 'zipfian' or 'gensim'."
            )

    @property
    def exponent(self) -> float:
        """q is proportional to count ** exponent."""
        return 1.0 if self.negatives == "zipfian" else 0.75


@dataclass(frozen=True, eq=False)
class SkipGram:
    """A trained skip-gram: `inputs` and `outputs` (n, d) float32 in the order of `words`."""

    words: tuple[str, ...]
    inputs: np.ndarray
    outputs: np.ndarray
    recipe: Recipe
    corpus: str
    digest: str

    def __post_init__(self) -> None:
        for array in (self.inputs, self.outputs):
            array.setflags(write=False)

    @cached_property
    def index(self) -> dict[str, int]:
        """Row of each word."""
        return {word: i for i, word in enumerate(self.words)}

    def sides(self, sides: Sides, words: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
        """(w, c) for `words`, each (n, d) float64: outputs and inputs, or inputs for both ("tied").

        Raises MatchError for a word the skip-gram was not trained on.
        """
        try:
            rows = [self.index[word] for word in words]
        except KeyError as error:
            raise MatchError(
                f"the skip-gram was not trained on {error.args[0]!r}; use the corpus and the count "
                "floor it was trained with."
            ) from None
        inputs = self.inputs[rows].astype(np.float64)
        return (self.outputs[rows].astype(np.float64) if sides == "apart" else inputs), inputs


def train_skipgram(
    corpus: Corpus, recipe: Recipe = Recipe(), *, progress: Progress | None = None
) -> SkipGram:
    """Train a skip-gram with gensim on all words of the corpus, and keep it in the cache folder.

    A corpus and recipe trained before come from there; one training runs at a time, and who waits
    for the same one gets its result. `progress(share, what)` is called about every 25,000 words;
    an exception it raises stops the training, and nothing is kept.
    """
    told = progress or (lambda share, what: None)
    while not _TRAINING.acquire(timeout=0.3):  # so that waiting can be stopped too
        told(0.0, "Waiting for another training to end")
    try:
        found = cached_skipgram(corpus, recipe)
        if found is None:
            told(0.0, "Starting")
            found = _train(corpus, recipe, told)
            write(cached_path("skipgram", found.digest), skipgram_bytes(found))
        return found
    finally:
        _TRAINING.release()


def _train(corpus: Corpus, recipe: Recipe, told: Progress) -> SkipGram:
    from gensim.models import Word2Vec

    model = Word2Vec(
        vector_size=recipe.d,
        window=recipe.window,
        min_count=1,
        sg=1,
        hs=0,
        negative=recipe.k,
        ns_exponent=recipe.exponent,
        sample=0.0 if recipe.negatives == "zipfian" else 1e-3,
        shrink_windows=recipe.shrink,
        seed=recipe.seed,
        workers=1,
    )
    # Words go in as numbers: gensim must not stumble over what a word may hold.
    model.build_vocab_from_freq({str(i): int(n) for i, n in enumerate(corpus.counts)})
    chunks = _chunks(corpus)
    total = len(chunks) * recipe.epochs
    rates = np.linspace(recipe.rate, 1e-4, total + 1)
    for step in range(total):
        sentences, n_words = chunks[step % len(chunks)]
        model.train(
            sentences,
            total_examples=len(sentences),
            total_words=n_words,
            epochs=1,
            start_alpha=rates[step],
            end_alpha=rates[step + 1],
        )
        told((step + 1) / total, f"Training, round {step // len(chunks) + 1} of {recipe.epochs}")
    rows = [model.wv.key_to_index[str(i)] for i in range(len(corpus))]
    return SkipGram(
        corpus.words,
        np.ascontiguousarray(model.wv.vectors[rows], np.float32),
        np.ascontiguousarray(model.syn1neg[rows], np.float32),
        recipe,
        corpus.name,
        _digest(corpus, recipe),
    )


def cached_skipgram(corpus: Corpus, recipe: Recipe) -> SkipGram | None:
    """What `train_skipgram` kept for this corpus and recipe, or None."""
    found = recall(cached_path("skipgram", _digest(corpus, recipe)), *ARRAYS)
    return None if found is None else _unpacked(*found)


def skipgram_bytes(skipgram: SkipGram) -> bytes:
    """Words, both sides and the recipe as an .npz without pickle, for `load_skipgram`."""
    header = {
        "words": skipgram.words,
        "recipe": asdict(skipgram.recipe),
        "corpus": skipgram.corpus,
        "digest": skipgram.digest,
    }
    return pack(header, inputs=skipgram.inputs, outputs=skipgram.outputs)


def load_skipgram(file: Path | IO[bytes]) -> SkipGram:
    """Read what `skipgram_bytes` made. Raises InputError for anything else."""
    return _unpacked(*unpack(file, *ARRAYS))


def _unpacked(header: dict[str, Any], arrays: list[np.ndarray]) -> SkipGram:
    inputs, outputs = arrays
    try:
        words, recipe = tuple(header["words"]), Recipe(**header["recipe"])
        if inputs.shape != outputs.shape or inputs.shape != (len(words), recipe.d):
            raise ValueError(f"{inputs.shape} and {outputs.shape} for {len(words)} words")
        return SkipGram(words, inputs, outputs, recipe, header["corpus"], header["digest"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError("this file holds no whole skip-gram; train it anew.") from error


def _digest(corpus: Corpus, recipe: Recipe) -> str:
    return content_digest(corpus.digest, repr(recipe))


def _chunks(corpus: Corpus) -> list[tuple[list[list[str]], int]]:
    """Pieces as lists of numbers in text, grouped to about CHUNK words, with their word counts."""
    names = np.array([str(i) for i in range(len(corpus))], dtype=object)
    chunks: list[tuple[list[list[str]], int]] = []
    group: list[list[str]] = []
    n_words = 0
    for piece in corpus.pieces():
        group.append(names[piece].tolist())
        n_words += len(piece)
        if n_words >= CHUNK:
            chunks.append((group, n_words))
            group, n_words = [], 0
    return [*chunks, (group, n_words)] if n_words else chunks


def pair_logits(W: np.ndarray, C: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """<w, c> of given pairs, (m,) float64, never more than a block of products in memory."""
    out = np.empty(len(rows))
    for part in block_slices(len(rows), W.shape[1]):
        out[part] = np.einsum("ij,ij->i", W[rows[part]], C[columns[part]])
    return out


@dataclass(frozen=True, eq=False)
class Optimum:
    """A skip-gram beside its optimum on a corpus.

    Over the pairs that co-occur, in the order of `Cooccurrence.cells`: `pmi` and `logits`
    (nnz,), the latter <w, c> + log k. `r` is their correlation, `slope` of logits on PMI and `gap`
    the mean of logits - PMI, each weighted by N(w, c); at the optimum 1, 1 and 0.
    Over all contexts: `log_z` (n,) log Z_z(c) + log k with p as the prior, `log_z_noise` the same
    under the noise q that was trained with; at the optimum the latter is 0. `z_mean` and `z_std`
    are mean and standard deviation of `log_z` over contexts drawn from p.
    """

    k: int
    pmi: np.ndarray
    logits: np.ndarray
    r: float
    slope: float
    gap: float
    log_z: np.ndarray
    log_z_noise: np.ndarray
    z_mean: float
    z_std: float


def against_optimum(joint: Cooccurrence, skipgram: SkipGram, sides: Sides = "apart") -> Optimum:
    """<w, c> + log k against PMI, and Z_z against 1 / k.

    `sides` "apart" takes output vectors as words and input vectors as contexts, as trained; "tied"
    takes the input vectors for both, as Theorem 1 assumes. Raises MatchError as `SkipGram.sides`.
    """
    W, C = skipgram.sides(sides, joint.words)
    rows, columns, N = joint.cells
    k = skipgram.recipe.k
    logits = pair_logits(W, C, rows, columns) + np.log(k)
    pmi = joint.pmi()
    share = N / N.sum()
    x, y = pmi - share @ pmi, logits - share @ logits
    noise = joint.p**skipgram.recipe.exponent
    log_z, log_z_noise = log_partition(W, C, (joint.p, noise / noise.sum()))
    log_z, log_z_noise = log_z + np.log(k), log_z_noise + np.log(k)
    mean = float(joint.p @ log_z)
    covariance, spread_x, spread_y = share @ (x * y), share @ x**2, share @ y**2
    return Optimum(
        k,
        pmi,
        logits,
        float(covariance / np.sqrt(spread_x * spread_y)),
        float(covariance / spread_x),
        float(share @ (logits - pmi)),
        log_z,
        log_z_noise,
        mean,
        float(np.sqrt(joint.p @ (log_z - mean) ** 2)),
    )
