"""How near the engine is to the matrix product, and beside the other ways to whiten.

    python tests/benchmarks/bench_engine.py [--rounds 5] [--rows 168000] [--columns 300]

168,000 x 300 float32 made-up vectors with a decaying spectrum, a mean away from 0 and Zipfian
weights. Everything is timed in turn in each round and divided by the time of one float32 product
`X.T @ X`, the mean of those just before and after it; medians are printed, with the CPU time in the
same unit (the CPU time of products holds the waiting of BLAS's threads). Ends with exit code 1
when a goal is missed. Leave the machine alone while it runs.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from sklearn.decomposition import PCA
from threadpoolctl import threadpool_info

import zipfviz
from zipfviz.evaluation.tables import symmetry_table
from zipfviz.whitening.affine import Affine

FIT = "Zipfian whitening, fit"
TENTH = "Zipfian whitening, fit on a tenth of the rows"
BOTH = "Zipfian whitening, fit and transform"
PAPER = "numpy.linalg.svd of sqrt(p) (X - mu), float64"
TABLE = "symmetry table: 8 word methods, both priors"
UNIFORM = "uniform whitening, fit"
PCA_SOLVERS = ("full", "randomized", "covariance_eigh")


def made_up(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Vectors (n, d) float32 and Zipfian p (n,) float64: rare words are longer, as trained ones."""
    rng = np.random.default_rng(seed)
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0] * np.arange(1, d + 1) ** -0.5
    mean = rng.normal(size=d) * 0.1
    X = np.empty((n, d), np.float32)
    length = np.linspace(0.7, 1.3, n)[:, None]
    for start in range(0, n, 10_000):
        rows = slice(start, min(start + 10_000, n))
        X[rows] = (rng.normal(size=(rows.stop - start, d)) @ turn.T) * length[rows] + mean
    p = 1 / np.arange(1.0, n + 1)
    return X, p / p.sum()


def paper_route(X: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(mean, eigenvalues, whitening matrix) as the authors' code has them, in float64."""
    W = X.astype(np.float64)
    mean = p @ W
    _, singular, Vt = np.linalg.svd(np.sqrt(p)[:, None] * (W - mean), full_matrices=False)
    return mean, singular**2, Vt.T / singular


def torch_route(X: np.ndarray) -> Callable[[], object] | None:
    try:
        import torch
    except ImportError:
        return None
    tensor = torch.from_numpy(X)
    return lambda: torch.linalg.svd(tensor - tensor.mean(0), full_matrices=False)


def table_of(X: np.ndarray, p: np.ndarray, words: list[str]) -> object:
    """All methods in a space that has computed nothing yet."""
    space = zipfviz.word_space(words, X, p, digest="benchmark")
    start = time.perf_counter(), time.process_time()
    symmetry_table(space)
    return start


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """(wall, CPU) seconds; `work` may return when its own clock started."""
    start = time.perf_counter(), time.process_time()
    result = work()
    if isinstance(result, tuple) and len(result) == 2 and isinstance(result[0], float):
        start = result
    return time.perf_counter() - start[0], time.process_time() - start[1]


def relative(got: np.ndarray, want: np.ndarray) -> float:
    """Largest difference relative to the largest value wanted."""
    return float(np.abs(np.asarray(got, np.float64) - want).max() / np.abs(want).max())


def whitened_norm_error(X: np.ndarray, fitted: zipfviz.Whitening, want: Affine) -> float:
    """Largest relative difference of the whitened words' lengths to all in float64."""
    got = np.linalg.norm(fitted.transform(X).astype(np.float64), axis=1)
    norms = np.linalg.norm(want(X.astype(np.float64)), axis=1)
    return float((np.abs(got - norms) / norms).max())


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rows", type=int, default=168_000)
    parser.add_argument("--columns", type=int, default=300)
    asked = parser.parse_args()
    X, p = made_up(asked.rows, asked.columns)
    words = [f"w{i}" for i in range(len(X))]
    tenth = slice(0, None, 10)
    few, few_p = np.ascontiguousarray(X[tenth]), p[tenth] / p[tenth].sum()
    for library in threadpool_info():
        if library["user_api"] == "blas":
            print(
                f"BLAS {library['internal_api']} {library['version']}, kernel "
                f"{library.get('architecture')}, {library['num_threads']} threads"
                f" ({Path(library['filepath']).name})"
            )
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, numpy "
        f"{np.__version__}; {len(X):,} x {X.shape[1]} float32, medians of {asked.rounds}"
    )
    routes: dict[str, Callable[[], object]] = {
        FIT: lambda: zipfviz.Whitening().fit(X, sample_weight=p) and None,
        TENTH: lambda: zipfviz.Whitening().fit(few, sample_weight=few_p) and None,
        BOTH: lambda: zipfviz.Whitening().fit_transform(X, sample_weight=p),
        UNIFORM: lambda: zipfviz.Whitening().fit(X) and None,
        TABLE: lambda: table_of(X, p, words),
        **{
            f"scikit-learn PCA(whiten=True), {solver}": lambda s=solver: (
                PCA(whiten=True, svd_solver=s, n_components=X.shape[1], random_state=0).fit(X)
                and None
            )
            for solver in PCA_SOLVERS
        },
        PAPER: lambda: paper_route(X, p) and None,
    }
    if by_torch := torch_route(X):
        routes["torch.linalg.svd, float32"] = by_torch
    zipfviz.Whitening().fit(few, sample_weight=few_p)  # what is imported, is imported here
    table_of(few, few_p, words[: len(few)])
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in routes}
    # A machine is not as fast in one second as in the next: each route has products of its own,
    # one before and one after, and is told in their mean.
    products = [timed(lambda: X.T @ X)]
    shares: dict[str, list[tuple[float, float]]] = {name: [] for name in routes}
    for _ in range(asked.rounds):
        for name, route in routes.items():
            times[name].append(timed(route))
            products.append(timed(lambda: X.T @ X))
            around = zip(times[name][-1], *products[-2:], strict=True)
            shares[name].append(tuple(2 * t / (a + b) for t, a, b in around))
    wall = {name: statistics.median(t[0] for t in each) for name, each in times.items()}
    in_products, in_cpu = (
        {name: statistics.median(share[i] for share in each) for name, each in shares.items()}
        for i in (0, 1)
    )
    print(f"\n{'':52}{'seconds':>9}{'products':>10}{'CPU':>8}")
    print(f"{'product':52}{statistics.median(t[0] for t in products):9.3f}{1:10.2f}{1:8.2f}")
    for name in times:
        print(f"{name:52}{wall[name]:9.3f}{in_products[name]:10.2f}{in_cpu[name]:8.2f}")

    print("\nErrors against a float64 SVD")
    fitted = zipfviz.Whitening().fit(X, sample_weight=p)
    mean, eigenvalues, matrix = paper_route(X, p)
    eigenvalue_error = relative(fitted.eigenvalues_, eigenvalues)
    norm_error = whitened_norm_error(X, fitted, Affine(mean, matrix))
    print(f"{FIT:52} eigenvalues {eigenvalue_error:.1e}, lengths {norm_error:.1e}")
    uniform = paper_route(X, np.full(len(X), 1 / len(X)))[1]
    print(
        f"{UNIFORM:52} eigenvalues {relative(zipfviz.Whitening().fit(X).eigenvalues_, uniform):.1e}"
    )
    for solver in PCA_SOLVERS:
        pca = PCA(whiten=True, svd_solver=solver, n_components=X.shape[1], random_state=0).fit(X)
        got = pca.explained_variance_ * ((len(X) - 1) / len(X))
        print(f"scikit-learn PCA, {solver:34} eigenvalues {relative(got, uniform):.1e}")

    goals = [
        ("fit, in products", in_products[FIT], 3.5),
        ("fit, as a share of the paper's route", wall[FIT] / wall[PAPER], 1 / 12),
        ("symmetry table, in products", in_products[TABLE], 20),
        ("ten times the rows, times the time", wall[FIT] / wall[TENTH], 11),
        ("eigenvalues, relative to the largest", eigenvalue_error, 1e-9),
        ("transformed lengths, relative", norm_error, 1e-5),
        ("fit, beside PCA full", wall[UNIFORM] / wall["scikit-learn PCA(whiten=True), full"], 1),
    ]
    print()
    missed = 0
    for name, got, goal in goals:
        missed += got > goal
        print(f"{name:52} {got:9.3g}, goal {goal:.3g}: {'met' if got <= goal else 'MISSED'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
