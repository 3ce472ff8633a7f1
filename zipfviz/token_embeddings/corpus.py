"""The texts of a task as subword tokens: types, counts and both priors, before the model runs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.record import Record
from zipfviz.token_embeddings.model import TokenModel


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TokenCorpus(Record):
    """Different texts with their tokens, longest first; a text that repeats stands once.

    `texts` (u) are the different texts, `rows` (m,) the place of each given text among them,
    `times` (u,) how often each was given. `ids` holds the subword ids of all texts one after the
    other, (T,) int64, text i at `ids[offsets[i]:offsets[i + 1]]`. `types` (V,) are the different
    ids in order, `type_of` (T,) places in them, `counts` (V,) int64 how often each type occurs in
    the given texts, repeats included; `pieces` (V) their subwords. `n_cut` counts given texts cut
    at the model's limit.
    """

    texts: tuple[str, ...]
    rows: np.ndarray
    times: np.ndarray
    ids: np.ndarray
    offsets: np.ndarray
    types: np.ndarray
    type_of: np.ndarray
    counts: np.ndarray
    pieces: tuple[str, ...]
    n_cut: int

    @property
    def n_tokens(self) -> int:
        """Tokens of all given texts, repeats and special tokens included."""
        return int(self.counts.sum())

    @cached_property
    def token_times(self) -> np.ndarray:
        """Weight of each token when every token counts once, (T,) float64: repeats of its text."""
        return np.repeat(self.times, np.diff(self.offsets)).astype(np.float64)

    @cached_property
    def pseudo_uniform(self) -> np.ndarray:
        """Weight 1 / (|V_D| c_D(type)) of each token, (T,) float64, times its text's repeats.

        Over all given tokens the weights sum to 1, and each type has 1 / |V_D| in all.
        """
        return self.token_times / (len(self.types) * self.counts[self.type_of])

    def batches(self, most_tokens: int) -> Iterator[slice]:
        """Slices of texts that fill at most `most_tokens` places when padded; at least one text."""
        lengths = np.diff(self.offsets)
        start = 0
        while start < len(lengths):
            # Longest first: the first text of a batch sets its width.
            stop = start + max(1, most_tokens // max(int(lengths[start]), 1))
            yield slice(start, min(stop, len(lengths)))
            start = stop


def tokenize(model: TokenModel, texts: Sequence[str]) -> TokenCorpus:
    """The tokens of texts, in the model's subwords, its special tokens included.

    Runs of white space count as one space, as in the evaluation code behind the paper's tables.
    Raises InputError if there is no token at all.
    """
    # A byte that was not UTF-8 has no subword; it becomes a question mark.
    plain = [" ".join(text.split()).encode("utf-8", "replace").decode("utf-8") for text in texts]
    place: dict[str, int] = {}
    first = np.array([place.setdefault(text, len(place)) for text in plain], np.intp)
    encoded, cut = model.encode(list(place))
    lengths = np.array([len(ids) for ids in encoded], np.intp)
    if not lengths.sum():
        raise InputError("there is no token in these texts; choose a task that has texts.")
    order = np.argsort(-lengths, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    unique = list(place)
    ids = np.concatenate([np.array(encoded[i], np.int64) for i in order])
    offsets = np.concatenate([[0], np.cumsum(lengths[order])])
    rows = rank[first]
    times = np.bincount(rows, minlength=len(unique))
    types, type_of = np.unique(ids, return_inverse=True)
    token_times = np.repeat(times, lengths[order])
    counts = np.bincount(type_of, token_times, len(types)).astype(np.int64)
    return TokenCorpus(
        texts=tuple(unique[i] for i in order),
        rows=rows,
        times=times,
        ids=ids,
        offsets=offsets,
        types=types,
        type_of=type_of,
        counts=counts,
        pieces=tuple(model.pieces(types.tolist())),
        n_cut=int(times[rank[cut]].sum()),
    )
