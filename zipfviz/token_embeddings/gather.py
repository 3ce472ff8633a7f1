"""One run of a model over a corpus: moments, sentence means and type means, batch by batch."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from scipy import sparse

from zipfviz.common.errors import InputError
from zipfviz.common.job import Progress, no_progress
from zipfviz.common.nouns import counted
from zipfviz.common.record import Record
from zipfviz.io.folders import kept_in_cache, scratch_folder
from zipfviz.token_embeddings.corpus import TokenCorpus
from zipfviz.token_embeddings.maps import METHODS, PRIORS, moment_map
from zipfviz.token_embeddings.model import TokenModel
from zipfviz.whitening.moments import Moments, block_slices, moments

BATCH_TOKENS = 2048
SAMPLED_TYPES = 400
TOKENS_PER_TYPE = 25


@dataclass(frozen=True, kw_only=True, eq=False)
class Lengths:
    """Of the tokens after one method: mean length under both priors, mean pairwise cosine.

    `average_cosine` is over all pairs of tokens, each counted as often as it occurs.
    """

    uniform: float
    zipfian: float
    average_cosine: float


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Gathered(Record):
    """What a run leaves behind; the tokens' vectors themselves are gone.

    `moments[prior][s]` are moments under "uniform" (pseudo-uniform: each type the same weight) and
    "zipfian" (each token once) of stream s: 0 the tokens' vectors, then, where these are the
    average of two layers, each layer. `sentence_means` (u, layers, d) float32 hold each text's
    mean state, `type_means` (V, d) float32 and `type_scatter` (V,) float64 each type's mean and
    its tokens' mean squared distance from it. `lengths` has mean lengths after each method.

    The sample holds up to 25 tokens of each of the 400 commonest types: `sample_types` (k,) and
    `sample_texts` (k,) their places among the corpus's types and texts, `sample_places` (k,) the
    token's place in its text, `sample_vectors` (k, d) float32.
    """

    moments: Mapping[str, tuple[Moments, ...]]
    sentence_means: np.ndarray
    type_means: np.ndarray
    type_scatter: np.ndarray
    lengths: Mapping[str, Lengths]
    sample_types: np.ndarray
    sample_texts: np.ndarray
    sample_places: np.ndarray
    sample_vectors: np.ndarray


@dataclass
class _Sums:
    """Running sums of a pass."""

    corpus: TokenCorpus
    n_layers: int
    d: int
    moments: dict[str, tuple[Moments, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        c = self.corpus
        self.priors = dict(zip(PRIORS, (c.pseudo_uniform, c.token_times), strict=True))
        self.sentence_means = np.zeros((len(c.texts), self.n_layers, self.d), np.float32)
        self.type_sums = np.zeros((len(c.types), self.d))
        self.type_squares = np.zeros(len(c.types))

    def add(self, texts: slice, tokens: slice, states: Sequence[np.ndarray]) -> np.ndarray:
        """Add one batch's states, one (tokens, d) a layer; returns the tokens' vectors."""
        vectors = states[0]
        if len(states) > 1:
            with np.errstate(invalid="ignore"):  # told below, with the text it is in
                vectors = np.stack(states).mean(axis=0, dtype=np.float32)
        if not np.isfinite(vectors).all():
            self._raise_not_finite(texts, tokens, vectors)
        streams = (vectors, *states) if len(states) > 1 else (vectors,)
        weights = [self.priors[prior][tokens] for prior in PRIORS]
        found = [moments(stream, weights) for stream in streams]
        for prior, new in zip(PRIORS, zip(*found, strict=True), strict=True):
            old = self.moments.get(prior)
            self.moments[prior] = (
                tuple(a.merge(b) for a, b in zip(old, new, strict=True)) if old else new
            )
        self._add_sentences(texts, states)
        self._add_types(tokens, vectors.astype(np.float64))
        return vectors

    def _add_sentences(self, texts: slice, states: Sequence[np.ndarray]) -> None:
        starts = self.corpus.offsets[texts.start : texts.stop + 1]
        lengths = np.diff(starts)
        filled = np.flatnonzero(lengths)
        for k, layer in enumerate(states):
            sums = np.add.reduceat(layer.astype(np.float64), starts[filled] - starts[0], axis=0)
            self.sentence_means[texts.start + filled, k] = sums / lengths[filled, None]

    def _add_types(self, tokens: slice, vectors: np.ndarray) -> None:
        types, times = self.corpus.type_of[tokens], self.corpus.token_times[tokens]
        here, place = np.unique(types, return_inverse=True)
        share = sparse.csr_array((times, (place, np.arange(len(types)))))
        self.type_sums[here] += share @ vectors
        self.type_squares[here] += share @ np.einsum("ij,ij->i", vectors, vectors)

    def _raise_not_finite(self, texts: slice, tokens: slice, vectors: np.ndarray) -> None:
        bad = tokens.start + int(np.flatnonzero(~np.isfinite(vectors).all(axis=1))[0])
        text = self.corpus.texts[int(np.searchsorted(self.corpus.offsets, bad, "right")) - 1]
        raise InputError(
            f"the model gives a vector that is not finite in {text[:60]!r}; its weights are "
            "damaged or overflow, so choose another model or layer."
        )


def gather(
    model: TokenModel,
    corpus: TokenCorpus,
    layers: Sequence[int],
    *,
    batch_tokens: int = BATCH_TOKENS,
    progress: Progress | None = None,
) -> Gathered:
    """Run `model` over the corpus and keep what its statistics need.

    Batches fill at most `batch_tokens` places; each is added to the moments and forgotten. Lengths
    after a transform need the transform first, so the vectors wait on disk in a temporary file (4 d
    bytes a token), which is gone at the end, also after an error. `progress` is called before each
    batch; raise from it to stop.

    Raises InputError for a state that is not finite or a disk without room.
    """
    report = progress or no_progress
    sums = _Sums(corpus, len(layers), model.d)
    with _waiting(len(corpus.ids), model.d) as vectors:
        for texts in corpus.batches(batch_tokens):
            tokens = slice(int(corpus.offsets[texts.start]), int(corpus.offsets[texts.stop]))
            share = 0.95 * tokens.start / len(corpus.ids)
            report(share, f"{texts.start:,} of {counted(len(corpus.texts), 'texts')}")
            if tokens.stop > tokens.start:
                states = model.states(_ids(corpus, texts), layers)
                vectors[tokens] = sums.add(texts, tokens, states)
        report(0.95, "measuring lengths")
        counts = corpus.counts.astype(np.float64)
        means = sums.type_sums / counts[:, None]
        scatter = sums.type_squares / counts - np.einsum("ij,ij->i", means, means)
        lengths = _lengths(vectors, corpus, sums.moments)
        sample = _sample(corpus)
        sampled = np.array(vectors[sample])
    report(1.0, "done")
    in_text = np.searchsorted(corpus.offsets, sample, "right") - 1
    return Gathered(
        moments=sums.moments,
        sentence_means=sums.sentence_means,
        type_means=means.astype(np.float32),
        type_scatter=np.maximum(scatter, 0.0),
        lengths=lengths,
        sample_types=corpus.type_of[sample],
        sample_texts=in_text,
        sample_places=sample - corpus.offsets[in_text],
        sample_vectors=sampled,
    )


def _ids(corpus: TokenCorpus, texts: slice) -> list[list[int]]:
    bounds = corpus.offsets[texts.start : texts.stop + 1].tolist()
    return [corpus.ids[a:b].tolist() for a, b in pairwise(bounds) if b > a]


@contextmanager
def _waiting(n: int, d: int) -> Iterator[np.ndarray]:
    """(n, d) float32 in a file of its own that is removed at the end."""
    folder, needed = scratch_folder(), 4 * n * d
    if shutil.disk_usage(folder).free < needed:
        raise InputError(
            f"this run needs {needed / 1e9:.1f} GB in the cache folder for a while, more than is "
            "free; make room or set ZIPFVIZ_CACHE to another place."
        )
    with tempfile.TemporaryFile(dir=folder) as file:
        with kept_in_cache("what is needed for a while"):
            _reserve(file.fileno(), needed)
        vectors = np.memmap(file, np.float32, "r+", shape=(n, d))
        try:
            yield vectors
        finally:
            del vectors


def _reserve(file: int, size: int) -> None:
    """Give a file its room on the disk; without it, writing through a map ends the process."""
    if size and hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, size)
    else:
        os.truncate(file, size)


def _lengths(
    vectors: np.ndarray, corpus: TokenCorpus, found: dict[str, tuple[Moments, ...]]
) -> dict[str, Lengths]:
    """Mean lengths and mean cosine after each method, in one pass over the waiting vectors."""
    first = {prior: streams[0] for prior, streams in found.items()}
    maps = {method: moment_map(method, first) for method in METHODS}
    n = corpus.n_tokens
    means = {method: np.zeros(2) for method in maps}
    units = {method: np.zeros(m.d_out) for method, m in maps.items()}
    nonzero = dict.fromkeys(maps, 0.0)
    for rows in block_slices(*vectors.shape):
        block = np.asarray(vectors[rows])
        uniform, times = corpus.pseudo_uniform[rows], corpus.token_times[rows]
        for method, mapping in maps.items():
            Y = mapping(block)
            norms = np.sqrt(np.einsum("ij,ij->i", Y, Y).astype(np.float64))
            means[method] += uniform @ norms, times @ norms / n
            inverse = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
            units[method] += (times * inverse) @ Y
            nonzero[method] += times @ (norms > 0)
    pairs, found_lengths = n * (n - 1), {}
    for method, both in means.items():
        same = float(units[method] @ units[method] - nonzero[method])
        named = dict(zip(PRIORS, both.tolist(), strict=True))
        found_lengths[method] = Lengths(average_cosine=same / pairs if pairs else np.nan, **named)
    return found_lengths


def _sample(corpus: TokenCorpus) -> np.ndarray:
    """Places of up to 25 tokens, evenly through the corpus, of each of the 400 commonest types."""
    common = np.argsort(-corpus.counts, kind="stable")[:SAMPLED_TYPES]
    order = np.argsort(corpus.type_of, kind="stable")
    ends = np.cumsum(np.bincount(corpus.type_of, minlength=len(corpus.types)))
    starts = np.concatenate([[0], ends[:-1]])
    chosen = []
    for k in common:
        places = order[starts[k] : ends[k]]
        picks = np.linspace(0, len(places) - 1, min(TOKENS_PER_TYPE, len(places)))
        chosen.append(places[picks.round().astype(int)])
    return np.sort(np.concatenate(chosen))
