"""Train word vectors on running text with gensim: word2vec or fastText, and the text's own counts.

    trained = train("my-book.txt", Recipe(d=100))
    zipfviz.load_embedding(trained.vectors), zipfviz.load_frequency(trained.counts)

Words are runs of letters and digits, lower-cased (`zipfviz.corpus.corpora`). One worker and a
seed, so that the same text and recipe give the same vectors.
"""

import os
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.job import Progress, no_progress
from zipfviz.common.memory import free_memory
from zipfviz.common.nouns import counted, noun
from zipfviz.corpus.corpora import Corpus, read_corpus
from zipfviz.corpus.runner import fit, in_turn
from zipfviz.io.fetch.keep import count_lines, incoming, place, stem_of
from zipfviz.io.vectors.writers import save_embedding

BUCKETS = 200_000  # of fastText's n-grams; gensim's 2,000,000 are made for corpora of gigabytes


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How vectors are trained.

    `d` numbers a word, `window` words to each side, words rarer than `min_count` left out, `epochs`
    passes over the text, `skip_gram` or else CBOW, `negative` samples a pair.
    """

    algorithm: Literal["word2vec", "fasttext"] = "word2vec"
    d: int = 100
    window: int = 5
    min_count: int = 5
    epochs: int = 5
    skip_gram: bool = True
    negative: int = 5
    seed: int = 0

    def __post_init__(self) -> None:
        if self.algorithm not in ("word2vec", "fasttext"):
            raise InputError(
                f"algorithm={self.algorithm!r} is unknown; use 'word2vec' or 'fasttext'."
            )
        least = {"d": 5, "window": 1, "min_count": 1, "epochs": 1, "negative": 1, "seed": 0}
        for name, low in least.items():
            if getattr(self, name) < low:
                raise InputError(f"{name}={getattr(self, name)}: give {low} or more.")

    def sentence(self) -> str:
        """The recipe in words."""
        how = "skip-gram" if self.skip_gram else "CBOW"
        return (
            f"{self.algorithm} ({how}), {counted(self.d, 'dimensions')}, window {self.window}, "
            f"words that occur {counted(self.min_count, 'times')} or more, {self.epochs} "
            f"{noun(self.epochs, 'epochs')}, {self.negative} negative "
            f"{noun(self.negative, 'samples')}, seed {self.seed}"
        )


@dataclass(frozen=True, kw_only=True)
class Trained:
    """Record of a training: the files of its vectors and counts, and its settings."""

    vectors: Path
    counts: Path
    n_words: int
    n_tokens: int
    recipe: Recipe
    seconds: float

    def lines(self) -> list[tuple[str, str]]:
        """(label, value) rows to show."""
        return [
            ("trained", self.recipe.sentence()),
            ("words with a vector", f"{self.n_words:,}"),
            ("words of text", f"{self.n_tokens:,}"),
            ("seconds", f"{self.seconds:.1f}"),
        ]


def train(
    source: str | os.PathLike[str] | bytes | Corpus,
    recipe: Recipe | None = None,
    *,
    name: str | None = None,
    progress: Progress | None = None,
) -> Trained:
    """Read a text, train on it, keep vectors and counts in the cache folder, where they are listed.

    Parameters
    ----------
    source
        "enwiki" or "lee" (corpora in gensim's wheel), the path of a text, packed or not, its bytes,
        or what `read_corpus` made of it.
    recipe
        Recipe() by default.
    name
        What to call it; the file's name by default.
    progress
        Called as progress(share, what is being done), ten times a second; what it raises stops the
        training, and nothing is kept.

    Raises
    ------
    InputError
        No text, too few frequent words, too little memory.
    MissingExtraError
        A script without spaces between words whose tokenizer is not installed.
    """
    recipe = recipe or Recipe()
    started = time.perf_counter()
    told = progress or no_progress
    if isinstance(source, Corpus):
        corpus = source
    else:
        reading: Progress = lambda share, what: told(0.1 * share, what)  # noqa: E731
        corpus = read_corpus(source, name=name, progress=reading)
    words, vectors = train_vectors(
        corpus, recipe, progress and (lambda share, text: told(0.1 + 0.9 * share, text))
    )
    label = name or corpus.name
    if name is None and isinstance(source, (str, os.PathLike)):
        label = os.path.basename(source)
    with incoming("trained") as folder:
        save_embedding(words, vectors, folder / "vectors.txt")
        lines = count_lines(zip(corpus.words, corpus.counts.tolist(), strict=True))
        (folder / "counts.tsv").write_text(lines, "utf-8")
        (folder / "readme.txt").write_text(f"{corpus.name}: {recipe.sentence()}\n", "utf-8")
        stem = f"{stem_of(label)}-{recipe.algorithm}-{recipe.d}d"
        kept = place(folder, "trained", stem, ["vectors.txt", "counts.tsv"])
    vectors_at, counts_at = kept
    return Trained(
        vectors=vectors_at,
        counts=counts_at,
        n_words=len(words),
        n_tokens=int(corpus.counts.sum()),
        recipe=recipe,
        seconds=time.perf_counter() - started,
    )


def train_vectors(
    corpus: Corpus, recipe: Recipe, progress: Progress | None = None
) -> tuple[tuple[str, ...], np.ndarray]:
    """Train on a corpus: words, most frequent first, and their vectors (n, d) float32.

    `progress` and what is raised as in `train`. Several trainings in a process take turns.
    """
    corpus = corpus.at_least(recipe.min_count)
    return corpus.words, in_turn(partial(_fit, corpus, recipe), progress)


def _check_memory(corpus: Corpus, recipe: Recipe) -> None:
    rows = 2 * len(corpus) + (BUCKETS if recipe.algorithm == "fasttext" else 0)
    needed, free = 4 * rows * recipe.d, free_memory()
    if needed > free:
        raise InputError(
            f"training {counted(len(corpus), 'words')} in {recipe.d:,} dimensions needs "
            f"{needed / 1e9:,.1f} GB and {free / 1e9:,.1f} GB are free; raise the least count or "
            "lower the dimension."
        )


def _fit(corpus: Corpus, recipe: Recipe, progress: Progress) -> np.ndarray:
    from gensim.models import FastText, Word2Vec

    _check_memory(corpus, recipe)
    same = {name: getattr(recipe, name) for name in ("window", "negative", "seed", "epochs")}
    build = partial(Word2Vec, vector_size=recipe.d, sg=int(recipe.skip_gram), **same)
    if recipe.algorithm == "fasttext":
        build = partial(FastText, bucket=BUCKETS, **build.keywords)
    model = fit(build, corpus, corpus.words, recipe.epochs, progress)
    return np.stack([model.wv[word] for word in corpus.words])
