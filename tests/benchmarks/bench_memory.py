"""How much memory whitening takes: an array beside itself, and a file larger than the bound.

    python tests/benchmarks/bench_memory.py [--rows 3000000]

First an array of 400,000 x 300 float32 is whitened and written out: the peak beyond the array must
stay under 1.3 times its size. Then a .npy of 3,000,000 x 300 float32 (made here, in a temporary
folder, deleted after; it takes twice 3.6 GB of disk) is fitted, scored and written whitened with
less than 1.2 GB of anonymous memory (RssAnon of /proc/self/status, sampled; what the file itself
takes in the page cache is the system's to take back). Linux only. Exit code 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import zipfviz
from zipfviz.evaluation.tables import symmetry_table
from zipfviz.space.outofcore import open_rows, space_on_disk
from zipfviz.whitening.rows import MappedRows, watched

COLUMNS = 300


def anonymous() -> int:
    """Bytes of anonymous memory of this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon"))


@contextmanager
def peak():
    """The most anonymous memory while inside, as a one-element list; sampled every 5 ms."""
    most, done = [anonymous()], threading.Event()

    def watch() -> None:
        while not done.wait(0.005):
            most[0] = max(most[0], anonymous())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield most
    finally:
        done.set()
        watcher.join()


class Bar:
    """A progress bar on standard error; a line for every tenth where that is no terminal."""

    def __init__(self, what: str) -> None:
        self.what, self.shown = what, -1
        self.step, self.start = (1, "\r") if sys.stderr.isatty() else (10, "\n")

    def __call__(self, done: int, total: int) -> None:
        percent = 100 * done // total // self.step * self.step
        if percent > self.shown:
            self.shown = percent
            bar = "#" * (percent // 4)
            print(f"{self.start}{self.what:24} {bar:25} {percent:3d} %", end="", file=sys.stderr)


def block(n: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return (
        rng.standard_normal((n, COLUMNS), np.float32)
        * np.linspace(2, 0.1, COLUMNS, dtype=np.float32)
        + 0.2
    )


def in_memory(folder: str) -> float:
    """Peak beyond the array while it is whitened and written, over its size."""
    n = 400_000
    X = np.empty((n, COLUMNS), np.float32)
    for i, start in enumerate(range(0, n, 20_000)):
        X[start : start + 20_000] = block(20_000, i)
    p = 1 / np.arange(1.0, n + 1)
    zipfviz.Whitening().fit_transform(X[:1000])  # imports
    before = anonymous()
    with peak() as most:
        np.save(Path(folder, "white.npy"), zipfviz.Whitening().fit_transform(X, sample_weight=p))
    return (most[0] - before) / X.nbytes


def on_disk(folder: str, n: int) -> float:
    """Peak anonymous memory of a process that fits, scores and writes the file."""
    path = Path(folder, "vectors.npy")
    words = [f"word{i}" for i in range(n)]
    p = 1 / np.arange(1.0, n + 1)
    task = zipfviz.load_task("lee50")
    from zipfviz.evaluation.tokenize import task_tokens

    known = sorted({token for text in task_tokens(task) for token in text})
    words[: len(known)] = known
    start = time.perf_counter()
    with peak() as most:
        X = open_rows(path)
        white = zipfviz.Whitening().fit(watched(X, Bar("fitting")), sample_weight=p)
        space = space_on_disk(words, X, p)
        score = zipfviz.score(space, task, "zipfian_whitening")
        table = symmetry_table(space, ["raw", "zipfian_whitening"])
        scored = most[0]
        del space  # its index of three million words is not needed to write
        rows = watched(MappedRows(X, white), Bar("writing whitened rows"))
        zipfviz.save_embedding(words, rows, path.with_name("white.npy"))
    seconds = time.perf_counter() - start
    print(f"{n:,} rows in {seconds:.0f} s; made-up vectors score {score.spearman:.3f}")
    print(f"peak until scored {scored / 1e9:.2f} GB, to the end {most[0] / 1e9:.2f} GB")
    print(table.round(3).to_string())
    return most[0]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=3_000_000)
    asked = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        with spawn.Pool(1) as pool:
            beyond = pool.apply(in_memory, (folder,))
        print(f"in memory: peak beyond the array {beyond:.2f} times its size (goal below 1.3)")
        file = np.lib.format.open_memmap(
            Path(folder, "vectors.npy"), "w+", np.float32, (asked.rows, COLUMNS)
        )
        for i, start in enumerate(range(0, asked.rows, 50_000)):
            stop = min(start + 50_000, asked.rows)
            file[start:stop] = block(stop - start, i)
        del file
        with spawn.Pool(1) as pool:
            most = pool.apply(on_disk, (folder, asked.rows))
        size = 4 * asked.rows * COLUMNS
        print(f"on disk: {size / 1e9:.1f} GB, peak {most / 1e9:.2f} GB anonymous (goal below 1.2)")
    return int(beyond >= 1.3 or most >= 1.2e9)


if __name__ == "__main__":
    sys.exit(main())
