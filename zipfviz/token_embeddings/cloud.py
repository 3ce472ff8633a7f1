"""The token vectors of a model on a task, as what their statistics need."""

from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from zipfviz.token_embeddings.gather import Gathered, Lengths
from zipfviz.token_embeddings.maps import PRIORS, method_parts, moment_map
from zipfviz.token_embeddings.model import Layers
from zipfviz.whitening import affine
from zipfviz.whitening.affine import Affine, Rotation
from zipfviz.whitening.moments import Moments, moments
from zipfviz.whitening.spectra import Eigensystem, eigensystem

FORMAT = 2
MOMENT_ARRAYS = ("weight", "mean", "covariance", "noise", "n_rows")


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TokenCloud(Gathered):
    """What is known of a model's token vectors on one task; see `token_cloud` and `Gathered`.

    `n_tokens` counts tokens with repeats, special tokens included, `n_texts` the texts they come
    from (those of the task first, then those of `also`), `n_cut` the ones cut at the model's limit
    and `n_empty` the task's texts without a token.

    `types` (V,) int64 are subword ids, `pieces` (V) their subwords, `counts` (V,) int64 how often
    each occurs. `texts` (u) are the different texts, `rows` (m,) the place among them of each text
    of the task.
    """

    model: str
    model_digest: str
    layers: Layers
    task: str
    task_digest: str
    also: tuple[str, ...]
    n_tokens: int
    n_texts: int
    n_cut: int
    n_empty: int
    n_different: int
    pieces: tuple[str, ...]
    texts: tuple[str, ...]
    types: np.ndarray
    counts: np.ndarray
    rows: np.ndarray
    seconds: float = 0.0

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    @property
    def d(self) -> int:
        return self.moments["zipfian"][0].d

    @cached_property
    def index(self) -> dict[str, int]:
        """Place of each subword."""
        return {piece: i for i, piece in enumerate(self.pieces)}

    @cached_property
    def _sentence_moments(self) -> tuple[Moments, ...]:
        """Moments of the task's sentence vectors, each sentence once, of every stream."""
        times = np.bincount(self.rows, minlength=len(self.sentence_means)).astype(np.float64)
        streams = range(self.streams + 1)
        return tuple(moments(self.sentence_stream(s), (times,))[0] for s in streams)

    def moments_of(self, prior: str, stream: int = 0) -> Moments:
        """Moments of a stream under "uniform", "zipfian", or of the "sentence" vectors."""
        return (self._sentence_moments if prior == "sentence" else self.moments[prior])[stream]

    @cached_property
    def _systems(self) -> dict[tuple[str, int], Eigensystem]:
        return {}

    def eigensystem(self, prior: str, stream: int = 0) -> Eigensystem:
        """Eigensystem of `moments_of`, solved once."""
        found = self._systems.get((prior, stream))
        if found is None:
            found = eigensystem(self.moments_of(prior, stream))
            self._systems[prior, stream] = found
        return found

    def map(self, method: str, stream: int = 0, rotation: Rotation = "pca") -> Affine:
        """The affine map of a method in a stream; raises InputError for an unknown method."""
        prior, operation = method_parts(method, (*PRIORS, "sentence"))
        if operation == "raw":
            return affine.identity(self.d)
        systems = {prior: self.eigensystem(prior, stream)} if operation == "whitening" else None
        return moment_map(method, {prior: self.moments_of(prior, stream)}, rotation, systems)

    def caution(self) -> str:
        """A sentence where the texts are too few for their moments, else ""."""
        if self.n_different >= 10 * self.d:
            return ""
        than = "fewer" if self.n_different <= self.d else "hardly more"
        return (
            f"The {self.n_different:,} tokens of these different texts are {than} than the "
            f"{self.d:,} dimensions ask for, so whitening fits their noise; take a longer task."
        )

    def sentence_stream(self, stream: int) -> np.ndarray:
        """Mean vectors of the different texts in one stream, (u, d)."""
        if stream == 0:
            return self.sentence_means.mean(axis=1, dtype=np.float64)
        return self.sentence_means[:, stream - 1]

    @property
    def streams(self) -> int:
        """Number of layers whose moments are kept apart: 2 for an average of two, else 0."""
        return len(self.moments["zipfian"]) - 1


def pack(cloud: TokenCloud) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """(header of JSON values, arrays) of a cloud, for `io.store`."""
    header = {field.name: getattr(cloud, field.name) for field in fields(cloud)}
    arrays = {name: value for name, value in header.items() if isinstance(value, np.ndarray)}
    for name in (*arrays, "moments"):
        del header[name]
    header["layers"] = asdict(cloud.layers)
    header["lengths"] = {method: asdict(value) for method, value in cloud.lengths.items()}
    for part in MOMENT_ARRAYS:
        arrays[f"moments_{part}"] = np.array(
            [[getattr(m, part) for m in cloud.moments[prior]] for prior in PRIORS]
        )
    return header, arrays


def unpack(header: dict[str, Any], arrays: dict[str, Any]) -> TokenCloud:
    """The cloud of what `pack` gave. Raises KeyError or TypeError for anything else."""
    parts = {part: arrays.pop(f"moments_{part}") for part in MOMENT_ARRAYS}
    both = {
        prior: tuple(
            Moments(**{part: values[i, s] for part, values in parts.items()})
            for s in range(parts["mean"].shape[1])
        )
        for i, prior in enumerate(PRIORS)
    }
    layers = header.pop("layers")
    layers = Layers(**layers | {"indices": tuple(layers["indices"])})
    lengths = {method: Lengths(**value) for method, value in header.pop("lengths").items()}
    rest: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in header.items()}
    return TokenCloud(moments=both, layers=layers, lengths=lengths, **rest, **arrays)
