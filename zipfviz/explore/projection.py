"""Two-dimensional maps of a sample of words: PCA at once, UMAP in a worker of its own.

    rows = sample_rows(space, 1_000, by="tokens")             # distinct words, (k,)
    X = mapped_rows(space, "zipfian_whitening", rows=rows)    # their vectors, (k, d')
    flat = pca_map(X)                                         # .points (k, 2), .shares (2,)
    job = LAYOUTS.ask(layout_digest(space, method, rows=rows), lambda: X)
    job.points                                                # (k, 2) once it is done, None before

The first `import umap` takes tens of seconds and two layouts at once can abort the process (umap
#665): layouts run one after the other in one thread of the process, with one core and a seed, so
they repeat to the last digit.
"""

import os
import tempfile
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError, ZipfvizError
from zipfviz.common.job import Job, Progress, StoppedError, no_progress, turn
from zipfviz.common.recent import Recent
from zipfviz.common.record import Record
from zipfviz.io.folders import cache_folder, package_folder, scratch_folder
from zipfviz.io.records import content_digest
from zipfviz.space.methods import MethodLike, Options, as_method
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.moments import moments
from zipfviz.whitening.spectra import eigensystem

N_NEIGHBOURS = 15
MIN_DIST = 0.1
FEWEST = 2 * N_NEIGHBOURS
"""With fewer words UMAP's neighbourhoods are the whole sample: PCA says more."""

By = Literal["types", "tokens"]
Keep = Callable[[str, Callable[[], np.ndarray]], np.ndarray]


def sample_rows(space: WordSpace, k: int, *, by: By = "tokens", seed: int = 0) -> np.ndarray:
    """Draw rows (k,) of `k` different words, all words if there are fewer, in the order drawn.

    "types": each word equally likely. "tokens": the first k different words of running text drawn
    from p, exactly: successive sampling by the k largest log p + Gumbel noise (Efraimidis &
    Spirakis 2006). Raises InputError for fewer than one word.
    """
    if k < 1:
        raise InputError(f"a map of {k} words is empty; choose 1 or more.")
    rng = np.random.default_rng(seed)
    k = min(k, len(space))
    if by == "types":
        return rng.choice(len(space), size=k, replace=False)
    return np.argsort(-(np.log(space.p) + rng.gumbel(size=len(space))), kind="stable")[:k]


def sample_both(space: WordSpace, k: int = 400) -> np.ndarray:
    """Draw k words from the list and k from running text: their rows, ascending."""
    return np.unique(np.concatenate([sample_rows(space, k, by=by) for by in ("types", "tokens")]))


@accepts_positional("rows", "options")
def mapped_rows(
    space: WordSpace, method: MethodLike, *, rows: np.ndarray, options: Options | None = None
) -> np.ndarray:
    """Map some words by a method, (k, d') float32; fitted on the whole space.

    Raises InputError for "sif_ccr" and "usif", which are maps on words only together with a task.
    """
    method = as_method(method, options)
    if method.needs_task:
        raise InputError(
            f"{method} needs a task, so it has no map of words; choose another method."
        )
    mapped = space.analysis.word_map(method)
    scale = None if mapped.scale is None else mapped.scale[rows]
    return replace(mapped, scale=scale)(space.vectors[rows])


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class FlatMap(Record):
    """PCA map: `points` (k, 2) on the first two principal directions of the sample, from its mean.

    `shares` (2,) of the sample's variance lie along each; nan where there is none.
    """

    points: np.ndarray
    shares: np.ndarray


def pca_map(X: np.ndarray) -> FlatMap:
    """Map `X` (k, d) by PCA, each of the k rows counting once.

    Returns a `FlatMap`: the rows on the two eigenvectors of their covariance with the largest
    eigenvalues, and `shares`, these two over the sum of all.
    """
    (m,) = moments(X)
    system = eigensystem(m.as_exact())
    points = np.zeros((len(X), 2))
    axes = system.vectors[:, :2]
    points[:, : axes.shape[1]] = (X - m.mean) @ axes
    shares = np.zeros(2)
    total = float(system.values.sum())
    shares[: axes.shape[1]] = system.values[:2] / total if total > 0 else np.nan
    return FlatMap(points=points, shares=shares)


def turned_onto(points: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Rotate and mirror `points` (k, 2) to lie as near to `target` (k, 2) as they can.

    Both centred; the distances within `points` stay (orthogonal Procrustes, Schönemann 1966). A
    layout has no up and no left, so two of them can be compared by eye only after this.
    """
    centred = points - points.mean(axis=0)
    U, _, Vt = np.linalg.svd(centred.T @ (target - target.mean(axis=0)))
    return centred @ (U @ Vt)


def layout_digest(space: WordSpace, method: MethodLike, *, rows: np.ndarray, seed: int = 0) -> str:
    """Digest of a layout's space, method, words, seed and UMAP settings."""
    settings = f"umap {N_NEIGHBOURS} {MIN_DIST} cosine {seed} {method}"
    return content_digest(space.digest, settings, np.asarray(rows, np.int64))


_UMAP_LOCK = threading.Lock()


def umap_map(X: np.ndarray, *, seed: int = 0, told: Progress | None = None) -> np.ndarray:
    """Map `X` (k, d) by UMAP on cosines: (k, 2) float32, the same for the same seed.

    One at a time in a process. `told(share, what)` is called as it goes; an exception it raises
    during the layout stops it. Raises InputError for fewer than FEWEST rows.
    """
    if len(X) < FEWEST:
        raise InputError(f"UMAP needs {FEWEST} words or more, got {len(X)}; PCA draws them all.")
    told = told or no_progress
    with _UMAP_LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        told(0.0, "Loading UMAP; the first time takes a while")
        _find_numba_a_place()
        from umap import UMAP

        told(0.1, "Finding each word’s neighbours")
        # tqdm writes "done/total" to what stands in for its terminal.
        bar = {"disable": False, "bar_format": "{n_fmt}/{total_fmt}", "mininterval": 0.2}
        settings = {"n_neighbors": N_NEIGHBOURS, "min_dist": MIN_DIST, "metric": "cosine"}
        alike = {"random_state": seed, "n_jobs": 1}
        reducer = UMAP(**settings, **alike, tqdm_kwds=bar | {"file": _Epochs(told)})
        return np.asarray(reducer.fit_transform(X), np.float32)


def _find_numba_a_place() -> None:
    """Have numba, which needs a folder for what it compiles, use ours where its own is read-only.

    Its own is UMAP's, else one in the user's home; without either UMAP cannot even be imported.
    """
    package = package_folder("umap")
    if package is None or os.access(package, os.W_OK) or "NUMBA_CACHE_DIR" in os.environ:
        return
    folder = scratch_folder()
    # Never a known name where others may write: what lies there is run.
    own = folder / ".numba" if folder == cache_folder() else tempfile.mkdtemp(prefix="numba-")
    os.environ["NUMBA_CACHE_DIR"] = str(own)


class _Epochs:
    """A terminal for tqdm that hears how many epochs of the layout are done."""

    def __init__(self, told: Progress) -> None:
        self.told = told

    def write(self, text: str) -> None:
        done, slash, total = text.strip().partition("/")
        if slash and done.isdigit() and total.isdigit():
            self.told(0.2 + 0.8 * int(done) / int(total), "Laying the words out")

    def flush(self) -> None:
        """Nothing is held back."""


class Layouts:
    """The layouts of a process as jobs by digest, each made once, one after the other.

    `layout(X, told)` makes one, (k, 2), and is injected, so that tests need no UMAP; `KEPT` jobs
    stay in memory.
    """

    KEPT = 32

    def __init__(self, layout: Callable[[np.ndarray, Progress], np.ndarray]) -> None:
        self._layout = layout
        self._jobs: Recent[Job[np.ndarray]] = Recent(self.KEPT)
        self._lock, self._running = threading.Lock(), threading.Lock()

    def found(self, digest: str) -> Job[np.ndarray] | None:
        """The job of that digest, if it was asked for and not forgotten."""
        return self._jobs.get(digest)

    def ask(
        self, digest: str, vectors: Callable[[], np.ndarray], keep: Keep | None = None
    ) -> Job[np.ndarray]:
        """The job of that digest, begun where there is none, or where it failed or is stopped.

        `vectors()` gives X (k, d) and is called in the job; `keep(digest, compute)` may hold
        results on disk. What goes wrong is an InputError with a sentence.
        """

        def work(told: Progress) -> np.ndarray:
            with turn(self._running, told, "Waiting for another layout"):
                told(0.0, "Reading the vectors")
                make = partial(self._make, vectors, told)
                points = make() if keep is None else keep(digest, make)
            points.setflags(write=False)
            return points

        with self._lock:
            job = self._jobs.get(digest)
            if job is None or job.error or job.stopping:
                job = Job(work)
                self._jobs.put(digest, job)
            return job

    def _make(self, vectors: Callable[[], np.ndarray], told: Progress) -> np.ndarray:
        try:
            return self._layout(vectors(), told)
        except (StoppedError, ZipfvizError):
            raise
        except Exception as error:
            raise InputError(f"UMAP failed on these words ({error}); PCA stays.") from error


def _layout(X: np.ndarray, told: Progress) -> np.ndarray:
    return umap_map(X, told=told)


LAYOUTS = Layouts(_layout)
"""The one worker of this process."""
