"""How fast and how lean the readers are beside gensim, both measured in one run.

    python tests/benchmarks/bench_readers.py

Takes the 400,000 words of the default embedding as GloVe text and as word2vec binary. Prints the
seconds of both readers, their ratio, and the peak memory as a multiple of what is kept; ends with
exit code 1 when a goal is missed.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
import time
from pathlib import Path

import zipfviz
from zipfviz.io.records import Embedding

GOALS = {"GloVe text": 8.0, "word2vec binary": 2.0}
MOST_MEMORY = 2.0
ROUNDS = {".txt": 2, ".bin": 5}


def race(ours, theirs, path: Path) -> tuple[float, float]:
    """Best seconds of both, taking turns: others on the machine slow both down and only add."""
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS[path.suffix]):
        for i, load in enumerate((ours, theirs)):
            start = time.perf_counter()
            load(path)
            best[i] = min(best[i], time.perf_counter() - start)
    return best[0], best[1]


def gensim_loader(binary: bool):
    from gensim.models import KeyedVectors

    return lambda path: KeyedVectors.load_word2vec_format(path, binary=binary, no_header=not binary)


def kept_bytes(embedding: Embedding) -> int:
    """Bytes of the vectors, the words and the tuple that holds them."""
    words = embedding.words
    return embedding.vectors.nbytes + sys.getsizeof(words) + sum(map(sys.getsizeof, words))


def peak_ratio(path: Path, small: Path) -> float:
    """Peak resident memory of loading `path` over what is kept, beyond what imports take."""
    zipfviz.load_embedding(small)
    before = most_resident()
    embedding = zipfviz.load_embedding(path)
    return (most_resident() - before) / kept_bytes(embedding)


def most_resident() -> int:
    """The most bytes this process ever had in memory (Linux; getrusage counts its parent's too)."""
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))


def write_files(folder: Path) -> dict[str, Path]:
    """The default embedding as GloVe text (five decimals, as GloVe ships it) and as binary."""
    glove = zipfviz.load_embedding("glove.6B.50d")
    text, binary = folder / "glove.txt", folder / "glove.bin"
    line = "%s " + " ".join(["%.5g"] * glove.vectors.shape[1]) + "\n"
    with open(text, "w", encoding="utf-8", newline="\n") as file:
        for word, vector in zip(glove.words, glove.vectors.tolist(), strict=True):
            file.write(line % (word, *vector))
    zipfviz.save_embedding(glove.words, glove.vectors, binary)
    return {"GloVe text": text, "word2vec binary": binary}


def main() -> int:
    missed = 0
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = write_files(folder)
        for what, path in files.items():
            small = folder / f"small{path.suffix}"
            zipfviz.save_embedding(["a", "b"], [[1, 2], [3, 4]], small)
            gensim = gensim_loader(path.suffix == ".bin")
            ours, theirs = race(zipfviz.load_embedding, gensim, path)
            with spawn.Pool(1) as pool:
                memory = pool.apply(peak_ratio, (path, small))
            ratio = theirs / ours
            met = ratio >= GOALS[what] and memory < MOST_MEMORY
            missed += not met
            print(
                f"{what}: {ours:.2f} s, gensim {theirs:.2f} s, {ratio:.1f} times as fast "
                f"(goal {GOALS[what]:g}), peak memory {memory:.2f} times what is kept "
                f"(goal below {MOST_MEMORY:g}): {'met' if met else 'MISSED'}",
                flush=True,
            )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
