"""Train gensim's models on a corpus: by turns, with progress, stopped when asked."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from zipfviz.common.job import Progress, Turns, Work, run
from zipfviz.corpus.corpora import Corpus

T = TypeVar("T")
EVERY = 0.1  # seconds between two words of progress
_TRAININGS = Turns(3.0)


def in_turn(work: Work[T], progress: Progress | None) -> T:
    """`work(progress)` in a thread of its own, by turns with other trainings in this process."""

    def waiting(told: Progress) -> T:
        with _TRAININGS.taken(told, "Taking turns with another training") as heard:
            return work(heard)

    return run(waiting, progress)


def fit(
    build: Callable[..., Any],
    corpus: Corpus,
    names: Sequence[str],
    epochs: int,
    progress: Progress,
    round: str = "Epoch",
    prepare: Callable[[Any], None] = lambda model: None,
) -> Any:
    """A gensim model trained on all pieces of the corpus, `epochs` times.

    Parameters
    ----------
    build : makes the model, of one worker, so that equal seeds give equal vectors.
    names : what gensim calls each word of the corpus.
    progress : hears each round ("Epoch 2 of 5"); what it raises ends the training.
    prepare : changes the model when its vocabulary is there and before it is trained.
    """
    model = build(min_count=1, workers=1)
    counts = dict(zip(names, corpus.counts.tolist(), strict=True))
    model.build_vocab_from_freq(counts, corpus_count=len(corpus.ends))
    prepare(model)
    passes = _Passes(corpus, names, epochs, progress, round)
    model.train(passes, total_examples=len(corpus.ends), epochs=epochs)
    if passes.error is not None:
        raise passes.error
    progress(1.0, passes.text())
    return model


class _Passes:
    """A corpus as gensim reads it, once an epoch; without another piece once it is to stop.

    gensim reads in a thread of its own and waits for ever for one that raised.
    """

    def __init__(
        self, corpus: Corpus, names: Sequence[str], epochs: int, progress: Progress, round: str
    ) -> None:
        self.corpus, self.names = corpus, np.array(names, dtype=object)
        self.epochs, self.progress, self.round = epochs, progress, round
        self.epoch = 0
        self.error: BaseException | None = None

    def __iter__(self) -> Iterator[list[str]]:
        self.epoch += 1
        read, told = 0, 0.0
        for piece in self.corpus.pieces():
            if self.error is None and time.monotonic() - told > EVERY:
                told = time.monotonic()
                try:
                    share = self.epoch - 1 + read / len(self.corpus.tokens)
                    self.progress(share / self.epochs, self.text())
                except BaseException as error:  # handed over to the thread that waits
                    self.error = error
            if self.error is not None:
                return
            yield self.names[piece].tolist()
            read += len(piece)

    def text(self) -> str:
        """The round that is on, for a progress bar."""
        return f"{self.round} {self.epoch} of {self.epochs}"
