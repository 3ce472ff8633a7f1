"""A language model made of numpy, and a task for it: no network, no download."""

import numpy as np

from zipfviz.io.records import Report, Task

SENTENCES = (
    "a cat sat on the mat",
    "the cat sat on a mat",
    "dogs run in the park",
    "a dog runs in the park the park",
    "the stock market fell",
    "a cat sat on the mat",
    "rain",
    "the rain fell on the stock",
    "a market in the park",
    "dogs and a cat",
    "snow fell on a stock market",
    "the dog sat",
    "rain and snow",
    "snow and a dog in the rain",
    "markets fell and fell",
    "the mat of the cat",
)


def make_task(texts=SENTENCES, name="pairs"):
    pairs = np.arange(len(texts)).reshape(-1, 2)
    gold = np.linspace(5, 1, len(pairs))
    return Task(name, "sentences", tuple(texts), pairs, gold, Report(name, len(gold), len(gold)))


class NumpyModel:
    """Words are types, 2 stands before and 3 after each text; layer k of a token is made by a rule.

    With `noise=0` a token's vector is that of its type in every layer.
    """

    name, n_layers, d = "numpy model", 3, 5

    def __init__(self, noise=1.0, digest="0", marks=True):
        self.noise, self.digest, self.marks = noise, f"{digest} {noise} {marks}", marks
        self.vocabulary = {}
        self.batches = []

    def encode(self, texts):
        word = self.vocabulary
        rows = [[word.setdefault(w, 10 + len(word)) for w in text.split()] for text in texts]
        return [[2, *row, 3] if self.marks else row for row in rows], []

    def pieces(self, ids):
        known = {2: "[CLS]", 3: "[SEP]"} | {i: w for w, i in self.vocabulary.items()}
        return [known[i] for i in ids]

    def states(self, ids, layers):
        self.batches.append(len(ids))
        return [
            np.concatenate([self.text(row, layer) for row in ids]).astype(np.float32)
            for layer in layers
        ]

    def text(self, row, layer):
        """One text's vectors in a layer, by type, and with noise also by place and neighbours."""
        vectors = np.array([np.random.default_rng([i, layer]).normal(size=5) for i in row])
        noise = np.random.default_rng([sum(row), layer]).normal(size=(len(row), 5))
        return vectors.reshape(-1, 5) + [9, 0, 0, 1, 0] + self.noise * noise
