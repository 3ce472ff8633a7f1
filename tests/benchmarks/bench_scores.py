"""What a score page costs: run by hand, `python tests/benchmarks/bench_scores.py`.

The default space; STS tasks where the data folder has them. Times are medians of 3 in CPU seconds
(all threads) and wall seconds, and in units of one product X.T @ X of the space's vectors.
"""

import statistics
import time
from dataclasses import replace

import zipfviz
from zipfviz.evaluation.comparisons import compare, comparisons
from zipfviz.evaluation.tables import score_table, symmetry_table
from zipfviz.evaluation.tokenize import task_tokens

STS = ("sts12", "sts13", "sts14", "sts15", "sts16", "sick-r", "sts-b")


def at_hand(name):
    try:
        return zipfviz.load_task(name)
    except zipfviz.ZipfvizError:
        return None


def measure(run):
    """Median CPU and wall seconds of three runs."""
    cpu, wall = [], []
    for _ in range(3):
        c, w = time.process_time(), time.perf_counter()
        run()
        cpu.append(time.process_time() - c)
        wall.append(time.perf_counter() - w)
    return statistics.median(cpu), statistics.median(wall)


def main():
    space = zipfviz.align(
        zipfviz.load_embedding("glove.6B.50d"), zipfviz.load_frequency("wordfreq:en")
    )
    tasks = [t for t in map(at_hand, STS) if t] or [zipfviz.load_task("lee50")]
    lee50 = zipfviz.load_task("lee50")
    for task in (*tasks, lee50):
        task_tokens(task)
    scored = space  # whose cosines are there, as on a page that shows them
    score_table(scored, [*tasks, lee50])
    X = space.vectors

    def fresh():
        """The same space with nothing computed yet."""
        return replace(space)

    def both_tables():
        s = fresh()
        score_table(s, tasks)
        score_table(s, tasks, coefficient="pearson")

    jobs = {
        "one product X.T @ X": lambda: X.T @ X,
        f"score table, {len(tasks)} tasks x 9 methods, both coefficients": both_tables,
        "symmetry table, 9 methods": lambda: symmetry_table(fresh(), task=tasks[-1]),
        f"errors of {len(tasks)} tasks x 9 methods": lambda: list(comparisons(scored, tasks)),
        "the same of Lee50, documents drawn again 10,000 times": lambda: compare(scored, lee50),
    }
    unit = None
    print(f"{len(space):,} words x {space.d}, tasks {', '.join(t.name for t in tasks)}")
    for name, job in jobs.items():
        cpu, wall = measure(job)
        unit = unit or wall
        print(f"{name:<66} {cpu:8.3f} s CPU {wall:8.3f} s wall {wall / unit:9.1f} x")


if __name__ == "__main__":
    main()
