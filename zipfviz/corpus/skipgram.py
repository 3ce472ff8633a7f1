"""Train skip-gram with negative sampling on a corpus, with gensim.

gensim predicts the word w from the vector of a neighbour c and draws k negatives w' from q:

    max  sum_(w, c) log sigma<w, c> + k E_(w' ~ q) [w' != w] log sigma(-<w', c>)

Negatives from p itself take `ns_exponent=1` and `sample=0`; gensim's defaults (0.75, 1e-3) are
another prior. Word vectors w are gensim's output vectors (`syn1neg`), context vectors c its input
vectors (`wv`). A negative that is w itself is passed over, and so is a product beyond +-6. See
`optimum` for what this should converge to.

Tied, one matrix V is both: the same objective with w = V[w] and c = V[c], maximised over V. gensim
reads and writes either matrix through a pointer to its first number, so it trains V when both
are one array. A step adds g V[t] to V[c] and g V[c] to V[t] for the word and each negative t in
turn (V[c]'s share is added at the end); where t is c, as in "very very" or for a negative that is
the context, V[c] gets g V[c] twice, which is the slope of log sigma<V[c], V[c]>.
"""

import io
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np

from zipfviz.common.errors import InputError, MatchError
from zipfviz.common.job import Progress
from zipfviz.common.record import Record, Vocabulary
from zipfviz.corpus.corpora import Corpus
from zipfviz.corpus.runner import fit, in_turn
from zipfviz.io.records import content_digest
from zipfviz.io.store import STORE, read_npz, write_npz


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How a skip-gram is trained.

    `negatives` "zipfian" draws them from p itself and keeps every token, "gensim" is gensim's
    default (exponent 0.75, frequent tokens thinned at 1e-3). `rate` is the learning rate at the
    start; it falls linearly to 1e-4. `shrink` draws the window anew for each word, from 1 to
    `window`. `tied` trains one vector a word, that is word and context. One worker, so that equal
    seeds give equal vectors.
    """

    d: int = 50
    window: int = 5
    k: int = 5
    epochs: int = 5
    negatives: Literal["zipfian", "gensim"] = "zipfian"
    rate: float = 0.1
    shrink: bool = True
    seed: int = 0
    tied: bool = False

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


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SkipGram(Vocabulary, Record):
    """A trained skip-gram: `inputs` and `outputs` (n, d) float32 in the order of `words`.

    They are equal where `recipe.tied`.
    """

    words: tuple[str, ...]
    inputs: np.ndarray
    outputs: np.ndarray
    recipe: Recipe
    corpus: str
    digest: str

    def __post_init__(self) -> None:
        for array in (self.inputs, self.outputs):
            array.setflags(write=False)

    def sides(self, words: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
        """(w, c) for `words`, each (n, d) float64: outputs and inputs; one array twice if tied.

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
        return (inputs if self.recipe.tied else self.outputs[rows].astype(np.float64)), inputs


def train_skipgram(
    corpus: Corpus, recipe: Recipe = Recipe(), *, progress: Progress | None = None
) -> SkipGram:
    """Train a skip-gram with gensim on all words of the corpus, and keep it in the cache folder.

    A corpus and recipe trained before come from there; several trainings in a process take turns.
    `progress(share, what)` is called several times a second; an exception it raises stops the
    training, and nothing is kept.
    """

    def work(told: Progress) -> SkipGram:
        found = cached_skipgram(corpus, recipe)
        if found is None:
            told(0.0, "Starting")
            found = _train(corpus, recipe, told)
            header, arrays = _packed(found)
            STORE.put("skipgram", found.digest, header, **arrays)
        return found

    return in_turn(work, progress)


def _train(corpus: Corpus, recipe: Recipe, told: Progress) -> SkipGram:
    from gensim.models import Word2Vec

    sample = 0.0 if recipe.negatives == "zipfian" else 1e-3
    negatives = {"negative": recipe.k, "ns_exponent": recipe.exponent, "sample": sample}
    window = {"window": recipe.window, "shrink_windows": recipe.shrink}
    rate = {"alpha": recipe.rate, "min_alpha": 1e-4, "seed": recipe.seed}
    build = partial(Word2Vec, vector_size=recipe.d, sg=1, hs=0, **negatives, **window, **rate)

    def tie(model: Any) -> None:
        if recipe.tied:
            model.syn1neg = model.wv.vectors

    # Words go in as numbers: gensim must not stumble over what a word may hold.
    names = [str(i) for i in range(len(corpus))]
    model = fit(build, corpus, names, recipe.epochs, told, "Training, round", tie)
    rows = [model.wv.key_to_index[str(i)] for i in range(len(corpus))]
    inputs = np.ascontiguousarray(model.wv.vectors[rows], np.float32)
    return SkipGram(
        words=corpus.words,
        inputs=inputs,
        outputs=inputs if recipe.tied else np.ascontiguousarray(model.syn1neg[rows], np.float32),
        recipe=recipe,
        corpus=corpus.name,
        digest=_digest(corpus, recipe),
    )


def cached_skipgram(corpus: Corpus, recipe: Recipe) -> SkipGram | None:
    """Recall what `train_skipgram` kept for this corpus and recipe; None if nothing."""
    return STORE.get("skipgram", _digest(corpus, recipe), _unpacked)


def skipgram_bytes(skipgram: SkipGram) -> bytes:
    """Words, both sides and the recipe as an .npz without pickle, for `load_skipgram`.

    `zipfviz.load_embedding(path, tensor="outputs")` reads one side of it, too.
    """
    header, arrays = _packed(skipgram)
    write_npz(file := io.BytesIO(), header, **arrays)
    return file.getvalue()


def load_skipgram(file: Path | IO[bytes] | bytes, *, name: str = "the file") -> SkipGram:
    """Read what `skipgram_bytes` made, or a file of that. Raises InputError for anything else.

    Bytes are called `name` in messages.

    Its digest is that of its words and vectors: a file may have been changed since.
    """
    if isinstance(file, bytes):
        file = io.BytesIO(file)
        file.name = name
    try:
        found = _unpacked(*read_npz(file))
    except (KeyError, TypeError) as error:
        raise InputError("this file holds no whole skip-gram; train it anew.") from error
    return replace(found, digest=content_digest(found.words, found.inputs, found.outputs))


def _packed(skipgram: SkipGram) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    header = {name: getattr(skipgram, name) for name in ("words", "corpus", "digest")}
    sides = {"inputs": skipgram.inputs, "outputs": skipgram.outputs}
    return header | {"recipe": asdict(skipgram.recipe)}, sides | {"words": np.array(skipgram.words)}


def _unpacked(header: dict[str, Any], arrays: dict[str, np.ndarray]) -> SkipGram:
    inputs, outputs = arrays["inputs"], arrays["outputs"]
    words, recipe = tuple(header["words"]), Recipe(**header["recipe"])
    two_as_one = recipe.tied and not np.array_equal(inputs, outputs)
    if inputs.shape != outputs.shape or inputs.shape != (len(words), recipe.d) or two_as_one:
        raise InputError("this file holds no whole skip-gram; train it anew.")
    told = {name: header[name] for name in ("corpus", "digest")}
    return SkipGram(words=words, inputs=inputs, outputs=outputs, recipe=recipe, **told)


def _digest(corpus: Corpus, recipe: Recipe) -> str:
    return content_digest(corpus.digest, repr(recipe))
